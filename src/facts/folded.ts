import type { ParameterFacts } from "./release.js";

type Named = readonly [string, ParameterFacts];

/**
 * Parameters by name, with those of forms where they belong: `filter[scope]` is the property `scope` of `filter`, `rules[][name]` that of an item of `rules`.
 * The later one of two of one name counts, with the properties of both.
 */
export function folded(parameters: readonly Named[]): Readonly<Record<string, ParameterFacts>> {
  const result = new Map<string, ParameterFacts>();
  for (const [name, parameter] of parameters) {
    const [first = "", ...rest] = partsOf(name);
    result.set(first, within(result.get(first), rest, parameter));
  }
  return Object.fromEntries(result);
}

/** `a[][b]` as `a`, ``, `b`; a name that only looks so is one part. */
function partsOf(name: string): string[] {
  if (!/^[^[\]]+(?:\[[^[\]]*\])+$/.test(name)) return [name];
  const [first = "", ...rest] = name.split("[");
  return [first, ...rest.map((part) => part.slice(0, -1))];
}

function within(known: ParameterFacts | undefined, rest: readonly string[], parameter: ParameterFacts): ParameterFacts {
  const [next, ...further] = rest;
  if (next === undefined) {
    const properties = { ...known?.properties, ...parameter.properties };
    return {
      ...parameter,
      ...(known?.items && !parameter.items ? { items: known.items } : {}),
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
    };
  }
  const { in: place, ...inner } = parameter;
  const placed = place ? { in: place } : {};
  // A number or nothing between the brackets is a place in a list.
  if (/^\d*$/.test(next)) {
    const base = known?.type === "array" ? known : { ...known, type: "array", ...placed };
    return { ...base, items: within(known?.items, further, inner) };
  }
  const base = known ?? { type: "object", ...placed };
  if (base.type === "array") return { ...base, items: within(base.items, rest, inner) };
  const part = within(base.properties?.[next], further, inner);
  return { ...base, type: "object", properties: Object.fromEntries([...Object.entries(base.properties ?? {}), [next, part]]) };
}
