import { JOB_STATES } from "../../records/delivery.js";
import type { Artifact, JobState } from "../../records/delivery.js";
import type { Schema } from "../../schema.js";
import { SEED_TIME } from "../../seed-values.js";

/** A job of a seeded pipeline; stages run one after the other, in the order in which they come. */
export type SeedJob = {
  name: string;
  stage?: string;
  status?: JobState;
  allow_failure?: boolean;
  coverage?: number;
  user?: string;
  tags?: readonly string[];
  runner?: string;
  /** Seconds. */
  queued?: number;
  /** Seconds. */
  duration?: number;
  artifacts?: readonly Artifact[];
  artifacts_expire_at?: string;
  failure_reason?: string;
  trace?: string;
  retried?: boolean;
  environment?: string;
  /** Token of a running job. */
  token?: string;
  /** The pipeline that it starts: it is a bridge job. */
  downstream?: Omit<SeedPipeline, "at" | "project"> & { project?: string };
};

/** A pipeline of a seed. */
export type SeedPipeline = {
  project: string;
  ref: string;
  tag?: boolean;
  /** A branch, a tag, a hash, or the first line of a commit's message; the head of `ref` when left out. */
  commit?: string;
  user: string;
  at: string;
  jobs: readonly SeedJob[];
};

const text = { type: "string" } as const;
const count = { type: "number", minimum: 0 } as const;

const JOB = {
  name: text,
  stage: text,
  status: { type: "string", enum: JOB_STATES },
  allow_failure: { type: "boolean" },
  coverage: count,
  user: text,
  tags: { type: "array", items: text },
  runner: text,
  queued: count,
  duration: count,
  artifacts: {
    type: "array",
    items: {
      type: "object",
      required: ["file_type", "size", "filename", "file_format"],
      additionalProperties: false,
      properties: {
        file_type: { type: "string", enum: ["archive", "metadata", "trace", "junit"] },
        size: { type: "integer" },
        filename: text,
        file_format: { type: ["string", "null"], enum: ["zip", "gzip", "raw", null] },
      },
    },
  },
  artifacts_expire_at: SEED_TIME,
  failure_reason: text,
  trace: text,
  retried: { type: "boolean" },
  environment: text,
  token: text,
} as const;

const jobs = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "array",
  items: { type: "object", required: ["name"], additionalProperties: false, properties },
});

const PIPELINE = { ref: text, tag: { type: "boolean" }, commit: text, user: text } as const;

const DOWNSTREAM: Schema = {
  type: "object",
  required: ["ref", "user", "jobs"],
  additionalProperties: false,
  properties: { ...PIPELINE, project: text, jobs: jobs(JOB) },
};

/** Schema of a pipeline in a seed. */
export const PIPELINE_ENTRY: Schema = {
  type: "object",
  required: ["project", "ref", "user", "at", "jobs"],
  additionalProperties: false,
  properties: { ...PIPELINE, project: text, at: SEED_TIME, jobs: jobs({ ...JOB, downstream: DOWNSTREAM }) },
};
