import { readFileSync } from "node:fs";
import { afterAll } from "vitest";
import { takeParts } from "./parts.js";

// Runs before each test file is loaded: all that the file costs counts. `npm run test:times` prints it.

declare module "vitest" {
  interface TaskMeta {
    /** Seconds of processors that the file took, in this process and in programs that it started. */
    cpu?: number;
    /** Seconds by harness part: see test/parts.ts. */
    parts?: Readonly<Record<string, number>>;
  }
}

const before = processorSeconds();
takeParts();

// oxlint-disable-next-line no-empty-pattern -- the runner asks for a pattern here
afterAll(({}, suite) => {
  suite.file.meta.cpu = processorSeconds() - before;
  suite.file.meta.parts = takeParts();
});

/** Of this process and of its children that have ended; of the children only where the system tells (Linux). */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childSeconds();
}

function childSeconds(): number {
  if (process.platform !== "linux") return 0;
  // The name of the program, which may hold anything, ends at the last bracket; ticks are hundredths of a second.
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
