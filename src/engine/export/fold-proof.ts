import { addressKey } from "../../core/address-key.js";
import type { Declaration } from "../../core/declaration.js";
import type { Fields } from "../../core/fields.js";
import { type Spec, canonicalJson } from "../../core/json.js";
import { type Kinds, fieldsOf, isTopLevel, kindAt } from "../../core/kind.js";
import type { Desired } from "../../core/plan.js";
import { statementsOf } from "../../policies/index.js";
import type { Defaults } from "./fold-units.js";

/**
 * What folded files say otherwise than the declarations that they were made of, as a sentence without any value; undefined if all layers together say of each thing what
 * was declared, beside that at most what was left out of it as a default, and of nothing else anything. `desired` is what they say with all layers merged.
 */
export function foldingFault(
  declarations: readonly Declaration[],
  desired: readonly Desired[],
  kinds: Kinds,
  defaults: Defaults = new Map(),
): string | undefined {
  const declared = new Map(declarations.map((one) => [addressKey(one, kinds), one]));
  const said = new Map(desired.map((one) => [addressKey(one, kinds), one]));
  for (const one of desired) {
    const key = addressKey(one, kinds);
    const own = declared.get(key);
    // What something hangs on stands in the files even where nothing is said of it.
    const { spec } = own ?? { spec: isTopLevel(kindAt(kinds, one)) ? {} : undefined };
    if (spec === undefined) return `${one.address} is said, and was not declared`;
    const fields = fieldsOf(kindAt(kinds, one), { key: one.key });
    const name = differing(fields, spec, one.spec, defaults.get(key) ?? {});
    if (name !== undefined) return `${one.address} ${name} is not what was declared`;
    if (one.ensure !== "present" || one.bounds !== undefined || one.ignored !== undefined)
      return `${one.address} is said otherwise than it was declared`;
  }
  const lost = [...declared].find(([key]) => !said.has(key));
  return lost && `${lost[1].address} is not said any more`;
}

function differing(fields: Fields, declared: Spec, said: Spec, defaults: Spec): string | undefined {
  const partsOf = (spec: Spec) =>
    new Map(statementsOf(fields, spec, {}).map(({ path, value }) => [path.join("."), canonicalJson(value)]));
  const [before, after, left] = [partsOf(declared), partsOf(said), partsOf(defaults)];
  const lost = [...before].find(([path, text]) => after.get(path) !== text);
  const more = [...after].find(([path, text]) => (before.get(path) ?? left.get(path)) !== text);
  return (lost ?? more)?.[0];
}
