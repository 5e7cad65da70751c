import { type Address, formatAddress } from "../../core/address.js";
import { formed } from "../../core/field-rules.js";
import { type Field, type Fields, typeOf } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { addressIn, fieldsOf, type PlacedKind } from "../../core/kind.js";
import type { Live } from "../../core/plan.js";

/** What is wanted of a reply. */
export interface DecodeRequest {
  /** Attributes; all of them without it. Names that no field knows are marks. */
  readonly attributes?: Iterable<string>;
  /** Names in the reply that are no attributes and are wanted beside those that always are. */
  readonly marks?: readonly string[];
}

/**
 * Turns a reply of the platform into a live thing in file form, with all attributes or only those named. Of the reply itself nothing is kept but its marks.
 * References that the reply gives only by number stay numbers.
 */
export function decodeReply(
  kind: PlacedKind,
  { path, key }: Pick<Address, "path" | "key">,
  reply: JsonObject,
  { attributes, marks = [] }: DecodeRequest = {},
): Live {
  const id = reply["id"];
  const address = addressIn(kind, path, key);
  const fields = fieldsOf(kind, { key });
  const names = [...(attributes ?? Object.keys(fields))];
  const entryKeys = entryKeysOf(fields, names, reply);
  return {
    ...address,
    address: formatAddress(address),
    id: typeof id === "number" || typeof id === "string" ? id : (key ?? kind.name),
    spec: decodeSpec(kind, fields, names, reply),
    marks: pick(reply, [...markNames(kind, fields), ...names.filter((name) => !Object.hasOwn(fields, name)), ...marks]),
    ...(entryKeys.length === 0 ? {} : { entryKeys: Object.fromEntries(entryKeys) }),
    scheduledForDeletion: kind.tree !== undefined && (reply[kind.tree.scheduled] ?? null) !== null,
  };
}

const markNamesOf = new WeakMap<Fields, Map<PlacedKind, readonly string[]>>();

/** What of a reply is no attribute and still tells things apart, or decides by a word of the kind or of a field. */
export function markNames(kind: PlacedKind, fields: Fields): readonly string[] {
  const ofFields = markNamesOf.get(fields) ?? new Map<PlacedKind, readonly string[]>();
  markNamesOf.set(fields, ofFields);
  const known = ofFields.get(kind);
  if (known) return known;
  const matches = [
    kind.absent,
    kind.inherent,
    kind.keptUndeclared,
    ...Object.values(fields).map((one) => one.inapplicable?.shown),
  ];
  const names = [
    "id",
    kind.key?.read,
    kind.key?.with?.field,
    kind.tree?.fullPath,
    ...matches.flatMap((one) => Object.keys(one ?? {})),
  ];
  const found = [...new Set(names.filter((name) => name !== undefined))];
  ofFields.set(kind, found);
  return found;
}

function pick(reply: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(reply, name) ? [[name, reply[name]]] : [])));
}

/** What calls name entries by, where these have ids or routes of their own. */
function entryKeysOf(fields: Fields, names: readonly string[], reply: JsonObject): [string, readonly JsonObject[]][] {
  return names.flatMap((name): [string, readonly JsonObject[]][] => {
    const field = fields[name];
    const shown = field && (field.entryIds || field.links) ? readAttribute(field, name, reply) : undefined;
    if (!field || !Array.isArray(shown)) return [];
    return [[name, shown.map((entry: Json) => (isObject(entry) ? entryKey(field, entry) : {}))]];
  });
}

function entryKey(field: Field, entry: JsonObject): JsonObject {
  if (field.entryIds) return pick(entry, ["id"]);
  const parts = (field.identity ?? []).flatMap((name) => {
    const part = field.fields?.[name];
    const value = part && readAttribute(part, name, entry);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(parts) as JsonObject;
}

/** Attributes of a reply in file form; those that it does not show are left out. */
function decodeSpec(kind: PlacedKind, fields: Fields, names: readonly string[], reply: JsonObject): JsonObject {
  const inner = kind.readUnder === undefined ? undefined : reply[kind.readUnder];
  const spec: Record<string, Json> = {};
  for (const name of names) {
    const field = fields[name];
    if (!field || field.deprecated?.alias || field.unreadable) continue;
    const within = isObject(inner) ? readAttribute(field, name, inner) : undefined;
    // An unset value is null and shown: only what is not there at all may stand outside.
    const shown = within === undefined ? readAttribute(field, name, reply) : within;
    if (shown !== undefined) spec[name] = decodeValue(field, shown);
  }
  return spec;
}

/** The value of one attribute under whichever name the server's dialect uses; undefined if the reply does not show it. */
export function readAttribute(field: Field, name: string, reply: JsonObject): Json | undefined {
  for (const spelling of [field.read, field.vendor, name]) {
    if (spelling !== undefined && reply[spelling] !== undefined) return reply[spelling];
  }
  return undefined;
}

/** From the wire's form to the file's form. */
export function decodeValue(field: Field, value: Json): Json {
  if (field.decode) return formed(field.decode, value);
  if (value === null) return null;
  return typeOf(field).form.decode(field, value, parts);
}

const parts = {
  value: decodeValue,
  attributes: decodeRecord,
  namesThings: (field: Field | undefined) => typeOf(field)?.namesThings === true,
};

function decodeRecord(fields: Fields, value: JsonObject): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    const shown = readAttribute(field, name, value);
    if (shown !== undefined) result[name] = decodeValue(field, shown);
  }
  return result;
}
