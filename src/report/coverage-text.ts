import type { Coverage, NotDeclared, NotDeclaredAttribute } from "../core/plan.js";
import { columns } from "./columns.js";
import { coverageRows, mostUnmanaged, notJudgedText, unmanagedByKind } from "./coverage-rows.js";
import type { RowOptions } from "./plan-rows.js";
import { clean, count, displayWidth, wrap, wrapClean } from "./text.js";
import { valueText } from "./value.js";

const mostGaps = 10;
const heads = ["", "live", "managed", "unmanaged", "share"];

/** How much of the instance the files declare, and what they do not, as blocks of lines. */
export function coverageBlocks(coverage: Coverage, options: RowOptions): string[][] {
  const { paint } = options;
  const blocks = [
    [paint.bold("Under management"), ...tableLines(coverage)],
    ...[...unmanagedByKind(coverage)].map(([kind, addresses]) => listLines(kind, addresses, options)),
  ];
  if (coverage.notDeclared) blocks.push(...notDeclaredBlocks(coverage.notDeclared, options));
  if (coverage.gaps.length > 0) blocks.push(gapLines(coverage.gaps, options));
  if (unmanagedByKind(coverage).size > 0) {
    const advice =
      "To have it in the files: trueup export --under PATH. To have it deleted: delete_undeclared. Otherwise it is left alone.";
    blocks.push(wrap(advice, options.width));
  }
  return blocks;
}

function tableLines(coverage: Coverage): string[] {
  const rows = coverageRows(coverage).map((row) => [
    clean(row.kind),
    ...[row.live, row.managed, row.unmanaged].map(String),
    row.percent,
  ]);
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => displayWidth(row[column] ?? ""))));
  const aligned = [heads, ...rows].map((row) =>
    row.map((cell, column) => (column === 0 ? cell : cell.padStart(widths[column] ?? 0))),
  );
  return columns(aligned, "  ");
}

function listLines(kind: string, addresses: readonly string[], options: RowOptions): string[] {
  const { paint } = options;
  const head = `${paint.yellow("Declared in no file")}: ${addresses.length} of kind ${clean(kind)}`;
  return [head, ...fewLines(addresses, (address) => `  ${clean(address)}`, options)];
}

/** The first few of a list, or all of it, and how many more there are. */
function fewLines<T>(all: readonly T[], lineOf: (item: T) => string, { paint, verbose }: RowOptions): string[] {
  const shown = verbose ? all : all.slice(0, mostUnmanaged);
  const left = all.length - shown.length;
  return [...shown.map(lineOf), ...(left === 0 ? [] : [paint.dim(`  and ${left} more; --verbose shows all`)])];
}

/** Attributes that no file says: what is live, and what the platform gives by itself. */
function notDeclaredBlocks(notDeclared: NotDeclared, options: RowOptions): string[][] {
  const { paint, width } = options;
  const { attributes } = notDeclared;
  const textOf = (attribute: NotDeclaredAttribute) => `  ${clean(attribute.address)} ${notDeclaredText(attribute, options)}`;
  const head = `${paint.yellow("Not declared")}: ${count(attributes.length, "attribute")}`;
  const notJudged = notJudgedText(notDeclared);
  return [
    ...(attributes.length === 0 ? [] : [[head, ...fewLines(attributes, textOf, options)]]),
    ...(notJudged === undefined ? [] : [wrap(notJudged, width)]),
  ];
}

/** One attribute that no file says: `merge_method: ff (by itself: merge)`. */
export function notDeclaredText(
  { path, live, default: given }: NotDeclaredAttribute,
  options: Pick<RowOptions, "paint" | "verbose">,
): string {
  const value = live === undefined ? "(secret)" : valueText(live, options);
  const byItself = given === null ? "unset" : valueText(given, options);
  return `${clean(path)}: ${value} ${options.paint.dim(`(by itself: ${byItself})`)}`;
}

function gapLines(gaps: readonly string[], { paint, width, verbose }: RowOptions): string[] {
  const shown = verbose ? gaps : gaps.slice(0, mostGaps);
  const left = gaps.length - shown.length;
  return [
    paint.yellow("Not counted"),
    ...shown.flatMap((gap) => wrapClean(gap, width - 2).map((line) => `  ${line}`)),
    ...(left === 0 ? [] : [paint.dim(`  and ${count(left, "more sentence")}; --verbose shows all`)]),
  ];
}
