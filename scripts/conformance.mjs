// Runs the suites of other clients (conformance/suites.mjs) against the built emulator and writes docs/conformance.md. With --suite NAME only that one's section is
// written anew. With --check nothing is written, and it exits 1 if fewer pass than the page says, or if an instance does not plan empty after its export; of a suite
// that takes long only a part is run then. Words are files or tests of the suite (tests/functional/api/test_users.py): only these are run, and told in full. Needs
// Python 3.10 or newer, and 3.12 for the second suite, and a package index; where there is none it says so, and exits 0.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installed } from "./conformance/python.mjs";
import { page, passedBy, section, sectionOf, stable } from "./conformance/report.mjs";
import { parts, runAll } from "./conformance/run.mjs";
import { SUITES } from "./conformance/suites.mjs";

const docs = join(fileURLToPath(new URL("..", import.meta.url)), "docs/conformance.md");
const { values: options, positionals: only } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean" }, suite: { type: "string" } },
});
const before = readFileSync(docs, "utf8");
const wanted = SUITES.filter(
  ({ name, prefix }) =>
    (options.suite ?? name) === name && (only.length === 0 || only.some((one) => one.startsWith(prefix.slice(0, -1)))),
);
const written = new Map();

const found = wanted.map((suite) => ({ name: suite.name, ...installed(suite) }));
for (const { name, lacks } of found) if (lacks !== undefined) console.log(`conformance: ${name} is not run: ${lacks}`);
// Side by side: each waits for something most of the time.
await Promise.all(found.filter(({ lacks }) => lacks === undefined).map(conform));
if (written.size > 0) writeFileSync(docs, page(SUITES, written, before));

async function conform(suite) {
  const started = performance.now();
  const isPart = options.check === true && suite.checked !== undefined;
  const all = await parts(suite, only.length > 0 ? only : isPart ? suite.checked : []);
  const first = await runAll(suite, all, tell);
  // On a machine that has much else to do something may come too late: what fell gets a second chance.
  const done = options.check
    ? await Promise.all(first.map((one) => (fallenIn(suite, one.results).length > 0 ? again(suite, one) : one)))
    : first;
  const results = done.flatMap((one) => one.results);
  const plans = done
    .filter(({ plan }) => plan !== undefined)
    .map(({ part, plan }) => `${part.name}: ${plan.trimEnd().split("\n").at(-1)}`);
  if (only.length > 0) return tellAll(done);
  const passed = results.filter(({ outcome }) => outcome === "passed").length;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${suite.name}: ${passed} of ${results.length} pass, ${plans.length} of ${done.length} instances do not plan empty (${seconds} s)`,
  );
  if (options.check) check(suite, isPart, results, plans);
  else written.set(suite.name, section({ suite, results, plans: plans.map(stable), instances: done.length }));
}

function tell({ part, results }) {
  const passed = results.filter(({ outcome }) => outcome === "passed").length;
  console.log(`${part.name}: ${passed} of ${results.length}`);
}

async function again(suite, { part }) {
  const [one] = await runAll(suite, [part], tell);
  return one;
}

/** Tests that failed and are not among those that the page names. */
function fallenIn(suite, results) {
  return results.filter(({ id, outcome }) => outcome === "failed" && !before.includes(id.replace(suite.prefix, "")));
}

function tellAll(done) {
  for (const { results, said, plan } of done) {
    console.log(said);
    for (const { id, outcome, why } of results) if (outcome !== "passed") console.log(`${outcome} ${id}: ${why}`);
    if (plan !== undefined) console.log(plan);
  }
}

/** Holds the number of tests that pass, or where only a part of them is run that none falls, and that plans are empty. */
function check(suite, isPart, results, plans) {
  const fallen = fallenIn(suite, results);
  const floor = isPart ? undefined : passedBy(sectionOf(before, suite) ?? "");
  const passed = results.filter(({ outcome }) => outcome === "passed").length;
  for (const { id, why } of fallen) console.log(`failed, which passed before: ${id}: ${why}`);
  for (const plan of plans) console.log(`does not plan empty: ${plan}`);
  const laws = [
    floor === undefined
      ? [
          `the tests of ${suite.name} ${suite.release} in ${suite.checked.join(", ")} pass against the emulator`,
          fallen.length === 0,
        ]
      : [`at least ${floor} tests of ${suite.name} ${suite.release} pass against the emulator`, passed >= floor],
    ["what they leave on the instance is exported, and plans empty", plans.length === 0],
  ];
  for (const [law, holds] of laws) console.log(`${holds ? "holds" : "BROKEN"}: ${law}`);
  if (laws.some(([, holds]) => !holds)) process.exitCode = 1;
}
