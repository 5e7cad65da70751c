import { isTopLevel, type Kind, type PlacedKind, placesOf } from "../../core/kind.js";
import { type ReadCost, readCosts } from "../../core/read-costs.js";
import { code, sentences } from "./markdown.js";

/** How many requests it takes to read what is declared of a kind, a line each. */
export function requestLines(kind: Kind): string[] {
  const lines = placesOf(kind).flatMap((place) => readCosts(place).map((cost) => lineOf(place, cost)));
  const parents = placesOf(kind).flatMap((place) => (isTopLevel(place) ? [] : [place.parent]));
  return parents.length > 0 && lines.length > 0 ? [...lines, noneOf(kind, parents)] : lines;
}

function noneOf({ as }: Kind, parents: readonly string[]): string {
  return `A ${[...new Set(parents)].join(" or ")} that does not declare ${as === "one" ? "it" : "any"} needs no request.`;
}

function lineOf(place: PlacedKind, cost: ReadCost): string {
  const { everywhere, list } = place.routes;
  const isShared = everywhere !== undefined && cost.route === list;
  return sentences([
    `${countOf(place, cost)}: ${code(cost.route)}`,
    isShared ? `For administrators, 1 in total if several ${place.parent}s declare some: ${code(everywhere.list)}` : undefined,
  ]);
}

function countOf(place: PlacedKind, { for: unit, attributes, only }: ReadCost): string {
  const it = place.as === "one" ? "it" : "some";
  const own = place.tree ? place.name : place.title.toLowerCase();
  const said = attributes?.map((name) => code(name)).join(" or ");
  if (unit === "each") {
    const more = place.tree || (place.listed === "short" && !said) ? "" : "more ";
    return `1 ${more}for each ${own}${said ? ` that declares ${said}` : ""}${only === "differing" ? " that differs" : ""}`;
  }
  if (said) return `1 more for each ${place.parent} whose ${own} declares ${said}`;
  const where = only === "undeclared" ? `that ${code("delete_undeclared")} includes` : `that declares ${it}`;
  if (unit === "all") return only === "undeclared" ? `1 in total if ${code("delete_undeclared")} includes some` : "1 in total";
  return `1 for each ${place.parent}${unit === "scope" ? ` and ${place.key?.scope?.kind ?? "scope"}` : ""} ${where}`;
}
