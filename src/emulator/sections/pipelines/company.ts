import type { SeedJob, SeedPipeline } from "./seed-shape.js";

const WEBSITE = "acme-labs/website";
const API = "acme-labs/platform/api";

const log = (...lines: string[]): string => ["Running on shared-linux...", ...lines, "Job succeeded", ""].join("\n");

const failure = (...lines: string[]): string =>
  ["Running on shared-linux...", ...lines, "ERROR: Job failed: exit code 1", ""].join("\n");

const archive = { file_type: "archive", size: 184_320, filename: "artifacts.zip", file_format: "zip" } as const;
const metadata = { file_type: "metadata", size: 731, filename: "metadata.gz", file_format: "gzip" } as const;
const report = { file_type: "junit", size: 5_211, filename: "junit.xml.gz", file_format: "gzip" } as const;

const compile: SeedJob = {
  name: "compile",
  stage: "build",
  tags: ["linux"],
  duration: 74,
  trace: log("$ make site", "42 pages written"),
  artifacts: [archive, metadata],
  artifacts_expire_at: "+30d",
};
const unit: SeedJob = {
  name: "unit",
  duration: 131.5,
  coverage: 87.4,
  trace: log("$ make test", "318 passed"),
  artifacts: [report],
};
const lint: SeedJob = { name: "lint", duration: 22, allow_failure: true, trace: log("$ make lint", "no problems") };
const failing: SeedJob = {
  ...unit,
  status: "failed",
  coverage: 85.9,
  failure_reason: "script_failure",
  trace: failure("$ make test", "1 failed, 317 passed"),
};

/** A job that deploys, and by its name makes the deployment of the same name. */
const deploy = (environment: string, more: Partial<SeedJob> = {}): SeedJob => ({
  name: `deploy-${environment}`,
  stage: "deploy",
  environment,
  runner: "deploy-room",
  duration: 48,
  trace: log(`$ make deploy TO=${environment}`),
  ...more,
});

const skipped = (job: SeedJob): SeedJob => ({ name: job.name, stage: job.stage ?? "test", status: "skipped" });

const website = (at: string, user: string, jobs: readonly SeedJob[], more: Partial<SeedPipeline> = {}): SeedPipeline => ({
  project: WEBSITE,
  ref: "main",
  user,
  at,
  jobs,
  ...more,
});

const api = (at: string, user: string, jobs: readonly SeedJob[], more: Partial<SeedPipeline> = {}): SeedPipeline => ({
  project: API,
  ref: "main",
  user,
  at,
  jobs,
  ...more,
});

/** The pipelines of the little company: of every outcome, with a retried job, a child pipeline, one that waits for approvals, and one that waits for its turn. */
export const COMPANY: readonly SeedPipeline[] = [
  website("-40d", "alice", [compile, unit, lint, deploy("staging"), deploy("production")], { commit: "Start page" }),
  website("-30d", "dave", [compile, failing, lint, skipped(deploy("staging"))], { ref: "imprint", commit: "Add the imprint" }),
  website(
    "-29d",
    "dave",
    [compile, { ...failing, retried: true }, lint, unit, deploy("staging"), deploy("production", { user: "alice" })],
    { commit: "Merge branch 'imprint' into 'main'" },
  ),
  website("-9d", "dave", [compile, { ...lint, status: "failed", trace: failure("$ make lint") }, unit], { ref: "next" }),
  website("-4d", "alice", [compile, { name: "unit", status: "canceled" }, { name: "lint", status: "canceled" }], { ref: "next" }),
  website("-2d", "dave", [
    compile,
    unit,
    lint,
    deploy("staging", { status: "failed", failure_reason: "stuck_or_timeout_failure", trace: failure() }),
  ]),
  website("-1d", "alice", [compile, unit, lint], { ref: "v1.0.0", tag: true }),
  website("-10m", "alice", [
    compile,
    {
      name: "unit",
      status: "running",
      tags: ["linux"],
      token: "job-token-of-website",
      trace: "Running on shared-linux...\n$ make test\n",
    },
    { ...lint, status: "success" },
    { name: "deploy-staging", stage: "deploy", environment: "staging", status: "created" },
  ]),
  website(
    "-5m",
    "dave",
    [
      { name: "compile", stage: "build", status: "pending", tags: ["linux"] },
      { name: "unit", status: "created" },
    ],
    {
      ref: "next",
    },
  ),
  api("-35d", "bob", [compile, unit, deploy("staging"), deploy("production")], { commit: "Health check" }),
  api(
    "-20d",
    "erin",
    [
      compile,
      unit,
      {
        name: "documentation",
        stage: "publish",
        downstream: {
          ref: "main",
          user: "erin",
          commit: "Read the configuration",
          jobs: [
            { ...compile, name: "manual" },
            { ...lint, name: "links" },
          ],
        },
      },
      deploy("staging"),
      deploy("production", { status: "manual", user: "erin" }),
    ],
    { commit: "Read the configuration" },
  ),
  api("-3h", "bob", [
    compile,
    unit,
    { name: "notes", stage: "publish", downstream: { project: "acme-release/notes", ref: "main", user: "bob", jobs: [compile] } },
  ]),
  {
    project: "acme-labs/platform/deploy",
    ref: "main",
    user: "bob",
    at: "-40m",
    jobs: [
      { ...compile, name: "check" },
      { name: "roll-out", stage: "deploy", tags: ["cluster"], status: "waiting_for_resource" },
    ],
  },
  {
    project: "acme-labs/handbook",
    ref: "travel",
    user: "bob",
    at: "-10m",
    jobs: [
      { ...lint, name: "spelling" },
      { name: "links", status: "running", allow_failure: true },
    ],
  },
];
