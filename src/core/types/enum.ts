import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import type { Json, Value } from "./json.js";
import { asItIs, sameForms, type TypeDefinition } from "./type-definition.js";

/** One of a few words or numbers. */
export function oneOf<const V extends readonly (string | number)[], const O extends FieldOptions = object>(
  description: string,
  values: V,
  options?: O,
): Field<OrNull<V[number], O>> {
  return field<V[number], O>({ type: "enum", description, values }, options);
}

export const enumType: TypeDefinition = {
  name: "enum",
  title: () => "one of a few values",
  isPlain: true,
  words: ({ values = [] }) => values,
  measure: placeOf,
  schema: {
    file: ({ values = [], nullable }) => ({ enum: [...values, ...(nullable ? [null] : [])] }),
    request: (field) => ({ type: typeOfValues(field), enum: field.values ?? [] }),
    reply: (field) => ({ type: [typeOfValues(field), "null"] }),
    sample: (field) => field.values?.[0] ?? "",
  },
  form: { ...sameForms, decode: decodeWord },
  terraform: { type: "string", decode: asItIs, decodeState: asItIs },
};

/** The place among the values, where they stand in order. */
function placeOf({ ordered, values = [] }: Field): ((value: Value) => number | undefined) | undefined {
  if (!ordered) return undefined;
  return (value) => {
    const place = values.findIndex((known) => known === value);
    return place < 0 ? undefined : place;
  };
}

/** A word or number that is none of the values is one of a newer release; an empty text is what is not set. */
function decodeWord(field: Field, value: Json): Json | undefined {
  if (value === "" && !field.values?.includes("")) return null;
  if (typeof value !== "string" && !(typeof value === "number" && Number.isFinite(value))) return undefined;
  return field.values?.find((known) => String(known) === String(value)) ?? value;
}

function typeOfValues({ values = [] }: Field): "integer" | "string" {
  return values.every((value) => typeof value === "number") ? "integer" : "string";
}
