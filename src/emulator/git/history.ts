import type { Commit } from "../records/repository.js";
import { commitTable, inProject } from "../records/repository.js";
import type { Store } from "../store.js";

/** The commit with a full hash; undefined when the project does not have it. */
export function commitWith(store: Store, projectId: number, sha: string): Commit | undefined {
  return store.of(commitTable).first("sha", inProject(projectId, sha));
}

/** Hashes of a commit and of everything before it. */
export function historyOf(store: Store, projectId: number, sha: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [sha];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(commitWith(store, projectId, next)?.parent_ids ?? []));
  }
  return seen;
}

/** Commits that `head` has and `base` has not, oldest first. */
export function commitsBetween(store: Store, projectId: number, base: string, head: string): Commit[] {
  const before = historyOf(store, projectId, base);
  return [...historyOf(store, projectId, head)]
    .filter((sha) => !before.has(sha))
    .flatMap((sha) => commitWith(store, projectId, sha) ?? [])
    .toSorted((a, b) => a.id - b.id);
}

/** The newest commit that both have and that no other such commit comes after; undefined when they have nothing in common. */
export function mergeBase(store: Store, projectId: number, one: string, other: string): Commit | undefined {
  if (one === other) return commitWith(store, projectId, one);
  const history = historyOf(store, projectId, other);
  const common = [...historyOf(store, projectId, one)].filter((sha) => history.has(sha));
  const commits = common.flatMap((sha) => commitWith(store, projectId, sha) ?? []);
  const passed = new Set(commits.flatMap((commit) => commit.parent_ids));
  return commits.filter(({ sha }) => !passed.has(sha)).toSorted((a, b) => b.id - a.id)[0];
}

/** True when a commit is another, or comes before it. */
export function isBefore(store: Store, projectId: number, sha: string, later: string): boolean {
  return sha === later || historyOf(store, projectId, later).has(sha);
}
