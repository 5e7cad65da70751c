import type { Kinds } from "../core/kind.js";
import type { Desired, DesiredState } from "../core/plan.js";
import { rulesOf } from "./composer.js";
import { inForceBy, standingsOf, valueWhenNew, whenMade } from "./in-force.js";

/** What the files alone say of all that they declare, every layer merged, as if nothing of it were live yet. */
export function expand({ resources, layers }: DesiredState, kinds: Kinds): readonly Desired[] {
  if (!layers) return resources;
  const rules = rulesOf(kinds, resources, layers);
  const made = rules.things.flatMap((thing) => {
    const known = whenMade((name) => valueWhenNew(thing, name));
    return rules.composer.resources(thing, inForceBy(standingsOf(rules, thing, known)).inForce);
  });
  return [...made, ...rules.orphans];
}
