import { withAlternative } from "./admit-words.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { thisWords } from "./this-reference.js";
import type { JsonSchema } from "./types/type-definition.js";

/** What a variable that is no secret may be called. */
const name = "[A-Za-z_][A-Za-z0-9_]*";

/** The name of such a variable, and nothing else. */
export const variableName = `^${name}$`;

/** A value that is nothing but one reference `${var:NAME}`. Understood by every regular expression engine. */
export const wholeVariable = String.raw`^\$\{var:${name}\}$`;

/** Finds each `${var:NAME}` of a text, and each `$${` that stands for `${`. */
export const variableReference = new RegExp(String.raw`\$\$\{|\$\{var:(${name})\}`, "g");

/** True for a text that refers to a variable that is no secret. */
export function holdsVariable(value: unknown): boolean {
  return typeof value === "string" && variablesIn(value).length > 0;
}

/** The names of the variables that a text refers to, in order. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(variableReference)].flatMap(([, variable]) => (variable === undefined ? [] : [variable]));
}

/** Something that begins like a reference to a variable and is none, for example `${VAR:x}`; undefined if there is nothing such. */
export function malformedVariable(text: string): string | undefined {
  // What is well formed leaves a mark, lest the text around it grow together into something that was never written.
  return /\$\{\s*var\s*:/i.exec(text.replaceAll(variableReference, "|"))?.[0];
}

/** What the value of a variable may be. */
export const variableTypes = ["string", "number", "integer", "boolean", "list"] as const;
/** One of them. */
export type VariableType = (typeof variableTypes)[number];

const anyValue = { type: ["string", "number", "boolean", "array"], items: { type: "string" } };

/** The schema of what files say under `vars`. */
export function variablesSchema(): JsonObject {
  return {
    type: ["object", "null"],
    description: "Values that are no secrets and differ from run to run: ${var:NAME} in any value.",
    propertyNames: { pattern: variableName, "x-pattern-hint": "letters, digits and _, and no digit first" },
    additionalProperties: {
      type: ["object", "null"],
      description: "A variable; its value comes from --var, --vars, TRUEUP_VAR_NAME or default.",
      properties: {
        type: { enum: [...variableTypes], default: "string", description: "What its value is; a list has texts in it." },
        default: { ...anyValue, description: "Its value where a run gives none." },
        description: { type: "string", description: "What it is for." },
        values: {
          type: "array",
          minItems: 1,
          items: { type: ["string", "number", "boolean"] },
          description: "The only values that it may have.",
        },
      },
      additionalProperties: false,
    },
  };
}

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

/** The schema for editors, which takes a variable wherever a value stands; checks see what the variables stand for. Needs `variableDefinitions` in the same document. */
export function admitVariables(schema: JsonSchema): JsonSchema {
  const inner = Object.entries(schema).map(([keyword, value = null]): [string, Json] => {
    if (named.includes(keyword) && isObject(value)) {
      const parts = Object.entries(value).map(([name, part = null]) => [name, isObject(part) ? admitted(part) : part]);
      return [keyword, Object.fromEntries(parts)];
    }
    if (keyword === "anyOf" && Array.isArray(value))
      return [keyword, value.map((item: Json) => (isObject(item) ? admitVariables(item) : item))];
    return [keyword, single.includes(keyword) && isObject(value) ? admitted(value) : value];
  });
  return Object.fromEntries(inner);
}

function admitted(schema: JsonSchema): JsonSchema {
  const inner = admitVariables(schema);
  const { anyOf } = inner;
  const [first = null] = Array.isArray(anyOf) ? (anyOf as readonly Json[]) : [schema];
  const place = isObject(first) ? referenceIn(first) : undefined;
  if (place === undefined) return inner;
  const other = { $ref: `#/$defs/${place}` };
  return Array.isArray(anyOf) ? { ...inner, anyOf: [...(anyOf as readonly Json[]), other] } : withAlternative(inner, other);
}

/** Which references a value may be beside what its schema says; undefined where it takes them as it is, and where no variable can give it. */
function referenceIn({ type, enum: words, $ref: elsewhere, "x-secret": isSecret, if: condition, pattern, format }: JsonSchema) {
  const types = Array.isArray(type) ? type : [type];
  const isFixed = elsewhere !== undefined || isSecret === true || types.includes("object");
  if (isFixed) return undefined;
  if (!types.includes("string") || words !== undefined) return "var.whole";
  return [condition, pattern, format].some((check) => check !== undefined) ? "var.inside" : undefined;
}
