import { durationSeconds } from "../../core/types/duration.js";
import { formed } from "../../core/field-words.js";
import { type Field, type Fields, foldName } from "../../core/fields.js";
import { canonicalJson, isObject, type Json, type Spec, type Value } from "../../core/json.js";
import { accessLevelName } from "../../core/types/access-level.js";
import { hidesSecret, isFile, isPicture } from "../../core/placeholders.js";
import { decodeFlag } from "./decode.js";

/**
 * The normal form of a value in file form: two values that mean the same have equal normal forms, desired and live alike.
 * Sets become objects keyed by what tells their items apart, so that order does not count. Only `diff.ts` compares normal forms.
 */
export function normalForm(field: Field, value: Value): Value {
  const chosen = formed(field.normalise, value);
  if (chosen === null || hidesSecret(chosen)) return chosen;
  switch (field.type) {
    case "text":
      return normalText(field, chosen);
    case "integer":
    case "number":
      return typeof chosen === "string" && chosen.trim() !== "" && Number.isFinite(Number(chosen)) ? Number(chosen) : chosen;
    case "flag":
      return decodeFlag(chosen as Json);
    case "level":
      return accessLevelName(chosen) ?? chosen;
    case "image":
      return normalImage(chosen);
    case "reference":
      return typeof chosen === "string" ? foldName(field, chosen) : chosen;
    case "set":
      return keyed(field.item, chosen, (item) => canonicalJson(item));
    case "entries":
      return Array.isArray(chosen) ? normalEntries(field, chosen) : chosen;
    case "list":
      return Array.isArray(chosen) && field.item ? chosen.map((item: Value) => normalForm(field.item as Field, item)) : chosen;
    case "record":
      return isObject(chosen) && field.fields ? normalSpec(field.fields, chosen) : chosen;
    default:
      return chosen;
  }
}

/** Normal forms of all attributes of a body that its fields know; others (under `unchecked`) stay as they are. */
export function normalSpec(fields: Fields, spec: Spec): Spec {
  const result: Record<string, Value> = {};
  for (const [name, value] of Object.entries(spec)) {
    if (value === undefined) continue;
    const field = fields[name];
    result[name] = field ? normalForm(field, value) : value;
  }
  return result;
}

/** What tells one entry from another: the identity attribute that it has, with its normal value. */
export function entryIdentity(field: Field, entry: Value): string {
  if (!isObject(entry)) return canonicalJson(entry);
  for (const name of field.identity ?? []) {
    const value = entry[name];
    const part = field.fields?.[name];
    if (value !== undefined && value !== null && part) return `${name}:${canonicalJson(normalForm(part, value))}`;
  }
  return canonicalJson(entry);
}

/** Attributes that an entry leaves out count as their default, so that a short entry equals the long one that the platform returns. */
function normalEntries(field: Field, list: readonly Value[]): Value {
  const parts = field.fields ?? {};
  const result: Record<string, Value> = {};
  for (const entry of list) {
    const normal: Record<string, Value> = isObject(entry) ? { ...(normalSpec(parts, entry) as Record<string, Value>) } : {};
    for (const [name, part] of Object.entries(parts)) {
      if (!field.identity?.includes(name)) normal[name] ??= part.default ?? null;
    }
    result[entryIdentity(field, entry)] = normal;
  }
  return result;
}

function keyed(item: Field | undefined, value: Value, identity: (normal: Value) => string): Value {
  if (!Array.isArray(value) || !item) return value;
  const result: Record<string, Value> = {};
  for (const entry of value as readonly Value[]) {
    const normal = normalForm(item, entry);
    result[identity(normal)] = normal;
  }
  return result;
}

function normalText(field: Field, value: Value): Value {
  if (value === "") return null;
  if (typeof value !== "string") return value;
  // A form in a browser sends its line breaks as CR LF: that is no other text.
  return field.format === "duration" ? (durationSeconds(value) ?? value) : value.replaceAll("\r\n", "\n");
}

/** Uploads carry their content's hash in their name, so a reply that only gives a path still tells what it is. */
function normalImage(value: Value): Value {
  if (isFile(value) || isPicture(value)) return value.sha256;
  if (value === "") return null;
  if (typeof value !== "string") return value;
  return hashOfLocation(value) ?? value;
}

/** sha256 of a picture by its place, which holds it where trueup uploaded it: uploads carry it in their name. */
export function hashOfLocation(location: string): string | undefined {
  return /trueup-([0-9a-f]{64})\.[a-z]+(?:[?#].*)?$/.exec(location)?.[1];
}
