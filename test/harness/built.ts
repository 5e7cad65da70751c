import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { timed } from "../parts.js";
import { type Administrator, administratorOf } from "./administrator.js";
import { type CommandLine, commandLineIn, expectNoSecretPrinted, type How, ownVariables, type Ran, top } from "./command-line.js";

/** The built command. */
export const command = join(top, "dist/cli/main.js");

/** What a test that runs the built command says beside its failure, where a source is newer than what was built. */
export function staleBuild(): string {
  const sources = readdirSync(join(top, "src"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const built = statSync(command, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newer = sources.find((name) => statSync(join(top, "src", name)).mtimeMs > built);
  return newer === undefined ? "" : ` (dist/ is older than src/${newer}: npm run build)`;
}

/** HowBuilt the built command is run, in a process that has PATH and what is given for its environment. */
export interface HowBuilt extends Omit<How, "onStderr" | "now"> {
  /** Given the process as soon as it runs. */
  readonly onStart?: (child: ChildProcess) => void;
  /** Told of everything on standard error as it comes. */
  readonly onStderr?: (text: string, child: ChildProcess) => void;
  /** Runs it on a terminal, on which this is typed once it asks; all output then comes as standard output. */
  readonly terminal?: string;
}

/** Runs the built command to its end. Fails the test if a secret is printed. */
export async function trueup(words: readonly string[], how: HowBuilt = {}): Promise<Ran> {
  const all = [process.execPath, command, ...words];
  if (how.terminal === undefined) return collect(spawn(process.execPath, all.slice(1), options(how)), how);
  // `script` (of util-linux) gives a terminal to the command, types what comes on its own input, and ends with the same exit code.
  const quoted = all.map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qefc", quoted, "/dev/null"], { ...options(how), stdio: ["pipe", "pipe", "pipe"] });
  child.stdout.on("data", (piece: Buffer) => void (piece.includes("Only yes") && child.stdin.write(how.terminal)));
  return collect(child, how);
}

let loaded: Promise<CommandLine> | undefined;

/** Runs the command line as it is built, compiled checks and all, in this process. */
export const builtInProcess: CommandLine = async (words, how) =>
  (await (loaded ??= commandLineIn(join(top, "dist"))))(words, how);

/** Runs a script of the shell that every machine has, in which `trueup` is the built command. */
export async function shell(script: string, how: HowBuilt = {}): Promise<Ran> {
  return collect(spawn("sh", ["-c", prelude + script], options(how)), how);
}

/** Runs a script of bash, in which `trueup` is the built command. */
export async function bash(script: string, how: HowBuilt = {}): Promise<Ran> {
  return collect(spawn("bash", ["--norc", "-c", prelude + script], options(how)), how);
}

const prelude = `trueup() { "${process.execPath}" "${command}" "$@"; }\n`;

function options({ cwd, env }: HowBuilt) {
  return {
    cwd: cwd ?? top,
    env: { PATH: process.env["PATH"] ?? "", ...ownVariables, ...env },
    stdio: ["ignore" as const, "pipe" as const, "pipe" as const],
  };
}

async function collect(child: ChildProcess, how: HowBuilt): Promise<Ran> {
  let [stdout, stderr] = ["", ""];
  how.onStart?.(child);
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    how.onStderr?.(text, child);
  });
  await timed("runs of the built command", () => once(child, "close"));
  const ran = { code: child.exitCode, stdout, stderr };
  expectNoSecretPrinted(ran, how);
  return ran;
}

/** An emulator in a process of its own. */
export interface EmulatorProcess extends Administrator {
  readonly child: ChildProcess;
}

/** Starts `trueup emulator` with exactly these words; it ends with the test. */
export async function emulator(
  words: readonly string[],
  { env, onStderr }: Pick<HowBuilt, "env" | "onStderr"> = {},
): Promise<EmulatorProcess> {
  const { stdio: _, ...around } = options({ env: env ?? {} });
  const child = spawn(process.execPath, [command, "emulator", "--json", ...words], {
    ...around,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => onStderr?.(text, child));
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    ended.then(() => Promise.reject(new Error("the emulator ended before it was ready"))),
  ])) as [string];
  return { ...administratorOf(JSON.parse(line) as { readonly url: string; readonly token: string }), child };
}
