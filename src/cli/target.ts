import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { compareTexts, defined } from "../core/collections.js";
import { waitsOf } from "../core/environment.js";
import { TrueupError } from "../core/errors.js";
import { clean } from "../report/text.js";
import type { RunContext, ServerOptions } from "../trueup.js";
import type { Loaded } from "../validate.js";
import { canAsk, confirm } from "./confirm.js";
import { type RunFlags, type ServerFlags, serverOptions } from "./options.js";
import { packageVersion } from "./package.js";
import { instanceOptions, instanceVariables, placeOfFiles } from "./project.js";
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
  const { server, around } = targetOf(flags, session);
  if (!flags.emulator) return work({ server, around });
  mkdirSync(join(session.cwd, ".trueup"), { recursive: true });
  const emulator = await start({
    // No file can make users, and many name some.
    seed: "people",
    data: join(session.cwd, stateFile),
    ...(flags.tier === undefined ? {} : { tier: flags.tier }),
  });
  session.redactor.add(emulator.token);
  // What the project file says of a server is not true of this one.
  const { dialect: _, instance: __, ...rest } = server;
  const madeUp = new Set<string>();
  try {
    return await work({
      server: { ...rest, url: emulator.url, ignorePin: true },
      around: {
        ...around,
        env: { ...session.env, TRUEUP_TOKEN: emulator.token },
        standIn: (variable) => (madeUp.add(variable), standInFor(variable)),
      },
    });
  } finally {
    const names = [...madeUp].sort(compareTexts).join(", ");
    if (madeUp.size > 0)
      session.output.note(`${names} ${madeUp.size === 1 ? "is" : "are"} not set: the built-in platform gets made-up values\n`);
    await emulator.close();
  }
}

/** The server that the options and the project file say. */
export function targetOf(flags: ServerFlags & RunFlags, session: Session): Target {
  return { server: serverOf(flags, session), around: runContextOf(session, flags) };
}

/** A value that any place for a secret takes: what is nobody's needs no secret. The same for a variable each time, so that a second plan finds it as it was. */
function standInFor(variable: string): string {
  const name = variable.toLowerCase().replaceAll("_", "-");
  return /(?:url|webhook|address|endpoint)$/.test(name) ? `https://made-up.example/${name}` : `made-up-${name}`;
}

/** The server options of the command line, and what the project file says of the server besides. */
export function serverOf(flags: ServerFlags, session: Session): ServerOptions {
  const given = serverOptions(flags);
  const { dialect, concurrency, ...known } = instanceOptions(session);
  // A bound by hand asks for a number that adapts.
  const fixed = concurrency === undefined || given.maxConcurrency !== undefined ? {} : { concurrency };
  const allowHttp = [...(given.allowHttp ?? []), ...(known.allowHttp ?? [])];
  // An address by hand may lead to a server of another sort, such as a twin to rehearse on.
  const isOther = given.url !== undefined && known.instance?.isAsked === true;
  return {
    ...known,
    ...fixed,
    ...given,
    ...waitsOf(session.env),
    ...(allowHttp.length === 0 ? {} : { allowHttp }),
    ...(dialect === undefined || isOther ? {} : { dialect }),
  };
}

/** The world around one run, with the debug log if it is wanted, at the instant that `--now` says or else at this one. */
export function runContextOf(
  session: Session,
  { debug, now = session.now(), var: values = [], vars: files = [] }: RunFlags,
): RunContext {
  const { cwd, interrupt, output, revision: laidOut } = session;
  const onRequest: RunContext["onRequest"] = ({ method, path, status, ms, attempt, headers }) => {
    const repeat = attempt > 1 ? `  (try ${attempt})` : "";
    const sign = debug ? "debug: " : "";
    const line = `${sign}${method} ${path}  ${status === 0 ? "no reply" : status}  ${Math.round(ms)} ms${repeat}\n`;
    const { sent, received } = session.requestDetail > 1 ? headers() : { sent: {}, received: {} };
    output.note(`${line}${headerLines(sent, "> ")}${headerLines(received, "< ")}`);
  };
  return {
    ...userOf(session),
    cwd: placeOfFiles(session),
    now,
    vars: { values, files: laidOut ? files.map((file) => laidOut.local(file)) : files, ...instanceVariables(session) },
    // The project that the files go by, and what they are held against.
    ...defined({ projectPlace: session.opened?.place, request: session.request }),
    signal: interrupt.signal,
    agree: agreement(session),
    // Paths are relative, and mean the repository on the disk wherever its files are read.
    filesAt: async (revision, paths) => (await import("./revision.js")).filesAt(revision, paths, cwd),
    ...(debug || session.requestDetail > 0 ? { onRequest } : {}),
    userAgent: userAgentIn(session.env),
  };
}

/** What the files say, with their errors; undefined where there are none in the usual place. */
export async function loadedFiles(paths: readonly string[], flags: RunFlags, session: Session): Promise<Loaded | undefined> {
  const { validate } = await import("../validate.js");
  try {
    return await validate(paths, {}, runContextOf(session, flags));
  } catch (error) {
    if (error instanceof TrueupError && error.code === "files.none" && paths.length === 0) return undefined;
    throw error;
  }
}

/** How requests name the program: its version, and the pipeline that it runs in, so that an administrator finds the job in the server's log. */
function userAgentIn(env: Session["env"]): string {
  const pipeline = env["CI_PIPELINE_ID"] ?? env["GITHUB_RUN_ID"] ?? "";
  const where = /^\d{1,20}$/.test(pipeline) ? ` (pipeline ${pipeline})` : "";
  return `trueup/${packageVersion()}${where}`;
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

/** Headers, one a line after `mark`. They come without secrets (`withoutSecretHeaders`). */
export function headerLines(headers: Readonly<Record<string, string>>, mark = ""): string {
  return Object.entries(headers)
    .map(([name, value]) => `${mark}${name}: ${clean(value)}\n`)
    .join("");
}
