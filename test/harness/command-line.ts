import { Interrupt } from "../../src/cli/interrupt.js";
import { runIn } from "../../src/cli/run.js";
import { openSession } from "../../src/cli/session.js";

/** What a command did. */
export interface Ran {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a command runs, and what it has for an environment. */
export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A way to run the command line. */
export type CommandLine = (words: readonly string[], place: Place) => Promise<Ran>;

/** Nobody presses Ctrl-C, and this process keeps its own signals. */
class Undisturbed extends Interrupt {
  override listen(): void {}
}

/** Runs the command line in this process, as it stands in the sources: all but the process itself is what the built command does. */
export const inProcess: CommandLine = async (words, { cwd, env }) => {
  const [stdout, stderr] = [new Collected(), new Collected()];
  const session = openSession({ cwd: () => cwd, env, stdout, stderr }, new Undisturbed());
  await runIn(session, words);
  return { code: session.exitCode, stdout: stdout.text(), stderr: stderr.text() };
};

/** A stream that keeps what is written. */
class Collected {
  private readonly pieces: Buffer[] = [];

  write(piece: string | Uint8Array): void {
    this.pieces.push(Buffer.from(piece as Uint8Array));
  }

  on(): void {}

  text(): string {
    return Buffer.concat(this.pieces).toString();
  }
}
