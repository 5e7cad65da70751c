// `npm run test:soak`: the gate's tests that wait or race, five times, with background work of the emulator that takes no time and 400 ms in turn, while one core is
// kept busy. Exits with 1 at the first run that fails. `npm run test:soak -- FILE…` takes these files instead; `--runs N` runs them N times.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isBuilt } from "./build-stamp.mjs";
import { runBeside } from "./tests/beside.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
/** Words by which a test waits for something, or is about what happens at the same time. */
const waits = /expect\.poll|waitFor|workerDelay|\brace\b|\.lag\(|until\(|setTimeout|setImmediate|Promise\.race|SIGKILL|SIGINT/;
/** Milliseconds that background work takes. */
const delays = [0, 400];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { runs: { type: "string", default: "5" } } });
const files = positionals.length > 0 ? positionals : filesThatWait();

if (isBuilt() || (await runBeside("build"))) {
  const busy = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
  process.once("exit", () => busy.kill());
  process.exitCode = await allRuns();
  busy.kill();
} else process.exitCode = 1;

async function allRuns() {
  for (let number = 0; number < Number(values.runs); number += 1) {
    const delay = delays[number % delays.length];
    console.log(
      `\nrun ${number + 1} of ${values.runs}: ${files.length} files, background work takes ${delay} ms, one core is busy`,
    );
    // oxlint-disable-next-line no-await-in-loop -- one run at a time
    if ((await run(delay)) !== 0) return 1;
  }
  return 0;
}

/** Runs the files once; answers the runner's exit code. */
function run(delay) {
  const words = ["run", "--tags-filter=!nightly", "--reporter=dot", ...files];
  const child = spawn(process.execPath, [join(top, "node_modules/vitest/vitest.mjs"), ...words], {
    cwd: top,
    stdio: "inherit",
    env: { ...process.env, TRUEUP_RING: "gate", TRUEUP_TEST_WORKER_DELAY: String(delay) },
  });
  return new Promise((resolve) => child.once("close", resolve));
}

function filesThatWait() {
  return readdirSync(join(top, "test"), { recursive: true })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name.split("\\").join("/")}`)
    .filter((name) => waits.test(readFileSync(join(top, name), "utf8")))
    .toSorted();
}
