import { deploymentTable } from "../../records/delivery.js";
import type { Deployment, DeploymentState, Job, JobState } from "../../records/delivery.js";
import type { World } from "../../section.js";
import type { Store } from "../../store.js";

const FOLLOWING: Readonly<Partial<Record<JobState, DeploymentState>>> = {
  pending: "created",
  running: "running",
  success: "success",
  failed: "failed",
  canceled: "canceled",
};

const FINISHED: ReadonlySet<DeploymentState> = new Set(["success", "failed", "canceled"]);

/** The deployment that a job makes goes where the job goes (the reference of real servers, deployments). */
export function followJob({ store }: World, job: Job): void {
  const deployment = store.of(deploymentTable).first("job", job.id);
  const status = FOLLOWING[job.status];
  if (deployment !== undefined && status !== undefined) setStatus(store, deployment, status);
}

/** The job that took another's place makes a deployment of its own. */
export function repeatDeployment({ store }: World, before: Job, again: Job): void {
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

/** Gives a deployment a status, and says when it changed and ended. */
export function setStatus(store: Store, deployment: Deployment, status: DeploymentState): Deployment {
  if (deployment.status === status) return deployment;
  const now = new Date().toISOString();
  const finished_at = FINISHED.has(status) ? now : null;
  return store.of(deploymentTable).update(deployment.id, { status, updated_at: now, finished_at });
}

/** The next number of a deployment inside its project. */
export function nextIid(store: Store, projectId: number): number {
  return (
    Math.max(
      0,
      ...store
        .of(deploymentTable)
        .where("project", projectId)
        .map(({ iid }) => iid),
    ) + 1
  );
}
