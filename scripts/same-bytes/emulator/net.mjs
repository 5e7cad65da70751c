// A net under the emulator: `node scripts/same-bytes.mjs --emulator BASE`.
//
// The tests of BASE's emulator run once, in a checkout of BASE, while each emulator that they start is recorded: its options and seed, and each request in order
// of arrival. A walk over all operations of the newest release (walk.mjs) is added, because tests see many operations only refuse. Then emulators of BASE and of
// the working tree are asked the same, in processes whose clock, random source and address are those of the recording
// (world.mjs). So ids, times and digests of commits are the same on both sides unless the tree differs. Tokens may differ as long as each has one counterpart.
//
// The traffic is made on the fly and not committed: it is tens of megabytes, it takes some minutes, and it follows the tests. node_modules/.cache keeps it with
// BASE's replies, for each BASE and each version of these scripts, so that further runs ask the working tree alone.
//
// Left out are emulators with faults (they are about connections), tests that start programs, and deliveries of webhooks (nobody listens in a replay).
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSources } from "../../load-sources.mjs";
import { cache, top } from "../build.mjs";
import { differencesText, replyDifferences } from "./compare.mjs";
import { operationNames, reachOf, reachText } from "./operations.mjs";
import { readRecordings } from "./recordings.mjs";
import { writeWalk } from "./walk.mjs";

const own = dirname(fileURLToPath(import.meta.url));
/** Processes that share the recordings of one side. */
const shares = 2;
const keptBases = 3;
/** What is recorded, as the test runner takes it. */
export const recordedTests = ["test/emulator"];

/** Compares the emulator of a revision with that of the working tree, prints what differs and answers whether all is the same. */
export async function compareEmulators(revision, { fresh = false } = {}) {
  const commit = execFileSync("git", ["rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`], {
    cwd: top,
    encoding: "utf8",
  }).trim();
  const base = await recordedBase(commit, fresh);
  prepareTree(top);
  const out = mkdtempSync(join(tmpdir(), "same-emulator-"));
  try {
    await replayAll(top, join(base, "recordings"), out);
    const recordings = readRecordings(join(base, "recordings"));
    const { operationOf } = await knownOperations();
    const differences = replyDifferences(recordings, readReplies(join(base, "replies")), readReplies(out), operationOf);
    const requests = recordings.flatMap(({ events }) => events.filter(({ work }) => work === undefined));
    const reached = new Set(requests.map(({ method, path }) => operationOf(method, path)));
    const asked = `${requests.length} requests of ${recordings.length} emulators, ${reached.size} operations`;
    if (differences.length === 0) console.log(`the same: ${asked}`);
    else console.log(`${differencesText(differences)}\n\n${differences.length} fields differ in ${asked}`);
    return differences.length === 0;
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** The operations that the emulator of the working tree serves. */
export async function knownOperations() {
  const account = "src/emulator/account.ts";
  const description = JSON.parse(readFileSync(join(top, "schemas/openapi.json"), "utf8"));
  const { sources } = await loadSources([account]);
  return operationNames(description, sources[account].accountOf(JSON.stringify(newestFacts(top)), description));
}

function newestFacts(tree) {
  const folder = join(tree, "schemas/facts");
  const [newest] = readdirSync(folder).toSorted((a, b) => Number.parseFloat(b) - Number.parseFloat(a));
  return JSON.parse(readFileSync(join(folder, newest), "utf8"));
}

/** What the net reaches, as text: by what tests asked, which is recorded in a directory, and by the walk. */
export async function netReach(recorded) {
  const folder = mkdtempSync(join(tmpdir(), "emulator-walk-"));
  const [walk, out] = ["walk", "out"].map((name) => join(folder, name));
  try {
    writeWalk(walk, newestFacts(top));
    mkdirSync(out);
    prepareTree(top);
    await replayAll(top, walk, out);
    const replies = readReplies(out);
    const walked = readRecordings(walk).map(({ name, events }) => ({
      events: events.map((event, index) => ({ ...event, status: replies.get(name)[index].status })),
    }));
    return reachText(reachOf([...readRecordings(recorded), ...walked], await knownOperations()));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Variables with which the test runner records the emulators that it starts. */
export function recordingVariables(directory) {
  mkdirSync(directory, { recursive: true });
  const options = `${process.env.NODE_OPTIONS ?? ""} --import ${new URL("hooks.mjs", import.meta.url).href}`;
  return { TRUEUP_RECORD: directory, NODE_OPTIONS: options.trim() };
}

/** The directory with the recordings of a commit and its own replies, made unless that was done before. */
async function recordedBase(commit, fresh) {
  const directory = join(cache, `emulator-${commit.slice(0, 12)}-${scriptsDigest()}`);
  if (fresh) rmSync(directory, { recursive: true, force: true });
  if (!existsSync(directory)) {
    const draft = mkdtempSync(join(makeCache(), "emulator-draft-"));
    const checkout = mkdtempSync(join(tmpdir(), "emulator-base-"));
    try {
      unpack(commit, checkout);
      prepareTree(checkout);
      record(checkout, join(draft, "recordings"));
      writeWalk(join(draft, "recordings"), newestFacts(checkout));
      mkdirSync(join(draft, "replies"));
      await replayAll(checkout, join(draft, "recordings"), join(draft, "replies"));
      renameSync(draft, directory);
    } finally {
      for (const made of [checkout, draft]) rmSync(made, { recursive: true, force: true });
    }
  }
  const now = new Date();
  utimesSync(directory, now, now);
  forgetOldBases();
  return directory;
}

function makeCache() {
  mkdirSync(cache, { recursive: true });
  return cache;
}

/** Whatever decides what recordings and replies look like, beside the revision. */
function scriptsDigest() {
  const hash = createHash("sha256").update(process.version);
  for (const name of readdirSync(own).toSorted()) hash.update(readFileSync(join(own, name)));
  return hash.digest("hex").slice(0, 12);
}

/** A checkout outside of node_modules, in which the test runner takes nothing for a test. It shares the packages of the working tree. */
function unpack(commit, directory) {
  const archive = execFileSync("git", ["archive", "--format=tar", commit], { cwd: top, maxBuffer: 1 << 30 });
  execFileSync("tar", ["-x", "-C", directory], { input: archive });
  const [before, after] = [directory, top].map((tree) => readFileSync(join(tree, "package-lock.json"), "utf8"));
  if (before === after) symlinkSync(join(top, "node_modules"), join(directory, "node_modules"));
  else
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], {
      cwd: directory,
      stdio: "ignore",
    });
}

/** Makes what the tests make before they run: generated files, and the sources as JavaScript. */
function prepareTree(tree) {
  for (const name of ["make-built-files.mjs", "strip-sources.mjs"])
    execFileSync(process.execPath, [join(tree, "scripts", name)], { cwd: tree, stdio: ["ignore", "ignore", "inherit"] });
}

function record(checkout, directory) {
  console.error("recording the tests of the base's emulator: some minutes, once for each base");
  const words = ["node_modules/vitest/vitest.mjs", "run", "--project=in-process", "--tags-filter=!nightly", ...recordedTests];
  const run = spawnSync(process.execPath, words, {
    cwd: checkout,
    env: { ...process.env, ...recordingVariables(directory) },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  // A test that fails has asked what it asks all the same.
  if (run.status !== 0) console.error("some tests of the base's emulator fail; their requests are compared like all others");
  if (readRecordings(directory).length === 0)
    throw new Error(`nothing was recorded:\n${run.stdout.slice(-4000)}${run.stderr.slice(-2000)}`);
}

/** Asks the emulator of a tree all that was recorded, and writes its replies. */
export async function replayAll(tree, recordings, out) {
  const runs = Array.from({ length: shares }, async (_, share) => {
    const words = [join(own, "player.mjs"), tree, recordings, join(out, `${share}.jsonl`), String(share), String(shares)];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "inherit", "inherit"] });
    const code = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (code !== 0) throw new Error(`the replay with ${tree} ended with ${code}`);
  });
  const failed = (await Promise.allSettled(runs)).find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

/** The replies of one side, by name of the recording. */
export function readReplies(directory) {
  const lines = readdirSync(directory).flatMap((name) => readFileSync(join(directory, name), "utf8").split("\n"));
  const all = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  return new Map(all.map(({ name, replies }) => [name, replies]));
}

function forgetOldBases() {
  const bases = readdirSync(cache)
    .filter((name) => /^emulator-[\da-f]{12}-/.test(name))
    .map((name) => ({ path: join(cache, name), used: statSync(join(cache, name)).mtimeMs }))
    .toSorted((a, b) => b.used - a.used);
  for (const { path } of bases.slice(keptBases)) rmSync(path, { recursive: true, force: true });
}
