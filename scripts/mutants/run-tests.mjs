// Runs tests in a scratch copy, and says which of them failed.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathIn } from "./scratch.mjs";

/** After this long without an end something waits for ever, and that was noticed. */
const longest = 900_000;

/** Runs test files until a test fails; answers that one, or nothing where all of them pass. */
export async function firstFailing(scratch, files, options) {
  if (files.length === 0) return undefined;
  const { code, report, said } = await run(scratch, [...files, "--bail", "1", ...options]);
  if (code === undefined) return { file: files[0], title: `no end within ${longest / 60_000} minutes` };
  if (code === 0) return undefined;
  for (const { name, assertionResults, status, message } of report?.testResults ?? []) {
    const test = assertionResults.find((one) => one.status === "failed");
    if (test) return { file: pathIn(scratch, name), title: test.fullName };
    if (status === "failed") return { file: pathIn(scratch, name), title: message.split("\n")[0] };
  }
  // What is generated from the sources may not come about with a mutant.
  if (said.includes("Startup Error")) return { file: "", title: "the tests do not start" };
  throw new Error(`the tests could not be run:\n${said.slice(-2000)}`);
}

/** Runs quick test files to their end; answers those in which something fails. */
export async function failingFiles(scratch, files, options) {
  const { report } = await run(scratch, [...files, ...options]);
  return (report?.testResults ?? []).filter(({ status }) => status === "failed").map(({ name }) => pathIn(scratch, name));
}

/** Test runs that are under way; each is a group of processes of its own, so that its workers end with it. */
const underway = new Set();
const end = (child) => process.kill(-child.pid, "SIGKILL");
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    for (const child of underway) end(child);
    process.exit(1);
  });

async function run({ directory }, words) {
  const output = join(directory, "tests.json");
  rmSync(output, { force: true });
  const reporters = ["--reporter=json", `--outputFile=${output}`, "--passWithNoTests"];
  const leftOut = words.flatMap((word) => [...word.matchAll(/!(\w+)/g)].map(([, tag]) => tag));
  const program = join(directory, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [program, "run", ...words, ...reporters], {
    cwd: directory,
    // A file of which every test is left out need not be loaded.
    env: { ...process.env, VITEST_MAX_WORKERS: "1", TRUEUP_NO_SKIPS: "", TRUEUP_LEFT_OUT: leftOut.join(), NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  underway.add(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  let overdue = false;
  const timer = setTimeout(() => {
    overdue = true;
    end(child);
  }, longest);
  const [code] = await new Promise((resolve) => child.once("close", (...how) => resolve(how)));
  underway.delete(child);
  clearTimeout(timer);
  const report = existsSync(output) ? JSON.parse(readFileSync(output, "utf8")) : undefined;
  return { code: overdue ? undefined : code, report, said };
}
