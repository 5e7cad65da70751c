import { addressKey, parentKey } from "../core/address-key.js";
import { isTopLevel, kindAt, type Kinds } from "../core/kind.js";
import type { Desired, DesiredState } from "../core/plan.js";
import { rulesOf } from "./composer.js";
import { policiesInForce, valueWhenNew } from "./in-force.js";

/** What the files alone say of all that they declare, every layer merged, as if nothing of it were live yet. */
export function expand(state: DesiredState, kinds: Kinds): readonly Desired[] {
  const { resources, layers } = state;
  if (!layers) return resources;
  const { index, composer, children } = rulesOf({ kinds }, state, layers);
  const known = new Set(resources.map((one) => addressKey(one, kinds)));
  return resources.flatMap((desired) => {
    const kind = kindAt(kinds, desired);
    if (!isTopLevel(kind)) return known.has(parentKey(kind, desired.path, kinds) ?? "") ? [] : [desired];
    const { address, path = "" } = desired;
    const thing = { kind, desired, address, path, children: children.get(addressKey(desired, kinds)) ?? [] };
    const { inForce } = policiesInForce(
      { kind },
      {
        named: kind.tree ? index.naming(kind.name, path) : [],
        own: composer.own(thing),
        valueOfNew: (name) => valueWhenNew({ kind }, name),
        isObeyed: () => false,
      },
    );
    return composer.resources(thing, inForce);
  });
}
