import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const lockModule = new URL("../../.src-js/platform/logins/lock.js", import.meta.url).href;
/** Says, of each lock that it is told of, whether it was alone under it. */
const program = `
  import { rmSync, writeFileSync } from "node:fs";
  import { underLock } from ${JSON.stringify(lockModule)};
  const work = async (mark) => {
    try {
      writeFileSync(mark, "", { flag: "wx" });
    } catch {
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
    rmSync(mark);
    return true;
  };
  process.on("message", async (lock) => process.send(await underLock(lock, () => work(lock + ".inside"))));
`;
/** More than any process has. */
const nobody = 4_194_305;

let directory = "";
let processes: readonly ChildProcess[] = [];

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "trueup-lock-"));
  const file = join(directory, "contender.mjs");
  writeFileSync(file, program);
  processes = Array.from({ length: 6 }, () => fork(file, { cwd: fileURLToPath(new URL("../..", import.meta.url)) }));
});
afterAll(() => {
  for (const one of processes) one.kill();
  rmSync(directory, { recursive: true });
});

test(
  "a lock that a killed process left behind is taken over by one of many processes at a time",
  { tags: ["race"] },
  async () => {
    for (let round = 0; round < 20; round++) {
      const lock = join(directory, `${round}.lock`);
      writeFileSync(lock, JSON.stringify({ id: "killed", pid: nobody, host: hostname() }));
      const answers = processes.map(async (one) => {
        const answer = once(one, "message");
        one.send(lock);
        const [alone] = (await answer) as [boolean];
        return alone;
      });
      expect(await Promise.all(answers), `round ${round}`).toEqual(processes.map(() => true));
    }
  },
);
