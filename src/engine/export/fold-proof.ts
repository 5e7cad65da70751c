import { addressKey } from "../../core/address-key.js";
import type { Declaration } from "../../core/declaration.js";
import { canonicalJson } from "../../core/json.js";
import { type Kinds, isTopLevel, kindAt } from "../../core/kind.js";
import type { Desired } from "../../core/plan.js";

/**
 * What folded files say otherwise than the declarations that they were made of, as a sentence without any value; undefined if all layers together say of each thing what
 * was declared, and of nothing else anything. `desired` is what they say with all layers merged.
 */
export function foldingFault(
  declarations: readonly Declaration[],
  desired: readonly Desired[],
  kinds: Kinds,
): string | undefined {
  const declared = new Map(declarations.map((one) => [addressKey(one, kinds), one]));
  const said = new Map(desired.map((one) => [addressKey(one, kinds), one]));
  for (const one of desired) {
    const own = declared.get(addressKey(one, kinds));
    // What something hangs on stands in the files even where nothing is said of it.
    const { spec } = own ?? { spec: isTopLevel(kindAt(kinds, one)) ? {} : undefined };
    if (spec === undefined) return `${one.address} is said, and was not declared`;
    const name = differing(spec, one.spec);
    if (name !== undefined) return `${one.address} ${name} is not what was declared`;
    if (one.ensure !== "present" || one.bounds !== undefined || one.ignored !== undefined)
      return `${one.address} is said otherwise than it was declared`;
  }
  const lost = [...declared].find(([key]) => !said.has(key));
  return lost && `${lost[1].address} is not said any more`;
}

function differing(one: Declaration["spec"], other: Desired["spec"]): string | undefined {
  const textOf = (spec: Declaration["spec"], name: string) => (spec[name] === undefined ? undefined : canonicalJson(spec[name]));
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].find((name) => textOf(one, name) !== textOf(other, name));
}
