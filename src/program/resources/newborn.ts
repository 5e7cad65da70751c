import { setTimeout as wait } from "node:timers/promises";
import type { Desired, Notice, Plan } from "../../core/plan.js";
import { fieldsOf, kindOf } from "../../core/kind.js";
import { referencesOf } from "../../core/named.js";
import { addressKey, type Outlook, parentAddress } from "../../engine/world.js";

/** How long the platform is given for what it makes by itself in a new thing, in milliseconds (the reference of real servers, asynchronous operations). */
const patience = 30_000;
const step = 100;

/** Things that were created a moment ago: the platform still fills them (it protects the first branch), so that what is missing in them may still come. */
export class Newborn {
  private readonly since = new Map<string, number>();

  /** Remembers what a plan that was carried out has created. */
  learn({ kinds }: Outlook, { changes }: Plan): void {
    for (const { address, action } of changes) if (action === "create") this.since.set(addressKey(address, kinds), Date.now());
  }

  /** True if nothing but missing names stopped a plan, and they are names of things within what is new. */
  mayStillCome({ kinds, directory }: Outlook, desired: Desired, refusals: readonly Notice[]): boolean {
    const kind = kindOf(kinds, desired.kind);
    const parent = parentAddress(kind, desired.path ?? "");
    const born = parent === undefined ? undefined : this.since.get(addressKey(parent, kinds));
    if (born === undefined || Date.now() - born > patience) return false;
    const within = referencesOf(fieldsOf(kind, desired.key), desired.spec).some(
      ({ field }) => field.target !== undefined && directory.lookups[field.target]?.within === kind.place.under,
    );
    return within && refusals.every(({ rule }) => rule === "reference");
  }

  /** Lets some time pass. */
  async pause(): Promise<void> {
    await wait(step);
  }
}
