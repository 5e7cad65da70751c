import { TrueupError } from "../../core/errors.js";
import { isObject, type Json } from "../../core/json.js";
import type { TerraformType } from "../../derive/terraform/types.js";

// By name and not by class, so that values are told even where this module was loaded twice.
const unknownBrand: unique symbol = Symbol.for("trueup.terraform.unknown");
const bigNumberBrand: unique symbol = Symbol.for("trueup.terraform.number");
const dynamicBrand: unique symbol = Symbol.for("trueup.terraform.dynamic");

/** A number that is not the one that a double prints: decimal text without exponent, in its shortest form. */
export class BigNumber {
  readonly [bigNumberBrand] = true;
  constructor(readonly text: string) {}
}

/** A value that is known only after apply. What Terraform says about it beforehand (its refinements) is not kept. */
class Unknown {
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
  if (typeof value !== "object" || value === null || isList(value)) return false;
  return !isUnknown(value) && !isBigNumber(value) && !isDynamic(value);
}

/** An object or map of these attributes; later ones win. */
export function objectValue(entries: Iterable<readonly [string, CtyValue]>): ObjectValue {
  return byName(entries);
}

/** An object without a prototype; later entries win. Any name is a name, `__proto__` too. */
export function byName<T>(entries: Iterable<readonly [string, T]>): { readonly [name: string]: T } {
  const made: { [name: string]: T } = Object.create(null);
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

/** How deep types and values may be nested: Terraform's own are a few levels deep, and each level here is a call on the stack. */
export const deepest = 200;

/** The type that a JSON document names, as Terraform writes types. Undefined where it names none, or one that is nested beyond reason. */
export function typeOfJson(json: Json | undefined, depth = 0): TerraformType | undefined {
  if (json === "string" || json === "number" || json === "bool" || json === "dynamic") return json;
  if (!Array.isArray(json) || depth > deepest) return undefined;
  const [name, inner]: readonly Json[] = json;
  if (name === "list" || name === "set" || name === "map") {
    const item = typeOfJson(inner, depth + 1);
    return item === undefined ? undefined : [name, item];
  }
  if (name === "tuple" && Array.isArray(inner)) {
    const items = inner.map((item: Json) => typeOfJson(item, depth + 1));
    return items.every((item) => item !== undefined) ? ["tuple", items] : undefined;
  }
  if (name !== "object" || !isObject(inner)) return undefined;
  const types = Object.entries(inner).map(([attribute, type]) => [attribute, typeOfJson(type, depth + 1)] as const);
  return types.every((entry): entry is readonly [string, TerraformType] => entry[1] !== undefined)
    ? ["object", byName(types)]
    : undefined;
}

// Terraform computes with 512 bits: about 155 digits. More zeros than this are an attack, not a number.
const mostZeros = 5000;
const decimal = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** True for decimal text of a number, with or without exponent. */
export function isNumber(text: string): boolean {
  return decimal.test(text);
}

/**
 * A number by its decimal text, never rounded: a JavaScript number stands for the decimal that it prints, and what is no such decimal becomes a BigNumber.
 * Throws `terraform.number` for what is not a number, or has an exponent beyond reason.
 */
export function ctyNumber(text: string): number | BigNumber {
  const exact = plainDecimal(text);
  const near = Number(exact);
  if (Number.isFinite(near) && plainDecimal(String(near)) === exact) return near === 0 ? 0 : near;
  return new BigNumber(exact);
}

/** The number that a 64-bit integer is. */
export function numberOfInteger(integer: bigint): number | BigNumber {
  const near = Number(integer);
  return Number.isSafeInteger(near) ? near : ctyNumber(integer.toString());
}

/** The number that a double is, to its last digit: 2 to the power of 64 is 18446744073709551616 and not 18446744073709552000. */
export function numberOfDouble(double: number): number | BigNumber {
  if (Number.isSafeInteger(double)) return double === 0 ? 0 : double;
  if (!Number.isFinite(double)) throw notNumber();
  if (Number.isInteger(double)) return numberOfInteger(BigInt(double));
  // A double is an integer divided by a power of two; 2^-n is 5^n / 10^n.
  let [scaled, halvings] = [double, 0];
  while (!Number.isInteger(scaled)) {
    // Doubling could overflow only where doubles are integers already.
    scaled *= 2;
    halvings += 1;
  }
  return ctyNumber(`${BigInt(scaled) * 5n ** BigInt(halvings)}e-${halvings}`);
}

/** The decimal text of a number without exponent, needless zeros or `-0`. */
export function plainDecimal(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = decimal.exec(text) ?? [];
  const shift = Number(exponent);
  if (whole === "" || Math.abs(shift) > mostZeros) throw notNumber();
  const digits = `${"0".repeat(Math.max(0, 1 - shift - whole.length))}${whole}${fraction}${"0".repeat(Math.max(0, shift - fraction.length))}`;
  const point = digits.length - Math.max(0, fraction.length - shift);
  const [before, after] = [digits.slice(0, point).replace(/^0+(?=\d)/, ""), digits.slice(point).replace(/0+$/, "")];
  const unsigned = after === "" ? before : `${before}.${after}`;
  return unsigned === "0" ? "0" : `${sign}${unsigned}`;
}

/** The text may be a secret in the wrong place: it is not shown. */
function notNumber(): TrueupError {
  return new TrueupError({ code: "terraform.number", message: "what stands in place of a number is none that Terraform has" });
}

/** True if both are the same value of the type: sets in any order, an attribute that is left out being null, and an unknown being itself. */
export function sameValue(left: CtyValue, right: CtyValue, type: TerraformType): boolean {
  return textOf(left, type) === textOf(right, type);
}

/** A text that two values of a type share exactly when they are the same. */
function textOf(value: CtyValue | undefined, type: TerraformType): string {
  if (value === null || value === undefined) return "null";
  if (isUnknown(value)) return "?";
  if (isBigNumber(value)) return value.text;
  if (isDynamic(value)) return `${JSON.stringify(value.type)}=${textOf(value.value, value.type)}`;
  if (isList(value)) return itemsText(value, type);
  if (!isObjectValue(value)) return JSON.stringify(value);
  const names = type[0] === "object" ? Object.keys(type[1]) : Object.keys(value);
  const texts = names.sort().map((name) => `${JSON.stringify(name)}:${textOf(value[name], inside(type, name))}`);
  return `{${texts.join(",")}}`;
}

function itemsText(items: readonly CtyValue[], type: TerraformType): string {
  const texts = items.map((item, place) => textOf(item, inside(type, place)));
  return `[${(type[0] === "set" ? texts.sort() : texts).join(",")}]`;
}

/** The type of what stands under a name or at a place; what has none of its own compares by what it is. */
export function inside(type: TerraformType, step: string | number): TerraformType {
  if (typeof type === "string") return "dynamic";
  if (type[0] === "object") return (typeof step === "string" ? type[1][step] : undefined) ?? "dynamic";
  if (type[0] === "tuple") return (typeof step === "number" ? type[1][step] : undefined) ?? "dynamic";
  return type[1];
}

/** A value that is not of its type, or bytes that are no value. `path` has attribute names, map keys, and places in lists; `diagnostic` goes on after it. */
export function valueFailure(path: readonly (string | number)[], diagnostic: string): TrueupError {
  const at = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return new TrueupError({
    code: "terraform.value",
    message: `${at === "" ? "the value" : `\`${at.replace(/^\./, "")}\``} ${diagnostic}`,
    hint: "Terraform and this provider do not agree about the schema: run `terraform init -upgrade`, so that both use the same version of the provider",
  });
}

/** A type in words: `list of string`. */
export function typeInWords(type: TerraformType): string {
  if (typeof type === "string") return type;
  const [name, inner] = type;
  return name === "object" || name === "tuple" ? name : `${name} of ${typeInWords(inner)}`;
}
