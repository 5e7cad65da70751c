import { addressKey, parentKey } from "../../core/address-key.js";
import type { Address } from "../../core/address.js";
import { type Kinds, kindAt } from "../../core/kind.js";
import type { Plan } from "../../core/plan.js";
import { addressOfChange, chainOf } from "../../engine/plan/index.js";

/** Lets work on the same things happen one after the other, and all else side by side. */
export class Locks {
  private readonly last = new Map<string, Promise<void>>();

  /** Does the work once nobody else holds any of the keys, in the order of asking; holds them until it ends. */
  async hold<T>(keys: Iterable<string>, work: () => Promise<T>): Promise<T> {
    const own = new Set(keys);
    // All keys are asked for at once, so that no two can wait for each other.
    const before = Promise.all([...own].map(async (key) => this.last.get(key)));
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done = before.then(async () => held);
    for (const key of own) this.last.set(key, done);
    try {
      await before;
      return await work();
    } finally {
      release();
      for (const key of own) if (this.last.get(key) === done) this.last.delete(key);
    }
  }
}

/** What work on a thing most likely has to hold before it is planned. */
export function guessedKeys(kinds: Kinds, thing: Address & { readonly from?: Address }): string[] {
  const kind = kindAt(kinds, thing);
  const chains = kind.tree ? [chainOf(kind, thing.path), thing.from && chainOf(kind, thing.from.path)] : [];
  const keys = [thing, ...(thing.from ? [thing.from] : [])].map((one) => keyOf(kinds, one));
  return [...keys, ...chains.filter((chain) => chain !== undefined)];
}

/** What carrying out a plan has to hold: the things that it changes, and their chains. */
export function keysOf(kinds: Kinds, { changes, calls }: Plan): string[] {
  const chains = calls.flatMap(({ chain }) => (chain === undefined ? [] : [chain]));
  return [...changes.map((change) => keyOf(kinds, addressOfChange(change, kinds))), ...chains];
}

/** What hangs on a thing shares its key: calls on one child may open and close (unarchive, archive) what its siblings hang on. */
function keyOf(kinds: Kinds, parts: Address): string {
  return parentKey(kindAt(kinds, parts), parts.path, kinds) ?? addressKey(parts, kinds);
}
