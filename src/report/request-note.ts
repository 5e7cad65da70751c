import { createHash } from "node:crypto";
import { InvalidFilesError, type TrueupError } from "../core/errors.js";
import type { Value } from "../core/json.js";
import type { Kinds } from "../core/kind.js";
import type { AttributeChange, Plan } from "../core/plan.js";
import { diagnosticItem } from "./checked-files.js";
import { code, details, prose, table } from "./markdown.js";
import { fitNote, type NotePart } from "./note.js";
import { figure } from "./nouns.js";
import { renderPlanMarkdown, usualNoteLimit } from "./plan-markdown.js";
import { count } from "./text.js";
import { valueText } from "./value.js";

/** What a note on a request is about. */
export interface NoteSubject {
  /** What people call the instance; its address where nobody gave it a name. */
  readonly instance: string;
  /** The commit of the request. */
  readonly head: string;
  readonly target: string;
  /** So many characters of the service's limit are left free for what is added to the note. */
  readonly reserved?: number;
}

/** What a request changes in one declaration, as a note shows it. */
interface ShownDeclaration {
  readonly address: string;
  readonly change: string;
  readonly attributes: readonly AttributeChange[];
}

/** What a request changes in the files, as a note shows it. */
interface ShownDeclarations {
  readonly changes: readonly ShownDeclaration[];
  readonly layers: readonly string[];
  readonly deletesOthers: boolean;
}

/** What a note of an instance begins with, by which it is found again. It names nothing that a text of a file could imitate by chance. */
export function noteMarker({ instance }: Pick<NoteSubject, "instance">): string {
  return `<!-- trueup:plan:${createHash("sha256").update(instance).digest("hex").slice(0, 16)} -->`;
}

/** The note of a plan: the plan as Markdown, with the commit that it is of. At most so many characters as the service takes easily. Ends with a line break. */
export function planNote(plan: Plan, kinds: Kinds, subject: NoteSubject): string {
  const { changes_digest: digest = "" } = plan;
  return framed(subject, `its changes have the digest ${code(digest)}`, (noteLimit) =>
    renderPlanMarkdown(plan, { kinds, noteLimit, color: false, width: 0, verbose: false }),
  );
}

/** The note of a request from a fork: what it changes in the files, and nothing of what is live. */
export function declarationsNote({ changes, layers, deletesOthers }: ShownDeclarations, subject: NoteSubject): string {
  const head = [
    `### trueup: changes of the files for ${code(subject.instance, 100)}`,
    `**${count(changes.length, "declaration")} changed.** The request comes from a fork. So trueup compared the files and asked no server: the plan follows after the merge.`,
  ];
  const firm = (text: string): NotePart => ({ text, rank: 0, counted: { what: "line" } });
  const parts = [
    ...(layers.length === 0
      ? []
      : [firm(`> Changed: ${layers.map((layer) => code(layer)).join(", ")}. The files do not tell what else these reach.`)]),
    ...(deletesOthers ? [firm(`> ${code("delete_undeclared")} changed: what no file declares may be deleted.`)] : []),
    ...changes.map((change): NotePart => ({
      text: declarationText(change),
      short: `- ${prose(change.change)} ${code(change.address)}`,
      rank: 1,
      counted: { what: "declaration" },
    })),
  ];
  return framed(subject, "files alone", (limit) =>
    fitNote(head, parts, limit, (left) => `_and ${count(left.length, "more declaration")}_`),
  );
}

/** The note of a request that cannot be planned: what is wrong, where, and what to do. */
export function refusedNote(error: TrueupError, subject: NoteSubject): string {
  const head = [`### trueup: no plan for ${code(subject.instance, 100)}`];
  const firm = (text: string): NotePart => ({ text, rank: 0, counted: { what: "error" } });
  const parts =
    error instanceof InvalidFilesError
      ? error.diagnostics.filter(({ severity }) => severity === "error").map((diagnostic) => firm(diagnosticItem(diagnostic)))
      : [firm(`- ${prose(error.message)}${error.hint === undefined ? "" : `<br>${prose(error.hint)}`}`)];
  return framed(subject, "nothing was planned", (limit) =>
    fitNote(head, parts, limit, (left) => `_and ${count(left.length, "more error")}_`),
  );
}

/** What became of a request after its merge, for its note: how many changes were made of those that the run had, and which were left. */
export function appliedNote({
  commit,
  done,
  of,
  left,
  reason,
}: {
  readonly commit: string;
  readonly done: number;
  readonly of: number;
  readonly left: readonly string[];
  readonly reason: string;
}): string {
  const made = `**Applied** at ${code(commit.slice(0, 12))}: ${figure(done)} of ${count(of, "change")} made.`;
  if (left.length === 0) return `${made}\n`;
  const shown = left.slice(0, mostLeft).map((address) => code(address));
  const more = left.length > shown.length ? [`and ${figure(left.length - shown.length)} more`] : [];
  return `${made}\n\n**Left for the manual job** (${prose(reason)}): ${[...shown, ...more].join(", ")}\n`;
}

/** So many addresses are named. */
const mostLeft = 50;

function framed(subject: NoteSubject, what: string, body: (limit: number) => string): string {
  const marker = noteMarker(subject);
  const foot = `Commit ${code(subject.head.slice(0, 12))} merged into ${code(subject.target)}; ${what}`;
  const { reserved = 0 } = subject;
  return `${marker}\n${body(usualNoteLimit - marker.length - foot.length - reserved - 10)}\n${foot}\n`;
}

function declarationText({ address, change, attributes }: ShownDeclaration): string {
  const title = `${prose(change)} <b>${code(address)}</b>`;
  if (attributes.length === 0) return `- ${title}`;
  const cell = (value: Value | undefined) => (value === undefined ? "" : code(valueText(value)));
  const rows = attributes.map(({ path, before, after }) => [code(path), cell(before), cell(after)]);
  return details(title, table(["Attribute", "Before", "After"], rows));
}
