import type { Spec, Value } from "../core/json.js";
import { type Action, type Call, type Change, isLeftOutReason } from "../core/plan.js";
import { type ChangePart, placeText } from "./change-parts.js";
import { isBlock, lineDiff } from "./lines.js";
import type { Paint } from "./paint.js";
import { clean, displayWidth, pad } from "./text.js";
import { itemTexts, valueText } from "./value.js";

/** One attribute of a change: its path, one or more ways to say its value, and the place that asks for it. */
interface Row {
  readonly path: string;
  readonly before?: string;
  readonly text: string;
  readonly source?: string;
  readonly faint?: true;
  /** Coloured lines that stand under the row. */
  readonly below: readonly string[];
}

export interface RowOptions {
  readonly paint: Paint;
  readonly width: number;
  readonly verbose: boolean;
}

const indent = "    ";
const deeper = "      ";
const widestPath = 44;
const widestBefore = 28;

/** What a change says of attributes, or a part of that, as aligned, coloured lines. */
export function partLines(parts: readonly ChangePart[], action: Action, options: RowOptions): string[] {
  const rows = parts.map((part) => rowOf(part, action, options));
  const paths = rows.map((row) => row.path);
  const pathWidth = widest(paths, Math.min(widestPath, Math.floor(options.width / 2)));
  const befores = rows.flatMap((row) => row.before ?? []);
  const beforeWidth = widest(befores, widestBefore);
  const room = options.width - indent.length - pathWidth - 2;
  const sourceWidth = Math.max(0, ...rows.map((row) => (row.source === undefined ? 0 : displayWidth(row.source) + 2)));
  const texts = rows.map((row) => plainText(row, beforeWidth));
  const textWidth = widest(texts, room - sourceWidth);
  return rows.flatMap((row) => rowLines(row, { pathWidth, beforeWidth, textWidth, room }, options.paint));
}

/** A part on one line without its path, coloured, and what stands below it. */
export function partText(
  part: ChangePart,
  action: Action,
  options: RowOptions,
): { readonly text: string; readonly below: readonly string[] } {
  const row = rowOf(part, action, options);
  return { text: paintText(row, 0, options.paint), below: row.below };
}

function rowOf(part: ChangePart, action: Action, options: RowOptions): Row {
  const place = placeText(part);
  const head = { path: clean(part.path), below: [], ...(place === undefined ? {} : { source: place }) };
  const { role, after, reason } = part;
  if (role === "changed") return changedRow(part, action, head, options);
  const value = after === undefined ? [] : [valueText(after, options)];
  const words = { kept: "(kept)", reopened: "(off for this change, then on again)", sent: hiddenText(reason ?? "") };
  return { ...head, text: [...value, words[role]].join(" "), faint: true };
}

function hiddenText(reason: string): string {
  if (isLeftOutReason(reason)) return `(not compared: ${reason})`;
  return `(cannot be compared: ${clean(reason)})`;
}

function changedRow({ before, after, reason }: ChangePart, action: Action, head: Omit<Row, "text">, options: RowOptions): Row {
  // What is no new value and differs all the same was compared with what was last applied.
  const note = reason === undefined ? "" : ` ${before === undefined ? hiddenText(reason) : `(${clean(reason)})`}`;
  if (isBlock(before, after))
    return { ...head, text: blockTitle(before, after) + note, below: blockLines(before, after, options) };
  const items = Array.isArray(before) && Array.isArray(after) ? itemsText(before, after, options) : undefined;
  if (items !== undefined) return { ...head, text: items + note };
  if (action === "create" && before === undefined) return { ...head, text: valueText(after, options) + note };
  if (action === "delete" && after === undefined) return { ...head, text: valueText(before, options) + note };
  return { ...head, before: valueText(before, options), text: valueText(after, options) + note };
}

function itemsText(before: readonly Value[], after: readonly Value[], options: RowOptions): string | undefined {
  const { added, removed } = itemTexts(before, after, options);
  return added.length + removed.length === 0 ? undefined : [...added, ...removed].join("  ");
}

function blockTitle(before: Value | undefined, after: Value | undefined): string {
  if (typeof before !== "string") return "(new text)";
  return typeof after === "string" ? "(text)" : "(text removed)";
}

function blockLines(before: Value | undefined, after: Value | undefined, { paint, verbose }: RowOptions): string[] {
  const [left, right] = [before, after].map((side) => (typeof side === "string" ? side : ""));
  const paints = { "+": paint.green, "-": paint.red, " ": String, "…": paint.dim };
  return lineDiff(left ?? "", right ?? "", verbose).map(
    (line) => `${deeper}${paints[line.mark](`${line.mark} ${line.text}`.trimEnd())}`,
  );
}

function widest(texts: readonly string[], limit: number): number {
  return texts.reduce((most, text) => {
    const width = displayWidth(text);
    return width <= limit ? Math.max(most, width) : most;
  }, 0);
}

type Widths = Readonly<Record<"pathWidth" | "beforeWidth" | "textWidth" | "room", number>>;

function plainText(row: Row, beforeWidth: number): string {
  return row.before === undefined ? row.text : `${pad(row.before, beforeWidth)} -> ${row.text}`;
}

/** Beside each other where it fits; else the place goes below; else the values go below as well. */
function rowLines(row: Row, widths: Widths, paint: Paint): string[] {
  const plain = plainText(row, widths.beforeWidth);
  const width = displayWidth(plain);
  if (width > widths.room || displayWidth(row.path) > widths.pathWidth) return stacked(row, paint);
  const gap = " ".repeat(Math.max(0, widths.textWidth - width));
  const line = `${indent}${pad(row.path, widths.pathWidth)}  ${paintText(row, widths.beforeWidth, paint)}`;
  if (row.source === undefined) return [line, ...row.below];
  const beside = widths.textWidth >= width && widths.textWidth + 2 + displayWidth(row.source) <= widths.room;
  if (beside) return [`${line}${gap}  ${paint.dim(row.source)}`, ...row.below];
  return [line, ...row.below, `${deeper}${paint.dim(`at ${row.source}`)}`];
}

function stacked(row: Row, paint: Paint): string[] {
  const values =
    row.before === undefined
      ? [paintText(row, 0, paint)]
      : [paint.red(row.before), `${paint.dim("->")} ${paint.green(row.text)}`];
  const place = row.source === undefined ? [] : [paint.dim(`at ${row.source}`)];
  return [
    `${indent}${row.path}`,
    ...values.map((value) => `${deeper}${value}`),
    ...row.below,
    ...place.map((at) => `${deeper}${at}`),
  ];
}

function paintText(row: Row, beforeWidth: number, paint: Paint): string {
  if (row.faint) return paint.dim(row.text);
  if (row.before === undefined) return row.text;
  return `${paint.red(row.before)}${" ".repeat(Math.max(0, beforeWidth - displayWidth(row.before)))} ${paint.dim("->")} ${paint.green(row.text)}`;
}

/** The calls of a change, a line each. */
export function callLines(change: Change, calls: ReadonlyMap<string, Call>, paint: Paint): string[] {
  return change.calls.flatMap((id) => {
    const call = calls.get(id);
    if (call === undefined) return [];
    const after = call.after.length === 0 ? "" : ` after ${call.after.map(clean).join(", ")}`;
    const wait = call.wait === undefined ? "" : `, then wait for ${clean(call.wait.for).replaceAll("_", " ")}`;
    const displaces = call.displaces === undefined ? "" : `, in place of what came by itself`;
    const body = call.body === undefined ? "" : ` ${valueText(call.body, { verbose: true })}`;
    return [
      paint.dim(`    ${clean(id)}  ${call.method} ${filledPath(call.path, call.params)}${body}${after}${wait}${displaces}`),
    ];
  });
}

/** The path with the parameters that are plain values; those that only apply learns stay as `{name}`. */
function filledPath(path: string, params: Spec): string {
  const filled = path.replace(/\{(\w+)\}/g, (hole: string, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return typeof value === "string" || typeof value === "number"
      ? encodeURIComponent(String(value).replace(/\p{Cs}/gu, "\ufffd"))
      : hole;
  });
  return clean(filled);
}
