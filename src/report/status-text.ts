import type { JournalStatus, JournalStanding } from "../core/journal.js";
import { type Look, paintAction, paintFor, symbols, usableWidth } from "./paint.js";
import { clean, count, wrap, wrapClean } from "./text.js";

const sections = [
  { standing: "left", title: "Not done", color: "red" },
  { standing: "unknown", title: "Cannot be determined", color: "yellow" },
  { standing: "done", title: "Done", color: "green" },
] as const;

/** What became of an apply by its journal, as text for people: what is left comes first; what is done is counted, and listed if `verbose`. Ends with a line break. */
export function renderStatus(status: JournalStatus, look: Look & { readonly verbose: boolean }): string {
  const paint = paintFor(look.color);
  const width = usableWidth(look.width);
  const heads = [
    `${clean(status.journal)}: apply to ${clean(status.url)} by ${clean(status.username)}, begun ${clean(status.begun)}`,
    ...(status.ended ? [] : ["The apply did not end: it was killed, or it still runs."]),
  ];
  const blocks = sections.flatMap(({ standing, title, color }) => {
    const changes = status.changes.filter((change) => change.standing === standing);
    if (changes.length === 0 || (standing === "done" && !look.verbose)) return [];
    const lines = changes.flatMap((change) => [
      `  ${paintAction(paint, change.action, symbols[change.action])}  ${paint.bold(clean(change.address))}`,
      ...(change.reason === undefined ? [] : wrapClean(change.reason, width - 6)).map((line) => `      ${line}`),
    ]);
    return [[paint.bold(paint[color](title)), ...lines].join("\n")];
  });
  const of = (standing: JournalStanding): number => status.changes.filter((change) => change.standing === standing).length;
  const totals = `Status: ${count(of("done"), "change")} done, ${of("left")} not done, ${of("unknown")} unknown.`;
  const next = of("left") + of("unknown") === 0 ? [] : ["Next: trueup apply. It plans again, and does what is left."];
  const head = heads.flatMap((line) => wrap(line, width)).join("\n");
  return `${[head, ...blocks, [paint.bold(totals), ...next].join("\n")].join("\n\n")}\n`;
}
