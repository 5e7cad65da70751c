// The generated files, as texts by path from the top of the repository: those that are committed, and those that only builds need.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { stringify } from "yaml";
import { bundledDescription, readDescriptions } from "./bundle-openapi.mjs";
import { companyText } from "./company-seed.mjs";
import { clientData, clientTypes } from "./generate-client.mjs";
import { BrokenSource, loadSources } from "./load-sources.mjs";
import { codeContents, codeContentsText } from "./message-codes.mjs";
import { operationsPage } from "./operations-page.mjs";
import { protocolText } from "./provider-protocol.mjs";

export const top = fileURLToPath(new URL("..", import.meta.url));
export const kindFolder = "src/kinds";
export const typeFolder = "src/core/types";
export const factFolder = "facts";
/** What releases know, for readers that have no evidence: the emulator and doctor. */
export const servedFolder = "schemas/facts";

/** The registry of the types of fields, in which kinds are written. Throws as `committedFiles` does. */
export async function typeFiles() {
  const files = readdirSync(join(top, typeFolder)).filter((name) => name.endsWith(".ts") && !name.endsWith(".gen.ts"));
  const registry = "src/derive/type-registry.ts";
  const { sources } = await loadSources([registry, ...files.map((file) => `${typeFolder}/${file}`)]);
  const { typeIn, typeNamesText, typeRegistryText } = sources[registry];
  const found = files.flatMap((file) => {
    const path = `${typeFolder}/${file}`;
    try {
      return typeIn(file.replace(/\.ts$/, ""), sources[path]) ?? [];
    } catch (error) {
      throw new BrokenSource(`${path}: ${error.message}`, { cause: error });
    }
  });
  return new Map([
    [`${typeFolder}/names.gen.ts`, typeNamesText(found)],
    [`${typeFolder}/index.gen.ts`, typeRegistryText(found)],
  ]);
}

/** What is committed. Throws BrokenSource, which names file and line, where a source is broken. */
export async function committedFiles() {
  const [pages, seed, resources] = ["src/convert/pages.ts", "src/emulator/core/seed.ts", "src/emulator/resources.ts"];
  const [reference, coverage, account] = [
    "src/derive/pages/kind-pages.ts",
    "src/derive/pages/coverage-page.ts",
    "src/facts/account.ts",
  ];
  const [operations, names, guards] = ["src/emulator/account.ts", "src/convert/tool-names.ts", "src/derive/pages/guards-page.ts"];
  const further = [pages, names, reference, coverage, account, seed, resources, operations, guards];
  const { made } = await fromKinds(further, ({ sources, found, written, kinds, releases, schemas, served, description }) => [
    [`${kindFolder}/index.gen.ts`, sources["src/derive/registry.ts"].registryText(found)],
    ...schemas,
    ...below("docs/terraform", sources[pages].providerPages(kinds)),
    ...below(
      "docs/kinds",
      sources[reference].kindPages(kinds, (content) => stringify(content), pageMaterial(found, sources[names].toolNames(kinds))),
    ),
    ["docs/coverage.md", coverageText(sources[coverage], sources[account], { written, kinds, releases })],
    ["docs/guards.md", sources[guards].guardsPage(kinds)],
    ["schemas/seed.schema.json", `${JSON.stringify(sources[seed].seedSchema(sources[resources].seedParts), null, 2)}\n`],
    ["docs/emulator-operations.md", operationsText(sources[operations], served, JSON.parse(description))],
    ...clientData(JSON.parse(description)),
  ]);
  return new Map(made);
}

/** The pages of the commands, from the sources themselves, and the list of codes. Throws as `committedFiles` does. */
export async function commandFiles() {
  const [program, pages] = ["program", "command-pages"].map((name) => `src/cli/${name}.ts`);
  const folder = "src/cli/commands";
  const files = readdirSync(join(top, folder)).map((name) => `${folder}/${name}`);
  const { sources } = await loadSources([program, pages, ...files]);
  const root = new Command("trueup").exitOverride();
  sources[program].addSharedOptions(root, {});
  for (const name of sources[program].commandNames)
    for (const [called, define] of Object.entries(sources[`${folder}/${name}.ts`]))
      if (called.startsWith("define")) define(root, {});
  return new Map([...below("docs/commands", sources[pages].commandPages(root.commands)), [codeContents, codeContentsText()]]);
}

/** What the pages of the kinds have beside what the kinds say. Not every kind has an introduction; one that somebody is adding may have no example yet. */
function pageMaterial(found, toolNames) {
  const textOf = (file) => (existsSync(join(top, file)) ? readFileSync(join(top, file), "utf8") : undefined);
  return new Map(
    found.map(({ from, kind }) => [
      kind.name,
      {
        introduction: textOf(join(kindFolder, from.replace(/\.js$/, ".md"))),
        example: textOf(`examples/kinds/${kind.name}.yaml`),
        toolNames: toolNames.get(kind.name),
      },
    ]),
  );
}

/** The page that tells what became of every parameter of each known release. */
function coverageText({ coveragePage }, { accountOf }, { written, kinds, releases }) {
  const operations = [...written].flatMap(([name, kind]) =>
    releases.flatMap((release) => accountOf(kind, kinds.get(name), release)),
  );
  return coveragePage(
    kinds,
    operations,
    releases.map(({ release }) => release),
  );
}

/** The page that tells what the emulator serves of each known release. */
function operationsText({ accountOf }, served, description) {
  const releases = [...served].map(([name, text]) => [name.replace(/\.json$/, ""), accountOf(text, description)]);
  return operationsPage(new Map(releases));
}

/** The files of the folder of facts, by name. */
export function factFiles() {
  const names = existsSync(join(top, factFolder)) ? readdirSync(join(top, factFolder)).sort() : [];
  return new Map(names.map((name) => [name, readFileSync(join(top, factFolder, name), "utf8")]));
}

/** What only builds need, and the paths of all files that it was made of. Throws as `committedFiles` does. */
export async function builtFiles() {
  const [resources, constructs] = ["src/derive/terraform/resources.ts", "src/derive/constructs.ts"];
  const provider = "src/terraform/plugin/service.ts";
  const { version } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
  const { made, inputs } = await fromKinds(
    [resources, constructs, provider],
    ({ sources, kinds, served, since, table, description }) => [
      ["schemas/openapi.json", description],
      ...below(servedFolder, served),
      [`${kindFolder}/facts.gen.ts`, sources[known].factsModule(table)],
      ["src/emulator/company.gen.ts", companyText()],
      ["src/emulator/core/facts/since.gen.ts", since],
      ["src/terraform/plugin/protocol.gen.ts", protocolText(sources[provider].answered)],
      ...below("src/constructs", sources[constructs].constructFiles(sources[resources].terraformResources(kinds), version)),
    ],
  );
  const files = new Map(made);
  return { files: new Map([...files, await clientTypes(JSON.parse(files.get("schemas/openapi.json")))]), inputs };
}

/** The files of all kinds. */
export function kindFiles() {
  return readdirSync(join(top, kindFolder))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".gen.ts") && !name.endsWith(".d.ts"))
    .sort()
    .map((name) => `${kindFolder}/${name}`);
}

const sinceSource = "src/facts/since.ts";
const [known, settle, complete] = ["src/facts/known.ts", "src/facts/settle.ts", "src/core/release-facts.ts"];

/** What is made of the kinds, their schemas and the description of the API, with the exports of further sources. */
async function fromKinds(further, make) {
  const files = kindFiles();
  const wanted = [
    "src/derive/registry.ts",
    "src/derive/schema-files.ts",
    known,
    settle,
    complete,
    sinceSource,
    ...further,
    ...files,
  ];
  const [descriptions, { sources, inputs }] = await Promise.all([readDescriptions(), loadSources(wanted)]);
  const found = files.flatMap((file) => kindsOf(file, sources[file]));
  try {
    const inOrder = sources["src/derive/registry.ts"].orderKinds(found);
    const whole = await Promise.all(inOrder.map(({ kind }) => sources[complete].wholeKind(kind)));
    const written = new Map(whole.map((kind) => [kind.name, kind]));
    const facts = sources[known].knownFacts(factFiles());
    const served = sources[known].servedFiles(facts, written);
    const table = sources[settle].factsTable(written, facts.releases, facts);
    const kinds = sources[complete].withFacts(written, table);
    const schemas = new Map(below("schemas", sources["src/derive/schema-files.ts"].schemaFiles(kinds)));
    const description = bundledDescription(descriptions, schemas);
    const read = [...descriptions.keys()].map((file) => relative(top, file));
    const { sinceModule, sinceTable } = sources[sinceSource];
    const since = sinceModule(sinceTable(written, facts.releases, facts.dates));
    const of = { sources, found, written, kinds, releases: facts.releases, served, since, table, schemas, description };
    return { made: make(of), inputs: [...inputs, ...read] };
  } catch (error) {
    throw placedInKind(error, found);
  }
}

function below(folder, files) {
  return [...files].map(([name, text]) => [`${folder}/${name}`, text]);
}

/** The kind that a file exports; files that export none are no kinds. */
function kindsOf(file, exported) {
  const kinds = Object.entries(exported).filter(([, value]) => isKind(value));
  if (kinds.length > 1) throw new BrokenSource(`${file} exports more than one kind`);
  return kinds.map(([name, kind]) => ({ name, from: `./${file.slice(kindFolder.length + 1, -".ts".length)}.js`, kind }));
}

function isKind(value) {
  return typeof value === "object" && value !== null && "parents" in value && "fields" in value && "name" in value;
}

/** What is wrong with a kind that the error names is wrong in that kind's file. */
function placedInKind(error, found) {
  const named = found.find(({ kind }) => error.message.includes(`kind ${kind.name} `));
  if (named === undefined) return error;
  const name = `${kindFolder}/${named.from.slice(2).replace(/\.js$/, ".ts")}`;
  const before = readFileSync(join(top, name), "utf8").split(`name: "${named.kind.name}"`)[0];
  return new BrokenSource(`${name}:${before.split("\n").length}: ${error.message}`, { cause: error });
}
