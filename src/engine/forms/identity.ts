import { type JsonObject, textAt } from "../../core/json.js";
import { keyAttribute, type PlacedKind } from "../../core/kind.js";
import { likewise, numberOf, replyError, textOf } from "../../core/reply.js";

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

const numbered = new WeakMap<PlacedKind, boolean>();

/** True if a route names a thing of the kind by its number, or what hangs on it does. */
function isNumbered(kind: PlacedKind): boolean {
  const { read, update, delete: remove } = kind.routes;
  const known =
    numbered.get(kind) ??
    (kind.tree !== undefined || [read, update, remove].some((route) => route?.includes(`{${kind.name}}`) === true));
  numbered.set(kind, known);
  return known;
}
