import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import * as interrupt from "../../src/cli/interrupt.js";
import * as run from "../../src/cli/run.js";
import * as session from "../../src/cli/session.js";

/** Top of the repository. */
export const top = resolve(import.meta.dirname, "../..");

/** A directory of configuration that is not there: no test sees the logins of who runs it. */
export const noConfiguration = join(tmpdir(), "trueup-test-without-configuration");

/** What every command of a test has in its environment: none waits long for what is never to show. */
export const ownVariables = { XDG_CONFIG_HOME: noConfiguration, TRUEUP_SETTLE_MS: "20" };

/** What a command did. */
export interface Ran {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a command runs, and with what. */
export interface How {
  /** The top of the repository without it. */
  readonly cwd?: string;
  /** All variables that it has of the tests' own; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Must stand in nothing that is printed; values of variables named *_TOKEN, *_KEY, *_SECRET and *_WEBHOOK always count. */
  readonly secrets?: readonly string[];
  /** What its clock says, where that is to be another instant than this one. */
  readonly now?: string;
  /** Told of everything on standard error as it comes. */
  readonly onStderr?: (text: string) => void;
}

/** A way to run the command line to its end. It fails the test if a secret is printed. */
export type CommandLine = (words: readonly string[], how?: How) => Promise<Ran>;

/** What the command line is made of. */
interface Parts {
  readonly run: typeof run;
  readonly session: typeof session;
  readonly interrupt: typeof interrupt;
}

/** The command line of a build: `directory` is what the sources became. */
export async function commandLineIn(directory: string): Promise<CommandLine> {
  const part = async <Module>(name: string): Promise<Module> =>
    (await import(/* @vite-ignore */ pathToFileURL(join(directory, "cli", name)).href)) as Module;
  return commandLineOf({
    run: await part("run.js"),
    session: await part("session.js"),
    interrupt: await part("interrupt.js"),
  });
}

/** All but the process itself is what the built command does. */
function commandLineOf(parts: Parts): CommandLine {
  /** Nobody presses Ctrl-C, and this process keeps its own signals. */
  class Undisturbed extends parts.interrupt.Interrupt {
    override listen(): void {}
  }
  return async (words, how = {}) => {
    const [stdout, stderr] = [new Collected(), new Collected(how.onStderr)];
    const env = { ...ownVariables, ...how.env };
    const process = { cwd: () => how.cwd ?? top, env, stdout, stderr };
    const clock: [] | [() => Date] = how.now === undefined ? [] : [() => new Date(how.now ?? "")];
    const opened = parts.session.openSession(process, new Undisturbed(), ...clock);
    await parts.run.runIn(opened, words);
    const ran = { code: opened.exitCode, stdout: stdout.text(), stderr: stderr.text() };
    expectNoSecretPrinted(ran, how);
    return ran;
  };
}

/** Runs the command line as it stands in the sources, in this process. */
export const inProcess: CommandLine = commandLineOf({ run, session, interrupt });

/** Fails the test if a command printed a secret that it was given. */
export function expectNoSecretPrinted({ stdout, stderr }: Ran, { secrets = [], env = {} }: Pick<How, "secrets" | "env">): void {
  for (const secret of [...secrets, ...secretsOf(env)])
    expect(`${stdout}${stderr}`, "a secret was printed").not.toContain(secret);
}

function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    /_(?:TOKEN|KEY|SECRET|WEBHOOK)$/.test(name) && value !== "" ? [value] : [],
  );
}

/** What a text of JSON says. */
export function json(text: string): unknown {
  return JSON.parse(text) as unknown;
}

/** A stream that keeps what is written. */
class Collected {
  private readonly pieces: Buffer[] = [];

  constructor(private readonly onText?: (text: string) => void) {}

  write(piece: string | Uint8Array): void {
    this.pieces.push(Buffer.from(piece as Uint8Array));
    this.onText?.(piece.toString());
  }

  on(): void {}

  text(): string {
    return Buffer.concat(this.pieces).toString();
  }
}
