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
    return `${kind.awaits === undefined ? "This resource always exists. " : ""}trueup can change this resource, but can neither create nor delete it.`;
  if (kind.slots)
    return `No call creates this resource. The first change sets its values, and ${code("ensure: absent")} clears them.`;
  const renamed = kind.tree !== undefined || places.some((place) => isRenamable(place));
  // What is so wherever it stands takes no place.
  const where = (parent: string, words: string) => (places.length === 1 ? words : `${capital(underWords(parent))}, ${words}`);
  const replaced = places.filter(({ routes }) => routes.update === undefined && routes.create !== undefined);
  return sentences([
    kind.holdsData === true
      ? `A delete destroys the content of the resource, and needs ${code(`--allow-delete ${kind.name}`)}`
      : undefined,
    isObject(kind.holdsData)
      ? `If a resource has ${matchWords(kind.holdsData)}, a delete destroys its content, and needs ${code(`--allow-delete ${kind.name}`)}`
      : undefined,
    kind.exported === "asked" ? `An export contains these resources only with ${code(`--kind ${kind.name}`)}` : undefined,
    renamed ? `With ${code("moved_from")}, trueup renames the existing resource and does not create a new one` : undefined,
    ...(places.every((place) => Object.values(place.fields).every((field) => field.on === "create")) ? [] : replaced).map(
      ({ parent }) => capital(where(parent, "the server cannot change this resource: trueup deletes it and creates it again")),
    ),
    ...places.map(({ parent, routes }) =>
      routes.updateSince === undefined
        ? undefined
        : capital(
            where(
              parent,
              `servers before ${routes.updateSince} cannot change this resource: trueup deletes it and creates it again`,
            ),
          ),
    ),
    `trueup leaves undeclared resources unchanged${kind.committed ? "" : `, unless ${code("delete_undeclared")} includes them`}`,
  ]);
}

function calls(kind: Kind): (string | undefined)[] {
  return [
    kind.comesWithParent
      ? "The server may create this resource by itself, a moment after its parent. The plan waits for the resource."
      : undefined,
    kind.absent ? `If a reply has ${matchWords(kind.absent)}, trueup treats the resource as absent.` : undefined,
    kind.inherent
      ? `If a reply has ${matchWords(kind.inherent.shown)}, the server created the resource by itself, and there is nothing to declare. An export leaves the resource out.`
      : undefined,
    kind.keptUndeclared && isPlain(kind.keptUndeclared)
      ? `trueup never deletes a resource with ${matchWords(kind.keptUndeclared)} because it is undeclared.`
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
      return `a ${code(name)} other than ${code(JSON.stringify(said.not))}`;
    })
    .join(" and ");
}

function rights({ administrators }: Kind): (string | undefined)[] {
  if (administrators === undefined) return [];
  return [
    administrators === "read"
      ? "Only administrators of the instance can read and change this resource."
      : "Only administrators of the instance can change this resource.",
  ];
}
