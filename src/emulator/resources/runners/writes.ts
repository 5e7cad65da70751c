import { randomBytes } from "node:crypto";
import { LEVEL, accessLevel, requireUser } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { instanceSetting } from "../../core/instance-settings.js";
import type { Source } from "../../core/records.js";
import { HttpError, badParameters, badRequest, forbidden, invalid } from "../../core/replies.js";
import { registeredFor } from "../jobs/records.js";
import { type RegisteredRunner, type RunnerRegistration, runnerTable } from "../pipelines/records.js";
import { UNREGISTERED, registrationOf } from "./present.js";

/** Attributes that a change may have; it needs one of them. */
const ATTRIBUTES = [
  "description",
  "active",
  "paused",
  "tag_list",
  "run_untagged",
  "locked",
  "access_level",
  "maximum_timeout",
  "maintenance_note",
];

/** A credential by which a runner asks for jobs. */
export function runnerToken(prefix: string): string {
  return `${prefix}${randomBytes(15).toString("base64url")}`;
}

/** POST /user/runners: the caller makes a runner, which then takes up the token. */
export function createRunner(context: Context): RegisteredRunner {
  const { store, params } = context;
  const user = requireUser(context);
  const type = params.requiredText("runner_type");
  if (type === "instance_type") {
    if (!user.is_admin) throw forbidden("Insufficient permissions");
    return insert(context, type, [], "glrt-", user.id);
  }
  const kind = type === "group_type" ? "group" : "project";
  const id = params.number(`${kind}_id`);
  if (id === undefined) throw badParameters(`${kind}_id is missing`);
  const holder = kind === "group" ? store.groups.get(id) : store.projects.get(id);
  if (holder === undefined) throw badRequest("400 Bad request - Missing/invalid scope");
  const level = user.is_admin ? LEVEL.admin : accessLevel(store, user, holder);
  if (level < (kind === "group" ? LEVEL.owner : LEVEL.maintainer)) throw forbidden("Insufficient permissions");
  return insert(context, type, [{ kind, id }], "glrt-", user.id);
}

/** POST /runners: whoever has the token of the instance, a group or a project registers a runner there. Throws 403 for another token. */
export function registerRunner(context: Context): RegisteredRunner {
  const { store, params } = context;
  const source = registeredFor(store, params.requiredText("token"));
  const isOff = instanceSetting(store, "allow_runner_registration_token") === false;
  if (source === undefined) throw forbidden("invalid token supplied");
  if (isOff) throw new HttpError(410, { message: "410 Gone - runner registration disallowed" });
  const type = source === null ? "instance_type" : `${source.kind}_type`;
  return insert(context, type, source === null ? [] : [source], "", null);
}

function insert(
  context: Context,
  runner_type: string,
  sources: readonly Source[],
  prefix: string,
  maker: number | null,
): RegisteredRunner {
  const { store, params } = context;
  const registration: RunnerRegistration = {
    ...UNREGISTERED,
    sources,
    created_by_id: maker,
    created_at: new Date().toISOString(),
    ...sentRegistration(context),
  };
  check(registration);
  return store.of(runnerTable).insert({
    description: params.text("description") ?? "",
    ip_address: null,
    active: isActive(context) ?? true,
    is_shared: runner_type === "instance_type",
    runner_type,
    name: null,
    online: false,
    status: "never_contacted",
    token: runnerToken(prefix),
    registration,
  });
}

/** PUT /runners/:id. */
export function updateRunner(context: Context, before: RegisteredRunner): RegisteredRunner {
  const { store, params } = context;
  if (!ATTRIBUTES.some((name) => params.has(name)))
    throw badParameters(`${ATTRIBUTES.join(", ")} are missing, at least one parameter must be provided`);
  if (params.has("active") && params.has("paused")) throw badParameters("active, paused are mutually exclusive");
  const registration = { ...registrationOf(before), ...sentRegistration(context) };
  check(registration);
  return store.of(runnerTable).update(before.id, {
    description: params.text("description") ?? before.description,
    active: isActive(context) ?? before.active,
    registration,
  });
}

function isActive({ params }: Context): boolean | undefined {
  const paused = params.flag("paused");
  return paused === undefined ? params.flag("active") : !paused;
}

function sentRegistration({ params }: Context): Partial<RunnerRegistration> {
  const level = params.text("access_level");
  return {
    ...(params.has("tag_list") ? { tag_list: params.texts("tag_list") ?? [] } : {}),
    ...(params.has("run_untagged") ? { run_untagged: params.flag("run_untagged") ?? true } : {}),
    ...(params.has("locked") ? { locked: params.flag("locked") ?? false } : {}),
    ...(level === "not_protected" || level === "ref_protected" ? { access_level: level } : {}),
    ...(params.has("maximum_timeout") ? { maximum_timeout: params.number("maximum_timeout") ?? null } : {}),
    ...(params.has("maintenance_note") ? { maintenance_note: params.text("maintenance_note") ?? null } : {}),
  };
}

function check({ tag_list, run_untagged, maximum_timeout, maintenance_note }: RunnerRegistration): void {
  const wrong: Record<string, string[]> = {};
  if (!run_untagged && tag_list.length === 0)
    wrong["tags_list"] = ["can not be empty when runner is not allowed to pick untagged jobs"];
  if (maximum_timeout !== null && maximum_timeout < 600) wrong["maximum_timeout"] = ["needs to be at least 10 minutes"];
  if (Array.from(maintenance_note ?? "").length > 1024) wrong["maintainer_note"] = ["is too long (maximum is 1024 characters)"];
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
}
