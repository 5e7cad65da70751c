import { each } from "./answers.js";
import { type Platform, startPlatform } from "./platform.js";

type Options = NonNullable<Parameters<typeof startPlatform>[0]>;

/** Days from today as `YYYY-MM-DD`. */
export const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** Times of the seed: noon of days in March 2024. */
export const march = (date: number): string => `2024-03-${String(date).padStart(2, "0")}T12:00:00.000Z`;

const ONE = { project: "team/one" };
const TWO = { project: "team/sub/two" };

/**
 * A team with work to sort: the private group `team` (ann owns it, ben develops, gus is a guest) with `team/one`, `team/sub/two`, `team/old` (archived) and
 * `team/mute` (no issues, no merge requests); the public `open/pub` of cat; olly is in nothing. Tokens are `token-of-<username>`.
 */
export const BACKLOG = {
  users: ["ann", "ben", "cat", "gus", "olly"].map((username) => ({ username })),
  groups: [
    { full_path: "team", members: { ann: 50, ben: 30, gus: 10 } },
    { full_path: "team/sub" },
    { full_path: "open", visibility: "public", members: { cat: 50 } },
  ],
  projects: [
    { path_with_namespace: "team/one", branches: ["main"], protected_branches: ["main"] },
    { path_with_namespace: "team/sub/two", branches: ["main"] },
    { path_with_namespace: "team/old", branches: ["main"], archived: true },
    {
      path_with_namespace: "team/mute",
      branches: ["main"],
      attributes: { issues_access_level: "disabled", merge_requests_access_level: "disabled" },
    },
    { path_with_namespace: "open/pub", visibility: "public", branches: ["main"] },
  ],
  commits: ["a", "b", "c", "d"].map((branch) => ({
    ...ONE,
    branch,
    from: "main",
    message: branch,
    author: "ann",
    changes: { [`${branch}.txt`]: branch },
  })),
  labels: [
    { group: "team", name: "bug", priority: 1, color: "#ff0000", description: "Broken <b>" },
    { group: "team", name: "Bug" },
    { ...ONE, name: "later", priority: 9 },
    { ...TWO, name: "later" },
  ],
  milestones: [
    { group: "team", title: "now", start_date: "-3d", due_date: "+3d" },
    { ...ONE, title: "next", start_date: "+4d", due_date: "+9d" },
    { ...ONE, title: "after next", start_date: "+10d", due_date: "+19d" },
    { ...TWO, title: "next", state: "closed", start_date: "-9d", due_date: "+9d" },
  ],
  iterations: [
    { group: "team", title: "I1", start_date: "-7d", due_date: "-1d" },
    { group: "team", title: "I2", start_date: "-0d", due_date: "+6d" },
  ],
  epics: [{ group: "team", title: "E", author: "ann" }],
  issues: [
    { ...ONE, title: "alpha", description: "green Tea", author: "ann", created_at: march(1), updated_at: march(20) },
    { ...ONE, title: "beta", author: "ben", assignees: ["ann"], labels: ["bug"], created_at: march(2) },
    { ...ONE, title: "Gamma tea", author: "ann", labels: ["bug", "later"], milestone: "now", created_at: march(3) },
    { ...ONE, title: "delta", author: "ben", labels: ["Bug"], milestone: "next", confidential: true, created_at: march(4) },
    { ...TWO, title: "epsilon", author: "ann", labels: ["later"], milestone: "next", created_at: march(5) },
    {
      ...TWO,
      title: "zeta",
      author: "gus",
      assignees: ["ann", "ben"],
      milestone: "now",
      confidential: true,
      created_at: march(6),
    },
    { project: "team/old", title: "eta", author: "ann", created_at: march(7) },
    { project: "team/mute", title: "theta", author: "ann", created_at: march(8) },
    {
      project: "open/pub",
      title: "iota",
      author: "cat",
      state: "closed",
      closed_by: "ann",
      closed_at: march(10),
      created_at: march(9),
    },
    { project: "open/pub", title: "kappa", author: "cat", confidential: true, created_at: march(10) },
  ],
  merge_requests: [
    { ...ONE, title: "First", description: "green Tea", source_branch: "a", author: "ann", created_at: march(1) },
    {
      ...ONE,
      title: "Draft: second",
      source_branch: "b",
      author: "ben",
      assignees: ["ann"],
      reviewers: ["ben"],
      labels: ["bug"],
      created_at: march(2),
      updated_at: march(20),
    },
    {
      ...ONE,
      title: "third",
      source_branch: "c",
      author: "ann",
      reviewers: ["cat"],
      approved_by: ["ben", "cat"],
      labels: ["bug", "later"],
      milestone: "next",
      created_at: march(3),
    },
    { ...ONE, title: "fourth", source_branch: "d", author: "ben", state: "closed", approved_by: ["cat"], created_at: march(4) },
    { ...TWO, title: "fifth", source_branch: "gone", sha: "main", author: "gus", state: "merged", created_at: march(5) },
    { project: "team/old", title: "sixth", source_branch: "gone", sha: "main", author: "ann", created_at: march(6) },
    { project: "team/mute", title: "seventh", source_branch: "gone", sha: "main", author: "ann", created_at: march(7) },
    { project: "open/pub", title: "eighth", source_branch: "gone", sha: "main", author: "cat", created_at: march(8) },
  ],
  reactions: [
    { on: "team/one#1", user: "ann", name: "thumbsup" },
    { on: "team/one#1", user: "ben", name: "rocket" },
    { on: "team/one#2", user: "ben", name: "thumbsup" },
    { on: "team/one#2", user: "ann", name: "thumbsup" },
    { on: "team/one#3", user: "ben", name: "thumbsdown" },
    { on: "team/one!1", user: "ann", name: "rocket" },
  ],
} as const;

const planned = (title: string, date: number, more = {}): Record<string, unknown> => ({
  ...ONE,
  title,
  author: "ann",
  created_at: march(date),
  ...more,
});

/** Issues of `team/one` in an epic, in iterations with weights, and in neither. */
export const PLANNED = [
  planned("in E", 1, { epic: "E" }),
  planned("in I1", 2, { iteration: "I1", weight: 3 }),
  planned("in I2", 3, { iteration: "I2", weight: 0 }),
  planned("free", 4),
];

/** Starts an emulator with the backlog; `changes` replace parts of it. */
export function startBacklog(options: Options = {}, changes: Record<string, unknown> = {}): Promise<Platform> {
  return startPlatform({ ...options, seed: { ...BACKLOG, ...changes } });
}

/** The titles of a list, as root or as somebody else; null for nobody in particular. */
export async function titles(platform: Platform, path: string, as?: string | null): Promise<unknown[]> {
  const token = as === undefined ? {} : { token: as === null ? "" : `token-of-${as}` };
  return each(await platform.call("GET", path, token), "title");
}

/** The status and the body of a refusal. */
export async function refusal(platform: Platform, path: string, as?: string | null): Promise<unknown[]> {
  const token = as === undefined ? {} : { token: as === null ? "" : `token-of-${as}` };
  const answer = await platform.call("GET", path, token);
  return [answer.status, answer.body];
}
