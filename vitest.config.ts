import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { isTagged, testFiles, wayToPrograms } from "./test/in-process.js";
import { LongestFirst } from "./test/longest-first.js";
import { strippedSources } from "./test/stripped-sources.js";

/** Tags of the tests that this ring leaves out. */
const leftOut = (process.env["TRUEUP_LEFT_OUT"] ?? "").split(",");
/** Files that `scripts/tests.mjs` leaves out, because nothing that they depend on has changed. */
const filesLeftOut = new Set((process.env["TRUEUP_FILES_LEFT_OUT"] ?? "").split(","));
const files = testFiles().filter((file) => !filesLeftOut.has(file) && !isTagged(file, leftOut));
const startPrograms = files.filter((file) => wayToPrograms(file).length > 0);
const inProcess = files.filter((file) => !startPrograms.includes(file));

/** The parser of workflows comes with source maps without sources, and each would be a warning. */
const withoutSourceMaps: Plugin = {
  name: "without-source-maps",
  load(id) {
    if (!/@actions\/workflow-parser\/.*\.js$/.test(id)) return undefined;
    return readFileSync(id, "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "");
  },
};

export default defineConfig({
  plugins: [strippedSources, withoutSourceMaps],
  test: {
    // The parser of workflows imports JSON without the attribute that Node wants.
    server: { deps: { external: [/\/\.src-js\//], inline: ["@actions/workflow-parser"] } },
    globalSetup: "test/built-files.setup.ts",
    reporters: ["default", "./scripts/tests/reporter.mjs"],
    // A machine under load is no fault of what is tested: only what hangs ends by this.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 60_000 } },
    // Many tests start processes of their own, which want room too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // What was transformed once is kept in node_modules/.cache, for the other project and for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.cache/trueup/modules" },
    // Names only what takes longer than it should: `npm run test:times` has the rest.
    slowTestThreshold: 10_000,
    sequence: { sequencer: LongestFirst },
    tags: [
      { name: "slow", description: "Takes more than a second of a processor: `npm run test:quick` leaves it out." },
      { name: "nightly", description: "Only `npm run test:all` runs it. A smaller test of the same promise is in the gate." },
      {
        name: "race",
        description:
          "About concurrency, kills and races: never run twice, because what flickers there is a fault of the product.",
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: "in-process",
          include: inProcess,
          setupFiles: ["test/times.setup.ts", "test/in-process.setup.ts"],
          pool: "forks",
          // One process for many files leaves much behind.
          execArgv: ["--max-semi-space-size=64"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "programs",
          include: startPrograms,
          setupFiles: ["test/times.setup.ts", "test/built.setup.ts"],
          pool: "forks",
          isolate: false,
        },
      },
    ],
  },
});
