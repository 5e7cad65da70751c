import type { Field, Fields } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { allFields, type PlacedKind } from "../../core/kind.js";
import { tellsSecret } from "../../core/secret-names.js";
import { readAttribute } from "./read-attribute.js";

/** Names that say nothing of their own: numbers and times of the server, and ends of names under which it describes what stands beside them by another name. */
const describing = /^(?:id|created_at|updated_at)$|(?:^|_)(?:description|name|path|url|title)$/;

/**
 * What an object of a reply says beyond the attributes of its field, as it stands there: what only a newer release has, and what therefore must not be lost. Leaves out what is
 * unset, the number that calls name an entry by, what only describes what stands beside it, what `readOnly` names, and what its name tells to be a secret (`unknownNames` has
 * the name of that).
 */
export function unknownKeys({ fields = {}, readOnly = [] }: Pick<Field, "fields" | "readOnly">, shown: JsonObject): JsonObject {
  return Object.fromEntries(newKeys({ fields, readOnly }, shown).filter(([name]) => !tellsSecret(name)));
}

function newKeys({ fields = {}, readOnly = [] }: Pick<Field, "fields" | "readOnly">, shown: JsonObject): [string, Json][] {
  const known = knownNames(fields);
  return Object.entries(shown).flatMap(([name, value = null]): [string, Json][] =>
    known.has(name) || readOnly.includes(name) || describing.test(name) || isUnset(value) ? [] : [[name, value]],
  );
}

/** Dotted names of what is a secret, as its name tells, in records and entries, and that no field knows. */
function unknownSecrets(fields: Fields, shown: JsonObject): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.fields === undefined) return [];
    const value = readAttribute(field, name, shown);
    const objects = (Array.isArray(value) ? (value as readonly Json[]) : [value ?? null]).filter(isObject);
    const inside = objects.flatMap((one) => [
      ...newKeys(field, one).flatMap(([key]) => (tellsSecret(key) ? [key] : [])),
      ...unknownSecrets(field.fields ?? {}, one),
    ]);
    return [...new Set(inside)].map((key) => `${name}.${key}`);
  });
}

const atTop = new WeakMap<Fields, Map<PlacedKind, ReadonlySet<string>>>();

/**
 * Names in a reply, and among its settings where the kind has them apart, that neither the kind nor facts of any release know: what only a newer release has. Nothing where no facts tell
 * what replies of the kind show. `marks` are names that the engine itself asks for.
 */
export function unknownNames(kind: PlacedKind, fields: Fields, reply: JsonObject, marks: readonly string[]): readonly string[] {
  if (kind.shows === undefined) return [];
  const byKind = atTop.get(fields) ?? new Map<PlacedKind, ReadonlySet<string>>();
  atTop.set(fields, byKind);
  const known = byKind.get(kind) ?? namesAtTop(kind, fields, marks);
  byKind.set(kind, known);
  const inner = kind.readUnder === undefined ? undefined : reply[kind.readUnder];
  const shown = isObject(inner) ? [...Object.entries(reply), ...Object.entries(inner)] : Object.entries(reply);
  const atTopOnes = shown.flatMap(([name, value = null]) =>
    known.has(name) || describing.test(name) || isUnset(value) ? [] : [name],
  );
  return [...atTopOnes, ...unknownSecrets(fields, reply)];
}

function namesAtTop(kind: PlacedKind, fields: Fields, marks: readonly string[]): ReadonlySet<string> {
  return new Set([
    ...(kind.shows ?? []),
    ...knownNames(fields),
    // A reply may also show what the kind has only under another parent.
    ...Object.keys(allFields(kind)),
    ...marks.map((name) => name.split(".")[0] ?? name),
    ...Object.keys(kind.ignored ?? {}),
    ...(kind.readUnder === undefined ? [] : [kind.readUnder]),
    ...(kind.key?.write === undefined ? [] : [kind.key.write]),
  ]);
}

function isUnset(value: Json): boolean {
  return (
    value === null ||
    value === "" ||
    (isObject(value) && Object.keys(value).length === 0) ||
    (Array.isArray(value) && value.length === 0)
  );
}

const namesOf = new WeakMap<Fields, ReadonlySet<string>>();

/** The names under which a reply may show these attributes. */
function knownNames(fields: Fields): ReadonlySet<string> {
  const known = namesOf.get(fields);
  if (known) return known;
  const names = new Set(
    Object.entries(fields).flatMap(([name, { read, write, vendor }]) =>
      [name, read, write, vendor].filter((one) => one !== undefined),
    ),
  );
  namesOf.set(fields, names);
  return names;
}
