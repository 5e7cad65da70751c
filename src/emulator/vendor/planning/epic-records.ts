import { nextInternalId } from "../../internal-ids.js";
import { epicTable } from "../../records/work-items.js";
import type { Store } from "../../store.js";

/** The next number of an epic in its group. */
export function nextEpicNumber(store: Store, groupId: number): number {
  const highest = (): number =>
    Math.max(
      0,
      ...store
        .of(epicTable)
        .where("group", groupId)
        .map(({ iid }) => iid),
    );
  return nextInternalId(store, "epic", { kind: "group", id: groupId }, highest);
}
