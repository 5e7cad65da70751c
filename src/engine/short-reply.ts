import type { JsonObject } from "../core/json.js";
import { everyFieldsOf, type PlacedKind } from "../core/kind.js";

const namesOf = new WeakMap<PlacedKind, ReadonlySet<string>>();

/** What of a reply the kind can say, and what tells things apart: what is remembered of thousands must be no more. */
export function shortReply(kind: PlacedKind, reply: JsonObject): JsonObject {
  const names = namesOf.get(kind) ?? said(kind);
  namesOf.set(kind, names);
  const kept: Record<string, JsonObject[string]> = {};
  for (const [name, value] of Object.entries(reply)) if (names.has(name)) kept[name] = value;
  return kept;
}

function said(kind: PlacedKind): ReadonlySet<string> {
  const names = new Set(["id", kind.key?.read, kind.readUnder, kind.tree?.fullPath, kind.tree?.scheduled]);
  for (const fields of everyFieldsOf(kind)) {
    for (const [name, field] of Object.entries(fields)) {
      if (field.deprecated?.alias) continue;
      for (const one of [name, field.read, field.vendor]) names.add(one);
    }
  }
  return new Set([...names].filter((name) => name !== undefined));
}
