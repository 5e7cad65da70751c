import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect } from "vitest";
import type { EmulatorOptions } from "../../src/emulator/index.js";
import type { CommandLine, How, Ran } from "./command-line.js";
import { openDirectory } from "./directory.js";
import { openEmulator, type RunningEmulator } from "./emulator.js";
import { type MisbehavingServer, startMisbehaving } from "./misbehaving-server.js";

/** A directory with files, a platform, a server in front of it that can misbehave, and the command line. */
export interface Fixture {
  readonly directory: string;
  /** The platform itself, past the server in front. */
  readonly platform: RunningEmulator;
  /** What stands between the command line and the platform, and is its TRUEUP_URL. */
  readonly server: MisbehavingServer;
  /** Writes a file below the directory. */
  write(file: string, content: string | Uint8Array): void;
  /**
   * Runs the command line in the directory; fails if any secret shows in what it prints or writes. Its environment has nothing but the server and the
   * token, and what is given; undefined takes a variable away. `by` runs it in another way.
   */
  run(words: readonly string[], env?: How["env"], by?: CommandLine): Promise<Ran>;
  /** Requests that were neither GET nor HEAD, since the last `forget` of the server. */
  writes(): readonly string[];
  close(): Promise<void>;
}

export interface FixtureOptions extends EmulatorOptions {
  /** True where what weakens protection must be acknowledged, as users must; else the fixture does it for every plan and apply. */
  readonly asks?: boolean;
  /** Values that must show nowhere, beside the token. */
  readonly secrets?: readonly string[];
}

/** Opens a fixture with a way to run the command line; close it when done. */
export async function openFixture(
  commandLine: CommandLine,
  { secrets = [], asks = false, ...options }: FixtureOptions = {},
): Promise<Fixture> {
  const directory = openDirectory();
  const platform = await openEmulator(options);
  const server = await startMisbehaving(platform.url);
  const own = new Set<string>();
  const hidden = [platform.token, ...secrets];
  const base = { HOME: directory.path, TRUEUP_BACKOFF_MS: "5", TRUEUP_URL: server.url, TRUEUP_TOKEN: platform.token };
  return {
    directory: directory.path,
    platform,
    server,
    write: (file, content) => {
      own.add(file);
      directory.write(file, content);
    },
    run: async (given, env = {}, by = commandLine) => {
      const words = asks ? given : acknowledged(given);
      const ran = await by(words, { cwd: directory.path, env: { ...base, ...env } });
      mustHide(hidden, `the output of trueup ${words.join(" ")}`, `${ran.stdout}\n${ran.stderr}`);
      for (const file of await filesBelow(directory.path)) {
        if (!own.has(file)) mustHide(hidden, file, await readFile(join(directory.path, file), "utf8"));
      }
      return ran;
    },
    writes: () =>
      server.arrived.filter(({ method }) => !["GET", "HEAD"].includes(method)).map(({ method, path }) => `${method} ${path}`),
    close: async () => {
      await server.close();
      await platform.close();
      directory.close();
    },
  };
}

/** The words of a plan or apply, with all that weakens protection, or could, acknowledged; those of any other command as they are. */
export function acknowledged(words: readonly string[]): readonly string[] {
  const isPlanned = ["plan", "apply"].includes(words[0] ?? "") && !words.includes("--help");
  return isPlanned ? [...words, "--ack", "weakening", "--ack", "window", "--ack", "lockout"] : words;
}

/** One readable error, and the exit code for "refused". */
export function mustBeRefused({ code, stdout, stderr }: Ran, ...words: readonly (string | RegExp)[]): void {
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
