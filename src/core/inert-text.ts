/** Not printable, a line break to some readers alone, or turning the text around it: such characters are only ever written as escapes. */
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

/** Lines of comments are broken where they would be longer than this. */
const widest = 120;

/**
 * A text as lines of a comment. It may hold what somebody called a thing: nothing in it breaks out of the comment, is invisible, or is read by an
 * editor as a command, or refers to a secret once somebody takes the sign away. `mark` stands before the first line, and the others are as far to the right; `sign` is what begins a comment.
 */
export function commentLines(text: string, mark = "", sign = "#"): string[] {
  const clean = text
    .replaceAll(oddCharacters, " ")
    .replaceAll(/\$+schema/g, "schema")
    .replaceAll(/(?<!\$)\$(?=\{(?:env|file):[^{}…]+\})/g, "$$$$");
  const lines: string[] = [];
  let line = `${sign} ${mark}`.trimEnd();
  let isEmpty = true;
  for (const word of clean.split(/\s+/).filter((part) => part !== "")) {
    if (!isEmpty && line.length + 1 + word.length > widest) {
      lines.push(line);
      line = `${sign}${" ".repeat(mark.length)}`;
    }
    line += ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
