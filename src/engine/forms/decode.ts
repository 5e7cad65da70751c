import { type Address, formatAddress } from "../../core/address.js";
import { oncePer } from "../../core/collections.js";
import { type Field, type Fields, formed, matches, shownIf, typeOf, settingRoutesOf } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { addressIn, allFields, fieldsOf, type PlacedKind } from "../../core/kind.js";
import type { Live } from "../../core/plan.js";
import { replyError, thingNumber } from "../../core/reply.js";
import { tellsSecret } from "../../core/secret-names.js";
import type { DecodedParts } from "../../core/types/type-definition.js";
import { markedBy, markNames, pick } from "./marks.js";

/** What is wanted of a reply. */
export interface DecodeRequest {
  /** Attributes; all of them without it. Names that no field knows are marks. */
  readonly attributes?: Iterable<string>;
  /** Names in the reply that are no attributes and are wanted beside those that always are. */
  readonly marks?: readonly string[];
}

/**
 * Turns a reply of the platform into a live thing in file form, with all attributes or only those named. Of the reply itself nothing is kept but its marks.
 * References that the reply gives only by number stay numbers. Throws `reply.type` where a value is none of its field's type; of a plain field, whose type is settled by facts
 * alone and may be wrong, such a value stays as it is.
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
  const text = formatAddress(address);
  const unknown = unknownNames(kind, fields, reply, markNames(kind, fields));
  const { spec, entryKeys } = checked(reply, text, () => ({
    spec: decodeSpec(kind, fields, names, reply),
    entryKeys: entryKeysOf(fields, names, reply),
  }));
  // A spread in front would give each of these objects a hidden class of its own, in Node 20.
  return {
    address: text,
    ...address,
    id: typeof id === "number" || typeof id === "string" ? id : (key ?? kind.name),
    spec,
    marks: {
      ...markedBy(kind, fields, reply),
      ...shownUnder(
        kind,
        reply,
        names.filter((name) => !Object.hasOwn(fields, name)),
      ),
      ...pick(reply, marks),
    },
    ...(entryKeys.length === 0 ? {} : { entryKeys: Object.fromEntries(entryKeys) }),
    scheduledForDeletion: isLeaving(kind, reply),
    ...(unknown.length === 0 ? {} : { unknown }),
  };
}

/** What a reply shows under names that no field knows, as it stands there: among the settings of the kind where it has them apart, else at its top. */
export function shownUnder({ readUnder }: PlacedKind, reply: JsonObject, names: readonly string[]): JsonObject {
  if (names.length === 0) return {};
  const inner = readUnder === undefined ? undefined : reply[readUnder];
  return { ...pick(reply, names), ...(isObject(inner) ? pick(inner, names) : {}) };
}

/** What calls name entries by, where these have ids or routes of their own. */
function entryKeysOf(fields: Fields, names: readonly string[], reply: JsonObject): [string, readonly JsonObject[]][] {
  return names.flatMap((name): [string, readonly JsonObject[]][] => {
    const field = fields[name];
    const shown = field && (field.entryIds || field.links) ? readAttribute(field, name, reply) : undefined;
    if (!field || !Array.isArray(shown)) return [];
    const keyOf = (entry: Json): JsonObject => (isObject(entry) ? entryKey(field, entry) : {});
    return [[name, shown.map((entry: Json, index) => within(name, () => within(index, () => keyOf(entry))))]];
  });
}

function entryKey(field: Field, entry: JsonObject): JsonObject {
  const shown =
    field.entryIds || field.item
      ? [[field.item?.write ?? "id", entry["id"]] as const]
      : (field.identity ?? []).map((name) => [name, readAttribute(field.fields?.[name] ?? field, name, entry)] as const);
  return Object.fromEntries(shown.map(([name, value]) => [name, within(name, () => numberShown(value ?? null))]));
}

function numberShown(value: Json): number | undefined {
  const number = value === null ? undefined : thingNumber(value);
  if (value !== null && number === undefined) throw new WrongValue("the number of a thing", value);
  return number;
}

/** Attributes of a reply in file form; those that it does not show are left out. */
function decodeSpec(kind: PlacedKind, fields: Fields, names: readonly string[], reply: JsonObject): JsonObject {
  const inner = kind.readUnder === undefined ? undefined : reply[kind.readUnder];
  const spec: Record<string, Json> = {};
  for (const name of names) {
    const field = fields[name];
    if (!field || field.deprecated?.alias || field.unreadable || settingRoutesOf(field)) continue;
    const { concealedBy } = shownIf(field);
    if (concealedBy && matches(concealedBy, reply)) continue;
    const inside = isObject(inner) ? readAttribute(field, name, inner) : undefined;
    // An unset value is null and shown: only what is not there at all may stand outside.
    const shown = inside === undefined ? readAttribute(field, name, reply) : inside;
    const decoded = shown === undefined ? undefined : within(name, () => decodeAttribute(field, shown));
    if (decoded !== undefined) spec[name] = decoded;
    else if (field.shown === "set") spec[name] = null;
  }
  return spec;
}

/** As `decodeValue`, for a whole attribute; undefined for what counts as not shown. */
function decodeAttribute(field: Field, shown: Json): Json | undefined {
  if (!field.plain) return withoutAdded(field, decodeValue(field, shown));
  try {
    return decodeValue(field, shown);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    // A secret or a picture that is no text can neither be compared nor be told from what it must not show.
    const isHeld = !field.secret && !typeOf(field).isUploaded && (typeof shown !== "number" || Number.isFinite(shown));
    return isHeld ? shown : undefined;
  }
}

/** What the server adds by itself nobody has said. */
function withoutAdded({ adds }: Field, value: Json): Json {
  if (typeof adds !== "object" || !Array.isArray(value)) return value;
  return value.filter((item: Json) => !adds.some((added) => added === item));
}

/** Attributes that a route of their own shows, in file form; those that its reply does not show are left out. */
export function decodeOwnRoute(address: string, fields: Fields, names: readonly string[], reply: JsonObject): OwnShown {
  const ownFields = Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
  return checked(reply, address, () => ({
    spec: decodeRecord(ownFields, reply),
    entryKeys: Object.fromEntries(entryKeysOf(ownFields, names, reply)),
  }));
}

/** What of a thing stands at routes of its own: attributes in file form, and what calls name their entries by. */
export type OwnShown = Required<Pick<Live, "spec" | "entryKeys">>;

/** What is wrong with a value in a reply, and where in it. */
class WrongValue {
  constructor(
    readonly due: string,
    readonly shown: Json,
    readonly place: readonly (string | number)[] = [],
  ) {}
}

/** Throws the error about the whole reply for what is wrong in it. */
function checked<T>(reply: JsonObject, address: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    const { due, shown, place } = error;
    throw replyError(reply, { attribute: place.join("."), due, shown, address });
  }
}

function within<T>(place: string | number, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof WrongValue) throw new WrongValue(error.due, error.shown, [place, ...error.place]);
    throw error;
  }
}

/** From the wire's form to the file's form. Throws what `checked` makes an error of. */
export function decodeValue(field: Field, value: Json): Json {
  const shown = formed(field.decode, value);
  if (shown === null) return null;
  const decoded = typeOf(field).form.decode(field, shown, parts);
  if (decoded === undefined) throw new WrongValue(dueOf(field), shown);
  return decoded;
}

/** The name that an item of a reply shows for what it refers to; undefined where it shows none. */
export function shownName(field: Field, item: Json): string | undefined {
  const name = item === null ? null : typeOf(field).form.decode(field, item, parts);
  return typeof name === "string" ? name : undefined;
}

const dues: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** What a reply is to hold there, in words. */
function dueOf(field: Field): string {
  const { type } = typeOf(field).schema.reply(field);
  const [named = ""] = [type].flat();
  return (typeof named === "string" ? dues[named] : undefined) ?? `the ${typeOf(field).title(field)}`;
}

const parts: DecodedParts = {
  value: (field, value, at) => within(at, () => decodeValue(field, value)),
  attributes: (fields, values, at) =>
    at === undefined ? decodeRecord(fields, values) : within(at, () => decodeRecord(fields, values)),
  unknown: unknownKeys,
  namesThings: (field) => typeOf(field)?.namesThings === true,
  wrong: (due, value, at) => {
    throw new WrongValue(due, value, [at]);
  },
};

function decodeRecord(fields: Fields, value: JsonObject): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    const shown = readAttribute(field, name, value);
    const decoded = shown === undefined ? undefined : within(name, () => decodeAttribute(field, shown));
    if (decoded !== undefined) result[name] = decoded;
  }
  return result;
}

/** Names that say nothing of their own: numbers and times of the server, and ends of names under which it describes what stands beside them by another name. */
const describing = /^id$|(?:^|_)(?:at|description|name|path|url|title)$/;

/**
 * What an object of a reply says beyond the attributes of its field, as it stands there: what only a newer release has, and what therefore must not be lost. Leaves out what is
 * unset, the number that calls name an entry by, what only describes or repeats what stands beside it, and what its name tells to be a secret (`unknownNames` has the name of
 * that).
 */
function unknownKeys({ fields = {} }: Pick<Field, "fields">, shown: JsonObject): JsonObject {
  return Object.fromEntries(newKeys({ fields }, shown).filter(([name]) => !tellsSecret(name)));
}

function newKeys({ fields = {} }: Pick<Field, "fields">, shown: JsonObject): [string, Json][] {
  const known = knownNames(fields);
  // A text under a second name: name_regex_delete beside name_regex. Equal flags and numbers prove nothing.
  const repeats = (name: string, value: Json) =>
    typeof value === "string" && [...known].some((other) => name.startsWith(`${other}_`) && shown[other] === value);
  return Object.entries(shown).flatMap(([name, value = null]): [string, Json][] =>
    known.has(name) || describing.test(name) || isUnset(value) || repeats(name, value) ? [] : [[name, value]],
  );
}

/** Dotted names of what is a secret, as its name tells, in records and entries, and that no field knows. */
function unknownSecrets(fields: Fields, shown: JsonObject): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.fields === undefined) return [];
    const value = readAttribute(field, name, shown);
    const objects = (Array.isArray(value) ? (value as readonly Json[]) : [value ?? null]).filter(isObject);
    const inside = objects.flatMap((object) => [
      ...newKeys(field, object).flatMap(([key]) => (tellsSecret(key) ? [key] : [])),
      ...unknownSecrets(field.fields ?? {}, object),
    ]);
    return [...new Set(inside)].map((key) => `${name}.${key}`);
  });
}

const atTop = new WeakMap<Fields, Map<PlacedKind, ReadonlySet<string>>>();

/** Names in a reply, and among its settings, that neither the kind nor facts of any release know. `marks` are names that the engine itself asks for. */
function unknownNames(kind: PlacedKind, fields: Fields, reply: JsonObject, marks: readonly string[]): readonly string[] {
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

/** The names under which a reply may show these attributes. */
const knownNames = oncePer(
  (fields: Fields): ReadonlySet<string> =>
    new Set(
      Object.entries(fields).flatMap(([name, { read, write, vendor }]) =>
        [name, read, write, vendor].filter((spelling) => spelling !== undefined),
      ),
    ),
);

/** True for a group or project whose deletion is under way or scheduled. Throws `reply.type` for what is no date. */
export function isLeaving({ tree }: PlacedKind, reply: JsonObject): boolean {
  const shown = (tree && reply[tree.scheduled]) ?? null;
  if (tree === undefined || shown === null) return false;
  if (typeof shown === "string" && /^\d{4}-\d{2}-\d{2}/.test(shown)) return true;
  throw replyError(reply, { attribute: tree.scheduled, due: "a date", shown });
}

/** The value of one attribute under whichever name the server's dialect uses; undefined if the reply does not show it. */
export function readAttribute(field: Field, name: string, reply: JsonObject): Json | undefined {
  for (const spelling of [field.read, field.vendor, name]) {
    if (spelling !== undefined && reply[spelling] !== undefined) return reply[spelling];
  }
  return undefined;
}
