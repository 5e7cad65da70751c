import { oncePer } from "../../core/collections.js";
import { type Field, type Fields, matchedIn, plainWhere, shownIf } from "../../core/fields.js";
import { type JsonObject, textAt } from "../../core/json.js";
import { keyAttribute, type PlacedKind, shownInRoutes } from "../../core/kind.js";
import { likewise, numberOf, replyError, textOf } from "../../core/reply.js";
import { routePath } from "../../core/route.js";

/** The marks of a reply. Each is compared with a plain value, so what is none would decide as any other does. */
export function markedBy(kind: PlacedKind, fields: Fields, reply: JsonObject): JsonObject {
  const marks = { ...pick(reply, markNames(kind, fields)), ...lengthsIn(kind, reply) };
  const odd = Object.entries(marks).find(
    ([name, shown]) => typeof shown === "object" && shown !== null && !Object.hasOwn(fields, name),
  );
  if (odd) throw replyError(reply, { attribute: odd[0], due: "a plain value", shown: odd[1] });
  return marks;
}

/** Lists of which only the length counts. */
function lengthsIn({ marks = [] }: PlacedKind, reply: JsonObject): JsonObject {
  const lists = marks.map((name) => [name, reply[name]] as const);
  return Object.fromEntries(lists.flatMap(([name, shown]) => (Array.isArray(shown) ? [[name, shown.length]] : [])));
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
    kind.inherent?.shown,
    kind.keptUndeclared,
    kind.holdsData === true ? undefined : kind.holdsData,
    ...Object.values(fields).flatMap((field) => [field.inapplicable?.shown, shownIf(field).concealedBy, plainWhere(field)]),
  ];
  const names = [
    "id",
    kind.key?.read,
    kind.key?.otherwise,
    kind.key?.variables,
    kind.key?.with?.field,
    kind.key?.scope?.field,
    kind.key?.sameBy,
    kind.tree?.fullPath,
    ...shownInRoutes(kind, fields),
    ...Object.values(fields).map((field) => shownIf(field).presence),
    kind.committed?.read.last,
    ...(kind.marks ?? []),
    ...matches.flatMap((match) => Object.keys(match ?? {})),
  ];
  const distinct = [...new Set(names.filter((name) => name !== undefined))];
  ofFields.set(kind, distinct);
  return distinct;
}

/** What a reply shows under these names. */
export function pick(reply: JsonObject, names: readonly string[]): JsonObject {
  const shown = names.map((name) => [name, matchedIn(reply, name)] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}

/**
 * A reply about a thing of a kind that shows what requests and comparisons tell it from others by: its number where routes name that, as a number, and its full path where it
 * lies in a tree. Throws `reply.type` for any other: a thing that is not known again would be made a second time, or another one be changed in its place.
 */
export function identified(kind: PlacedKind, reply: JsonObject): JsonObject {
  if (kind.tree) textOf(reply, kind.tree.fullPath);
  if (!isNumbered(kind)) return reply;
  const id = numberOf(reply);
  if (id === undefined) throw replyError(reply, { attribute: "id", due: "the number of a thing", shown: undefined });
  return reply["id"] === id ? reply : likewise(reply, { ...reply, id });
}

/** The same of one that a list shows beside its siblings, which are told apart by their keys. */
export function identifiedMember(kind: PlacedKind, shown: JsonObject): JsonObject {
  const { key } = kind;
  const reply = withKey(kind, shown);
  const attribute = key && keyAttribute(key, reply);
  if (attribute !== undefined && textOf(reply, attribute) === "")
    throw replyError(reply, { attribute, due: "a name", shown: "" });
  if (key?.with) textOf(reply, key.with.field);
  return identified(kind, reply);
}

/** With the key as one attribute, where the platform has several for it. */
function withKey({ key }: PlacedKind, reply: JsonObject): JsonObject {
  const by = key?.oneOf?.find((name) => textAt(reply, name) !== "");
  return key === undefined || by === undefined ? reply : likewise(reply, { ...reply, [key.read]: `${by}=${textAt(reply, by)}` });
}

/** True if a route of the kind, or of its children, names the resource by its number. */
const isNumbered = oncePer((kind: PlacedKind): boolean => {
  const { read, update, delete: remove } = kind.routes;
  return kind.tree !== undefined || [read, update, remove].some((route) => route?.includes(`{${kind.name}}`) === true);
});

/** The path below `/api/v4` at which the server serves the picture of a thing; undefined where the attribute has no such route. */
export function picturePath(field: Field | undefined, kind: string, id: number | string | undefined): string | undefined {
  return field?.picture === undefined || id === undefined ? undefined : routePath(field.picture, { [kind]: id });
}
