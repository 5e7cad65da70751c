import { oddCharacters } from "./scalar.js";

/** Lines of comments are broken where they would be longer than this. */
const widest = 120;

/**
 * A text as lines of a comment. It may hold what somebody called a thing: nothing in it breaks out of the comment, is invisible, or is read by an
 * editor as a command.
 */
export function commentLines(text: string): string[] {
  const clean = text.replaceAll(oddCharacters, " ").replaceAll(/\$+schema/g, "schema");
  const lines: string[] = [];
  let line = "#";
  for (const word of clean.split(/\s+/).filter((part) => part !== "")) {
    if (line !== "#" && line.length + 1 + word.length > widest) {
      lines.push(line);
      line = "#";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
