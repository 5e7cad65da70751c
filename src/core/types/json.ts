/** A value that stands for something that is known elsewhere or later: a whole, of which no part is data. `core/placeholders.ts` has them all. */
export abstract class Placeholder {
  /** No object literal is one, whatever it holds. */
  declare protected readonly nominal: never;
}

/** True for any placeholder. */
export function isPlaceholder(value: unknown): value is Placeholder {
  return value instanceof Placeholder;
}

/** Any JSON value: what files hold, what travels on the wire. A placeholder is none. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json | undefined };

/** A value in file form, or one that a plan stores: JSON in which placeholders may stand. */
export type Value = Json | Placeholder | readonly Value[] | { readonly [name: string]: Value | undefined };

/** Attributes by name. */
export type Spec = { readonly [name: string]: Value | undefined };

/** True for a plain object (not null, not an array, no placeholder). */
export function isObject(value: Json | undefined): value is JsonObject;
export function isObject(value: Value | undefined): value is Spec;
export function isObject(value: unknown): value is JsonObject;
export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isPlaceholder(value);
}

/** The items of a list; none of any other value. */
export function asList(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}

/** The written form as JSON with sorted keys and no spaces: equal values give equal text, different ones different text. Undefined keys are left out. */
export function canonicalJson(value: Value | object | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item: Value) => canonicalJson(item)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  return `{${canonicalEntries(value)
    .map(([key, part]) => `${key}:${canonicalJson(part)}`)
    .join(",")}}`;
}

/** The same text in pieces, none of which is longer than an item of a list in it: the text of a whole plan takes as much memory as the plan. */
export function* canonicalPieces(document: object): Generator<string> {
  yield "{";
  for (const [place, [key, part]] of canonicalEntries(document).entries()) {
    yield `${place === 0 ? "" : ","}${key}:`;
    if (Array.isArray(part)) {
      yield "[";
      for (const [index, item] of part.entries()) yield `${index === 0 ? "" : ","}${canonicalJson(item as Value)}`;
      yield "]";
    } else yield canonicalJson(part);
  }
  yield "}";
}

/** Keys as plan files write them, quoted, and what stands there, sorted by the plain keys. */
function canonicalEntries(value: object): (readonly [string, Value | undefined])[] {
  const keyOf = keysOf(value);
  const entries = Object.entries(value as Spec).filter(([, part]) => part !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [JSON.stringify(keyOf(key, part)), part]);
}

/** How plan files write the keys of an object; those of a placeholder are no data. */
function keysOf(value: object): typeof writtenKey {
  return isPlaceholder(value) ? (key) => key : writtenKey;
}

/** A key of data as plan files write it: what could be taken for the mark of a placeholder gets one more `$`. `{"$unknown": true}` is said of data, and stays. */
function writtenKey(key: string, part: Value | undefined): string {
  const isMark = /^\$+(?:ref|lookup|secret|file|unknown)$/.test(key) && !(key === "$unknown" && part === true);
  return isMark ? `$${key}` : key;
}

/** The key that a written one stands for. */
export function readKey(key: string): string {
  return /^\$\$+(?:ref|lookup|secret|file|unknown)$/.test(key) ? key.slice(1) : key;
}

/** A value or document as plan files hold it: placeholders in their written form, and no data that could be taken for one. */
export function writtenForm(value: Value | object): Json {
  if (Array.isArray(value)) return value.map((item: Value) => writtenForm(item));
  if (typeof value !== "object" || value === null) return value;
  // Object.fromEntries, because assigning a key `__proto__` would lose it.
  return Object.fromEntries(writtenEntries(value).map(([key, part]) => [key, writtenForm(part)]));
}

/** Keys as plan files write them, with what stands there now, of an object or a placeholder. */
export function writtenEntries(value: object): (readonly [string, Value])[] {
  const keyOf = keysOf(value);
  return Object.entries(value as Spec).flatMap(([key, part]) => (part === undefined ? [] : [[keyOf(key, part), part] as const]));
}

/** All placeholders that stand in a value, or are it. */
export function placeholdersIn(value: Value | undefined): Placeholder[] {
  if (isPlaceholder(value)) return [value];
  if (Array.isArray(value)) return value.flatMap((item: Value) => placeholdersIn(item));
  return isObject(value) ? Object.values(value).flatMap((part) => placeholdersIn(part)) : [];
}

/** The value of a JSON text; undefined for a text that is none. */
export function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}');

/** True for a text of JSON whose brackets are nested deeper than that; read without taking it apart, which could exhaust the stack. */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInText) {
      if (code === backslash) at++;
      else if (code === quote) isInText = false;
    } else if (code === quote) isInText = true;
    else if (code === openList || code === openObject) depth++;
    else if (code === closeList || code === closeObject) depth--;
    if (depth > most) return true;
  }
  return false;
}

/** An attribute of a reply as text; empty where it is neither a text nor a number. */
export function textAt(object: Spec, name: string): string {
  const value = object[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
