import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { testUnless } from "../needs.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const reason =
  (process.env["TRUEUP_CONFORMANCE"] ?? "") === "" ? "it takes minutes, and TRUEUP_CONFORMANCE asks for it" : undefined;

testUnless(
  reason,
  "where there is a Python for them, python-gitlab's functional tests pass as docs/conformance.md says, and what they leave plans empty",
  async () => {
    const words = ["scripts/conformance.mjs", "--check"];
    const said = await promisify(execFile)(process.execPath, words, { cwd: root, maxBuffer: 2 ** 26 }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
    console.log(said.stdout);
    expect(said).toMatchObject({ code: 0 });
  },
  { timeout: 900_000 },
);
