import type { Field, Fields } from "../core/fields.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { accessLevels } from "../core/names.js";
import { isFile, isSecret } from "../core/plan.js";

/** Turns a name in the files into what the wire wants: a number, a path, or a `$ref` or `$lookup` that apply fills in. */
export type ResolveReference = (field: Field, name: string | number) => Json;

/** The name that the server uses for an attribute in requests. */
export function wireName(name: string, field: Field, dialect: "neutral" | "vendor"): string {
  return (dialect === "vendor" ? field.vendor : undefined) ?? field.write ?? name;
}

/** Attributes in file form as a request body. Names that no field knows (`unchecked`) are sent as they are. */
export function encodeBody(
  fields: Fields,
  spec: JsonObject,
  dialect: "neutral" | "vendor",
  resolve: ResolveReference,
): Record<string, Json> {
  const body: Record<string, Json> = {};
  for (const [name, value] of Object.entries(spec)) {
    if (value === undefined) continue;
    const field = fields[name];
    if (field) body[wireName(name, field, dialect)] = encodeValue(field, value, dialect, resolve);
    else body[name] = value;
  }
  return body;
}

/** From the file's form to the wire's form. Secrets and files stay placeholders: apply fills them in. */
function encodeValue(field: Field, value: Json, dialect: "neutral" | "vendor", resolve: ResolveReference): Json {
  if (value === null) return field.unset === undefined ? null : field.unset;
  if (isSecret(value) || isFile(value)) return value;
  if (field.encode) return field.encode(value);
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
        ? value.map((item: Json) => encodeValue(field.item as Field, item, dialect, resolve))
        : value;
    case "entries":
      return Array.isArray(value) ? value.map((entry: Json) => encodeEntry(field, entry, dialect, resolve)) : value;
    case "record":
      return isObject(value) && field.fields ? encodeBody(field.fields, value, dialect, resolve) : value;
    default:
      return value;
  }
}

/** One entry of a set of small objects as the wire wants it. */
export function encodeEntry(field: Field, entry: Json, dialect: "neutral" | "vendor", resolve: ResolveReference): Json {
  return isObject(entry) && field.fields ? encodeBody(field.fields, entry, dialect, resolve) : entry;
}
