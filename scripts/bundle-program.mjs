// Makes dist/ of the sources and of the packages that they import: few files that Node finds and opens fast, with nothing to install beside them. Each part of the program that is
// imported when it is needed stays a file of its own.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { minifySync } from "rolldown/utils";
import { lookupOfChecks } from "./compiled-checks.mjs";
import { ownersOf } from "./licenses.mjs";
import { partOfUndici } from "./part-of-undici.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const dist = join(top, "dist");
/** Names of classes stay, which messages show. */
export const minify = { compress: true, mangle: { toplevel: true, keepNames: { function: false, class: true } }, codegen: true };
/** Of libraries: Node prints the line that threw an error that nobody catches, so a line must be no whole file. */
export const minifyLibrary = { ...minify, codegen: false };
/** The command and the client are for users. Tests and benches load the rest, as it is shipped. */
const entries = [
  "cli/main",
  "cli/run",
  "cli/session",
  "cli/interrupt",
  "client/index",
  "core/redact",
  "emulator/index",
  "trueup",
];
/** Some packages are needed by a few functions only, which cannot wait: `late(NAME)` runs a package when it is first called, and so does `require` in a bundle. */
const loadedWhenCalled = {
  name: "loaded-when-called",
  transform(code, id) {
    if (!id.startsWith(join(top, "src")) || !code.includes('late("')) return undefined;
    return code.replaceAll(/\blate\("/g, 'require("');
  },
};

/** Checks lie in two files, which are read when the first check is needed. */
const material = `
import { readFileSync } from "node:fs";

const read = (name) => readFileSync(new URL("../checks/" + name, import.meta.url));
let [bytes, list] = [];

export const packed = () => (bytes ??= read("packed.br"));
export const places = () => (list ??= JSON.parse(read("places.json").toString("utf8")));
`;

/** Writes dist/, but for what is made in other ways; answers the directories of the packages of which code is in it. `checks` is what compileChecks answers. */
export async function bundleProgram(checks) {
  for (const name of ["chunks", "checks", ...entries.map((entry) => entry.split("/")[0])])
    rmSync(join(dist, name), { recursive: true, force: true });
  writeChecks(checks);
  const { output } = await build({
    input: Object.fromEntries(entries.map((entry) => [entry, join(top, `src/${entry}.ts`)])),
    platform: "node",
    // Sources name each other as tsc wants it: by what they become.
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    tsconfig: join(top, "tsconfig.json"),
    plugins: [lookupOfChecks(material), loadedWhenCalled, partOfUndici],
    logLevel: "warn",
    output: {
      dir: dist,
      format: "esm",
      // All chunks lie as deep as the command: files beside dist/ are found from where a source has become part of.
      chunkFileNames: "chunks/[name]-[hash].js",
      comments: false,
      minify,
    },
  });
  for (const { fileName, imports, dynamicImports } of output.filter(({ type }) => type === "chunk")) {
    const missing = [...imports, ...dynamicImports].filter((name) => !isThere(name, output));
    if (missing.length > 0) throw new Error(`${fileName} still imports ${missing.join(", ")}`);
  }
  for (const { fileName, code } of reachedFrom("client/index.js", output))
    writeFileSync(join(dist, fileName), minifySync(fileName, code, { compress: false, mangle: false, codegen: false }).code);
  chmodSync(join(dist, "cli/main.js"), 0o755);
  return ownersOf(output.flatMap(({ moduleIds = [] }) => moduleIds));
}

/** A file and those that it imports, whatever these import. */
function reachedFrom(entry, output, reached = new Set()) {
  const chunk = output.find(({ fileName }) => fileName === entry);
  if (!chunk || reached.has(chunk)) return reached;
  reached.add(chunk);
  for (const name of chunk.imports) reachedFrom(name, output, reached);
  return reached;
}

function isThere(name, output) {
  return name.startsWith("node:") || builtinModules.includes(name) || output.some(({ fileName }) => fileName === name);
}

function writeChecks({ packed, places }) {
  mkdirSync(join(dist, "checks"), { recursive: true });
  writeFileSync(join(dist, "checks/packed.br"), packed);
  writeFileSync(join(dist, "checks/places.json"), JSON.stringify(places));
}
