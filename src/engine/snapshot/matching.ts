import { fold } from "../../core/address.js";
import { referencesOf } from "../../core/body-fields.js";
import { formed } from "../../core/fields.js";
import type { JsonObject } from "../../core/json.js";
import { fieldsOf, isAbsent, isRenamable, isTopLevel, shownKey, kindAt, type Kinds, type PlacedKind } from "../../core/kind.js";
import type { Desired } from "../../core/plan.js";

/** The word that stands for a member in routes: its key, or the name of one at the top of the files. */
export function routeKey(kind: PlacedKind, desired: Pick<Desired, "path" | "key">): string {
  return (isTopLevel(kind) ? desired.path : desired.key) ?? "";
}

/** What is live under the former key of a declared thing that is there as well, where one of the two can become part of the other. */
export function mergedInto<Listed extends { readonly marks: JsonObject }>(
  kind: PlacedKind,
  desired: Desired,
  live: Listed | undefined,
  listed: readonly Listed[],
): Listed | undefined {
  if (!kind.routes.merge || live === undefined || desired.ensure === "absent") return undefined;
  return listed.find((candidate) => candidate !== live && hadKey(kind, desired, candidate.marks));
}

/** Which of the listed siblings each declared one means, if any; none is meant twice, and one that counts as absent only where no other is. */
export function matchSiblings<Listed extends { readonly marks: JsonObject }>(
  kind: PlacedKind,
  members: readonly Desired[],
  listed: readonly Listed[],
): ReadonlyMap<Desired, Listed> {
  const claimed = new Set<Listed>();
  const matches = new Map<Desired, Listed>();
  const absent = listed.filter((candidate) => isAbsent(kind, candidate.marks));
  const inOrder = absent.length === 0 ? listed : [...listed.filter((candidate) => !absent.includes(candidate)), ...absent];
  for (const desired of members) {
    const first = (test: typeof isMatch) =>
      inOrder.find((candidate) => !claimed.has(candidate) && test(kind, desired, candidate.marks));
    // Where one of two can become part of the other, nothing is renamed while both are there.
    const [named, other] = kind.routes.merge ? [isMatch, hadKey] : [hadKey, isMatch];
    const hasNumber: typeof isMatch = (_kind, { id }, marks) => id !== undefined && marks["id"] === id;
    const match = first(hasNumber) ?? first(named) ?? first(other) ?? first(isToGo);
    if (match === undefined) continue;
    claimed.add(match);
    matches.set(desired, match);
  }
  return matches;
}

/** Listed siblings that have the key of a declared one beside the one that is taken for it: nobody can say which is meant. */
export function othersMeant<Listed extends { readonly marks: JsonObject }>(
  kind: PlacedKind,
  desired: Desired,
  listed: readonly Listed[],
): readonly Listed[] {
  if (!kind.key?.repeatable || desired.id !== undefined) return [];
  const meant = listed.filter(({ marks }) => !isAbsent(kind, marks) && isMatch(kind, desired, marks));
  return meant.length > 1 ? meant : [];
}

/** Names of members of a kind that declared things say: they count as declared. */
export function namesSaid(kinds: Kinds, resources: readonly Desired[], target: PlacedKind): ReadonlySet<string> {
  const declared = resources
    .filter(({ ensure }) => ensure === "present")
    .flatMap((resource) => referencesOf(fieldsOf(kindAt(kinds, resource), { key: resource.key }), resource.spec));
  return new Set(declared.filter(({ field }) => field.target === target.name).map(({ name }) => fold(name)));
}

/** True if a live thing has another key than the desired one, which its update can give it. */
export function isMisnamed(kind: PlacedKind, desired: Desired, marks: JsonObject): boolean {
  if (desired.formerKey === undefined && desired.id === undefined && kind.key?.sameBy === undefined) return false;
  return isRenamable(kind) && !hasKey(kind, desired, marks);
}

function hadKey(kind: PlacedKind, { formerKey }: Desired, marks: JsonObject): boolean {
  return formerKey !== undefined && isRenamable(kind) && hasKey(kind, { path: formerKey, key: formerKey }, marks);
}

/** True if a live thing is what is desired: by its key, or by what else tells siblings apart. */
export function isMatch(kind: PlacedKind, desired: Desired, marks: JsonObject): boolean {
  const { sameBy, with: beside } = kind.key ?? {};
  const telling = sameBy && desired.spec[sameBy];
  if (sameBy && telling !== undefined && !desired.unreadKey) {
    const form = fieldsOf(kind)[sameBy]?.normalise;
    return formed(form, telling) === formed(form, marks[sameBy] ?? null);
  }
  if (beside) {
    const asked = desired.spec[beside.field] ?? beside.default;
    if (marks[beside.field] !== asked) return false;
    if (asked === beside.alone) return true;
  }
  return hasKey(kind, desired, marks);
}

/** True if a live thing is what is to go: that is named by its key, and what else tells siblings apart need not be repeated. */
export function isToGo(kind: PlacedKind, desired: Desired, marks: JsonObject): boolean {
  return desired.ensure === "absent" && hasKey(kind, desired, marks);
}

/** True if a live thing has the key of an address. */
export function hasKey(kind: PlacedKind, desired: Pick<Desired, "path" | "key">, marks: JsonObject): boolean {
  const [asked, shown] = [routeKey(kind, desired), shownKey(kind, marks)];
  return kind.key?.caseless ? fold(asked) === fold(shown) : asked === shown;
}

/** True for a key that the platform has a place for and the kind does not know. */
export function isForeignSlot({ slots, key }: PlacedKind, shown: string): boolean {
  return slots === true && key?.values !== undefined && !key.values.includes(shown);
}
