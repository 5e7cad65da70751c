// Writes the registry of the types of fields (src/core/types/*.gen.ts), in which kinds are written, and then what is derived from the kinds (src/kinds/index.gen.ts, schemas/kinds, schemas/api, schemas/trueup.schema.json, src/constructs and docs/terraform), from
// the sections of the emulator (schemas/seed.schema.json), and from the description of the API (schemas/openapi.json, and what the client knows of it).
// With --check it writes nothing, names what is stale and exits 1.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledDescription, readDescriptions } from "./bundle-openapi.mjs";
import { BrokenSource, loadSources, placed } from "./load-sources.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const kindFolder = "src/kinds";
const typeFolder = "src/core/types";
/** Folders in which everything is generated, or all that is named like this. */
const generatedFolders = new Map([
  ["schemas/kinds", /./],
  ["schemas/api", /./],
  ["src/constructs", /\.gen\.ts$/],
  ["docs/terraform/resources", /./],
  ["docs/terraform/data-sources", /./],
]);

/** Where everything comes from, but for the kinds themselves. */
const derivations = [
  "src/derive/registry.ts",
  "src/derive/schema-files.ts",
  "src/derive/constructs.ts",
  "src/derive/terraform/resources.ts",
  "src/convert/pages.ts",
  "src/emulator/index.ts",
];

const check = process.argv.includes("--check");
try {
  const types = await typeRegistry();
  const staleTypes = [...types].filter(([name, text]) => textOf(name) !== text).map(([name]) => name);
  if (!check) writeAll(staleTypes, types);
  // Of types that are not registered there can be no kinds.
  if (check && staleTypes.length > 0) tellStale(staleTypes);
  else await followKinds(staleTypes);
} catch (error) {
  process.exitCode = 1;
  const { message } = placed(error);
  console.error(message);
  // Where it shows is not where it comes from: the compiler may know.
  if (!message.startsWith(kindFolder) && !message.startsWith(typeFolder))
    for (const complaint of await typeComplaints()) console.error(complaint);
}

/** The registry of the types of fields: path from the top of the repository -> text. */
async function typeRegistry() {
  const files = readdirSync(join(top, typeFolder)).filter((name) => name.endsWith(".ts") && !name.endsWith(".gen.ts"));
  const registry = "src/derive/type-registry.ts";
  const sources = await loadSources([registry, ...files.map((file) => `${typeFolder}/${file}`)]);
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

/** Writes or tells what follows from the kinds; `written` is what was written before. */
async function followKinds(written) {
  const wanted = await generated();
  const stale = [...wanted].filter(([name, text]) => textOf(name) !== text).map(([name]) => name);
  const left = [...generatedFolders].flatMap(([folder, ours]) => leftIn(folder, ours, wanted));
  if (check) tellStale([...stale, ...left]);
  else if (stale.length + left.length > 0) await write(wanted, stale, left);
  else if (written.length === 0) console.log("everything was up to date");
}

/** All generated files that follow from kinds: path from the top of the repository -> text. */
async function generated() {
  const files = readdirSync(join(top, kindFolder))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".gen.ts") && !name.endsWith(".d.ts"))
    .sort();
  const [descriptions, sources, { clientFiles }] = await Promise.all([
    readDescriptions(),
    loadSources([...derivations, ...files.map((file) => `${kindFolder}/${file}`)]),
    import("./generate-client.mjs"),
  ]);
  const found = files.flatMap((file) => kindsOf(file, sources[`${kindFolder}/${file}`]));
  const wanted = derived(sources, found);
  const schemas = new Map([...wanted].filter(([name]) => name.startsWith("schemas/")));
  const description = bundledDescription(descriptions, schemas);
  return new Map([...wanted, ["schemas/openapi.json", description], ...(await clientFiles(JSON.parse(description)))]);
}

/** What follows from the kinds and from the sections of the emulator. */
function derived(sources, found) {
  try {
    const { orderKinds, registryText } = sources["src/derive/registry.ts"];
    const kinds = new Map(orderKinds(found).map(({ kind }) => [kind.name, kind]));
    const resources = sources["src/derive/terraform/resources.ts"].terraformResources(kinds);
    const { version } = JSON.parse(textOf("package.json"));
    return new Map([
      [`${kindFolder}/index.gen.ts`, registryText(found)],
      ...below("schemas", sources["src/derive/schema-files.ts"].schemaFiles(kinds)),
      ...below("docs/terraform", sources["src/convert/pages.ts"].providerPages(kinds)),
      ["schemas/seed.schema.json", `${JSON.stringify(sources["src/emulator/index.ts"].SEED_SCHEMA, null, 2)}\n`],
      ...below("src/constructs", sources["src/derive/constructs.ts"].constructFiles(resources, version)),
    ]);
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
  if (kinds.length > 1) throw new BrokenSource(`${kindFolder}/${file} exports more than one kind`);
  return kinds.map(([name, kind]) => ({ name, from: `./${file.replace(/\.ts$/, ".js")}`, kind }));
}

function isKind(value) {
  return typeof value === "object" && value !== null && "parents" in value && "fields" in value && "name" in value;
}

/** What is wrong with a kind that the error names is wrong in that kind's file. */
function placedInKind(error, found) {
  const named = found.find(({ kind }) => error.message.includes(`kind ${kind.name} `));
  if (named === undefined) return error;
  const name = `${kindFolder}/${named.from.slice(2).replace(/\.js$/, ".ts")}`;
  const before = textOf(name).split(`name: "${named.kind.name}"`)[0];
  return new BrokenSource(`${name}:${before.split("\n").length}: ${error.message}`, { cause: error });
}

function textOf(name) {
  return existsSync(join(top, name)) ? readFileSync(join(top, name), "utf8") : undefined;
}

/** What stands in a folder of generated files and is generated no more. */
function leftIn(folder, ours, wanted) {
  const names = existsSync(join(top, folder)) ? readdirSync(join(top, folder)) : [];
  return names.filter((name) => ours.test(name) && !wanted.has(`${folder}/${name}`)).map((name) => `${folder}/${name}`);
}

function tellStale(names) {
  if (names.length === 0) return;
  console.error(`not up to date: ${names.join(", ")}\nrun: npm run generate`);
  process.exitCode = 1;
}

/** Nothing is written of kinds and types that the compiler does not take: they may be other things than they say. */
async function write(wanted, stale, left) {
  const complaints = await typeComplaints();
  if (complaints.length > 0)
    throw new BrokenSource("nothing of what follows from kinds was written, because one of these is not sound:");
  writeAll(stale, wanted);
  for (const name of left) {
    rmSync(join(top, name));
    console.log(`removed ${name}`);
  }
}

function writeAll(names, texts) {
  for (const name of names) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), texts.get(name));
    console.log(`wrote ${name}`);
  }
}

/** What the compiler has against the files of types and kinds, each with file, line and column. */
async function typeComplaints() {
  const { complaintsAbout } = await import("./type-check.mjs");
  return complaintsAbout(typeFolder, kindFolder);
}
