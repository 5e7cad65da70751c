// What CI says of a run of the tests: `node scripts/test-counts.mjs REPORT STATUS`, the test runner's JSON report and its exit code. A test that was skipped is one that
// nobody ran: it counts as failed, and its name says what lacks. The last line is `N passed, N failed`; the exit code is 0 if nothing failed.
import { readFileSync } from "node:fs";

const [file = "", status = "1"] = process.argv.slice(2);
const files = read()?.testResults ?? [];
const tests = files.flatMap(({ assertionResults }) => assertionResults);
const named = (wanted) => tests.filter(({ status: one }) => wanted.includes(one));
const passed = named(["passed"]).length;
const skipped = named(["skipped", "pending", "todo", "disabled"]);
for (const { fullName } of skipped) console.log(`not run, which counts as failed: ${fullName}`);

let failed = named(["failed"]).length + skipped.length;
// A file that does not even load counts no test, but it failed.
if (status !== "0" && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function read() {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // The run ended before the tests did: lint, types or the build failed.
    return undefined;
  }
}
