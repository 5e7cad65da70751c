// Runs TypeScript sources as they stand, without a build.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { rolldown } from "rolldown";

const top = fileURLToPath(new URL("..", import.meta.url));
const entry = "\0entry";
/** Of what runs: file -> where each of its places comes from. */
const maps = new Map();

/** A source that is broken, and where. */
export class BrokenSource extends Error {}

/**
 * Loads sources, given by path from the top of the repository, all in one world; gives what each exports, by path, and the paths of all files that this took.
 * Throws BrokenSource, which names file and line, where one cannot be read as TypeScript, imports what is not there, or throws.
 */
export async function loadSources(paths) {
  const imports = paths.map((path, index) => `import * as m${index} from ${JSON.stringify(join(top, path))};`);
  const exports = paths.map((path, index) => `  ${JSON.stringify(path)}: m${index},`);
  const { code, map, files } = await bundle([...imports, "export default {", ...exports, "};"].join("\n"));
  const place = mkdtempSync(join(tmpdir(), "trueup-sources-"));
  try {
    const file = join(place, "sources.mjs");
    writeFileSync(file, code);
    maps.set(file, new SourceMap(map));
    const { default: sources } = await import(pathToFileURL(file));
    return { sources, inputs: files.map((id) => relative(top, id).replaceAll("\\", "/")) };
  } catch (error) {
    throw placed(error);
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** An error that names the place in the sources that it comes from, as `src/kinds/topic.ts:12:3`; itself where it comes from none. */
export function placed(error) {
  if (error instanceof BrokenSource) return error;
  for (const [, file, line, column] of String(error?.stack).matchAll(/(?:file:\/\/)?(\/[^():]+):(\d+):(\d+)/g)) {
    const found = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (found?.originalSource === undefined) continue;
    const source = relative(top, resolve(top, found.originalSource));
    return new BrokenSource(`${source}:${found.originalLine + 1}:${found.originalColumn + 1}: ${error.message}`, {
      cause: error,
    });
  }
  return error;
}

async function bundle(text) {
  const files = [];
  const load = (id) => (id === entry ? text : void files.push(id));
  const bundler = await rolldown({
    input: entry,
    platform: "node",
    // Sources name each other as tsc wants it: by what they become.
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    tsconfig: join(top, "tsconfig.json"),
    plugins: [{ name: "sources", resolveId: whereIs, load }],
    logLevel: "silent",
  });
  try {
    const { output } = await bundler.generate({
      format: "esm",
      sourcemap: true,
      codeSplitting: false,
      file: join(top, "sources.mjs"),
    });
    return { ...output[0], files };
  } catch (error) {
    throw new BrokenSource((error.errors ?? [error]).map(complaint).join("\n"), { cause: error });
  } finally {
    await bundler.close();
  }
}

/** What the bundler says without its picture of the place. */
function complaint({ message, loc }) {
  const [first] = stripVTControlCharacters(message)
    .replace(/^\[[A-Z_]+\] /, "")
    .split("\n");
  return loc === undefined ? first : `${relative(top, loc.file)}:${loc.line}:${loc.column + 1}: ${first}`;
}

/** Packages stay where they are: what runs lies outside of the repository, so they are named by address. */
function whereIs(name, importer, { kind }) {
  if (importer === undefined) return name;
  // What a source loads when it runs it may load only there: nothing runs here.
  if (kind === "dynamic-import" && importer.includes("/src/cli/")) return { id: name, external: true };
  if (name.startsWith(".") || name.startsWith("/")) return undefined;
  return { id: name.startsWith("node:") ? name : import.meta.resolve(name), external: true };
}
