import { requireUser } from "../access.js";
import type { Context } from "../context.js";
import { badRequest, notFound } from "../errors.js";
import { isObject } from "../json.js";
import type { Json } from "../json.js";
import { addNote, discussionWith, touchNoteable } from "../notes.js";
import { page } from "../pages.js";
import { noContent, ok, created } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import { defineEntries, homeKeyOf } from "../row/spec.js";
import type { Entry } from "../row/spec.js";
import { textOf } from "../row/text.js";
import { requireSpeaker } from "../sections/discussions/comments.js";
import { KINDS } from "../sections/discussions/kinds.js";
import type { Discussed } from "../sections/discussions/kinds.js";
import { mention } from "../sections/discussions/mentions.js";
import { commandsOn } from "../sections/discussions/quick-actions.js";

const table = defineEntries("draft_notes");
const path = "/projects/{id}/merge_requests/{merge_request_iid}/draft_notes";

/** Notes on a merge request that only their author sees until they are published. No row: each caller has a list of his own. */
export default {
  operations: {
    [`GET ${path}`]: of((context) => page(draftsOf(context, discussed(context)), context, present)),
    [`POST ${path}`]: of(create),
    [`GET ${path}/{draft_note_id}`]: of((context) => ok(present(findDraft(context, discussed(context))))),
    [`PUT ${path}/{draft_note_id}`]: of((context) => {
      const draft = findDraft(context, discussed(context));
      const { note, position } = context.params.sent();
      const changes = { ...(note === undefined ? {} : { note }), ...(position === undefined ? {} : { position }) };
      return ok(present(context.store.of(table).update(draft.id, changes)));
    }),
    [`DELETE ${path}/{draft_note_id}`]: of((context) => {
      context.store.of(table).delete(findDraft(context, discussed(context)).id);
      return noContent();
    }),
    [`PUT ${path}/{draft_note_id}/publish`]: of((context) => {
      const on = discussed(context);
      publish(context, on, findDraft(context, on));
      return noContent();
    }),
    [`POST ${path}/bulk_publish`]: of((context) => {
      const on = discussed(context);
      for (const draft of draftsOf(context, on)) publish(context, on, draft);
      return noContent();
    }),
  },
} satisfies Resource;

function of(handler: (context: Context) => Reply): OperationDeclaration {
  return { handler, parameters: { merge_request_iid: { type: "integer" } } };
}

function discussed(context: Context): Discussed {
  return KINDS.merge_request.find(context);
}

function draftsOf(context: Context, { noteable }: Discussed): Entry[] {
  const { id } = requireUser(context);
  return context.store
    .of(table)
    .where("home", homeKeyOf(noteable))
    .filter((draft) => draft["author_id"] === id);
}

function findDraft(context: Context, on: Discussed): Entry {
  const id = context.params.requiredText("draft_note_id");
  const draft = draftsOf(context, on).find((one) => String(one.id) === id);
  if (draft === undefined) throw notFound();
  return draft;
}

function create(context: Context): Reply {
  const { store, params } = context;
  const on = discussed(context);
  const user = requireSpeaker(context, on);
  const note = params.requiredText("note");
  if (note.trim() === "") throw badRequest("400 Bad request - Note can't be blank");
  const thread = params.text("in_reply_to_discussion_id");
  if (thread !== undefined && discussionWith(store, on.noteable, thread).length === 0)
    throw badRequest("400 Bad request - Thread to reply to cannot be found");
  const draft = store.of(table).insert({
    home: on.noteable,
    author_id: user.id,
    note,
    discussion_id: thread ?? null,
    resolve_discussion: params.flag("resolve_discussion") ?? false,
    commit_id: params.text("commit_id") ?? null,
    position: params.get("position") ?? null,
  });
  return created(present(draft));
}

/** Makes a note of a draft: in the thread that it answers, else one that begins a thread. */
function publish(context: Context, on: Discussed, draft: Entry): void {
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
      ...(isObject(position) ? { type: "DiffNote", position } : { type: "DiscussionNote" }),
      discussion_id,
    });
    mention(context, on.parent, note);
  }
  touchNoteable(store, on.noteable);
  commands.carryOut();
  store.of(table).delete(draft.id);
}

function present(draft: Entry): Record<string, Json> {
  const { id, home, author_id = null, note = null, discussion_id = null, resolve_discussion = null } = draft;
  const { commit_id = null, position = null } = draft;
  return {
    id,
    author_id,
    merge_request_id: home.id,
    resolve_discussion,
    discussion_id,
    note,
    commit_id,
    line_code: null,
    position,
  };
}
