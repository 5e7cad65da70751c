import { stringify, type ToStringOptions } from "yaml";
import { oddCharacter, oddCharacters, unicodeEscape } from "../../core/characters.js";

/** Plain text that means nothing else to any reader of YAML: asking the library each time would take most of the time. */
const plainlyText = /^[A-Za-z](?:[A-Za-z0-9_./@+()=,;'!?%&*~-]|:(?=[A-Za-z0-9/])| (?=[A-Za-z0-9_./@+(-]))*$/;
/** What YAML 1.1 reads as something else than text, of that. */
const words = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
/** A simple key may have no more characters, the quotes included. */
const longestKey = 1000;

const asYaml11Too: ToStringOptions & { readonly compat: "yaml-1.1" } = { lineWidth: 0, compat: "yaml-1.1" };

/** A text on one line: plain where every reader of YAML understands it so, also inside brackets, else in double quotes. */
export function scalarText(text: string, inFlow: boolean): string {
  return isPlain(text) && !(inFlow && /^[^\p{L}\p{N}./_]|[[\]{},]/u.test(text)) ? text : quotedText(text);
}

/** A text in double quotes. Any text comes back from it as it is. */
export function quotedText(text: string): string {
  return JSON.stringify(text).replaceAll(oddCharacters, unicodeEscape);
}

/** The lines below `|` or `|-`, without indentation; undefined for a text that would not come back from them as it is, or that could not be seen there. */
export function literalLines(text: string): { readonly header: "|" | "|-"; readonly lines: readonly string[] } | undefined {
  if (!text.includes("\n") || oddCharacter.test(text.replaceAll(/[\n\t]/g, ""))) return undefined;
  // A first line that is indented would need a number in the header; blanks at the end of a line are lost in many an editor.
  if (/^\s|[ \t](?:\n|$)|\n\n$/.test(text)) return undefined;
  const ends = text.endsWith("\n");
  return { header: ends ? "|" : "|-", lines: (ends ? text.slice(0, -1) : text).split("\n") };
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
