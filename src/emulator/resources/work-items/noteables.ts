import { userNamed } from "../../core/access.js";
import type { User } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { namesMentioned } from "../discussions/text.js";
import {
  type Issue,
  type MergeRequest,
  type Note,
  type Noteable,
  noteTable,
  noteableKey,
  reactionTable,
  subscriptionTable,
} from "./records.js";

/** What can be discussed, with the people that it names. */
interface NoteableItem {
  readonly noteable: Noteable;
  readonly author_id: number;
  readonly assignee_ids: readonly number[];
  readonly reviewer_ids: readonly number[];
  readonly description: string;
}

export function issueItem({ id, author_id, assignee_ids, description }: Issue): NoteableItem {
  return { noteable: { kind: "issue", id }, author_id, assignee_ids, reviewer_ids: [], description };
}

export function mergeRequestItem({ id, author_id, assignee_ids, reviewer_ids, description }: MergeRequest): NoteableItem {
  return { noteable: { kind: "merge_request", id }, author_id, assignee_ids, reviewer_ids, description };
}

/** All notes, oldest first. */
export function notesOf(store: Store, noteable: Noteable): Note[] {
  return store.of(noteTable).where("noteable", noteableKey(noteable));
}

/** How many comments people wrote; system notes do not count (`user_notes_count`). */
export function notesCount(store: Store, noteable: Noteable): number {
  return notesOf(store, noteable).filter((note) => !note.system).length;
}

/** `upvotes` and `downvotes`. */
export function votes(store: Store, noteable: Noteable): { upvotes: number; downvotes: number } {
  const names = store
    .of(reactionTable)
    .where("noteable", noteableKey(noteable))
    .map((reaction) => reaction.name);
  const count = (name: string): number => names.filter((candidate) => candidate === name).length;
  return { upvotes: count("thumbsup"), downvotes: count("thumbsdown") };
}

/** Who takes part, in this order: author, assignees, reviewers, who commented, who is mentioned, who reacted. */
export function participants(store: Store, item: NoteableItem): User[] {
  const notes = notesOf(store, item.noteable).filter((note) => !note.system);
  const mentioned = [item.description, ...notes.map((note) => note.body)].flatMap((text) => mentionedUsers(store, text));
  const reactions = store.of(reactionTable).where("noteable", noteableKey(item.noteable));
  const ids = new Set([
    item.author_id,
    ...item.assignee_ids,
    ...item.reviewer_ids,
    ...notes.map((note) => note.author_id),
    ...mentioned.map((user) => user.id),
    ...reactions.map((reaction) => reaction.user_id),
  ]);
  return [...ids].flatMap((id) => store.users.get(id) ?? []);
}

/** True when the user gets notices: as the last (un)subscribe said, else when the user takes part. */
export function subscribed(store: Store, item: NoteableItem, user: User | undefined): boolean {
  if (user === undefined) return false;
  const row = store.of(subscriptionTable).first("subscription", noteableKey(item.noteable, user.id));
  return row?.subscribed ?? participants(store, item).some((candidate) => candidate.id === user.id);
}

/** Sets whether a user gets notices. */
export function setSubscribed(store: Store, noteable: Noteable, user: User, value: boolean): void {
  const table = store.of(subscriptionTable);
  const row = table.first("subscription", noteableKey(noteable, user.id));
  if (row === undefined) table.insert({ noteable, user_id: user.id, subscribed: value });
  else table.update(row.id, { subscribed: value });
}

/** Users whom a text mentions: `@name`, outside of code. */
function mentionedUsers(store: Store, text: string): User[] {
  return namesMentioned(text).flatMap((name) => userNamed(store, name) ?? []);
}
