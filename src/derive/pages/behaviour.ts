import { isObject } from "../../core/json.js";
import type { Oddity } from "../../core/kind-data.js";
import { isRenamable, type Kind, type PlacedKind, placesOf } from "../../core/kind.js";
import type { Match } from "../../core/match.js";
import { underWords } from "./attribute-table.js";
import { capital, code, prose, sentences } from "./markdown.js";

/** What to know before one declares it: what follows from the kind's own words, then what servers do that nobody would expect. */
export function behaviour(kind: Kind): string[] {
  const places = placesOf(kind);
  const derived = [lifeOf(kind, places), ...calls(kind), ...rights(kind)].filter((line) => line !== undefined);
  return [...derived, ...(kind.oddities ?? []).map(oddityLine)];
}

/** With where it comes from, so that readers can judge it. */
function oddityLine(oddity: Oddity): string {
  if (typeof oddity === "string") return `${sentences([prose(oddity)])} (not verified)`;
  return `${sentences([prose(oddity.says)])} (source: ${prose(oddity.source)})`;
}

function lifeOf(kind: Kind, places: readonly PlacedKind[]): string {
  if (places.every(({ routes }) => routes.delete === undefined))
    return "It is always there: it can be changed, and neither made nor deleted.";
  if (kind.slots) return `Nothing creates it: the first change fills it, and ${code("ensure: absent")} empties it.`;
  const renamed = kind.as === "tree" || places.some((place) => isRenamable(place));
  // What is so wherever it stands takes no place.
  const where = (parent: string, words: string) => (places.length === 1 ? words : `${capital(underWords(parent))}, ${words}`);
  const replaced = places.filter(({ routes }) => routes.update === undefined && routes.create !== undefined);
  return sentences([
    kind.holdsData === true ? `Deleting one destroys what is in it, and needs ${code(`--allow-delete ${kind.name}`)}` : undefined,
    isObject(kind.holdsData)
      ? `Deleting one with ${matchWords(kind.holdsData)} destroys what is in it, and needs ${code(`--allow-delete ${kind.name}`)}`
      : undefined,
    ...(kind.undeletable ?? []).map((one) => `One with ${matchWords(one.while)} is never deleted`),
    kind.exported === "asked" ? `An export leaves it out unless it is asked for (${code(`--kind ${kind.name}`)})` : undefined,
    renamed ? `${code("moved_from")} renames what is there, in place of deleting and creating it` : undefined,
    ...(places.every((place) => Object.values(place.fields).every((field) => field.on === "create")) ? [] : replaced).map(
      ({ parent }) => capital(where(parent, "it cannot be changed: it is deleted and created again")),
    ),
    ...places.map(({ parent, routes }) =>
      routes.updateSince === undefined
        ? undefined
        : capital(where(parent, `servers before ${routes.updateSince} cannot change it: it is deleted and created again`)),
    ),
    "What is not declared is left alone, unless `delete_undeclared` says otherwise",
  ]);
}

function calls(kind: Kind): (string | undefined)[] {
  return [
    kind.first ? "It is applied before everything else." : undefined,
    kind.comesWithParent ? "It may come by itself with what it hangs on, a moment later: the plan waits for it." : undefined,
    kind.absent ? `A reply with ${matchWords(kind.absent)} counts as not there.` : undefined,
    kind.inherent ? `One with ${matchWords(kind.inherent)} came by itself and says nothing: an export leaves it out.` : undefined,
    kind.keptUndeclared && isPlain(kind.keptUndeclared)
      ? `One with ${matchWords(kind.keptUndeclared)} is never deleted for not being declared.`
      : undefined,
  ];
}

/** False for what values say in a way that is for no reader: a kind says in words what is meant. */
function isPlain(match: Match): boolean {
  return Object.values(match).every((said) => !isObject(said));
}

function matchWords(match: Match): string {
  return Object.entries(match)
    .map(([name, said]) => {
      if (!isObject(said)) return code(`${name}: ${JSON.stringify(said)}`);
      if ("like" in said) throw new Error(`say in the kind's oddities what a ${name} like ${said.like} means`);
      return `another ${code(name)} than ${code(JSON.stringify(said.not))}`;
    })
    .join(" and ");
}

function rights({ administrators }: Kind): (string | undefined)[] {
  if (administrators === undefined) return [];
  return [
    administrators === "read"
      ? "Only administrators of the instance see and change it."
      : "Only administrators of the instance change it.",
  ];
}
