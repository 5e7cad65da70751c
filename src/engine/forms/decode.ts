import { formed } from "../../core/field-words.js";
import { type Address, formatAddress } from "../../core/address.js";
import type { Field, Fields } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { addressIn, fieldsOf, type PlacedKind } from "../../core/kind.js";
import { accessLevelName } from "../../core/names.js";
import type { Live } from "../../core/plan.js";
import { isLeaving } from "../trees.js";

/**
 * Turns a reply of the platform into a live thing in file form, with all attributes or only those named.
 * References that the reply gives only by number stay numbers.
 */
export function decodeReply(
  kind: PlacedKind,
  { path, key }: Pick<Address, "path" | "key">,
  reply: JsonObject,
  only?: ReadonlySet<string>,
): Live {
  const id = reply["id"];
  const address = addressIn(kind, path, key);
  return {
    ...address,
    address: formatAddress(address),
    id: typeof id === "number" || typeof id === "string" ? id : (key ?? kind.name),
    spec: decodeSpec(kind, key, reply, only),
    reply,
    scheduledForDeletion: isLeaving(kind, reply),
  };
}

/** Attributes of a reply in file form; those that it does not show are left out. */
function decodeSpec(
  kind: PlacedKind,
  key: string | undefined,
  reply: JsonObject,
  only: ReadonlySet<string> | undefined,
): JsonObject {
  const inner = kind.readUnder === undefined ? undefined : reply[kind.readUnder];
  const spec: Record<string, Json> = {};
  const fields = fieldsOf(kind, { key });
  for (const name of only ?? Object.keys(fields)) {
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
  switch (field.type) {
    case "flag":
      return decodeFlag(value);
    case "level":
      return accessLevelName(value) ?? value;
    case "reference":
      return isObject(value) ? (value[field.named ?? "name"] ?? value["id"] ?? null) : value;
    case "set":
    case "list":
      return Array.isArray(value) && field.item ? value.map((item: Json) => decodeValue(field.item as Field, item)) : value;
    case "entries":
      return Array.isArray(value) ? value.map((item: Json) => decodeEntry(field, item)) : value;
    case "record":
      return isObject(value) && field.fields ? decodeRecord(field.fields, value) : value;
    default:
      return value;
  }
}

/** Older servers give flags of integrations as text. */
export function decodeFlag(value: Json): Json {
  if (value === "true" || value === "1" || value === 1) return true;
  if (value === "false" || value === "0" || value === 0 || value === "") return false;
  return value;
}

function decodeRecord(fields: Fields, value: JsonObject): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    const shown = readAttribute(field, name, value);
    if (shown !== undefined) result[name] = decodeValue(field, shown);
  }
  return result;
}

/** Servers add an access level to entries that name a user or a group: only the most telling identity attribute is kept. */
function decodeEntry(field: Field, value: Json): Json {
  if (!isObject(value) || !field.fields) return value;
  const all = decodeRecord(field.fields, value);
  const identities = (field.identity ?? []).filter((name) => (all[name] ?? null) !== null);
  const chosen = identities.find((name) => field.fields?.[name]?.type === "reference") ?? identities[0];
  return Object.fromEntries(
    Object.entries(all).filter(([name, part]) => (field.identity?.includes(name) ? name === chosen : (part ?? null) !== null)),
  );
}
