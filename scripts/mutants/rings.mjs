// Which tests a mutant meets, from the quick ones on.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The rings of tests of a copy, each as options of the runner: `quick` are those of `npm run test:quick`, `slow` those that it leaves out, `programs` start programs, and `nightly` are those that only
 * `npm run test:all` runs. For the gate, and in a copy that knows no such tests, `nightly` is undefined.
 */
export function ringsOf({ directory }, isGate) {
  // The runner refuses a filter with a tag that it does not know, and revisions from before that tag have no such tests.
  const knowsNightly = readFileSync(join(directory, "vitest.config.ts"), "utf8").includes('"nightly"');
  const filter = (...tags) => (tags.length === 0 ? [] : [`--tags-filter=${tags.join(" and ")}`]);
  const gate = knowsNightly ? ["!nightly"] : [];
  return {
    quick: ["--project", "in-process", ...filter("!slow", ...gate)],
    slow: ["--project", "in-process", ...filter("slow", ...gate)],
    programs: ["--project", "programs", ...filter(...gate)],
    nightly: knowsNightly && !isGate ? filter("nightly") : undefined,
  };
}
