import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { TrueupError } from "../core/errors.js";
import { canAsk } from "./confirm.js";
import { Interrupted } from "./interrupt.js";
import type { Session } from "./session.js";

/**
 * Asks on the terminal for a secret, without showing what is typed. Throws TrueupError `secret.no_terminal` where there is no terminal to ask on, and Interrupted.
 * @param variable the variable that could have held it
 */
export async function askSecret(question: string, variable: string, session: Session): Promise<string> {
  const { output, interrupt, redactor } = session;
  if (!canAsk(session)) throw nobodyToAsk(variable);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // From here on the terminal shows no keys; asked earlier, it would show those of a quick typist.
  output.error(question);
  try {
    // On a terminal in raw mode Ctrl-C is a key, not a signal.
    lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
    const secret = (await lines.question("", { signal: interrupt.signal })).trim();
    redactor.add(secret);
    if (secret === "")
      throw new TrueupError({ code: "secret.empty", message: "no secret was given", hint: `Type it, or set ${variable}.` });
    return secret;
  } catch (error) {
    if (interrupt.signal.aborted) throw new Interrupted();
    throw error;
  } finally {
    lines.close();
    output.error("\n");
  }
}

function nobodyToAsk(variable: string): TrueupError {
  return new TrueupError({
    code: "secret.no_terminal",
    message: "there is no terminal to ask for the secret on",
    hint: `Set ${variable}.`,
  });
}
