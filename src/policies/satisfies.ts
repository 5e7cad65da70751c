import type { Field } from "../core/fields.js";
import { type Value, canonicalJson, isObject } from "../core/json.js";
import type { Statement } from "../core/layer.js";
import { normalForm } from "../core/normal-form.js";
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
      return Array.isArray(asked) && asked.some((item: Value) => isSame(field, item, value));
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
    const second = claims.slice(index + 1).find((claim) => contradict(field, first, claim));
    if (second) return [first, second];
  }
  return nothingLeft(field, claims);
}

/** What two lists of choices leave may be forbidden by a third statement, where no two of the three contradict each other. */
function nothingLeft<One extends Claim>(field: Field | undefined, claims: readonly One[]): readonly [One, One] | undefined {
  const [first, ...others] = claims.filter((claim) => claim.word === "one_of");
  if (!first) return undefined;
  let left = choicesOf(first);
  for (const claim of [...others, ...claims.filter((candidate) => candidate.word !== "one_of")]) {
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
  const [in1, in2] = [a, b].filter((claim) => claim.word === "includes").map((claim) => setItems(field, claim.value));
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
