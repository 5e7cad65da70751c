import { expect, test } from "vitest";
import { flag } from "../../src/core/fields.js";
import { everyFieldsOf, fieldsOf, kindIn, kindOf, placedKinds, placesOf, withFields } from "../../src/core/kind.js";
import { kinds } from "../../src/program/kinds.js";
import { beacon } from "../laws/beacons.js";

test("attributes are one object for members that have the same ones, whatever else is said of them", () => {
  for (const kind of placedKinds(kinds)) {
    const whole = kindOf(kinds, kind.name);
    const { fields: own, lacks, dates } = whole.parents[kind.parent] ?? {};
    const isAsEverywhere = own === undefined && lacks === undefined && dates === undefined;
    for (const key of [undefined, ...Object.keys(kind.shapes ?? {})]) {
      const fields = fieldsOf(whole, { key, parent: kind.parent });
      expect(fieldsOf(whole, { key, parent: kind.parent })).toBe(fields);
      expect(fieldsOf(kind, { key })).toBe(fields);
      expect(fieldsOf(whole, { key }) === fields, `${kind.name} of ${kind.parent}`).toBe(isAsEverywhere);
      expect(everyFieldsOf(whole)).toContain(fields);
    }
  }
});

test("a key without a shape of its own, whatever it is called, has the attributes that all share", () => {
  const integration = kindOf(kinds, "integration");
  for (const key of ["no-such-slug", "", "constructor", "__proto__"])
    expect(fieldsOf(integration, { key })).toBe(fieldsOf(integration));
});

test("a kind with other attributes has them in every shape, and the first one keeps its own", () => {
  const integration = kindOf(kinds, "integration");
  const names = (kind: typeof integration) => everyFieldsOf(kind).map((fields) => Object.keys(fields));
  const before = names(integration);
  const none = withFields(integration, () => ({}));
  expect(names(none)).toEqual(before.map(() => []));
  const added = withFields(integration, (fields) => ({ ...fields, tint: flag("") }));
  expect(names(added).every((list) => list.includes("tint"))).toBe(true);
  expect(names(integration)).toEqual(before);
});

test("what a kind has under one parent only is there under that alone, wherever the kind is asked", () => {
  for (const place of [beacon, ...placesOf(beacon)]) {
    expect(kindIn(place, "group")).toBe(kindIn(beacon, "group"));
    expect(fieldsOf(place, { parent: "project" })).toBe(beacon.fields);
    expect(Object.keys(fieldsOf(place, { parent: "group" }))).toEqual([...Object.keys(beacon.fields), "inherited"]);
  }
  expect(everyFieldsOf(beacon)).toEqual([beacon.fields, fieldsOf(beacon, { parent: "group" })]);
  expect(everyFieldsOf(kindIn(beacon, "project"))).toEqual([beacon.fields]);
  expect(kindIn(beacon, "group")).toMatchObject({ tier: "premium", key: { read: "name", values: ["north", "south"] } });
  expect(kindIn(beacon, "project")).toMatchObject({ parent: "project", key: beacon.key });
  expect(() => kindIn(beacon, "instance")).toThrow("the kind beacon does not stand under instance");
  const without = withFields(beacon, (fields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "inherited")),
  );
  expect(everyFieldsOf(without)).toEqual([beacon.fields, beacon.fields]);
});
