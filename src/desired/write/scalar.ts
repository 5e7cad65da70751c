import { stringify, type ToStringOptions } from "yaml";
import { oddCharacter, oddCharacters, unicodeEscape } from "../../core/inert-text.js";

/** Plain text that means nothing else to any reader of YAML: asking the library each time would take most of the time. */
const plainlyText = /^[A-Za-z](?:[A-Za-z0-9_./@+()=,;'!?%&*~-]|:(?=[A-Za-z0-9/])| (?=[A-Za-z0-9_./@+(-]))*$/;
/** What YAML 1.1 reads as something else than text, of that. */
const words = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
/** A simple key may have no more characters, the quotes included. */
const longestKey = 1000;

/** What is longer goes on several lines, if it can: with its indentation it has less than 120 characters. */
export const widest = 100;

const asYaml11Too: ToStringOptions & { readonly compat: "yaml-1.1" } = { lineWidth: 0, compat: "yaml-1.1" };

/** A text on one line: plain where every reader of YAML understands it so, also inside brackets; else in double quotes, or in single ones if these alone need no escapes. */
export function scalarText(text: string, inFlow: boolean): string {
  if (isPlain(text) && !(inFlow && /^[^\p{L}\p{N}./_]|[[\]{},]/u.test(text))) return text;
  const readsBetterInSingle = /["\\]/.test(text) && !text.includes("'") && !oddCharacter.test(text);
  return readsBetterInSingle ? `'${text}'` : quotedText(text);
}

/** A text in double quotes. Any text comes back from it as it is. */
export function quotedText(text: string): string {
  return JSON.stringify(text).replaceAll(oddCharacters, unicodeEscape);
}

/** A text as it stands: beside its key or dash, and on the lines below, without indentation. */
export interface TextLines {
  readonly beside: string;
  readonly below: readonly string[];
}

/** A text outside of brackets, `before` characters after the begin of its line: as it is where it has lines, and folded at its blanks where one would be too long. */
export function textLines(text: string, before: number): TextLines {
  const line = scalarText(text, false);
  const folded = before + line.length > widest ? blockLines(text, ">") : undefined;
  // A text that only its quotes and escapes make too long fits on a line without them.
  if (folded && (folded.below.length > 1 || (line !== text && text.length <= widest))) return folded;
  const literal = text.includes("\n") ? blockLines(text, "|") : undefined;
  return literal ?? { beside: line, below: [] };
}

/** A text as a block of lines; undefined if it would not come back from there as it is, or could not be seen there. Only a text of one line is folded. */
export function blockLines(text: string, style: "|" | ">"): TextLines | undefined {
  if (oddCharacter.test(text.replaceAll(/[\n\t]/g, ""))) return undefined;
  // A first line that is indented would need a number in the header; blanks at the end of a line are lost in many an editor.
  if (text === "" || /^\s|[ \t](?:\n|$)|\n\n$/.test(text)) return undefined;
  const ends = text.endsWith("\n");
  const lines = (ends ? text.slice(0, -1) : text).split("\n");
  const [first = ""] = lines;
  if (style === ">" && lines.length > 1) return undefined;
  return { beside: ends ? style : `${style}-`, below: style === ">" ? brokenAtBlanks(first) : lines };
}

/** A text on lines that are no wider than `widest`, where it has single blanks to break it at. */
function brokenAtBlanks(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<=\S) (?=\S)/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= widest) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A key with what follows it up to the value: `name:`, or for one that is too long to be simple `? name` and `:` on a line of its own. */
export function keyLines(name: string): readonly string[] {
  const text = scalarText(name, true);
  return text.length > longestKey ? [`? ${text}`, ":"] : [`${text}:`];
}

function isPlain(text: string): boolean {
  if (plainlyText.test(text)) return !words.test(text);
  if (oddCharacter.test(text) || text === "=" || text.includes("\n")) return false;
  return stringify(text, asYaml11Too) === `${text}\n`;
}
