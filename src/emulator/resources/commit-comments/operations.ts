import { LEVEL, accessLevel, requireUser } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Commit } from "../../core/git/records.js";
import type { User } from "../../core/records.js";
import { type Reply, badParameters, created, forbidden, noContent, notFound, ok, orNotFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import type { Store } from "../../core/store.js";
import { findCode, findCommit } from "../repository/access.js";
import { type CommitNote, addCommitNote, commitNoteTable, notesOn, presentComment, presentCommitNote } from "./records.js";

const comments = "/projects/{id}/repository/commits/{sha}/comments";

const discussions = "/projects/{id}/repository/commits/{noteable_id}/discussions";

const at = `${discussions}/{discussion_id}`;

/** What people say of commits. */
export default {
  operations: {
    [`GET ${comments}`]: {
      role: "anyone",
      handler: (context) => {
        const commit = findCommit(context, findCode(context));
        return page(notesOn(context.store, commit.project_id, commit.sha), context, (note) => presentComment(context, note));
      },
    },
    [`POST ${comments}`]: { required: ["note"], handler: comment },
    [`GET ${discussions}`]: {
      role: "anyone",
      handler: (context) => {
        const commit = findCommit(context, findCode(context), "noteable_id");
        const threads = threadsOf(notesOn(context.store, commit.project_id, commit.sha));
        return page(threads, context, (notes) => presentThread(context, notes));
      },
    },
    [`POST ${discussions}`]: discuss,
    [`GET ${at}`]: { role: "anyone", handler: (context) => ok(presentThread(context, findThread(context))) },
    [`GET ${at}/notes`]: {
      role: "anyone",
      handler: (context) => page(findThread(context), context, (note) => presentCommitNote(context, note)),
    },
    [`POST ${at}/notes`]: reply,
    [`GET ${at}/notes/{note_id}`]: { role: "anyone", handler: (context) => ok(presentCommitNote(context, findNote(context))) },
    [`PUT ${at}/notes/{note_id}`]: change,
    [`DELETE ${at}/notes/{note_id}`]: (context) => {
      const note = requireEditor(context, findNote(context));
      context.store.of(commitNoteTable).delete(note.id);
      return noContent();
    },
  },
} satisfies Resource;

/** Who may speak: in a private project those who may read its code, elsewhere everybody who is signed in. */
function speaker(context: Context, parameter = "noteable_id"): { commit: Commit; user: User } {
  const commit = findCommit(context, findCode(context), parameter);
  return { commit, user: requireUser(context) };
}

function textFor({ params }: Context, name: string): string {
  const text = params.text(name) ?? "";
  if (text.trim() === "") throw badParameters(`${name} is ${params.has(name) ? "empty" : "missing"}`);
  return text;
}

function comment(context: Context): Reply {
  const { params, store } = context;
  const { commit, user } = speaker(context, "sha");
  const path = params.text("path") ?? null;
  const line = params.number("line") ?? null;
  if (path !== null && line === null) throw badParameters("line is missing");
  const place = path === null ? {} : { path, line, line_type: params.text("line_type") ?? "new" };
  const note = addCommitNote(store, user, commit, { body: textFor(context, "note"), ...place });
  return created(presentComment(context, note));
}

function discuss(context: Context): Reply {
  const { params, store } = context;
  const { commit, user } = speaker(context);
  const position = params.record("position") ?? null;
  const note = addCommitNote(store, user, commit, {
    body: textFor(context, "body"),
    type: position === null ? "DiscussionNote" : "DiffNote",
    position,
    ...timeOf(context, commit, user),
  });
  return created(presentThread(context, [note]));
}

function reply(context: Context): Reply {
  const { store } = context;
  const { commit, user } = speaker(context);
  const [first] = findThread(context);
  if (first === undefined) throw notFound("Discussion");
  if (first.type === null) store.of(commitNoteTable).update(first.id, { type: "DiscussionNote" });
  const note = addCommitNote(store, user, commit, {
    body: textFor(context, "body"),
    discussion_id: first.discussion_id,
    type: first.type ?? "DiscussionNote",
    position: first.position,
    ...timeOf(context, commit, user),
  });
  return created(presentCommitNote(context, note));
}

/** Administrators and owners may say when something was said. */
function timeOf({ params, store }: Context, { project_id }: Commit, user: User): { readonly created_at?: string } {
  const at = params.text("created_at");
  return at === undefined || !isIn(store, user, project_id, LEVEL.owner) ? {} : { created_at: at };
}

function isIn(store: Store, user: User, projectId: number, level: number): boolean {
  const project = store.projects.get(projectId);
  return user.is_admin || (project !== undefined && accessLevel(store, user, project) >= level);
}

function change(context: Context): Reply {
  const note = requireEditor(context, findNote(context));
  const body = context.params.text("body") ?? note.body;
  const updated_at = new Date().toISOString();
  return ok(presentCommitNote(context, context.store.of(commitNoteTable).update(note.id, { body, updated_at })));
}

/** Notes by their discussion, each with its first one first. */
function threadsOf(notes: readonly CommitNote[]): CommitNote[][] {
  const threads = new Map<string, CommitNote[]>();
  for (const note of notes) threads.set(note.discussion_id, [...(threads.get(note.discussion_id) ?? []), note]);
  return [...threads.values()];
}

function findThread(context: Context): CommitNote[] {
  const commit = findCommit(context, findCode(context), "noteable_id");
  const id = context.params.requiredText("discussion_id");
  const notes = notesOn(context.store, commit.project_id, commit.sha).filter(({ discussion_id }) => discussion_id === id);
  if (notes.length === 0) throw notFound("Discussion");
  return notes;
}

function findNote(context: Context): CommitNote {
  const id = Number(context.params.requiredText("note_id"));
  const note = findThread(context).find((other) => other.id === id);
  return orNotFound(note, "Note");
}

/** Throws 403 but for who said it, and Maintainers. */
function requireEditor(context: Context, note: CommitNote): CommitNote {
  const { store } = context;
  const user = requireUser(context);
  if (note.author_id !== user.id && !isIn(store, user, note.project_id, LEVEL.maintainer)) throw forbidden();
  return note;
}

function presentThread(context: Context, notes: readonly CommitNote[]) {
  const [first] = notes;
  return {
    id: first?.discussion_id ?? null,
    individual_note: first?.type === null,
    notes: notes.map((note) => presentCommitNote(context, note)),
  };
}
