import type { SeedDeployment, SeedEnvironment } from "./seed-shape.js";

const WEBSITE = "acme-labs/website";
const API = "acme-labs/platform/api";

/** The environments of the little company. */
export const ENVIRONMENTS: readonly SeedEnvironment[] = [
  { project: WEBSITE, name: "production", external_url: "https://www.acme-labs.example" },
  { project: WEBSITE, name: "staging", external_url: "https://staging.acme-labs.example" },
  { project: API, name: "production", external_url: "https://api.acme-labs.example" },
  { project: API, name: "staging" },
  { project: API, name: "review/health", tier: "development" },
];

const made = (project: string, environment: string): SeedDeployment => ({ project, environment, job: `deploy-${environment}` });

/** The staging of the API is fed by a script of its own: a list longer than a page. */
const scripted: readonly SeedDeployment[] = Array.from({ length: 24 }, (_, index) => ({
  project: API,
  environment: "staging",
  ref: "main",
  commit: "Read the configuration",
  user: "bob",
  status: index % 8 === 5 ? "failed" : "success",
  at: `-${(24 - index) * 12}h`,
}));

/** The deployments of the little company: superseded, current, failed, canceled, running ones, and one that waits for approvals. */
export const DEPLOYMENTS: readonly SeedDeployment[] = [
  made(WEBSITE, "staging"),
  made(WEBSITE, "production"),
  made(WEBSITE, "staging"),
  made(WEBSITE, "production"),
  made(WEBSITE, "staging"),
  made(WEBSITE, "staging"),
  made(API, "staging"),
  made(API, "production"),
  made(API, "staging"),
  {
    ...made(API, "production"),
    approvals: [{ user: "alice", status: "approved", comment: "Looks good to me", at: "-19d" }],
  },
  ...scripted,
  { project: API, environment: "review/health", ref: "main", user: "erin", status: "running", at: "-20m" },
  { project: WEBSITE, environment: "staging", ref: "main", user: "dave", status: "canceled", at: "-25h" },
];
