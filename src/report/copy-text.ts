import { clean } from "./text.js";

/** What there is to say of an instance that was copied. */
export interface CopyReport {
  readonly from: string;
  /** How many there are of each, by what they are called. */
  readonly counts: Readonly<Record<string, number>>;
  readonly requests: number;
  /** What is not in the copy, a sentence each. */
  readonly gaps: readonly string[];
}

const shownGaps = 50;

/** One line that says what was copied, and one for each thing that was not, fifty at most. */
export function renderCopy({ from, counts, requests, gaps }: CopyReport): string {
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  const rest = gaps.length > shownGaps ? [`and ${gaps.length - shownGaps} more`] : [];
  const missing = gaps.length === 0 ? "" : "; not copied:";
  return [
    `copied ${clean(from)} with ${requests} requests: ${parts.join(", ")}${missing}`,
    ...[...gaps.slice(0, shownGaps).map(clean), ...rest].map((line) => `  - ${line}`),
  ].join("\n");
}
