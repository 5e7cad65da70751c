import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));

/** What starts a program: another process, a thread, a browser. */
const STARTS = /^(?:node:)?(?:child_process|cluster|worker_threads)$|^playwright-core$/;

/** Imports and re-exports. What is imported as a type alone is gone when the test runs. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?"([^"]+)"/gm;
/** What the product loads when it is asked to (a revision by git, the browser for a login) is no reason to be alone: a test that asks starts programs itself, or is told. */
const LOADED = /\bimport\(\s*"([^"]+)"/g;

/** Files from which no way leads to a program. */
const harmless = new Set<string>();
const imports = new Map<string, readonly string[]>();

/** Every test file, from the top of the repository. */
export function testFiles(): readonly string[] {
  return readdirSync(join(top, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join("test", name))
    .sort();
}

/** True for a file of which every test carries one of these tags: it says so by a comment, `// @module-tag slow`. */
export function isTagged(file: string, tags: readonly string[]): boolean {
  const [, tag] = /^\/\/ @module-tag (\w+)$/m.exec(readFileSync(join(top, file), "utf8")) ?? [];
  return tag !== undefined && tags.includes(tag);
}

/** How a file comes to start programs: the files from it to the one that does, and what that one imports. Empty if it starts none. */
export function wayToPrograms(file: string): readonly string[] {
  const seen = new Set(harmless);
  const way = wayFrom(resolve(top, file), seen);
  if (way.length === 0) for (const one of seen) harmless.add(one);
  return way.map((step) => (STARTS.test(step) ? step : relative(top, step)));
}

function importsOf(file: string): readonly string[] {
  const known = imports.get(file);
  if (known !== undefined) return known;
  // A program that stands in a test as a text has imports too, of files that are not there.
  const text = /\.[cm]?[jt]s$/.test(file) && existsSync(file) ? readFileSync(file, "utf8") : "";
  const loaded = relative(top, file).startsWith("src") ? [] : [...text.matchAll(LOADED)];
  const found = [...text.matchAll(IMPORT), ...loaded].map(([, imported = ""]) => imported);
  imports.set(file, found);
  return found;
}

function wayFrom(file: string, seen: Set<string>): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  for (const name of importsOf(file)) {
    if (STARTS.test(name)) return [file, name];
    const way = name.startsWith(".") ? wayFrom(sourceOf(file, name), seen) : [];
    if (way.length > 0) return [file, ...way];
  }
  return [];
}

function sourceOf(from: string, name: string): string {
  const file = resolve(dirname(from), name);
  return existsSync(file) ? file : file.replace(/\.js$/, ".ts");
}
