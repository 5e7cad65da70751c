import type { Spec } from "../core/json.js";
import type { Action, Call, Change, PlanDiagnostic, Plan } from "../core/plan.js";
import { coverageBlocks } from "./coverage-text.js";
import { type Look, type Paint, paintAction, paintFor, symbols, usableWidth } from "./paint.js";
import { attributeLines, type RowOptions } from "./plan-rows.js";
import { shownWarnings } from "./shown-warnings.js";
import { clean, count, wrap, wrapClean } from "./text.js";
import { valueText } from "./value.js";

export interface PlanLook extends Look {
  /** Long values and texts in full, and the calls of each change. */
  readonly verbose?: boolean;
}

const mostAddresses = 10;

/**
 * A plan as text for people (design: what a plan shows). Ends with the coverage, if the plan has one, a one-line summary and a line break. Whatever the values hold, the
 * text has no control characters but line breaks and, with `color`, colours.
 */
export function renderPlan(plan: Plan, look: PlanLook): string {
  const options: RowOptions = { paint: paintFor(look.color), width: usableWidth(look.width), verbose: look.verbose === true };
  const { url, version, tier, dialect } = plan.instance;
  const head = `Instance ${clean(url)}, version ${clean(version)}, tier ${tier}, dialect ${dialect}`;
  const calls = new Map(plan.calls.map((call) => [call.id, call]));
  const blocks = [
    [options.paint.dim(head)],
    ...(plan.targets ? [wrap(partLine(plan.targets), options.width).map((line) => options.paint.yellow(line))] : []),
    ...plan.changes.map((change) => changeLines(change, calls, options)),
    ...shownWarnings(plan.warnings, options.verbose).map((diagnostic) => diagnosticLines("Warning", diagnostic, options)),
    ...plan.refusals.map((diagnostic) => diagnosticLines("Refused", diagnostic, options)),
    ...(plan.coverage ? coverageBlocks(plan.coverage, options) : []),
    [options.paint.bold(summaryLine(plan))],
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** What a plan changes, line by line, for a list that others show: plain text, and nothing of how it was found out. */
export function planLines(plan: Plan, look: Pick<PlanLook, "width">): readonly string[] {
  const options: RowOptions = { paint: paintFor(false), width: usableWidth(look.width), verbose: false };
  return plan.changes.flatMap((change) => changeLines(change, new Map(), options));
}

/** How many things a plan changes, and how: the same for two plans of the same world. */
export function planCounts(plan: Plan): string {
  return `${actionCounts(plan.changes)}; ${plan.summary.unchanged} unchanged`;
}

/** That a plan or a result is about a part alone, and which. */
export function partLine(targets: readonly string[]): string {
  return `Only a part: ${targets.map((target) => `--target ${clean(target)}`).join(", ")}. Nothing else that the files declare was looked at.`;
}

/** The one line that says it all, without colours: what is to be done, by how many calls, and what it cost to find out. */
export function summaryLine(plan: Plan): string {
  const reads = `${count(plan.stats.requests, "request")} to read.`;
  const refused = plan.refusals.length > 0 ? `Refused for ${count(plan.refusals.length, "reason")}, nothing will be applied` : "";
  if (plan.changes.length === 0) {
    const same = `${count(plan.summary.unchanged, "thing")} ${plan.summary.unchanged === 1 ? "is" : "are"} as the files say`;
    return refused ? `${refused}. ${reads}` : `Nothing to do${plan.targets ? " in this part" : ""}: ${same}. ${reads}`;
  }
  return `${refused || (plan.targets ? "Plan of a part" : "Plan")}: ${planCounts(plan)}. ${count(plan.calls.length, "call")}; ${reads}`;
}

function actionCounts(changes: readonly Change[]): string {
  const of = (action: Action): number => changes.filter((change) => change.action === action).length;
  const rare = (["move", "restore"] as const).filter((action) => of(action) > 0);
  return [...(["create", "update"] as const), ...rare, "delete" as const]
    .map((action) => `${of(action)} to ${action}`)
    .join(", ");
}

function changeLines(change: Change, calls: ReadonlyMap<string, Call>, options: RowOptions): string[] {
  const { paint } = options;
  const title = paintAction(paint, change.action, `${symbols[change.action]} ${change.action}`);
  const identity = change.identity === undefined ? "" : ` ${valueText(change.identity)}`;
  const from = change.from === undefined ? "" : ` from ${clean(change.from)}`;
  const source = change.source === undefined ? "" : `  ${paint.dim(clean(change.source))}`;
  return [
    `${title} ${paint.bold(clean(change.address))}${identity}${from}${source}`,
    ...attributeLines(change, options),
    ...(options.verbose ? callLines(change, calls, paint) : []),
  ];
}

function callLines(change: Change, calls: ReadonlyMap<string, Call>, paint: Paint): string[] {
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

function diagnosticLines(title: "Warning" | "Refused", diagnostic: PlanDiagnostic, { paint, width }: RowOptions): string[] {
  const colored = title === "Warning" ? paint.yellow(title) : paint.red(paint.bold(title));
  const source = diagnostic.source === undefined ? "" : `  ${paint.dim(clean(diagnostic.source))}`;
  const shown = diagnostic.addresses.slice(0, mostAddresses).map(clean);
  const more = diagnostic.addresses.length > shown.length ? [`and ${diagnostic.addresses.length - shown.length} more`] : [];
  const addresses = shown.length === 0 ? [] : wrap([...shown, ...more].join(", "), width - 2);
  return [
    `${colored} ${clean(diagnostic.rule)}${source}`,
    ...wrapClean(diagnostic.message, width - 2).map((line) => `  ${line}`),
    ...addresses.map((line) => `  ${paint.bold(line)}`),
  ];
}
