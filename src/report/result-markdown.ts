import { parseAddress } from "../core/address.js";
import { append } from "../core/collections.js";
import type { Kinds } from "../core/kind.js";
import type { Action, Outcome, Plan, Result } from "../core/plan.js";
import { code, details, prose } from "./markdown.js";
import { fitNote, type NotePart } from "./note.js";
import { figure, ofKind } from "./nouns.js";
import { symbols } from "./paint.js";
import { unreadCounts } from "./plan-counts.js";
import { diagnosticPart, shareOf, unreadPart, usualNoteLimit } from "./plan-markdown.js";
import { isPart, type PlanLook } from "./plan-text.js";
import { outcomeText, resultLine } from "./result-text.js";
import { shownDiagnostics, shownWarnings } from "./same-diagnostics.js";
import { count } from "./text.js";

const titles = { failed: "Failed", stale: "Moved since the plan was made", not_stuck: "Not stored" } as const;
const rank = { firm: 0, done: 2, left: 1, warning: 3 };

/**
 * What apply did as a note, in the order of the note of a plan: what failed, what is held back or could not be read, deletes, what else was done by kind, what is left, and warnings. At most `noteLimit`
 * characters: what does not fit is counted. Ends with a line break.
 */
export function renderResultMarkdown(
  plan: Plan,
  result: Result,
  { kinds, noteLimit = usualNoteLimit }: Pick<PlanLook, "kinds" | "noteLimit">,
): string {
  const { outcomes } = result;
  const done = outcomes.filter(({ status }) => status === "done");
  const parts = [
    ...(isPart(plan) ? [shareOf(plan)] : []),
    ...(["failed", "stale", "not_stuck"] as const).flatMap((status) =>
      outcomes.filter((outcome) => outcome.status === status).map((outcome) => problemPart(titles[status], outcome)),
    ),
    ...shownDiagnostics(result.held ?? [], false).map((diagnostic) => diagnosticPart("Held back", diagnostic)),
    ...unreadCounts(result.unread).map(unreadPart),
    ...done.filter(({ action }) => action === "delete").map(deletePart),
    ...groupParts(done, kinds),
    ...skippedParts(outcomes.filter(({ status }) => status === "skipped")),
    ...shownDiagnostics(shownWarnings(plan.warnings, false), false).map((diagnostic) => diagnosticPart("Warning", diagnostic)),
  ];
  const interrupted = result.interrupted ? " Interrupted." : "";
  const verdict = `**${prose(resultLine(result))}${interrupted}**`;
  return fitNote([`### trueup apply for ${code(plan.instance.url, 100)}`, verdict], parts, noteLimit, leftOut);
}

function problemPart(title: string, outcome: Outcome): NotePart {
  const name = outcome.code === undefined ? "" : `${code(outcome.code)} `;
  const head = `> **${title}** ${name}${code(symbols[outcome.action])} ${outcome.action} ${code(outcome.address)}`;
  const details = outcomeText(outcome).map((line) => `<br>${prose(line)}`);
  return { text: `${head}${details.join("")}`, short: head, rank: rank.firm, counted: { what: "problem" } };
}

function deletePart({ address }: Outcome): NotePart {
  return { text: `- ${code(symbols.delete)} deleted <b>${code(address)}</b>`, rank: rank.firm, counted: { what: "delete" } };
}

/** What was done to things of one kind: counted, with their addresses folded. */
function groupParts(done: readonly Outcome[], kinds: Kinds): NotePart[] {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of done)
    if (outcome.action !== "delete") append(groups, `${outcome.action} ${parseAddress(outcome.address).kind}`, outcome);
  return [...groups].map(([key, all]): NotePart => {
    const [action, kind = ""] = key.split(" ") as [Action, string?];
    const short = `- ${code(symbols[action])} ${action}: ${prose(ofKind(kinds, kind, all.length))}`;
    const text = folded(short.slice(2), all);
    return { text, short, rank: rank.done, counted: { what: "change", number: all.length } };
  });
}

/** What is left, by what kept it from being done. */
function skippedParts(skipped: readonly Outcome[]): NotePart[] {
  const causes = new Map<string, Outcome[]>();
  for (const outcome of skipped) append(causes, outcomeText(outcome)[0] ?? "", outcome);
  return [...causes].map(([cause, all]): NotePart => {
    const name = all[0]?.code === undefined ? "" : ` ${code(all[0].code)}`;
    const head = `<b>Left</b>${name} ${count(all.length, "change")}: ${prose(cause)}`;
    return { text: folded(head, all), short: `- ${head}`, rank: rank.left, counted: { what: "change", number: all.length } };
  });
}

function folded(summary: string, outcomes: readonly Outcome[]): string {
  const list = outcomes.map(({ address }) => `- ${code(address)}`).join("\n");
  return details(summary, list);
}

function leftOut(left: readonly NotePart[]): string {
  const number = left.reduce((sum, { counted }) => sum + (counted.number ?? 1), 0);
  return `_and ${figure(number)} more: the result as text or JSON has all_`;
}
