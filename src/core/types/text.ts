import { durationSeconds } from "./duration.js";
import { field, type Field, type FieldOptions, type OrNull, unsetValue } from "./field.js";
import type { Json, JsonObject, Value } from "./json.js";
import { bounds, orNull, patternOf } from "./schema-parts.js";
import { referencePattern } from "./secret-reference.js";
import { asItIs, sameForms, type StateParts, textForms, textIn, type TypeDefinition } from "./type-definition.js";

/** A text. */
export function text<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<string, O>> {
  return field<string, O>({ type: "text", description }, options);
}

/** A secret text: only by reference in files, masked everywhere else. */
export function secret<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<string, O>> {
  return { secret: true, ...text(description, options) };
}

export const textType: TypeDefinition = {
  name: "text",
  title: () => "text",
  counts: "characters",
  isFreeText: true,
  isPlain: true,
  measure: ({ format }) =>
    format === "duration" ? (value) => (typeof value === "string" ? durationSeconds(value) : undefined) : undefined,
  schema: {
    file: (field) => (field.secret === true ? secretSchema(field) : textSchema(field)),
    request: requestSchema,
    reply: () => ({ type: ["string", "null"] }),
    sample: () => "sample",
  },
  form: { ...sameForms, ...textForms, normal: normalText, decode: textIn },
  terraform: { type: "string", decode: asItIs, decodeState },
};

function secretSchema(field: Field): JsonObject {
  return {
    type: orNull(field, "string"),
    pattern: field.nullable ? `^$|${referencePattern}` : referencePattern,
    "x-secret": true,
  };
}

/** Bounds hold for what stands in the file; what a reference will bring is not known here, and an empty text clears. */
function textSchema(field: Field): JsonObject {
  const type = orNull(field, "string");
  const { format } = field;
  const checks = {
    ...bounds(field, "minLength", "maxLength"),
    ...patternOf(field),
    // What users of the platform type in their own letters is an address too.
    ...(format === "url" ? { format: "iri" } : format === "date" || format === "email" ? { format } : {}),
  };
  if (Object.keys(checks).length === 0) return { type };
  const blank = (field.min ?? 0) > 0 || field.required;
  return { type, if: { type: "string", pattern: blank ? referencePattern : `^$|${referencePattern}` }, else: checks };
}

function requestSchema(field: Field): JsonObject {
  // An empty text clears it, whatever its form has to be otherwise.
  if (unsetValue(field) === "") return { type: "string", ...(field.max === undefined ? {} : { maxLength: field.max }) };
  return {
    type: "string",
    ...bounds(field, "minLength", "maxLength"),
    ...(field.pattern === undefined ? {} : { pattern: field.pattern.like }),
    ...(field.format === "date" ? { format: "date" } : {}),
  };
}

function normalText(field: Field, value: Value): Value {
  if (value === "") return null;
  if (typeof value !== "string") return value;
  // A form in a browser sends its line breaks as CR LF: that is no other text.
  return field.format === "duration" ? (durationSeconds(value) ?? value) : value.replaceAll("\r\n", "\n");
}

function decodeState(field: Field, value: Json, parts: StateParts): Json {
  if (field.format === "url" && typeof value === "string") return parts.address(value);
  return typeof value === "number" ? String(value) : value;
}
