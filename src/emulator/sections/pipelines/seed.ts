import type { SeedPart, PlatformState } from "../../context.js";
import { jobTable, pipelineTable, runnerTable } from "../../records/delivery.js";
import type { Job, Pipeline, Runner } from "../../records/delivery.js";
import { seedProject, seedTime, seedUser } from "../../seed-values.js";
import { shownRunner } from "../jobs/runner.js";
import { giveJobToken } from "../jobs/token.js";
import { seedCommit } from "../repository.js";
import { PIPELINE_ENTRY } from "./seed-shape.js";
import type { SeedJob, SeedPipeline } from "./seed-shape.js";
import { hasEnded, statusOf } from "./status.js";

/** Pipelines of a seed, with their jobs and the pipelines that bridge jobs start. A pipeline has the status that its jobs give together. */
export const pipelineSeed: SeedPart = {
  key: "pipelines",
  about: "Pipelines with their jobs and bridge jobs, oldest first.",
  entry: PIPELINE_ENTRY,
  load: (world, entries) => {
    for (const entry of entries) addPipeline(world, entry as SeedPipeline, seedTime((entry as SeedPipeline).at), null);
  },
};

function addPipeline(world: PlatformState, seed: SeedPipeline, created_at: string, bridge_id: number | null): void {
  const table = world.store.of(pipelineTable);
  const pipeline = table.insert({
    project_id: seedProject(world, seed.project).id,
    ref: seed.ref,
    tag: seed.tag ?? false,
    sha: seedCommit(world, seed.project, seed.commit ?? seed.ref),
    status: "created",
    user_id: seedUser(world, seed.user).id,
    bridge_id,
    created_at,
    updated_at: created_at,
    started_at: null,
    finished_at: null,
  });
  const rows = addJobs(world, seed, pipeline);
  const status = statusOf(rows.filter((job) => !job.retried)) ?? "created";
  const starts = rows.flatMap((job) => job.started_at ?? []).sort();
  const ends = rows.flatMap((job) => job.finished_at ?? []).sort();
  table.update(pipeline.id, {
    status,
    updated_at: ends.at(-1) ?? starts.at(-1) ?? created_at,
    started_at: starts[0] ?? null,
    finished_at: hasEnded(status) ? (ends.at(-1) ?? created_at) : null,
  });
}

/** The jobs, each stage beginning when the one before has ended. */
function addJobs(world: PlatformState, seed: SeedPipeline, pipeline: Pipeline): Job[] {
  const begins = new Map<string, number>();
  let end = Date.parse(pipeline.created_at);
  return seed.jobs.map((job) => {
    const stage = job.stage ?? "test";
    const begin = begins.get(stage) ?? end;
    begins.set(stage, begin);
    const row = world.store.of(jobTable).insert(jobRow(world, seed, job, pipeline, begin));
    end = Math.max(end, Date.parse(row.finished_at ?? pipeline.created_at));
    if (job.token !== undefined && row.status === "running") giveJobToken(world.store, row, job.token);
    if (job.downstream !== undefined)
      addPipeline(world, { at: seed.at, project: seed.project, ...job.downstream }, new Date(begin).toISOString(), row.id);
    return row;
  });
}

function jobRow(world: PlatformState, seed: SeedPipeline, job: SeedJob, pipeline: Pipeline, begin: number): Omit<Job, "id"> {
  const status = job.status ?? "success";
  const hasStarted = ["running", "success", "failed", "canceled"].includes(status);
  const queued = job.queued ?? 1.5;
  const start = begin + queued * 1000;
  const end = start + (job.duration ?? 60) * 1000;
  return {
    project_id: pipeline.project_id,
    pipeline_id: pipeline.id,
    bridge: job.downstream !== undefined,
    name: job.name,
    stage: job.stage ?? "test",
    status,
    allow_failure: job.allow_failure ?? false,
    coverage: job.coverage ?? null,
    user_id: seedUser(world, job.user ?? seed.user).id,
    runner: hasStarted && job.downstream === undefined ? runnerOf(world, job.runner) : null,
    tag_list: job.tags ?? [],
    artifacts: job.artifacts ?? [],
    artifacts_expire_at: job.artifacts_expire_at === undefined ? null : seedTime(job.artifacts_expire_at),
    failure_reason: status === "failed" ? (job.failure_reason ?? "script_failure") : null,
    trace: job.trace ?? null,
    erased_at: null,
    retried: job.retried ?? false,
    environment: job.environment ?? null,
    created_at: pipeline.created_at,
    started_at: hasStarted ? new Date(start).toISOString() : null,
    finished_at: hasStarted && status !== "running" ? new Date(end).toISOString() : null,
    queued_duration: hasStarted ? queued : null,
  };
}

/** What a job shows of the runner with a description, of the first one when none is named; null while there are no runners. */
function runnerOf({ store }: PlatformState, description: string | undefined): Runner | null {
  const runners = store.of(runnerTable).all();
  const found = description === undefined ? runners[0] : runners.find((runner) => runner.description === description);
  if (found === undefined && description !== undefined)
    throw new Error(`the seed names a runner that it does not have: ${description}`);
  return found === undefined ? null : shownRunner(found);
}
