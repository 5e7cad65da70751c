import { readFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { directory } from "../harness/directory.js";

/** Writes down a signal before anybody else hears it; what the others do then is done when the file is read. */
const listener = `
const { appendFileSync } = require("node:fs");
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => appendFileSync(process.env.HEARD, signal + "\\n"));
`;

/** Tells of a process that runs with `env` when it has heard a signal, so that a test goes on neither too early nor after a guess. */
export interface Heard {
  readonly env: Readonly<Record<string, string>>;
  /** Resolves when it has heard so many. */
  come(count: number): Promise<void>;
}

/** For one process. */
export function hearSignals(): Heard {
  const place = directory({ "listener.cjs": listener, heard: "" });
  const heard = join(place, "heard");
  return {
    env: { NODE_OPTIONS: `--require ${join(place, "listener.cjs")}`, HEARD: heard },
    come: (count) =>
      vi.waitFor(
        () => {
          if (readFileSync(heard, "utf8").split("\n").length <= count) throw new Error(`it heard fewer than ${count} signals`);
        },
        { timeout: 60_000, interval: 10 },
      ),
  };
}
