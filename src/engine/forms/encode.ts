import { formed } from "../../core/field-words.js";
import type { Field, Fields } from "../../core/fields.js";
import { isObject, type Spec, type Value } from "../../core/json.js";
import { accessLevels } from "../../core/types/access-level.js";
import { isPlaceholder } from "../../core/placeholders.js";

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
  const body: Record<string, Value> = {};
  for (const [name, value] of Object.entries(spec)) {
    if (value === undefined) continue;
    const field = fields[name];
    if (field) body[wireName(name, field, dialect)] = encodeValue(field, value, dialect, resolve);
    else body[name] = value;
  }
  return body;
}

/** From the file's form to the wire's form. Secrets and files stay placeholders: apply fills them in. */
function encodeValue(field: Field, value: Value, dialect: "neutral" | "vendor", resolve: ResolveReference): Value {
  if (value === null) return field.unset === undefined ? null : field.unset;
  if (isPlaceholder(value)) return value;
  if (field.encode) return formed(field.encode, value);
  switch (field.type) {
    case "level":
      return typeof value === "string" && Object.hasOwn(accessLevels, value)
        ? accessLevels[value as keyof typeof accessLevels]
        : value;
    case "reference":
      return typeof value === "string" || typeof value === "number" ? resolve(field, value) : value;
    case "set":
    case "list":
      return Array.isArray(value) && field.item
        ? value.map((item: Value) => encodeValue(field.item as Field, item, dialect, resolve))
        : value;
    case "entries":
      return Array.isArray(value) ? value.map((entry: Value) => encodeEntry(field, entry, dialect, resolve)) : value;
    case "record":
      return isObject(value) && field.fields ? encodeBody(field.fields, value, dialect, resolve) : value;
    default:
      return value;
  }
}

/** One entry of a set of small objects as the wire wants it. */
export function encodeEntry(field: Field, entry: Value, dialect: "neutral" | "vendor", resolve: ResolveReference): Value {
  return isObject(entry) && field.fields ? encodeBody(field.fields, entry, dialect, resolve) : entry;
}
