import { isCollection, isMap, isPair, type Node, type YAMLMap, type YAMLSeq } from "yaml";
import { flowText } from "../write/body.js";
import { rewriteKey } from "./block.js";
import { type Content, type MapEntry, plainOf, type DocumentValue } from "./document.js";
import { endOf, flowPartsOf, insideOf, type Part, startOf } from "./extent.js";
import { writtenEntries } from "./merges.js";
import { comments, linesText, type Rewriting } from "./rewriting.js";
import { jsonLines, jsonText, keyText } from "./value-text.js";

/** What is put in makes no line longer than this: it begins another one. */
const widest = 120;

/** Something in brackets or braces as it stands now. */
interface Element {
  readonly part: Part;
  readonly start: number;
  /** Without and with the comma after it. */
  readonly end: number;
  readonly comma: number | undefined;
  readonly behind: number;
  readonly stays: boolean;
}

/** One of those that are to stand there: one that stays, or the text of a new one. */
type FlowElement = { readonly element: Element } | { readonly text: (indent: number, isAlone: boolean) => string };

/** Rewrites what stands in brackets or braces, item by item. */
export function rewriteFlow(collection: Node, content: Content, at: Rewriting): void {
  const inside = insideOf(collection);
  if (!inside || !isCollection(collection)) return;
  const { elements, desired } = elementsAndDesired(collection, wishesOf(content, at), at);
  if (desired.some((element) => "element" in element)) {
    takeOut(elements, at);
    mendCommas(elements, desired, at);
    putIn(elements, desired, at);
  } else if (elements.length > 0 || desired.length > 0) fillAnew(collection, inside, elements[0], desired, at);
}

/** What is to stand in brackets or braces: the pair or item of it that stays, and what is to be there. A `<<` that stays has nothing to rewrite. */
interface Wish {
  readonly stays: unknown;
  readonly entry?: MapEntry;
  readonly spot?: DocumentValue;
}

function wishesOf(content: Content, at: Rewriting): readonly Wish[] {
  if (content.form === "scalar") return [];
  if (content.form === "list") return content.items.map((spot) => ({ stays: spot.node, spot }));
  const { entries, keepsMerges } = writtenEntries(content, at);
  const merges = keepsMerges ? content.merges.map(({ pair }) => ({ stays: pair })) : [];
  return [...merges, ...entries.map((entry) => ({ stays: entry.pair, entry, spot: entry.spot }))];
}

/** What stands there, what stays of it rewritten, and what is to stand there. */
function elementsAndDesired(
  collection: YAMLMap | YAMLSeq,
  wishes: readonly Wish[],
  at: Rewriting,
): { readonly elements: readonly Element[]; readonly desired: readonly FlowElement[] } {
  const wishFor = new Map(wishes.map((wish) => [wish.stays, wish]));
  const elementOf = new Map<unknown, Element>();
  const elements = flowPartsOf(collection).map(({ part, comma }, index) => {
    const item = collection.items[index];
    const wish = item ? wishFor.get(item) : undefined;
    const [start, end] = [startOf(part), endOf(part)];
    const element = { part, start, end, comma, behind: comma === undefined ? end : comma + 1, stays: wish !== undefined };
    if (wish) elementOf.set(item, element);
    if (wish?.entry && isPair<Node>(item)) rewriteKey(item.key, wish.entry, at);
    if (wish?.spot) at.place(wish.spot, { part, indent: at.page.column(start), inFlow: true });
    return element;
  });
  const desired = wishes.flatMap(({ stays, entry, spot }): FlowElement[] => {
    const element = elementOf.get(stays);
    if (element) return [{ element }];
    const key = entry ? `${keyText(entry.key, at.edited.json)}: ` : "";
    return spot ? [{ text: (indent, isAlone) => key + itemText(spot, indent, isAlone, at) }] : [];
  });
  return { elements, desired: isMap(collection) ? inPlaceOrder(desired) : desired };
}

/** Those that stay in the order of the text, each with the new ones that follow it. */
function inPlaceOrder(desired: readonly FlowElement[]): FlowElement[] {
  const groups: FlowElement[][] = [[]];
  for (const element of desired) {
    if ("element" in element) groups.push([element]);
    else groups.at(-1)?.push(element);
  }
  const startsAt = ([first]: readonly FlowElement[]): number => (first && "element" in first ? first.element.start : -1);
  return groups.sort((a, b) => startsAt(a) - startsAt(b)).flat();
}

/** Takes out what does not stay: with its lines where it has them for itself. Comments stay. */
function takeOut(elements: readonly Element[], at: Rewriting): void {
  const { page, splices } = at;
  const last = elements.findLastIndex(({ stays }) => stays);
  elements.forEach((element, index) => {
    if (element.stays) return;
    const { start, behind } = element;
    if (hasOwnLines(element, at)) {
      const [top, bottom] = [page.lineStart(start), page.lineEnd(behind)];
      splices.replace(top, bottom, comments(top, bottom, page.column(start), at));
      return;
    }
    const before = elements[index - 1];
    const next = elements[index + 1];
    const blanks = /^[ \t]*/.exec(page.text.slice(behind, behind + 1000))?.[0].length ?? 0;
    const [from, to] =
      index > last && before && page.commentsWithin(before.behind, start).length === 0
        ? [before.behind, behind]
        : [
            start,
            next && page.commentsWithin(behind, next.start).length === 0 && !hasOwnLines(next, at) ? next.start : behind + blanks,
          ];
    const kept = page.commentsWithin(from, to).map(({ text }) => text + page.newline + " ".repeat(page.column(start)));
    splices.replace(from, to, kept.join(""));
  });
}

/** Commas between all, and one at the end only where one was. */
function mendCommas(elements: readonly Element[], desired: readonly FlowElement[], { splices }: Rewriting): void {
  const hadLast = elements.at(-1)?.comma !== undefined;
  const last = desired.findLast((element) => "element" in element);
  if (!last || !("element" in last)) return;
  const isLast = desired.at(-1) === last;
  const { comma, end } = last.element;
  if (isLast && !hadLast && comma !== undefined) splices.replace(comma, comma + 1, "");
  if (!isLast && comma === undefined) splices.insert(end, ",");
}

function putIn(elements: readonly Element[], desired: readonly FlowElement[], at: Rewriting): void {
  const { page, splices } = at;
  const first = elements[0];
  const hadLast = elements.at(-1)?.comma !== undefined;
  const indentAt = (offset: number): string =>
    " ".repeat((/^ */.exec(page.line(page.lineStart(offset)))?.[0].length ?? 0) + at.page.step);
  let previous: Element | undefined;
  let width = first ? page.line(page.lineStart(first.start)).length : 0;
  desired.forEach((element, index) => {
    if ("element" in element) {
      previous = element.element;
      return;
    }
    const near = previous ?? first;
    if (!near) return;
    const comma = index < desired.length - 1 || hadLast ? "," : "";
    if (hasOwnLines(near, at)) {
      const indent = page.column(near.start);
      const offset = previous ? page.lineEnd(near.behind) : page.lineStart(near.start);
      splices.insert(offset, " ".repeat(indent) + element.text(indent, true) + comma + page.newline);
    } else if (previous) {
      const text = element.text(0, false) + comma;
      const indent = indentAt(near.behind);
      width += text.length + 1;
      const isTooLong = width > widest;
      if (isTooLong) width = indent.length + text.length;
      splices.insert(near.behind, (isTooLong ? page.newline + indent : " ") + text);
    } else {
      const text = element.text(0, false) + comma;
      width += text.length + 1;
      splices.insert(near.start, text + (width > widest ? page.newline + indentAt(near.start) : " "));
      if (width > widest) width -= text.length + 1;
    }
  });
}

/** Nothing stays: what is new is put in as what was there stood. */
function fillAnew(
  collection: Node,
  [open, close]: readonly [number, number],
  first: Element | undefined,
  desired: readonly FlowElement[],
  at: Rewriting,
): void {
  const { page, splices } = at;
  const isSpread = first ? hasOwnLines(first, at) : page.lineStart(open) !== page.lineStart(close);
  const outer = /^ */.exec(page.line(page.lineStart(open)))?.[0].length ?? 0;
  const indent = first && isSpread ? page.column(first.start) : outer + at.page.step;
  const texts = desired.map((element) => ("text" in element ? element.text(indent, isSpread) : ""));
  const kept = page.commentsWithin(open, close).map(({ text }) => text);
  const pad = desired.length > 0 && isMap(collection) ? " " : "";
  if (!isSpread && kept.length === 0) {
    splices.replace(open, close, pad + joined(texts, page.column(open), page.newline + " ".repeat(indent)) + pad);
    return;
  }
  const lines = texts.map((text, index) => text + (index < texts.length - 1 ? "," : ""));
  if (lines.length === 0 && kept.length === 0) splices.replace(open, close, "");
  else splices.replace(open, close, page.newline + linesText([...kept, ...lines], indent, page) + " ".repeat(outer));
}

/** Texts with commas between them, on lines that are not too long: the first begins at a column, each other one with `lineBreak`. */
function joined(texts: readonly string[], column: number, lineBreak: string): string {
  let width = column;
  return texts.reduce((before, text) => {
    width += text.length + 2;
    if (before === "") return text;
    if (width <= widest) return `${before}, ${text}`;
    width = lineBreak.length + text.length + 1;
    return `${before},${lineBreak}${text}`;
  }, "");
}

/** True if nothing else stands on the lines of something in brackets or braces, but for its comma and a comment. */
function hasOwnLines({ start, behind }: Element, { page }: Rewriting): boolean {
  return page.isFirst(start) && page.isLast(behind);
}

function itemText(spot: DocumentValue, indent: number, isAlone: boolean, { edited, page }: Rewriting): string {
  const value = plainOf(spot);
  if (!edited.json) return flowText(value);
  return isAlone ? jsonLines(value, page.step, indent).join(page.newline) : jsonText(value);
}
