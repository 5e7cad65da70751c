import path from "node:path";
import type { Field, Fields } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { isFile, isSecret, type SecretValue } from "../../core/plan.js";
import { escapeLiteral, rewriteFiles } from "../secrets.js";

/**
 * Attributes as they are written into a file: the inverse of what loading makes of them. Names that `fields` does not know stand under `unchecked`.
 * `directory` is that of the file, relative to the root of the files, with forward slashes ("" for the root itself).
 */
export function writtenSpec(fields: Fields, spec: JsonObject, directory: string): JsonObject {
  const given = Object.entries(spec).filter(([, value]) => value !== undefined);
  const known = given.filter(([name]) => Object.hasOwn(fields, name));
  const loose = given.filter(([name]) => !Object.hasOwn(fields, name));
  return Object.fromEntries([
    ...known.map(([name, value = null]) => [name, writtenValue(fields[name], value, directory)] as const),
    ...(loose.length === 0
      ? []
      : [["unchecked", Object.fromEntries(loose.map(([name, value = null]) => [name, looseValue(value, directory)]))] as const]),
  ]);
}

/** The value of one attribute as it is written into a file of that directory; `field` is undefined for one under `unchecked`. */
export function writtenValue(field: Field | undefined, value: Json, directory: string): Json {
  if (field === undefined) return looseValue(value, directory);
  if (value === null) return null;
  if (isSecret(value)) return writtenTemplate(value, directory);
  if (isFile(value)) return fromDirectory(value.$file, directory);
  switch (field.type) {
    case "text":
      return typeof value === "string" ? escapeLiteral(value) : value;
    case "set":
    case "list":
      return Array.isArray(value) && field.item ? value.map((item: Json) => writtenValue(field.item, item, directory)) : value;
    case "entries":
      return Array.isArray(value) ? value.map((item: Json) => parts(field.fields, item, directory)) : value;
    case "record":
      return parts(field.fields, value, directory);
    case "map":
      return isObject(value) && field.item ? eachValue(value, (part) => writtenValue(field.item, part, directory)) : value;
    default:
      return value;
  }
}

function parts(fields: Fields | undefined, value: Json, directory: string): Json {
  if (!fields || !isObject(value)) return value;
  return eachValue(value, (part, name) => (Object.hasOwn(fields, name) ? writtenValue(fields[name], part, directory) : part));
}

/** What nothing is known of: every text in it is read as one that may hold references. */
function looseValue(value: Json, directory: string): Json {
  if (typeof value === "string") return escapeLiteral(value);
  if (Array.isArray(value)) return value.map((item: Json) => looseValue(item, directory));
  if (isSecret(value)) return writtenTemplate(value, directory);
  return isObject(value) ? eachValue(value, (part) => looseValue(part, directory)) : value;
}

function writtenTemplate({ $secret }: SecretValue, directory: string): Json {
  return $secret === null ? null : rewriteFiles($secret, (file) => fromDirectory(file, directory));
}

function fromDirectory(file: string, directory: string): string {
  return path.posix.relative(directory, file);
}

function eachValue(object: JsonObject, write: (value: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => (value === undefined ? [] : [[name, write(value, name)] as const])),
  );
}
