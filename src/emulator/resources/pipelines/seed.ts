import type { PlatformState } from "../../core/context.js";
import { type Seeded, TEXT, seedList, seedObject, seedPart } from "../../core/seed-part.js";
import { SEED_TIME, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { giveJobToken, shownRunner } from "../jobs/records.js";
import { seedCommit } from "../repository/seed.js";
import { hasEnded, statusOf } from "./present.js";
import { insertPipeline } from "./progress.js";
import { JOB_STATES, type Job, type Pipeline, type Runner, jobTable, pipelineTable, runnerTable } from "./records.js";

const PIPELINE = {
  ref: TEXT,
  tag: { type: "boolean" },
  /** A branch, a tag, a hash, or the first line of a commit's message; the head of `ref` when left out. */
  commit: TEXT,
  user: TEXT,
} as const;

const count = { type: "number", minimum: 0 } as const;

const ARTIFACT = seedObject(["file_type", "size", "filename", "file_format"], {
  file_type: { type: "string", enum: ["archive", "metadata", "trace", "junit"] },
  size: { type: "integer" },
  filename: TEXT,
  file_format: { type: ["string", "null"], enum: ["zip", "gzip", "raw", null] },
});

const JOB = {
  name: TEXT,
  stage: TEXT,
  status: { type: "string", enum: JOB_STATES },
  allow_failure: { type: "boolean" },
  coverage: count,
  user: TEXT,
  tags: seedList(TEXT),
  runner: TEXT,
  /** Seconds. */
  queued: count,
  /** Seconds. */
  duration: count,
  artifacts: seedList(ARTIFACT),
  artifacts_expire_at: SEED_TIME,
  failure_reason: TEXT,
  trace: TEXT,
  retried: { type: "boolean" },
  environment: TEXT,
  /** Token of a running job. */
  token: TEXT,
} as const;

const DOWNSTREAM = seedObject(["ref", "user", "jobs"], { ...PIPELINE, project: TEXT, jobs: seedList(seedObject(["name"], JOB)) });

/** A job of a seeded pipeline; stages run one after the other, in the order in which they come. One with `downstream` is a bridge job. */
const JOB_ENTRY = seedObject(["name"], { ...JOB, downstream: DOWNSTREAM });

const PIPELINE_ENTRY = seedObject(["project", "ref", "user", "at", "jobs"], {
  ...PIPELINE,
  project: TEXT,
  at: SEED_TIME,
  jobs: seedList(JOB_ENTRY),
});

type SeedPipeline = Seeded<typeof PIPELINE_ENTRY>;

/** Pipelines of a seed, with their jobs and the pipelines that bridge jobs start. A pipeline has the status that its jobs give together. */
export const pipelineSeed = seedPart(
  "pipelines",
  "Pipelines with their jobs and bridge jobs, oldest first.",
  PIPELINE_ENTRY,
  (world, seed) => addPipeline(world, seed, seedTime(seed.at), null),
);

function addPipeline(world: PlatformState, seed: SeedPipeline, created_at: string, bridge_id: number | null): void {
  const pipeline = insertPipeline(world, {
    project_id: seedProject(world, seed.project).id,
    ref: seed.ref,
    tag: seed.tag ?? false,
    sha: seedCommit(world, seed.project, seed.commit ?? seed.ref),
    user_id: seedUser(world, seed.user).id,
    bridge_id,
    created_at,
  });
  const rows = addJobs(world, seed, pipeline);
  const status = statusOf(rows.filter((job) => !job.retried)) ?? "created";
  const starts = rows.flatMap((job) => job.started_at ?? []).sort();
  const ends = rows.flatMap((job) => job.finished_at ?? []).sort();
  world.store.of(pipelineTable).update(pipeline.id, {
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

function jobRow(
  world: PlatformState,
  seed: SeedPipeline,
  job: Seeded<typeof JOB_ENTRY>,
  pipeline: Pipeline,
  begin: number,
): Omit<Job, "id"> {
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
  const matchingRunner = description === undefined ? runners[0] : runners.find((runner) => runner.description === description);
  if (matchingRunner === undefined && description !== undefined)
    throw new Error(`the seed names a runner that it does not have: ${description}`);
  return matchingRunner === undefined ? null : shownRunner(matchingRunner);
}
