import type { Entry } from "../../core/collection/spec.js";
import type { PlatformState } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { presentHeadPipeline } from "../merge-requests/pipelines.js";
import { type Job, type JobState, type Pipeline, pipelineTable } from "./records.js";

/** A pipeline as lists of real servers show it. */
export function presentListed(world: PlatformState, pipeline: Pipeline): Record<string, Json> {
  const { id, project_id, ref, sha, status, created_at, updated_at } = pipeline;
  const { web_url = null } = presentHeadPipeline(world, pipeline);
  const source = pipeline.source ?? (pipeline.bridge_id === null ? "push" : "parent_pipeline");
  return { id, iid: numberOf(world, pipeline), project_id, sha, ref, status, source, created_at, updated_at, web_url };
}

/** A pipeline as real servers show it alone. */
export function presentWhole(world: PlatformState, pipeline: Pipeline): Record<string, Json> {
  return {
    ...presentHeadPipeline(world, pipeline),
    ...presentListed(world, pipeline),
    name: pipeline.name ?? null,
    queued_duration: null,
    archived: world.store.projects.get(pipeline.project_id)?.archived ?? false,
  };
}

/** Its number in the project: the how manieth pipeline it is there. */
function numberOf({ store }: PlatformState, { id, project_id }: Pipeline): number {
  return store
    .of(pipelineTable)
    .where("project", project_id)
    .filter((pipeline) => pipeline.id <= id).length;
}

/** Pipeline (summary), document 2, Shared objects. */
export function presentPipelineSummary(pipeline: Pipeline): Record<string, Json> {
  const { id, project_id, ref, sha, status } = pipeline;
  return { id, project_id, ref, sha, status };
}

/** The extended variant of the pipeline summary (document 2, Shared objects). */
export function presentPipeline({ store, instance }: PlatformState, pipeline: Pipeline): Record<string, Json> {
  const path = store.projects.get(pipeline.project_id)?.path_with_namespace ?? "";
  return {
    ...presentPipelineSummary(pipeline),
    created_at: pipeline.created_at,
    updated_at: pipeline.updated_at,
    web_url: `${instance.url}/${path}/-/pipelines/${pipeline.id}`,
  };
}

/** A variable that a pipeline was, or is to be, started with. */
export function presentVariable({ variable_type = null, key = null, value = null, raw = null }: Entry): Record<string, Json> {
  return { variable_type, key, value, raw };
}

/** What counts of a job: a failure that is allowed counts as success, a manual job that nobody must start does not count. */
type Weight = JobState | "ignored";

/** What counts of a job, or of what stands beside jobs. */
type Standing = Pick<Job, "status" | "allow_failure">;

const ENDED: ReadonlySet<JobState> = new Set(["success", "failed", "canceled", "skipped"]);

/** True for a status in which nothing happens any more. */
export function hasEnded(status: JobState): boolean {
  return ENDED.has(status);
}

/** The status that jobs give together, as real servers work it out for a pipeline; undefined without jobs. */
export function statusOf(jobs: readonly Standing[]): JobState | undefined {
  if (jobs.length === 0) return undefined;
  const weights = new Set(jobs.map(weigh));
  const only = (...allowed: Weight[]): boolean => [...weights].every((weight) => allowed.includes(weight));
  const any = (...some: Weight[]): boolean => some.some((weight) => weights.has(weight));
  if (only("skipped", "ignored")) return "skipped";
  if (only("success", "skipped", "ignored")) return "success";
  if (only("created", "ignored")) return "created";
  if (only("canceled", "success", "skipped", "ignored")) return "canceled";
  if (only("pending", "created", "skipped", "ignored")) return "pending";
  if (any("running", "pending")) return "running";
  if (any("waiting_for_resource")) return "waiting_for_resource";
  if (any("manual")) return "manual";
  return any("created") ? "running" : "failed";
}

/** How the jobs of earlier stages leave a later one: it may begin, must wait, or will not run. */
export function verdictOf(earlier: readonly Job[]): "go" | "wait" | "skip" {
  const weights = earlier.map(weigh);
  if (weights.some((weight) => weight === "failed" || weight === "canceled")) return "skip";
  return weights.every((weight) => weight === "success" || weight === "skipped" || weight === "ignored") ? "go" : "wait";
}

function weigh({ status, allow_failure }: Standing): Weight {
  if (!allow_failure) return status;
  if (status === "manual") return "ignored";
  return status === "failed" || status === "canceled" ? "success" : status;
}
