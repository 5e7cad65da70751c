import { type Json, isObject } from "./records.js";
import { type Schema, flatten, typesOf } from "./schema.js";

const TRUE = new Set(["true", "t", "1", "yes", "y", "on"]);

const FALSE = new Set(["false", "f", "0", "no", "n", "off"]);

/**
 * A value in the type that its schema declares, as far as it can be read so: texts of queries and forms become numbers, booleans and (by commas) lists.
 * What cannot be read is returned unchanged, for the validator to refuse. Blank numbers and booleans are null.
 */
export function coerce(schema: Schema, value: Json): Json {
  const types = typesOf(schema);
  if (types.length === 0 || value === null) return value;
  if (typeof value === "string") return types.includes("string") ? asDay(schema, value) : coerceText(schema, types, value);
  if (typeof value === "number") return coerceNumber(types, value);
  if (typeof value === "boolean") return types.includes("string") && !types.includes("boolean") ? String(value) : value;
  if (Array.isArray(value)) return types.includes("array") ? coerceItems(schema, value as readonly Json[]) : value;
  return isObject(value) ? coerceObject(schema, types, value) : value;
}

/** Servers take a day out of a moment that is sent for it; what comes after it is no part of a day. */
function asDay({ format }: Schema, value: string): string {
  return format === "date" && MOMENT.test(value) ? value.slice(0, 10) : value;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function coerceText(schema: Schema, types: readonly string[], value: string): Json {
  if (types.includes("array")) return value === "" ? [] : coerceItems(schema, value.split(","));
  if (types.includes("object")) return value;
  if (value === "") return null;
  if (types.includes("integer") && /^[+-]?\d{1,15}$/.test(value)) return Number(value);
  if (types.includes("number") && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(value)) return Number(value);
  if (types.includes("boolean") && TRUE.has(value.toLowerCase())) return true;
  if (types.includes("boolean") && FALSE.has(value.toLowerCase())) return false;
  return value;
}

function coerceNumber(types: readonly string[], value: number): Json {
  if (types.includes("number") || types.includes("integer")) return value;
  if (types.includes("boolean") && (value === 0 || value === 1)) return value === 1;
  return types.includes("string") ? String(value) : value;
}

function coerceItems(schema: Schema, items: readonly Json[]): Json[] {
  const item = schema.items;
  return items.map((value) => (item === undefined ? value : coerce(item, value)));
}

function coerceObject(schema: Schema, types: readonly string[], value: Readonly<Record<string, Json>>): Json {
  const names = Object.keys(value);
  if (!types.includes("object")) {
    const isList = types.includes("array") && names.length > 0 && names.every((name) => /^\d+$/.test(name));
    return isList ? coerceItems(schema, Object.values(value)) : value;
  }
  const { properties = {}, additionalProperties: others } = flatten(schema);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const known = property ?? (typeof others === "object" ? others : undefined);
      return [name, known === undefined ? inner : coerce(known, inner)];
    }),
  );
}
