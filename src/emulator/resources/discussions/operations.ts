import { checkUnmodified, requireUser, withId } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { type Entry, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, type Handler, page } from "../../core/context.js";
import { type Json, isObject, picked } from "../../core/records.js";
import { type Reply, badParameters, badRequest, created, noContent, notFound, ok, orNotFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { type Note, noteTable, noteableKey } from "../work-items/records.js";
import {
  addComment,
  answer,
  isResolved,
  mention,
  readsNote,
  requireEditor,
  requireSpeaker,
  resolveDiscussion,
  resolveNote,
  sentBody,
  sentPosition,
  setResolved,
} from "./comments.js";
import { type Discussed, KINDS, type Kind } from "./kinds.js";
import { presentDiscussion, presentNote } from "./present.js";
import { commandsOn } from "./quick-actions.js";
import { discussionSeed } from "./seed.js";
import { addNote, discussionWith, discussionsOf, toThread, touchNoteable } from "./text.js";

const draftTable = defineEntries("draft_notes");

const DRAFTS = "/projects/{id}/merge_requests/{merge_request_iid}/draft_notes";

/**
 * Document 3, Discussions: the same on issues, snippets, epics and merge requests; also notes one by one. No collection: both dialects keep them by thread.
 * Drafts of notes on a merge request are their author's alone until they are published. No collection: each caller has a list of his own.
 */
export default {
  operations: {
    ...Object.fromEntries(Object.values(KINDS).flatMap((kind) => Object.entries(threadOperations(kind)))),
    "PUT /projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}": resolving(KINDS.merge_request),
    ...Object.fromEntries(Object.entries(KINDS).flatMap(([name, kind]) => Object.entries(noteOperations(name, kind)))),
    [`GET ${DRAFTS}`]: ofDrafts((context, on) => page(draftsOf(context, on), context, presentDraft)),
    [`POST ${DRAFTS}`]: ofDrafts(createDraft),
    [`GET ${DRAFTS}/{draft_note_id}`]: ofDrafts((context, on) => ok(presentDraft(findDraft(context, on)))),
    [`PUT ${DRAFTS}/{draft_note_id}`]: ofDrafts((context, on) => {
      const draft = findDraft(context, on);
      const { note, position } = context.params.sent();
      const changes = { ...(note === undefined ? {} : { note }), ...(position === undefined ? {} : { position }) };
      return ok(presentDraft(context.store.of(draftTable).update(draft.id, changes)));
    }),
    [`DELETE ${DRAFTS}/{draft_note_id}`]: ofDrafts((context, on) => {
      context.store.of(draftTable).delete(findDraft(context, on).id);
      return noContent();
    }),
    [`PUT ${DRAFTS}/{draft_note_id}/publish`]: ofDrafts((context, on) => {
      publishDraft(context, on, findDraft(context, on));
      return noContent();
    }),
    [`POST ${DRAFTS}/bulk_publish`]: ofDrafts((context, on) => {
      for (const draft of draftsOf(context, on)) publishDraft(context, on, draft);
      return noContent();
    }),
  },
  seeds: [discussionSeed],
} satisfies Resource;

type Handle = (context: Context, discussed: Discussed) => Reply;

function threadOperations(kind: Kind): Record<string, Handler> {
  const threads = `${kind.path}/discussions`;
  const thread = `${threads}/{discussion_id}`;
  const on = (handle: Handle): Handler => {
    return (context) => handle(context, kind.find(context));
  };
  return {
    [`GET ${threads}`]: on((context, discussed) => {
      const discussions = discussionsOf(context.store, discussed.noteable)
        .map((notes) => notes.filter((note) => readsNote(context, discussed, note)))
        .filter((notes) => notes.length > 0);
      return page(discussions, context, (notes) => presentDiscussion(context, kind, discussed, notes));
    }),
    [`GET ${thread}`]: on((context, discussed) =>
      ok(presentDiscussion(context, kind, discussed, findDiscussion(context, discussed))),
    ),
    [`POST ${threads}`]: on((context, discussed) => {
      const position = kind === KINDS.merge_request ? sentPosition(context) : undefined;
      const comment = addComment(context, kind, discussed, placeIn(position));
      return answer(comment, (note, changes) => presentDiscussion(context, kind, discussed, [note], changes));
    }),
    [`POST ${thread}/notes`]: (context) => reply(context, kind),
    [`PUT ${thread}/notes/{note_id}`]: on((context, discussed) => {
      const note = noteAmong(context, findDiscussion(context, discussed));
      return ok(presentNote(context, kind, discussed, update(context, discussed, note)));
    }),
    [`DELETE ${thread}/notes/{note_id}`]: on((context, discussed) =>
      removeNote(context, discussed, findDiscussion(context, discussed)),
    ),
  };
}

/** Where a note of a thread stands: on a line, or nowhere in particular. */
function placeIn(position: Note["position"]): Pick<Note, "type" | "position"> {
  return position === undefined ? { type: "DiscussionNote" } : { type: "DiffNote", position };
}

function resolving(kind: Kind): Handler {
  return (context) => {
    const discussed = kind.find(context);
    const thread = findDiscussion(context, discussed);
    const resolved = resolveDiscussion(context, discussed, thread, context.params.flag("resolved") === true);
    return ok(presentDiscussion(context, kind, discussed, resolved));
  };
}

function reply(context: Context, kind: Kind): Reply {
  const { store, instance } = context;
  const isVendor = instance.dialect === "vendor";
  // Document 3 requires it; real servers do not know it.
  if (!isVendor && context.params.number("note_id") === undefined) throw badParameters("note_id is missing");
  const discussed = kind.find(context);
  const notes = findDiscussion(context, discussed);
  if (!isVendor) noteAmong(context, notes);
  const [first] = notes;
  if (first.type === null && (first.system || (isVendor && !kind.hasReplies)))
    throw badRequest("400 Bad request - Discussion can not be replied to.");
  const { position, discussion_id } = first;
  const comment = addComment(context, kind, discussed, { ...placeIn(position), discussion_id });
  if (comment.note !== undefined && first.type === null) toThread(store, first, isVendor);
  return answer(comment, (note, changes) => presentNote(context, kind, discussed, settled(context, notes, note), changes));
}

/** A reply in a resolved thread is resolved too (the reference of real servers). */
function settled({ store, user }: Context, notes: readonly Note[], note: Note): Note {
  return user !== undefined && isResolved(notes) ? setResolved(store, note, user, true) : note;
}

function update(context: Context, discussed: Discussed, note: Note): Note {
  const { params } = context;
  const resolved = params.flag("resolved");
  if (resolved === undefined && !params.has("body"))
    throw badParameters("body, resolved are missing, exactly one parameter must be provided");
  if (resolved !== undefined && params.has("body")) throw badParameters("body, resolved are mutually exclusive");
  if (resolved !== undefined) return resolveNote(context, discussed, note, resolved);
  requireEditor(context, discussed, note);
  return rewritten(context, note);
}

/** The notes of the discussion that a path names. Throws 404. */
function findDiscussion(context: Context, discussed: Discussed): readonly [Note, ...Note[]] {
  const all = discussionWith(context.store, discussed.noteable, context.params.requiredText("discussion_id"));
  const [first, ...others] = all.filter((note) => readsNote(context, discussed, note));
  if (first === undefined) throw notFound("Discussion");
  return [first, ...others];
}

function noteOperations(name: string, kind: Kind): Record<string, Handler | OperationDeclaration> {
  const [, place = ""] = /\{(\w+)\}$/.exec(kind.path) ?? [];
  const notes = `${kind.path}/notes`;
  const thread = `${kind.path}/discussions/{discussion_id}`;
  const declared = (handler: Handler): OperationDeclaration => ({
    handler,
    tier: name === "epic" ? "premium" : undefined,
    parameters: { [place]: { type: "integer" }, note_id: { type: "integer" } },
  });
  const of = (handle: Handle): OperationDeclaration => declared((context) => handle(context, kind.find(context)));
  const shown = (context: Context, discussed: Discussed, note: Note): Json => presentNote(context, kind, discussed, note);
  const post: Handler = (context) => {
    const discussed = kind.find(context);
    const comment = addComment(context, kind, discussed, { type: null });
    return answer(comment, (note, changes) => presentNote(context, kind, discussed, note, changes));
  };
  return {
    [`GET ${notes}`]: of((context, discussed) =>
      page(askedNotes(context, discussed), context, (note) => shown(context, discussed, note)),
    ),
    // The description has that of issues.
    [`POST ${notes}`]: name === "issue" ? post : declared(post),
    [`GET ${notes}/{note_id}`]: of((context, discussed) =>
      ok(shown(context, discussed, noteAmong(context, notesOf(context, discussed)))),
    ),
    [`PUT ${notes}/{note_id}`]: of((context, discussed) => ok(shown(context, discussed, changeNote(context, discussed)))),
    [`DELETE ${notes}/{note_id}`]: of((context, discussed) => removeNote(context, discussed, notesOf(context, discussed))),
    [`GET ${thread}/notes`]: of((context, discussed) =>
      page(findDiscussion(context, discussed), context, (note) => shown(context, discussed, note)),
    ),
    ...(name === "issue" || name === "epic" ? { [`PUT ${thread}`]: declared(resolving(kind)) } : {}),
    [`GET ${thread}/notes/{note_id}`]: of((context, discussed) =>
      ok(shown(context, discussed, noteAmong(context, findDiscussion(context, discussed)))),
    ),
  };
}

function notesOf(context: Context, discussed: Discussed): Note[] {
  const notes = context.store.of(noteTable).where("noteable", noteableKey(discussed.noteable));
  return notes.filter((note) => readsNote(context, discussed, note));
}

function askedNotes(context: Context, discussed: Discussed): Note[] {
  const { params } = context;
  const filter = params.text("activity_filter") ?? "all_notes";
  const notes = notesOf(context, discussed).filter(
    ({ system }) => filter === "all_notes" || system === (filter === "only_activity"),
  );
  const time = (note: Note): number => Date.parse(params.text("order_by") === "updated_at" ? note.updated_at : note.created_at);
  const sign = params.text("sort") === "asc" ? 1 : -1;
  return notes.toSorted((a, b) => sign * (time(a) - time(b) || a.id - b.id));
}

function noteAmong({ params }: Context, notes: readonly Note[]): Note {
  return orNotFound(notes.find(({ id }) => id === params.requiredNumber("note_id")));
}

function changeNote(context: Context, discussed: Discussed): Note {
  const note = noteAmong(context, notesOf(context, discussed));
  requireEditor(context, discussed, note);
  return context.params.has("body") ? rewritten(context, note) : note;
}

function rewritten(context: Context, { id }: Note): Note {
  return context.store.of(noteTable).update(id, { body: sentBody(context), updated_at: new Date().toISOString() });
}

/** Its author removes a note, and who maintains the place that it is in. */
function removeNote(context: Context, discussed: Discussed, notes: readonly Note[]): Reply {
  const note = noteAmong(context, notes);
  requireEditor(context, discussed, note);
  checkUnmodified(context, note.updated_at);
  context.store.of(noteTable).delete(note.id);
  context.store.forget({ kind: "note", id: note.id });
  return noContent();
}

function ofDrafts(handle: Handle): OperationDeclaration {
  return {
    handler: (context) => handle(context, KINDS.merge_request.find(context)),
    parameters: { merge_request_iid: { type: "integer" } },
  };
}

function draftsOf(context: Context, { noteable }: Discussed): Entry[] {
  const { id } = requireUser(context);
  return context.store
    .of(draftTable)
    .where("home", homeKeyOf(noteable))
    .filter((draft) => draft["author_id"] === id);
}

function findDraft(context: Context, on: Discussed): Entry {
  return withId(context, draftsOf(context, on), "draft_note_id");
}

function createDraft(context: Context, on: Discussed): Reply {
  const { store, params } = context;
  const user = requireSpeaker(context, on);
  const note = params.requiredText("note");
  if (note.trim() === "") throw badRequest("400 Bad request - Note can't be blank");
  const thread = params.text("in_reply_to_discussion_id");
  if (thread !== undefined && discussionWith(store, on.noteable, thread).length === 0)
    throw badRequest("400 Bad request - Thread to reply to cannot be found");
  const draft = store.of(draftTable).insert({
    home: on.noteable,
    author_id: user.id,
    note,
    discussion_id: thread ?? null,
    resolve_discussion: params.flag("resolve_discussion") ?? false,
    commit_id: params.text("commit_id") ?? null,
    position: params.get("position") ?? null,
  });
  return created(presentDraft(draft));
}

/** Makes a note of a draft: in the thread that it answers, else one that begins a thread. */
function publishDraft(context: Context, on: Discussed, draft: Entry): void {
  const { store } = context;
  const user = requireSpeaker(context, on);
  const { discussion_id: thread, position } = draft;
  const discussion_id = typeof thread === "string" ? thread : undefined;
  const commands = commandsOn(context, user, "merge_request", textOf(draft["note"]));
  if (commands.body !== "") {
    const note = addNote(store, {
      noteable: on.noteable,
      body: commands.body,
      author_id: user.id,
      ...placeIn(isObject(position) ? position : undefined),
      discussion_id,
    });
    mention(context, on.parent, note);
  }
  touchNoteable(store, on.noteable);
  commands.carryOut();
  store.of(draftTable).delete(draft.id);
}

function presentDraft(draft: Entry): Record<string, Json> {
  return {
    ...picked(draft, "id", "author_id"),
    merge_request_id: draft.home.id,
    ...picked(draft, "resolve_discussion", "discussion_id", "note", "commit_id"),
    line_code: null,
    ...picked(draft, "position"),
  };
}
