// Runs python-gitlab's own functional tests against the built emulator and writes docs/conformance.md. With --check it writes nothing and exits 1 if fewer pass than
// that page says, or if an instance does not plan empty after its export. Words are files or tests of the suite (tests/functional/api/test_users.py): only these are
// run, and told in full. Needs Python 3.10 or newer and a package index; where there is none it says so, and exits 0.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { RELEASE, suite } from "./conformance/python.mjs";
import { page, passedBy, stable } from "./conformance/report.mjs";
import { parts, runAll } from "./conformance/run.mjs";

const docs = join(fileURLToPath(new URL("..", import.meta.url)), "docs/conformance.md");
const { values: options, positionals: only } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean" } },
});

const found = suite();
if (found.lacks !== undefined) console.log(`conformance: not run: ${found.lacks}`);
else await conform();

async function conform() {
  const started = performance.now();
  const all = await parts(found, only);
  const first = await runAll(found, all, tell);
  // On a machine that has much else to do something may come too late: what fell gets a second chance.
  const done = options.check ? await Promise.all(first.map((one) => (hasFallen(one) ? again(one) : one))) : first;
  const results = done.flatMap((one) => one.results);
  const plans = done
    .filter(({ plan }) => plan !== undefined)
    .map(({ part, plan }) => `${part.name}: ${plan.trimEnd().split("\n").at(-1)}`);
  if (only.length > 0) return tellAll(done);
  const passed = results.filter(({ outcome }) => outcome === "passed").length;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${passed} of ${results.length} pass, ${plans.length} of ${done.length} instances do not plan empty (${seconds} s)`,
  );
  if (options.check) check(results, plans);
  else writeFileSync(docs, page({ release: RELEASE, results, plans: plans.map(stable), instances: done.length }));
}

function tell({ part, results }) {
  const passed = results.filter(({ outcome }) => outcome === "passed").length;
  console.log(`${part.name}: ${passed} of ${results.length}`);
}

function hasFallen({ results }) {
  return fallenIn(results).length > 0;
}

async function again({ part }) {
  const [one] = await runAll(found, [part], tell);
  return one;
}

/** Tests that failed and are not among those that the page names. */
function fallenIn(results) {
  const before = readFileSync(docs, "utf8");
  return results.filter(({ id, outcome }) => outcome === "failed" && !before.includes(id.replace("tests/functional/", "")));
}

function tellAll(done) {
  for (const { results, said, plan } of done) {
    console.log(said);
    for (const { id, outcome, why } of results) if (outcome !== "passed") console.log(`${outcome} ${id}: ${why}`);
    if (plan !== undefined) console.log(plan);
  }
}

/** Holds the number of tests that pass, and that plans are empty. */
function check(results, plans) {
  const floor = passedBy(readFileSync(docs, "utf8"));
  const passed = results.filter(({ outcome }) => outcome === "passed").length;
  for (const { id, why } of fallenIn(results)) console.log(`failed, which passed before: ${id}: ${why}`);
  for (const plan of plans) console.log(`does not plan empty: ${plan}`);
  const laws = [
    [`at least ${floor} functional tests of python-gitlab ${RELEASE} pass against the emulator`, passed >= floor],
    ["what they leave on the instance is exported, and plans empty", plans.length === 0],
  ];
  for (const [law, holds] of laws) console.log(`${holds ? "holds" : "BROKEN"}: ${law}`);
  if (laws.some(([, holds]) => !holds)) process.exitCode = 1;
}
