import { defined, groupedBy } from "../core/collections.js";
import type { Origin } from "../core/errors.js";
import type { Field, Fields } from "../core/fields.js";
import { asList, type Value } from "../core/json.js";
import { fieldsOf, type PlacedKind } from "../core/kind.js";
import { type BoundWord, boundWords, type Statement } from "../core/layer.js";
import type { Desired, Live } from "../core/plan.js";
import { fieldAt, valueAtSteps, withValueAt } from "../core/steps.js";
import { compareStrictness } from "../core/strictness.js";
import { type Claim, contradiction, isSame, satisfies, setItems } from "./satisfies.js";

/** A statement with the layer that makes it: `policy NAME`, `preset NAME`, `exception of NAME`; undefined where the thing itself does. */
interface LayeredStatement extends Statement {
  readonly layer?: string;
}

/** A value that a bound names, with the line that names it. */
interface BoundValue {
  readonly value: Value;
  /** Where the value itself stands. */
  readonly origin: Origin;
  readonly layer?: string;
  /** What it is part of. */
  readonly statement: LayeredStatement;
}

/** All that bounds say of one attribute, the strictest of each word. */
interface Bound {
  readonly path: readonly string[];
  readonly at_least?: BoundValue;
  readonly at_most?: BoundValue;
  /** What all lists of choices and the limits leave, in the order of the strongest list. Never empty. */
  readonly one_of?: readonly BoundValue[];
  /** All lists of choices, of which `one_of` is what they leave. */
  readonly lists: readonly LayeredStatement[];
  /** Each item once. */
  readonly includes: readonly BoundValue[];
  readonly excludes: readonly BoundValue[];
}

/** What a value must become, and which lines ask for it. */
interface Nearest {
  readonly value: Value;
  readonly because: readonly BoundValue[];
}

/** True for what bounds a value rather than giving one. */
export function isBound({ word }: Pick<Statement, "word">): boolean {
  return (boundWords as readonly string[]).includes(word);
}

/**
 * What the bounds of one attribute come to, weakest layer first: of lines that are equally strict the strongest counts. Or two of them that nothing can meet together.
 * What is no bound is passed over; undefined if none is left.
 */
export function strictest(
  field: Field | undefined,
  statements: readonly LayeredStatement[],
): { readonly bound: Bound } | { readonly conflict: readonly [LayeredStatement, LayeredStatement] } | undefined {
  const bounds = statements.filter(isBound);
  const [first] = bounds;
  if (!first) return undefined;
  const conflict = contradiction(field, bounds);
  if (conflict) return { conflict };
  const boundsOf = (word: BoundWord) => bounds.filter((bound) => bound.word === word);
  const [least, most] = [limit(field, boundsOf("at_least"), 1), limit(field, boundsOf("at_most"), -1)];
  const choices = allowed(field, boundsOf("one_of"), bounds);
  const items = (word: BoundWord) => {
    const parts = boundsOf(word).flatMap(partsOf);
    return [...new Map(parts.flatMap((part) => [...setItems(field, [part.value]).keys()].map((key) => [key, part]))).values()];
  };
  return {
    bound: {
      path: first.path,
      ...defined({ at_least: least, at_most: most, one_of: choices }),
      lists: boundsOf("one_of"),
      includes: items("includes"),
      excludes: items("excludes"),
    },
  };
}

/** True for a value that one line of a bound does not allow; what is not set counts as in `isWithin`. */
export function breaks(field: Field | undefined, value: Value | undefined, line: Claim): boolean {
  return !satisfies(field, line, valueOr(field, value));
}

/** The line that a value breaks; undefined if it is within all. Undefined or null is what is not set: it counts as the attribute's default where that is known, and else as what breaks any limit. */
export function isWithin(field: Field | undefined, value: Value | undefined, bound: Bound): LayeredStatement | undefined {
  const values = [bound.at_least, bound.at_most, ...bound.includes, ...bound.excludes];
  const lines = [...values.flatMap((term) => (term ? [term.statement] : [])), ...bound.lists];
  return lines.find((line) => breaks(field, value, line));
}

/**
 * What a live value must become, undefined if it is fine as it is: raised or lowered to the limit, the first of the choices, with the items that must be there and without
 * those that must not. What is not set counts as in `isWithin`, and becomes what the bound itself says.
 */
export function nearestWithin(field: Field | undefined, value: Value | undefined, bound: Bound): Nearest | undefined {
  const broken = isWithin(field, value, bound);
  if (!broken) return undefined;
  if (broken.word === "includes" || broken.word === "excludes") return nearestSet(field, valueOr(field, value), bound);
  const [choice] = bound.one_of ?? [];
  const line = choice ?? (broken.word === "at_most" ? bound.at_most : bound.at_least);
  return line && { value: line.value, because: [line] };
}

function nearestSet(field: Field | undefined, value: Value, { includes, excludes }: Bound): Nearest {
  const list: readonly Value[] = Array.isArray(value) ? value : [];
  const keyOf = (item: Value) => [...setItems(field, [item]).keys()][0];
  const items = setItems(field, list);
  const lacking = includes.filter((included) => !satisfies(field, { word: "includes", value: [included.value] }, list));
  const tooMany = excludes.filter((excluded) => items.has(keyOf(excluded.value) ?? ""));
  const dropped = new Set([...lacking, ...tooMany].map((item) => keyOf(item.value)));
  const kept = list.filter((item) => !dropped.has(keyOf(item)));
  return { value: [...kept, ...lacking.map((item) => item.value)], because: [...lacking, ...tooMany] };
}

/** What is not set: the default, where that is known and nothing from above may take its place. */
function valueOr(field: Field | undefined, value: Value | undefined): Value {
  if (value !== undefined && value !== null) return value;
  // Null may be a value of its own, such as no limit.
  if (value === null && field && compareStrictness(field, null, null) !== undefined) return value;
  return field?.defaultFrom === undefined ? (field?.default ?? null) : null;
}

/** The one that is furthest in a direction, the strongest of several such. */
function limit(field: Field | undefined, statements: readonly LayeredStatement[], direction: 1 | -1): BoundValue | undefined {
  const furthest = statements.reduce<LayeredStatement | undefined>((strongest, statement) => {
    const ahead = strongest && field ? (compareStrictness(field, statement.value, strongest.value) ?? 0) : 0;
    return ahead * direction >= 0 ? statement : strongest;
  }, undefined);
  return furthest && { ...placed(furthest), value: furthest.value };
}

/** The choices of the strongest list that no other bound forbids. */
function allowed(
  field: Field | undefined,
  lists: readonly LayeredStatement[],
  bounds: readonly LayeredStatement[],
): readonly BoundValue[] | undefined {
  const strongest = lists.at(-1);
  if (!strongest) return undefined;
  const items = partsOf(strongest).filter(({ value }) => bounds.every((bound) => satisfies(field, bound, value)));
  return items.filter(({ value }, index) => items.findIndex((item) => isSame(field, item.value, value)) === index);
}

function partsOf(statement: LayeredStatement): BoundValue[] {
  return asList(statement.value).map((value, index) => ({
    ...placed(statement),
    value,
    origin: statement.origins[String(index)] ?? statement.origin,
  }));
}

function placed(statement: LayeredStatement): Omit<BoundValue, "value"> {
  return { origin: statement.origin, ...defined({ layer: statement.layer }), statement };
}

/** What bounds an attribute that nothing gives a value, by all lines of it; left out where they contradict each other. */
export function openBounds(
  { spec, bounds = [] }: Pick<Desired, "spec" | "bounds">,
  fields: Fields,
): readonly { readonly field: Field | undefined; readonly bound: Bound }[] {
  return [...groupedBy(bounds, ({ path }) => JSON.stringify(path)).values()].flatMap((lines) => {
    const path = lines[0]?.path ?? [];
    const field = fieldAt(fields, path);
    const outcome = valueAtSteps(spec, path) === undefined ? strictest(field, lines) : undefined;
    return outcome && "bound" in outcome ? [{ field, bound: outcome.bound }] : [];
  });
}

/**
 * What is desired of a thing whose attributes are bounded: what nothing gives a value, and is live outside of its bounds, is to become the nearest that they allow; what
 * is within them is left alone. Values that are given stay as they are: whether they are within bounds is known from the files alone.
 */
export function withBoundsMet<Seen extends { desired: Desired; kind: PlacedKind; live: Live | undefined }>(observed: Seen): Seen {
  const { desired, kind, live } = observed;
  const { bounds = [] } = desired;
  if (bounds.length === 0) return observed;
  let { spec } = desired;
  const origins: Record<string, Origin> = { ...desired.origins };
  const layers: Record<string, string> = { ...desired.layers };
  for (const { field, bound } of openBounds(desired, fieldsOf(kind, { key: desired.key }))) {
    const { path } = bound;
    const nearest = nearestWithin(field, live ? valueAtSteps(live.spec, path) : field?.ofNew, bound);
    if (!nearest) continue;
    spec = withValueAt(spec, path, nearest.value);
    for (const { origin, layer = "" } of nearest.because) {
      origins[path.join(".")] = origin;
      if (layer !== "") layers[path.join(".")] = layer;
    }
  }
  return { ...observed, desired: { ...desired, spec, origins, ...(Object.keys(layers).length > 0 ? { layers } : {}) } };
}
