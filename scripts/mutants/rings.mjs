// Which tests a mutant meets, from the quick ones on.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The rings of tests of a copy, each as options of the runner: `quick` are those of `npm run test:quick`, `slow` those that it leaves out, and `programs` start programs.
 * For the gate none has a test that only `npm run test:all` runs.
 */
export function ringsOf({ directory }, isGate) {
  // The runner refuses a filter with a tag that it does not know, and revisions from before that tag have no such tests.
  const knowsNightly = readFileSync(join(directory, "vitest.config.ts"), "utf8").includes('"nightly"');
  const ring = (project, filter) => ["--project", project, ...(filter === undefined ? [] : [`--tags-filter=${filter}`])];
  if (!knowsNightly) return { quick: ring("in-process", "!slow"), slow: ring("in-process", "slow"), programs: ring("programs") };
  return {
    quick: ring("in-process", "!slow and !nightly"),
    slow: ring("in-process", isGate ? "slow and !nightly" : "slow or nightly"),
    programs: ring("programs", isGate ? "!nightly" : undefined),
  };
}
