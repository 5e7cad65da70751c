import stringWidth from "string-width";

/** Control, format (bidirectional, zero-width) and surrogate characters, and the two Unicode line separators. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Text from outside on one line: what could move the cursor, change colours, reorder or hide other text is written as an escape.
 * Everything that a report prints goes through here.
 */
export function clean(text: string): string {
  return text.replace(unsafe, (character) => named[character] ?? escapeOf(character));
}

/** A document with what could move the cursor or hide text on a terminal as escapes of JSON; line breaks and tabs stay. */
export function escaped(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|[\p{Cf}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** Like `clean`, but line breaks stay: one entry per line. Only for text of our own, because what comes from outside could add lines by it. A tab becomes two spaces. */
export function cleanLines(text: string): string[] {
  return text.split(/\r\n|\n/).map((line) => clean(line.replaceAll("\t", "  ")));
}

function escapeOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}

/** The code of a message, by which `trueup help` explains it: `[plan.stale]`. */
export function codeMark(code: string): string {
  return `[${clean(code)}]`;
}

/** Columns that a cleaned, perhaps coloured text takes on a terminal. */
export function displayWidth(text: string): number {
  return stringWidth(text);
}

/** The text with spaces up to `width` columns. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** At most `limit` characters of a text, and how long it is if something was cut. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = Array.from(text);
  if (characters.length <= limit) return text;
  return `${characters.slice(0, limit).join("")}… (${characters.length} characters)`;
}

/** Breaks a cleaned text at spaces into lines of `width` columns. A word that is longer stays whole, so that it can be copied. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let lineWidth = 0;
  for (const word of text.split(" ")) {
    const wordWidth = displayWidth(word);
    if (line !== "" && lineWidth + 1 + wordWidth > width) {
      lines.push(line);
      [line, lineWidth] = [word, wordWidth];
    } else {
      [line, lineWidth] = line === "" ? [word, wordWidth] : [`${line} ${word}`, lineWidth + 1 + wordWidth];
    }
  }
  return [...lines, line];
}

/** A message as lines of `width` columns, cleaned: no line break of what it tells of is one here. */
export function wrapClean(text: string, width: number): string[] {
  return wrap(clean(text), width);
}

/** `1 call`, `5 calls`. */
export function count(number: number, noun: string, many = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : many}`;
}
