import { oddCharacters } from "./characters.js";

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
