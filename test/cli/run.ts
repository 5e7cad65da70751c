import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";

/** Top of the repository. */
export const top = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
/** The built command. */
export const command = join(top, "dist/cli/main.js");

/** A directory of configuration that is not there. */
const noConfiguration = join(tmpdir(), "trueup-test-without-configuration");

export interface Ran {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface How {
  readonly cwd?: string;
  /** Beside PATH; nothing else of this process is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** Must stand in nothing that is printed; values of variables named *_TOKEN, *_KEY, *_SECRET and *_WEBHOOK always count. */
  readonly secrets?: readonly string[];
  /** Given the process as soon as it runs. */
  readonly onStart?: (child: ChildProcess) => void;
  /** Told of everything on standard error as it comes. */
  readonly onStderr?: (text: string, child: ChildProcess) => void;
}

/** A directory of this test's own, with these files. */
export function directory(files: Readonly<Record<string, string>> = {}): string {
  const made = mkdtempSync(join(tmpdir(), "trueup-test-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) write(join(made, name), text);
  return made;
}

/** Writes a file and the directories above it. */
export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** What a text of JSON says. */
export function json(text: string): unknown {
  return JSON.parse(text) as unknown;
}

/** Runs the built command to its end. Fails the test if a secret is printed. */
export async function trueup(words: readonly string[], how: How = {}): Promise<Ran> {
  return collect(spawn(process.execPath, [command, ...words], options(how)), how);
}

/** Runs a script of the shell that every machine has, in which `trueup` is the built command. */
export async function shell(script: string, how: How = {}): Promise<Ran> {
  return collect(spawn("sh", ["-c", prelude + script], options(how)), how);
}

/** Runs a script of bash, in which `trueup` is the built command. */
export async function bash(script: string, how: How = {}): Promise<Ran> {
  return collect(spawn("bash", ["--norc", "-c", prelude + script], options(how)), how);
}

const prelude = `trueup() { "${process.execPath}" "${command}" "$@"; }\n`;

function options({ cwd, env }: How) {
  return {
    cwd: cwd ?? top,
    // No test sees the logins of who runs it.
    env: { PATH: process.env["PATH"] ?? "", XDG_CONFIG_HOME: noConfiguration, ...env },
    stdio: ["ignore" as const, "pipe" as const, "pipe" as const],
  };
}

async function collect(child: ChildProcess, how: How): Promise<Ran> {
  let [stdout, stderr] = ["", ""];
  how.onStart?.(child);
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    how.onStderr?.(text, child);
  });
  await once(child, "close");
  const secrets = [...(how.secrets ?? []), ...secretsOf(how.env ?? {})];
  for (const secret of secrets) expect(`${stdout}${stderr}`, "a secret was printed").not.toContain(secret);
  return { code: child.exitCode, stdout, stderr };
}

function secretsOf(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    /_(?:TOKEN|KEY|SECRET|WEBHOOK)$/.test(name) && value !== "" ? [value] : [],
  );
}

/** Fails the test if a secret stands in any file below a directory. */
export function expectNoSecretIn(place: string, secrets: readonly string[]): void {
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), "utf8");
    for (const secret of secrets) expect(text, `a secret stands in ${entry.name}`).not.toContain(secret);
  }
}

/** An emulator in a process of its own. */
export interface Platform {
  readonly url: string;
  readonly token: string;
  readonly child: ChildProcess;
  /** Variables that lead trueup to it. */
  readonly env: { readonly TRUEUP_URL: string; readonly TRUEUP_TOKEN: string };
  /** One call below /api/v4 by hand; fails the test unless it succeeds. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<unknown>;
}

/** Starts `trueup emulator`, empty unless the words say otherwise; it ends with the test. */
export async function platform(...words: readonly string[]): Promise<Platform> {
  return emulator(words.includes("--seed") ? words : ["--seed", "none", ...words]);
}

/** Starts `trueup emulator` with exactly these words; it ends with the test. */
export async function emulator(
  words: readonly string[],
  { env, onStderr }: Pick<How, "env" | "onStderr"> = {},
): Promise<Platform> {
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
  const { url, token } = JSON.parse(line) as { readonly url: string; readonly token: string };
  return {
    url,
    token,
    child,
    env: { TRUEUP_URL: url, TRUEUP_TOKEN: token },
    async call(method, path, body) {
      const reply = await fetch(`${url}/api/v4${path}`, {
        method,
        headers: { "private-token": token, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      expect(reply.ok, `${method} ${path} answered ${reply.status} ${text}`).toBe(true);
      return text === "" ? undefined : (JSON.parse(text) as unknown);
    },
  };
}
