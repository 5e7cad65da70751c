import type { PlatformState } from "../../context.js";
import { changesBetween } from "../../git/commit-trees.js";
import { commitWith, mergeBase } from "../../git/history.js";
import { startOf } from "../../merge-request-commits.js";
import type { MergeRequest } from "../../records/work-items.js";
import { defineTable } from "../../table.js";

/** What a merge request was after a push to its source branch. */
export type MergeRequestVersion = {
  readonly id: number;
  readonly home: { readonly kind: "merge_request"; readonly id: number };
  readonly head_sha: string;
  /** Where the source branch left the target. */
  readonly base_sha: string | null;
  /** Where the target branch stood. */
  readonly start_sha: string | null;
  readonly files: number;
  readonly created_at: string;
};

const versionTable = defineTable<MergeRequestVersion, "home">("merge_request_versions", {
  home: ({ home }) => `${home.kind}:${home.id}`,
});

/** Keeps what a merge request is now. */
export function recordVersion({ store }: PlatformState, mergeRequest: MergeRequest, created_at: string): void {
  const { id, project_id, sha } = mergeRequest;
  if (commitWith(store, project_id, sha) === undefined) return;
  const start_sha = startOf(store, mergeRequest) ?? null;
  const base_sha = start_sha === null ? null : (mergeBase(store, project_id, start_sha, sha)?.sha ?? null);
  const files = changesBetween(store, project_id, base_sha ?? undefined, sha).length;
  store.of(versionTable).insert({ home: { kind: "merge_request", id }, head_sha: sha, base_sha, start_sha, files, created_at });
}

/** Its versions, the newest first; one of a seed, whose pushes nobody saw, has the present one. */
export function versionsOf(world: PlatformState, mergeRequest: MergeRequest): MergeRequestVersion[] {
  const kept = (): MergeRequestVersion[] => world.store.of(versionTable).where("home", `merge_request:${mergeRequest.id}`);
  if (kept().length === 0) recordVersion(world, mergeRequest, mergeRequest.created_at);
  return kept().toReversed();
}
