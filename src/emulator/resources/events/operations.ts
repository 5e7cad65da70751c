import { LEVEL, accessLevel, canSee, findProject, requireUser, userAt } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { userSummary } from "../../core/people.js";
import { type Json, picked } from "../../core/records.js";
import type { Reply } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { isHiddenFrom } from "../users/lists.js";
import { noteTable } from "../work-items/records.js";
import { type UserEvent, userEventTable } from "./follow.js";

const TARGETS: Readonly<Record<string, readonly string[]>> = {
  issue: ["Issue"],
  merge_request: ["MergeRequest"],
  note: ["Note", "DiscussionNote"],
  milestone: ["Milestone"],
  snippet: ["Snippet"],
  wiki: ["WikiPage::Meta"],
};

/** What people did: the caller, another user, everybody in a project. */
export default {
  operations: {
    "GET /events": {
      scopes: ["read_user"],
      handler: (context) => {
        const user = requireUser(context);
        const table = context.store.of(userEventTable);
        const isAll = context.params.text("scope") === "all";
        return list(context, isAll ? table.all().filter((event) => isMine(context, event)) : table.where("author", user.id));
      },
    },
    "GET /users/{id}/events": {
      role: "anyone",
      handler: (context) => {
        const user = userAt(context, "id");
        return list(context, isHiddenFrom(context, user) ? [] : context.store.of(userEventTable).where("author", user.id));
      },
    },
    "GET /projects/{id}/events": {
      role: "anyone",
      handler: (context) => {
        const { id } = findProject(context);
        return list(context, context.store.of(userEventTable).where("home", `project:${id}`));
      },
    },
  },
} satisfies Resource;

/** Whether it happened in a project that the caller is a member of. */
function isMine({ store, user }: Context, { home }: UserEvent): boolean {
  const project = store.projects.get(home.id);
  return project !== undefined && user !== undefined && accessLevel(store, user, project) > LEVEL.none;
}

function list(context: Context, events: readonly UserEvent[]): Reply {
  const { params, store, user } = context;
  const [action, target, before, after] = ["action", "target_type", "before", "after"].map((name) => params.text(name));
  const shownEvents = events.filter((event) => {
    const day = event.created_at.slice(0, 10);
    const project = store.projects.get(event.home.id);
    return (
      project !== undefined &&
      canSee(store, user, project) &&
      (action === undefined || event.action === action) &&
      (target === undefined || (TARGETS[target] ?? []).includes(event.target_type ?? "")) &&
      (before === undefined || day < before) &&
      (after === undefined || day > after)
    );
  });
  const inOrder = params.text("sort") === "asc" ? shownEvents : shownEvents.toReversed();
  return page(inOrder, context, (event) => present(context, event));
}

function present(context: Context, event: UserEvent): Record<string, Json> {
  const { id, home, push_data } = event;
  const author = userSummary(context, event.author_id);
  const note = event.note_id === undefined ? undefined : context.store.of(noteTable).get(event.note_id);
  return {
    id,
    project_id: home.id,
    ...picked(event, "action_name", "target_id", "target_iid", "target_type", "author_id", "target_title", "created_at"),
    author,
    imported: false,
    imported_from: "none",
    ...(push_data === undefined ? {} : { push_data }),
    ...(note === undefined ? {} : { note: picked(note, "id", "body", "created_at") }),
    author_username: author?.["username"] ?? null,
  };
}
