import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
let directory = "";

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "trueup-counts-"));
  await symlink(join(root, "node_modules"), join(directory, "node_modules"));
});
afterAll(async () => rm(directory, { recursive: true }));

/** Runs a program to its end, whatever its end is. */
async function ended(file: string, words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return run(file, words, { cwd: directory, env: { ...process.env, ...env } }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

/** What CI says of a test file, and whether the run counts as good. */
async function counted(tests: string, env: NodeJS.ProcessEnv) {
  await writeFile(join(directory, "some.test.ts"), tests);
  const report = join(directory, "report.json");
  const runner = join(root, "node_modules/vitest/vitest.mjs");
  const output = ["--reporter=json", `--outputFile=${report}`];
  const { code } = await ended(process.execPath, [runner, "run", "--root", directory, ...output], env);
  const said = await ended(process.execPath, [join(root, "scripts/test-counts.mjs"), report, String(code)]);
  return { code, said: { ...said, stdout: said.stdout.trimEnd().split("\n") } };
}

const needs = JSON.stringify(join(root, "test/needs.ts"));
const needy = `
  import { it } from "vitest";
  import { describeUnless, testUnless } from ${needs};
  it("adds", () => {});
  testUnless("no browser starts here", "opens a page", () => {});
  describeUnless("there is no terraform on the PATH", "terraform", () => it("applies", () => {}));
`;

describe("a test that this machine cannot run", () => {
  it("is skipped by the test command, and would be a failure in CI by name", async () => {
    expect(await counted(needy, { TRUEUP_NO_SKIPS: "" })).toEqual({
      code: 0,
      said: {
        code: 1,
        stdout: [
          "not run, which counts as failed: opens a page (SKIPPED: no browser starts here)",
          "not run, which counts as failed: terraform (SKIPPED: there is no terraform on the PATH) applies",
          "1 passed, 2 failed",
        ],
      },
    });
  });

  it("fails where every test is asked for, as CI does", async () => {
    expect(await counted(needy, { TRUEUP_NO_SKIPS: "1" })).toEqual({
      code: 1,
      said: { code: 1, stdout: ["1 passed, 2 failed"] },
    });
    expect(await readFile(join(root, ".ci/run"), "utf8")).toMatch(/^export TRUEUP_NO_SKIPS=1$/m);
  });
});

describe("the last line of CI", () => {
  it("holds the test runner's own counts and nothing else", async () => {
    const tests = `import { it } from "vitest"; it("adds", () => {}); it("takes away", () => {});`;
    expect(await counted(tests, {})).toEqual({ code: 0, said: { code: 0, stdout: ["2 passed, 0 failed"] } });
  });

  it("counts a run that came to no test as failed", async () => {
    const lost = ["scripts/test-counts.mjs", "no-such-report.json", "1"] as const;
    const said = await ended(process.execPath, [join(root, lost[0]), lost[1], lost[2]]);
    expect(said).toEqual({ code: 1, stdout: "0 passed, 1 failed\n" });
  });
});
