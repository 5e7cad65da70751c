import { canSee } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import type { Json } from "../../core/json.js";
import { presentUser } from "../../core/people.js";
import { type RegisteredRunner, type RunnerRegistration, jobTable } from "../pipelines/records.js";
import { presentSimple } from "../projects/present.js";

/** A runner counts as online for two hours after it asked for jobs. */
const ONLINE = 2 * 60 * 60 * 1000;

/** What is known of a runner of a seed: it takes everything, and nobody registered it. */
const OF_A_SEED: RunnerRegistration = {
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
  return registration ?? OF_A_SEED;
}

/** `never_contacted` until it asks for jobs, then `online` or `offline`. */
export function statusOf(runner: RegisteredRunner): string {
  if (runner.registration === undefined) return runner.status;
  const { contacted_at } = runner.registration;
  if (contacted_at === null) return "never_contacted";
  return Date.now() - Date.parse(contacted_at) < ONLINE ? "online" : "offline";
}

/** A runner as lists show it. */
export function presentRunner({ store, instance, knowledge }: Context, runner: RegisteredRunner): Record<string, Json> {
  const { id, description, ip_address, active, is_shared, runner_type, name } = runner;
  const { created_by_id, created_at } = registrationOf(runner);
  const maker = created_by_id === null ? undefined : store.users.get(created_by_id);
  const status = statusOf(runner);
  const isBusy = store
    .of(jobTable)
    .all()
    .some((job) => job.status === "running" && job.runner?.id === id);
  const shown: Record<string, Json> = {
    id,
    description,
    ip_address,
    active,
    paused: !active,
    is_shared,
    runner_type,
    name,
    online: status === "online",
    created_by: maker === undefined ? null : presentUser({ store, instance }, maker),
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
    version: null,
    revision: null,
    platform: null,
    architecture: null,
    ...(params.get("include_projects") === false
      ? {}
      : { projects: projects.filter((one) => canSee(store, user, one)).map((one) => presentSimple(context, one)) }),
    groups: groups.map(({ id, name, full_path }) => ({ id, name, web_url: `${instance.url}/groups/${full_path}` })),
  };
}
