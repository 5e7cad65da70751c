import type { Field } from "./field.js";
import type { Json, Value } from "./json.js";
import { bounds, orNull } from "./schema-parts.js";
import { asItIs, sameForms, type TypeDefinition } from "./type-definition.js";

/** What all types of numbers have in common; `word` is that of JSON Schema. */
export function numeric(
  word: "integer" | "number",
): Pick<TypeDefinition, "isPlain" | "measure" | "schema" | "form" | "terraform"> {
  return {
    isPlain: true,
    measure: () => sizeOf,
    schema: {
      file: (field) => ({ type: orNull(field, word), ...bounds(field, "minimum", "maximum") }),
      request: (field) => ({ type: word, ...bounds(field, "minimum", "maximum") }),
      reply: () => ({ type: [word, "null"] }),
      sample: (field) => field.min ?? 1,
    },
    form: { ...sameForms, normal: normalNumber, decode: (_field, value) => decodeNumber(word, value) },
    terraform: { type: "number", decode: asItIs, decodeState },
  };
}

/** What no number of the language is exactly is none: it would be compared and sent as another one. */
function decodeNumber(word: "integer" | "number", value: Json): Json | undefined {
  if (value === "") return null;
  const number = typeof value === "string" ? numberIn(value) : value;
  if (typeof number !== "number") return undefined;
  return word === "integer" ? (Number.isSafeInteger(number) ? number : undefined) : Number.isFinite(number) ? number : undefined;
}

/** Older servers give numbers as text. */
function normalNumber(_field: Field, value: Value): Value {
  return typeof value === "string" ? (numberIn(value) ?? value) : value;
}

function sizeOf(value: Value): number | undefined {
  return typeof value === "number" ? value : typeof value === "string" ? numberIn(value) : undefined;
}

function numberIn(text: string): number | undefined {
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

function decodeState(_field: Field, value: Json): Json {
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
