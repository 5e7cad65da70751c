import { LEVEL_NAMES } from "../../core/access.js";
import type { PlatformState } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import { type Json, type User, isObject } from "../../core/records.js";
import { type Change, type Row, defineTable } from "../../core/table.js";
import { netChanges } from "../integrations/events.js";

/** One entry of the audit log. */
export type AuditEvent = {
  readonly id: number;
  readonly author_id: number;
  readonly entity_id: number;
  readonly entity_type: string;
  readonly event_name: string;
  readonly details: { readonly [name: string]: Json };
  readonly created_at: string;
};

/** By entity: `Project:5`. */
export const auditTable = defineTable<AuditEvent, "entity">("audit_events", {
  entity: ({ entity_type, entity_id }) => `${entity_type}:${entity_id}`,
});

/** Writes down what the transaction has changed so far, by whom. Real servers with a licence do; without an author nothing is written. */
export function recordChanges(world: PlatformState, author: User | undefined): void {
  const { store, instance } = world;
  if (author === undefined || instance.dialect !== "vendor" || !exists(instance, { tier: "premium" })) return;
  const created_at = new Date().toISOString();
  for (const { name, entity, details } of eventsFrom(world, store.changed())) {
    store.of(auditTable).insert({
      author_id: author.id,
      entity_id: entity.id,
      entity_type: entity.type,
      event_name: name,
      details: { ...details, author_name: author.name, author_class: "User", entity_path: entity.path },
      created_at,
    });
  }
}

/** What an audit event is about. */
interface Entity {
  readonly type: "Project" | "Group" | "User" | "Gitlab::Audit::InstanceScope";
  readonly id: number;
  /** Full path or name; empty for the instance. */
  readonly path: string;
}

/** An event that follows from a change. */
interface Happened {
  readonly name: string;
  readonly entity: Entity;
  /** `add`, `remove`, or `change` with `from` and `to`, and the target. */
  readonly details: Readonly<Record<string, Json>>;
}

/** What is told of the rows of a table. */
interface Audited {
  /** Type of the target, as servers name it. */
  readonly target: string;
  /** What events call the thing: `ci_variable` of `ci_variable_created`. One name for each kind of entity, where they differ. */
  readonly thing: string | ((entity: Entity) => string);
  /** The ends of names, where servers use others than `created`, `updated` and `removed`. */
  readonly ends?: { readonly added?: string; readonly changed?: string; readonly removed?: string };
  /** The column that names the target. */
  readonly named: string;
  /** Columns of which it is told when they change, without their values; all that the change may tell when left out. */
  readonly silent?: boolean;
}

const IGNORED = new Set(["id", "home", "updated_at", "last_activity_at", "last_used_at", "created_at", "iid", "author_id"]);

/**
 * Tables whose changes are audited, by name (the reference of real servers, bulk reads, section 5: variables, approval rules, protected branches,
 * members, push rules, deploy keys, job token, hooks, labels; none for schedules, badges, integrations and mirrors).
 */
const AUDITED: Readonly<Record<string, Audited>> = {
  "/projects/{id}/variables": {
    target: "Ci::Variable",
    thing: ({ type }) => (type === "Group" ? "ci_group_variable" : "ci_variable"),
    ends: { removed: "deleted" },
    named: "key",
    silent: true,
  },
  "/admin/ci/variables": {
    target: "Ci::InstanceVariable",
    thing: "ci_instance_variable",
    ends: { removed: "deleted" },
    named: "key",
    silent: true,
  },
  push_rules: { target: "PushRule", thing: ({ type }) => `${type.toLowerCase()}_push_rules`, named: "id" },
  deploy_keys_projects: {
    target: "DeployKey",
    thing: "deploy_key",
    ends: { added: "added" },
    named: "key_id",
    silent: true,
  },
  deploy_tokens: {
    target: "DeployToken",
    thing: "deploy_token",
    ends: { removed: "revoked" },
    named: "name",
    silent: true,
  },
  hooks: { target: "WebHook", thing: "webhook", ends: { removed: "destroyed" }, named: "id", silent: true },
  protected_tags: { target: "ProtectedTag", thing: "protected_tag", named: "name" },
  project_protected_environments: { target: "ProtectedEnvironment", thing: "protected_environment", named: "name" },
  job_token_projects: {
    target: "Project",
    thing: "secure_ci_job_token_project",
    ends: { added: "added" },
    named: "target_id",
  },
  job_token_groups: {
    target: "Group",
    thing: "secure_ci_job_token_group",
    ends: { added: "added" },
    named: "target_id",
  },
  labels: { target: "Label", thing: "label", ends: { removed: "deleted" }, named: "name" },
  protected_branches: { target: "ProtectedBranch", thing: "protected_branch", named: "name" },
  protected_environments: { target: "ProtectedEnvironment", thing: "protected_environment", named: "name" },
  approval_rules: { target: "ApprovalProjectRule", thing: "approval_rule", ends: { removed: "deleted" }, named: "name" },
  members: { target: "User", thing: "member", ends: { removed: "destroyed" }, named: "user_id" },
  group_shares: { target: "Group", thing: "group_share_with_group_link", named: "shared_with_group_id" },
  project_shares: { target: "Group", thing: "project_group_link", ends: { removed: "deleted" }, named: "group_id" },
  projects: { target: "Project", thing: "project", ends: { removed: "destroyed" }, named: "path_with_namespace" },
  groups: { target: "Group", thing: "group", ends: { removed: "destroyed" }, named: "full_path" },
  users: { target: "User", thing: "user", ends: { removed: "destroyed" }, named: "username" },
  settings: { target: "ApplicationSetting", thing: "application_setting", named: "id" },
  approval_settings: { target: "Project", thing: "merge_request_approval_settings", named: "project_id" },
};

/** Events that follow from the changes of one request or one piece of work. A secret is never in them. */
function eventsFrom(world: PlatformState, changes: readonly Change[]): Happened[] {
  const all = netChanges(changes, AUDITED);
  const gone = new Set(
    all.filter(({ table, after }) => after === undefined && THINGS.has(table)).map(({ table, id }) => `${table} ${id}`),
  );
  // What goes with a group or project is not told of one by one.
  const goesAlong = ({ table, before, after }: Change): boolean => {
    const home = THINGS.has(table) ? undefined : homeOf(after ?? before);
    return home !== undefined && gone.has(`${home.kind}s ${home.id}`);
  };
  return all.filter((change) => !goesAlong(change)).flatMap((change) => eventsOf(world, change));
}

const THINGS = new Set(["projects", "groups"]);

function eventsOf(world: PlatformState, { table, before, after }: Change): Happened[] {
  const audited = AUDITED[table];
  const row = after ?? before;
  if (audited === undefined || row === undefined) return [];
  const entity = entityOf(world, table, row);
  if (entity === undefined) return [];
  const thing = typeof audited.thing === "string" ? audited.thing : audited.thing(entity);
  const target = targetOf(world, audited, row);
  const event = (name: string, details: Readonly<Record<string, Json>>): Happened => ({
    name,
    entity,
    details: { ...details, ...target },
  });
  const called = thing.replaceAll("_", " ");
  if (before === undefined)
    return table === "settings" ? [] : [event(`${thing}_${audited.ends?.added ?? "created"}`, { add: called, ...asLevel(row) })];
  if (after === undefined) return [event(`${thing}_${audited.ends?.removed ?? "removed"}`, { remove: called })];
  const columns = differences(before, after);
  if (columns.length === 0) return [];
  if (audited.silent === true) return [event(`${thing}_updated`, { change: columns.map(({ name }) => name).join(", ") })];
  return columns.map(({ name, from, to }) => {
    const isLevel = table === "members" && name === "access_level";
    const values = isSecret(world, table, name) ? {} : isLevel ? { from: inWords(from), to: inWords(to) } : { from, to };
    return event(eventName(thing, table, name, to), { change: name, ...values });
  });
}

/** Attributes of groups, projects and the instance have events of their own, those of all else share one. */
function eventName(thing: string, table: string, column: string, to: Json): string {
  if (table === "projects" && column === "archived") return to === true ? "project_archived" : "project_unarchived";
  if (table === "projects" || table === "groups")
    return `${thing}_${column === "visibility" ? "visibility_level" : column}_updated`;
  if (table === "users" && column === "state") return to === "blocked" ? "user_blocked" : `user_${column}_updated`;
  return `${thing}_updated`;
}

interface Difference {
  readonly name: string;
  readonly from: Json;
  readonly to: Json;
}

/** Columns that changed, those of `attributes` each by itself. */
function differences(before: Row, after: Row): Difference[] {
  const changed = pairs(before, after).filter((difference) => !IGNORED.has(difference.name) && isChanged(difference));
  return changed.flatMap((difference) => {
    const { name, from, to } = difference;
    return name === "attributes" && isObject(from) && isObject(to) ? pairs(from, to).filter(isChanged) : [difference];
  });
}

const isChanged = ({ from, to }: Difference): boolean => JSON.stringify(from) !== JSON.stringify(to);

function pairs(before: object, after: object): Difference[] {
  const [left, right] = [new Map<string, Json>(Object.entries(before)), new Map<string, Json>(Object.entries(after))];
  return [...new Set([...left.keys(), ...right.keys()])].map((name) => ({
    name,
    from: left.get(name) ?? null,
    to: right.get(name) ?? null,
  }));
}

const SECRET = /token|secret|password|_key$|credential|import_url|email/;

/** What facts call a secret, and what sounds like one. */
function isSecret({ facts }: PlatformState, table: string, column: string): boolean {
  const operation = table === "settings" ? "PUT /application/settings" : `PUT /${table}/{id}`;
  return SECRET.test(column) || facts?.operation(operation)?.params?.[column]?.secret === true;
}

function asLevel(row: Row): Record<string, Json> {
  const level = columnOf(row, "access_level");
  return level === undefined ? {} : { as: inWords(level) };
}

function inWords(level: Json): Json {
  return LEVEL_NAMES[Number(level)] ?? level;
}

function targetOf({ store }: PlatformState, { target, named }: Audited, row: Row): Record<string, Json> {
  const id = named.endsWith("_id") ? columnOf(row, named) : row.id;
  const user = target === "User" && typeof id === "number" ? store.users.get(id)?.name : undefined;
  return { target_id: id ?? null, target_type: target, target_details: user ?? `${columnOf(row, named) ?? ""}` };
}

function columnOf(row: Row, name: string): string | number | undefined {
  const value = new Map<string, unknown>(Object.entries(row)).get(name);
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

function entityOf(world: PlatformState, table: string, row: Row): Entity | undefined {
  if (table === "settings" || table.startsWith("/admin")) return { type: "Gitlab::Audit::InstanceScope", id: 1, path: "" };
  if (table === "users") return { type: "User", id: row.id, path: `${columnOf(row, "username") ?? ""}` };
  if (table === "projects") return { type: "Project", id: row.id, path: `${columnOf(row, "path_with_namespace") ?? ""}` };
  if (table === "groups") return { type: "Group", id: row.id, path: `${columnOf(row, "full_path") ?? ""}` };
  const home = homeOf(row);
  if (home?.kind === "instance") return { type: "Gitlab::Audit::InstanceScope", id: 1, path: "" };
  if (home?.kind === "project")
    return { type: "Project", id: home.id, path: world.store.projects.get(home.id)?.path_with_namespace ?? "" };
  if (home?.kind === "group") return { type: "Group", id: home.id, path: world.store.groups.get(home.id)?.full_path ?? "" };
  return undefined;
}

function homeOf(row: Row | undefined): { readonly kind: string; readonly id: number } | undefined {
  const columns = new Map<string, Json>(Object.entries(row ?? {}));
  const home = columns.get("home") ?? columns.get("source");
  if (isObject(home) && typeof home["kind"] === "string" && typeof home["id"] === "number")
    return { kind: home["kind"], id: home["id"] };
  const [project, group] = [columns.get("project_id"), columns.get("group_id")];
  if (typeof project === "number") return { kind: "project", id: project };
  return typeof group === "number" ? { kind: "group", id: group } : undefined;
}
