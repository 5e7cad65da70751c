import { canSee, requireUser } from "../access.js";
import { lastActivity } from "../activity.js";
import type { Context } from "../context.js";
import { badParameters, forbidden, notFound } from "../errors.js";
import type { Json } from "../json.js";
import { page } from "../pages.js";
import type { Member, User } from "../records.js";
import { starTable } from "../records/measures.js";
import { issueTable, mergeRequestTable } from "../records/work-items.js";
import { ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import { defineEntries, homeKeyOf } from "../row/spec.js";
import type { Schema } from "../schema.js";
import { listProjects } from "../sections/projects/lists.js";
import { DAY } from "../sections/removal.js";
import { todoTable } from "../sections/work-items/todos.js";
import { findUser, userAt } from "./users/find.js";
import { showStatus, writeStatus } from "./users/status.js";

const NAMED: Readonly<Record<string, Schema>> = { topic: { type: ["string", "null"] } };
const STATUS = { parameters: { availability: { type: ["string", "null"], enum: ["not_set", "busy", "", null] } } } as const;
const preferenceTable = defineEntries("user_preferences");

/** A list of projects of one user; of a private profile others see none. */
function projectsOf(find: (context: Context, user: User) => Set<number>): OperationDeclaration {
  return {
    role: "anyone",
    parameters: NAMED,
    handler: (context) => {
      const { store, user: caller } = context;
      const user = userAt(context, "user_id");
      if (user.private_profile && caller?.is_admin !== true && caller?.id !== user.id) throw notFound("User");
      return listProjects(
        context,
        [...find(context, user)].flatMap((id) => store.projects.get(id) ?? []),
      );
    },
  };
}

/** What people say of themselves, what they look at, and what they take part in. */
export default {
  operations: {
    "GET /user/status": { scopes: ["read_user"], handler: (context) => showStatus(context, requireUser(context)) },
    "PUT /user/status": { ...STATUS, handler: (context) => writeStatus(context, true) },
    "PATCH /user/status": { ...STATUS, handler: (context) => writeStatus(context, false) },
    "GET /users/{user_id}/status": { role: "anyone", handler: (context) => showStatus(context, userAt(context, "user_id")) },
    "GET /user/preferences": { scopes: ["read_user"], handler: showPreferences },
    "PUT /user/preferences": writePreferences,
    "GET /user/activities": { parameters: { from: { type: ["string", "null"], format: "date-time" } }, handler: listActivities },
    "GET /user_counts": countOpen,
    "GET /users/{id}/associations_count": { parameters: { id: { type: "integer" } }, handler: countAssociations },
    "GET /users/{user_id}/memberships": {
      role: "administrator",
      parameters: { user_id: { type: "integer" }, type: { type: ["string", "null"], enum: ["Project", "Namespace", null] } },
      handler: listMemberships,
    },
    "GET /users/{user_id}/starred_projects": projectsOf(({ store }, user) => {
      const stars = store.of(starTable).all();
      return new Set(stars.filter(({ user_id }) => user_id === user.id).map(({ project_id }) => project_id));
    }),
    "GET /users/{user_id}/contributed_projects": projectsOf(contributed),
  },
} satisfies Resource;

/** Projects in which the user opened an issue or a merge request. */
function contributed({ store }: Context, user: User): Set<number> {
  const own = (one: { readonly author_id: number }): boolean => one.author_id === user.id;
  return new Set([
    ...store
      .of(issueTable)
      .all()
      .filter(own)
      .map(({ project_id }) => project_id),
    ...store
      .of(mergeRequestTable)
      .all()
      .filter(own)
      .map(({ project_id }) => project_id),
  ]);
}

const PREFERENCES: Readonly<Record<string, Json>> = {
  view_diffs_file_by_file: false,
  show_whitespace_in_diffs: true,
  pass_user_identities_to_ci_jwt: false,
  policy_advanced_editor: false,
};

function showPreferences(context: Context): Reply {
  const { store, knowledge } = context;
  const user = requireUser(context);
  const [entry] = store.of(preferenceTable).where("home", homeKeyOf({ kind: "user", id: user.id }));
  const names = Object.keys(PREFERENCES).filter((name) => knowledge?.keys.has(name) !== false);
  const values = names.map((name) => [name, entry?.[name] ?? PREFERENCES[name] ?? null]);
  return ok({ id: entry?.id ?? null, user_id: user.id, ...Object.fromEntries(values) });
}

function writePreferences(context: Context): Reply {
  const { store, params } = context;
  const home = { kind: "user", id: requireUser(context).id };
  const sent = params.sent(["page", "per_page"]);
  if (Object.keys(sent).length === 0)
    throw badParameters(`${Object.keys(PREFERENCES).join(", ")} are missing, at least one parameter must be provided`);
  const table = store.of(preferenceTable);
  const [entry] = table.where("home", homeKeyOf(home));
  if (entry === undefined) table.insert({ ...PREFERENCES, ...sent, home });
  else table.update(entry.id, sent);
  return showPreferences(context);
}

/** Who was there since a day, for half a year when none is given; of private profiles only administrators hear. */
function listActivities(context: Context): Reply {
  const { store, params } = context;
  const caller = requireUser(context);
  const sent = params.text("from") ?? "";
  const from = sent === "" ? new Date(Date.now() - 182 * DAY).toISOString() : sent;
  const found = store.users.all().flatMap((user) => {
    const day = lastActivity(store, user.id);
    const isShown = caller.is_admin || !user.private_profile;
    return day !== null && day >= from.slice(0, 10) && isShown ? [{ username: user.username, day }] : [];
  });
  return page(
    found.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    context,
    ({ username, day }) => ({ username, last_activity_on: day, last_activity_at: day }),
  );
}

/** What is open for the caller. */
function countOpen(context: Context): Reply {
  const { store } = context;
  const user = requireUser(context);
  const isSeen = ({ project_id }: { readonly project_id: number }): boolean => {
    const project = store.projects.get(project_id);
    return project !== undefined && canSee(store, user, project);
  };
  const issues = store
    .of(issueTable)
    .all()
    .filter((one) => one.state === "opened" && one.assignee_ids.includes(user.id));
  const open = store
    .of(mergeRequestTable)
    .all()
    .filter((one) => one.state === "opened" && isSeen(one));
  const assigned = open.filter((one) => one.assignee_ids.includes(user.id)).length;
  return ok({
    merge_requests: assigned,
    assigned_issues: issues.filter(isSeen).length,
    assigned_merge_requests: assigned,
    review_requested_merge_requests: open.filter((one) => one.reviewer_ids.includes(user.id)).length,
    todos: store
      .of(todoTable)
      .all()
      .filter((one) => one.user_id === user.id && one.state === "pending").length,
  });
}

function countAssociations(context: Context): Reply {
  const { store } = context;
  const caller = requireUser(context);
  const user = findUser(context);
  if (!caller.is_admin && caller.id !== user.id) throw forbidden();
  const own = (one: { readonly author_id: number }): boolean => one.author_id === user.id;
  const members = store.members.where("user", user.id);
  return ok({
    groups_count: members.filter(({ source }) => source.kind === "group").length,
    projects_count: members.filter(({ source }) => source.kind === "project").length,
    issues_count: store.of(issueTable).all().filter(own).length,
    merge_requests_count: store.of(mergeRequestTable).all().filter(own).length,
  });
}

function listMemberships(context: Context): Reply {
  const { store, params } = context;
  const type = params.text("type");
  const members = store.members.where("user", findUser(context, "user_id").id);
  const wanted = members.filter(({ source }) => type === undefined || (type === "Project") === (source.kind === "project"));
  return page(wanted, context, (member) => presentMembership(context, member));
}

function presentMembership({ store }: Context, { source: { kind, id }, access_level }: Member): Record<string, Json> {
  const thing = kind === "project" ? store.projects.get(id) : store.groups.get(id);
  return {
    source_id: id,
    source_name: thing?.name ?? null,
    source_type: kind === "project" ? "Project" : "Namespace",
    access_level,
  };
}
