// @module-tag slow
import { describe, expect, test } from "vitest";
import { formed, type FormWord, formWords } from "../../src/core/fields.js";
import {
  isLive,
  fieldsOf,
  topParent,
  isTopLevel,
  kindOf,
  type Kinds,
  kindsUnder,
  parentsOf,
  placedKinds,
  placesOf,
  shownInRoutes,
  comesByItself,
} from "../../src/core/kind.js";
import { lookupOf } from "../../src/core/lookup.js";
import { tiers } from "../../src/core/names.js";
import { parseRoute, routeParameters } from "../../src/core/route.js";
import { directory } from "../../src/kinds/directory.js";
import { attributes, kinds, places } from "./kinds.js";

const byName: Kinds = new Map(kinds.map((kind) => [kind.name, kind]));

/** A value without the functions in it, which are behaviour. */
function withoutFunctions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFunctions);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (typeof part === "function" ? [] : [[name, withoutFunctions(part)]])),
  );
}

describe("every attribute of every kind", () => {
  test("is described by a sentence", () => {
    const wrong = attributes().filter(({ field }) => !/^[A-Z].*[^.]\.$/.test(field.description));
    expect(wrong.map(({ at }) => at)).toEqual([]);
  });

  test("names only attributes that stand beside it, when it requires or replaces one", () => {
    const missing: string[] = [];
    for (const { place, fields } of places()) {
      for (const [name, field] of Object.entries(fields)) {
        for (const other of field.requires ?? []) if (!fields[other]) missing.push(`${place}.${name} requires ${other}`);
        const replacement = field.deprecated?.replacement;
        if (field.deprecated?.alias && (replacement === undefined || !fields[replacement])) {
          missing.push(`${place}.${name} is replaced by ${replacement}`);
        }
        for (const other of field.identity ?? [])
          if (!field.fields?.[other]) missing.push(`${place}.${name} is told by ${other}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test("has an alias of the replacement's own type, unless its value is converted", () => {
    const wrong = places().flatMap(({ place, fields }) =>
      Object.entries(fields)
        .filter(([, field]) => field.deprecated?.alias && !field.deprecated.convert && !field.deprecated.lasting)
        .filter(([, field]) => fields[field.deprecated?.replacement ?? ""]?.type !== field.type)
        .map(([name]) => `${place}.${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test("refers to a kind or to something that the directory finds, whose names it spells and reads as that does", () => {
    for (const { at, field } of attributes()) {
      const { target = "" } = field;
      if (field.type !== "reference") continue;
      const lookup = lookupOf(byName, directory, target);
      const fullPath = byName.get(target)?.tree?.fullPath;
      expect(lookup?.name ?? fullPath, at).toBeDefined();
      expect(field.cased, at).toBe(lookup?.cased);
    }
  });

  test("has a pattern that is a regular expression, with words that explain it", () => {
    for (const { at, field } of attributes()) {
      if (field.pattern === undefined) continue;
      const { like, hint } = field.pattern;
      expect(() => new RegExp(like, "u"), at).not.toThrow();
      expect(hint, at).toMatch(/\S/);
    }
  });

  test("has a default inside its own bounds and values", () => {
    for (const { at, field } of attributes()) {
      if (field.default === undefined) continue;
      if (field.values) expect(field.values, at).toContain(field.default);
      if (typeof field.default !== "number") continue;
      expect(field.default, at).toBeGreaterThanOrEqual(field.min ?? field.default);
      expect(field.default, at).toBeLessThanOrEqual(field.max ?? field.default);
    }
  });

  test("has comparison and wire forms that are stable when applied twice, but for those that say the opposite", () => {
    const samples = [null, "", "a, b", "https://user:pass@host/x/", "nil", "2.0", true, 0, ["a"]];
    for (const { at, field } of attributes()) {
      for (const form of [field.normalise, field.decode, field.encode]) {
        if (Array.isArray(form) || formed(form, true) === false) continue;
        for (const sample of samples) expect(formed(form, formed(form, sample)), at).toEqual(formed(form, sample));
      }
    }
  });

  test("is JSON but for its forms: read from a file it would be the same", () => {
    for (const { at, field } of attributes())
      expect(JSON.parse(JSON.stringify(field)), at).toStrictEqual(withoutFunctions(field));
  });
});

test("every word for a form is used", () => {
  const keys = [...kinds.values()].flatMap(placesOf).map(({ key }) => key?.form);
  const used: unknown[] = attributes().flatMap(({ field }) => [
    field.unlicensed?.encode,
    field.normalise,
    field.decode,
    field.encode,
    field.deprecated?.convert,
  ]);
  for (const word of Object.keys(formWords) as FormWord[]) expect([...used, ...keys]).toContain(word);
});

describe("every kind", () => {
  test("stands under a kind that exists, and all are reachable from the top", () => {
    const tops = kindsUnder(byName, topParent);
    const all = tops.flatMap((top) => [top, ...kindsUnder(byName, top.name)]);
    expect(new Set(all)).toEqual(new Set(placedKinds(byName)));
    for (const kind of kinds) expect(parentsOf(kind), kind.name).not.toEqual([]);
    const holders = new Set(kinds.flatMap((kind) => parentsOf(kind)).filter((name) => name !== topParent));
    for (const name of holders) expect(parentsOf(kindOf(byName, name)), name).toEqual([topParent]);
    expect(byName.has(topParent)).toBe(false);
  });

  test("has routes whose parameters are its own id, its key, or the id of what holds it", () => {
    for (const kind of placedKinds(byName)) {
      const scoped = kind.key?.scope ? ["scope"] : [];
      const shown = [...(kind.key?.oneOf ? ["by"] : []), ...shownInRoutes(kind, fieldsOf(kind))];
      const known = [kind.name, "key", ...scoped, ...shown, isTopLevel(kind) ? undefined : kind.parent, kind.tree?.parent].filter(
        (name) => name !== undefined,
      );
      const { list, read, create, update } = kind.routes;
      for (const route of [list, read, create, update, kind.routes.delete, kind.tree?.restore, kind.tree?.transfer.route]) {
        if (route === undefined) continue;
        const { method, path } = parseRoute(route);
        expect(["GET", "POST", "PUT", "PATCH", "DELETE"]).toContain(method);
        for (const name of routeParameters(path)) expect(known, route).toContain(name);
      }
    }
  });

  test("has a create call or a slot that its update fills, or can be neither made nor deleted; what has no update is made anew with all that it has", () => {
    for (const kind of placedKinds(byName)) {
      const { name, routes, slots, listed } = kind;
      if (!isLive(kind)) continue;
      if (slots) expect(routes.create, name).toBeUndefined();
      if (comesByItself(kind)) expect(routes.delete, name).toBeUndefined();
      if (routes.update === undefined) {
        expect([routes.create, routes.delete], name).not.toContain(undefined);
        for (const field of Object.values(fieldsOf(kind)))
          if (field.on !== "create") expect(field.carried, name).toBe("replaced");
      }
      if (listed === "short") expect(routes.read, name).toContain("{key}");
    }
  });

  test("tells siblings apart by attributes that it has", () => {
    for (const kind of kinds) {
      expect(kind.tree && kind.key, kind.name).toBeUndefined();
      const { sameBy, with: beside } = kind.key ?? {};
      if (sameBy) expect(Object.keys(fieldsOf(kind)), kind.name).toContain(sameBy);
      if (!beside) continue;
      const values = fieldsOf(kind)[beside.field]?.values ?? [];
      expect(values, kind.name).toContain(beside.default);
      if (beside.alone !== undefined) expect(values, kind.name).toContain(beside.alone);
    }
  });

  test("has the attributes that others stand for", () => {
    for (const kind of placedKinds(byName)) {
      const fields = fieldsOf(kind);
      const implied = Object.keys(fields).flatMap((name) =>
        [0, 1, true, false, ""].flatMap((value) => Object.keys(kind.implied?.({ [name]: value }) ?? {})),
      );
      expect(Object.keys(fields), kind.name).toEqual(expect.arrayContaining(implied));
    }
  });

  test("has the default visibility of its members in a setting that exists", () => {
    for (const kind of kinds) {
      if (!kind.tree) continue;
      const { kind: holder, field } = kind.tree.defaultVisibility;
      expect(byName.get(holder)?.fields[field]?.values).toEqual(["private", "internal", "public"]);
    }
  });

  test("has an example of attributes that it knows, which its own check accepts", () => {
    for (const kind of kinds) {
      const known = fieldsOf(kind, { key: kind.shapes ? kind.exampleKey : undefined });
      const example = kind.example as Parameters<NonNullable<typeof kind.check>>[0];
      expect(Object.keys(example).filter((name) => !known[name])).toEqual([]);
      expect(Object.keys(example).length).toBeGreaterThan(0);
      expect(kind.check?.(example, undefined) ?? []).toEqual([]);
      for (const [name, field] of Object.entries(known)) {
        if (field.required && !field.secret) expect(Object.keys(example), kind.name).toContain(name);
      }
    }
  });

  test("is JSON but for its behaviour: read from a file it would be the same", () => {
    for (const kind of kinds) expect(JSON.parse(JSON.stringify(kind)), kind.name).toStrictEqual(withoutFunctions(kind));
  });

  test("says where it comes from and on which tier it is offered", () => {
    for (const kind of kinds) {
      expect(kind.source).toMatch(/^(?:document [123]|the reference of real servers), /);
      expect(kind.description).toMatch(/^[A-Z].*\.$/);
      expect(tiers).toContain(kind.tier ?? "free");
    }
  });
});
