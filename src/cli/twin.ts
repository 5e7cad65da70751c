import { statSync } from "node:fs";
import { defined } from "../core/collections.js";
import { topParent, type Kinds, kindsUnder } from "../core/kind.js";
import type { Emulator, EmulatorOptions } from "../emulator/index.js";
import type { Copy, ServerOptions, RunContext } from "../trueup.js";
import type { ServerFlags } from "./options.js";
import { progressOf, type Session } from "./session.js";
import { start } from "./start-emulator.js";
import { runContextOf, serverOf } from "./target.js";

/** What commander makes of the options that say which server to copy, and for what. */
export interface TwinFlags extends Omit<ServerFlags, "url" | "maxRps" | "emulator" | "ignorePin"> {
  readonly from: string;
  readonly under?: readonly string[];
  readonly dialect?: "neutral" | "vendor";
  readonly serverVersion?: string;
  readonly debug?: true;
}

/** Requests to the emulator of this process in flight at once. */
const ownConcurrency = 32;

/**
 * Starts the embedded platform as the twin of a server, or with what its data file holds already. The twin is made in memory and starts only when it is whole:
 * no fault and no latency comes into it, and no data file is left half full. Throws TrueupError, also for a server that cannot be read.
 */
export async function startTwin(flags: TwinFlags, options: EmulatorOptions, session: Session): Promise<Emulator> {
  const { from, concurrency, maxConcurrency, timeout, maxPages, allowHttp } = flags;
  const { readExtent } = await import("../trueup.js");
  const around = runContextOf(session, flags);
  const asked = {
    ...(session.opened?.chosen?.isAsked ? {} : { url: from }),
    ...defined({ concurrency, maxConcurrency, timeout, maxPages, allowHttp }),
  };
  const server = serverOf(asked, session);
  if (options.data !== undefined && holdsSomething(options.data)) {
    const { tier, dialect, release } = await session.interrupt.orLeave(readExtent(server, around));
    const { recordedIn } = await import("../emulator/index.js");
    // A file that records what it is stays that, whatever the original has become since.
    const kept = { tier, ...(recordedIn(options.data) === undefined ? defined({ dialect, serverVersion: release }) : {}) };
    const emulator = await start({ ...kept, ...options });
    session.output.note(`${options.data} is kept as it is: nothing was copied from ${from} (remove the file for a new twin)\n`);
    return emulator;
  }
  return session.interrupt.orLeave(copied(flags, server, options, session, around));
}

function holdsSomething(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

async function copied(
  flags: TwinFlags,
  server: ServerOptions,
  options: EmulatorOptions,
  session: Session,
  around: RunContext,
): Promise<Emulator> {
  const [{ readCopy }, { renderCopy }, { kinds }] = await Promise.all([
    import("../trueup.js"),
    import("../report/index.js"),
    import("../program/kinds.js"),
  ]);
  const bar = await progressOf(session, { work: "reading" });
  const isShown = !flags.debug && session.requestDetail === 0;
  const step = (status: string, subject: string): void => {
    if (isShown) bar.step(status, subject);
  };
  try {
    const copy = await readCopy(
      {
        under: flags.under ?? [],
        extent: defined({ tier: flags.tier, dialect: flags.dialect, release: flags.serverVersion }),
        events: { onRead: (subject) => step("reading", subject) },
      },
      server,
      around,
    );
    const { state, gaps } = await filled(copy, session, around, step);
    const { tier, dialect, release } = copy.extent;
    const emulator = await start({ ...options, ...defined({ tier, dialect, serverVersion: release, state }) });
    bar.clear();
    const report = { from: flags.from, counts: countsOf(copy, kinds), requests: copy.requests, gaps: [...copy.gaps, ...gaps] };
    session.output.note(`${renderCopy(report)}\n`);
    return emulator;
  } finally {
    bar.end();
  }
}

/** Everything that the copy says, as an emulator holds it. */
async function filled(copy: Copy, session: Session, around: RunContext, step: (status: string, subject: string) => void) {
  const { fillTwin } = await import("../trueup.js");
  // What goes on inside this process is of no interest to who looks for trouble with the server.
  const { onRequest: _, ...quiet } = around;
  const { tier, dialect, release } = copy.extent;
  const emulator = await start({ ...defined({ tier, dialect, serverVersion: release }), seed: copy.seed, workerDelay: 0 });
  session.redactor.add(emulator.token);
  try {
    const gaps = await fillTwin(
      copy,
      { url: emulator.url, concurrency: ownConcurrency },
      { ...quiet, env: { TRUEUP_TOKEN: emulator.token } },
      { onProgress: (_done, _total, { address }) => step("copying", address) },
    );
    return { state: emulator.state(), gaps };
  } finally {
    await emulator.close();
  }
}

/** How many groups, projects and so on there are in a copy. */
function countsOf({ seed, resources }: Copy, kinds: Kinds): Record<string, number> {
  const trees = kindsUnder(kinds, topParent).filter(({ tree }) => tree);
  const lists = [...trees.map(({ file }) => file), "users"].map((name) => [name, lengthOf(seed[name])] as const);
  const others = resources.filter(({ kind }) => trees.every(({ name }) => name !== kind)).length;
  return { ...Object.fromEntries(lists), "things of other kinds": others };
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
