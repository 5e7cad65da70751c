import { rememberedOf } from "./collections.js";
import { everyFieldsOf, type Kinds } from "./kind.js";

const known = rememberedOf<readonly string[]>();

/** The attributes of a kind that decide others from above (`lockedBy`), and those that say what these are then, as replies name them; empty for a kind that locks nothing. */
export function lockingNames(kinds: Kinds, name: string): readonly string[] {
  return known(kinds, name, () => namesAmong(kinds, name));
}

function namesAmong(kinds: Kinds, name: string): string[] {
  const fields = [...kinds.values()].flatMap((kind) => everyFieldsOf(kind).flatMap((every) => Object.entries(every)));
  const names = fields.flatMap(([attribute, { lockedBy = [] }]) =>
    lockedBy
      .filter(({ kind }) => kind === name)
      .flatMap(({ field, value, noMore }) => (value === undefined && !noMore ? [field, attribute] : [field])),
  );
  return [...new Set(names)];
}
