import type { Field, Fields } from "./fields.js";

const known = new WeakMap<Fields, string | undefined>();

/** The attribute that may be no more than that of the group which holds the thing; undefined if there is none. */
export function boundedAttribute(fields: Fields): string | undefined {
  if (!known.has(fields))
    known.set(
      fields,
      Object.keys(fields).find((name) => fields[name]?.boundedByParent),
    );
  return known.get(fields);
}

/** A value that is one of an attribute's; undefined for any other. */
export function valueOf(field: Field | undefined, value: unknown): string | number | undefined {
  return field?.values?.find((one) => one === value);
}

/** True if one value of an attribute is more than another, in the order of its values. */
export function isMore(field: Field | undefined, value: unknown, than: unknown): boolean {
  const [rank, bound] = [value, than].map((one) => field?.values?.findIndex((known) => known === one) ?? -1);
  return rank !== undefined && bound !== undefined && bound >= 0 && rank > bound;
}
