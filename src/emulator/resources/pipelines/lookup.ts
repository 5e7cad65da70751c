import { LEVEL, refuseArchived, requireLevel } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import type { Project } from "../../core/records.js";
import { forbidden, notFound } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { forgetDeployment } from "../deployments/records.js";
import { revokeJobToken } from "../jobs/records.js";
import { mayUpdateBranch } from "../projects/protection.js";
import { projectWith } from "../projects/rules.js";
import { type Job, type Pipeline, agentTable, deploymentTable, environmentTable, jobTable, pipelineTable } from "./records.js";

/** What a job has that has not run yet. */
export const FRESH = {
  started_at: null,
  finished_at: null,
  queued_duration: null,
  failure_reason: null,
  coverage: null,
  runner: null,
  artifacts: [],
  artifacts_expire_at: null,
  trace: null,
  erased_at: null,
} as const;

/**
 * The project, for who may read its pipelines and jobs: with `public_jobs` everybody who sees the project, else Reporters and up. Throws 404 when the
 * project cannot be seen, 401 or 403 when its jobs may not be read.
 */
export function readableProject(context: Context): Project {
  const project = projectWith(context, "builds_access_level");
  if (project.attributes["public_builds"] === false) requireLevel(context, project, LEVEL.reporter);
  return project;
}

/** The pipelines of a project, the oldest first. */
export function pipelinesIn(store: Store, projectId: number): Pipeline[] {
  return store.of(pipelineTable).where("project", projectId);
}

/** The pipeline of a path, of the given project. Throws 404. */
export function findPipeline(context: Context, project: Project): Pipeline {
  const pipeline = context.store.of(pipelineTable).get(Number(context.params.get("pipeline_id")));
  if (pipeline?.project_id !== project.id) throw notFound();
  return pipeline;
}

/** The job of a path, of the given project; bridge jobs are not found this way. Throws 404. */
export function findJob(context: Context, project: Project): Job {
  const job = context.store.of(jobTable).get(context.params.requiredNumber("job_id"));
  if (job === undefined || job.project_id !== project.id || job.bridge) throw notFound();
  return job;
}

/**
 * The job of a path, for who may move it: Developers and up; on a protected branch those who may push or merge to it. Throws 403 for others and in an
 * archived project.
 */
export function writableJob(context: Context): Job {
  const project = readableProject(context);
  const user = requireLevel(context, project, LEVEL.developer);
  refuseArchived(project);
  const job = findJob(context, project);
  const pipeline = pipelineOf(context, job);
  if (!pipeline.tag && !mayUpdateBranch(context.store, user, project, pipeline.ref)) throw forbidden();
  return job;
}

/** The pipeline that a job is part of. */
export function pipelineOf({ store }: Pick<Context, "store">, job: Job): Pipeline {
  const pipeline = store.of(pipelineTable).get(job.pipeline_id);
  if (pipeline === undefined) throw new Error(`job ${job.id} has no pipeline`);
  return pipeline;
}

/** Forgets the pipelines, jobs, environments, deployments and agents of a project that is gone. */
export function forgetDelivery(store: Store, projectId: number): void {
  for (const job of store.of(jobTable).where("project", projectId)) revokeJobToken(store, job);
  for (const deployment of store.of(deploymentTable).where("project", projectId)) forgetDeployment(store, deployment);
  const tables = [store.of(pipelineTable), store.of(jobTable), store.of(environmentTable), store.of(agentTable)];
  for (const table of tables) for (const row of table.where("project", projectId)) table.delete(row.id);
}
