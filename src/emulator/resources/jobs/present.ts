import type { PlatformState } from "../../core/context.js";
import { commitWith } from "../../core/git/history.js";
import { type Json, picked } from "../../core/records.js";
import { presentCommitSummary } from "../commits/present.js";
import { pipelineOf } from "../pipelines/lookup.js";
import { presentPipeline, presentPipelineSummary } from "../pipelines/present.js";
import { type Artifact, type Job, type Pipeline, pipelineTable } from "../pipelines/records.js";
import { presentExtendedUser } from "../users/present.js";

/** Job (document 2, Resources). */
export function presentJob(world: PlatformState, job: Job): Record<string, Json> {
  const pipeline = pipelineOf(world, job);
  const archive = job.artifacts.find((artifact) => artifact.file_type === "archive");
  return {
    ...presentCommon(world, job, pipeline),
    tag_list: job.tag_list,
    artifacts: [...job.artifacts, ...logOf(job)],
    ...(archive === undefined ? {} : { artifacts_file: { filename: archive.filename, size: archive.size } }),
    failure_reason: job.failure_reason,
    runner: job.runner,
    pipeline: presentPipelineSummary(pipeline),
  };
}

/** The log of a job that has ended, as one more of its artifacts (document 2, Artifact entry: `trace`, `raw`). */
function logOf({ trace, finished_at, artifacts }: Job): Artifact[] {
  const isKept = trace !== null && finished_at !== null && !artifacts.some(({ file_type }) => file_type === "trace");
  return isKept ? [{ file_type: "trace", size: Buffer.byteLength(trace), filename: "job.log", file_format: "raw" }] : [];
}

/** Bridge job (document 2, Resources): a job that starts another pipeline. */
export function presentBridge(world: PlatformState, job: Job): Record<string, Json> {
  const pipeline = pipelineOf(world, job);
  const downstream = world.store.of(pipelineTable).first("bridge", job.id);
  return {
    ...presentCommon(world, job, pipeline),
    pipeline: presentPipeline(world, pipeline),
    downstream_pipeline: downstream === undefined ? null : withoutProject(presentPipeline(world, downstream)),
  };
}

/** The part of a job that a deployment shows as its `deployable` (document 2, Deployment). */
export function presentDeployable(world: PlatformState, job: Job): Record<string, Json> {
  const pipeline = pipelineOf(world, job);
  const common = presentCommon(world, job, pipeline);
  return {
    ...Object.fromEntries(DEPLOYABLE.map((key) => [key, common[key] ?? null])),
    pipeline: presentPipeline(world, pipeline),
    runner: job.runner,
  };
}

const DEPLOYABLE = "id status stage name ref tag coverage created_at started_at finished_at user commit".split(" ");

/** Fields that jobs and bridge jobs have alike. */
function presentCommon(world: PlatformState, job: Job, pipeline: Pipeline): Record<string, Json> {
  const { store, instance } = world;
  const user = job.user_id === null ? undefined : store.users.get(job.user_id);
  const commit = commitWith(store, job.project_id, pipeline.sha);
  const path = store.projects.get(job.project_id)?.path_with_namespace ?? "";
  return {
    ...picked(job, "id", "name", "stage", "status"),
    ...picked(pipeline, "ref", "tag"),
    ...picked(job, "coverage", "allow_failure", "created_at", "started_at", "finished_at"),
    duration: durationOf(job),
    queued_duration: queuedDurationOf(job),
    artifacts_expire_at: job.artifacts_expire_at,
    user: user === undefined ? null : presentExtendedUser(world, user),
    commit: commit === undefined ? null : presentCommitSummary(commit),
    web_url: `${instance.url}/${path}/-/jobs/${job.id}`,
  };
}

function withoutProject(pipeline: Record<string, Json>): Record<string, Json> {
  const { project_id: _, ...rest } = pipeline;
  return rest;
}

/** Seconds that a job ran, so far while it runs; null when it has not. */
function durationOf({ started_at, finished_at, status }: Job): number | null {
  if (started_at === null || (finished_at === null && status !== "running")) return null;
  return secondsBetween(started_at, finished_at ?? new Date().toISOString());
}

/** Seconds that a job waited for a runner, so far while it waits. */
function queuedDurationOf({ queued_duration, status, created_at }: Job): number {
  return queued_duration ?? (status === "pending" ? secondsBetween(created_at, new Date().toISOString()) : 0);
}

function secondsBetween(from: string, to: string): number {
  return Math.max(Date.parse(to) - Date.parse(from), 0) / 1000;
}
