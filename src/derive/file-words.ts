import { wordDefinitions } from "../core/admit-words.js";
import { envelopeProperties } from "../core/file-schema.js";
import { type Json, type JsonObject, isObject } from "../core/json.js";
import { type Kinds, type PlacedKind, kindsUnder, placedKinds, topParent } from "../core/kind.js";
import { layeringProperties } from "../core/layer-schema.js";
import { standardProperties } from "../core/schema.js";

/** A word that may stand in a file and is no attribute, in one place. */
export interface FileWord {
  readonly word: string;
  readonly description: string;
  /** Where it stands, in words. */
  readonly place: string;
  /** What it takes, as JSON Schema. */
  readonly schema: JsonObject;
  /** The kind whose bodies stand below it. */
  readonly kind?: PlacedKind;
}

/** All such words: at the top of files, in bodies of each kind, in policies and exceptions, and in place of values. */
export function fileWords(kinds: Kinds): readonly FileWord[] {
  const top = envelopeProperties(kinds);
  const atTop = "at the top of files";
  const file = [...wordsIn(top, atTop), ...kindsBelow(kinds, topParent, atTop)];
  const nested = ["policies", "exceptions", "instance"].flatMap((word) => wordsIn(innerOf(top[word]), `in ${word}`));
  const bodies = placedKinds(kinds).flatMap((kind) => bodyWords(kinds, kind));
  return [...file, ...bodies, ...nested, ...valueWords()];
}

/** Those that may stand in a body of a kind, beside its attributes. */
export function bodyWords(kinds: Kinds, kind: PlacedKind): readonly FileWord[] {
  const place = inBodyOf(kind);
  return [
    ...wordsIn({ ...standardProperties(kind), ...layeringProperties(kind) }, place),
    ...kindsBelow(kinds, kind.name, place),
  ];
}

function inBodyOf(kind: PlacedKind): string {
  const body = `in ${an(kind.title)}`;
  return kind.parent === topParent ? body : `${body} of ${an(kind.parent)}`;
}

function an(word: string): string {
  return `${/^[aeiou]/i.test(word) ? "an" : "a"} ${word.toLowerCase()}`;
}

function kindsBelow(kinds: Kinds, parent: string, place: string): FileWord[] {
  return kindsUnder(kinds, parent).map((kind) => ({
    word: kind.file,
    description: kind.description,
    place,
    schema: { type: ["object", "null"] },
    kind,
  }));
}

function wordsIn(properties: JsonObject, place: string): FileWord[] {
  return Object.entries(properties).flatMap(([word, schema]) =>
    isObject(schema) && typeof schema["description"] === "string"
      ? [{ word, description: schema["description"], place, schema }]
      : [],
  );
}

/** The properties of what stands in an object, or in each of its members or items. */
export function innerOf(schema: Json | undefined): JsonObject {
  if (!isObject(schema)) return {};
  const { properties, additionalProperties, items } = schema;
  if (isObject(properties)) return properties;
  return innerOf(isObject(additionalProperties) ? additionalProperties : items);
}

/** Words that say of a value what it must be, in place of it. */
function valueWords(): FileWord[] {
  const words = Object.values(wordDefinitions).flatMap((definition) => {
    const choices = isObject(definition) && Array.isArray(definition["anyOf"]) ? (definition["anyOf"] as readonly Json[]) : [];
    return choices.flatMap((choice) => wordsIn(innerOf(choice), "in place of a value"));
  });
  return [...new Map(words.map((word) => [word.word, word])).values()];
}
