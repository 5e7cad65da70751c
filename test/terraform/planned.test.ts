import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kinds } from "../../src/kinds/index.gen.js";
import { terraformResources } from "../../src/derive/terraform/resources.js";
import { plannedState } from "../../src/terraform/planned.js";
import { objectType } from "../../src/derive/terraform/type-of.js";
import { sameValue } from "../../src/terraform/cty/same.js";
import { objectValue, type ObjectValue } from "../../src/terraform/cty/value.js";
import { meaningOf } from "../../src/terraform/meaning.js";
import { planFaults } from "./core-rules.js";
import { objects } from "./values.js";

const resources = terraformResources(kinds);

/** Sometimes two values mean the same though they are written in two ways. */
const loosely = (_attribute: unknown, a: unknown, b: unknown): boolean =>
  JSON.stringify(a)?.toLowerCase() === JSON.stringify(b)?.toLowerCase();

describe("a planned state", () => {
  it.each(resources.map((one) => [one.type, one] as const))("of %s is one that Terraform's core takes", (_, { attributes }) => {
    const config = objects(attributes, { config: true });
    const prior = fc.option(objects(attributes, { config: false }), { nil: undefined });
    fc.assert(
      fc.property(config, prior, (asked, before) => {
        const planned = plannedState({ attributes, config: asked, prior: before, means: loosely, hashes: new Map() });
        expect(planFaults(attributes, before, asked, planned)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each(resources.map((one) => [one.type, one] as const))(
    "of %s is the state, where the state is what is asked for",
    (_, resource) => {
      const { attributes, kind } = resource;
      const means = meaningOf(kind);
      const plan = (config: ObjectValue, prior: ObjectValue) =>
        plannedState({ attributes, config, prior, means, hashes: new Map() });
      fc.assert(
        fc.property(objects(attributes, { config: false }), (drawn) => {
          const state = withoutUnset(plan(drawn, drawn));
          expect(sameValue(plan(state, state), state, objectType(attributes))).toBe(true);
        }),
        { numRuns: 30 },
      );
    },
  );
});

function withoutUnset(state: ObjectValue): ObjectValue {
  return objectValue([...Object.entries(state), ["unset", null]]);
}
