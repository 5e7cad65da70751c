import { describe, expect, test } from "vitest";
import type { Fields } from "../../src/core/fields.js";
import { glob } from "../../src/core/glob.js";
import type { Kind, Refinements, Shape } from "../../src/core/kind-data.js";
import { allFields, fieldsOf } from "../../src/core/kind.js";
import { wholeKind } from "../../src/core/release-facts.js";
import { bySubject } from "../../src/core/subject-order.js";
import { describedByName } from "../../src/facts/plain-field.js";
import { kinds as written } from "../../src/kinds/index.gen.js";
import { kinds as known } from "../../src/program/kinds.js";

/** The complete kinds, with what only generated things need of them. */
const complete: ReadonlyMap<string, Kind> = new Map(
  await Promise.all(
    [...known.values()].map(async (kind) => {
      const { refined, shapes } = await wholeKind(written.get(kind.name) ?? kind);
      const described = Object.entries<Shape>(kind.shapes ?? {}).map(([key, shape]) => [
        key,
        { ...shape, ...refinedOf(shapes?.[key]) },
      ]);
      return [
        kind.name,
        { ...kind, ...(refined ? { refined } : {}), ...(kind.shapes ? { shapes: Object.fromEntries(described) } : {}) },
      ] as const;
    }),
  ),
);

function refinedOf(shape: Shape | undefined): Partial<Pick<Shape, "refined">> {
  return shape?.refined ? { refined: shape.refined } : {};
}

/** What people wrote of plain attributes of a kind, or of one of its shapes, and the attributes that there are. */
interface Described {
  readonly at: string;
  readonly refined: Refinements;
  readonly fields: Fields;
  readonly byHand: Fields;
}

const described: readonly Described[] = [...complete.values()].flatMap((kind): Described[] => {
  const { name } = kind;
  const whole: Described = {
    at: name,
    refined: kind.refined ?? {},
    fields: withParts(kind.shapes ? everyShape(kind) : allFields(kind)),
    byHand: withParts(allFields(written.get(name) ?? kind)),
  };
  const shapes = Object.entries(kind.shapes ?? {}).map(([key, shape]) => ({
    at: `${name}.${key}`,
    refined: shape.refined ?? {},
    fields: withParts(fieldsOf(kind, { key })),
    byHand: written.get(name)?.shapes?.[key]?.fields ?? {},
  }));
  return [whole, ...shapes];
});

/** All attributes of all shapes; one that is plain in any of them counts as plain. */
function everyShape(kind: Kind): Fields {
  const all = Object.keys(kind.shapes ?? {}).flatMap((key) => Object.entries(fieldsOf(kind, { key })));
  return Object.fromEntries(all.sort(([, one], [, other]) => Number(one.plain ?? false) - Number(other.plain ?? false)));
}

/** The same with what stands inside of attributes, by dotted names. */
function withParts(fields: Fields, before = ""): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => [
      [before + name, field] as const,
      ...Object.entries(withParts(field.fields ?? field.item?.fields ?? {}, `${before}${name}.`)),
    ]),
  );
}

describe("what people say of attributes that only facts of releases name", () => {
  test("is there for each of them", () => {
    const wanting = described.flatMap(({ at, fields }) =>
      Object.entries(fields).flatMap(([name, { plain, description }]) =>
        plain && (description === "" || description === describedByName(name.split(".").at(-1) ?? name)) ? [`${at}.${name}`] : [],
      ),
    );
    expect(wanting).toEqual([]);
  });

  test("is about attributes that some release has, and that no kind's file has as well", () => {
    const vain = described.flatMap(({ at, refined, fields, byHand }) =>
      Object.keys(refined).flatMap((name) => (fields[name]?.plain && !byHand[name] ? [] : [`${at}.${name}`])),
    );
    expect(vain).toEqual([]);
  });

  test("is a sentence", () => {
    const wrong = described.flatMap(({ at, refined }) =>
      Object.entries(refined).flatMap(([name, { description }]) =>
        description === undefined || /^[A-Z].*[^.]\.$/.test(description) ? [] : [`${at}.${name}: ${description}`],
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe("what attributes are about", () => {
  const grouped = [...complete.values()].filter(({ subjects }) => subjects !== undefined);

  test.each(grouped)("is said for every attribute of $name", (kind) => {
    const fields = allFields(kind);
    const left = bySubject(kind, fields).filter(({ subject, isDeprecated }) => subject === undefined && !isDeprecated);
    expect(left.flatMap(({ names }) => names)).toEqual([]);
  });

  test.each(grouped)("names nothing in vain, of $name", (kind) => {
    const words = (kind.subjects ?? []).flatMap(({ of }) => of);
    const names = Object.keys(allFields(kind));
    const used = new Set(names.map((name) => words.find((word) => word === name) ?? words.find((word) => matches(word, name))));
    expect(words.filter((word) => !used.has(word))).toEqual([]);
  });

  test.each(grouped)("has titles that differ, of $name", ({ subjects = [] }) => {
    const titles = subjects.map(({ title }) => title);
    expect(titles.length).toBe(new Set(titles).size);
  });
});

function matches(word: string, name: string): boolean {
  return word.includes("*") && glob(word)(name);
}
