import { failureText } from "../core/failure-text.js";
import type { Action, Outcome, Result } from "../core/plan.js";
import { columns } from "./columns.js";
import { type Look, type Paint, paintAction, paintFor, symbols, usableWidth } from "./paint.js";
import { isPart, partLine } from "./plan-text.js";
import { clean, codeMark, count, displayWidth, shorten, wrap, wrapClean } from "./text.js";
import { valueText } from "./value.js";

const past: Readonly<Record<Action, string>> = {
  create: "created",
  update: "updated",
  delete: "deleted",
  move: "moved",
  restore: "restored",
};
const sections = [
  { status: "failed", title: "Failed", color: "red" },
  { status: "stale", title: "Moved since the plan was made, and left alone", color: "red" },
  { status: "not_stuck", title: "Accepted by the server but not stored", color: "yellow" },
  { status: "done", title: "Done", color: "green" },
  { status: "skipped", title: "Skipped", color: "yellow" },
] as const;

const widestAddress = 60;
/** A server's words are cut here: some answer with whole pages. */
const longestMessage = 2_000;

/** What apply did, as a table for people, in the order of the note: failed, moved, not stuck, done, skipped; then one line of totals and a line break. */
export function renderResult(result: Result, look: Look): string {
  const paint = paintFor(look.color);
  const width = usableWidth(look.width);
  const blocks = sections.flatMap(({ status, title, color }) => {
    const outcomes = result.outcomes.filter((outcome) => outcome.status === status);
    if (outcomes.length === 0) return [];
    return [[paint.bold(paint[color](title)), ...tableOf(outcomes, paint, width)].join("\n")];
  });
  if (isPart(result))
    blocks.unshift(
      wrap(partLine(result), width)
        .map((line) => paint.yellow(line))
        .join("\n"),
    );
  if (result.interrupted)
    blocks.push(paint.yellow("Interrupted: the calls in flight were finished, the others were not started."));
  return `${[...blocks, paint.bold(resultLine(result))].join("\n\n")}\n`;
}

/** The totals of a result in one line, without colours. */
export function resultLine(result: Result): string {
  const of = (status: Outcome["status"]): number => result.outcomes.filter((outcome) => outcome.status === status).length;
  const cost = `${count(result.stats.calls, "call")}; ${count(result.stats.requests, "request")} in all.`;
  if (result.outcomes.length === 0) return `Nothing was done. ${cost}`;
  const moved = of("stale") === 0 ? [] : [`${of("stale")} moved`];
  const counts = [
    `${of("done")} done`,
    `${of("failed")} failed`,
    ...moved,
    `${of("skipped")} skipped`,
    `${of("not_stuck")} not stored`,
  ];
  return `Result: ${counts.join(", ")}. ${cost}`;
}

function tableOf(outcomes: readonly Outcome[], paint: Paint, width: number): string[] {
  const addresses = outcomes.map((outcome) => clean(outcome.address));
  const addressWidth = addresses.reduce((most, address) => Math.max(most, Math.min(widestAddress, displayWidth(address))), 0);
  const room = width - 2 - 3 - addressWidth - 2;
  const beside = room >= 30 && addresses.every((address) => displayWidth(address) <= widestAddress);
  const rows = outcomes.map((outcome, index) => {
    const symbol = paintAction(paint, outcome.action, symbols[outcome.action]);
    const address = paint.bold(addresses[index] ?? "");
    const details = detailLines(outcome, beside ? room : width - 6, paint);
    return { symbol, address, details };
  });
  if (beside) {
    return columns(
      rows.flatMap(({ symbol, address, details: [first = "", ...rest] }) => [
        [symbol, address, first],
        ...rest.map((line) => ["", "", line]),
      ]),
      "  ",
    );
  }
  return rows.flatMap(({ symbol, address, details }) => [`  ${symbol}  ${address}`, ...details.map((line) => `      ${line}`)]);
}

/** What became of one change, a line for each sentence, without colours. Reports show the code beside it. */
export function outcomeText(outcome: Outcome): readonly string[] {
  const { code: _, ...uncoded } = outcome;
  return detailLines(uncoded, Number.POSITIVE_INFINITY, paintFor(false));
}

/** What it protected is open, and what it did is not done, until somebody does something. */
const goneText = "it was deleted to be made again, and IS GONE now: nothing does its work until an apply makes it";

function detailLines(outcome: Outcome, width: number, paint: Paint): string[] {
  const isPlaced = outcome.source === undefined || outcome.notStuck?.some(({ source }) => source !== undefined) === true;
  const place = isPlaced ? [] : [paint.dim(`at ${clean(outcome.source ?? "")}`.trimEnd())];
  const partly = outcome.partly
    ? wrap(outcome.gone ? goneText : "some of its calls had succeeded before: plan again to see what is left", width)
    : [];
  if (outcome.status === "failed") return [...failureLines(outcome, width), ...partly, ...place];
  if (outcome.status === "stale") return [...wrap(marked(outcome.reason ?? "has moved", outcome), width), ...place];
  if (outcome.status === "skipped") return [...wrap(marked(skipText(outcome.because), outcome), width), ...partly, ...place];
  if (outcome.status === "not_stuck") return [...notStuckLines(outcome, width, paint), ...place];
  return [outcome.proposed === undefined ? past[outcome.action] : `proposed in !${outcome.proposed}`];
}

/** A message with its code, as errors have it. */
function marked(message: string, { code }: Outcome): string {
  return code === undefined ? message : `${message} ${codeMark(code)}`;
}

function failureLines(outcome: Outcome, width: number): string[] {
  const { action, error } = outcome;
  if (error === undefined) return wrap(marked(`could not be ${past[action]}`, outcome), width);
  return [
    ...wrapClean(marked(failureText({ ...error, message: shorten(error.message, longestMessage) }), outcome), width),
    ...(error.hint === undefined ? [] : wrapClean(`hint: ${shorten(error.hint, longestMessage)}`, width)),
  ];
}

function skipText(because: string | undefined): string {
  if (because === undefined) return "was not tried";
  return because === "interrupted" ? "was not tried: interrupted" : `was not tried, because of ${clean(because)}`;
}

function notStuckLines(outcome: Outcome, width: number, paint: Paint): string[] {
  const { notStuck = [] } = outcome;
  if (notStuck.length === 0) return wrap(marked("was not stored", outcome), width);
  return notStuck.flatMap(({ path, asked, live, cause, source }) => [
    ...wrap(marked(`${clean(path)}: asked ${valueText(asked)}, the server has ${valueText(live)}`, outcome), width),
    ...wrapClean(`likely cause: ${shorten(cause, longestMessage)}`, width),
    ...(source === undefined ? [] : [paint.dim(`at ${clean(source)}`.trimEnd())]),
  ]);
}
