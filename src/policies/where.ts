import { groupedBy } from "../core/collections.js";
import { type Fields, switchOf } from "../core/fields.js";
import type { Value } from "../core/json.js";
import type { Policy, Statement } from "../core/layer.js";
import { isPlaceholder } from "../core/placeholders.js";
import { fieldAt } from "../core/steps.js";
import { contradiction, satisfies } from "./satisfies.js";

/**
 * True if a thing fulfils all conditions, false if it fails one; undefined where neither is known. `valueOf` gives the value at a path, null for what is not set and
 * undefined for what is not known.
 */
export function holds(
  conditions: readonly Statement[],
  fields: Fields,
  valueOf: (path: readonly string[]) => Value | undefined,
): boolean | undefined {
  let isKnown = true;
  for (const condition of conditions) {
    const value = valueOf(condition.path);
    if (value === undefined || isPlaceholder(value)) isKnown = false;
    else if (!satisfies(fieldAt(fields, condition.path), condition, value)) return false;
  }
  return isKnown ? true : undefined;
}

/**
 * What a thing must fulfil to be meant by a policy: its `where`, and that no flag is on which closes the thing (archived), unless `where`
 * asks for that flag.
 */
export function conditionsOf({ where, origin }: Pick<Policy, "where" | "origin">, fields: Fields): readonly Statement[] {
  const closing = Object.keys(fields).filter((name) => switchOf(fields[name]) && !where.some(({ path }) => path[0] === name));
  return [...where, ...closing.map((name): Statement => ({ path: [name], word: "is", value: false, origin, origins: {} }))];
}

/** True if no thing is meant by both of two policies: nothing can fulfil what they ask of one of its attributes. */
export function meanOthers(a: Pick<Policy, "where" | "origin">, b: Pick<Policy, "where" | "origin">, fields: Fields): boolean {
  const conditions = [a, b].flatMap((policy) => conditionsOf(policy, fields));
  return [...groupedBy(conditions, ({ path }) => JSON.stringify(path)).values()].some(
    (alike) => contradiction(fieldAt(fields, alike[0]?.path ?? []), alike) !== undefined,
  );
}
