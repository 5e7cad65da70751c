/**
 * Edits of files that people wrote. `document.ts` reads a file into places, `set.ts`, `bodies.ts` and `declare.ts` change what a place is to have, this file turns
 * the difference into splices of the text, and `verify.ts` reads the new text again.
 * @module
 */

import { isAlias, isMap, isScalar, isSeq, type Node } from "yaml";
import { canonicalJson } from "../../core/json.js";
import type { TextLines } from "../write/scalar.js";
import { fitsBlockMap, rewriteBlockList, rewriteBlockMap } from "./block.js";
import { plainOf, type EditedDocument, type DocumentValue } from "./document.js";
import { isFlow, startOf, valueStart } from "./extent.js";
import { rewriteFlow } from "./flow.js";
import { entryLines, withMerges } from "./merges.js";
import { type Around, linesText, putValue, type Rewriting, Splices } from "./rewriting.js";
import { scalarLike, type Style, valueText } from "./value-text.js";
import { editFailed } from "./verify.js";

/**
 * The text of a file that says what is to stand there. Whatever stays as it is keeps every character; comments of what goes are kept on lines of
 * their own. Without the byte order mark. Throws TrueupError `edit.failed` where that cannot be done.
 */
export function rewrite(edited: EditedDocument): string {
  const { page, root } = edited;
  const splices = new Splices();
  const at: Rewriting = {
    edited,
    page,
    splices,
    kept: new Map(),
    place: (spot, around) => rewriteSpot(spot, around, at),
  };
  rewriteRoot(root, at);
  if (splices.isEmpty) return edited.source.text;
  const text = splices.apply(page.text);
  if (text === undefined) throw editFailed(edited.source.file, "two changes meet in one place");
  return edited.source.text.endsWith("\n") ? text : text.replace(/\r?\n$/, "");
}

/** What stands behind a key or dash. */
function rewriteSpot(spot: DocumentValue, around: Around, at: Rewriting): void {
  const { node, content } = spot;
  if (staysEmpty(spot) || (isAlias(node) && followsTarget(spot, node, at))) return;
  if (node && isScalar(node) && content.form === "scalar" && nodeHasText(node)) {
    at.kept.set(node, spot);
    if (content.value === node.value) return;
    const style = styleOf(around, at);
    putValue(spot, scalarLike(node, content.value, style), around, node.tag === undefined, at);
  } else if (node && fits(spot, around, at)) inPlace(spot, node, at);
  else putValue(spot, newText(spot, around, at), around, false, at);
}

function rewriteRoot(root: DocumentValue, at: Rewriting): void {
  const { node, content } = root;
  const { page, edited, splices } = at;
  if (node && isMap(node) && content.form === "map") {
    inPlace(root, node, at);
    return;
  }
  if (content.form !== "map" || content.entries.length === 0) return;
  splices.insert(
    edited.document.range?.[1] ?? page.text.length,
    linesText(
      content.entries.flatMap((entry) => entryLines(entry, page.step)),
      0,
      page,
    ),
  );
}

function inPlace(spot: DocumentValue, node: Node, at: Rewriting): void {
  at.kept.set(node, spot);
  const { content } = spot;
  if (isFlow(node)) rewriteFlow(node, content, at);
  else if (isMap(node) && content.form === "map") rewriteBlockMap(node, content, at);
  else if (isSeq(node) && content.form === "list") rewriteBlockList(node, content, at);
}

/** True if what is to stand at a place can be written by changing what stands there, part by part. */
function fits({ node, content }: DocumentValue, { inFlow }: Around, at: Rewriting): boolean {
  if (isSeq(node) && content.form === "list") {
    return isFlow(node) || content.items.some((item) => item.node) || (node.items.length === 0 && content.items.length === 0);
  }
  if (!isMap(node) || content.form !== "map") return false;
  if (!isFlow(node)) return fitsBlockMap(content);
  const isBare = node.items.length === 0 && content.entries.length > 0 && !/#/.test(textOf(node, at));
  return !isBare || inFlow || at.edited.json;
}

/** What stands for nothing goes on doing so. */
function staysEmpty({ node, content }: DocumentValue): boolean {
  return content.form === "scalar" && content.value === null && (node === undefined || (isScalar(node) && !nodeHasText(node)));
}

function nodeHasText(node: Node): boolean {
  return (node.range?.[0] ?? 0) < (node.range?.[1] ?? 0);
}

/** True if the alias stands for the wanted value also once everything is changed. */
function followsTarget(spot: DocumentValue, alias: Node, { edited, kept }: Rewriting): boolean {
  const target = edited.targets.get(alias);
  const now = target && kept.get(target);
  return now !== undefined && canonicalJson(plainOf(now)) === canonicalJson(plainOf(spot));
}

function styleOf({ part, inFlow }: Around, { edited, page }: Rewriting): Style {
  return { inFlow, json: edited.json, keyLength: valueStart(part) - startOf(part) - 1, step: page.step };
}

function newText(spot: DocumentValue, around: Around, at: Rewriting): TextLines {
  const style = styleOf(around, at);
  const { content } = spot;
  return content.form !== "map" || style.json ? valueText(plainOf(spot), style) : withMerges(spot, content, style, at);
}

function textOf(node: Node, { page }: Rewriting): string {
  return page.text.slice(node.range?.[0] ?? 0, node.range?.[1] ?? 0);
}
