import { formed } from "../../core/field-rules.js";
import { type Field, fieldOf, type Fields, typeOf, unsetValue } from "../../core/fields.js";
import { isObject, type Spec, type Value } from "../../core/json.js";
import { isPlaceholder } from "../../core/placeholders.js";
import type { EncodedParts } from "../../core/types/type-definition.js";

/** Turns a name in the files into what the wire wants: a number, a path, or a `$ref` or `$lookup` that apply fills in. */
export type ResolveReference = (field: Field, name: string | number) => Value;

/** The name that the server uses for an attribute in requests. */
export function wireName(name: string, field: Field, dialect: "neutral" | "vendor"): string {
  return (dialect === "vendor" ? field.vendor : undefined) ?? field.write ?? name;
}

/** Attributes in file form as a request body. Names that no field knows (`unchecked`) are sent as they are. */
export function encodeBody(
  fields: Fields,
  spec: Spec,
  dialect: "neutral" | "vendor",
  resolve: ResolveReference,
): Record<string, Value> {
  const parts: EncodedParts = {
    value: (field, value) => encodeValue(field, value, parts),
    attributes: (inner, values) => encodeParts(inner, values, dialect, parts),
    resolve,
  };
  return encodeParts(fields, spec, dialect, parts);
}

function encodeParts(fields: Fields, spec: Spec, dialect: "neutral" | "vendor", parts: EncodedParts): Record<string, Value> {
  const body: Record<string, Value> = {};
  for (const [name, value] of Object.entries(spec)) {
    if (value === undefined) continue;
    const field = fieldOf(fields, name);
    if (field) body[wireName(name, field, dialect)] = encodeValue(field, value, parts);
    else body[name] = value;
  }
  return body;
}

/** From the file's form to the wire's form. Secrets and files stay placeholders: apply fills them in. */
function encodeValue(field: Field, value: Value, parts: EncodedParts): Value {
  if (value === null) return unsetValue(field);
  if (isPlaceholder(value)) return value;
  if (field.encode) return formed(field.encode, value);
  return typeOf(field).form.encode(field, value, parts);
}

/** One entry of a set of small objects as the wire wants it. */
export function encodeEntry(field: Field, entry: Value, dialect: "neutral" | "vendor", resolve: ResolveReference): Value {
  return isObject(entry) && field.fields ? encodeBody(field.fields, entry, dialect, resolve) : entry;
}
