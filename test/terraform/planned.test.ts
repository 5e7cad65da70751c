// @module-tag slow
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { terraformResources } from "../../src/derive/terraform/resources.js";
import { objectType, terraformTypeOf } from "../../src/derive/terraform/type-of.js";
import type { TerraformAttributes, TerraformType } from "../../src/derive/terraform/types.js";
import { kinds } from "../../src/program/kinds.js";
import { readDynamicValue, writeDynamicValue } from "../../src/terraform/cty/dynamic-value.js";
import {
  type CtyValue,
  isList,
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  objectValue,
  type ObjectValue,
  sameValue,
} from "../../src/terraform/cty/value.js";
import { finishedState } from "../../src/terraform/finished.js";
import { type AttributeMeaning, plannedState } from "../../src/terraform/planned.js";
import { meaningOf } from "../../src/terraform/resource-type.js";
import { draws } from "../ring.js";
import { planFaults, resultFaults } from "./core-rules.js";
import { objects } from "./values.js";

const all = terraformResources(kinds).map((one) => [one.type, one] as const);

/** Sometimes two values mean the same though they are written in two ways. */
const loosely = (_attribute: unknown, a: unknown, b: unknown): boolean =>
  JSON.stringify(a)?.toLowerCase() === JSON.stringify(b)?.toLowerCase();

describe("a planned state", () => {
  it.each(all)("of %s is one that Terraform's core takes", (_, { attributes }) => {
    const config = objects(attributes, { config: true });
    const prior = fc.option(objects(attributes, { config: false }), { nil: undefined });
    fc.assert(
      fc.property(config, prior, (asked, before) => {
        const planned = plannedState({ attributes, config: asked, prior: before, means: loosely, hashes: new Map() });
        expect(planFaults(attributes, before, asked, planned)).toEqual([]);
      }),
      { numRuns: draws(60) },
    );
  });

  it.each(all)("of %s is the state, where the state is what is asked for", (_, resource) => {
    const { attributes, kind } = resource;
    const means = meaningOf(kind);
    const plan = (config: ObjectValue, prior: ObjectValue) =>
      plannedState({ attributes, config, prior, means, hashes: new Map() });
    fc.assert(
      fc.property(objects(attributes, { config: false }), (drawn) => {
        const state = withoutUnset(plan(drawn, drawn));
        expect(sameValue(plan(state, state), state, objectType(attributes))).toBe(true);
      }),
      { numRuns: draws(30) },
    );
  });

  it.each(all)(
    "of %s stays what it was as far as it was known, when the rest becomes known, and so does the state after it",
    (_, resource) => {
      const { attributes } = resource;
      const type = objectType(attributes);
      const exactly: AttributeMeaning = (attribute, a, b) => sameValue(a, b, terraformTypeOf(attribute));
      const drawn = fc.tuple(
        objects(attributes, { config: true }),
        objects(attributes, { config: false }),
        fc.option(objects(attributes, { config: false }), { nil: undefined }),
      );
      fc.assert(
        fc.property(drawn, ([asked, later, before]) => {
          const plan = (config: ObjectValue) =>
            plannedState({ attributes, config, prior: before, means: exactly, hashes: new Map() });
          const known = completed(attributes, asked, later);
          const [early, final] = [plan(asked), plan(known)];
          expect(resultFaults(early, withoutUnknown(early, final))).toEqual([]);
          const state = finishedState(attributes, final, known, { id: "1", hashes: new Map() });
          expect(isWhollyKnown(state)).toBe(true);
          expect(resultFaults(final, state)).toEqual([]);
          expect(
            sameValue(readDynamicValue({ ...writeDynamicValue(state, type), json: new Uint8Array() }, type), state, type),
          ).toBe(true);
        }),
        { numRuns: draws(40) },
      );
    },
  );
});

/** The configuration once all of it is known: what was not is as another draw has it. */
function completed(attributes: TerraformAttributes, config: ObjectValue, later: ObjectValue): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => {
      const [value, other] = [config[name] ?? null, later[name] ?? null];
      if (attribute.use === "computed" || isWhollyKnown(value)) return [name, value];
      const { nested } = attribute;
      if (nested?.mode !== "single" || !isObjectValue(value))
        return [name, isUnknown(value) ? other : filled(value, terraformTypeOf(attribute))];
      return [name, completed(nested.attributes, value, isObjectValue(other) ? other : objectValue([]))];
    }),
  );
}

/** What is unknown inside of a collection becomes null, or something of its type where it is an item. */
function filled(value: CtyValue, type: TerraformType): CtyValue {
  if (isUnknown(value)) return null;
  const inner = (name: string): TerraformType => {
    if (typeof type === "string" || type[0] === "tuple") return "dynamic";
    return type[0] === "object" ? (type[1][name] ?? "dynamic") : type[1];
  };
  if (isList(value)) {
    const one = inner("");
    return value.map((item) => (isUnknown(item) ? (one === "number" ? 7 : "later") : filled(item, one)));
  }
  return isObjectValue(value)
    ? objectValue(Object.entries(value).map(([name, item]) => [name, filled(item, inner(name))]))
    : value;
}

/** What only the provider knows is still unknown when it is planned for the last time. */
function withoutUnknown(early: CtyValue, final: CtyValue): CtyValue {
  if (isUnknown(final)) return isUnknown(early) ? null : final;
  if (!isObjectValue(final) || !isObjectValue(early)) return final;
  return objectValue(Object.entries(final).map(([name, item]) => [name, withoutUnknown(early[name] ?? null, item)]));
}

function withoutUnset(state: ObjectValue): ObjectValue {
  return objectValue([...Object.entries(state), ["unset", null]]);
}
