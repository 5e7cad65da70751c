import { canonicalJson, isObject, type Value } from "../../core/json.js";

/** True if two values are the same but for the order of lists: servers show lists now in one order and now in another. */
export function equalAsSets(one: Value | undefined, other: Value | undefined): boolean {
  return unordered(one) === unordered(other);
}

function unordered(value: Value | undefined): string {
  if (Array.isArray(value))
    return `[${value
      .map((item: Value) => unordered(item))
      .sort()
      .join()}]`;
  if (!isObject(value)) return canonicalJson(value);
  const parts = Object.entries(value).flatMap(([name, part]) =>
    part === undefined ? [] : [`${JSON.stringify(name)}:${unordered(part)}`],
  );
  return `{${parts.sort().join()}}`;
}
