import { type Address, fold } from "../core/address.js";
import { compareTexts } from "../core/collections.js";
import type { Kinds } from "../core/kind.js";

/** By kind, in the order in which kinds are applied, then by path and key. */
export function inOrder<T extends Address>(things: readonly T[], kinds: Kinds): T[] {
  const rank = new Map([...kinds.keys()].map((name, index) => [name, index]));
  return things
    .map((thing) => ({ thing, place: rank.get(thing.kind) ?? 0, name: `${fold(thing.path ?? "")}\n${thing.key ?? ""}` }))
    .sort((a, b) => a.place - b.place || compareTexts(a.name, b.name))
    .map(({ thing }) => thing);
}
