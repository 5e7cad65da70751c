import type { Context } from "../../core/context.js";
import { commitWith, treeOf } from "../../core/git/history.js";
import { hunksBetween, linesOf } from "../../core/git/lines.js";
import { lastCommitAt } from "../../core/git/log.js";
import type { Commit } from "../../core/git/records.js";
import { blobBytes, entryAt } from "../../core/git/trees.js";
import { type Json, picked } from "../../core/records.js";
import { HttpError } from "../../core/replies.js";
import type { Store } from "../../core/store.js";

/** Lines of a file that one commit after another brought, in groups of neighbours of one commit; with `range` only those lines. */
export function blamed(context: Context, from: Commit, path: string): Json[] {
  const lines = linesAt(context.store, from, path);
  const { start, end } = rangeOf(context, lines.length);
  const owners = ownersOf(context.store, from, path, lines);
  const groups: { commit: Commit; lines: string[] }[] = [];
  for (let index = start; index < end; index += 1) {
    const [owner, last] = [owners[index] ?? from, groups.at(-1)];
    const line = Buffer.from(lines[index] ?? "", "latin1")
      .toString("utf8")
      .replace(/\n$/, "");
    if (last !== undefined && last.commit.sha === owner.sha) last.lines.push(line);
    else groups.push({ commit: owner, lines: [line] });
  }
  return groups.map((group) => ({ commit: presentOwner(group.commit), lines: group.lines }));
}

function rangeOf({ params }: Context, count: number): { start: number; end: number } {
  const range = params.record("range");
  if (range === undefined) return { start: 0, end: count };
  const [start, end] = [Number(range["start"]), Number(range["end"])];
  if (start > end) throw new HttpError(400, { message: "range[start] must be less than or equal to range[end]" });
  return { start: start - 1, end: Math.min(end, count) };
}

/** The commit that each line is from. Of a merge the first parent that has the line is followed. */
function ownersOf(store: Store, from: Commit, path: string, lines: readonly string[]): Commit[] {
  const owners: Commit[] = [];
  let waiting = [{ commit: from, places: lines.map((_, index) => ({ here: index, there: index })) }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const commit = lastCommitAt(store, next.commit, path) ?? next.commit;
    let open = next.places;
    for (const sha of commit.parent_ids) {
      const parent = commitWith(store, commit.project_id, sha);
      if (parent === undefined || open.length === 0) continue;
      const kept = keptPlaces(linesAt(store, parent, path), linesAt(store, commit, path));
      const moved = open.flatMap(({ here, there }) => {
        const before = kept.get(here);
        return before === undefined ? [] : [{ here: before, there }];
      });
      if (moved.length > 0) waiting = [...waiting, { commit: parent, places: moved }];
      open = open.filter(({ here }) => !kept.has(here));
    }
    for (const { there } of open) owners[there] = commit;
  }
  return owners;
}

/** Where lines of the new text that are not new stood in the old one. */
function keptPlaces(old: readonly string[], now: readonly string[]): Map<number, number> {
  const kept = new Map<number, number>();
  let [from, to] = [0, 0];
  const keep = (until: number): void => {
    for (; from < until; from += 1, to += 1) kept.set(to, from);
  };
  for (const { start, count, lines } of hunksBetween(old, now)) {
    keep(start);
    [from, to] = [from + count, to + lines.length];
  }
  keep(old.length);
  return kept;
}

function linesAt(store: Store, commit: Commit, path: string): string[] {
  const entry = entryAt(store, treeOf(store, commit), path);
  return entry === undefined || entry.mode === "040000" ? [] : linesOf(blobBytes(store, entry.sha));
}

function presentOwner(commit: Commit): Record<string, Json> {
  return {
    id: commit.sha,
    ...picked(commit, "parent_ids", "message", "authored_date", "author_name", "author_email"),
    ...picked(commit, "committed_date", "committer_name", "committer_email"),
  };
}
