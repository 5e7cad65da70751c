import type { Context, Handler } from "../context.js";
import { badParameters, badRequest, notFound } from "../errors.js";
import { checkUnmodified } from "../lookup.js";
import { discussionsOf, discussionWith, toThread } from "../notes.js";
import { page } from "../pages.js";
import { noteTable } from "../records/work-items.js";
import type { Note } from "../records/work-items.js";
import { noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import { addComment, answer, readsNote, requireEditor, sentBody } from "./discussions/comments.js";
import { presentDiscussion, presentNote } from "./discussions/entity.js";
import { KINDS } from "./discussions/kinds.js";
import type { Discussed, Kind } from "./discussions/kinds.js";
import { sentPosition } from "./discussions/position.js";
import { isResolved, resolveDiscussion, resolveNote, setResolved } from "./discussions/resolving.js";
import { discussionSeed } from "./discussions/seed.js";

/** Document 3, Discussions: the same on issues, snippets, epics and merge requests. */
export const discussions: Resource = {
  operations: {
    ...Object.fromEntries(Object.values(KINDS).flatMap((kind) => Object.entries(handlersOf(kind)))),
    "PUT /projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}": (context) => {
      const discussed = KINDS.merge_request.find(context);
      const resolved = context.params.flag("resolved") === true;
      const notes = resolveDiscussion(context, discussed, findDiscussion(context, discussed), resolved);
      return ok(presentDiscussion(context, KINDS.merge_request, discussed, notes));
    },
  },
  seeds: [discussionSeed],
};

function handlersOf(kind: Kind): Record<string, Handler> {
  const threads = `${kind.path}/discussions`;
  const thread = `${threads}/{discussion_id}`;
  return {
    [`GET ${threads}`]: (context) => {
      const discussed = kind.find(context);
      const found = discussionsOf(context.store, discussed.noteable)
        .map((notes) => notes.filter((note) => readsNote(context, discussed, note)))
        .filter((notes) => notes.length > 0);
      return page(found, context, (notes) => presentDiscussion(context, kind, discussed, notes));
    },
    [`GET ${thread}`]: (context) => {
      const discussed = kind.find(context);
      return ok(presentDiscussion(context, kind, discussed, findDiscussion(context, discussed)));
    },
    [`POST ${threads}`]: (context) => {
      const discussed = kind.find(context);
      const position = kind === KINDS.merge_request ? sentPosition(context) : undefined;
      const place = position === undefined ? ({ type: "DiscussionNote" } as const) : ({ type: "DiffNote", position } as const);
      const comment = addComment(context, kind, discussed, place);
      return answer(comment, (note, changes) => presentDiscussion(context, kind, discussed, [note], changes));
    },
    [`POST ${thread}/notes`]: (context) => reply(context, kind),
    [`PUT ${thread}/notes/{note_id}`]: (context) => {
      const discussed = kind.find(context);
      const note = update(context, discussed, findNote(context, discussed));
      return ok(presentNote(context, kind, discussed, note));
    },
    [`DELETE ${thread}/notes/{note_id}`]: (context) => {
      const discussed = kind.find(context);
      const note = findNote(context, discussed);
      requireEditor(context, discussed, note);
      checkUnmodified(context, note.updated_at);
      context.store.of(noteTable).delete(note.id);
      return noContent();
    },
  };
}

function reply(context: Context, kind: Kind): Reply {
  const { store, instance } = context;
  const isVendor = instance.dialect === "vendor";
  // Document 3 requires it; real servers do not know it.
  if (!isVendor && context.params.number("note_id") === undefined) throw badParameters("note_id is missing");
  const discussed = kind.find(context);
  const notes = findDiscussion(context, discussed);
  if (!isVendor) findNote(context, discussed);
  const [first] = notes;
  if (first.type === null && (first.system || (isVendor && !kind.hasReplies)))
    throw badRequest("400 Bad request - Discussion can not be replied to.");
  const { position, discussion_id } = first;
  const place = position === undefined ? ({ type: "DiscussionNote" } as const) : ({ type: "DiffNote", position } as const);
  const comment = addComment(context, kind, discussed, { ...place, discussion_id });
  if (comment.note !== undefined && first.type === null) toThread(store, first, context.instance.dialect === "vendor");
  return answer(comment, (note, changes) => presentNote(context, kind, discussed, settled(context, notes, note), changes));
}

/** A reply in a resolved thread is resolved too (the reference of real servers). */
function settled({ store, user }: Context, notes: readonly Note[], note: Note): Note {
  return user !== undefined && isResolved(notes) ? setResolved(store, note, user, true) : note;
}

function update(context: Context, discussed: Discussed, note: Note): Note {
  const { params, store } = context;
  const resolved = params.flag("resolved");
  if (resolved === undefined && !params.has("body"))
    throw badParameters("body, resolved are missing, exactly one parameter must be provided");
  if (resolved !== undefined && params.has("body")) throw badParameters("body, resolved are mutually exclusive");
  if (resolved !== undefined) return resolveNote(context, discussed, note, resolved);
  requireEditor(context, discussed, note);
  return store.of(noteTable).update(note.id, { body: sentBody(context), updated_at: new Date().toISOString() });
}

/** The notes of the discussion that the path names. Throws `404 Discussion Not Found`. */
/** The notes of the discussion that a path names. Throws 404. */
export function findDiscussion(context: Context, discussed: Discussed): readonly [Note, ...Note[]] {
  const all = discussionWith(context.store, discussed.noteable, context.params.requiredText("discussion_id"));
  const [first, ...others] = all.filter((note) => readsNote(context, discussed, note));
  if (first === undefined) throw notFound("Discussion");
  return [first, ...others];
}

/** The note that the path names, which must be one of its discussion. Throws `404 Not found`. */
function findNote(context: Context, discussed: Discussed): Note {
  const id = context.params.requiredNumber("note_id");
  const note = findDiscussion(context, discussed).find((one) => one.id === id);
  if (note === undefined) throw notFound();
  return note;
}
