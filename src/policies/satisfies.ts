import { append } from "../core/collections.js";
import type { Field, Fields } from "../core/fields.js";
import { canonicalJson, isObject, type Value } from "../core/json.js";
import type { Policy, Statement } from "../core/layer.js";
import { normalForm } from "../core/normal-form.js";
import { isPlaceholder } from "../core/placeholders.js";
import { fieldAt } from "../core/steps.js";
import { compareStrictness } from "../core/strictness.js";

/** What of a statement a value is held against. */
export type Claim = Pick<Statement, "word" | "value">;

/** True if two values of an attribute mean the same. */
export function isSame(field: Field | undefined, a: Value, b: Value): boolean {
  return canonicalJson(normalOf(field, a)) === canonicalJson(normalOf(field, b));
}

/** The items of a set by what tells them apart, each as canonical text of its meaning; none of what is no set. */
export function setItems(field: Field | undefined, value: Value | undefined): ReadonlyMap<string, string> {
  const normal = value === undefined ? null : normalOf(field, Array.isArray(value) ? value : []);
  return new Map(isObject(normal) ? Object.entries(normal).map(([key, item]) => [key, canonicalJson(item)]) : []);
}

/** True if a value is as a statement asks, null meaning that it is not set. An edit (`add`, `remove`) asks for nothing. */
export function satisfies(field: Field | undefined, { word, value: asked }: Claim, value: Value): boolean {
  switch (word) {
    case "is":
      return isSame(field, asked, value);
    case "one_of":
      return Array.isArray(asked) && asked.some((one: Value) => isSame(field, one, value));
    case "at_least":
      return (compared(field, value, asked) ?? -1) >= 0;
    case "at_most":
      return (compared(field, value, asked) ?? 1) <= 0;
    case "includes": {
      const items = setItems(field, value);
      return [...setItems(field, asked)].every(([key, item]) => items.get(key) === item);
    }
    case "excludes": {
      const items = setItems(field, value);
      return [...setItems(field, asked).keys()].every((key) => !items.has(key));
    }
    default:
      return true;
  }
}

/**
 * Two of several statements about one attribute that no value satisfies together, or all of which together none does; undefined if there may be one. In the
 * order in which they are given.
 */
export function contradiction<One extends Claim>(
  field: Field | undefined,
  claims: readonly One[],
): readonly [One, One] | undefined {
  for (const [index, first] of claims.entries()) {
    const second = claims.slice(index + 1).find((one) => contradict(field, first, one));
    if (second) return [first, second];
  }
  return nothingLeft(field, claims);
}

/** What two lists of choices leave may be forbidden by a third statement, where no two of the three contradict each other. */
function nothingLeft<One extends Claim>(field: Field | undefined, claims: readonly One[]): readonly [One, One] | undefined {
  const [first, ...others] = claims.filter((one) => one.word === "one_of");
  if (!first) return undefined;
  let left = choicesOf(first);
  for (const claim of [...others, ...claims.filter((one) => one.word !== "one_of")]) {
    left = left.filter((choice) => satisfies(field, claim, choice));
    if (left.length === 0) return [first, claim];
  }
  return undefined;
}

/** True if no value satisfies both. */
function contradict(field: Field | undefined, a: Claim, b: Claim): boolean {
  if (isChoice(a)) return !choicesOf(a).some((choice) => satisfies(field, b, choice));
  if (isChoice(b)) return !choicesOf(b).some((choice) => satisfies(field, a, choice));
  const of = (word: Claim["word"]) => (a.word === word ? a.value : b.word === word ? b.value : undefined);
  const [least, most] = [of("at_least"), of("at_most")];
  if (least !== undefined && most !== undefined) return (compared(field, least, most) ?? 0) > 0;
  const [in1, in2] = [a, b].filter((one) => one.word === "includes").map((one) => setItems(field, one.value));
  const out = setItems(field, of("excludes"));
  if (!in1) return false;
  return in2
    ? [...in1].some(([key, item]) => in2.has(key) && in2.get(key) !== item)
    : [...in1.keys()].some((key) => out.has(key));
}

function isChoice({ word }: Claim): boolean {
  return word === "is" || word === "one_of";
}

function choicesOf({ word, value }: Claim): readonly Value[] {
  return word === "one_of" && Array.isArray(value) ? value : [value];
}

function compared(field: Field | undefined, a: Value, b: Value): number | undefined {
  return field && compareStrictness(field, a, b);
}

function normalOf(field: Field | undefined, value: Value): Value {
  return field ? normalForm(field, value) : value;
}

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

/** True if nothing can fulfil both lists of conditions. */
export function excludeEachOther(a: readonly Statement[], b: readonly Statement[], fields: Fields): boolean {
  const byPath = new Map<string, Statement[]>();
  for (const condition of [...a, ...b]) append(byPath, JSON.stringify(condition.path), condition);
  return [...byPath.values()].some(([first, ...others]) => {
    if (!first || others.length === 0) return false;
    return contradiction(fieldAt(fields, first.path), [first, ...others]) !== undefined;
  });
}

/**
 * What a thing must fulfil to be meant by a policy: its `where`, and that no flag is on which closes the thing (`toggle`, such as archived), unless `where`
 * asks for that flag.
 */
export function conditionsOf({ where, origin }: Pick<Policy, "where" | "origin">, fields: Fields): readonly Statement[] {
  const closing = Object.keys(fields).filter((name) => fields[name]?.toggle && !where.some(({ path }) => path[0] === name));
  return [...where, ...closing.map((name): Statement => ({ path: [name], word: "is", value: false, origin, origins: {} }))];
}

/** True if no thing is meant by both of two policies, by their `where`. */
export function meanOthers(a: Pick<Policy, "where" | "origin">, b: Pick<Policy, "where" | "origin">, fields: Fields): boolean {
  return excludeEachOther(conditionsOf(a, fields), conditionsOf(b, fields), fields);
}
