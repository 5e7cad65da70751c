import { namedKey } from "../../core/address-key.js";
import type { Kinds } from "../../core/kind.js";
import { type NamedReference, referencesIn } from "../../core/named.js";
import { topName } from "../../core/steps.js";
import type { ChangeDraft } from "./draft.js";
import { memberKeys } from "./membership.js";
import { joiningKey, type ResolvedNames } from "./names.js";

/** Keys of what a draft names before or after: what it names must be there first, and goes only when it is named no more. So must who may be named as a member only. */
export function namedKeys(draft: ChangeDraft, kinds: Kinds): string[] {
  return keysIn(draft, kinds, ["before", "after"]);
}

/** True for a draft that names somebody whom it did not name before, and who may get in by the same plan: of users those in `joining`. */
export function namesAnew(draft: ChangeDraft, kinds: Kinds, joining: ResolvedNames["joining"]): boolean {
  const before = new Set(keysIn(draft, kinds, ["before"]));
  return namesOf(draft, ["after"]).some((named) =>
    isAMember(named) ? joining.has(joiningKey(draft, named.name)) : keysOf(draft, kinds, named).some((key) => !before.has(key)),
  );
}

/** The keys of `namedKeys`, of some sides of its differences. */
export function keysIn(draft: ChangeDraft, kinds: Kinds, sides: readonly ("before" | "after")[]): string[] {
  return namesOf(draft, sides).flatMap((named) => keysOf(draft, kinds, named));
}

function namesOf(draft: ChangeDraft, sides: readonly ("before" | "after")[]): NamedReference[] {
  return draft.differences.flatMap((difference) => {
    const { path } = difference;
    const field = draft.fields[topName(path)];
    const values = sides.map((side) => difference[side]).filter((value) => value !== undefined);
    return field ? values.flatMap((value) => referencesIn(field, value, path)) : [];
  });
}

function keysOf(draft: ChangeDraft, kinds: Kinds, named: NamedReference): string[] {
  const key = namedKey(named.field.target ?? "", named.name, draft, kinds);
  return [...(key === undefined ? [] : [key]), ...(isAMember(named) ? memberKeys(draft, named.name, kinds) : [])];
}

/** True where only members can be named. */
function isAMember({ field }: NamedReference): boolean {
  return field.eligible?.among === "members";
}
