import path from "node:path";
import { escapeDefaultWord } from "../../core/default-value.js";
import { type Field, fieldOf, type Fields, typeOf } from "../../core/fields.js";
import { hasGrown } from "../../core/grown.js";
import { isObject, type Json, type JsonObject, type Spec, type Value } from "../../core/json.js";
import { isFile, isMasked, isPlaceholder, isSecret, type SecretValue } from "../../core/placeholders.js";
import type { WrittenParts } from "../../core/types/type-definition.js";
import { escapeLiteral, rewriteFiles } from "../secrets.js";

/**
 * Attributes as they are written into a file: the inverse of what loading makes of them. What `fields` does not know stands under `unchecked`.
 * `directory` is that of the file, relative to the root of the files, with forward slashes ("" for the root itself).
 */
export function writtenSpec(fields: Fields, spec: Spec, directory: string): JsonObject {
  const given = Object.entries(spec).filter(([, value]) => value !== undefined);
  const loose = given.filter(([name, value = null]) => isLoose(fields, name, value));
  const checked = given.filter(([name, value = null]) => !isLoose(fields, name, value));
  const written = (all: typeof given) =>
    all.map(([name, value = null]) => [name, writtenValue(fieldOf(fields, name), value, directory)] as const);
  return Object.fromEntries<Json>([
    ...written(checked),
    ...(loose.length === 0 ? [] : [["unchecked", Object.fromEntries(written(loose))] as const]),
  ]);
}

/** True for what a file can only say under `unchecked`: a name that no field knows, and a value that a newer release has added to those of its field. */
export function isLoose(fields: Fields, name: string, value: Value): boolean {
  const field = fieldOf(fields, name);
  return field === undefined || hasGrown(field, value);
}

/** The value of one attribute as it is written into a file of that directory; `field` is undefined for one under `unchecked`. */
export function writtenValue(field: Field | undefined, value: Value, directory: string): Json {
  const parts: WrittenParts = {
    text: (text) => escapeDefaultWord(escapeLiteral(text)),
    value: (inner, part) => written(inner, part, directory, parts),
    attributes: (fields, values) =>
      eachValue(values, (part, name) =>
        Object.hasOwn(fields, name) ? written(fields[name], part, directory, parts) : (part as Json),
      ),
  };
  return written(field, value, directory, parts);
}

function written(field: Field | undefined, value: Value, directory: string, parts: WrittenParts): Json {
  if (field === undefined) return looseValue(value, directory);
  if (value === null || isMasked(value)) return null;
  if (isSecret(value)) return writtenTemplate(value, directory);
  if (isFile(value)) return fromDirectory(value.$file, directory);
  if (isPlaceholder(value)) throw new Error("a file cannot say what is known only at apply");
  return typeOf(field).form.written(field, value, parts);
}

/** What nothing is known of: every text in it is read as one that may hold references. */
function looseValue(value: Value, directory: string): Json {
  if (typeof value === "string") return escapeLiteral(value);
  if (Array.isArray(value)) return value.map((item: Value) => looseValue(item, directory));
  if (isMasked(value)) return null;
  if (isSecret(value)) return writtenTemplate(value, directory);
  return isObject(value) ? eachValue(value, (part) => looseValue(part, directory)) : (value as Json);
}

function writtenTemplate({ $secret }: SecretValue, directory: string): Json {
  return rewriteFiles($secret, (file) => fromDirectory(file, directory));
}

function fromDirectory(file: string, directory: string): string {
  return path.posix.relative(directory, file);
}

function eachValue(object: Spec, write: (value: Value, name: string) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => (value === undefined ? [] : [[name, write(value, name)] as const])),
  );
}
