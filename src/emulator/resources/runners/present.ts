import { canSee } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { userSummary } from "../../core/people.js";
import { type Json, picked } from "../../core/records.js";
import { type RegisteredRunner, type RunnerRegistration, jobTable } from "../pipelines/records.js";
import { presentSimple } from "../projects/present.js";

const ONLINE = 2 * 60 * 60 * 1000;

/** A runner, or a machine of one, counts as online for two hours after it was heard of. */
export const isOnline = (contactedAt: string): boolean => Date.now() - Date.parse(contactedAt) < ONLINE;

/** What runners say of the machine that they are on, and nobody knows here. */
export const UNKNOWN_MACHINE = { version: null, revision: null, platform: null, architecture: null } as const;

/** What is known of a runner before anything is said of it. One of a seed takes everything, and nobody registered it. */
export const UNREGISTERED: RunnerRegistration = {
  sources: [],
  tag_list: [],
  run_untagged: true,
  locked: false,
  access_level: "not_protected",
  maximum_timeout: null,
  maintenance_note: null,
  created_by_id: null,
  created_at: "",
  contacted_at: null,
};

export function registrationOf({ registration }: RegisteredRunner): RunnerRegistration {
  return registration ?? UNREGISTERED;
}

/** `never_contacted` until it asks for jobs, then `online` or `offline`. */
export function statusOf(runner: RegisteredRunner): string {
  if (runner.registration === undefined) return runner.status;
  const { contacted_at } = runner.registration;
  if (contacted_at === null) return "never_contacted";
  return isOnline(contacted_at) ? "online" : "offline";
}

/** A runner as lists show it. */
export function presentRunner(context: Context, runner: RegisteredRunner): Record<string, Json> {
  const { store, knowledge } = context;
  const { id, active } = runner;
  const { created_by_id, created_at } = registrationOf(runner);
  const status = statusOf(runner);
  const isBusy = store
    .of(jobTable)
    .all()
    .some((job) => job.status === "running" && job.runner?.id === id);
  const shown: Record<string, Json> = {
    ...picked(runner, "id", "description", "ip_address", "active"),
    paused: !active,
    ...picked(runner, "is_shared", "runner_type", "name"),
    online: status === "online",
    created_by: userSummary(context, created_by_id),
    created_at: created_at === "" ? null : created_at,
    status,
    job_execution_status: isBusy ? "active" : "idle",
  };
  return Object.fromEntries(Object.entries(shown).filter(([key]) => knowledge?.keys.has(key) !== false));
}

/** One runner, with what it takes and for whom. */
export function presentRunnerDetails(context: Context, runner: RegisteredRunner): Record<string, Json> {
  const { store, instance, user, params } = context;
  const { sources, created_by_id: _, created_at: __, ...registration } = registrationOf(runner);
  const projects = sources.flatMap(({ kind, id }) => (kind === "project" ? (store.projects.get(id) ?? []) : []));
  const groups = sources.flatMap(({ kind, id }) => (kind === "group" ? (store.groups.get(id) ?? []) : []));
  return {
    ...presentRunner(context, runner),
    ...registration,
    ...UNKNOWN_MACHINE,
    ...(params.get("include_projects") === false
      ? {}
      : { projects: projects.filter((row) => canSee(store, user, row)).map((row) => presentSimple(context, row)) }),
    groups: groups.map(({ id, name, full_path }) => ({ id, name, web_url: `${instance.url}/groups/${full_path}` })),
  };
}
