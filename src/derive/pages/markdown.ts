/** Text as code in Markdown; it may stand in a table. */
export function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${space}${text.replaceAll("|", String.raw`\|`)}${space}${fence}`;
}

/** Plain words in Markdown: what would be markup there is not. References such as `${env:NAME}` are code. */
export function prose(text: string): string {
  const parts = text.split(/(\$\{[^}]*\})/);
  return parts.map((part, at) => (at % 2 === 1 ? code(part) : part.replaceAll(/[|<*`]/g, String.raw`\$&`))).join("");
}

/** A block of code. */
export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** A table; cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

/** A link to a heading of the same page, by the rules of the usual readers of Markdown. */
export function linkTo(heading: string): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
  return `[${heading}](#${anchor})`;
}

/** Sentences in a row, each with its stop. */
export function sentences(parts: readonly (string | undefined)[]): string {
  const present = parts.filter((part): part is string => part !== undefined && part !== "");
  return present.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`)).join(" ");
}

/** The first letter large. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
