import type { Field } from "./field.js";
import type { Json, Value } from "./json.js";
import { asItIs, asWritten } from "./plain-forms.js";
import { bounds, orNull } from "./schema-parts.js";
import type { TypeDefinition } from "./type-definition.js";

/** What all types of numbers have in common; `word` is that of JSON Schema. */
export function numeric(word: "integer" | "number"): Pick<TypeDefinition, "isPlain" | "schema" | "form" | "terraform"> {
  return {
    isPlain: true,
    schema: {
      file: (field) => ({ type: orNull(field, word), ...bounds(field, "minimum", "maximum") }),
      request: (field) => ({ type: word, ...bounds(field, "minimum", "maximum") }),
      reply: () => ({ type: [word, "null"] }),
      sample: (field) => field.min ?? 1,
    },
    form: {
      meaning: asItIs,
      normal: normalNumber,
      decode: asItIs,
      encode: asItIs,
      canonical: asItIs,
      written: asWritten,
    },
    terraform: { type: "number", decode: asItIs, decodeState },
  };
}

/** Older servers give numbers as text. */
function normalNumber(_field: Field, value: Value): Value {
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
}

function decodeState(_field: Field, value: Json): Json {
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
