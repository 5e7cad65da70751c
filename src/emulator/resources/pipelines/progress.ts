import type { PlatformState } from "../../core/context.js";
import type { User } from "../../core/records.js";
import { pipelineSucceeded } from "../merge-requests/auto-merge.js";
import { FRESH } from "./lookup.js";
import { hasEnded, statusOf, verdictOf } from "./present.js";
import { type Job, type Pipeline, jobTable, pipelineTable } from "./records.js";

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
  const status = statusOf(jobs) ?? pipeline.status;
  const now = new Date().toISOString();
  const hasBegun = pipeline.started_at !== null || jobs.some((job) => job.started_at !== null);
  store.of(pipelineTable).update(pipelineId, {
    status,
    updated_at: now,
    started_at: pipeline.started_at ?? (hasBegun ? now : null),
    finished_at: hasEnded(status) ? (pipeline.finished_at ?? now) : null,
  });
  if (status === "success" && pipeline.status !== "success") pipelineSucceeded(world, pipelineId);
}

/** Jobs of a pipeline that no later one took the place of, bridge jobs included. */
function latestJobs({ store }: PlatformState, pipelineId: number): Job[] {
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
  const now = new Date().toISOString();
  const { id: _, ...before } = pipeline;
  const times = { created_at: now, updated_at: now, started_at: null, finished_at: null };
  const again = store.of(pipelineTable).insert({ ...before, ...times, sha, user_id: user.id, status: "created" });
  for (const { id: _job, ...job } of store.of(jobTable).where("pipeline", pipeline.id)) {
    if (job.retried || job.bridge) continue;
    const status = job.status === "manual" ? "manual" : "created";
    store.of(jobTable).insert({ ...job, ...FRESH, pipeline_id: again.id, status, user_id: user.id, created_at: now });
  }
  settlePipeline(world, again.id);
  return store.of(pipelineTable).get(again.id) ?? again;
}
