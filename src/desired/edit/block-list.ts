import type { Node, YAMLSeq } from "yaml";
import { append } from "../../core/append.js";
import { itemLines } from "../write/body.js";
import { afterPart, removeLines } from "./block-lines.js";
import { type ListContent, plainOf, type DocumentValue } from "./document.js";
import { type Part, nodeParts, startOf } from "./extent.js";
import { restep } from "./restep.js";
import { linesText, type Rewriting } from "./rewriting.js";

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
  insertNew(content.items, partOf, first, indent, at);
}

function insertNew(
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
    const lines = group.flatMap((item) => restep(itemLines(plainOf(item)), at.step));
    at.splices.insert(offset, linesText(lines, indent, at.page));
  }
}
