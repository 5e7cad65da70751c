import { type Field, fieldOf, typeOf } from "./fields.js";
import { canonicalJson, isObject, type Spec, type Value } from "./json.js";
import { normalForm } from "./normal-form.js";
import { compareStrictness, sizeOf } from "./strictness.js";

/** Which changes let people read, push, merge, deploy or see a secret who could not before, by attribute, dotted inside records and entries; no other does anything to protection. */
export interface Weakening {
  /** One `more` lets people in, as of members; one `less` protects less, as of protected branches; `other`: it holds what is for some people alone, and lets nobody in. */
  readonly itself?: "more" | "less" | "other";
  /** A new one also gives those whom it names what only protected names have, as protected variables. */
  readonly gives?: true;
  /** A greater value lets more people in: a flag that is on, a further entry, a higher role. */
  readonly more?: readonly string[];
  /** A smaller value protects less: a flag that is off, fewer approvals, an entry that goes, a text that is empty. */
  readonly less?: readonly string[];
  /** Only what the list has is allowed, and without any entry everything: a further entry lets more in, and most of all the last one that goes. A text lists with commas. */
  readonly allowed?: readonly string[];
  /** Only what the list has is protected, and without any entry everything: an entry that goes protects less, and so does the first one. */
  readonly covered?: readonly string[];
  /** No value protects less than another, but another one may be meant for other people, as the value of a variable. */
  readonly other?: readonly string[];
  /** False where the server would protect less with the attributes as they are between two calls than with them as they are to be: no plan passes through these. */
  readonly holds?: (between: Spec, after: Spec) => boolean;
}

/** What a change does to protection: it lets people do or see less, or more; `either` where it does both, or nobody can tell. */
export type Direction = "tightens" | "loosens" | "either";

/** What a new value does to protection, both in file form, unset ones as the default; undefined where it does nothing. `name` is dotted for a part of a record or an entry. */
export function directionOf(
  weakens: Weakening | undefined,
  name: string,
  field: Field,
  before: Value | undefined,
  after: Value | undefined,
): Direction | undefined {
  if (typeOf(field).isManagedInParts) return directionOfParts(weakens, name, field, before, after);
  const way = wayOf(weakens, name);
  const [old, now] = [before ?? field.default ?? null, after ?? field.default ?? null];
  if (way === undefined || canonicalJson(normalForm(field, old)) === canonicalJson(normalForm(field, now))) return undefined;
  if (way === "other") return "either";
  if (way === "allowed") return directionOfAllowed(textsIn(old), textsIn(now));
  // Whatever it protects more lets somebody in less.
  if (way === "covered") return directionOfAllowed(itemTexts(now), itemTexts(old));
  const { grows, shrinks } = growth(weakens, name, field, old, now);
  if (grows === shrinks) return grows ? "either" : undefined;
  return grows === (way === "more") ? "loosens" : "tightens";
}

function directionOfAllowed(old: ReadonlySet<string>, now: ReadonlySet<string>): Direction | undefined {
  if (old.size === 0) return now.size === 0 ? undefined : "tightens";
  const grows = now.size === 0 || [...now].some((text) => !old.has(text));
  const shrinks = now.size > 0 && [...old].some((text) => !now.has(text));
  return grows ? (shrinks ? "either" : "loosens") : shrinks ? "tightens" : undefined;
}

function itemTexts(value: Value): ReadonlySet<string> {
  return new Set((Array.isArray(value) ? value : []).map((item: Value) => canonicalJson(item)));
}

/** The texts of a list, or of a text that lists with commas, without regard to case. */
function textsIn(value: Value): ReadonlySet<string> {
  const items = Array.isArray(value) ? value.map(String) : typeof value === "string" ? value.split(",") : [];
  return new Set(items.map((item) => item.trim().toLowerCase()).filter((text) => text !== ""));
}

/** Of a record only what the new value says of it changes. */
function directionOfParts(
  weakens: Weakening | undefined,
  name: string,
  { fields = {} }: Field,
  before: Value | undefined,
  after: Value | undefined,
): Direction | undefined {
  const [old, now] = [before, after].map((value) => (isObject(value) ? value : {})) as [Spec, Spec];
  const changed = Object.entries(fields).filter(([part]) => now[part] !== undefined);
  return combined(changed.map(([part, field]) => directionOf(weakens, `${name}.${part}`, field, old[part], now[part])));
}

/** What several changes together do to protection; undefined where none does anything. */
export function combined(directions: Iterable<Direction | undefined>): Direction | undefined {
  const [first, ...others] = new Set([...directions].filter((direction) => direction !== undefined));
  return others.length > 0 ? "either" : first;
}

/** Which way an attribute weakens protection; undefined for one that does not, and for a kind that says nothing of it. */
export function wayOf(weakens: Weakening | undefined, name: string): Exclude<keyof Weakening, "itself" | "gives"> | undefined {
  return (["more", "less", "allowed", "covered", "other"] as const).find((way) => weakens?.[way]?.includes(name));
}

function growth(weakens: Weakening | undefined, name: string, field: Field, before: Value, after: Value) {
  if (typeOf(field).unordered || Array.isArray(before) || Array.isArray(after)) {
    const [old, now] = [itemsOf(weakens, name, field, before), itemsOf(weakens, name, field, after)];
    const isCovered = (item: Value, by: readonly Value[]) => by.some((other) => covers(weakens, name, field, other, item));
    return { grows: now.some((item) => !isCovered(item, old)), shrinks: old.some((item) => !isCovered(item, now)) };
  }
  const difference = compareStrictness(field, after, before) ?? plainSize(after, before);
  const isUnknown = difference === undefined;
  return { grows: isUnknown || difference > 0, shrinks: isUnknown || difference < 0 };
}

/** How much more one plain value is than another: a flag that is on than one that is off, a text than none. Undefined for two texts. */
function plainSize(value: Value, than: Value): number | undefined {
  const sizeOfSide = (side: Value) => (side === null || side === "" || side === false ? 0 : side === true ? 1 : undefined);
  const [size, other] = [sizeOfSide(value), sizeOfSide(than)];
  if (size !== undefined && other !== undefined) return size - other;
  return size === 0 ? -1 : other === 0 ? 1 : undefined;
}

/** The items of a list, without entries that let nobody do anything. */
function itemsOf(weakens: Weakening | undefined, name: string, field: Field, value: Value): readonly Value[] {
  const isNobody = (item: Value) =>
    isObject(item) &&
    Object.entries(field.fields ?? {}).some(
      ([part, inner]) =>
        wayOf(weakens, `${name}.${part}`) === "less" && sizeOf(inner, item[part] ?? null) === Number.POSITIVE_INFINITY,
    );
  return (Array.isArray(value) ? value : []).filter((item: Value) => !isNobody(item));
}

/** True if an item adds nothing to another one: of what tells that it protects, as of what tells that it lets somebody in. */
function covers(weakens: Weakening | undefined, name: string, field: Field, other: Value, item: Value): boolean {
  if (!isObject(item) || !isObject(other) || !field.fields) {
    const inner = field.item;
    const meaning = (value: Value) => canonicalJson(inner ? normalForm(inner, value) : value);
    return meaning(item) === meaning(other);
  }
  const fine: Direction = wayOf(weakens, name) === "more" ? "tightens" : "loosens";
  const names = new Set([...Object.keys(item), ...Object.keys(other)]);
  return [...names].every((part) => {
    const inner = fieldOf(field.fields, part);
    const [from, to] = [other[part] ?? null, item[part] ?? null];
    if (!inner) return canonicalJson(from) === canonicalJson(to);
    const isSame = canonicalJson(normalForm(inner, from)) === canonicalJson(normalForm(inner, to));
    const isLet = from !== null && to !== null && directionOf(weakens, `${name}.${part}`, inner, from, to) === fine;
    return isSame || isLet;
  });
}
