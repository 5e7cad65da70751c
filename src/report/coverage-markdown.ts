import type { Coverage } from "../core/plan.js";
import { coverageRows, mostUnmanaged, unmanagedByKind } from "./coverage-rows.js";
import { code, prose, table } from "./markdown.js";

const mostGaps = 10;

/** How much of the instance the files declare, as a table under a heading. */
export function coverageTable(coverage: Coverage): string {
  const rows = coverageRows(coverage).map(({ kind, live, managed, unmanaged, percent }) => [
    code(kind, 80),
    ...[live, managed, unmanaged].map(String),
    percent,
  ]);
  return `#### Under management\n\n${table(["Kind", "Live", "Managed", "Unmanaged", "Share"], rows)}`;
}

/** What no file declares, a collapsible part for each kind, and what was not counted. */
export function coverageLists(coverage: Coverage): string[] {
  const lists = [...unmanagedByKind(coverage)].map(([kind, addresses]) =>
    details(`${addresses.length} of kind ${code(kind, 80)} declared in no file`, addresses, mostUnmanaged, (one) => code(one)),
  );
  const { gaps } = coverage;
  return gaps.length === 0 ? lists : [...lists, details("Not counted", gaps, mostGaps, (gap) => prose(gap))];
}

function details(summary: string, items: readonly string[], most: number, show: (item: string) => string): string {
  const lines = items.slice(0, most).map((item) => `- ${show(item)}`);
  const left = items.length - lines.length;
  const more = left === 0 ? [] : [`- and ${left} more; the plan as JSON has all`];
  return `<details>\n<summary>${summary}</summary>\n\n${[...lines, ...more].join("\n")}\n\n</details>`;
}
