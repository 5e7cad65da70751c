import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, expect, vi } from "vitest";

// Files of the project in-process share their process: each leaves it as it was, and none starts another.

const STARTERS = ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"] as const;

for (const name of STARTERS)
  Object.assign(childProcess, {
    [name]: () => {
      throw new Error(
        `child_process.${name}: a file that starts programs imports node:child_process, or a helper that does, by its name`,
      );
    },
  });
syncBuiltinESMExports();

/** What a file could leave behind for the next one. */
function surroundings() {
  return {
    environment: { ...process.env },
    directory: process.cwd(),
    globals: Object.getOwnPropertyNames(globalThis).sort(),
    listeners: Object.fromEntries(process.eventNames().map((name) => [String(name), process.listenerCount(name)])),
    servers: process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length,
  };
}

let before: ReturnType<typeof surroundings>;
beforeAll(() => {
  before = surroundings();
});
afterAll(async () => {
  expect(vi.isFakeTimers(), "this file left the clock stopped").toBe(false);
  // A server that was closed is gone a moment later.
  await vi.waitFor(
    () => expect(surroundings(), "this file left something behind in the process that it shares").toEqual(before),
    {
      interval: 5,
      timeout: 60_000,
    },
  );
});
