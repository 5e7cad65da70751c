import type { PlatformState } from "../../core/context.js";
import type { User } from "../../core/records.js";
import { pipelineSucceeded } from "../merge-requests/auto-merge.js";
import { FRESH } from "./lookup.js";
import { hasEnded, statusOf, verdictOf } from "./present.js";
import { type Job, type JobState, type Pipeline, jobTable, pipelineTable } from "./records.js";

/**
 * Brings a pipeline in line with its jobs after one of them moved: jobs of stages whose turn has come become pending, those behind a failure are skipped,
 * and the pipeline takes the status that its jobs give together (the reference of real servers, pipelines). Merge requests that wait for its success
 * are merged.
 */
export function settlePipeline(world: PlatformState, pipelineId: number): void {
  const { store } = world;
  const pipeline = store.of(pipelineTable).get(pipelineId);
  if (pipeline === undefined) return;
  advanceStages(world, pipelineId);
  const jobs = latestJobs(world, pipelineId);
  const hasBegun = jobs.some((job) => job.started_at !== null);
  setStatus(world, pipeline, statusOf(jobs) ?? pipeline.status, hasBegun);
}

/** The pipeline takes a status, and begins or ends with it. */
export function setStatus(world: PlatformState, before: Pipeline, status: JobState, hasBegun: boolean): void {
  const now = new Date().toISOString();
  world.store.of(pipelineTable).update(before.id, {
    status,
    updated_at: now,
    started_at: before.started_at ?? (hasBegun ? now : null),
    finished_at: hasEnded(status) ? (before.finished_at ?? now) : null,
  });
  if (status === "success" && before.status !== "success") pipelineSucceeded(world, before.id);
}

/** Adds a pipeline in which nothing has happened. */
export function insertPipeline(
  { store }: PlatformState,
  draft: Pick<Pipeline, "project_id" | "ref" | "tag" | "sha" | "user_id"> & Partial<Omit<Pipeline, "id">>,
): Pipeline {
  const created_at = draft.created_at ?? new Date().toISOString();
  const fresh = { status: "created", bridge_id: null, updated_at: created_at, started_at: null, finished_at: null } as const;
  return store.of(pipelineTable).insert({ ...fresh, ...draft, created_at });
}

/** Jobs of a pipeline that no later one took the place of, bridge jobs included. */
export function latestJobs({ store }: PlatformState, pipelineId: number): Job[] {
  return store
    .of(jobTable)
    .where("pipeline", pipelineId)
    .filter((job) => !job.retried);
}

function advanceStages(world: PlatformState, pipelineId: number): void {
  const table = world.store.of(jobTable);
  const stages = new Set(table.where("pipeline", pipelineId).map((job) => job.stage));
  const earlier: Job[] = [];
  for (const stage of stages) {
    const jobs = latestJobs(world, pipelineId).filter((job) => job.stage === stage);
    const verdict = verdictOf(earlier);
    for (const job of jobs) {
      const isWaiting = job.status === "created" && verdict !== "wait";
      earlier.push(isWaiting ? table.update(job.id, { status: verdict === "go" ? "pending" : "skipped" }) : job);
    }
  }
}

/** Starts a pipeline like another one for a new commit, with the same jobs, none of which has run. */
export function repeatPipeline(world: PlatformState, pipeline: Pipeline, sha: string, user: User): Pipeline {
  const { store } = world;
  const { id: _, updated_at: _updated, started_at: _started, finished_at: _finished, ...before } = pipeline;
  const now = new Date().toISOString();
  const again = insertPipeline(world, { ...before, sha, user_id: user.id, status: "created", created_at: now });
  for (const { id: _job, ...job } of store.of(jobTable).where("pipeline", pipeline.id)) {
    if (job.retried || job.bridge) continue;
    const status = job.status === "manual" ? "manual" : "created";
    store.of(jobTable).insert({ ...job, ...FRESH, pipeline_id: again.id, status, user_id: user.id, created_at: now });
  }
  settlePipeline(world, again.id);
  return store.of(pipelineTable).get(again.id) ?? again;
}
