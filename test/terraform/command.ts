import { spawn } from "node:child_process";
import type { TestOptions } from "vitest";
import { describeUnless, missing } from "../needs.js";

/** `describe` for what needs the real terraform. */
export function describeTerraform(name: string, tests: () => void, options: TestOptions = {}): void {
  describeUnless(missing("terraform"), name, tests, options);
}

/** What a run of terraform left behind. */
export interface TerraformRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs terraform in a directory, with nothing of the user's own configuration. */
export async function terraform(
  args: readonly string[],
  directory: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TerraformRun> {
  const child = spawn("terraform", args, {
    cwd: directory,
    env: { PATH: process.env["PATH"] ?? "", HOME: directory, CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { exitCode, stdout: Buffer.concat(stdout).toString("utf8"), stderr: Buffer.concat(stderr).toString("utf8") };
}
