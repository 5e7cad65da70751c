import { accessLevels } from "./types/access-level.js";

/** Levels of a licence, lowest first. */
export const tiers = ["free", "premium", "ultimate"] as const;
/** A level of a licence. */
export type Tier = (typeof tiers)[number];

/** True if an instance of tier `has` offers what needs tier `needs`. */
export function tierIncludes(has: Tier, needs: Tier): boolean {
  return tiers.indexOf(has) >= tiers.indexOf(needs);
}

/** Roles that a write may ask for, with the access level of each in replies; whoever administers the instance is above all levels (the reference of real servers, section A; GitLab doc/user/permissions.md). */
export const roleLevels = {
  planner: accessLevels.planner,
  developer: accessLevels.developer,
  maintainer: accessLevels.maintainer,
  owner: accessLevels.owner,
  administrator: Number.POSITIVE_INFINITY,
} as const;
/** A role that a write may ask for. */
export type Role = keyof typeof roleLevels;
/** The least role that may write a resource, in its parent; of groups and projects by action, in the group above for a create. Where servers differ, the lowest one. */
export type WritingRole = Role | Readonly<Record<"create" | "update" | "delete", Role>>;

/** Visibility levels, most closed first (document 3, Projects). */
export const visibilities = ["private", "internal", "public"] as const;

/** Compares release numbers such as `15.4.0-ee`: negative if `a` is older. Only the numbers count. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => (/^\d+(\.\d+)*/.exec(version)?.[0] ?? "0").split(".").map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The entry of `candidates` that is closest to `word`, if it is close enough to be a slip of the hand; else the longest with which it ends: `hooks` for `webhooks`. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  const endings = candidates.filter((candidate) => candidate.length >= shortestEnding && word.toLowerCase().endsWith(candidate));
  return best ?? endings.toSorted((ending, other) => other.length - ending.length)[0];
}

/** Shorter ones end many words by chance. */
const shortestEnding = 5;

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + cost));
    }
    row = next;
  }
  return row[b.length] ?? limit;
}
