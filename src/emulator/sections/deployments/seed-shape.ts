import type { DeploymentState } from "../../records/delivery.js";

/** An environment of a seed. */
export type SeedEnvironment = { project: string; name: string; tier?: string; external_url?: string };

/** What somebody said to a seeded deployment. */
export type SeedApproval = { user: string; status: "approved" | "rejected"; comment?: string; at?: string };

/** A deployment of a seed: of a job, by its name, or of a request. */
export type SeedDeployment = {
  project: string;
  environment: string;
  job?: string;
  ref?: string;
  tag?: boolean;
  /** A branch, a tag, a hash, or the first line of a commit's message. */
  commit?: string;
  status?: DeploymentState;
  user?: string;
  at?: string;
  approvals?: readonly SeedApproval[];
  /** Numbers of merge requests that it brought. */
  merge_requests?: readonly number[];
};
