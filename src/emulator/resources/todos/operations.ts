import { requireUser, withId } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { created, noContent, orNotFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { findEpic } from "../epics/lists.js";
import { findMergeRequest } from "../merge-requests/lookup.js";
import { seenPlace } from "../milestones/records.js";
import { type Todo, type TodoTarget, createTodo, presentTodo, todoCause, todoHome, todoTable } from "./records.js";
import { epicTarget, mergeRequestTarget, targetOf } from "./targets.js";

/** What the caller has to do, newest first. */
export default {
  operations: {
    "GET /todos": {
      scopes: ["read_user"],
      handler: (context) => {
        const asked = ownTodos(context).flatMap((todo) => {
          const target = targetOf(context, todoHome(todo));
          return target !== undefined && isAsked(context, todo, target) ? [{ todo, target }] : [];
        });
        return page(asked.toReversed(), context, ({ todo, target }) => present(context, todo, target));
      },
    },
    "POST /todos/mark_as_done": (context) => {
      for (const { id } of ownTodos(context)) context.store.of(todoTable).update(id, { state: "done" });
      return noContent();
    },
    "POST /todos/{id}/mark_as_done": (context) => {
      const todo = withId(context, ownTodos(context), "id");
      const target = orNotFound(targetOf(context, todoHome(todo)));
      return created(present(context, context.store.of(todoTable).update(todo.id, { state: "done" }), target));
    },
    "POST /projects/{id}/merge_requests/{merge_request_iid}/todo": {
      parameters: { merge_request_iid: { type: "integer" } },
      handler: (context) => {
        const { mergeRequest, project, user } = findMergeRequest(context);
        return createTodo(context, user, mergeRequestTarget(context, mergeRequest, project));
      },
    },
    "POST /groups/{id}/epics/{epic_iid}/todo": {
      tier: "premium",
      handler: (context) => {
        const user = requireUser(context);
        const { thing } = seenPlace(context, "group");
        return createTodo(context, user, epicTarget(context, findEpic(context, thing.id)));
      },
    },
  },
} satisfies Resource;

function isAsked({ params, store }: Context, todo: Todo, { type, parent }: TodoTarget): boolean {
  const { action, author_id } = todoCause(store, todo);
  const [project, group] = [params.number("project_id"), params.number("group_id")];
  const isInProject = "path_with_namespace" in parent;
  return (
    todo.state === (params.text("state") ?? "pending") &&
    (params.text("action") ?? action) === action &&
    (params.text("type") ?? type) === type &&
    (params.number("author_id") ?? author_id) === author_id &&
    (project === undefined || (isInProject && parent.id === project)) &&
    (group === undefined || (isInProject ? parent.namespace_id : parent.id) === group)
  );
}

function ownTodos(context: Context): Todo[] {
  const { id } = requireUser(context);
  return context.store
    .of(todoTable)
    .all()
    .filter(({ user_id }) => user_id === id);
}

function present(context: Context, todo: Todo, target: TodoTarget): Json {
  return { ...presentTodo(context, todo, target, requireUser(context)), updated_at: todo.created_at };
}
