import { createHash } from "node:crypto";
import type MarkdownIt from "markdown-it";
import { late, once } from "../../core/remembered.js";
import type { Store } from "../../core/store.js";
import { epicTable, issueTable, mergeRequestTable, noteTable, noteableKey, snippetTable } from "../work-items/records.js";
import type { Note, Noteable } from "../work-items/records.js";

/** A quick action: its name in lower case, and what stands behind it on its line. */
export interface Called {
  readonly name: string;
  readonly argument: string;
}

/** A text without its quick actions, and these, in their order. */
interface Taken {
  readonly rest: string;
  readonly called: readonly Called[];
}

/**
 * The quick actions in a text, as real servers find them: each on a line of its own, at its very start, in a paragraph that stands in nothing else, be
 * that a quote, a list, an element or a block of code. A text without any stays as it is.
 */
export function takeCommands(text: string, names: readonly string[]): Taken {
  const none = { rest: text, called: [] };
  // A line feed alone ends a line there; what other programs take for the end of one does not.
  const sent = text.replaceAll("\r", "");
  if (!/(?:^|\n)\//.test(sent)) return none;
  const lines = sent.split("\n");
  const called: Called[] = [];
  const gone = new Set<number>();
  for (const { type, level, map } of markdown().parse(sent, {})) {
    if (type !== "paragraph_open" || level !== 0 || map === null) continue;
    for (const index of openLines(lines, ...map)) {
      const command = commandIn(lines[index] ?? "", names);
      if (command === undefined) continue;
      called.push(command);
      gone.add(index);
      if (lines[index + 1]?.trim() === "") gone.add(index + 1);
    }
  }
  if (called.length === 0) return none;
  return {
    rest: lines
      .filter((_, index) => !gone.has(index))
      .join("\n")
      .trimEnd(),
    called,
  };
}

function commandIn(line: string, names: readonly string[]): Called | undefined {
  const [, word = "", argument = ""] = /^\/(\w+)(?: ([^\n]*))?[ \t\f\v]*$/.exec(line) ?? [];
  const name = word.toLowerCase();
  return names.includes(name) ? { name, argument: argument.trim() } : undefined;
}

/** The lines of a paragraph that begin neither in inline code nor between two tags that have lines of their own. */
function openLines(lines: readonly string[], start: number, end: number): number[] {
  const places = Array.from({ length: end - start }, (_, index) => start + index);
  const lastTick = places.findLast((index) => lines[index]?.includes("`")) ?? -1;
  const closing = places.filter((index) => /^<\/[^>]+>$/.test(lines[index] ?? ""));
  const open: number[] = [];
  let inCode = false;
  let until = -1;
  for (const index of places) {
    const line = lines[index] ?? "";
    if (index <= until) continue;
    if (inCode && index <= lastTick) {
      inCode = ticksIn(line) % 2 === 0;
      continue;
    }
    while (closing[0] !== undefined && closing[0] <= index + 1) closing.shift();
    if (closing[0] !== undefined && /^<[^>]+>$/.test(line)) until = closing[0];
    else if (line.startsWith("/")) open.push(index);
    else inCode = ticksIn(line) % 2 === 1;
  }
  return open;
}

function ticksIn(line: string): number {
  return line.split("`").length - 1;
}

/** Elements in whose text nobody is mentioned, and those at whose end they end too. */
const unread = /^(?:pre|code|a|style|script)$/;

const tagOrText = /<(\/?)(?:([a-z][a-z0-9-]*)(?![a-z0-9-]))?[^<>]*>|[^<]+|</gi;

const blocks = /^(?:p|li|td|th|summary|details|blockquote|h[1-6])$/;

/** The names behind an `@` in what a text is shown as, outside of code and links. */
export function namesMentioned(text: string): string[] {
  if (!/@|&(?:#|commat)/.test(text)) return [];
  let inside = 0;
  let shown = "";
  for (const [part, slash, name = ""] of markdown().render(text).matchAll(tagOrText)) {
    const isTag = part.startsWith("<") && part !== "<";
    // A name that a tag stands in is none.
    shown += isTag ? "\n" : inside > 0 ? "" : part;
    const element = isTag ? name.toLowerCase() : "";
    if (unread.test(element)) inside = Math.max(inside + (slash === "/" ? -1 : 1), 0);
    else if (slash === "/" && blocks.test(element)) inside = 0;
  }
  const names = markdown()
    .utils.unescapeAll(shown)
    .matchAll(/(?<![\w@/])@(\w[\w./-]{0,254})/g);
  return [...new Set([...names].map(([, name = ""]) => name.replace(/[./-]+$/, "")))];
}

const markdown = once((): MarkdownIt => {
  const Parser = late("markdown-it") as typeof MarkdownIt;
  const parser = new Parser({ html: true });
  parser.block.ruler.before("blockquote", "quoted_lines", quotedLines, { alt: ["paragraph", "reference", "blockquote", "list"] });
  return parser;
});

/** A quote of all lines between two of `>>>`, which plain Markdown does not know; without a second one, of all lines that are left. */
const quotedLines: Parameters<MarkdownIt["block"]["ruler"]["before"]>[2] = (state, start, end, silent) => {
  const lineAt = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const marks = /^>{3,}(?=\s*$)/.exec(lineAt(start))?.[0];
  if (marks === undefined || (state.sCount[start] ?? 0) - state.blkIndent >= 4) return false;
  if (silent) return true;
  let last = start + 1;
  while (last < end && lineAt(last).trimEnd() !== marks) last += 1;
  state.push("blockquote_open", "blockquote", 1);
  state.md.block.tokenize(state, start + 1, last);
  state.push("blockquote_close", "blockquote", -1);
  state.line = Math.min(last + 1, end);
  return true;
};

/** What a new note says; without a discussion it begins one. */
interface NoteDraft {
  readonly noteable: Noteable;
  readonly body: string;
  readonly author_id: number;
  readonly discussion_id?: string | undefined;
  readonly type?: Note["type"];
  readonly position?: Note["position"];
  readonly internal?: boolean;
  readonly system?: boolean;
  /** Threads of issues and epics can be resolved, too, as on real servers. */
  readonly resolvesAll?: boolean;
  /** ISO time; now when left out. */
  readonly at?: string | undefined;
}

/** Adds a note. Notes of threads on merge requests can be resolved. */
export function addNote(store: Store, draft: NoteDraft): Note {
  const { noteable, body, author_id, type = null, system = false } = draft;
  const at = draft.at ?? new Date().toISOString();
  return store.of(noteTable).insert({
    noteable,
    discussion_id: draft.discussion_id ?? newDiscussionId(store, noteable),
    type,
    ...(draft.position === undefined ? {} : { position: draft.position }),
    ...(draft.internal === true ? { internal: true } : {}),
    body,
    author_id,
    system,
    resolvable: isResolvable(noteable, type, system, draft.resolvesAll),
    resolved_by_id: null,
    resolved_at: null,
    created_at: at,
    updated_at: at,
  });
}

/** Makes a single comment the first note of a thread. */
export function toThread(store: Store, note: Note, resolvesAll = false): Note {
  const type = "DiscussionNote";
  return store.of(noteTable).update(note.id, { type, resolvable: isResolvable(note.noteable, type, note.system, resolvesAll) });
}

/** Adds a note of the platform itself, such as "closed". */
export function addSystemNote(store: Store, noteable: Noteable, author_id: number, body: string): Note {
  return addNote(store, { noteable, author_id, body, system: true });
}

/** The notes of each discussion, discussions and notes oldest first. */
export function discussionsOf(store: Store, noteable: Noteable): readonly (readonly Note[])[] {
  const discussions = new Map<string, Note[]>();
  for (const note of store.of(noteTable).where("noteable", noteableKey(noteable)).toSorted(byAge)) {
    const notes = discussions.get(note.discussion_id);
    if (notes === undefined) discussions.set(note.discussion_id, [note]);
    else notes.push(note);
  }
  return [...discussions.values()];
}

/** The notes of one discussion of a noteable, oldest first; empty when the noteable does not have it. */
export function discussionWith(store: Store, noteable: Noteable, id: string): Note[] {
  const notes = store.of(noteTable).where("discussion", id);
  return notes.filter((note) => noteableKey(note.noteable) === noteableKey(noteable)).toSorted(byAge);
}

/** What is said about a noteable changes it. */
export function touchNoteable(store: Store, { kind, id }: Noteable): void {
  const tables = {
    issue: store.of(issueTable),
    merge_request: store.of(mergeRequestTable),
    epic: store.of(epicTable),
    snippet: store.of(snippetTable),
  };
  tables[kind].update(id, { updated_at: new Date().toISOString() });
}

const byAge = (a: Note, b: Note): number => Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id;

function isResolvable({ kind }: Noteable, type: Note["type"], system: boolean, resolvesAll = false): boolean {
  const isThread = type !== null && !system;
  return isThread && (kind === "merge_request" || (resolvesAll && kind !== "snippet"));
}

/** 40 hexadecimal characters; the same at every start of the same seed. */
function newDiscussionId(store: Store, noteable: Noteable): string {
  return createHash("sha1")
    .update(`${noteableKey(noteable)} ${store.of(noteTable).next}`)
    .digest("hex");
}
