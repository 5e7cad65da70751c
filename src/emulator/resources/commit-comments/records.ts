import { randomBytes } from "node:crypto";
import type { PlatformState } from "../../core/context.js";
import type { Commit } from "../../core/git/records.js";
import { userSummary } from "../../core/people.js";
import { type Json, type User, picked } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";

/** What somebody said of a commit, or of a line of what it changed. */
export type CommitNote = {
  readonly id: number;
  readonly project_id: number;
  readonly sha: string;
  readonly discussion_id: string;
  /** null: a comment that stands alone. */
  readonly type: "DiscussionNote" | "DiffNote" | null;
  readonly body: string;
  readonly author_id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly line_type: string | null;
  /** Where in a diff it stands, as it was sent. */
  readonly position: Json;
};

const keyOf = (projectId: number, sha: string): string => `${projectId}:${sha}`;

export const commitNoteTable = defineTable<CommitNote, "commit" | "home">("commit_notes", {
  commit: (note) => keyOf(note.project_id, note.sha),
  home: (note) => `project:${note.project_id}`,
});

/** Everything said of a commit, the oldest first. */
export function notesOn(store: Store, projectId: number, sha: string): CommitNote[] {
  return store.of(commitNoteTable).where("commit", keyOf(projectId, sha));
}

type Draft = Pick<CommitNote, "body"> & Partial<CommitNote>;

/** Says something of a commit. */
export function addCommitNote(store: Store, user: User, commit: Commit, draft: Draft): CommitNote {
  const at = draft.created_at ?? new Date().toISOString();
  return store.of(commitNoteTable).insert({
    ...picked(commit, "project_id", "sha"),
    discussion_id: randomBytes(20).toString("hex"),
    type: null,
    path: null,
    line: null,
    line_type: null,
    position: null,
    ...draft,
    author_id: user.id,
    created_at: at,
    updated_at: at,
  });
}

/** As lists of comments show it. */
export function presentComment(world: PlatformState, note: CommitNote): Record<string, Json> {
  const { path, line, line_type, created_at } = note;
  return { note: note.body, path, line, line_type, author: userSummary(world, note.author_id), created_at };
}

/** As discussions show it. */
export function presentCommitNote(world: PlatformState, note: CommitNote): Record<string, Json> {
  return {
    ...picked(note, "id", "type", "body"),
    attachment: null,
    author: userSummary(world, note.author_id),
    ...picked(note, "created_at", "updated_at"),
    system: false,
    noteable_id: null,
    noteable_type: "Commit",
    project_id: note.project_id,
    commit_id: note.sha,
    ...(note.position === null ? {} : { position: note.position }),
    resolvable: false,
    confidential: false,
    internal: false,
    imported: false,
    imported_from: "none",
    noteable_iid: null,
    commands_changes: {},
  };
}
