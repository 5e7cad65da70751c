import type { Node } from "yaml";
import { indented } from "../write/body.js";
import type { TextLines } from "../write/scalar.js";
import type { DocumentValue, EditedDocument } from "./document.js";
import { isBlock, nodeEnd, type Part, propsOf, valueStart } from "./extent.js";
import type { TextPage } from "./page.js";

/** What rewriting the text of one file needs and fills in. */
export interface Rewriting {
  readonly edited: EditedDocument;
  readonly page: TextPage;
  readonly splices: Splices;
  /** Nodes that stay, with what is to stand there: what an alias may go on pointing at. They are met in the order of the text, so anchors come before their aliases. */
  readonly kept: Map<Node, DocumentValue>;
  /** Rewrites what stands behind a key or dash. */
  readonly place: (spot: DocumentValue, around: Around) => void;
}

/** What a value stands in. */
export interface Around {
  /** The pair or item that holds it. */
  readonly part: Part;
  /** Column of the key or dash. */
  readonly indent: number;
  /** True inside of brackets and braces. */
  readonly inFlow: boolean;
}

/** Puts a text where a node stands; its anchor and tag stay only if they are to be kept. Comments that stood inside of the old value go below it. */
export function putValue(spot: DocumentValue, text: TextLines, around: Around, keepProps: boolean, at: Rewriting): void {
  const { page, splices } = at;
  const behind = valueStart(around.part);
  const props = propsOf(around.part);
  const [first, last] = [props[0], props.at(-1)];
  const propsEnd = last ? last.offset + last.source.length : behind;
  const old = spot.node && nodeEnd(spot.node) > (spot.node.range?.[0] ?? 0) ? spot.node : undefined;
  const end = Math.max(old ? nodeEnd(old) : behind, propsEnd);
  const start = keepProps || !first ? (old?.range?.[0] ?? propsEnd) : first.offset;
  if (around.inFlow) {
    putInFlow(start, end, text.beside, around, at);
  } else if (page.lineStart(start) === page.lineStart(behind)) {
    putBeside(start, end, text, around, at);
  } else if (old && text.below.length === 0 && !isBlock(old)) {
    splices.insert(page.lineStart(start), comments(start, end, page.column(start), at));
    splices.replace(start, end, text.beside);
  } else {
    const from = keepProps ? propsEnd : behind;
    if (text.beside !== "") splices.insert(from, ` ${text.beside}`);
    const [top, bottom] = [page.lineStart(start), page.lineEnd(end)];
    splices.replace(top, bottom, comments(top, bottom, around.indent, at) + below(text.below, around.indent, at));
  }
}

/** Comments of a stretch that goes, each on a line of its own. */
export function comments(start: number, end: number, indent: number, { page }: Rewriting): string {
  return linesText(
    page.commentsWithin(start, end).map(({ text }) => text),
    indent,
    page,
  );
}

/** Lines as they stand in the file, each with a line break. */
export function linesText(lines: readonly string[], indent: number, page: TextPage): string {
  return indented(lines, indent)
    .map((line) => line + page.newline)
    .join("");
}

function below(lines: readonly string[], indent: number, at: Rewriting): string {
  return linesText(lines, indent + at.page.step, at.page);
}

/** The value begins on the line of its key. A comment of that line stays there. */
function putBeside(start: number, end: number, text: TextLines, around: Around, at: Rewriting): void {
  const { page, splices } = at;
  const bottom = page.lineEnd(end);
  const before = page.text.slice(page.lineStart(start), start);
  const blanks = text.beside === "" ? (/[ \t]*$/.exec(before)?.[0].length ?? 0) : 0;
  const beside = (text.beside === "" || /[ \t]$/.test(before) ? "" : " ") + text.beside;
  const [first, ...others] = page.commentsWithin(start, end);
  const isAside = first && first.start < page.lineEnd(start) && page.commentsWithin(end, bottom).length === 0;
  const aside = isAside ? ` ${first.text}` : "";
  const inside = (isAside || !first ? others : [first, ...others]).map((comment) => comment.text);
  splices.replace(start - blanks, end, beside + aside);
  if (text.below.length === 0) alignComment(start - blanks, end, beside.length, at);
  const under = linesText(inside, around.indent + (text.below.length > 0 ? at.page.step : 0), page);
  splices.insert(bottom, under + below(text.below, around.indent, at));
}

/** A comment behind a value that stands in a column with those of lines beside it stays there, as far as the new value leaves room. */
function alignComment(start: number, end: number, length: number, { page, splices }: Rewriting): void {
  const [comment] = page.commentsWithin(end, page.lineEnd(end));
  if (!comment || page.lineStart(start) !== page.lineStart(end)) return;
  const column = page.column(comment.start);
  const isAligned = [page.lineStart(start) - 1, page.lineEnd(end)].some((near) =>
    page
      .commentsWithin(page.lineStart(Math.max(0, near)), page.lineEnd(Math.max(0, near)))
      .some((other) => page.column(other.start) === column),
  );
  if (!isAligned) return;
  const gap = comment.start - end;
  splices.replace(end, comment.start, " ".repeat(Math.max(1, gap - (length - (end - start)))));
}

function putInFlow(start: number, end: number, beside: string, around: Around, { page, splices }: Rewriting): void {
  const hasColon = around.part.sep === undefined || around.part.sep.some(({ type }) => type === "map-value-ind");
  const needsBlank = !/[\s[{,]$/.test(page.text.slice(Math.max(0, start - 1), start));
  const inside = page.commentsWithin(start, end).map(({ text }) => text + page.newline + " ".repeat(page.column(start)));
  splices.replace(start, end, (hasColon ? "" : ":") + (needsBlank || !hasColon ? " " : "") + inside.join("") + beside);
}

/** A stretch of text that gives way to another; an insertion if it is empty. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Changes to one text, all in the offsets of that text. */
export class Splices {
  private readonly splices: Splice[] = [];

  replace(start: number, end: number, text: string): void {
    if (start !== end || text !== "") this.splices.push({ start, end, text });
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** The text with all changes made. At one place, insertions stand in the order in which they were asked for, before what is replaced there. undefined if two overlap. */
  apply(text: string): string | undefined {
    const isInsertion = ({ start, end }: Splice): number => (start === end ? 0 : 1);
    const sorted = [...this.splices].sort((a, b) => a.start - b.start || isInsertion(a) - isInsertion(b));
    const parts: string[] = [];
    let at = 0;
    for (const splice of sorted) {
      if (splice.start < at) return undefined;
      parts.push(text.slice(at, splice.start), splice.text);
      at = splice.end;
    }
    return [...parts, text.slice(at)].join("");
  }

  get isEmpty(): boolean {
    return this.splices.length === 0;
  }
}
