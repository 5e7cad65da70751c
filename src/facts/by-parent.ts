import type { Kind } from "../core/kind.js";
import type { KindFacts } from "../core/release-facts.js";
import { type KindParameters, standings } from "./parameters.js";

/** What facts say of a kind that differs with what its members hang on. */
export function factsByParent(kind: Kind, groups: readonly KindParameters[]): Pick<KindFacts, "lacks" | "unpaged"> {
  const lacks = kind.shapes ? {} : lacksOf(kind, groups);
  const unpaged = unpagedIn(groups);
  return { ...(Object.keys(lacks).length > 0 ? { lacks } : {}), ...(unpaged.length > 0 ? { unpaged } : {}) };
}

/**
 * Of each thing that a kind may hang on, the attributes that operations take elsewhere and none does there. Nothing is said of what no facts know, nor of what the
 * kind's file says of that place itself.
 */
function lacksOf(kind: Kind, groups: readonly KindParameters[]): NonNullable<KindFacts["lacks"]> {
  const stand = standings(kind, undefined);
  const taken = new Map<string, Set<string>>();
  for (const { operations, uses } of groups) {
    for (const { role, parent, facts } of operations)
      if ((role === "create" || role === "update") && facts.params) taken.set(parent, taken.get(parent) ?? new Set());
    for (const [name, ofName] of uses) {
      const { attribute = name, standing } = stand(name);
      if (standing === "field" || standing === "alias" || standing === "plain")
        for (const { parent } of ofName) taken.get(parent)?.add(attribute);
    }
  }
  const all = new Set([...taken.values()].flatMap((names) => [...names]));
  const found = [...taken].map(([parent, names]) => {
    const own = (Object.hasOwn(kind.parents, parent) ? kind.parents[parent]?.fields : undefined) ?? {};
    return [parent, [...all].filter((name) => !names.has(name) && !Object.hasOwn(own, name)).sort()] as const;
  });
  return Object.fromEntries(found.filter(([, names]) => names.length > 0));
}

/** What a kind may hang on where the newest release that has its list takes no number of items for a page. */
function unpagedIn(groups: readonly KindParameters[]): string[] {
  const newest = new Map<string, boolean>();
  for (const { role, parent, facts } of groups.flatMap(({ operations }) => operations))
    if (role === "list") newest.set(parent, facts.params === undefined || !Object.hasOwn(facts.params, "per_page"));
  return [...newest].flatMap(([parent, isWhole]) => (isWhole ? [parent] : []));
}
