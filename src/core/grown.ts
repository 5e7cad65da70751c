import { type Field, type Fields, typeOf } from "./fields.js";
import { isObject, type Value } from "./json.js";
import { isPlaceholder } from "./placeholders.js";
import { inEitherDialect } from "./schema.js";
import { holdsReference } from "./types/secret-reference.js";

/** True for a value with a word, or an object with a key, that no known release has: files say it under `unchecked`. Takes values in canonical form or as files write them. */
export function hasGrown(field: Field, value: Value): boolean {
  if (value === null || value === undefined || isPlaceholder(value) || field.secret) return false;
  const words = typeOf(field).words?.(inEitherDialect(field));
  if (words) {
    const isPlain = typeof value === "string" || typeof value === "number";
    return isPlain && !holdsReference(value) && !words.includes(value);
  }
  const { item, fields } = field;
  if (Array.isArray(value)) return value.some((part: Value) => (item ? hasGrown(item, part) : isRecordGrown(fields, part)));
  if (fields) return isRecordGrown(fields, value);
  return item !== undefined && isObject(value) && Object.values(value).some((part = null) => hasGrown(item, part));
}

function isRecordGrown(fields: Fields | undefined, value: Value): boolean {
  if (!fields || !isObject(value)) return false;
  return Object.entries(value).some(([name, part = null]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : Object.values(fields).find(({ vendor }) => vendor === name);
    return field === undefined || hasGrown(field, part);
  });
}
