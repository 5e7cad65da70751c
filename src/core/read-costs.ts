import { append } from "./collections.js";
import { ownReadOf } from "./fields.js";
import { fieldsOf, isTopLevel, type PlacedKind } from "./kind.js";
import type { ReadRoute } from "./route.js";

/** What a request is made for: once for all, for each thing that declares members of the kind, for each scope of those, or for each declared member. */
export type ReadUnit = "all" | "parent" | "scope" | "each";

/** Requests that it takes to learn what is live of a kind's members; of lists one for each page. */
export interface ReadCost {
  readonly route: ReadRoute;
  readonly for: ReadUnit;
  /** Only where one of these attributes is declared. */
  readonly attributes?: readonly string[];
  /** Only where undeclared ones are to go, or of those that differ. */
  readonly only?: "undeclared" | "differing";
}

/** What reading declared members of a kind costs under one of its parents, as its routes say. Groups and projects themselves are read by as few lists and reads as can be, which depends on where they lie. */
export function readCosts(kind: PlacedKind): readonly ReadCost[] {
  return kind.tree ? ownCosts(kind) : [...memberCosts(kind), ...ownCosts(kind)];
}

function memberCosts(kind: PlacedKind): ReadCost[] {
  const { routes, as, listed, committed } = kind;
  const unit = isTopLevel(kind) ? "all" : "parent";
  const cost = (route: ReadRoute | undefined, more: Omit<ReadCost, "route">) => (route === undefined ? [] : [{ route, ...more }]);
  if (as === "one") return cost(routes.read, { for: unit });
  if (listed === "short") return [...cost(routes.read, { for: "each" }), ...cost(routes.list, { for: unit, only: "undeclared" })];
  return [
    ...cost(routes.list, { for: routes.list?.includes("{scope}") ? "scope" : unit }),
    ...(committed ? cost(routes.read, { for: "each", only: "differing" }) : []),
  ];
}

/** Attributes with routes of their own: one read for all that share one. */
function ownCosts(kind: PlacedKind): ReadCost[] {
  const byRoute = new Map<ReadRoute, string[]>();
  for (const [name, field] of Object.entries(fieldsOf(kind))) {
    const route = ownReadOf(field);
    if (route) append(byRoute, route, name);
  }
  const unit = kind.as === "one" && !kind.tree ? "parent" : "each";
  return [...byRoute].map(([route, attributes]) => ({ route, for: unit, attributes }));
}
