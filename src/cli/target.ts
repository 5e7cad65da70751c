import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { waitsOf } from "../core/environment.js";
import type { ServerOptions, RunContext } from "../trueup.js";
import { canAsk, confirm } from "./confirm.js";
import type { RunFlags, ServerFlags } from "./options.js";
import { serverOptions } from "./options.js";
import type { Session } from "./session.js";
import { start } from "./start-emulator.js";
import { userOf } from "./user.js";

/** Where one run goes: the server that was asked for, or the embedded platform. */
export interface Target {
  readonly server: ServerOptions;
  readonly around: RunContext;
}

/** Where the embedded platform keeps its state. */
const stateFile = join(".trueup", "emulator.json");

/** Starts the embedded platform if it is asked for, does the work, and stops it again, whatever becomes of the work. */
export async function withTarget<T>(
  flags: ServerFlags & RunFlags,
  session: Session,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const server = { ...serverOptions(flags), ...waitsOf(session.env) };
  const around = runContextOf(session, flags);
  if (!flags.emulator) return work({ server, around });
  mkdirSync(join(session.cwd, ".trueup"), { recursive: true });
  const emulator = await start({
    seed: "none",
    data: join(session.cwd, stateFile),
    ...(flags.tier === undefined ? {} : { tier: flags.tier }),
  });
  session.redactor.add(emulator.token);
  try {
    return await work({
      server: { ...server, url: emulator.url, ignorePin: true },
      around: { ...around, env: { ...session.env, TRUEUP_TOKEN: emulator.token } },
    });
  } finally {
    await emulator.close();
  }
}

/** The world around one run, with the debug log if it is wanted, at the instant that `--now` says or else at this one. */
export function runContextOf(
  session: Session,
  { debug, now = new Date(), var: values = [], vars: files = [] }: RunFlags,
): RunContext {
  const { cwd, interrupt, output } = session;
  const onRequest: RunContext["onRequest"] = ({ method, path, status, ms, attempt }) => {
    const repeat = attempt > 1 ? `  (try ${attempt})` : "";
    output.note(`debug: ${method} ${path}  ${status === 0 ? "no reply" : status}  ${Math.round(ms)} ms${repeat}\n`);
  };
  return {
    ...userOf(session),
    cwd,
    now,
    vars: { values, files },
    signal: interrupt.signal,
    agree: agreement(session),
    ...(debug ? { onRequest } : {}),
  };
}

/** Asks once for each address, on a terminal only. */
function agreement(session: Session): (url: string) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  return async (url) => {
    if (!canAsk(session)) return false;
    const answer = answers.get(url) ?? confirm(`Only the files name the server: ${url}. Go there?`, session);
    answers.set(url, answer);
    return answer;
  };
}
