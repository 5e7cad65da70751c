import { expect } from "vitest";
import type { Json } from "../../../src/emulator/core/records.js";
import type { EmulatorOptions } from "../../../src/emulator/index.js";
import { type Answer, type Platform, startPlatform } from "../platform.js";

/** An entry of one of the lists of a protected branch. */
export interface Entry {
  readonly id: number;
  readonly access_level: number;
  readonly access_level_description: string;
  readonly user_id: number | null;
  readonly group_id: number | null;
}

/** A protected branch, as far as every server shows it. */
export interface Rule {
  readonly id: number;
  readonly name: string;
  readonly push_access_levels: readonly Entry[];
  readonly merge_access_levels: readonly Entry[];
  readonly unprotect_access_levels: readonly Entry[];
  readonly allow_force_push: boolean;
  readonly inherited?: boolean;
}

const USERS = ["olga", "alice", "bob", "carol", "dave", "erin", "fred"] as const;
const GROUPS = ["team", "partner", "readers"] as const;

/** A platform with the group `team`, and the ids of what is in it. */
export interface Workshop extends Platform {
  readonly users: Readonly<Record<(typeof USERS)[number], number>>;
  readonly groups: Readonly<Record<(typeof GROUPS)[number], number>>;
}

export const OF_PROJECT = "/projects/team%2Fapp/protected_branches";
export const OF_GROUP = "/groups/team/protected_branches";

/** What it begins with; `protected_branches` are those of `team/app`. */
export function workshopSeed(protected_branches: readonly Json[] = []): Readonly<Record<string, readonly Json[]>> {
  return {
    users: USERS.map((username) => ({ username, name: `${username.charAt(0).toUpperCase()}${username.slice(1)}` })),
    groups: [
      { full_path: "team", members: { olga: 50, alice: 40, bob: 30, carol: 20 } },
      { full_path: "team/inner" },
      { full_path: "partner", name: "Partner", members: { erin: 30, fred: 20 } },
      { full_path: "readers" },
    ],
    projects: [
      {
        path_with_namespace: "team/app",
        branches: ["main", "next"],
        shared_with: [
          { group: "partner", access_level: 30 },
          { group: "readers", access_level: 20 },
        ],
        protected_branches: [...protected_branches],
      },
      { path_with_namespace: "team/inner/lib", branches: ["main"] },
    ],
  };
}

/**
 * Starts it, as a server of the release that has all of it. In `team`, Olga is owner, Alice maintainer, Bob developer and Carol reporter; Dave is a
 * stranger. `team/app` is shared with `partner` for Developers (Erin is one, Fred a reporter) and with `readers` for less. Nothing is protected.
 */
export async function startWorkshop(options: EmulatorOptions = {}): Promise<Workshop> {
  const platform = await startPlatform({ serverVersion: "17.6.0", seed: workshopSeed(), ...options });
  const idOf = async (path: string): Promise<number> => {
    const { body } = await platform.call("GET", path);
    return ((Array.isArray(body) ? body[0] : body) as { id: number }).id;
  };
  const ids = async <T extends string>(names: readonly T[], path: (name: T) => string): Promise<Record<T, number>> =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await idOf(path(name))]))) as Record<T, number>;
  return {
    ...platform,
    users: await ids(USERS, (name) => `/users?username=${name}`),
    groups: await ids(GROUPS, (name) => `/groups/${name}`),
  };
}

/** Protects a branch of `team/app`, or of the path that is given. */
export async function protect(platform: Platform, json: Record<string, unknown>, path = OF_PROJECT): Promise<Rule> {
  const answer = await platform.call("POST", path, { json });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Rule;
}

/** Changes a protected branch of `team/app`, or of the path that is given; `as` is who does it. */
export function change(platform: Platform, name: string, json: unknown, path = OF_PROJECT): Promise<Answer> {
  return platform.call("PATCH", `${path}/${encodeURIComponent(name)}`, { json });
}

/** What entries stand for, without their ids. */
export const who = (entries: readonly Entry[]): unknown[] =>
  entries.map(({ user_id, group_id, access_level }) => {
    if (user_id !== null) return { user_id };
    return group_id === null ? access_level : { group_id };
  });
