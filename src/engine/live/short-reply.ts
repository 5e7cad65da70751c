import type { Field, Fields } from "../../core/fields.js";
import type { JsonObject } from "../../core/json.js";
import { everyFieldsOf, fieldsOf, type Kinds, type PlacedKind } from "../../core/kind.js";
import { lockingNames } from "../../core/locking.js";
import { likewise } from "../../core/reply.js";
import { markNames } from "../forms/index.js";

const alwaysNeededOf = new WeakMap<Fields, readonly string[]>();

/** These attributes, and those that a plan may need although nobody names them: what updates carry, what closes a thing, and what its holder bounds. */
export function neededAttributes(fields: Fields, attributes: readonly string[]): ReadonlySet<string> {
  const isNeeded = ({ carried, toggle, boundedByParent }: Field) => carried || toggle || boundedByParent;
  const always = alwaysNeededOf.get(fields) ?? Object.keys(fields).filter((name) => fields[name] && isNeeded(fields[name]));
  alwaysNeededOf.set(fields, always);
  return new Set([...always, ...attributes]);
}

/** What is kept of replies: of thousands no more may be than somebody asks for. By the name of the kind, whichever server it is made for (`kindsOn`). */
export class KeptNames {
  private readonly attributes = new Map<string, Set<string>>();
  private readonly names = new Map<string, ReadonlySet<string>>();

  constructor(private readonly kinds: Kinds) {}

  /** Keeps these attributes too, from now on. */
  add(kind: PlacedKind, attributes: readonly string[]): void {
    const known = this.attributes.get(kind.name) ?? new Set<string>();
    if (this.attributes.has(kind.name) && attributes.every((name) => known.has(name))) return;
    for (const name of attributes) known.add(name);
    this.attributes.set(kind.name, known);
    this.names.delete(kind.name);
  }

  /** The part of a reply that is kept. */
  of(kind: PlacedKind, reply: JsonObject): JsonObject {
    const names = this.names.get(kind.name) ?? wireNames(kind, fieldsOf(kind), this.desired(kind));
    this.names.set(kind.name, names);
    return part(reply, names);
  }

  /** Beside what is asked for and always needed, whom it is shared with and what it locks below: both are asked late. */
  private desired(kind: PlacedKind): Iterable<string> {
    const fields = fieldsOf(kind);
    const shares = Object.keys(fields).filter((name) => fields[name]?.links);
    return neededAttributes(fields, [
      ...shares,
      ...lockingNames(this.kinds, kind.name),
      ...(this.attributes.get(kind.name) ?? []),
    ]);
  }
}

const namesOf = new WeakMap<PlacedKind, ReadonlySet<string>>();

/** What of a reply the kind can say, and what tells things apart: what is remembered of thousands must be no more, but for names that somebody asks for. */
export function shortReply(kind: PlacedKind, reply: JsonObject, beside: readonly string[] = []): JsonObject {
  const names =
    namesOf.get(kind) ?? new Set(everyFieldsOf(kind).flatMap((fields) => [...wireNames(kind, fields, Object.keys(fields))]));
  namesOf.set(kind, names);
  return part(reply, beside.length === 0 ? names : new Set([...names, ...beside]));
}

/** The names that attributes have in replies, and those of all that is no attribute and still counts. */
function wireNames(kind: PlacedKind, fields: Fields, attributes: Iterable<string>): ReadonlySet<string> {
  const names = new Set([...markNames(kind, fields), kind.readUnder, kind.tree?.scheduled, kind.tree?.uniqueName]);
  for (const name of attributes) {
    const field = fields[name];
    if (field?.deprecated?.alias) continue;
    for (const one of [name, field?.read, field?.vendor, field?.older?.name]) names.add(one);
  }
  return new Set([...names].filter((name) => name !== undefined));
}

function part(reply: JsonObject, names: ReadonlySet<string>): JsonObject {
  const kept: Record<string, JsonObject[string]> = {};
  for (const name of names) if (Object.hasOwn(reply, name)) kept[name] = reply[name];
  return likewise(reply, kept);
}
