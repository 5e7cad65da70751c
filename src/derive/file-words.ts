import { wordDefinitions } from "../core/admit-words.js";
import { append } from "../core/collections.js";
import { envelopeProperties } from "../core/file-schema.js";
import { type Json, type JsonObject, isObject } from "../core/json.js";
import { type Kinds, type PlacedKind, kindsUnder, placedKinds, topParent } from "../core/kind.js";
import { layeringProperties } from "../core/layer-schema.js";
import { standardProperties } from "../core/schema.js";
import { written } from "./explain.js";

/** A word that may stand in a file and is no attribute, in one place. */
interface FileWord {
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
function fileWords(kinds: Kinds): readonly FileWord[] {
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
function innerOf(schema: Json | undefined): JsonObject {
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

/** What a word of files means that is no attribute: once for all places in which it means the same. */
export interface WordMeaning {
  readonly word: string;
  readonly description: string;
  /** Pairs of a word and what it says, as for attributes. */
  readonly facts: readonly (readonly [label: string, text: string])[];
}

/** Explains a word wherever it stands, or in bodies of one kind. Empty for what is none. */
export function explainWord(kinds: Kinds, word: string, within?: readonly PlacedKind[]): WordMeaning[] {
  const words = within ? within.flatMap((kind) => bodyWords(kinds, kind)) : fileWords(kinds);
  const meanings = new Map<string, FileWord[]>();
  for (const entry of words) {
    if (entry.word === word) append(meanings, `${entry.description} ${JSON.stringify(entry.schema)}`, entry);
  }
  return [...meanings.values()].flatMap((same) => meaningOf(same) ?? []);
}

/** All such words, or those that may stand in bodies of one kind, each once and with what it first means. */
export function wordNames(kinds: Kinds, within?: readonly PlacedKind[]): ReadonlyMap<string, string> {
  const words = within ? within.flatMap((kind) => bodyWords(kinds, kind)) : fileWords(kinds);
  return new Map(words.toReversed().map(({ word, description }) => [word, description]));
}

function meaningOf(same: readonly FileWord[]): WordMeaning | undefined {
  const [first] = same;
  if (!first) return undefined;
  const { word, description, schema, kind } = first;
  const usual = schema["default"];
  const inside = Object.keys(innerOf(schema));
  const pairs: (readonly [string, string | undefined])[] = [
    ["takes", kind ? undefined : takenBy(schema)],
    ["default", usual === undefined ? undefined : written(usual)],
    ["inside", inside.length === 0 ? undefined : inside.join(", ")],
    ["stands", [...new Set(same.map(({ place }) => place))].join(", ")],
    ...(kind ? factsOfKind(kind) : []),
  ];
  return { word, description, facts: pairs.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const])) };
}

function factsOfKind(kind: PlacedKind): (readonly [string, string | undefined])[] {
  const keys = kind.key?.values;
  return [
    ["holds", `bodies of the kind ${kind.name}: trueup explain ${kind.name}`],
    ["each under", kind.as === "one" ? undefined : (kind.key?.description ?? "Its full path.")],
    ["keys", keys && keys.join(", ")],
  ];
}

/** What a schema takes, in words. */
function takenBy(schema: JsonObject): string | undefined {
  const { enum: values, const: only, type, oneOf } = schema;
  if (Array.isArray(values)) return values.map((value: Json) => written(value)).join(", ");
  if (only !== undefined) return written(only);
  if (Array.isArray(oneOf)) return oneOf.flatMap((item: Json) => (isObject(item) ? (takenBy(item) ?? []) : [])).join(", or ");
  const types = (Array.isArray(type) ? type : [type]).flatMap((item) =>
    typeof item === "string" ? (typeNames[item] ?? item) : [],
  );
  return types.length === 0 ? undefined : types.join(" or ");
}

const typeNames: Readonly<Record<string, string>> = {
  array: "a list",
  object: "a mapping",
  string: "a text",
  boolean: "true or false",
  null: "null",
};
