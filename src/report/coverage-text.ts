import { parseAddress } from "../core/address.js";
import { append } from "../core/collections.js";
import type { Coverage, NotDeclared, NotDeclaredAttribute, NotJudgedReason } from "../core/plan.js";
import { columns } from "./columns.js";
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

/** How many addresses of one kind are listed where not all are wanted. */
export const mostUnmanaged = 50;

/** One line of the table: a kind, or all of them. */
interface CoverageRow {
  readonly kind: string;
  readonly live: number;
  readonly managed: number;
  readonly unmanaged: number;
  /** Rounded down, so that 100 % is all. */
  readonly percent: string;
}

/** The counts of each kind, and those of all as the last row; only that one where nothing is live. */
export function coverageRows({ kinds }: Coverage): readonly CoverageRow[] {
  const sum = (count: (kind: Coverage["kinds"][number]) => number) => kinds.reduce((total, kind) => total + count(kind), 0);
  return [...kinds, { kind: "all", live: sum(({ live }) => live), managed: sum(({ managed }) => managed) }].map(
    ({ kind, live, managed }) => ({ kind, live, managed, unmanaged: live - managed, percent: percentOf(managed, live) }),
  );
}

/** What no file declares, by kind; where it was judged, without what nobody has to declare: bots, what servers make, and what policies give. */
export function unmanagedByKind({ unmanaged, notDeclared }: Coverage): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>();
  const judged = notDeclared && new Set(notDeclared.things);
  for (const address of unmanaged.filter((candidate) => judged?.has(candidate) !== false))
    append(kinds, parseAddress(address).kind, address);
  return kinds;
}

const reasons: Readonly<Record<NotJudgedReason, (number: number) => string>> = {
  unlisted: (number) => `${count(number, "attribute")} that no list shows`,
  "default-unknown": (number) => `${count(number, "attribute")} without a known default`,
  bot: (number) => count(number, "bot"),
  "by-itself": (number) => `${count(number, "thing")} that servers make`,
};

/** How much of what no file says was not judged, and why; undefined where all was. */
export function notJudgedText({ notJudged }: NotDeclared): string | undefined {
  const all = notJudged.reduce((sum, group) => sum + group.count, 0);
  if (all === 0) return undefined;
  return `Not judged: ${all} (${notJudged.map(({ reason, count: number }) => reasons[reason](number)).join(", ")})`;
}

function percentOf(managed: number, live: number): string {
  return live === 0 ? "" : `${Math.floor((100 * managed) / live)} %`;
}
