import { append } from "../../core/append.js";
import { isTopLevel, kindAt, type Kinds } from "../../core/kind.js";
import { PolicyIndex } from "../../core/layers/held.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import { addressKey, parentKey } from "../snapshot/index.js";
import { Composer } from "./composer.js";
import { policiesInForce, valueWhenNew } from "./in-force.js";

/** What the files alone say of all that they declare, every layer merged, as if nothing of it were live yet. */
export function expand({ resources, layers }: DesiredState, kinds: Kinds): readonly Desired[] {
  if (!layers) return resources;
  const index = new PolicyIndex(layers);
  const composer = new Composer(kinds, index);
  const children = new Map<string, Desired[]>();
  for (const one of resources) append(children, parentKey(kindAt(kinds, one), one.path, kinds) ?? "", one);
  const known = new Set(resources.map((one) => addressKey(one, kinds)));
  return resources.flatMap((desired) => {
    const kind = kindAt(kinds, desired);
    if (!isTopLevel(kind)) return known.has(parentKey(kind, desired.path, kinds) ?? "") ? [] : [desired];
    const { address, path = "" } = desired;
    const thing = { kind, desired, address, path, children: children.get(addressKey(desired, kinds)) ?? [] };
    const { inForce } = policiesInForce(
      { kind, desired, address, path, live: undefined },
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
