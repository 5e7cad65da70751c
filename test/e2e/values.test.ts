// @module-tag slow
import formats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { fieldsOf, isLive, placedKinds } from "../../src/core/kind.js";
import { fieldSchema } from "../../src/core/schema.js";
import { diff } from "../../src/engine/forms/diff.js";
import { kinds } from "../../src/program/kinds.js";
import { elsewhere, subjects } from "./subjects.js";
import { hasValues, twoValues, unsetValue } from "./values.js";

const all = placedKinds(kinds)
  .filter(isLive)
  .flatMap((kind) =>
    (kind.shapes ? Object.keys(kind.shapes) : [undefined]).flatMap((key) =>
      Object.entries(fieldsOf(kind, { key }))
        .filter(([, field]) => hasValues(field))
        .map(([name, field]) => {
          const at = [kind.name, key, name].filter((part) => part !== undefined).join(".");
          return { at, name, field, place: `${at} of ${kind.parent}` };
        }),
    ),
  );

test("every attribute of every kind has two values that its schema accepts and that differ, so that the matrix leaves none out", () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  formats.default(ajv);
  const wrong = all.flatMap(({ at, name, field }) => {
    const valid = ajv.compile(fieldSchema(field));
    const values = twoValues(field, at);
    const bad = [...values, unsetValue(field)].filter((value) => value !== undefined && !valid(value));
    const isFixed = field.on === "create";
    const [first, second] = values;
    const differs = diff({ [name]: field }, { [name]: first }, { [name]: second }).length > 0;
    return [...bad.map((value) => `${at}: ${JSON.stringify(value)}`), ...(differs || isFixed ? [] : [`${at}: both the same`])];
  });
  expect(wrong).toEqual([]);
});

const isElsewhere = (at: string) => {
  const short = at.replace(/^([^.]*)\..*\.([^.]*)$/, "$1.$2");
  return Object.keys(elsewhere).some((one) => at === one || short === one || at.startsWith(`${one}.`));
};

test("the matrix takes every attribute of every kind through its steps, or says why not", () => {
  const taken = new Set(
    subjects(() => true).flatMap(({ kind, key, names, fixed }) =>
      [...names, ...Object.keys(fixed)].map(
        (name) => `${[kind.name, ...(kind.shapes ? [key] : []), name].join(".")} of ${kind.parent}`,
      ),
    ),
  );
  // Of shapes of a key some stand for all under another parent than the first.
  const isOfOthers = (place: string) => place.startsWith("integration.") && place.endsWith(" of group");
  const missing = all.filter(
    ({ at, place, field }) => !isOfOthers(place) && !taken.has(place) && !isElsewhere(at) && !field.deprecated?.alias,
  );
  expect(missing.map(({ place }) => place)).toEqual([]);
});
