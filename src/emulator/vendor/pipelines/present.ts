import type { PlatformState } from "../../context.js";
import type { Json } from "../../json.js";
import { pipelineTable } from "../../records/delivery.js";
import type { Pipeline } from "../../records/delivery.js";
import { presentHeadPipeline } from "../../sections/merge-requests/pipelines.js";

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
    .filter((one) => one.id <= id).length;
}
