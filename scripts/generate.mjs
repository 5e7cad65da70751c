// Writes what is derived from the kinds (src/kinds/index.gen.ts, schemas/kinds, schemas/api, schemas/trueup.schema.json, src/constructs and docs/terraform), from the sections of the emulator
// (schemas/seed.schema.json), and then schemas/openapi.json.
// Builds before, because kinds are data that only runs built, and after, because the registry is part of the build.
// With --check it writes and builds nothing, takes the build as it is, names what is stale and exits 1.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const top = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const check = process.argv.includes("--check");
/** Compiles to dist/; gives the compiler's words if it was not content. It writes what it can in any case. */
function build() {
  const compiler = join(top, "node_modules/typescript/bin/tsc");
  const run = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { cwd: top, encoding: "utf8" });
  return run.status === 0 ? undefined : `${run.stdout}${run.stderr}`;
}

// The old registry may name a kind that is gone, so a first build that fails is no reason to stop.
if (!check) build();
if (!existsSync(join(top, "dist/derive/registry.js"))) {
  console.error("there is no build: run npm run build first");
  process.exit(1);
}

const { orderKinds, registryText } = await import("../dist/derive/registry.js");
const { schemaFiles } = await import("../dist/derive/schema-files.js");
const { constructFiles } = await import("../dist/derive/constructs.js");
const { terraformResources } = await import("../dist/derive/terraform/resources.js");
const { providerPages } = await import("../dist/convert/pages.js");
const { SEED_SCHEMA } = await import("../dist/emulator/index.js");

/** The kind that each file of src/kinds exports; files that export none are no kinds. */
async function findKinds() {
  const found = [];
  for (const file of readdirSync(join(top, "src/kinds")).sort()) {
    if (!file.endsWith(".ts") || file.endsWith(".gen.ts") || file.endsWith(".d.ts")) continue;
    const from = file.replace(/\.ts$/, ".js");
    const built = join(top, "dist/kinds", from);
    if (!existsSync(built)) throw new Error(`src/kinds/${file} is not built: run npm run build first`);
    const exported = await import(built);
    const kinds = Object.entries(exported).filter(([, value]) => isKind(value));
    if (kinds.length > 1) throw new Error(`src/kinds/${file} exports more than one kind`);
    for (const [name, kind] of kinds) found.push({ name, from: `./${from}`, kind });
  }
  return found;
}

function isKind(value) {
  return (
    typeof value === "object" && value !== null && "routes" in value && "fields" in value && "place" in value && "name" in value
  );
}

const found = await findKinds();
const kinds = new Map(orderKinds(found).map(({ kind }) => [kind.name, kind]));
const wanted = new Map([["src/kinds/index.gen.ts", registryText(found)]]);
for (const [name, text] of schemaFiles(kinds)) wanted.set(`schemas/${name}`, text);
for (const [name, text] of providerPages(kinds)) wanted.set(`docs/terraform/${name}`, text);
wanted.set("schemas/seed.schema.json", `${JSON.stringify(SEED_SCHEMA, null, 2)}\n`);
const { version } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
for (const [name, text] of constructFiles(terraformResources(kinds), version)) wanted.set(`src/constructs/${name}`, text);

const stale = [];
for (const [name, text] of wanted) {
  const file = join(top, name);
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  stale.push(name);
  if (check) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
for (const folder of [
  "schemas/kinds",
  "schemas/api",
  "src/constructs",
  "docs/terraform/resources",
  "docs/terraform/data-sources",
]) {
  for (const file of existsSync(join(top, folder)) ? readdirSync(join(top, folder)) : []) {
    const name = `${folder}/${file}`;
    if (wanted.has(name) || (folder === "src/constructs" && !file.endsWith(".gen.ts"))) continue;
    stale.push(name);
    if (!check) rmSync(join(top, name));
  }
}

// What is made of all that: the bundle of the API description, and then the client's types of it.
for (const script of ["scripts/bundle-openapi.mjs", "scripts/generate-client.mjs"]) {
  const run = spawnSync(process.execPath, [join(top, script), ...(check ? ["--check"] : [])], { stdio: "inherit" });
  if (run.status !== 0) process.exitCode = 1;
}
if (check && stale.length > 0) {
  console.error(`not up to date: ${stale.join(", ")}\nrun: npm run generate`);
  process.exitCode = 1;
}
if (!check) {
  const complaint = build();
  if (complaint !== undefined) {
    console.error(complaint);
    process.exitCode = 1;
  }
}
if (!check) console.log(stale.length === 0 ? "everything was up to date" : `wrote ${stale.length} files`);
