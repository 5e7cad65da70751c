import { randomBytes } from "node:crypto";
import { groupChain } from "../../core/access.js";
import { type Context, checkLimits } from "../../core/context.js";
import type { Json, Source } from "../../core/records.js";
import { type Reply, created, forbidden, noContent, ok } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { pipelineOf } from "../pipelines/lookup.js";
import { type Job, type RegisteredRunner, jobTable, runnerTable } from "../pipelines/records.js";
import { runnerWith } from "../runners/access.js";
import { moveJob } from "./moves.js";
import { giveJobToken, shownRunner } from "./records.js";

/**
 * POST /jobs/request: whoever has the token of a runner takes the oldest pending job, which then runs and has a token. 204 while none waits; throws
 * 403 for another token (beyond the documents, which let no job begin; the way of real servers).
 */
export function takeJob(context: Context): Reply {
  const { store } = context;
  const runner = runnerWith(context);
  noteContact(context, runner);
  const job = nextJob(context, runner);
  if (job === undefined) return noContent();
  const started_at = new Date().toISOString();
  const queued_duration = Math.max(Date.parse(started_at) - Date.parse(job.created_at), 0) / 1000;
  const running = moveJob(context, job, { status: "running", started_at, queued_duration, runner: shownRunner(runner) });
  const token = randomBytes(16).toString("hex");
  giveJobToken(store, running, token);
  return created({ token, ...presentTaken(context, running) });
}

/** PUT /jobs/:id: a runner says with the token of the running job how it ended. Throws 403 for another token or job. */
export function endJob(context: Context): Reply {
  const { store, params } = context;
  const token = store.tokens.first("value", params.requiredText("token"));
  const job = store.of(jobTable).get(params.requiredNumber("job_id"));
  if (job?.status !== "running" || token?.kind !== "job" || token.job_id !== job.id) throw forbidden();
  checkLimits(context);
  const isFailure = params.requiredText("state") === "failed";
  moveJob(context, job, {
    status: isFailure ? "failed" : "success",
    failure_reason: isFailure ? (params.text("failure_reason") ?? "unknown_failure") : null,
    trace: params.text("trace") ?? job.trace,
    finished_at: new Date().toISOString(),
  });
  return ok(true);
}

function nextJob({ store }: Context, runner: RegisteredRunner): Job | undefined {
  for (const job of store.of(jobTable).scan({}))
    if (job.status === "pending" && !job.bridge && takes(store, runner, job)) return job;
  return undefined;
}

/** A runner that somebody registered takes jobs of its projects and groups alone, by their tags, and none while it is paused. */
function takes(store: Store, { active, registration }: RegisteredRunner, job: Job): boolean {
  if (registration === undefined) return true;
  const { sources, tag_list, run_untagged } = registration;
  const groups = groupChain(store, store.projects.get(job.project_id)?.namespace_id ?? 0);
  const isHome = ({ kind, id }: Source): boolean => (kind === "project" ? id === job.project_id : groups.includes(id));
  const isTagged = job.tag_list.length === 0 ? run_untagged : job.tag_list.every((tag) => tag_list.includes(tag));
  return active && isTagged && (sources.length === 0 || sources.some(isHome));
}

/** A runner that asks for jobs is online. */
function noteContact({ store }: Context, { id, registration }: RegisteredRunner): void {
  if (registration !== undefined)
    store.of(runnerTable).update(id, { registration: { ...registration, contacted_at: new Date().toISOString() } });
}

function presentTaken(context: Context, job: Job): Record<string, Json> {
  const { ref, tag, sha } = pipelineOf(context, job);
  const project_name = context.store.projects.get(job.project_id)?.name ?? "";
  return {
    id: job.id,
    job_info: { id: job.id, name: job.name, stage: job.stage, project_id: job.project_id, project_name },
    git_info: { ref, ref_type: tag ? "tag" : "branch", sha },
  };
}
