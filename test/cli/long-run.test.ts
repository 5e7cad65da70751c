// @module-tag slow
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { command, trueup } from "../harness/built.js";
import { json } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

/** The emulator as people start it, each reply of which is late by so many milliseconds. */
async function lateEmulator(latency: number): Promise<Readonly<Record<string, string>>> {
  const words = ["emulator", "--port", "0", "--seed", "none", "--latency", String(latency), "--json"];
  const child = spawn(process.execPath, [command, ...words], { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url, token } = json(line) as { readonly url: string; readonly token: string };
  return { TRUEUP_URL: url, TRUEUP_TOKEN: token };
}

test(
  "the built command says every 10 s without a terminal that it still reads and applies",
  { tags: ["nightly"], timeout: 300_000 },
  async () => {
    const env = await lateEmulator(6_000);
    const cwd = directory({ "trueup/a.yaml": "groups: { acme: { name: Acme } }\n" });
    const { code, stderr } = await trueup(["apply", "--yes"], { cwd, env });
    const lines = stderr.split("\n").filter((line) => line.startsWith("Still "));
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(lines.map((line) => line.replace(/, about .* left$/, ""))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Still reading: \d+ (?:done|of \d+) after 10 s$/),
        expect.stringMatching(/^Still applying: 0 of 1 after 10 s$/),
      ]),
    );
    expect(lines.every((line) => / after (?:\d+ min )?\d*0 s(?:,|$)/.test(line))).toBe(true);
  },
);
