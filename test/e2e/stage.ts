import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

import { type EmulatorOptions, startEmulator } from "../../src/emulator/index.js";
import { type MisbehavingServer, startMisbehaving } from "./misbehaving-server.js";

const bin = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** How a run of the built command line ended. */
export interface Ended {
  /** Exit code; null if a signal killed it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Added to an environment that has nothing but the server and the token; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Gets the process id as soon as it runs. */
  readonly onStart?: (pid: number) => void;
  /** Runs it on a terminal, on which this is typed; all output then comes as standard output. */
  readonly terminal?: string;
}

/** A directory with files, a platform, a server in front of it that can misbehave, and the built command line. */
export interface Stage {
  readonly directory: string;
  /** The platform itself. */
  readonly platform: { readonly url: string; readonly token: string };
  /** What stands between the command line and the platform, and is its TRUEUP_URL. */
  readonly server: MisbehavingServer;
  /** Writes a file below the directory. */
  write(file: string, text: string | Uint8Array): Promise<void>;
  /** Runs the command line in the directory; fails if any secret shows in what it prints or writes. */
  run(words: readonly string[], options?: RunOptions): Promise<Ended>;
  /** Calls the platform past the server in front, as an administrator. Throws for everything but a success. */
  call(method: string, path: string, body?: object): Promise<unknown>;
  /** Requests that were neither GET nor HEAD, since the last `forget` of the server. */
  writes(): readonly string[];
  close(): Promise<void>;
}

export interface StageOptions extends EmulatorOptions {
  /** Values that must show nowhere, beside the token. */
  readonly secrets?: readonly string[];
}

/** Sets the stage; close it when done. */
export async function openStage({ secrets = [], ...options }: StageOptions = {}): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), "trueup-e2e-"));
  const platform = await startEmulator({ seed: "none", ...options });
  const server = await startMisbehaving(platform.url);
  const own = new Set<string>();
  const hidden = [platform.token, ...secrets];
  return {
    directory,
    platform,
    server,
    write: async (file, text) => {
      own.add(file);
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), text);
    },
    run: async (words, { env = {}, ...how } = {}) => {
      const base = { PATH: process.env["PATH"], HOME: directory, TRUEUP_BACKOFF_MS: "5" };
      const ended = await spawnCli(
        words,
        directory,
        { ...base, TRUEUP_URL: server.url, TRUEUP_TOKEN: platform.token, ...env },
        how,
      );
      mustHide(hidden, `the output of trueup ${words.join(" ")}`, `${ended.stdout}\n${ended.stderr}`);
      for (const file of await filesBelow(directory)) {
        if (!own.has(file)) mustHide(hidden, file, await readFile(join(directory, file), "utf8"));
      }
      return ended;
    },
    call: async (method, path, body) => callPlatform(platform, method, path, body),
    writes: () =>
      server.arrived.filter(({ method }) => !["GET", "HEAD"].includes(method)).map(({ method, path }) => `${method} ${path}`),
    close: async () => {
      await server.close();
      await platform.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function spawnCli(
  words: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  { onStart, terminal }: Omit<RunOptions, "env">,
): Promise<Ended> {
  const command = [process.execPath, bin, ...words];
  // `script` (of util-linux) gives a terminal to the command, types what comes on its own input, and ends with the same exit code.
  const [program = "", ...rest] =
    terminal === undefined ? command : ["script", "-qefc", command.map((word) => `'${word}'`).join(" "), "/dev/null"];
  const child = spawn(program, rest, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  if (terminal === undefined) child.stdin.end();
  else child.stdout.on("data", (piece: Buffer) => void (piece.includes("Only yes") && child.stdin.write(terminal)));
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (piece: Buffer) => stdout.push(piece));
  child.stderr.on("data", (piece: Buffer) => stderr.push(piece));
  if (child.pid !== undefined) onStart?.(child.pid);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** One readable error, and the exit code for "refused". */
export function mustBeRefused({ code, stdout, stderr }: Ended, ...words: readonly (string | RegExp)[]): void {
  expect(stderr).not.toMatch(/^\s+at .*\.js/m);
  expect(stderr).not.toContain("unexpected");
  for (const word of words) expect(stderr).toMatch(word);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
}

/** Fails if a text holds a secret: as it is, in JSON, URL-encoded, or in base64 at any of its three alignments. */
export function mustHide(secrets: readonly string[], where: string, text: string): void {
  for (const secret of secrets) {
    for (const form of formsOf(secret)) {
      // The message must not repeat the secret either.
      expect(text.includes(form), `a secret shows in ${where}`).toBe(false);
    }
  }
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inner = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    // Only the characters that depend on nothing but the secret.
    return encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), bytes.toString("hex"), ...inner];
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(directory, join(entry.parentPath, entry.name)));
}

async function callPlatform(
  { url, token }: Stage["platform"],
  method: string,
  path: string,
  body: object | undefined,
): Promise<unknown> {
  const response = await fetch(`${url}/api/v4${path}`, {
    method,
    headers: { "PRIVATE-TOKEN": token, connection: "close", ...(body ? { "Content-Type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}
