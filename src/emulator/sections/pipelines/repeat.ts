import type { PlatformState } from "../../context.js";
import type { User } from "../../records.js";
import { jobTable, pipelineTable } from "../../records/delivery.js";
import type { Pipeline } from "../../records/delivery.js";
import { FRESH } from "./fresh.js";
import { settlePipeline } from "./progress.js";

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
