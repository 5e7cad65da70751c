import type { Context } from "../../core/context.js";
import { presentUser } from "../../core/people.js";
import type { GroupOrProject, Json, User } from "../../core/records.js";
import { type Reply, created } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import { presentSimple } from "../projects/present.js";
import { type Note, noteTable } from "../work-items/records.js";

/** What to-do items can be on. */
export type TodoHome = { readonly kind: "issue" | "merge_request" | "epic"; readonly id: number };

/** Something that a user has to do. */
export type Todo = {
  readonly id: number;
  readonly home?: TodoHome;
  /** In data files from before other things had to-do items. */
  readonly issue_id?: number;
  readonly user_id: number;
  readonly state: "pending" | "done";
  /** The note that mentions the user; without one the user marked the thing. */
  readonly note_id?: number;
  readonly created_at: string;
};

/** What a to-do item is on. */
export function todoHome({ home, issue_id = 0 }: Todo): TodoHome {
  return home ?? { kind: "issue", id: issue_id };
}

export const todoTable = defineTable<Todo, "home" | "pending">("todos", {
  home: (todo) => keyOf(todoHome(todo)),
  pending: (todo) => (todo.state === "pending" ? keyOf(todoHome(todo), todo.user_id) : null),
});

function keyOf({ kind, id }: TodoHome, userId?: number): string {
  return userId === undefined ? `${kind}:${id}` : `${kind}:${id}:${userId}`;
}

/** What a to-do item shows of the thing that it is on. */
export interface TodoTarget {
  readonly home: TodoHome;
  /** `Issue`, as lists are filtered by it. */
  readonly type: "Issue" | "MergeRequest" | "Epic";
  /** Where it lies: an epic in a group. */
  readonly parent: GroupOrProject;
  readonly title: string;
  readonly body: Readonly<Record<string, Json>>;
}

/** POST todo: 201 with a to-do item of the caller; 304 without a body while one is pending (document 3, Issue subscription and to-do). */
export function createTodo(context: Context, user: User, target: TodoTarget): Reply {
  const todo = markTodo(context.store, target.home, user);
  return todo === undefined ? { status: 304 } : created(presentTodo(context, todo, target, user));
}

/**
 * Puts a thing on the to-do list of a user, unless there is something to do about it already (real servers).
 * @param note the note that mentions the user
 */
export function markTodo(store: Store, home: TodoHome, user: User, note?: Note): Todo | undefined {
  const todos = store.of(todoTable);
  if (todos.count("pending", keyOf(home, user.id)) > 0) return undefined;
  const cause = note === undefined ? {} : { note_id: note.id };
  const created_at = note?.created_at ?? new Date().toISOString();
  return todos.insert({ home, user_id: user.id, state: "pending", ...cause, created_at });
}

/** Who comments on a thing is done with it (the reference of real servers). */
export function finishTodos(store: Store, home: TodoHome, user: User): void {
  const todos = store.of(todoTable);
  for (const todo of todos.where("pending", keyOf(home, user.id))) todos.update(todo.id, { state: "done" });
}

/** The note that mentions the user. */
function noteOf(store: Store, { note_id }: Todo): Note | undefined {
  return note_id === undefined ? undefined : store.of(noteTable).get(note_id);
}

/** Why it is there, and who caused it. */
export function todoCause(store: Store, todo: Todo): { readonly action: "marked" | "mentioned"; readonly author_id: number } {
  const action = todo.note_id === undefined ? "marked" : "mentioned";
  return { action, author_id: noteOf(store, todo)?.author_id ?? todo.user_id };
}

/** To-do item (document 3, Resources). */
export function presentTodo(context: Context, todo: Todo, target: TodoTarget, user: User): Record<string, Json> {
  const { action, author_id } = todoCause(context.store, todo);
  const note = noteOf(context.store, todo);
  const url = target.body["web_url"];
  return {
    id: todo.id,
    ...placeOf(context, target.parent),
    author: presentUser(context, context.store.users.get(author_id) ?? user),
    action_name: action,
    target_type: target.type,
    target: target.body,
    target_url: typeof url !== "string" ? null : note === undefined ? url : `${url}#note_${note.id}`,
    body: note?.body ?? target.title,
    state: todo.state,
    created_at: todo.created_at,
  };
}

function placeOf(context: Context, parent: GroupOrProject): Record<string, Json> {
  if (!("path_with_namespace" in parent)) {
    const { id, name, path, parent_id, full_path } = parent;
    return { group: { id, name, path, kind: "group", full_path, parent_id } };
  }
  const { id, name, name_with_namespace, path, path_with_namespace } = presentSimple(context, parent);
  return { project: { id, name, name_with_namespace, path, path_with_namespace } as Json };
}
