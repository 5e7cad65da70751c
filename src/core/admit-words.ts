import { defaultWord } from "./default-value.js";
import { type Field, type Fields, typeOf } from "./fields.js";
import { type Json, type JsonObject, isObject } from "./json.js";
import { isOrdered } from "./strictness.js";
import type { JsonSchema } from "./types/type-definition.js";

const items = { type: "array", minItems: 1 };
const oneOf = { ...items, description: "It is one of these." };
const atLeast = { description: "It is this or stricter in the order of its values: what is less is raised to it." };
const atMost = { description: "It is this or less: what is more is lowered to it." };
const theDefault = { const: defaultWord, description: "What it is while nobody sets it." };

/** What may stand where a value stands, beside the value itself. */
export const wordDefinitions: JsonObject = {
  "words.ordered": { anyOf: [theDefault, words({ at_least: atLeast, at_most: atMost, one_of: oneOf })] },
  "words.set": {
    anyOf: [
      theDefault,
      words({
        add: { description: "Items beside those that are there." },
        remove: { description: "Items that are not to be there." },
        includes: { description: "Items that are always there, whatever else is said." },
        excludes: { description: "Items that are never there, whatever else is said." },
      }),
    ],
  },
  "words.single": { anyOf: [theDefault, words({ one_of: oneOf })] },
};

function words(properties: JsonObject): JsonSchema {
  return { type: "object", properties, additionalProperties: false, minProperties: 1 };
}

/** Keywords that editors show of an attribute, whatever its value is. */
const shown = new Set(["description", "default", "deprecated"]);

/** The schema of a body for editors, which takes words where values stand; checks see the operands of the words. Needs `wordDefinitions` in the same document. */
export function admitWords(schema: JsonSchema, fields: Fields): JsonSchema {
  const { properties } = schema;
  if (!isObject(properties)) return schema;
  const admitted = Object.entries(properties).map(([name, part = null]): [string, Json] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : Object.values(fields).find(({ vendor }) => vendor === name);
    return [name, field && isObject(part) ? admittedIn(part, field) : part];
  });
  return { ...schema, properties: Object.fromEntries(admitted) };
}

function admittedIn(schema: JsonSchema, field: Field): JsonSchema {
  const { isManagedInParts, hasFreeKeys } = typeOf(field);
  if (isManagedInParts && field.fields) return admitWords(schema, field.fields);
  const { additionalProperties: inner } = schema;
  if (hasFreeKeys)
    return field.item && isObject(inner) ? { ...schema, additionalProperties: admittedIn(inner, field.item) } : schema;
  const place = wordsFor(field);
  return place === undefined ? schema : withAlternative(schema, { $ref: `#/$defs/${place}` });
}

/** The words that mean something for an attribute; undefined where none does. */
function wordsFor(field: Field): string | undefined {
  const { unordered, isOrdered: isList, isUploaded, holdsAnyJson } = typeOf(field);
  if (field.secret || field.unreadable || isUploaded || isList || holdsAnyJson) return undefined;
  if (unordered) return "words.set";
  return isOrdered(field) ? "words.ordered" : "words.single";
}

/** A schema that takes something else beside what it took; what editors show of it stays in front. */
export function withAlternative(schema: JsonSchema, other: JsonSchema): JsonSchema {
  const notes = Object.entries(schema).filter(([name]) => shown.has(name));
  const checks = Object.entries(schema).filter(([name]) => !shown.has(name));
  const { anyOf } = schema;
  const before = Array.isArray(anyOf) && checks.length === 1 ? (anyOf as readonly Json[]) : [Object.fromEntries(checks)];
  return { ...Object.fromEntries(notes), anyOf: [...before, other] };
}
