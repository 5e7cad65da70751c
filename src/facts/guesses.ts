import { append } from "../core/collections.js";
import type { Fields } from "../core/fields.js";
import { fieldsOf, type Kind, type Kinds, placesOf } from "../core/kind.js";
import { type Dates, sinceWords } from "../core/release-words.js";

/** The dates that are not exact, one a line: kind, attribute and what is known, with the parents where others have another date. `kinds` are complete. */
export function guessLines(kinds: Kinds): string[] {
  return [...kinds.values()].flatMap((kind) => {
    const lines = new Map<string, string[]>();
    const places = placesOf(kind);
    for (const place of places) for (const line of linesOf(place)) append(lines, line, place.parent);
    return [...lines].map(([line, parents]) => (parents.length === places.length ? line : `${line} (${parents.join(", ")})`));
  });
}

function linesOf(kind: Kind): string[] {
  const shapes = Object.entries(kind.shapes ?? {});
  if (shapes.length === 0) return guessesIn(fieldsOf(kind), kind.name);
  return shapes.flatMap(([key, shape]) => [
    ...guess(`${kind.name} ${key}`, shape),
    ...guessesIn(fieldsOf(kind, { key }), `${kind.name} ${key}`),
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
