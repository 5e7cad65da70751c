import type { PlatformState } from "../../core/context.js";
import { commitWith } from "../../core/git/history.js";
import { userSummary } from "../../core/people.js";
import { type Json, picked } from "../../core/records.js";
import { type Pipeline, jobTable, pipelineTable } from "../pipelines/records.js";
import type { MergeRequest } from "../work-items/records.js";

/** The pipeline of a merge request: the one that it names, else the latest one of its head commit. */
export function headPipeline({ store }: Pick<PlatformState, "store">, mergeRequest: MergeRequest): Pipeline | undefined {
  const pipelines = store.of(pipelineTable);
  if (mergeRequest.head_pipeline_id !== null) return pipelines.get(mergeRequest.head_pipeline_id);
  const { source_project_id, source_branch, sha } = mergeRequest;
  return pipelines
    .where("project", source_project_id)
    .findLast((pipeline) => pipeline.sha === sha && pipeline.ref === source_branch && pipeline.bridge_id === null);
}

/** `pipeline` of a merge request (document 3). */
export function presentPipeline(world: PlatformState, { id, sha, ref, status, project_id }: Pipeline): Record<string, Json> {
  return { id, sha, ref, status, web_url: `${world.instance.url}${pathOf(world, { id, project_id })}` };
}

/** `head_pipeline` of a merge request (document 3). */
export function presentHeadPipeline(world: PlatformState, pipeline: Pipeline): Record<string, Json> {
  const { started_at, finished_at } = pipeline;
  const commit = commitWith(world.store, pipeline.project_id, pipeline.sha);
  return {
    ...presentPipeline(world, pipeline),
    before_sha: commit?.parent_ids[0] ?? "0".repeat(40),
    tag: pipeline.tag,
    yaml_errors: null,
    user: userSummary(world, pipeline.user_id),
    ...picked(pipeline, "created_at", "updated_at", "started_at", "finished_at"),
    committed_at: null,
    duration: started_at === null || finished_at === null ? null : seconds(started_at, finished_at),
    coverage: coverage(world, pipeline),
    detailed_status: detailedStatus(world, pipeline),
  };
}

/** The average of what the jobs cover, as a text with two decimals; null when none says. */
function coverage({ store }: PlatformState, { id }: Pipeline): string | null {
  const jobs = store.of(jobTable).where("pipeline", id);
  const values = jobs.flatMap((job) => (job.retried ? [] : (job.coverage ?? [])));
  return values.length === 0 ? null : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2);
}

const TEXTS: Readonly<Record<string, string>> = { success: "passed", manual: "blocked", waiting_for_resource: "waiting" };

function detailedStatus(world: PlatformState, pipeline: Pipeline): Record<string, Json> {
  const group = pipeline.status.replaceAll("_", "-");
  const text = TEXTS[pipeline.status] ?? pipeline.status;
  const details_path = pathOf(world, pipeline);
  const favicon = `/assets/ci_favicons/favicon_status_${pipeline.status}.png`;
  const icon = `status_${pipeline.status}`;
  return { icon, text, label: text, group, tooltip: text, has_details: true, details_path, illustration: null, favicon };
}

function pathOf({ store }: PlatformState, { id, project_id }: Pick<Pipeline, "id" | "project_id">): string {
  return `/${store.projects.get(project_id)?.path_with_namespace ?? ""}/-/pipelines/${id}`;
}

const seconds = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 1000);
