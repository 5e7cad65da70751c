import type { FieldOptions } from "../../core/fields.js";
import type { Json } from "../../core/json.js";
import type { AttributeSubject, Refinements } from "../../core/kind-data.js";

/** What an attribute means, in one sentence; where its default on real servers is well known, the default behind it. */
export type Sentence = string | readonly [description: string, value: Json];

/** Descriptions of plain attributes, by name; `options` are true of all of them. Returns what a kind's `refined` takes. */
export function described(sentences: Readonly<Record<string, Sentence>>, options: FieldOptions = {}): Refinements {
  return Object.fromEntries(
    Object.entries(sentences).map(([name, sentence]) => [
      name,
      typeof sentence === "string"
        ? { ...options, description: sentence }
        : { ...options, description: sentence[0], default: sentence[1] },
    ]),
  );
}

/** The `subjects` of a kind, made of attributes by title. */
export function about(subjects: Readonly<Record<string, readonly string[]>>): readonly AttributeSubject[] {
  return Object.entries(subjects).map(([title, of]) => ({ title, of }));
}
