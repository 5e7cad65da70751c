// A reporter of the test runner: writes what `npm test` and `npm run test:times` need of a run to TRUEUP_TEST_REPORT, as JSON.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../..", import.meta.url));

export default class {
  onTestRunEnd(modules, errors, reason) {
    const file = process.env["TRUEUP_TEST_REPORT"];
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ reason, errors: errors.length, files: modules.map(rowOf) }));
  }
}

function rowOf(module) {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  const { cpu, parts } = module.meta();
  return {
    file: relative(top, module.moduleId),
    project: module.project.name,
    // Seconds: tests and hooks, loading, and setup files.
    tests: duration / 1000,
    loading: collectDuration / 1000,
    setup: setupDuration / 1000,
    cpu,
    parts,
    ok: module.ok(),
    cases: [...module.children.allTests()].map((one) => ({ name: one.fullName, state: one.result().state, tags: one.tags })),
  };
}
