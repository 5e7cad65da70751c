import type { PlatformState } from "../../context.js";
import { nextInternalId } from "../../internal-ids.js";
import { deployedMergeRequestTable, deploymentTable } from "../../records/delivery.js";
import type { Deployment, DeploymentState, Job, JobState } from "../../records/delivery.js";
import type { Store } from "../../store.js";
import { linkMergeRequests } from "./merge-requests.js";

const FOLLOWING: Readonly<Partial<Record<JobState, DeploymentState>>> = {
  pending: "created",
  running: "running",
  success: "success",
  failed: "failed",
  canceled: "canceled",
};

const FINISHED: ReadonlySet<DeploymentState> = new Set(["success", "failed", "canceled"]);

/** The deployment that a job makes goes where the job goes (the reference of real servers, deployments). */
export function followJob({ store }: PlatformState, job: Job): void {
  const deployment = store.of(deploymentTable).first("job", job.id);
  const status = FOLLOWING[job.status];
  if (deployment !== undefined && status !== undefined) setStatus(store, deployment, status);
}

/** The job that took another's place makes a deployment of its own. */
export function repeatDeployment({ store }: PlatformState, before: Job, again: Job): void {
  const deployment = store.of(deploymentTable).first("job", before.id);
  if (deployment === undefined) return;
  const now = new Date().toISOString();
  const { id: _, ...rest } = deployment;
  store.of(deploymentTable).insert({
    ...rest,
    iid: nextIid(store, deployment.project_id),
    status: "created",
    user_id: again.user_id ?? deployment.user_id,
    job_id: again.id,
    approvals: [],
    created_at: now,
    updated_at: now,
    finished_at: null,
  });
}

/** Gives a deployment a status, and says when it changed and ended; one that succeeds brings the merge requests that are new in it. */
export function setStatus(store: Store, deployment: Deployment, status: DeploymentState): Deployment {
  if (deployment.status === status) return deployment;
  const now = new Date().toISOString();
  const before = status === "success" ? currentOf(store, deployment.environment_id) : undefined;
  const finished_at = FINISHED.has(status) ? now : null;
  const changed = store.of(deploymentTable).update(deployment.id, { status, updated_at: now, finished_at });
  if (status === "success") linkMergeRequests(store, changed, before);
  return changed;
}

/** The deployment that an environment has now: of those that succeeded the one that ended last. */
export function currentOf(store: Store, environmentId: number): Deployment | undefined {
  const done = store
    .of(deploymentTable)
    .where("environment", environmentId)
    .filter(({ status }) => status === "success");
  return done.reduce<Deployment | undefined>(laterOf, undefined);
}

/** Of two deployments that succeeded the one that ended last; of two that ended at once the newer. */
export function laterOf(one: Deployment | undefined, other: Deployment): Deployment {
  if (one === undefined) return other;
  const difference = endOf(other) - endOf(one) || other.id - one.id;
  return difference > 0 ? other : one;
}

function endOf({ finished_at, updated_at }: Deployment): number {
  return Date.parse(finished_at ?? updated_at);
}

/** The next number of a deployment inside its project. */
export function nextIid(store: Store, projectId: number): number {
  const highest = (): number => store.of(deploymentTable).where("project", projectId).at(-1)?.iid ?? 0;
  return nextInternalId(store, "deployments", projectId, highest);
}

/** Takes a deployment away, with what it says of merge requests. */
export function forgetDeployment(store: Store, deployment: Deployment): void {
  const links = store.of(deployedMergeRequestTable);
  for (const row of links.where("deployment", deployment.id)) links.delete(row.id);
  store.of(deploymentTable).delete(deployment.id);
}
