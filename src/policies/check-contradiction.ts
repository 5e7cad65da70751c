import type { Field } from "../core/fields.js";
import { isObject } from "../core/json.js";
import type { Statement } from "../core/layer.js";
import { breaks, isBound } from "./bounds.js";
import { isSame, setItems } from "./satisfies.js";

/** One thing that is said of a place, whoever says it: of a value, or an edit of a set. */
export type Saying = Pick<Statement, "word" | "value" | "path" | "about">;

/** True if one path is the other, or leads to something inside of it. */
export function isWithinOrEqual(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.length <= inner.length && outer.every((step, index) => step === inner[index]);
}

/** True if one statement says otherwise than another: a different value, or an edit that the other does not allow. Bounds say no value. */
export function isOtherwise(field: Field | undefined, one: Saying, other: Saying): boolean {
  if (isBound(one) || isBound(other)) return false;
  if (one.path.length !== other.path.length) return unsetsAround(one, other);
  if (!isWithinOrEqual(one.path, other.path)) return false;
  if (one.word === "is" && other.word === "is") return !isSame(field, one.value, other.value);
  const [items, others] = [setItems(field, one.value), setItems(field, other.value)];
  switch (`${one.word} ${other.word}`) {
    case "is add":
      return lacks(items, others);
    case "add is":
      return lacks(others, items);
    case "add add":
      return [...items].some(([key, item]) => others.has(key) && others.get(key) !== item);
    case "remove remove":
      return false;
    default:
      return [...items.keys()].some((key) => others.has(key));
  }
}

/** True if a value or an edit is not what a bound allows; what is not set counts as its default. */
export function isBeyond(field: Field | undefined, said: Saying, bound: Saying): boolean {
  // A text that differs by the thing is held against bounds where the thing is known.
  if (!isBound(bound) || isBound(said) || said.about !== undefined || bound.about !== undefined) return false;
  // Nothing that is bounded stands in what is unset as a whole: its parts are as they were before anybody set them.
  if (said.path.length !== bound.path.length)
    return said.value === null && isWithinOrEqual(bound.path, said.path) && breaks(field, null, bound);
  if (!isWithinOrEqual(said.path, bound.path)) return false;
  if (said.word === "is") return breaks(field, said.value, bound);
  const [items, bounded] = [setItems(field, said.value), setItems(field, bound.value)];
  if (said.word === "add") {
    const isForbidden = [...items.keys()].some((key) => bounded.has(key));
    if (bound.word === "excludes") return isForbidden;
    return bound.word === "includes" && [...items].some(([key, item]) => bounded.has(key) && bounded.get(key) !== item);
  }
  return bound.word === "includes" && [...items.keys()].some((key) => bounded.has(key));
}

/** A record or a map that one unsets as a whole, and of which the other sets a part. */
function unsetsAround(one: Saying, other: Saying): boolean {
  const [outer, inner] = one.path.length < other.path.length ? [one, other] : [other, one];
  const isPart = isWithinOrEqual(inner.path, outer.path);
  return isPart && outer.word === "is" && !isObject(outer.value) && !(outer.value === null && inner.value === null);
}

function lacks(all: ReadonlyMap<string, string>, some: ReadonlyMap<string, string>): boolean {
  return [...some].some(([key, item]) => all.get(key) !== item);
}
