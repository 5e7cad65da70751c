// `npm run test:quick`, `npm test` and `npm run test:all`: one ring of the tests, with lint, types and the build beside them. `node scripts/tests.mjs RING [options]`:
// options go to the test runner, so that `npm test -- test/cli` takes a folder. Ends with the line `N passed, N failed`, and with exit code 1 if anything failed.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import { isBuilt } from "./build-stamp.mjs";
import { makeBuiltFiles } from "./built-files.mjs";
import { runBeside } from "./tests/beside.mjs";
import { emulatorRing } from "./tests/emulator-ring.mjs";
import { counts, filesToRepeat, verdict } from "./tests/verdict.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const cache = join(top, "node_modules/.cache/trueup");
const flakyFile = join(top, "test/flaky.yaml");

/** What each ring leaves out, by tag, and whether it starts programs. */
const rings = {
  quick: { leftOut: ["slow", "nightly"], programs: false, what: "every test that starts no program and is not slow" },
  gate: {
    leftOut: ["nightly"],
    programs: true,
    what: "every test but those with the tag nightly, and a sample of the cases of some",
  },
  all: { leftOut: [], programs: true, what: "every test, with all of its cases" },
};

const [name = "", ...options] = process.argv.slice(2);
const ring = rings[name];
if (ring === undefined) {
  console.error(`no ring of the tests is called "${name}". There are: ${Object.keys(rings).join(", ")}.`);
  process.exit(1);
}

console.log(`${name}: ${ring.what}${options.length > 0 ? ` (${options.join(" ")})` : ""}`);
const emulator = emulatorRing(top, reasonForAll());
console.log(`${emulator.line}\n`);
const began = performance.now();
await makeBuiltFiles();
const buildMark = join(cache, `build-${process.pid}`);
const besides = ["lint", "types"].map(runBeside);
if (ring.programs) besides.push(built());
const report = await run(`tests-${name}`, options);
const repeated = report === undefined ? [] : filesToRepeat(report);
const again = new Map();
for (const file of repeated) {
  console.log(`\nonce more, alone: ${file}`);
  again.set(file, await run(`again-${process.pid}`, [file]));
}
const isSound = (await Promise.all(besides)).every(Boolean);
rmSync(buildMark, { force: true });
const known = existsSync(flakyFile) ? (parse(readFileSync(flakyFile, "utf8")) ?? []) : [];
const noSkips = (process.env["TRUEUP_NO_SKIPS"] ?? "") !== "";
const end =
  report === undefined
    ? { passed: 0, failed: 1, skipped: 0, flaky: [], lines: ["the tests could not be run"] }
    : verdict({ report, again, known, leftOut: ring.leftOut, noSkips });
if (!isSound) end.failed += 1;
if (end.flaky.length > 0) writeFileSync(flakyFile, stringify([...known, ...end.flaky]));
for (const line of end.lines) console.log(line);
console.log(`${name}: ${Math.round((performance.now() - began) / 1000)} s`);
if (emulator.files.length > 0) console.log(emulator.line);
console.log(counts(end));
process.exitCode = end.failed === 0 ? 0 : 1;

/** Why no test of the emulator may be left out, whatever has changed. */
function reasonForAll() {
  if (name === "all") return "this ring leaves nothing out";
  if (options.length > 0) return "options choose the tests";
  return process.env["TRUEUP_EMULATOR_TESTS"] === "all" ? "TRUEUP_EMULATOR_TESTS asks for them" : undefined;
}

/** Builds where the sources are newer than the build. Tests that start programs wait for the mark. */
async function built() {
  const isGood = isBuilt() || (await runBeside("build"));
  mkdirSync(cache, { recursive: true });
  writeFileSync(buildMark, isGood ? "built" : "the build failed");
  return isGood;
}

/** Runs the test runner; answers its report, or nothing where it came to none. */
async function run(called, more) {
  const file = join(cache, `${called}.json`);
  rmSync(file, { force: true });
  const filter = ring.leftOut.map((tag) => `!${tag}`).join(" and ");
  const all = [
    "run",
    ...(filter === "" ? [] : [`--tags-filter=${filter}`]),
    ...(ring.programs ? [] : ["--project", "in-process"]),
    ...more,
  ];
  const child = spawn(process.execPath, [join(top, "node_modules/vitest/vitest.mjs"), ...all], {
    cwd: top,
    stdio: "inherit",
    env: {
      ...process.env,
      TRUEUP_RING: name,
      // A file of which every test is left out need not be loaded.
      TRUEUP_LEFT_OUT: ring.leftOut.join(),
      TRUEUP_FILES_LEFT_OUT: emulator.files.join(),
      TRUEUP_TEST_REPORT: file,
      ...(ring.programs ? { TRUEUP_BUILD_MARK: buildMark } : {}),
    },
  });
  await new Promise((resolve) => child.once("close", resolve));
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
