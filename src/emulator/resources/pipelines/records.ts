import type { Source } from "../../core/records.js";
import { defineTable } from "../../core/table.js";

export const JOB_STATES = [
  "created",
  "pending",
  "running",
  "failed",
  "success",
  "canceled",
  "skipped",
  "waiting_for_resource",
  "manual",
] as const;

export type JobState = (typeof JOB_STATES)[number];

export const DEPLOYMENT_STATES = ["created", "running", "success", "failed", "canceled", "blocked"] as const;

export type DeploymentState = (typeof DEPLOYMENT_STATES)[number];

export type Pipeline = {
  readonly id: number;
  readonly project_id: number;
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly status: JobState;
  readonly user_id: number;
  /** The bridge job that started this one as a child or downstream pipeline. */
  readonly bridge_id: number | null;
  /** What started it, on real servers; a push where it is left out. */
  readonly source?: string;
  readonly name?: string;
  readonly schedule_id?: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
};

export type Artifact = {
  readonly file_type: "archive" | "metadata" | "trace" | "junit";
  readonly size: number;
  readonly filename: string;
  readonly file_format: "zip" | "gzip" | "raw" | null;
};

export type Runner = {
  readonly id: number;
  readonly description: string;
  readonly ip_address: string | null;
  readonly active: boolean;
  readonly is_shared: boolean;
  readonly runner_type: string;
  readonly name: string | null;
  readonly online: boolean;
  readonly status: string;
};

/** A job, or with `bridge` a job that starts another pipeline. */
export type Job = {
  readonly id: number;
  readonly project_id: number;
  readonly pipeline_id: number;
  readonly bridge: boolean;
  readonly name: string;
  readonly stage: string;
  readonly status: JobState;
  readonly allow_failure: boolean;
  readonly coverage: number | null;
  readonly user_id: number | null;
  readonly runner: Runner | null;
  readonly tag_list: readonly string[];
  readonly artifacts: readonly Artifact[];
  readonly artifacts_expire_at: string | null;
  readonly failure_reason: string | null;
  /** The log; null when there is none. */
  readonly trace: string | null;
  readonly erased_at: string | null;
  /** True when a later job took its place. */
  readonly retried: boolean;
  /** Name of the environment that it deploys to. */
  readonly environment: string | null;
  /** The group of jobs of which one runs at a time. */
  readonly resource_group?: string;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** Seconds. */
  readonly queued_duration: number | null;
};

export type Environment = {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  readonly tier: string;
  readonly external_url: string | null;
  /** What real servers know further of one; left out where nobody said it. */
  readonly state?: "available" | "stopped";
  readonly description?: string | null;
  readonly auto_stop_setting?: string;
  readonly cluster_agent_id?: number | null;
  readonly kubernetes_namespace?: string | null;
  readonly flux_resource_path?: string | null;
  readonly created_at?: string;
  readonly updated_at?: string;
};

export type DeploymentApproval = {
  readonly user_id: number;
  readonly status: "approved" | "rejected";
  readonly created_at: string;
  readonly comment: string | null;
  /** The approval rule of the protected environment that it counts for. */
  readonly rule_id: number | null;
};

export type Deployment = {
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
  readonly environment_id: number;
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly status: DeploymentState;
  readonly user_id: number;
  readonly job_id: number | null;
  readonly approvals: readonly DeploymentApproval[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly finished_at: string | null;
};

/** Which merge requests a deployment brought. */
type DeployedMergeRequest = { readonly id: number; readonly deployment_id: number; readonly merge_request_id: number };

/** A runner that takes jobs; what a job shows of the one that it ran on is a copy. */
export type RegisteredRunner = Runner & { readonly token: string; readonly registration?: RunnerRegistration };

/** What is known of a runner that somebody registered; those of a seed have none, and take every job. */
export type RunnerRegistration = {
  /** Whose jobs it takes, where it is not for all; the first is the owner. */
  readonly sources: readonly Source[];
  readonly tag_list: readonly string[];
  readonly run_untagged: boolean;
  readonly locked: boolean;
  readonly access_level: "not_protected" | "ref_protected";
  readonly maximum_timeout: number | null;
  readonly maintenance_note: string | null;
  readonly created_by_id: number | null;
  readonly created_at: string;
  /** When it last asked for jobs; null until it does. */
  readonly contacted_at: string | null;
};

/** A cluster agent, which jobs of some projects may use. Data files of before have none of the columns that may be missing. */
export type Agent = {
  readonly id: number;
  readonly name: string;
  readonly home?: { readonly kind: "project"; readonly id: number };
  readonly created_at?: string;
  readonly author_id?: number;
  /** The project that holds its configuration; that project's own jobs may always use it. */
  readonly project_id: number;
  /** Further projects whose jobs may use it. */
  readonly project_ids: readonly number[];
  /** Groups whose projects' jobs may use it, projects of groups below included. */
  readonly group_ids: readonly number[];
};

export const pipelineTable = defineTable<Pipeline, "project" | "bridge">("pipelines", {
  project: (pipeline) => pipeline.project_id,
  bridge: (pipeline) => pipeline.bridge_id,
});

export const jobTable = defineTable<Job, "project" | "pipeline">("jobs", {
  project: (job) => job.project_id,
  pipeline: (job) => job.pipeline_id,
});

export const environmentTable = defineTable<Environment, "project" | "name">("environments", {
  project: (environment) => environment.project_id,
  name: ({ project_id, name }) => environmentKey(project_id, name),
});

/** How an environment is found by its name in a project. */
export function environmentKey(projectId: number, name: string): string {
  return `${projectId}:${name}`;
}

export const deploymentTable = defineTable<Deployment, "project" | "environment" | "job">("deployments", {
  project: (deployment) => deployment.project_id,
  environment: (deployment) => deployment.environment_id,
  job: (deployment) => deployment.job_id,
});

export const deployedMergeRequestTable = defineTable<DeployedMergeRequest, "deployment" | "merge_request">(
  "deployed_merge_requests",
  {
    deployment: (row) => row.deployment_id,
    merge_request: (row) => row.merge_request_id,
  },
);

export const agentTable = defineTable<Agent, "project" | "home">("agents", {
  project: (agent) => agent.project_id,
  home: (agent) => (agent.home === undefined ? null : `project:${agent.project_id}`),
});

export const runnerTable = defineTable<RegisteredRunner, "token">("runners", { token: (runner) => runner.token });
