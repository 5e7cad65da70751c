import fc from "fast-check";
import type { TerraformAttribute, TerraformAttributes, TerraformType } from "../../src/derive/terraform/types.js";
import { Dynamic, objectValue, type ObjectValue, unknown, type CtyValue } from "../../src/terraform/cty/value.js";

/** How values are drawn: what a configuration may hold is more than what a state may. */
export interface Draw {
  /** True for a configuration: values may be unknown, and what only the provider knows is null. */
  readonly config: boolean;
}

/** Objects of the shape that attributes have. */
export function objects(attributes: TerraformAttributes, draw: Draw): fc.Arbitrary<ObjectValue> {
  const entries = Object.entries(attributes).map(([name, attribute]) =>
    valuesOf(attribute, draw).map((value) => [name, value] as const),
  );
  return fc.tuple(...entries).map((made) => objectValue(made));
}

function valuesOf(attribute: TerraformAttribute, draw: Draw): fc.Arbitrary<CtyValue> {
  if (draw.config && attribute.use === "computed") return fc.constant(null);
  if (!draw.config && attribute.writeOnly) return fc.constant(null);
  const known = knownOf(attribute, draw);
  const given = draw.config ? fc.oneof({ weight: 5, arbitrary: known }, { weight: 1, arbitrary: fc.constant(unknown) }) : known;
  return attribute.use === "required"
    ? given
    : fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: given });
}

function knownOf({ type, nested }: TerraformAttribute, draw: Draw): fc.Arbitrary<CtyValue> {
  if (!nested) return valuesOfType(type ?? "dynamic", draw);
  const object = objects(nested.attributes, draw);
  if (nested.mode === "single") return object;
  return nested.mode === "map"
    ? fc.dictionary(words, object).map((made) => objectValue(Object.entries(made)))
    : fc.array(object, { maxLength: 2 });
}

// Few and alike, so that two draws often mean the same.
const words = fc.constantFrom("a", "A", "b", "", "acme/web", "maintainer", "40", "1d", "24 hours");

function valuesOfType(type: TerraformType, draw: Draw): fc.Arbitrary<CtyValue> {
  if (type === "string") return words;
  if (type === "number") return fc.constantFrom<CtyValue>(0, 1, 40, 0.5);
  if (type === "bool") return fc.boolean();
  if (type === "dynamic") return fc.boolean().map((value) => new Dynamic(["object", { x: "bool" }], objectValue([["x", value]])));
  const item = type[0] === "object" || type[0] === "tuple" ? fc.constant<CtyValue>(null) : valuesOfType(type[1], draw);
  const items = draw.config
    ? fc.oneof({ weight: 9, arbitrary: item }, { weight: 1, arbitrary: fc.constant<CtyValue>(unknown) })
    : item;
  if (type[0] === "map") return fc.dictionary(words, items, { maxKeys: 2 }).map((made) => objectValue(Object.entries(made)));
  return fc.array(items, { maxLength: 3 });
}
