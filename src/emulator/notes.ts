import { createHash } from "node:crypto";
import { epicTable, issueTable, mergeRequestTable, noteableKey, noteTable, snippetTable } from "./records/work-items.js";
import type { Note, Noteable } from "./records/work-items.js";
import type { Store } from "./store.js";

/** What a new note says; without a discussion it begins one. */
export interface NoteDraft {
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
  const updated_at = new Date().toISOString();
  switch (kind) {
    case "issue":
      store.of(issueTable).update(id, { updated_at });
      return;
    case "merge_request":
      store.of(mergeRequestTable).update(id, { updated_at });
      return;
    case "epic":
      store.of(epicTable).update(id, { updated_at });
      return;
    case "snippet":
      store.of(snippetTable).update(id, { updated_at });
  }
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
