// The API description as one document: schemas/openapi.yaml with the files of schemas/openapi/ merged into it and every reference to another file inlined.
import { readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const schemas = resolve(dirname(fileURLToPath(import.meta.url)), "../schemas");

const root = join(schemas, "openapi.yaml");

/** Reads all that is written by hand, beside what else the caller does meanwhile: path -> what it says. */
export async function readDescriptions() {
  const sections = readdirSync(join(schemas, "openapi")).filter((name) => name.endsWith(".yaml"));
  const files = [root, ...sections.sort().map((name) => join(schemas, "openapi", name))];
  const worker = new Worker(new URL("read-descriptions.mjs", import.meta.url), { workerData: files });
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", (read) => resolve(new Map(read)));
  });
}

/**
 * The text of schemas/openapi.json.
 * @param {ReadonlyMap<string, object>} written what `readDescriptions` gave
 * @param {ReadonlyMap<string, string>} derived the schemas that follow from the kinds, by path from the top of the repository
 */
export function bundledDescription(written, derived) {
  const files = new Map([...written, ...[...derived].map(([name, text]) => [resolve(schemas, "..", name), JSON.parse(text)])]);
  const load = (file) => {
    if (!files.has(file)) throw new Error(`${relative(schemas, file)} is referred to and does not exist`);
    return files.get(file);
  };
  const description = structuredClone(load(root));
  for (const [file, section] of written) {
    if (file === root) continue;
    const name = relative(schemas, file);
    const { paths = {}, components = {}, ...other } = section;
    if (Object.keys(other).length > 0)
      throw new Error(`${name} may only have paths and components, not ${Object.keys(other).join(", ")}`);
    refuseNamesWithoutValue({ paths, components }, name);
    merge(description, structuredClone({ paths, components }), name);
  }
  return `${JSON.stringify(inline(description, root, load), null, 1)}\n`;
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
function inline(node, file, load, open = []) {
  const isDescription = open.length === 0;
  if (Array.isArray(node)) return node.map((item) => inline(item, file, load, open));
  if (node === null || typeof node !== "object") return node;
  const { $ref: reference, ...rest } = node;
  const siblings = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, inline(value, file, load, open)]));
  if (typeof reference !== "string") return siblings;
  const [path, pointer = ""] = reference.split("#");
  if (path === "" && isDescription) return { $ref: reference, ...siblings };
  // References of the section files are relative to schemas/, like those of the root: one text means one file everywhere.
  const other = path === "" ? file : resolve(isDescription ? schemas : dirname(file), path);
  const key = `${other}#${pointer}`;
  if (open.includes(key)) throw new Error(`${key} refers to itself`);
  return { ...inline(at(load(other), pointer, other), other, load, [...open, key]), ...siblings };
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
