// What needs no server: schemas, explanations, conversions, and files that are wrong.
import { readdirSync } from "node:fs";
import { join } from "node:path";

const topic = "topics:\n  typescript: { title: TypeScript }\n";
/** Files that are wrong, by what is wrong with them. */
const wrong = {
  "malformed YAML": "topics:\n  a: [one, two\n",
  "a value of the wrong type": "topics:\n  a: { title: [x] }\n",
  "an unknown attribute": "topics:\n  a: { titel: A }\n",
  "an unknown section": "topic:\n  a: { title: A }\n",
  "a key that stands twice": "topics:\n  a: { title: A }\n  a: { title: A }\n",
  "two spellings of one name": "topics:\n  a: { title: A }\n  A: { description: A }\n",
  "a text that is too long": `topics:\n  a: { title: ${"x".repeat(256)} }\n`,
  "a second document": `${topic}---\n${topic}`,
  "a version from the future": `version: 2\n${topic}`,
  "the key __proto__": "topics:\n  __proto__: { title: A }\n",
  "a number that is too large": "application_settings:\n  max_import_size: 99999999999999999999\n",
  "an image outside of the directory": "topics:\n  a: { title: A, avatar: ../outside.png }\n",
  "an image that is not there": "topics:\n  a: { title: A, avatar: ./none.png }\n",
  "a variable that is not set": "topics:\n  a: { title: '${env:NOT_SET}' }\n",
  "trueup's own token": "topics:\n  a: { title: '${env:TRUEUP_TOKEN}' }\n",
  "a project outside of its group": "groups:\n  a: { name: A, visibility: private }\nprojects:\n  a/b: { visibility: public }\n",
  "a rule without approvals": "projects:\n  a/b: { approval_rules: { One: { users: [x] } } }\n",
  "an integration that nobody knows": "projects:\n  a/b: { integrations: { nothing: {} } }\n",
};

export function offline() {
  return [
    { name: "offline/explain", run: explain },
    { name: "offline/schema", run: schema },
    { name: "offline/convert", run: convert },
    { name: "offline/wrong-files", run: wrongFiles },
    { name: "offline/wrong-words", run: wrongWords },
  ];
}

const kindNames = (kit) =>
  readdirSync(join(kit.base, "schemas/kinds"))
    .map((file) => file.replace(/\.json$/, ""))
    .sort();

async function explain(kit) {
  kit.copy(join(kit.base, "examples/acme"), "acme");
  await kit.run("kinds.text", ["explain"]);
  for (const kind of kindNames(kit)) await kit.run(`${kind}.text`, ["explain", kind]);
  for (const words of [
    ["project:acme/shop/web", "acme"],
    ["project:acme/shop/web.merge_method", "acme"],
    ["group:acme.visibility", "acme"],
    ["integration:acme/shop/web:slack"],
  ]) {
    await kit.run("thing.text", ["explain", ...words]);
  }
}

async function schema(kit) {
  await kit.run("bundle.text", ["schema"]);
  await kit.run("seed.text", ["schema", "seed"]);
  for (const kind of kindNames(kit)) await kit.run(`${kind}.text`, ["schema", kind]);
}

async function convert(kit) {
  kit.copy(join(kit.base, "examples"), "examples");
  for (const language of ["hcl", "hcl-import", "cdktf"]) {
    await kit.run(`${language}.text`, ["convert", "examples/acme", "--to", language, "--out", language]);
    kit.keep(language, language);
  }
}

async function wrongFiles(kit) {
  for (const [what, text] of Object.entries(wrong)) {
    kit.file("files/trueup.yaml", text);
    await kit.run(`${what}.text`, ["validate", "files", "--strict"]);
    await kit.run(`${what}-json.text`, ["validate", "files", "--json"]);
    await kit.run(`${what}-plan.text`, ["plan", "files", "--url", "http://127.0.0.1:1"]);
  }
  kit.copy(join(kit.base, "examples"), "examples");
  for (const path of ["examples/acme", "examples/kinds"]) {
    await kit.run("validate.text", ["validate", path]);
    await kit.run("validate-free.text", ["validate", path, "--tier", "free", "--server-version", "14.0.0"]);
  }
}

async function wrongWords(kit) {
  for (const words of [
    ["--help"],
    ["plan", "--help"],
    ["export", "--help"],
    ["plan", "--no-such-option"],
    ["plam"],
    ["plan", "--format", "xml"],
    ["plan", "--concurrency", "0"],
    ["apply", "--allow-delete", "grop", "--yes"],
    ["apply", "--plan", "none.json", "--yes"],
    ["explain", "projct"],
    ["export", "--kind", "nothing"],
    ["plan", "nowhere"],
  ]) {
    await kit.run("words.text", words);
  }
}
