import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import { checkUnmodified } from "../lookup.js";
import { discussionWith } from "../notes.js";
import { page } from "../pages.js";
import { noteTable, noteableKey } from "../records/work-items.js";
import type { Note, Noteable } from "../records/work-items.js";
import { noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import { findDiscussion } from "../sections/discussions.js";
import { addComment, answer, readsNote, requireEditor, sentBody } from "../sections/discussions/comments.js";
import { presentDiscussion, presentNote } from "../sections/discussions/entity.js";
import { KINDS } from "../sections/discussions/kinds.js";
import type { Discussed, Kind } from "../sections/discussions/kinds.js";
import { resolveDiscussion } from "../sections/discussions/resolving.js";

/** Notes one by one; as threads the discussions have them. No row: both dialects keep them by thread. */
export default {
  operations: Object.fromEntries((Object.keys(KINDS) as Noteable["kind"][]).flatMap(operationsOf)),
} satisfies Resource;

function operationsOf(name: Noteable["kind"]): [string, OperationDeclaration][] {
  const kind = KINDS[name];
  const [, place = ""] = /\{(\w+)\}$/.exec(kind.path) ?? [];
  const notes = `${kind.path}/notes`;
  const thread = `${kind.path}/discussions/{discussion_id}`;
  const threads = `${thread}/notes`;
  const of = (handler: (context: Context) => Reply): OperationDeclaration => ({
    handler,
    tier: name === "epic" ? "premium" : undefined,
    parameters: { [place]: { type: "integer" }, note_id: { type: "integer" } },
  });
  const post = of((context) => {
    const discussed = kind.find(context);
    const comment = addComment(context, kind, discussed, { type: null });
    return answer(comment, (note, changes) => presentNote(context, kind, discussed, note, changes));
  });
  const resolving = of((context) => {
    const discussed = kind.find(context);
    const thread = findDiscussion(context, discussed);
    const resolved = resolveDiscussion(context, discussed, thread, context.params.flag("resolved") === true);
    return ok(presentDiscussion(context, kind, discussed, resolved));
  });
  return [
    [`GET ${notes}`, of((context) => list(context, kind))],
    // The description has that of issues.
    ...(name === "issue" ? [] : [[`POST ${notes}`, post] as [string, OperationDeclaration]]),
    [`GET ${notes}/{note_id}`, of((context) => one(context, kind, notesOf(context, kind.find(context))))],
    [`PUT ${notes}/{note_id}`, of((context) => change(context, kind))],
    [`DELETE ${notes}/{note_id}`, of((context) => remove(context, kind))],
    [`GET ${threads}`, of((context) => page(threadOf(context, kind), context, shownBy(context, kind)))],
    ...(name === "issue" || name === "epic" ? [[`PUT ${thread}`, resolving] as [string, OperationDeclaration]] : []),
    [`GET ${threads}/{note_id}`, of((context) => one(context, kind, threadOf(context, kind)))],
  ];
}

function shownBy(context: Context, kind: Kind) {
  const discussed = kind.find(context);
  return (note: Note) => presentNote(context, kind, discussed, note);
}

function notesOf(context: Context, discussed: Discussed): Note[] {
  const notes = context.store.of(noteTable).where("noteable", noteableKey(discussed.noteable));
  return notes.filter((note) => readsNote(context, discussed, note));
}

function threadOf(context: Context, kind: Kind): Note[] {
  const discussed = kind.find(context);
  const all = discussionWith(context.store, discussed.noteable, context.params.requiredText("discussion_id"));
  const found = all.filter((note) => readsNote(context, discussed, note));
  if (found.length === 0) throw notFound("Discussion");
  return found;
}

function list(context: Context, kind: Kind): Reply {
  const { params } = context;
  const filter = params.text("activity_filter") ?? "all_notes";
  const found = notesOf(context, kind.find(context)).filter(
    ({ system }) => filter === "all_notes" || system === (filter === "only_activity"),
  );
  const time = (note: Note): number => Date.parse(params.text("order_by") === "updated_at" ? note.updated_at : note.created_at);
  const sign = params.text("sort") === "asc" ? 1 : -1;
  return page(
    found.toSorted((a, b) => sign * (time(a) - time(b) || a.id - b.id)),
    context,
    shownBy(context, kind),
  );
}

function findNote({ params }: Context, notes: readonly Note[]): Note {
  const note = notes.find(({ id }) => id === params.requiredNumber("note_id"));
  if (note === undefined) throw notFound();
  return note;
}

function one(context: Context, kind: Kind, notes: readonly Note[]): Reply {
  return ok(presentNote(context, kind, kind.find(context), findNote(context, notes)));
}

function change(context: Context, kind: Kind): Reply {
  const discussed = kind.find(context);
  const note = findNote(context, notesOf(context, discussed));
  requireEditor(context, discussed, note);
  if (!context.params.has("body")) return ok(presentNote(context, kind, discussed, note));
  const changed = context.store.of(noteTable).update(note.id, { body: sentBody(context), updated_at: new Date().toISOString() });
  return ok(presentNote(context, kind, discussed, changed));
}

/** Its author removes a note, and who maintains the place that it is in. */
function remove(context: Context, kind: Kind): Reply {
  const discussed = kind.find(context);
  const note = findNote(context, notesOf(context, discussed));
  requireEditor(context, discussed, note);
  checkUnmodified(context, note.updated_at);
  context.store.of(noteTable).delete(note.id);
  context.store.forget({ kind: "note", id: note.id });
  return noContent();
}
