import { addressKey, parentKey, thingKey } from "../../core/address-key.js";
import { type Address, parentPath } from "../../core/address.js";
import type { Field } from "../../core/fields.js";
import { type Kinds, type PlacedKind, fieldsOf, kindAt, topKind } from "../../core/kind.js";
import { lookupOf } from "../../core/lookup.js";
import { referencesOf } from "../../core/named.js";
import type { Desired, Plan, PlanDiagnostic } from "../../core/plan.js";
import type { LiveInstance } from "../../engine/live/index.js";
import { addressOfChange } from "../../engine/plan/index.js";

/** How long the platform is given for what it makes by itself in a new thing, in milliseconds (the reference of real servers, asynchronous operations). */
export const fillingPatience = 30_000;

/** What tells the thing that another one hangs on or lies in. */
function holderKey(kind: PlacedKind, path: string | undefined, kinds: Kinds): string | undefined {
  if (!kind.tree) return parentKey(kind, path, kinds);
  const holder = parentPath(path ?? "");
  return holder === undefined ? undefined : thingKey(topKind(kinds, kind.tree.parent), holder, undefined);
}

/** Things that this run created: the platform still fills them (it protects the first branch), so that what is missing in them may still come. */
export class JustCreated {
  private readonly keys = new Set<string>();

  /** Remembers what a plan that was carried out has created. */
  learn({ kinds }: LiveInstance, { changes }: Plan): void {
    for (const change of changes)
      if (change.action === "create") this.keys.add(addressKey(addressOfChange(change, kinds), kinds));
  }

  /** True of what the platform may make by itself in something new: it is no surprise that it is there, nor that it came between. */
  mayBeThere({ kinds }: LiveInstance, desired: Address): boolean {
    const kind = kindAt(kinds, desired);
    return kind.comesWithParent !== undefined && this.isNew(parentKey(kind, desired.path, kinds));
  }

  /** True if nothing stopped a plan but what is new and does not show yet: what a thing lies in or hangs on, or names of things within that. */
  mayStillCome(instance: LiveInstance, desired: Desired, refusals: readonly PlanDiagnostic[]): boolean {
    const { kinds, directory } = instance;
    const kind = kindAt(kinds, desired);
    if (!this.isNew(holderKey(kind, desired.path, kinds))) return false;
    if (refusals.every(({ rule }) => rule === "parent.missing")) return true;
    const isAwaited = ({ target }: Field): boolean => {
      const lookup = target === undefined ? undefined : lookupOf(kinds, directory, target, kind.parent);
      return lookup?.comesWithParent !== undefined && lookup.within === kind.parent;
    };
    const named = referencesOf(fieldsOf(kind, { key: desired.key }), desired.spec);
    return named.some(({ field }) => isAwaited(field)) && refusals.every(({ rule }) => rule.startsWith("reference"));
  }

  private isNew(key: string | undefined): boolean {
    return this.keys.has(key ?? "");
  }
}
