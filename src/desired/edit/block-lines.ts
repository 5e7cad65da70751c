import { endOf, type Part } from "./extent.js";
import type { TextPage } from "./page.js";
import { comments, type Rewriting } from "./rewriting.js";

/** Where the lines of a key or item end: behind comments that are indented more than it, which belong to it. */
export function afterPart(part: Part, indent: number, page: TextPage): number {
  let end = page.lineEnd(endOf(part));
  for (let next = end; next < page.text.length; next = page.lineEnd(next)) {
    const line = page.line(next);
    if (line.trim() === "") continue;
    if (!line.trimStart().startsWith("#") || line.length - line.trimStart().length <= indent) break;
    end = page.lineEnd(next);
  }
  return end;
}

/** Where the lines of comments begin that stand right above the line of an offset, as far in as it; its own line if there are none. */
export function commentLinesAbove(offset: number, page: TextPage): number {
  const indent = page.column(offset);
  let start = page.lineStart(offset);
  while (start > 0) {
    const above = page.lineStart(start - 1);
    const line = page.line(above);
    if (line.indexOf("#") !== indent || line.trimStart() !== line.slice(indent)) break;
    start = above;
  }
  return start;
}

/**
 * Takes the lines of a key or item out; its comments stay, each on a line of its own. Of two blank lines that would meet, one goes.
 * Gives the offset up to which the text is gone.
 */
export function removeLines(start: number, part: Part, indent: number, at: Rewriting): number {
  const { page, splices } = at;
  const [top, bottom] = [page.lineStart(start), afterPart(part, indent, page)];
  const kept = comments(top, bottom, indent, at);
  splices.replace(top, bottom, kept);
  if (kept === "" && page.isBlankAbove(top) && page.isBlankAt(bottom)) splices.replace(bottom, page.lineEnd(bottom), "");
  return bottom;
}
