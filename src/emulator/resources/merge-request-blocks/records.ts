import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";

/** That a merge request waits for another. */
export type MergeRequestBlock = { readonly id: number; readonly blocking_id: number; readonly blocked_id: number };

/** A block hangs on both merge requests, and goes with either. */
export const mergeRequestBlockTable = defineTable<MergeRequestBlock, "home" | "blocked" | "blocking">("merge_request_blocks", {
  home: ({ blocking_id, blocked_id }) => [`merge_request:${blocking_id}`, `merge_request:${blocked_id}`],
  blocked: ({ blocked_id }) => blocked_id,
  blocking: ({ blocking_id }) => blocking_id,
});

/** Blocks of a merge request: those in which it is the one that waits, or those in which it is waited for. */
export function blocksOf(store: Store, { id }: MergeRequest, side: "blocked" | "blocking"): MergeRequestBlock[] {
  return store.of(mergeRequestBlockTable).where(side, id);
}

/** True while one that a merge request waits for is neither merged nor closed. */
export function isBlocked(store: Store, mergeRequest: MergeRequest): boolean {
  return blocksOf(store, mergeRequest, "blocked").some(({ blocking_id }) => {
    const state = store.of(mergeRequestTable).get(blocking_id)?.state;
    return state === "opened" || state === "locked";
  });
}
