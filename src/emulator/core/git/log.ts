import type { Store } from "../store.js";
import { commitWith, startingTree, treeOf } from "./history.js";
import type { Commit } from "./records.js";
import { entryAt } from "./trees.js";

/** Which commits a log shows, and in which order. */
interface LogOptions {
  /** Only the first parent of a merge is followed. */
  readonly firstParent?: boolean;
  /** No commit comes before all that come after it; by time alone when left out. */
  readonly topo?: boolean;
  /** Only those that change what is at this path; of a merge that changes nothing there only the side that is alike is followed. */
  readonly path?: string | undefined;
}

/** Commits from some on and before them, as `git log` gives them: the newest first. Only as many are read as are taken. */
export function* logOf(store: Store, starts: readonly Commit[], options: LogOptions = {}): Generator<Commit> {
  if (options.topo === true) {
    yield* topological(store, starts, options);
    return;
  }
  const seen = new Set<string>();
  const waiting: Commit[] = [];
  const add = (commit: Commit): void => {
    if (seen.has(commit.sha)) return;
    seen.add(commit.sha);
    const place = waiting.findIndex((candidate) => isNewer(commit, candidate));
    waiting.splice(place < 0 ? waiting.length : place, 0, commit);
  };
  starts.forEach(add);
  for (let commit = waiting.shift(); commit !== undefined; commit = waiting.shift()) {
    const { isShown, next } = stepFrom(store, commit, options);
    next.forEach(add);
    if (isShown) yield commit;
  }
}

/** The newest commit, of one and those before it, that changed what is at a path. */
export function lastCommitAt(store: Store, from: Commit, path: string): Commit | undefined {
  for (const commit of logOf(store, [from], { path })) return commit;
  return undefined;
}

/** Whether a commit shows in a log, and where it goes on. */
function stepFrom(store: Store, commit: Commit, { path, firstParent }: LogOptions): { isShown: boolean; next: Commit[] } {
  const shas = firstParent === true ? commit.parent_ids.slice(0, 1) : commit.parent_ids;
  const parents = shas.flatMap((sha) => commitWith(store, commit.project_id, sha) ?? []);
  if (path === undefined || path === "") return { isShown: true, next: parents };
  const here = standing(store, treeOf(store, commit), path);
  const alike = parents.find((parent) => standing(store, treeOf(store, parent), path) === here);
  if (alike !== undefined) return { isShown: false, next: [alike] };
  const isChanged = parents.length > 0 || here !== standing(store, startingTree(store, commit.project_id, []), path);
  return { isShown: isChanged, next: parents };
}

function standing(store: Store, tree: string, path: string): string {
  const entry = entryAt(store, tree, path);
  return entry === undefined ? "" : `${entry.mode} ${entry.sha}`;
}

/** Depth first, so that a line of commits stays together, children before parents. */
function* topological(store: Store, starts: readonly Commit[], options: LogOptions): Generator<Commit> {
  const all = [...logOf(store, starts, { ...options, topo: false })];
  const shown = new Map(all.map((commit) => [commit.sha, commit]));
  const children = new Map<string, number>();
  for (const { parent_ids } of all) for (const sha of parent_ids) children.set(sha, (children.get(sha) ?? 0) + 1);
  const ready = all.filter(({ sha }) => !children.has(sha)).toReversed();
  for (let commit = ready.pop(); commit !== undefined; commit = ready.pop()) {
    yield commit;
    for (const sha of commit.parent_ids) {
      const left = (children.get(sha) ?? 1) - 1;
      children.set(sha, left);
      const parent = shown.get(sha);
      if (left === 0 && parent !== undefined) ready.push(parent);
    }
  }
}

/** Of the same second the later row is the newer one. */
function isNewer(commit: Commit, other: Commit): boolean {
  const difference = Date.parse(commit.committed_date) - Date.parse(other.committed_date);
  return difference === 0 ? commit.id > other.id : difference > 0;
}
