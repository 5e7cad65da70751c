import type { DeclaredList } from "../core/declared-list.js";
import { code, table } from "./markdown.js";
import { type Look, paintFor } from "./paint.js";
import { clean } from "./text.js";

/** What files declare, one address a line, with its place; nothing for none. */
export function renderList({ resources }: DeclaredList, look: Look): string {
  const paint = paintFor(look.color);
  return resources
    .map(({ address, ensure, source }) => [
      clean(address),
      ...(ensure === "absent" ? [paint.red("absent")] : []),
      paint.dim(clean(source)),
    ])
    .map((cells) => `${cells.join("  ")}\n`)
    .join("");
}

/** The same as a table in Markdown. */
export function renderListMarkdown({ resources }: DeclaredList): string {
  const rows = resources.map(({ address, ensure, source }) => [code(address), ensure, code(source)]);
  return `${table(["address", "ensure", "source"], rows)}\n`;
}
