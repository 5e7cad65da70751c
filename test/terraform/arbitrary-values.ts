import fc from "fast-check";
import type { TerraformType } from "../../src/derive/terraform/types.js";
import { ctyNumber, type CtyValue, Dynamic, objectValue, unknown } from "../../src/terraform/cty/value.js";

/** A value together with its type. */
export interface Typed {
  readonly type: TerraformType;
  readonly value: CtyValue;
}

const names = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom("__proto__", "constructor", "toString", ""),
);

/** Decimal texts of every size: what doubles hold, and what they do not. */
export const decimals: fc.Arbitrary<string> = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.tuple(fc.integer(), fc.nat()).map(([whole, fraction]) => `${whole}.${fraction}`),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom("9007199254740993", "0.1", "-0", "18446744073709551616", "1e300", "5e-324"),
);

/** Types of Terraform's language, a few levels deep. */
export const types: fc.Arbitrary<TerraformType> = fc.letrec<{ type: TerraformType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<TerraformType>("string", "number", "bool", "dynamic"),
    fc.tuple(fc.constantFrom("list", "set", "map"), tie("type")),
    fc.tuple(fc.constant("tuple" as const), fc.array(tie("type"), { maxLength: 4 })),
    fc.tuple(fc.constant("object" as const), objectTypes(tie("type"))),
  ),
})).type;

function objectTypes(type: fc.Arbitrary<TerraformType>): fc.Arbitrary<{ readonly [name: string]: TerraformType }> {
  return fc.array(fc.tuple(names, type), { maxLength: 4 }).map((entries) => {
    const made: { [name: string]: TerraformType } = Object.create(null);
    for (const [name, one] of entries) made[name] = one;
    return made;
  });
}

/** Values of a type: `null` and unknown ones in every place where `holes` is true. */
export function valuesOf(type: TerraformType, holes = true): fc.Arbitrary<CtyValue> {
  const known = knownValues(type, holes);
  return holes ? fc.oneof({ weight: 8, arbitrary: known }, fc.constant(null), fc.constant(unknown)) : known;
}

function knownValues(type: TerraformType, holes: boolean): fc.Arbitrary<CtyValue> {
  if (type === "string") return fc.string({ unit: "grapheme", maxLength: 40 });
  if (type === "number") return decimals.map(ctyNumber);
  if (type === "bool") return fc.boolean();
  if (type === "dynamic") return dynamics(holes);
  switch (type[0]) {
    case "list":
    case "set":
      return fc.array(valuesOf(type[1], holes), { maxLength: 4 });
    case "map":
      return fc.array(fc.tuple(names, valuesOf(type[1], holes)), { maxLength: 4 }).map(objectValue);
    case "tuple":
      return fc.tuple(...type[1].map((item) => valuesOf(item, holes)));
    default:
      return fc
        .tuple(...Object.entries(type[1]).map(([name, item]) => fc.tuple(fc.constant(name), valuesOf(item, holes))))
        .map(objectValue);
  }
}

function dynamics(holes: boolean): fc.Arbitrary<CtyValue> {
  const simple = fc.constantFrom<TerraformType>("string", "number", "bool", ["list", "string"], ["tuple", ["number", "bool"]]);
  return simple.chain((type) => valuesOf(type, holes).map((value) => new Dynamic(type, value)));
}

/** Values of any type, beside it. */
export const typedValues: fc.Arbitrary<Typed> = types.chain((type) => valuesOf(type).map((value) => ({ type, value })));
