import { parseAddress } from "../core/address.js";
import { append } from "../core/collections.js";
import type { Coverage, NotDeclared, NotJudgedReason } from "../core/plan.js";
import { count } from "./text.js";

/** How many addresses of one kind are listed where not all are wanted. */
export const mostUnmanaged = 50;

/** One line of the table: a kind, or all of them. */
export interface CoverageRow {
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
