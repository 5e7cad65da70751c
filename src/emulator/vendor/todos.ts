import { requireUser } from "../access.js";
import { notFound } from "../errors.js";
import type { Json } from "../json.js";
import { page } from "../pages.js";
import { issueTable } from "../records/work-items.js";
import { created, noContent } from "../replies.js";
import type { Context } from "../section.js";
import { presentTodo, todoTable } from "../sections/issues/todos.js";
import type { Todo } from "../sections/issues/todos.js";
import type { VendorSection } from "../vendor-section.js";

/** What the caller has to do, newest first. */
export default {
  operations: {
    "GET /todos": {
      scopes: ["read_user"],
      handler: (context) => {
        const { params } = context;
        const state = params.text("state") ?? "pending";
        const [action, type, projectId] = [params.text("action"), params.text("type"), params.number("project_id")];
        const found = ownTodos(context).filter((todo) => {
          const project_id = context.store.of(issueTable).get(todo.issue_id)?.project_id;
          return todo.state === state && (projectId === undefined || project_id === projectId);
        });
        // All are marked by hand, and on issues.
        const isLeft = (action === undefined || action === "marked") && (type === undefined || type === "Issue");
        const isOwn = (params.number("author_id") ?? context.user?.id) === context.user?.id;
        return page(isLeft && isOwn ? found.toReversed() : [], context, (todo) => present(context, todo));
      },
    },
    "POST /todos/mark_as_done": {
      handler: (context) => {
        for (const { id } of ownTodos(context)) context.store.of(todoTable).update(id, { state: "done" });
        return noContent();
      },
    },
    "POST /todos/{id}/mark_as_done": {
      handler: (context) => {
        const id = context.params.requiredText("id");
        const todo = ownTodos(context).find((one) => String(one.id) === id);
        if (todo === undefined) throw notFound();
        return created(present(context, context.store.of(todoTable).update(todo.id, { state: "done" })));
      },
    },
  },
} satisfies VendorSection;

function ownTodos(context: Context): Todo[] {
  const { id } = requireUser(context);
  return context.store
    .of(todoTable)
    .all()
    .filter(({ user_id }) => user_id === id);
}

function present(context: Context, todo: Todo): Json {
  const issue = context.store.of(issueTable).get(todo.issue_id);
  const project = issue === undefined ? undefined : context.store.projects.get(issue.project_id);
  if (issue === undefined || project === undefined) throw notFound();
  return { ...presentTodo(context, todo, issue, project, requireUser(context)), updated_at: todo.created_at };
}
