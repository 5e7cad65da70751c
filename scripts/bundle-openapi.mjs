// Writes schemas/openapi.json: schemas/openapi.yaml with the files of schemas/openapi/ merged into it and every reference to another file inlined.
// With --check it writes nothing and fails when the file on disk differs.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const schemas = resolve(dirname(fileURLToPath(import.meta.url)), "../schemas");
const target = resolve(schemas, "openapi.json");

/** Reads YAML or JSON, once per file. */
const files = new Map();
function load(file) {
  if (!files.has(file)) files.set(file, parse(readFileSync(file, "utf8")));
  return files.get(file);
}

/** Follows a JSON pointer. */
function at(document, pointer, where) {
  return pointer
    .split("/")
    .slice(1)
    .reduce((node, part) => {
      const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
      if (node === null || typeof node !== "object" || !Object.hasOwn(node, name))
        throw new Error(`${where}#${pointer} does not exist`);
      return node[name];
    }, document);
}

/** Replaces references to other files, and inside those files all references. `#/…` of the description itself stays. */
function inline(node, file, isDescription, open = []) {
  if (Array.isArray(node)) return node.map((item) => inline(item, file, isDescription, open));
  if (node === null || typeof node !== "object") return node;
  const { $ref: reference, ...rest } = node;
  const siblings = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, inline(value, file, isDescription, open)]),
  );
  if (typeof reference !== "string") return siblings;
  const [path, pointer = ""] = reference.split("#");
  if (path === "" && isDescription) return { $ref: reference, ...siblings };
  // References of the section files are relative to schemas/, like those of the root: one text means one file everywhere.
  const other = path === "" ? file : resolve(isDescription ? schemas : dirname(file), path);
  const key = `${other}#${pointer}`;
  if (open.includes(key)) throw new Error(`${key} refers to itself`);
  return { ...inline(at(load(other), pointer, other), other, false, [...open, key]), ...siblings };
}

/** A comma in an unquoted text of a flow mapping ends the text: what comes after it would be a name without a value. */
function refuseNamesWithoutValue(node, file) {
  if (node === null || typeof node !== "object") return;
  for (const [name, value] of Object.entries(node)) {
    if (value === null && !Array.isArray(node) && name !== "default")
      throw new Error(`${file}: ${JSON.stringify(name)} has no value; quote the text that it ends`);
    refuseNamesWithoutValue(value, file);
  }
}

function merge(into, from, file) {
  for (const [name, value] of Object.entries(from)) {
    if (into[name] === undefined) into[name] = value;
    else if (typeof value === "object" && !name.startsWith("/")) merge(into[name], value, file);
    else throw new Error(`${file}: ${name} is described twice`);
  }
}

const description = structuredClone(load(resolve(schemas, "openapi.yaml")));
for (const name of readdirSync(resolve(schemas, "openapi"))
  .filter((entry) => entry.endsWith(".yaml"))
  .sort()) {
  const { paths = {}, components = {}, ...other } = load(resolve(schemas, "openapi", name));
  if (Object.keys(other).length > 0)
    throw new Error(`openapi/${name} may only have paths and components, not ${Object.keys(other).join(", ")}`);
  refuseNamesWithoutValue({ paths, components }, `openapi/${name}`);
  merge(description, structuredClone({ paths, components }), `openapi/${name}`);
}
const text = `${JSON.stringify(inline(description, resolve(schemas, "openapi.yaml"), true), null, 1)}\n`;

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("schemas/openapi.json is not up to date: run node scripts/bundle-openapi.mjs");
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, text);
}
