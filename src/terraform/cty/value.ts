import type { TerraformType } from "../../derive/terraform/types.js";

// By name and not by class, so that values are told even where this module was loaded twice.
const unknownBrand: unique symbol = Symbol.for("trueup.terraform.unknown");
const bigNumberBrand: unique symbol = Symbol.for("trueup.terraform.number");
const dynamicBrand: unique symbol = Symbol.for("trueup.terraform.dynamic");

/** A number that is not the one that a double prints: decimal text without exponent, in its shortest form (cty/number.ts makes it). */
export class BigNumber {
  readonly [bigNumberBrand] = true;
  constructor(readonly text: string) {}
}

/** A value that is known only after apply. What Terraform says about it beforehand (its refinements) is not kept. */
export class Unknown {
  readonly [unknownBrand] = true;
}

/** The unknown value. */
export const unknown: Unknown = new Unknown();

/** A value of an attribute of type `dynamic`, with the type that it turned out to have. */
export class Dynamic {
  readonly [dynamicBrand] = true;
  constructor(
    readonly type: TerraformType,
    readonly value: CtyValue,
  ) {}
}

/** A value of Terraform's language. Sets and tuples are arrays. Objects and maps have no prototype. A null of type `dynamic` is null. */
export type CtyValue = null | string | number | boolean | BigNumber | Unknown | Dynamic | readonly CtyValue[] | ObjectValue;
/** An object or a map. */
export type ObjectValue = { readonly [name: string]: CtyValue };

export function isUnknown(value: CtyValue | undefined): value is Unknown {
  return typeof value === "object" && value !== null && unknownBrand in value;
}

export function isBigNumber(value: CtyValue | undefined): value is BigNumber {
  return typeof value === "object" && value !== null && bigNumberBrand in value;
}

export function isDynamic(value: CtyValue | undefined): value is Dynamic {
  return typeof value === "object" && value !== null && dynamicBrand in value;
}

export function isList(value: CtyValue | undefined): value is readonly CtyValue[] {
  return Array.isArray(value);
}

/** True for an object or a map. */
export function isObjectValue(value: CtyValue | undefined): value is ObjectValue {
  return (
    typeof value === "object" && value !== null && !isList(value) && !isUnknown(value) && !isBigNumber(value) && !isDynamic(value)
  );
}

/** An object or map of these attributes; later ones win. Any name is a name, `__proto__` too. */
export function objectValue(entries: Iterable<readonly [string, CtyValue]>): ObjectValue {
  const made: { [name: string]: CtyValue } = Object.create(null);
  for (const [name, value] of entries) made[name] = value;
  return made;
}

/** True if nothing in it waits for apply. */
export function isWhollyKnown(value: CtyValue): boolean {
  if (isUnknown(value)) return false;
  if (isDynamic(value)) return isWhollyKnown(value.value);
  if (isList(value)) return value.every(isWhollyKnown);
  return !isObjectValue(value) || Object.values(value).every(isWhollyKnown);
}
