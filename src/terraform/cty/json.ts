import { TrueupError } from "../../core/errors.js";
import { isObject, type Json } from "../../core/json.js";
import type { TerraformType } from "../../derive/terraform/types.js";
import {
  byName,
  ctyNumber,
  type CtyValue,
  deepest,
  Dynamic,
  inside,
  isBigNumber,
  isDynamic,
  isList,
  isNumber,
  isObjectValue,
  isUnknown,
  objectValue,
  typeInWords,
  typeOfJson,
  valueFailure,
} from "./value.js";

/** Plain JSON of a wholly known value. A number that no double holds becomes its decimal text; a dynamic value loses its type. Throws TrueupError `terraform.value` where something is unknown. */
export function toJson(value: CtyValue): Json {
  if (isUnknown(value)) throw valueFailure([], "is known only after apply");
  if (isBigNumber(value)) return value.text;
  if (isDynamic(value)) return toJson(value.value);
  if (isList(value)) return value.map(toJson);
  if (!isObjectValue(value)) return value;
  return byName(Object.entries(value).map(([name, item]) => [name, toJson(item)]));
}

/**
 * A value of the type from plain JSON, such as a reply of the platform. A number or flag where a text belongs becomes its text, a text that is a number where a number belongs becomes that. What an object's type does not name is left out,
 * what the JSON does not name is null; what is of type `dynamic` gets the type that it has. Throws TrueupError `terraform.value` where the JSON does not fit.
 */
export function fromJson(json: Json | undefined, type: TerraformType): CtyValue {
  return typed(plainValue(json ?? null), type, (value) => new Dynamic(typeOf(value), value), []);
}

/**
 * A value from a state's JSON, exactly: no number is rounded, and what is dynamic names its type beside its value. Attributes that the type does not name (of an older schema) are left out.
 * Throws TrueupError `terraform.json` where the text is no JSON and `terraform.value` where it does not fit.
 */
export function fromStateJson(text: string, type: TerraformType): CtyValue {
  return typed(parseExactJson(text), type, stateDynamic, []);
}

type Path = readonly (string | number)[];
type ReadDynamic = (value: CtyValue, path: Path) => CtyValue;

function typed(value: CtyValue, type: TerraformType, dynamic: ReadDynamic, path: Path): CtyValue {
  if (value === null) return null;
  if (type === "dynamic") return dynamic(value, path);
  if (typeof type === "string") return simple(value, type, path);
  const part = (inner: CtyValue, step: string | number) => typed(inner, inside(type, step), dynamic, [...path, step]);
  if (type[0] !== "map" && type[0] !== "object") {
    if (!isList(value) || (type[0] === "tuple" && value.length !== type[1].length)) throw mismatch(type, path);
    return value.map(part);
  }
  if (!isObjectValue(value)) throw mismatch(type, path);
  const names = Object.keys(type[0] === "object" ? type[1] : value);
  return objectValue(names.map((name) => [name, part(value[name] ?? null, name)]));
}

function simple(value: CtyValue, type: "string" | "number" | "bool", path: Path): CtyValue {
  if (type === "bool") {
    if (typeof value === "boolean") return value;
    if (value === "true" || value === "false") return value === "true";
  } else if (type === "string") {
    if (typeof value === "string") return value;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (isBigNumber(value)) return value.text;
  } else {
    if (typeof value === "number" || isBigNumber(value)) return value;
    if (typeof value === "string" && isNumber(value)) return ctyNumber(value);
  }
  throw mismatch(type, path);
}

/** Values of plain JSON, whose doubles are what they print. */
function plainValue(json: Json): CtyValue {
  if (typeof json === "number") return ctyNumber(String(json));
  if (typeof json !== "object" || json === null) return json;
  if (isObject(json)) return objectValue(Object.entries(json).map(([name, item]) => [name, plainValue(item ?? null)]));
  return json.map(plainValue);
}

/** Lists are tuples, because their items need not be of one type. */
function typeOf(value: CtyValue): TerraformType {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number" || isBigNumber(value)) return "number";
  if (isList(value)) return ["tuple", value.map(typeOf)];
  if (isObjectValue(value)) return ["object", byName(Object.entries(value).map(([name, item]) => [name, typeOf(item)]))];
  return "dynamic";
}

function stateDynamic(value: CtyValue, path: Path): CtyValue {
  const type = isObjectValue(value) ? typeOfJson(toJson(value["type"] ?? null)) : undefined;
  if (type === undefined || !isObjectValue(value)) {
    throw valueFailure(path, "is of type dynamic and does not say what type it has");
  }
  return new Dynamic(type, typed(value["value"] ?? null, type, stateDynamic, path));
}

function mismatch(type: TerraformType, path: Path): Error {
  return valueFailure(path, `is not of its type, ${typeInWords(type)}`);
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const spacePattern = /[ \t\n\r]*/y;
const words = Object.entries({ true: true, false: false, null: null });

/** Reads JSON without rounding any number and with every key taken as a name, `__proto__` too. Throws TrueupError `terraform.json`. */
function parseExactJson(text: string): CtyValue {
  const source: Source = { text, offset: 0 };
  const value = readValue(source, 0);
  skipSpace(source);
  if (source.offset < text.length) throw unreadable(source);
  return value;
}

interface Source {
  readonly text: string;
  offset: number;
}

function readValue(source: Source, depth: number): CtyValue {
  if (depth > deepest) throw unreadable(source);
  skipSpace(source);
  switch (source.text[source.offset]) {
    case "{":
      return objectValue(readItems(source, "}", () => readEntry(source, depth + 1)));
    case "[":
      return readItems(source, "]", () => readValue(source, depth + 1));
    case '"':
      return readString(source);
    default:
      return readWord(source);
  }
}

function readItems<Item>(source: Source, end: string, item: () => Item): Item[] {
  source.offset += 1;
  const items: Item[] = [];
  if (reached(source, end)) return items;
  do items.push(item());
  while (reached(source, ","));
  if (!reached(source, end)) throw unreadable(source);
  return items;
}

function readEntry(source: Source, depth: number): readonly [string, CtyValue] {
  skipSpace(source);
  const name = readString(source);
  if (!reached(source, ":")) throw unreadable(source);
  return [name, readValue(source, depth)];
}

function readString(source: Source): string {
  const { text, offset } = source;
  if (text[offset] !== '"') throw unreadable(source);
  let end = text.indexOf('"', offset + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  try {
    const value: unknown = JSON.parse(text.slice(offset, end + 1));
    source.offset = end + 1;
    return String(value);
  } catch {
    throw unreadable(source);
  }
}

/** True where an odd number of backslashes stands before it. */
function isEscaped(text: string, place: number): boolean {
  let before = place;
  while (text[before - 1] === "\\") before -= 1;
  return (place - before) % 2 === 1;
}

function readWord(source: Source): CtyValue {
  for (const [word, value] of words) {
    if (!source.text.startsWith(word, source.offset)) continue;
    source.offset += word.length;
    return value;
  }
  const number = take(source, numberPattern);
  if (number === undefined) throw unreadable(source);
  return ctyNumber(number);
}

function reached(source: Source, character: string): boolean {
  skipSpace(source);
  if (source.text[source.offset] !== character) return false;
  source.offset += 1;
  return true;
}

function skipSpace(source: Source): void {
  take(source, spacePattern);
}

function take(source: Source, pattern: RegExp): string | undefined {
  pattern.lastIndex = source.offset;
  const match = pattern.exec(source.text)?.[0];
  if (match !== undefined) source.offset += match.length;
  return match;
}

/** The text may hold secrets: none of it is shown. */
function unreadable(source: Source): TrueupError {
  return new TrueupError({ code: "terraform.json", message: `this is no JSON at character ${source.offset + 1}` });
}
