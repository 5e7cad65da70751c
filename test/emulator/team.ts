import type { Json } from "../../src/emulator/core/records.js";
import type { EmulatorOptions } from "../../src/emulator/index.js";
import { type Answer, type CallOptions, type Platform, startPlatform } from "./platform.js";

const APP = { project: "team/app" } as const;

/** What a test changes of the little team: attributes of the project, and entries that come after those that are there. */
export interface TeamOptions extends Omit<EmulatorOptions, "seed"> {
  readonly attributes?: Readonly<Record<string, Json>>;
  readonly seed?: Readonly<Record<string, readonly Json[]>>;
}

/** A platform with one project, `team/app`, and merge requests whose branches can or cannot be merged. */
export interface Team extends Platform {
  /** Calls under `/projects/team%2Fapp/merge_requests/`, as the given user, Alice when left out. */
  readonly on: (method: string, path: string, options?: CallOptions & { readonly as?: string }) => Promise<Answer>;
}

/** Numbers of the merge requests. */
export const MR = { clean: 1, clash: 2, empty: 3, draft: 4, ahead: 5, closed: 6, single: 7 } as const;

/**
 * Starts it. Alice maintains, Bob develops, Carol reports, Dave is a stranger; `main` is protected, so that only Alice merges into it. `feature` has two
 * commits and misses one of `main`; `clash` changes what `main` changed too; `ahead` and `single` begin at the head of `main`.
 */
export async function startTeam({ attributes = {}, seed = {}, ...options }: TeamOptions = {}): Promise<Team> {
  const base = seedOf(attributes);
  const keys = [...new Set([...Object.keys(base), ...Object.keys(seed)])];
  const whole = Object.fromEntries(keys.map((key) => [key, [...(base[key] ?? []), ...(seed[key] ?? [])]]));
  const platform = await startPlatform({ ...options, seed: whole });
  return {
    ...platform,
    on: (method, path, { as = "alice", ...call } = {}) =>
      platform.call(method, `/projects/team%2Fapp/merge_requests/${path}`, { token: as === "" ? "" : `token-of-${as}`, ...call }),
  };
}

function seedOf(attributes: Readonly<Record<string, Json>>): Readonly<Record<string, readonly Json[]>> {
  const commit = (branch: string, message: string, changes: Json, author = "bob"): Json => ({
    ...APP,
    branch,
    message,
    author,
    changes,
  });
  const request = (source_branch: string, title: string, more: Record<string, Json> = {}): Json => ({
    ...APP,
    source_branch,
    title,
    author: "bob",
    ...more,
  });
  return {
    users: ["alice", "bob", "carol", "dave"].map((username) => ({ username })),
    groups: [{ full_path: "team", visibility: "public", members: { alice: 40, bob: 30, carol: 20 } }],
    projects: [
      {
        path_with_namespace: "team/app",
        visibility: "public",
        creator: "alice",
        branches: ["main", "empty"],
        protected_branches: ["main"],
        attributes,
      },
    ],
    commits: [
      commit("main", "Base", { "a.txt": "1" }, "alice"),
      commit("feature", "First half", { "b.txt": "1" }),
      commit("feature", "Second half\n\nWith a second line", { "b.txt": "2" }),
      commit("clash", "Other text", { "a.txt": "3" }),
      commit("main", "New text", { "a.txt": "2" }, "alice"),
      commit("ahead", "One more", { "c.txt": "1" }),
      commit("ahead", "And another", { "d.txt": "1" }),
      commit("single", "Small thing", { "e.txt": "1" }),
      commit("sketch", "Sketch", { "f.txt": "1" }),
    ],
    merge_requests: [
      request("feature", "Feature"),
      request("clash", "Clash"),
      request("empty", "Empty"),
      request("sketch", "Draft: sketch"),
      request("ahead", "Ahead"),
      request("sketch", "Given up", { state: "closed" }),
      request("single", "Small thing"),
    ],
  };
}

/** The head of a branch of `team/app`: its commit, with message and parents. */
export async function headOf(platform: Platform, branch: string): Promise<{ id: string; message: string; parent_ids: string[] }> {
  const { body } = await platform.call("GET", `/projects/team%2Fapp/repository/branches/${branch}`);
  return (body as { commit: { id: string; message: string; parent_ids: string[] } }).commit;
}

/** A pipeline on the head of a branch: jobs by name with their statuses; a job that may fail is called `optional`. */
export function pipelineOn(ref: string, jobs: Readonly<Record<string, string>>): Json {
  const rows = Object.entries(jobs).map(([name, status]) => ({ name, status, allow_failure: name === "optional" }));
  return { ...APP, ref, user: "bob", at: "-1h", jobs: rows };
}
