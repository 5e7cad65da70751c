import type { EmulatorOptions } from "../../../src/emulator/index.js";
import { type Answer, type Platform, startPlatform } from "../platform.js";

const now = "2024-01-01T00:00:00Z";
const archive = { file_type: "archive", size: 1000, filename: "artifacts.zip", file_format: "zip" };
const metadata = { file_type: "metadata", size: 36, filename: "metadata.gz", file_format: "gzip" };

/**
 * A shop's delivery. `acme/web` is private, with `main` (protected: Maintainers) and `topic`; `acme/open` is public. In acme olivia is owner, mike
 * maintainer, dora developer, rita reporter, gus guest; `stranger` is in no group. What has an id has it by its place here.
 */
const SEED = {
  users: ["olivia", "mike", "dora", "rita", "gus", "stranger"].map((username) => ({ username })),
  groups: [
    { full_path: "acme", members: { olivia: 50, mike: 40, dora: 30, rita: 20, gus: 10 }, visibility: "public" },
    { full_path: "acme/ops", members: { mike: 40, rita: 40 } },
  ],
  projects: [
    { path_with_namespace: "acme/web", creator: "olivia", branches: ["main", "topic"], protected_branches: ["main"] },
    { path_with_namespace: "acme/open", creator: "olivia", branches: ["main"], visibility: "public" },
  ],
  commits: [{ project: "acme/web", branch: "topic", message: "A button", author: "dora", at: now, changes: { button: "1" } }],
  runners: [{ description: "linux", token: "token-of-linux" }],
  agents: [
    { name: "own", project: "acme/web" },
    { name: "of-the-group", project: "acme/open", groups: ["acme"] },
    { name: "foreign", project: "acme/open" },
  ],
  pipelines: [
    {
      project: "acme/web",
      ref: "topic",
      user: "dora",
      at: now,
      jobs: [
        {
          name: "build",
          stage: "build",
          artifacts: [archive, metadata],
          artifacts_expire_at: "+1d",
          trace: "a log\n",
          tags: ["linux"],
        },
        { name: "unit", status: "failed", retried: true, failure_reason: "stuck_or_timeout_failure" },
        { name: "unit", coverage: 81.5, queued: 0.25, duration: 90.5 },
        { name: "child", downstream: { ref: "topic", user: "dora", jobs: [{ name: "inner" }] } },
        { name: "lint", status: "failed", allow_failure: true },
      ],
    },
    {
      project: "acme/web",
      ref: "topic",
      user: "dora",
      at: now,
      jobs: [
        { name: "compile", stage: "build", status: "running", token: "token-of-compile", trace: "so far" },
        { name: "check", stage: "test", status: "created" },
        { name: "ship", stage: "deploy", status: "created" },
      ],
    },
    {
      project: "acme/web",
      ref: "main",
      user: "mike",
      at: now,
      jobs: [
        { name: "compile", stage: "build", status: "failed" },
        { name: "check", stage: "test", status: "skipped" },
      ],
    },
    { project: "acme/open", ref: "main", user: "olivia", at: now, jobs: [{ name: "hello", trace: "hello" }] },
    { project: "acme/web", ref: "topic", user: "mike", at: now, jobs: [{ name: "later", status: "manual" }, { name: "now" }] },
  ],
};

/** Ids of the jobs above, by what they are there for. */
export const JOBS = {
  built: 1,
  retried: 2,
  unit: 3,
  bridge: 4,
  inner: 5,
  lint: 6,
  running: 7,
  created: 8,
  failedOnMain: 10,
  skippedOnMain: 11,
  open: 12,
  manual: 13,
  ofMike: 14,
} as const;

/** Ids of the pipelines above. */
export const PIPELINES = { done: 1, child: 2, running: 3, failedOnMain: 4, open: 5, waiting: 6 } as const;

export const WEB = "/projects/acme%2Fweb";
export const OPEN = "/projects/acme%2Fopen";

export interface Delivery extends Platform {
  /** Calls as a user. */
  as(username: string, method: string, path: string, json?: unknown): Promise<Answer>;
}

/** Starts the shop, with further seed entries. */
export async function startDelivery(options: EmulatorOptions = {}, more: Record<string, unknown> = {}): Promise<Delivery> {
  const platform = await startPlatform({ ...options, seed: { ...SEED, ...more } });
  return {
    ...platform,
    as: (username, method, path, json) =>
      platform.call(method, path, { token: `token-of-${username}`, ...(json === undefined ? {} : { json }) }),
  };
}

/** The body of an answer as an object. */
export function bodyOf(answer: Answer): Record<string, unknown> {
  return answer.body as Record<string, unknown>;
}
