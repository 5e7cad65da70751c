import type { PlatformState } from "./context.js";
import type { JsonObject } from "./json.js";
import { groupAt, projectNamed, userNamed } from "./lookup.js";
import type { Group, Project, User } from "./records.js";

type Stored = Pick<PlatformState, "store">;

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Schema of a time in a seed: an ISO 8601 time, or an offset from the start such as `-3d`, `+2w`, `-5h`, `-10m`. */
export const SEED_TIME = {
  type: "string",
  pattern: String.raw`^([+-]\d+[mhdw]|\d{4}-\d{2}-\d{2}T[\d:.]+Z)$`,
} as const;

/** Schema of a day in a seed: `YYYY-MM-DD`, or an offset in days or weeks such as `+3d`. */
export const SEED_DAY = { type: "string", pattern: String.raw`^([+-]\d+[dw]|\d{4}-\d{2}-\d{2})$` } as const;

/** The ISO time that a seed means. */
export function seedTime(text: string): string {
  const [, sign, amount, unit = ""] = /^([+-])(\d+)([mhdw])$/.exec(text) ?? [];
  if (amount === undefined) return new Date(text).toISOString();
  return new Date(Date.now() + (sign === "-" ? -1 : 1) * Number(amount) * (UNITS[unit] ?? 0)).toISOString();
}

/** The day that a seed means, `YYYY-MM-DD`. */
export function seedDay(text: string): string {
  return seedTime(/^\d/.test(text) ? `${text}T00:00:00Z` : text).slice(0, 10);
}

/** A project that the seed names. Throws when there is none. */
export function seedProject({ store }: Stored, path: string): Project {
  return named(projectNamed(store, path), "project", path);
}

/** A group that the seed names. Throws when there is none. */
export function seedGroup({ store }: Stored, fullPath: string): Group {
  return named(groupAt(store, fullPath), "group", fullPath);
}

/** A user that the seed names. Throws when there is none. */
export function seedUser({ store }: Stored, username: string): User {
  return named(userNamed(store, username), "user", username);
}

/** An entry that names whom it means, as a request says it: by number. Throws when the seed does not have them. */
export function seedEntry(world: Stored, { user, group, ...rest }: { user?: string; group?: string }): JsonObject {
  return {
    ...rest,
    ...(user === undefined ? {} : { user_id: seedUser(world, user).id }),
    ...(group === undefined ? {} : { group_id: seedGroup(world, group).id }),
  };
}

function named<T>(found: T | undefined, what: string, name: string): T {
  if (found === undefined) throw new Error(`the seed names a ${what} that it does not have: ${name}`);
  return found;
}
