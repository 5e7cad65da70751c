import { type Address, parseAddress } from "../../core/address.js";
import { addressIn, kindIn, kindOf, type Kinds, parentsOf } from "../../core/kind.js";
import type { Change } from "../../core/plan.js";

/**
 * The address of a change: a plan may come from a file, and holds text. One that an older release wrote says no parent of a kind that could only stand under one
 * then: that is the first.
 */
export function addressOfChange(change: Pick<Change, "address" | "kind" | "parent">, kinds: Kinds): Address {
  const kind = kindOf(kinds, change.kind);
  const { path, key } = parseAddress(change.address);
  return addressIn(kindIn(kind, change.parent ?? parentsOf(kind)[0] ?? ""), path, key);
}
