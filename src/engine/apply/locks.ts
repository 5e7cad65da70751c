import { addressKey, parentKey } from "../../core/address-key.js";
import type { Address } from "../../core/address.js";
import { kindAt, type Kinds } from "../../core/kind.js";
import { chainOf } from "../plan/index.js";

/** Lets plans that are made and carried out side by side take turns where they touch the same things. Within one plan, its calls have edges and chains. */
export class Locks {
  private readonly last = new Map<string, Promise<void>>();

  /** Does the work once nobody else holds any of the keys, in the order of asking; holds them until it ends. */
  async hold<T>(keys: Iterable<string>, work: () => Promise<T>): Promise<T> {
    const remaining = new Set(keys);
    // All keys are asked for at once, so that no two can wait for each other.
    const before = Promise.all([...remaining].map(async (key) => this.last.get(key)));
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done = before.then(async () => held);
    for (const key of remaining) this.last.set(key, done);
    try {
      await before;
      return await work();
    } finally {
      release();
      for (const key of remaining) if (this.last.get(key) === done) this.last.delete(key);
    }
  }
}

/** What work on a thing holds: the thing and where it lives now, and the chains of its calls. */
export function keysOf(kinds: Kinds, { from, ...thing }: Address & { readonly from?: Address }): string[] {
  return [thing, ...(from ? [from] : [])].flatMap((place) => {
    const kind = kindAt(kinds, place);
    // A child has the key of its parent, and needs no chain: its calls may open and close (unarchive, archive) the parent of its siblings.
    const chain = kind.tree && chainOf(kind, place.path);
    return [parentKey(kind, place.path, kinds) ?? addressKey(place, kinds), ...(chain === undefined ? [] : [chain])];
  });
}
