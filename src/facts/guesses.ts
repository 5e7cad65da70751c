import type { Fields } from "../core/fields.js";
import type { Kinds } from "../core/kind.js";
import type { Dates } from "../core/release-facts.js";
import { sinceWords } from "../core/release-words.js";

/** The dates that are not exact, one a line: kind, attribute and what is known; those of one place alone with that place. `kinds` are complete. */
export function guessLines(kinds: Kinds): string[] {
  return [...kinds.values()].flatMap((kind) => [
    ...guessesIn(kind.fields, kind.name),
    ...Object.entries(kind.parents).flatMap(([parent, { fields = {}, dates = {} }]) =>
      [
        ...guessesIn(fields, kind.name),
        ...Object.entries(dates).flatMap(([name, one]) => guess(`${kind.name} ${name}`, one)),
      ].map((line) => `${line} (${parent})`),
    ),
    ...Object.entries(kind.shapes ?? {}).flatMap(([key, shape]) => [
      ...guess(`${kind.name} ${key}`, shape),
      ...guessesIn(shape.fields, `${kind.name} ${key}`),
    ]),
  ]);
}

function guessesIn(fields: Fields, place: string): string[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    ...guess(`${place} ${name}`, field),
    ...guessesIn(field.fields ?? {}, `${place} ${name}`),
  ]);
}

function guess(name: string, dates: Dates): string[] {
  const isExact = dates.since !== undefined && dates.since === dates.notBefore;
  const words = isExact ? undefined : sinceWords(dates);
  return words === undefined ? [] : [`${name}: ${words}`];
}
