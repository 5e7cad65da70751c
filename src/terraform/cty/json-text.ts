import { TrueupError } from "../../core/errors.js";
import { ctyNumber } from "./number.js";
import { objectValue, type CtyValue } from "./value.js";

// As deep as types may be nested; each level is a call on the stack.
const deepest = 200;
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const spacePattern = /[ \t\n\r]*/y;
const words: ReadonlyMap<string, CtyValue> = new Map<string, CtyValue>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Reads JSON without rounding any number and with every key taken as a name, `__proto__` too. Throws TrueupError `terraform.json`. */
export function parseExactJson(text: string): CtyValue {
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
  const found = take(source, numberPattern);
  if (found === undefined) throw unreadable(source);
  return ctyNumber(found);
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
  const found = pattern.exec(source.text)?.[0];
  if (found !== undefined) source.offset += found.length;
  return found;
}

/** The text may hold secrets: none of it is shown. */
function unreadable(source: Source): TrueupError {
  return new TrueupError({ code: "terraform.json", message: `this is no JSON at character ${source.offset + 1}` });
}
