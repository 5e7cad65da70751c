import { namedKey } from "../../core/address-key.js";
import type { Kinds } from "../../core/kind.js";
import { referencesIn } from "../../core/named.js";
import { topName } from "../../core/steps.js";
import type { ChangeDraft } from "./draft.js";
import { memberKeys } from "./membership.js";

/** Keys of what a draft names before or after: what it names must be there first, and goes only when it is named no more. So must who may be named as a member only. */
export function namedKeys(draft: ChangeDraft, kinds: Kinds): string[] {
  return keysIn(draft, kinds, ["before", "after"]);
}

/** True for a draft that names somebody whom it did not name before, and who may get in by the same plan. */
export function namesAnew(draft: ChangeDraft, kinds: Kinds): boolean {
  const before = new Set(keysIn(draft, kinds, ["before"]));
  return keysIn(draft, kinds, ["after"]).some((key) => !before.has(key));
}

/** The keys of `namedKeys`, of some sides of its differences. */
export function keysIn(draft: ChangeDraft, kinds: Kinds, sides: readonly ("before" | "after")[]): string[] {
  return draft.differences.flatMap((difference) => {
    const { path } = difference;
    const field = draft.fields[topName(path)];
    const values = sides.map((side) => difference[side]).filter((value) => value !== undefined);
    const named = field ? values.flatMap((value) => referencesIn(field, value, path)) : [];
    return named.flatMap((one) => [
      ...[namedKey(one.field.target ?? "", one.name, draft, kinds)].filter((key) => key !== undefined),
      ...(one.field.eligible?.among === "members" ? memberKeys(draft, one.name, kinds) : []),
    ]);
  });
}
