import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

test(
  "where there is a Python for them, python-gitlab's functional tests pass as docs/conformance.md says, and what they leave plans empty",
  { tags: ["nightly"], timeout: 900_000 },
  async () => {
    const words = ["scripts/conformance.mjs", "--check"];
    const said = await promisify(execFile)(process.execPath, words, { cwd: root, maxBuffer: 2 ** 26 }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
    console.log(said.stdout);
    expect(said).toMatchObject({ code: 0 });
  },
);
