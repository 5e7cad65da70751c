import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf, TrueupError } from "../../core/errors.js";
import { isObject, jsonIn, type JsonObject, textAt } from "../../core/json.js";
import type { Change, Outcome, Plan } from "../../core/plan.js";
import { readNamed } from "../files/outside.js";
import { journalDirectory } from "./write-journal.js";

const largest = 1024 * 1024 * 1024;

/** How a request of a journal ended; undefined where the journal does not say. */
type Ended = { readonly isDone: boolean; readonly reason: string } | undefined;

/** One plan of a journal, and what is kept of it. An apply that had to put something back has two. */
export interface JournalPart {
  readonly begun: string;
  readonly username: string;
  readonly plan: Plan;
  /** The requests of each call, in order. */
  readonly sent: ReadonlyMap<string, readonly Ended[]>;
  /** How changes ended, by `changeName`. */
  readonly endings: ReadonlyMap<string, { readonly status: string; readonly isPartly: boolean; readonly reason: string }>;
  /** True if the apply came to its end. */
  readonly ended: boolean;
}

/** What tells a change from all others of its plan. */
export function changeName({ parent = "", address, action }: Pick<Change | Outcome, "parent" | "address" | "action">): string {
  return JSON.stringify([parent, address, action]);
}

/** The newest journal of a directory, as the user would type it. Throws TrueupError `journal.none`. */
export async function lastJournal(cwd: string): Promise<string> {
  const names = await readdir(join(cwd, journalDirectory)).catch(() => []);
  const [last] = names
    .filter((name) => /^\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z-[0-9a-f]{8}\.jsonl$/.test(name))
    .toSorted()
    .slice(-1);
  if (last !== undefined) return join(journalDirectory, last);
  throw new TrueupError({
    code: "journal.none",
    where: journalDirectory,
    message: "there is no journal: nothing was applied from this directory, or all of it with --no-journal",
    hint: "Run it in the directory that `trueup apply` ran in, or name a journal: trueup status FILE",
  });
}

/** Reads a journal, which may come from anywhere and end in the middle of a line; `planIn` makes a plan of its document. Throws TrueupError `journal.read` and `journal.form`. */
export async function readJournal(
  file: string,
  cwd: string,
  planIn: (file: string, document: unknown) => Promise<Plan>,
): Promise<readonly JournalPart[]> {
  const parts: { begin: JsonObject; lines: JsonObject[] }[] = [];
  const hint = "Name a journal that `trueup apply` has written.";
  const text = readNamed({ file, cwd, largest }, () => ({ code: "journal.read", hint }));
  for (const line of linesOf(file, text)) {
    if (line["type"] === "begin") parts.push({ begin: line, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  const isOurs = parts.length > 0 && parts.every(({ begin }) => begin["format"] === "trueup.journal/1");
  if (!isOurs) throw noJournal(file, "it does not begin with a line of the format trueup.journal/1");
  return Promise.all(
    parts.map(async ({ begin, lines }) => {
      const plan = await planIn(file, begin["plan"]).catch((error: unknown) => {
        throw noJournal(file, reasonOf(error), error);
      });
      return { plan, begun: textAt(begin, "time"), username: textAt(begin, "username"), ...keptOf(lines) };
    }),
  );
}

function linesOf(file: string, text: string): JsonObject[] {
  const lines = text.split("\n");
  // What was written last may have been cut off: it was not acted on.
  lines.pop();
  return lines.map((line, index) => {
    const value = jsonIn(line);
    if (!isObject(value)) throw noJournal(file, `line ${index + 1} is no JSON object`);
    return value;
  });
}

function keptOf(lines: readonly JsonObject[]): Pick<JournalPart, "sent" | "endings" | "ended"> {
  const endOf = new Map(lines.filter(isOf("outcome")).map((line) => [line["sent"], line]));
  const sent = new Map<string, Ended[]>();
  for (const line of lines.filter(isOf("call"))) {
    const id = textAt(line, "call");
    const end = endOf.get(line["sent"]);
    const status = Number(end?.["status"]);
    // A reply that was lost, or comes from a server in trouble, says nothing of what was done.
    const ended =
      status > 0 && status < 500 ? { isDone: status < 300, reason: `${status} ${textAt(end ?? {}, "error")}`.trim() } : undefined;
    sent.set(id, [...(sent.get(id) ?? []), ended]);
  }
  const endings = lines.filter(isOf("change")).map((line) => {
    const names = { parent: textAt(line, "parent"), address: textAt(line, "address"), action: textAt(line, "action") };
    const end = { status: textAt(line, "status"), isPartly: line["partly"] === true, reason: textAt(line, "reason") };
    return [changeName(names as Pick<Change, "parent" | "address" | "action">), end] as const;
  });
  return { sent, endings: new Map(endings), ended: lines.some(isOf("end")) };
}

function isOf(type: string): (line: JsonObject) => boolean {
  return (line) => line["type"] === type;
}

function noJournal(file: string, why: string, cause?: unknown): TrueupError {
  return new TrueupError({
    code: "journal.form",
    where: file,
    message: `it is no journal of trueup: ${why}`,
    hint: "Name a journal that this release of `trueup apply` has written.",
    cause,
  });
}
