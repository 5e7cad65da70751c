import { isObject, type Json, type JsonObject } from "./json.js";
import { thisWords } from "./this-reference.js";
import type { JsonSchema } from "./types/type-definition.js";
import { variableName, wholeVariable } from "./variable-reference.js";

/** What the schema of a file says of `${var:NAME}`: as a whole value of any type, and inside of a text, where `${this:WORD}` may be, too. */
export const variableDefinitions: JsonObject = {
  "var.whole": { type: "string", pattern: wholeVariable },
  "var.inside": {
    type: "string",
    pattern: String.raw`\$\{(?:var:${variableName.slice(1, -1)}|this:(?:${thisWords.join("|")}))\}`,
  },
};

/** Keywords that hold schemas by name, and those that hold one. */
const named = ["properties", "patternProperties"];
const single = ["additionalProperties", "items"];

/** Keywords that editors show of an attribute, whatever its value is. */
const shown = new Set(["description", "default", "deprecated"]);

/**
 * A schema for editors that takes a reference to a variable wherever a value stands, beside the value itself. Checks of values do without: they see what the variables
 * stand for. Needs `variableDefinitions` in the same document.
 */
export function admitVariables(schema: JsonSchema): JsonSchema {
  const inner = Object.entries(schema).map(([keyword, value = null]): [string, Json] => {
    if (named.includes(keyword) && isObject(value)) return [keyword, mapped(value)];
    if (keyword === "anyOf" && Array.isArray(value))
      return [keyword, value.map((one: Json) => (isObject(one) ? admitVariables(one) : one))];
    return [keyword, single.includes(keyword) && isObject(value) ? admitted(value) : value];
  });
  return Object.fromEntries(inner);
}

function mapped(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, one = null]) => [name, isObject(one) ? admitted(one) : one]));
}

function admitted(schema: JsonSchema): JsonSchema {
  const inner = admitVariables(schema);
  const { anyOf } = inner;
  const [first = null] = Array.isArray(anyOf) ? (anyOf as readonly Json[]) : [schema];
  const place = isObject(first) ? referenceIn(first) : undefined;
  if (place === undefined) return inner;
  if (Array.isArray(anyOf)) return { ...inner, anyOf: [...(anyOf as readonly Json[]), { $ref: `#/$defs/${place}` }] };
  const [notes, checks] = [true, false].map((isNote) => Object.entries(inner).filter(([name]) => shown.has(name) === isNote));
  return { ...Object.fromEntries(notes ?? []), anyOf: [Object.fromEntries(checks ?? []), { $ref: `#/$defs/${place}` }] };
}

/** Which references a value may be beside what its schema says; undefined where it takes them as it is, and where no variable can give it. */
function referenceIn({ type, enum: words, $ref: elsewhere, "x-secret": isSecret, if: condition, pattern, format }: JsonSchema) {
  const types = Array.isArray(type) ? type : [type];
  const isFixed = elsewhere !== undefined || isSecret === true || types.includes("object");
  if (isFixed) return undefined;
  if (!types.includes("string") || words !== undefined) return "var.whole";
  return [condition, pattern, format].some((check) => check !== undefined) ? "var.inside" : undefined;
}
