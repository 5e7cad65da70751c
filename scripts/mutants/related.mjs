// Which tests import a file, however far away: those of `vitest related`, without loading them all.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Imports, re-exports and dynamic imports of files. What is imported as a type alone is gone when the test runs. */
const importing = /(?:^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?|\bimport\(\s*)"(\.[^"]+)"/gm;

/**
 * The test files of a tree that import a file of it, those first that import least besides: they are the most likely to be
 * about it, and the fastest to run.
 */
export function relatedTests(top, file) {
  const imports = new Map();
  const importsOf = (name) => {
    const known = imports.get(name) ?? read(name);
    imports.set(name, known);
    return known;
  };
  const reached = (name, seen = new Set()) => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const one of importsOf(name)) reached(one, seen);
    return seen;
  };
  return readdirSync(join(top, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => ({ test: `test/${name.split("\\").join("/")}`, files: reached(join(top, "test", name)) }))
    .filter(({ files }) => files.has(join(top, file)))
    .sort((a, b) => a.files.size - b.files.size)
    .map(({ test }) => test);
}

function read(file) {
  if (!existsSync(file)) return [];
  return [...readFileSync(file, "utf8").matchAll(importing)].map(([, name]) => {
    const imported = resolve(dirname(file), name);
    return existsSync(imported) ? imported : imported.replace(/\.js$/, ".ts");
  });
}
