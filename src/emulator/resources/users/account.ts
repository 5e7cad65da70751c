import { canSee, requireUser, userAt } from "../../core/access.js";
import { lastActivity } from "../../core/activity.js";
import { textOf } from "../../core/collection/homes.js";
import { type Columns, type Entry, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import { html } from "../../core/markup.js";
import { compare } from "../../core/order.js";
import type { Json, Member, User } from "../../core/records.js";
import { type Reply, badParameters, forbidden, invalid, notFound, ok } from "../../core/replies.js";
import type { OperationDeclaration } from "../../core/resource.js";
import type { Schema } from "../../core/schema.js";
import { listProjects } from "../projects/filters.js";
import { DAY } from "../projects/move.js";
import { type Todo, todoTable } from "../todos/records.js";
import { type Issue, type MergeRequest, issueTable, mergeRequestTable } from "../work-items/records.js";
import { findUser, isHiddenFrom } from "./lists.js";

const NAMED: Readonly<Record<string, Schema>> = { topic: { type: ["string", "null"] } };

export const STATUS = {
  parameters: { availability: { type: ["string", "null"], enum: ["not_set", "busy", "", null] } },
} as const;

const preferenceTable = defineEntries("user_preferences");

/** A list of projects of one user; of a private profile others see none. */
export function projectsOf(find: (context: Context, user: User) => Set<number>): OperationDeclaration {
  return {
    role: "anyone",
    parameters: NAMED,
    handler: (context) => {
      const user = userAt(context, "user_id");
      if (isHiddenFrom(context, user)) throw notFound("User");
      const projects = [...find(context, user)].flatMap((id) => context.store.projects.get(id) ?? []);
      return listProjects(context, projects);
    },
  };
}

/** Projects in which the user opened an issue or a merge request. */
export function contributed({ store }: Context, user: User): Set<number> {
  const items = [...store.of(issueTable).all(), ...store.of(mergeRequestTable).all()];
  return new Set(items.filter(({ author_id }) => author_id === user.id).map(({ project_id }) => project_id));
}

const PREFERENCES: Readonly<Record<string, Json>> = {
  view_diffs_file_by_file: false,
  show_whitespace_in_diffs: true,
  pass_user_identities_to_ci_jwt: false,
  policy_advanced_editor: false,
};

export function showPreferences(context: Context): Reply {
  const { store, knowledge } = context;
  const user = requireUser(context);
  const [entry] = store.of(preferenceTable).where("home", homeKeyOf({ kind: "user", id: user.id }));
  const names = Object.keys(PREFERENCES).filter((name) => knowledge?.keys.has(name) !== false);
  const values = names.map((name) => [name, entry?.[name] ?? PREFERENCES[name] ?? null]);
  return ok({ id: entry?.id ?? null, user_id: user.id, ...Object.fromEntries(values) });
}

export function writePreferences(context: Context): Reply {
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
export function listActivities(context: Context): Reply {
  const { store, params } = context;
  const caller = requireUser(context);
  const sent = params.text("from") ?? "";
  const from = sent === "" ? new Date(Date.now() - 182 * DAY).toISOString() : sent;
  const activities = store.users.all().flatMap((user) => {
    const day = lastActivity(store, user.id);
    const isShown = caller.is_admin || !user.private_profile;
    return day !== null && day >= from.slice(0, 10) && isShown ? [{ username: user.username, day }] : [];
  });
  const sorted = activities.toSorted((a, b) => compare(a.day, b.day));
  return page(sorted, context, ({ username, day }) => ({ username, last_activity_on: day, last_activity_at: day }));
}

/** What is open for the caller. */
export function countOpen(context: Context): Reply {
  const { store } = context;
  const user = requireUser(context);
  const isSeen = ({ project_id }: { readonly project_id: number }): boolean => {
    const project = store.projects.get(project_id);
    return project !== undefined && canSee(store, user, project);
  };
  const isOpen = (item: Issue | MergeRequest): boolean => item.state === "opened" && isSeen(item);
  const isAssigned = ({ assignee_ids }: Issue | MergeRequest): boolean => assignee_ids.includes(user.id);
  const open = store.of(mergeRequestTable).all().filter(isOpen);
  const assigned = open.filter(isAssigned).length;
  const isWaiting = (todo: Todo): boolean => todo.user_id === user.id && todo.state === "pending";
  return ok({
    merge_requests: assigned,
    assigned_issues: store
      .of(issueTable)
      .all()
      .filter((issue) => isOpen(issue) && isAssigned(issue)).length,
    assigned_merge_requests: assigned,
    review_requested_merge_requests: open.filter((mergeRequest) => mergeRequest.reviewer_ids.includes(user.id)).length,
    todos: store.of(todoTable).all().filter(isWaiting).length,
  });
}

export function countAssociations(context: Context): Reply {
  const { store } = context;
  const caller = requireUser(context);
  const user = findUser(context);
  if (!caller.is_admin && caller.id !== user.id) throw forbidden();
  const isAuthor = (item: { readonly author_id: number }): boolean => item.author_id === user.id;
  const members = store.members.where("user", user.id);
  return ok({
    groups_count: members.filter(({ source }) => source.kind === "group").length,
    projects_count: members.filter(({ source }) => source.kind === "project").length,
    issues_count: store.of(issueTable).all().filter(isAuthor).length,
    merge_requests_count: store.of(mergeRequestTable).all().filter(isAuthor).length,
  });
}

export function listMemberships(context: Context): Reply {
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

/** What users say of themselves at the moment; one each at most. */
const statusTable = defineEntries("user_statuses");

const MINUTE = 60_000;

const AFTER: Readonly<Record<string, number>> = {
  "30_minutes": 30 * MINUTE,
  "3_hours": 180 * MINUTE,
  "8_hours": 480 * MINUTE,
  "1_day": 1440 * MINUTE,
  "3_days": 4320 * MINUTE,
  "7_days": 10_080 * MINUTE,
  "30_days": 43_200 * MINUTE,
};

function statusOf({ store }: Context, user: User): Entry | undefined {
  const [entry] = store.of(statusTable).where("home", homeKeyOf({ kind: "user", id: user.id }));
  const ends = textOf(entry?.["clear_status_at"]);
  return ends !== "" && Date.parse(ends) <= Date.now() ? undefined : entry;
}

/** GET …/status: nothing but nulls where nothing is said. */
export function showStatus(context: Context, user: User): Reply {
  const entry: Columns = statusOf(context, user) ?? {};
  const { emoji = null, message = null, availability = null, clear_status_at = null } = entry;
  const message_html = typeof message === "string" ? html`${message}`.text : null;
  return ok({ emoji, message, availability, message_html, clear_status_at });
}

/**
 * PUT and PATCH /user/status.
 * @param isWhole what is not sent is taken back
 */
export function writeStatus(context: Context, isWhole: boolean): Reply {
  const { store, params } = context;
  const user = requireUser(context);
  const before = isWhole ? undefined : statusOf(context, user);
  const emoji = params.has("emoji") ? textOf(params.get("emoji")) : textOf(before?.["emoji"]);
  const message = params.has("message") ? textOf(params.get("message")) : textOf(before?.["message"]);
  const wanted = params.text("availability") ?? textOf(before?.["availability"]);
  const availability = wanted === "" ? "not_set" : wanted;
  if (Array.from(message).length > 100) throw invalid({ message: ["is too long (maximum is 100 characters)"] });
  if (!/^[\w+-]*$/.test(emoji)) throw invalid({ emoji: ["is not included in the list"] });
  const after = AFTER[params.text("clear_status_after") ?? ""];
  const clear_status_at: Json =
    after === undefined ? (before?.["clear_status_at"] ?? null) : new Date(Date.now() + after).toISOString();
  for (const { id } of store.of(statusTable).where("home", homeKeyOf({ kind: "user", id: user.id })))
    store.of(statusTable).delete(id);
  if (emoji !== "" || message !== "" || availability !== "not_set") {
    const columns = { emoji: emoji === "" ? "speech_balloon" : emoji, message: message === "" ? null : message, availability };
    store.of(statusTable).insert({ ...columns, clear_status_at, home: { kind: "user", id: user.id } });
  }
  return showStatus(context, user);
}
