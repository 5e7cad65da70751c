import { isAlias, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { append } from "../../core/collections.js";
import { itemLines } from "../write/body.js";
import { type DocumentValue, type ListContent, type MapContent, type MapEntry, newSpot, plainOf } from "./document.js";
import { endOf, nodeParts, type Part, startOf } from "./extent.js";
import { entryLines, writtenEntries } from "./merges.js";
import type { TextPage } from "./page.js";
import { comments, linesText, type Rewriting } from "./rewriting.js";
import { keyText } from "./value-text.js";

/** True if something of a mapping stays, so that what is new can stand beside it. */
export function fitsBlockMap({ entries, merges }: MapContent): boolean {
  return entries.length > 0 && (merges.length > 0 || entries.some(({ pair }) => pair));
}

/** Rewrites a mapping in a block, key by key. */
export function rewriteBlockMap(map: YAMLMap, content: MapContent, at: Rewriting): void {
  const pairs = map.items as Pair<Node, Node | null>[];
  const { entries, keepsMerges } = writtenEntries(content, at);
  const merges: ReadonlySet<Pair> = new Set(keepsMerges ? content.merges.map(({ pair }) => pair) : []);
  const byPair = new Map<Pair, MapEntry>(entries.flatMap((entry) => (entry.pair ? [[entry.pair, entry] as const] : [])));
  const block: Block = {
    parts: pairs.map(tokensOf),
    staying: pairs.filter((pair) => byPair.has(pair) || merges.has(pair)).map(tokensOf),
    indent: at.page.column(startOf(tokensOf(pairs[0]))),
  };
  let gone = 0;
  for (const pair of pairs) {
    const part = tokensOf(pair);
    const entry = byPair.get(pair);
    if (entry) {
      rewriteKey(pair.key, entry, at);
      at.place(entry.spot, { part, indent: block.indent, inFlow: false });
    } else if (!merges.has(pair) && startOf(part) >= gone) gone = removePart(part, block, at);
  }
  // At one offset, what is new further in comes first.
  insertNew(entries, pairs[0] && merges.has(pairs[0]) ? pairs[0] : undefined, block, at);
}

/** Writes the key of an entry anew where it was renamed, or where it is an alias that no longer stands for it. */
export function rewriteKey(key: Node, entry: MapEntry, { edited, kept, splices }: Rewriting): void {
  const target = edited.targets.get(key);
  const follows = !target || plainKey(kept.get(target)) === entry.key;
  if (key.range && (entry.isRenamed || !follows)) {
    splices.replace(key.range[0], key.range[1], keyText(entry.key, edited.json, isAlias(key) ? undefined : key));
  }
  kept.set(key, newSpot(entry.key));
}

interface Block {
  /** All keys as they stand now, and those that stay. */
  readonly parts: readonly Part[];
  readonly staying: readonly Part[];
  readonly indent: number;
}

function insertNew(entries: readonly MapEntry[], leading: Pair | undefined, block: Block, at: Rewriting): void {
  const groups = new Map<Part | undefined, MapEntry[]>();
  let previous = leading && tokensOf(leading);
  for (const entry of entries) {
    if (entry.pair) previous = tokensOf(entry.pair);
    else append(groups, previous, entry);
  }
  for (const [after, group] of groups) {
    const { offset, isBelow } = insertionPoint(after, block, at);
    const apart = isApart(block, at);
    const lines = group.flatMap((entry) => {
      const ownLines = entryLines(entry, at.page.step);
      if (!entry.spaced || !apart) return ownLines;
      return isBelow ? ["", ...ownLines] : [...ownLines, ""];
    });
    at.splices.insert(offset, linesText(lines, block.indent, at.page));
  }
}

function insertionPoint(
  after: Part | undefined,
  { parts, staying, indent }: Block,
  { page }: Rewriting,
): { readonly offset: number; readonly isBelow: boolean } {
  if (after) return { offset: afterPart(after, indent, page), isBelow: true };
  const [first, stays] = [parts[0], staying[0]];
  const start = first ? startOf(first) : 0;
  // Behind a dash there is no line for it above.
  if (stays && !page.isFirst(start)) return { offset: afterPart(stays, indent, page), isBelow: true };
  return { offset: stays ? commentLinesAbove(start, page) : page.lineStart(start), isBelow: false };
}

/** True if blank lines stand between the keys of a mapping; also if it has only one. */
function isApart({ parts }: Block, { page }: Rewriting): boolean {
  const [, ...others] = parts;
  return others.length === 0 || others.some((part) => page.isBlankAbove(commentLinesAbove(startOf(part), page)));
}

/** Takes a key out with its lines. Gives the offset up to which the text is gone. */
function removePart(part: Part, { staying, indent }: Block, at: Rewriting): number {
  const { page, splices } = at;
  const start = startOf(part);
  if (page.isFirst(start)) return removeLines(start, part, indent, at);
  const next = staying.find((item) => startOf(item) > start);
  const end = next ? startOf(next) : afterPart(part, indent, page);
  const line = page.lineStart(start);
  splices.insert(line, comments(start, end, /^ */.exec(page.line(line))?.[0].length ?? 0, at));
  splices.replace(start, end, "");
  return end;
}

function plainKey(spot: DocumentValue | undefined): string | undefined {
  return spot?.content.form === "scalar" ? String(spot.content.value) : undefined;
}

function tokensOf(pair: Pair | undefined): Part {
  return pair?.srcToken ?? { start: [] };
}

/** Rewrites a list with dashes, item by item. Some item of it stays, or all that stands there is new. */
export function rewriteBlockList(list: YAMLSeq, content: ListContent, at: Rewriting): void {
  const nodes = list.items as (Node | null)[];
  const parts = nodeParts(list);
  const byNode = new Map(content.items.flatMap((item) => (item.node ? [[item.node, item] as const] : [])));
  const partOf = new Map(nodes.flatMap((node, index) => (node ? [[node, parts[index] ?? { start: [] }] as const] : [])));
  const first = parts[0] ? startOf(parts[0]) : 0;
  const indent = at.page.column(first);
  for (const [node, part] of partOf) {
    const item = byNode.get(node);
    if (item) at.place(item, { part, indent, inFlow: false });
    else removeLines(startOf(part), part, indent, at);
  }
  insertItems(content.items, partOf, first, indent, at);
}

function insertItems(
  items: readonly DocumentValue[],
  partOf: ReadonlyMap<Node, Part>,
  first: number,
  indent: number,
  at: Rewriting,
): void {
  const groups = new Map<Part | undefined, DocumentValue[]>();
  let previous: Part | undefined;
  for (const item of items) {
    if (item.node) previous = partOf.get(item.node);
    else append(groups, previous, item);
  }
  for (const [after, group] of groups) {
    const offset = after ? afterPart(after, indent, at.page) : at.page.lineStart(first);
    const lines = group.flatMap((item) => itemLines(plainOf(item), at.page.step));
    at.splices.insert(offset, linesText(lines, indent, at.page));
  }
}

/** Where the lines of a key or item end: behind comments that are indented more than it, which belong to it. */
function afterPart(part: Part, indent: number, page: TextPage): number {
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
function commentLinesAbove(offset: number, page: TextPage): number {
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

/** Takes the lines of a key or item out but for its comments; of two blank lines that would meet, one goes. Gives the offset up to which the text is gone. */
function removeLines(start: number, part: Part, indent: number, at: Rewriting): number {
  const { page, splices } = at;
  const [top, bottom] = [page.lineStart(start), afterPart(part, indent, page)];
  const kept = comments(top, bottom, indent, at);
  splices.replace(top, bottom, kept);
  if (kept === "" && page.isBlankAbove(top) && page.isBlankAt(bottom)) splices.replace(bottom, page.lineEnd(bottom), "");
  return bottom;
}
