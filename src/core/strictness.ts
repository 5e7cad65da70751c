import { type Field, type Fields, formed, namesWith, typeOf } from "./fields.js";
import { canonicalJson, type Value } from "./json.js";
import { isPlaceholder } from "./placeholders.js";

/** True if of any two values of the attribute one is the greater, as of numbers and of words with `ordered`. Only such an attribute can have a bound. */
export function isOrdered(field: Field): boolean {
  return !field.secret && typeOf(field).measure?.(field) !== undefined;
}

/** Compares two values in file form, negative if `a` is less; the `greatest` are more than all others. Undefined without an order, and for a value that no order knows. */
export function compareStrictness(field: Field, a: Value, b: Value): number | undefined {
  if (!isOrdered(field)) return undefined;
  const [left, right] = [sizeOf(field, a), sizeOf(field, b)];
  if (left === undefined || right === undefined) return undefined;
  // Two that are without end are equal, and their difference would be no number.
  return left === right ? 0 : left - right;
}

/** How great a value is in the order of its attribute; undefined for what no order knows. */
export function sizeOf(field: Field, value: Value): number | undefined {
  if (isPlaceholder(value)) return undefined;
  const meaning = meaningOf(field, value);
  const isGreatest = field.greatest?.some((greatest) => canonicalJson(meaningOf(field, greatest)) === canonicalJson(meaning));
  if (isGreatest) return Number.POSITIVE_INFINITY;
  return meaning === null ? undefined : typeOf(field).measure?.(field)?.(meaning);
}

/** Two spellings of one value are of one size. */
function meaningOf(field: Field, value: Value): Value {
  const chosen = formed(field.normalise, value);
  return chosen === null ? null : typeOf(field).form.meaning(field, chosen);
}

/** The attribute that may be no more than that of the group which holds the thing; undefined if there is none. */
export function boundedAttribute(fields: Fields): string | undefined {
  return namesWith(fields, "ordered").find((name) => fields[name]?.ordered === "within-parent");
}

/** A value that is one of an attribute's; undefined for any other. */
export function valueOf(field: Field | undefined, value: unknown): string | number | undefined {
  return field?.values?.find((allowed) => allowed === value);
}

/** True if one value of an attribute is more than another, in the order of its values. */
export function isMore(field: Field | undefined, value: unknown, than: unknown): boolean {
  const [rank, bound] = [value, than].map((item) => field?.values?.findIndex((known) => known === item) ?? -1);
  return rank !== undefined && bound !== undefined && bound >= 0 && rank > bound;
}
