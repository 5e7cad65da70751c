import type { PlatformState } from "../../context.js";
import type { Json } from "../../json.js";
import type { Pipeline } from "../../records/delivery.js";

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
