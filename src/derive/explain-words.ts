import { append } from "../core/collections.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { Kinds, PlacedKind } from "../core/kind.js";
import { written } from "./explain.js";
import { bodyWords, type FileWord, fileWords, innerOf } from "./file-words.js";

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
