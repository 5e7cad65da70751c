import type { Json } from "../../json.js";
import type { Project, User } from "../../records.js";
import type { Issue } from "../../records/work-items.js";
import { created } from "../../replies.js";
import type { Reply } from "../../replies.js";
import type { Context } from "../../section.js";
import type { Store } from "../../store.js";
import { defineTable } from "../../table.js";
import { presentSimple } from "../projects/entity.js";
import { presentUser } from "../users.js";
import { presentIssue } from "./entity.js";
import { findIssue } from "./lookup.js";

/** Something that a user has to do. */
export type Todo = {
  readonly id: number;
  readonly issue_id: number;
  readonly user_id: number;
  readonly state: "pending" | "done";
  readonly created_at: string;
};

export const todoTable = defineTable<Todo, "issue" | "pending">("todos", {
  issue: (todo) => todo.issue_id,
  pending: (todo) => (todo.state === "pending" ? pendingKey(todo.issue_id, todo.user_id) : null),
});

const pendingKey = (issueId: number, userId: number): string => `${issueId}:${userId}`;

/** POST todo: 201 with a to-do item of the caller; 304 without a body while one is pending (document 3, Issue subscription and to-do). */
export function createTodo(context: Context, user: User): Reply {
  const { issue, project } = findIssue(context);
  const todos = context.store.of(todoTable);
  if (todos.count("pending", pendingKey(issue.id, user.id)) > 0) return { status: 304 };
  const created_at = new Date().toISOString();
  const todo = todos.insert({ issue_id: issue.id, user_id: user.id, state: "pending", created_at });
  return created(presentTodo(context, todo, issue, project, user));
}

/** Who comments on an issue is done with it (the reference of real servers). */
export function finishTodos(store: Store, issue: Issue, user: User): void {
  const todos = store.of(todoTable);
  for (const todo of todos.where("pending", pendingKey(issue.id, user.id))) todos.update(todo.id, { state: "done" });
}

/** Forgets the to-do items of an issue that goes away. */
export function forgetTodos(store: Store, issue: Issue): void {
  const todos = store.of(todoTable);
  for (const todo of todos.where("issue", issue.id)) todos.delete(todo.id);
}

/** To-do item (document 3, Resources). */
export function presentTodo(context: Context, todo: Todo, issue: Issue, project: Project, user: User): Record<string, Json> {
  const { id, name, name_with_namespace, path, path_with_namespace } = presentSimple(context, project);
  const target = presentIssue(context, issue);
  return {
    id: todo.id,
    project: { id, name, name_with_namespace, path, path_with_namespace } as Json,
    author: presentUser(context, user),
    action_name: "marked",
    target_type: "Issue",
    target,
    target_url: target["web_url"] ?? null,
    body: issue.title,
    state: todo.state,
    created_at: todo.created_at,
  };
}
