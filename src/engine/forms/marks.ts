import { type Fields, plainWhere, shownIf } from "../../core/fields.js";
import type { JsonObject } from "../../core/json.js";
import { type PlacedKind, shownInRoutes } from "../../core/kind.js";
import { matchedIn } from "../../core/match.js";
import { replyError } from "../../core/reply.js";

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
    ...Object.values(fields).flatMap((one) => [one.inapplicable?.shown, shownIf(one).concealedBy, plainWhere(one)]),
  ];
  const names = [
    "id",
    kind.key?.read,
    kind.key?.otherwise,
    kind.key?.variables,
    kind.key?.with?.field,
    kind.key?.scope?.field,
    kind.key?.sameBy?.field,
    kind.tree?.fullPath,
    ...shownInRoutes(kind, fields),
    ...Object.values(fields).map((one) => shownIf(one).presence),
    kind.committed?.read.last,
    ...(kind.marks ?? []),
    ...matches.flatMap((one) => Object.keys(one ?? {})),
  ];
  const found = [...new Set(names.filter((name) => name !== undefined))];
  ofFields.set(kind, found);
  return found;
}

/** What a reply shows under these names. */
export function pick(reply: JsonObject, names: readonly string[]): JsonObject {
  const shown = names.map((name) => [name, matchedIn(reply, name)] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}
