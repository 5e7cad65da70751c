// Schemas are compiled when the package is built (src/core/checks.ts says why). Both bundles take the compiled checks from here, and neither holds a compiler of schemas for its files.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { minifySync } from "rolldown/utils";
import { loadSources } from "./load-sources.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const core = join(top, "src/core");
const uncompiled = join(core, "checks.ts");
const lookup = "\0compiled-checks";

/**
 * Compiles every schema that the program checks values against. Answers `packed`, the compressed texts of all checks, and `places`, where in it each is. Checks of one kind
 * resemble each other and are compressed together; a program unpacks those of the kinds that it meets. A text is an expression: a function that gives the check.
 */
export async function compileChecks() {
  const paths = ["src/derive/check-files.ts", "src/core/check-key.ts", "src/kinds/index.gen.ts", "src/program/kinds.ts"];
  const { sources } = await loadSources(paths);
  const [{ checkedSchemas, checkText }, { checkKey }, { kinds: written }, { kinds }] = paths.map((path) => sources[path]);
  const planSchema = JSON.parse(readFileSync(join(top, "schemas/plan.schema.json"), "utf8"));
  const families = new Map();
  for (const { schema, extent, title } of [written, kinds].flatMap((all) => checkedSchemas(all, planSchema))) {
    const key = checkKey(schema, extent);
    const [family = ""] = title.split(" ");
    if (!families.has(family)) families.set(family, new Map());
    if (!families.get(family).has(key)) families.get(family).set(key, minified(key, checkText(schema, extent)));
  }
  return pack([...families.values()]);
}

/** A place is where the compressed family begins and ends, and where in what it unpacks to the text begins and ends. */
function pack(families) {
  const places = {};
  const packed = [];
  let start = 0;
  for (const texts of families) {
    const bytes = brotliCompressSync([...texts.values()].join(""), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    let from = 0;
    for (const [key, text] of texts) {
      places[key] = [start, start + bytes.length, from, from + text.length];
      from += text.length;
    }
    packed.push(bytes);
    start += bytes.length;
  }
  return { packed: Buffer.concat(packed), places };
}

function minified(key, text) {
  const { code, errors } = minifySync(`${key}.cjs`, text, { module: false });
  if (errors.length > 0) throw new Error(`the check ${key}: ${errors[0].message}`);
  return code.replace(/^module\.exports\s*=/, "").replace(/;\s*$/, "");
}

/**
 * Puts a module that looks checks up in the place of `src/core/checks.ts`. `material` is the source of a module that exports `packed()` and `places()`, which give what
 * compileChecks answers.
 */
export function lookupOfChecks(material) {
  return {
    name: "compiled-checks",
    async resolveId(name, importer) {
      if (importer === lookup && name === "material") return `${lookup}-material`;
      if (importer === lookup && name.startsWith(".")) return join(core, name.replace(/\.js$/, ".ts"));
      if (!name.endsWith("/checks.js") || importer === undefined) return undefined;
      const source = await this.resolve(name, importer, { skipSelf: true });
      return source?.id === uncompiled ? lookup : undefined;
    },
    load: (id) => (id === lookup ? lookupText : id === `${lookup}-material` ? material : undefined),
  };
}

const lookupText = `
import { runInThisContext } from "node:vm";
import { brotliDecompressSync } from "node:zlib";
import { checkKey } from "./check-key.js";
import { formats, parts } from "./check-parts.js";
import { packed, places } from "material";

const shared = { formats, require: (name) => parts[name] };
const families = new Map();
const checks = new Map();

export function checkOf(schema, extent = "all") {
  const key = checkKey(schema, extent);
  const check = checks.get(key) ?? compiled(key, schema);
  checks.set(key, check);
  return check;
}

function compiled(key, schema) {
  const place = places()[key];
  if (place === undefined) throw new Error(\`the schema \${schema.title ?? ""} is none of those that the build compiles: src/derive/check-files.ts lists them\`);
  const [start, end, from, to] = place;
  const family = families.get(start) ?? brotliDecompressSync(packed().subarray(start, end)).toString("utf8");
  families.set(start, family);
  return runInThisContext(\`(\${family.slice(from, to)})\`, { filename: \`trueup/checks/\${key}\` })(shared);
}
`;
