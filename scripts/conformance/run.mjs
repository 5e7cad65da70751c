// Runs parts of the suite, each in a process of its own and against an emulator of its own: the suite begins by removing all that it finds, and sleeps much.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const top = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const trueup = join(top, "dist/cli/main.js");
const PLUGIN = join(top, "test/conformance");
/** What a fresh container of the suite is: the release of today with every licence, and an administrator alone. */
const SERVER = ["--dialect", "vendor", "--server-version", "19.0.0", "--tier", "ultimate", "--seed", "none"];
const PYTEST = ["-m", "pytest", "-q", "-p", "emulator_plugin", "-p", "no:cacheprovider", "--tb=short"];
/** How many parts the other tests are cut into: each waits for something a part of the time. */
const PARTS = 4;

/**
 * The tests of the suite as parts `{ name, ids, counted }`: the tests to run in order, and those whose outcome is taken from it. A slow test goes by itself, after
 * those before it in its file that are not slow, as they make what it needs; all others go with their files.
 */
export async function parts(suite, only) {
  const tests = await collected(suite, only);
  const names = [...new Set(tests.map(fileOf))];
  const isSlow = ({ fixtures }) => suite.slow !== undefined && fixtures.includes(suite.slow);
  const files = names.map((name) => ({
    name,
    tests: tests.filter((test) => fileOf(test) === name).map((test) => ({ ...test, isSlow: isSlow(test) })),
  }));
  return [...files.flatMap(slowParts), ...bundles(files)];
}

async function collected(suite, only) {
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  try {
    const place = join(folder, "collected.json");
    const words = [...PYTEST, ...suite.words, "--collect-only", ...(only.length > 0 ? only : suite.tests)];
    const { said } = await python(suite, words, { CONFORMANCE_COLLECTED: place, TMPDIR: folder });
    const tests = read(place);
    if (tests === undefined) throw new Error(`the tests cannot be collected:\n${said}`);
    return tests;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const fileOf = ({ id }) => id.split("::")[0];
const idsOf = (tests) => tests.filter(({ isSlow }) => !isSlow).map(({ id }) => id);

function slowParts({ tests }) {
  return tests.flatMap((test, place) =>
    test.isSlow ? [{ name: test.id, ids: [...idsOf(tests.slice(0, place)), test.id], counted: [test.id] }] : [],
  );
}

/** The files dealt out so that the parts have about as many tests. */
function bundles(files) {
  const dealt = Array.from({ length: PARTS }, () => []);
  const size = (part) => part.flatMap(({ tests }) => idsOf(tests)).length;
  const bySize = files.toSorted((a, b) => idsOf(b.tests).length - idsOf(a.tests).length);
  for (const file of bySize) dealt.toSorted((a, b) => size(a) - size(b))[0].push(file);
  return dealt
    .map((part) => part.flatMap(({ tests }) => idsOf(tests)))
    .filter((ids) => ids.length > 0)
    .map((ids, place) => ({ name: `part ${place + 1}`, ids, counted: ids }));
}

/** Runs the parts, all at once; answers each one's `{ part, results, said, plan }`: outcomes by test, and what is wrong with the export of the instance afterwards. */
export async function runAll(suite, all, tell) {
  return Promise.all(
    all.map(async (part) => {
      const done = await run(suite, part);
      tell(done);
      return done;
    }),
  );
}

async function run(suite, part) {
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  const emulator = await startEmulator(folder);
  try {
    const place = join(folder, "results.json");
    const { said } = await python(suite, [...PYTEST, ...suite.words, ...part.ids], {
      [suite.url]: emulator.url,
      [suite.token]: emulator.token,
      CONFORMANCE_RESULTS: place,
      TMPDIR: folder,
    });
    const all = read(place) ?? {};
    const results = part.counted.map((id) => ({ id, ...(all[id] ?? { outcome: "failed", why: "was not run" }) }));
    return { part, results, said, plan: await planAfter(emulator, folder) };
  } finally {
    emulator.child.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startEmulator(folder) {
  const child = spawn(process.execPath, [trueup, "emulator", "--json", ...SERVER], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, ...JSON.parse(line) };
}

/** Exports the instance and plans: undefined where the plan is empty, else what was said. */
async function planAfter({ url, token }, folder) {
  const cwd = join(folder, "exported");
  mkdirSync(cwd);
  const env = { PATH: process.env.PATH, HOME: folder, TRUEUP_URL: url, TRUEUP_TOKEN: token };
  const start = (...words) => output(process.execPath, [trueup, ...words], { cwd, env });
  const exported = await start("export", "--out", "trueup");
  if (exported.code !== 0) return `export: ${exported.said}`;
  const planned = await start("plan", "--detailed-exitcode", "trueup");
  return planned.code === 0 ? undefined : `plan: ${planned.said}`;
}

function python({ source, bin }, words, variables) {
  const env = {
    ...process.env,
    ...variables,
    PATH: [bin, process.env.PATH].join(delimiter),
    PYTHONPATH: PLUGIN,
    PYTHONDONTWRITEBYTECODE: "1",
  };
  return output(join(bin, "python"), words, { cwd: source, env });
}

async function output(program, words, options) {
  const child = spawn(program, words, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  return { code, said };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
