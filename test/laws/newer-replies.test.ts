// @module-tag slow
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Field, type Fields, hidesValue, shownIf, typeOf } from "../../src/core/fields.js";
import { canonicalJson, type Json, type JsonObject, type Spec, type Value } from "../../src/core/json.js";
import { fieldsOf, isLive, placedKinds, type PlacedKind } from "../../src/core/kind.js";
import { writtenSpec } from "../../src/desired/write/written.js";
import { withoutDefaultParts } from "../../src/engine/export/without-defaults.js";
import { decodeOwnRoute, decodeReply, encodeBody, normalForm } from "../../src/engine/forms/index.js";
import { operationsOf } from "../../src/facts/parameters.js";
import { readFacts } from "../../src/facts/read-facts.js";
import { kinds } from "../../src/program/kinds.js";

/** What no release knows: a word, a role, and a key with what it holds. */
const word = "of_a_later_release";
const level = 77;
const key = "later_id";
const held = 7_654_321;

const releases = ["17.10", "19.0"].map((release) => {
  const file = `facts/${release}.json`;
  return readFacts(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"), file);
});

/** Makes the values of a reply, and puts what is new at the place that `at` counts down to. */
class Reply {
  /** What was put in; undefined until then. */
  put: string | undefined;

  constructor(private at: number) {}

  private isHere(): boolean {
    this.at -= 1;
    return this.put === undefined && this.at < 0;
  }

  /** What the wire shows of a field. */
  value(field: Field): Json {
    const { words } = typeOf(field);
    if (field.item && Array.isArray(typeOf(field).schema.sample(field, () => ""))) return [this.value(field.item)];
    if (field.item) return { one: this.value(field.item) };
    if (field.fields) return typeOf(field).isManagedInParts ? this.object(field.fields, []) : this.entries(field, field.fields);
    if (words && this.isHere()) {
      this.put = typeOf(field).namesNumbers ? String(level) : word;
      return typeOf(field).namesNumbers ? level : word;
    }
    return asSent(field);
  }

  private entries(field: Field, fields: Fields): Json {
    const { identity = [] } = field;
    const own = { id: 2, ...this.object(fields, identity.slice(1)) };
    if (!this.isHere()) return [own];
    // One of a sort that is told by nothing that is known.
    this.put = String(held);
    return [own, { id: 3, [key]: held }];
  }

  private object(fields: Fields, without: readonly string[]): JsonObject {
    const parts = Object.entries(fields).flatMap(([name, part]): [string, Json][] =>
      without.includes(name) || part.deprecated?.alias || hidesValue(part) ? [] : [[part.read ?? name, this.value(part)]],
    );
    if (!this.isHere()) return Object.fromEntries(parts);
    this.put = String(held);
    return Object.fromEntries([...parts, [key, held]]);
  }
}

/** A value of a field in the wire's form. */
function asSent(field: Field): Json {
  const sample = typeOf(field).schema.sample(field, () => "");
  return (encodeBody({ it: field }, { it: sample }, "vendor", () => 5)[field.vendor ?? field.write ?? "it"] ?? null) as Json;
}

/** Attributes that the reply about the thing itself shows. */
function shownFields(fields: Fields): [string, Field][] {
  return Object.entries(fields).filter(
    ([, field]) =>
      !field.unreadable &&
      !field.deprecated?.alias &&
      !hidesValue(field) &&
      !shownIf(field).concealedBy &&
      !typeOf(field).isUploaded &&
      field.decode === undefined,
  );
}

/** Names that replies of a kind have in some release, with a value that says nothing. */
function namesInFacts(kind: PlacedKind): JsonObject {
  const operations = releases.flatMap((release) => operationsOf(kinds.get(kind.name) ?? kind, release));
  const keys = operations.flatMap(({ facts }) => Object.entries(facts.reply ?? {}));
  return Object.fromEntries(keys.map(([name, { type }]) => [name, plain(type)]));
}

function plain(type: string): Json {
  return type === "integer" || type === "number" ? 1 : type === "boolean" ? true : type === "string" ? "2030-01-01" : null;
}

/** Every kind, on everything that it may hang on, and each of its shapes. */
const subjects = placedKinds(kinds)
  .filter(isLive)
  .flatMap((kind) => (kind.shapes ? Object.keys(kind.shapes) : [undefined]).map((shape) => ({ kind, shape })));

/** Where something new can stand in a reply of a kind. */
function placesIn(fields: Fields): number {
  const counting = new Reply(Number.POSITIVE_INFINITY);
  let places = 0;
  Object.defineProperty(counting, "isHere", { value: () => ((places += 1), false) });
  for (const [, field] of shownFields(fields)) counting.value(field);
  return places;
}

describe("what only a newer release has in a reply", () => {
  it("is shown, written again where a call replaces all, and exported under unchecked, wherever it stands in a reply of any kind", () => {
    const withPlaces = subjects.flatMap((one) => {
      const count = placesIn(fieldsOf(one.kind, { key: one.shape }));
      return Array.from({ length: count }, (_, at) => ({ ...one, at }));
    });
    expect(withPlaces.length).toBeGreaterThan(100);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: withPlaces.length - 1 }), (index) => {
        const { kind, shape, at } = withPlaces[index] as (typeof withPlaces)[number];
        const fields = fieldsOf(kind, { key: shape });
        const reply = new Reply(at);
        const values = shownFields(fields).map(([name, field]) => [field.read ?? name, reply.value(field)] as const);
        const shown = decoded(kind, shape, fields, Object.fromEntries(values));
        const put = reply.put ?? "";
        expect(put).not.toBe("");
        expect(canonicalJson(shown as JsonObject)).toContain(put);
        const sent = encodeBody(fields, shown, "vendor", () => 5);
        expect(canonicalJson(sent as JsonObject)).toContain(put);
        const brief = Object.entries(shown).map(([name, value]) => [name, withoutDefaultParts(fields[name] as Field, value)]);
        const { unchecked = null } = writtenSpec(fields, Object.fromEntries(brief) as Spec, "");
        expect(canonicalJson(unchecked)).toContain(put);
      }),
      { numRuns: 500, seed: 32 },
    );
  });

  it("tells two entries of one role apart, in each list of entries of every kind", () => {
    const lists = subjects.flatMap(({ kind, shape }) =>
      Object.values(fieldsOf(kind, shape === undefined ? {} : { key: shape })).filter(({ identity = [] }) => identity.length > 0),
    );
    expect(lists.length).toBeGreaterThan(5);
    for (const field of lists) {
      const [name = ""] = field.identity ?? [];
      const entry = { [name]: field.fields?.[name]?.values?.[0] ?? "alice" };
      const both = normalForm(field, [entry, { ...entry, [key]: held }]);
      expect(both).not.toEqual(normalForm(field, [entry]));
      expect(both).not.toEqual(normalForm(field, [{ ...entry, [key]: held }]));
    }
  });

  it("is named without its value where its name tells that it is a secret", () => {
    const kind = placedKinds(kinds).find(({ name }) => name === "protected_tag") as PlacedKind;
    const reply = { name: "v*", create_access_levels: [{ id: 1, access_level: 40, later_token: "hunter2" }] };
    const live = decodeReply(kind, { path: "acme/web", key: "v*" }, reply);
    expect(live.unknown).toEqual(["allowed_to_create.later_token"]);
    expect(JSON.stringify(live)).not.toContain("hunter2");
  });

  it("is named where it stands at the top of a reply, and what known releases show there is not", () => {
    for (const { kind, shape } of subjects) {
      if (kind.shows === undefined) continue;
      const known = { ...namesInFacts(kind), id: 4 };
      const names = (reply: JsonObject) =>
        decodeReply(kind, { path: "acme/web", key: shape ?? "it" }, reply, { attributes: [] }).unknown ?? [];
      expect({ kind: kind.name, parent: kind.parent, shape, names: names(known) }).toMatchObject({ names: [] });
      expect(names({ ...known, [key]: held })).toEqual([key]);
    }
  });
});

function decoded(kind: PlacedKind, shape: string | undefined, fields: Fields, reply: JsonObject): Record<string, Value> {
  const own = Object.entries(fields).filter(([, field]) => field.through ?? field.links?.read ?? field.links?.list);
  const names = own.map(([name]) => name);
  const { spec } = decodeReply(
    kind,
    { path: "acme/web", key: shape ?? "it" },
    kind.readUnder ? { [kind.readUnder]: reply } : reply,
  );
  return { ...spec, ...decodeOwnRoute("it", fields, names, reply).spec } as Record<string, Value>;
}
