import type { FileDiagnostic, Origin } from "../../core/errors.js";
import { fault } from "../diagnostic.js";

/** Something that names others of its sort: a policy those that it is over, a preset those that it extends. */
export interface CircleMember {
  readonly name: string;
  readonly names: readonly { readonly name: string; readonly origin: Origin }[];
}

/** How circles of one sort are told. */
export interface CircleRule {
  readonly rule: string;
  readonly address: (name: string) => string;
  readonly attribute: string;
  readonly message: string;
}

/** Circles of names, each once from the first of its names on: `a -> b -> a`. */
export function circles(all: readonly CircleMember[], { rule, address, attribute, message }: CircleRule): FileDiagnostic[] {
  const byName = new Map(all.map((one) => [one.name, one]));
  const told = new Set<string>();
  return [...byName.keys()].sort().flatMap((name) => {
    const circle = told.has(name) ? undefined : wayBack(name, byName);
    const [first, ...others] = circle ?? [];
    if (!first || !circle) return [];
    for (const { name: one } of circle) told.add(one);
    const text = [name, ...circle.map((step) => step.name)].join(" -> ");
    return [
      fault(rule, first.origin, `${message}: ${text}`, {
        address: address(name),
        attribute,
        allowed: "an order without a circle: take one of these names away",
        related: others.map(({ origin }) => origin),
      }),
    ];
  });
}

/** The shortest way from a name to itself, by the places that lead on. */
function wayBack(name: string, all: ReadonlyMap<string, CircleMember>): CircleMember["names"] | undefined {
  let ways: readonly CircleMember["names"][] = [[]];
  const seen = new Set<string>();
  while (ways.length > 0) {
    const further = ways.flatMap((way) => (all.get(way.at(-1)?.name ?? name)?.names ?? []).map((step) => [...way, step]));
    const found = further.find((way) => way.at(-1)?.name === name);
    if (found) return found;
    ways = further.filter((way) => {
      const last = way.at(-1)?.name ?? "";
      const isNew = !seen.has(last);
      seen.add(last);
      return isNew;
    });
  }
  return undefined;
}
