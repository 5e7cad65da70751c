import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { TrueupError } from "../core/errors.js";
import { Interrupted } from "./interrupt.js";
import type { Session } from "./session.js";

/** True if there is a terminal to ask on. */
export function canAsk({ output }: Pick<Session, "output">): boolean {
  return process.stdin.isTTY && output.terminal;
}

/** What a question is about, for the error where there is nobody to ask. */
interface Deed {
  readonly code: string;
  readonly done: string;
  readonly doing: string;
}

const applying: Deed = { code: "apply.unconfirmed", done: "applied", doing: "apply" };
export const writing: Deed = { code: "export.unconfirmed", done: "written", doing: "write" };

/**
 * Asks on the terminal whether to go on; only the word yes does. Throws TrueupError (`apply.unconfirmed`, `export.unconfirmed`) where there is no terminal to ask on,
 * and Interrupted.
 */
export async function confirm(question: string, session: Session, what = applying): Promise<boolean> {
  if (!canAsk(session)) {
    const { code, done, doing } = what;
    throw new TrueupError({
      code,
      message: `there is no terminal to ask on, so nothing was ${done}`,
      hint: `Give --yes to ${doing} without a question.`,
    });
  }
  return (await ask(`${question} Only yes is taken as an answer: `, session)).trim().toLowerCase() === "yes";
}

/** Asks on the terminal, and answers what was typed; of a secret the terminal shows nothing. Throws Interrupted. Only where `canAsk`. */
export async function ask(question: string, { interrupt, output }: Session, isSecret = false): Promise<string> {
  const shown = isSecret
    ? { output: new Writable({ write: (_chunk, _encoding, done) => done() }), terminal: true }
    : { output: process.stderr };
  const lines = createInterface({ input: process.stdin, ...shown });
  // From here on the terminal shows no keys; asked earlier, it would show those of a quick typist.
  if (isSecret) output.error(question);
  try {
    // On a terminal in raw mode Ctrl-C is a key, not a signal.
    lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
    return await lines.question(isSecret ? "" : question, { signal: interrupt.signal });
  } catch (error) {
    if (interrupt.signal.aborted) throw new Interrupted();
    throw error;
  } finally {
    lines.close();
    if (isSecret) output.error("\n");
  }
}
