import { fold } from "../core/address.js";
import type { Kinds } from "../core/kind.js";

/** What of a thing counts for its place among others. */
export interface Sortable {
  readonly kind: string;
  readonly path?: string;
  readonly key?: string;
}

/** By kind, in the order in which kinds are applied, then by path and key. */
export function inOrder<T extends Sortable>(things: readonly T[], kinds: Kinds): T[] {
  const rank = new Map([...kinds.keys()].map((name, index) => [name, index]));
  return things
    .map((thing) => ({ thing, place: rank.get(thing.kind) ?? 0, name: `${fold(thing.path ?? "")}\n${thing.key ?? ""}` }))
    .sort((a, b) => a.place - b.place || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ thing }) => thing);
}
