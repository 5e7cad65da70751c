import type { CST, Node } from "yaml";

/** One pair of a mapping or one item of a list, as the parser keeps it. */
export type Part = CST.CollectionItem;

/** The items of a collection that hold something, in the order of its nodes. */
export function nodeParts(node: Node): readonly Part[] {
  const token = node.srcToken;
  if (token === undefined || !("items" in token)) return [];
  return token.items.filter(holdsSomething);
}

/** True for a collection in brackets or braces. */
export function isFlow(node: Node): boolean {
  return node.srcToken?.type === "flow-collection";
}

/** True for a collection whose items stand on lines of their own. */
export function isBlock(node: Node): boolean {
  return node.srcToken?.type === "block-map" || node.srcToken?.type === "block-seq";
}

/** Where a pair or item begins: its key, dash or question mark, and anchors and tags before it. */
export function startOf(part: Part): number {
  const first = part.start.find((token) => !isFiller(token) && token.type !== "comma");
  return first?.offset ?? part.key?.offset ?? part.value?.offset ?? part.sep?.[0]?.offset ?? part.start[0]?.offset ?? 0;
}

/** Where the last thing of a pair or item ends that is no comment and no space. */
export function endOf(part: Part): number {
  if (part.value) {
    const end = tokenEnd(part.value);
    if (end !== undefined) return end;
  }
  const last = part.sep?.findLast((token) => !isFiller(token));
  if (last) return last.offset + last.source.length;
  const key = part.key ? tokenEnd(part.key) : undefined;
  const mark = part.start.findLast((token) => !isFiller(token));
  return key ?? (mark ? mark.offset + mark.source.length : startOf(part));
}

/** Where a node ends; of a text in a block, before its last line break. */
export function nodeEnd(node: Node): number {
  return (node.srcToken && tokenEnd(node.srcToken)) ?? node.range?.[1] ?? 0;
}

/** Where the value of a pair or item can begin: behind the colon or dash. */
export function valueStart(part: Part): number {
  const mark = part.sep?.find(({ type }) => type === "map-value-ind") ?? part.start.findLast(isDash);
  if (mark) return mark.offset + mark.source.length;
  return part.key ? (tokenEnd(part.key) ?? 0) : startOf(part);
}

/** Anchors and tags of the value of a pair or item. */
export function propsOf(part: Part): readonly CST.SourceToken[] {
  return (part.sep ?? part.start).filter(({ type }) => type === "anchor" || type === "tag");
}

/** What brackets or braces hold, each with the offset of the comma after it, if there is one. */
export function flowPartsOf(collection: Node): readonly { readonly part: Part; readonly comma: number | undefined }[] {
  const parts = new Set(nodeParts(collection));
  const token = collection.srcToken;
  const items: readonly Part[] = token?.type === "flow-collection" ? token.items : [];
  return items.flatMap((part, index) =>
    parts.has(part) ? [{ part, comma: items[index + 1]?.start.find(({ type }) => type === "comma")?.offset }] : [],
  );
}

/** Offsets of the inside of brackets or braces; undefined for anything else. */
export function insideOf(collection: Node): readonly [number, number] | undefined {
  const token = collection.srcToken;
  const close = token?.type === "flow-collection" ? token.end[0]?.offset : undefined;
  return token?.type === "flow-collection" && close !== undefined
    ? [token.start.offset + token.start.source.length, close]
    : undefined;
}

function tokenEnd(token: CST.Token): number | undefined {
  switch (token.type) {
    case "block-map":
    case "block-seq": {
      const last = (token.items as readonly Part[]).findLast(holdsSomething);
      return last && endOf(last);
    }
    case "flow-collection": {
      const close = token.end[0];
      return close && close.offset + close.source.length;
    }
    case "block-scalar": {
      const isEmpty = token.source.trim() === "";
      const header = token.props.filter(({ type }) => !isEmpty || type !== "newline");
      const length = header.reduce((sum, prop) => sum + ("source" in prop ? prop.source.length : 0), 0);
      return token.offset + length + (isEmpty ? 0 : token.source.replace(/[\r\n]+$/, "").length);
    }
    default:
      return "source" in token ? token.offset + token.source.length : undefined;
  }
}

function holdsSomething({ key, value, sep, start }: Part): boolean {
  return Boolean(key || value || sep) || start.some(isDash);
}

function isDash({ type }: CST.SourceToken): boolean {
  return type === "seq-item-ind" || type === "explicit-key-ind";
}

function isFiller({ type }: CST.SourceToken): boolean {
  return type === "space" || type === "newline" || type === "comment";
}
