/**
 * Not printable, or a line break to some readers and to others none, or turning the text around it to the left and right: such characters are
 * only ever written as escapes.
 */
export const oddCharacter = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/u;
/** Finds all of them. */
export const oddCharacters = new RegExp(oddCharacter.source, "gu");

/** The escape of one of them, as JSON, YAML, TypeScript and Terraform's language write it. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The text of JSON in which everything that JSON leaves bare and a terminal may obey is an escape, which reads back as the same text. */
export function inertJson(text: string): string {
  return text.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => character.split("").map(unicodeEscape).join(""));
}
