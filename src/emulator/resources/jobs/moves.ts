import { LEVEL, accessLevel } from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import { badRequest, forbidden } from "../../core/replies.js";
import { followJob, repeatDeployment } from "../deployments/records.js";
import { FRESH, pipelineOf, writableJob } from "../pipelines/lookup.js";
import { settlePipeline } from "../pipelines/progress.js";
import { type Job, deploymentTable, jobTable } from "../pipelines/records.js";
import { isProtected } from "../projects/protection.js";
import { revokeJobToken } from "./records.js";

const CANCELABLE: readonly string[] = ["created", "waiting_for_resource", "pending", "running"];

const FINISHED: readonly string[] = ["success", "failed", "canceled"];

/**
 * POST cancel. Document 2, States: any job becomes `canceled`, and `finished_at` stays null when it never ran. Real servers leave a job alone that has
 * come to an end.
 */
export function cancelJob(context: Context): Job {
  const job = writableJob(context);
  const isVendor = context.instance.dialect === "vendor";
  if (isVendor && !CANCELABLE.includes(job.status)) return job;
  const now = new Date().toISOString();
  const hasRun = isVendor || job.started_at !== null;
  return moveJob(context, job, {
    status: "canceled",
    finished_at: job.finished_at ?? (hasRun ? now : null),
    failure_reason: null,
  });
}

/**
 * POST retry of a finished job. Document 2, States: the job itself becomes `pending` and forgets its run; on real servers a new job takes its place. Jobs of
 * later stages that were skipped wait again. Throws 403 for a job that has not finished.
 */
export function retryJob(context: Context): Job {
  const job = writableJob(context);
  if (job.retried || !FINISHED.includes(job.status)) throw forbidden("Job is not retryable");
  awaitAgain(context, job);
  if (context.instance.dialect === "neutral") return moveJob(context, job, { ...FRESH, status: "pending" });
  const again = repeatJob(context, job, { status: "pending", user_id: context.user?.id ?? null });
  repeatDeployment(context, job, again);
  return moveJob(context, again, {});
}

/** Adds a job that has not run in the place of another. */
export function repeatJob({ store }: PlatformState, job: Job, changes: Partial<Omit<Job, "id">>): Job {
  const { id: _, ...before } = job;
  const again = store.of(jobTable).insert({ ...before, ...FRESH, ...changes, created_at: new Date().toISOString() });
  store.of(jobTable).update(job.id, { retried: true });
  return again;
}

/**
 * POST erase: artifacts and log go, the status stays. For Maintainers, and for who started the job on an unprotected ref. Document 2, States: any job. Throws 403 on
 * real servers for one that has not finished or has nothing left.
 */
export function eraseJob(context: Context): Job {
  const job = writableJob(context);
  if (!mayErase(context, job)) throw forbidden();
  const hasSomething = job.artifacts.length > 0 || job.trace !== null;
  const isErasable = FINISHED.includes(job.status) && hasSomething;
  if (context.instance.dialect === "vendor" && !isErasable) throw forbidden("Job is not erasable!");
  const erased_at = new Date().toISOString();
  return context.store.of(jobTable).update(job.id, { artifacts: [], artifacts_expire_at: null, trace: null, erased_at });
}

/** POST play of a manual job. Throws 400 when it does not wait for that, or its deployment for approvals. */
export function playJob(context: Context): Job {
  const job = writableJob(context);
  const deployment = context.store.of(deploymentTable).first("job", job.id);
  if (job.status !== "manual" || deployment?.status === "blocked") throw badRequest("400 Bad request - Unplayable Job");
  return moveJob(context, job, { status: "pending", user_id: context.user?.id ?? job.user_id });
}

/** Changes a job with all that follows: its token, its deployment, its pipeline. Returns the job as it is then. */
export function moveJob(world: PlatformState, job: Job, changes: Partial<Omit<Job, "id">>): Job {
  const moved = world.store.of(jobTable).update(job.id, changes);
  if (moved.status !== "running") revokeJobToken(world.store, moved);
  followJob(world, moved);
  settlePipeline(world, moved.pipeline_id);
  return world.store.of(jobTable).get(job.id) ?? moved;
}

/** Jobs of later stages that a failure had skipped wait for their turn again. */
function awaitAgain({ store }: PlatformState, job: Job): void {
  const jobs = store.of(jobTable).where("pipeline", job.pipeline_id);
  const stages = [...new Set(jobs.map(({ stage }) => stage))];
  const later = new Set(stages.slice(stages.indexOf(job.stage) + 1));
  for (const { id, stage, status, retried } of jobs)
    if (later.has(stage) && status === "skipped" && !retried) store.of(jobTable).update(id, { status: "created" });
}

function mayErase(context: Context, job: Job): boolean {
  const { store, user } = context;
  const project = store.projects.get(job.project_id);
  if (user === undefined || project === undefined) return false;
  if (user.is_admin || accessLevel(store, user, project) >= LEVEL.maintainer) return true;
  return job.user_id === user.id && !isProtected(store, project.id, pipelineOf(context, job).ref);
}
