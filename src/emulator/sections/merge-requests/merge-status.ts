import type { PlatformState } from "../../context.js";
import type { Json } from "../../json.js";
import { mergeRequestTable } from "../../records/work-items.js";
import { later } from "../../work.js";
import { recheckMergeStatus } from "./mergeability.js";

/** Asks for `merge_status` to be worked out anew, in the background. */
export function recheckLater(world: PlatformState, ids: readonly number[]): void {
  if (ids.length > 0) later(world, world.instance.workerDelay, "recheckMergeStatuses", ids);
}

/** Background work: whether open merge requests can be merged, as their branches stand now. */
export function recheckMergeStatuses(world: PlatformState, input: Json): void {
  for (const id of input as readonly number[]) {
    const mergeRequest = world.store.of(mergeRequestTable).get(id);
    if (mergeRequest !== undefined) recheckMergeStatus(world, mergeRequest);
  }
}
