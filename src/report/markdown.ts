/** Text for the Markdown of GitLab and GitHub in which nothing is markup, a mention, a reference, a command or a row's end. */

import { clean, shorten } from "./text.js";

/**
 * What Markdown would read inside `<code>`. An underscore between letters or digits is no markup; a link starts only at `://` or `www.`;
 * mentions and references are not looked for inside code.
 */
const special = /[&<>"'|`*[\]{}\\~$^@]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=\/\/)|\.(?<=\bwww\.)/gi;

/** Characters as entities: Markdown never sees them, HTML shows them. */
function entities(text: string): string {
  return text.replace(special, (character) => `&#${character.charCodeAt(0)};`);
}

/** A value, address or place as inline code, on one line. */
export function code(text: string, limit = 300): string {
  const line = shorten(clean(text), limit);
  return line === "" ? "" : `<code>${entities(line)}</code>`;
}

/** What Markdown would read in a sentence, and at its beginning as an item of a list. */
const spoken =
  /[<>"'|`*_[\]{}\\^=]|[@#!&~%$](?=(\S?))|:(?=\/\/)|\.(?<=\bwww\.)|-(?<=\bgh-)(?=\d)|^[-+](?!\S)|(?<=^\d{1,9})[.)](?!\S)/gi;

/** A sentence, on one line. After the signs of mentions, references and links stands a zero-width space, so that nobody is notified. */
export function prose(text: string, limit = 1_000): string {
  return clean(shorten(text, limit)).replace(spoken, escapeSign);
}

function escapeSign(sign: string, next: string | undefined, offset: number): string {
  const entity = `&#${sign.charCodeAt(0)};`;
  const isOfReference = sign === "-" && offset > 0;
  return next || sign === ":" || sign === "." || isOfReference ? `${entity}&#8203;` : entity;
}

/** A table row of cells that are Markdown already. */
export function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** A table with its header. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(header), row(header.map(() => "---")), ...rows.map(row)].join("\n");
}

/** A fenced block of cleaned lines; the fence is longer than any that the text holds. */
export function fence(language: string, lines: readonly string[]): string {
  const longest = lines.reduce((most, line) => Math.max(most, ...(line.match(/`+/g) ?? []).map((run) => run.length)), 2);
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${lines.join("\n")}\n${marks}`;
}

/** A collapsible part of Markdown blocks, under a summary that is Markdown already. */
export function details(summary: string, ...blocks: readonly string[]): string {
  return [`<details>\n<summary>${summary}</summary>`, ...blocks, "</details>"].join("\n\n");
}
