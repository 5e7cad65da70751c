import { setTimeout as wait } from "node:timers/promises";
import type { Address } from "../../core/address.js";
import type { Field } from "../../core/fields.js";
import { fieldsOf, kindAt } from "../../core/kind.js";
import { lookupOf } from "../../core/lookup.js";
import { referencesOf } from "../../core/named.js";
import type { Desired, PlanDiagnostic, Plan } from "../../core/plan.js";
import type { LiveInstance } from "../../engine/live/index.js";
import { addressOfChange } from "../../engine/plan/index.js";
import { addressKey, parentKey } from "../../engine/snapshot/index.js";

/** How long the platform is given for what it makes by itself in a new thing, in milliseconds (the reference of real servers, asynchronous operations). */
const patience = 30_000;
const step = 100;

/** Things that were created a moment ago: the platform still fills them (it protects the first branch), so that what is missing in them may still come. */
export class JustCreated {
  private readonly since = new Map<string, number>();

  /** Remembers what a plan that was carried out has created. */
  learn({ kinds }: LiveInstance, { changes }: Plan): void {
    for (const change of changes)
      if (change.action === "create") this.since.set(addressKey(addressOfChange(change, kinds), kinds), Date.now());
  }

  /** True of what the platform may make by itself in something new: it is no surprise that it is there, nor that it came between. */
  mayBeThere({ kinds }: LiveInstance, desired: Address): boolean {
    const kind = kindAt(kinds, desired);
    return kind.comesWithParent !== undefined && this.isNew(parentKey(kind, desired.path, kinds));
  }

  /** True if nothing but missing names stopped a plan, and they are names of things within what is new. */
  mayStillCome({ kinds, directory }: LiveInstance, desired: Desired, refusals: readonly PlanDiagnostic[]): boolean {
    const kind = kindAt(kinds, desired);
    if (!this.isNew(parentKey(kind, desired.path, kinds))) return false;
    const isAwaited = ({ target }: Field): boolean => {
      const lookup = target === undefined ? undefined : lookupOf(kinds, directory, target, kind.parent);
      return lookup?.comesWithParent !== undefined && lookup.within === kind.parent;
    };
    const named = referencesOf(fieldsOf(kind, { key: desired.key }), desired.spec);
    return named.some(({ field }) => isAwaited(field)) && refusals.every(({ rule }) => rule === "reference");
  }

  private isNew(key: string | undefined): boolean {
    const born = this.since.get(key ?? "");
    return born !== undefined && Date.now() - born <= patience;
  }

  /** Lets some time pass. */
  async pause(): Promise<void> {
    await wait(step);
  }
}
