// The configuration of the tests in a scratch copy: as usual, but those that import least run first, since they are the most likely to be about what was changed.
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { mergeConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

import usual from "./vitest.config.ts";

const imported = /(?:^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?|\bimport\(\s*)"(\.[^"]+)"/gm;
const known = new Map();

function importsOf(file) {
  const found = known.get(file) ?? read(file);
  known.set(file, found);
  return found;
}

function read(file) {
  if (!existsSync(file)) return [];
  return [...readFileSync(file, "utf8").matchAll(imported)].map(([, name]) => resolve(dirname(file), name.replace(/\.js$/, ".ts")));
}

/** How many files a test takes to run. */
function reach(file, seen = new Set()) {
  if (!seen.has(file)) {
    seen.add(file);
    for (const one of importsOf(file)) reach(one, seen);
  }
  return seen.size;
}

class LeastFirst extends BaseSequencer {
  async sort(files) {
    const first = (process.env.TRUEUP_FIRST_TEST ?? "").split(",").filter((name) => name !== "");
    const ranks = new Map(
      files.map((one) => [one, first.some((name) => one.moduleId.endsWith(name)) ? 0 : reach(one.moduleId)]),
    );
    return (await super.sort(files)).sort((a, b) => ranks.get(a) - ranks.get(b));
  }
}

export default mergeConfig(usual, { cacheDir: ".cache", test: { sequence: { sequencer: LeastFirst } } });
