import { fold } from "../core/address.js";
import { refusalAdvice } from "../core/failure-text.js";
import type { Kinds } from "../core/kind.js";
import { type Action, type Call, type Change, notDeclaredCount, type Plan, type Unread } from "../core/plan.js";
import { arrange, type OwnChange, type ThingChanges } from "./arrangement.js";
import { changeParts, changePlace } from "./change-parts.js";
import { coverageBlocks } from "./coverage-text.js";
import { acknowledgementText } from "./nouns.js";
import { beforeLine, byOrigin, originText } from "./origins.js";
import { type Look, type Paint, paintAction, paintFor, symbols, usableWidth } from "./paint.js";
import { type UnreadCount, unreadCounts } from "./plan-counts.js";
import { callLines, partLines, type RowOptions } from "./plan-rows.js";
import type { PlanTitle, TitledPlan } from "./reported.js";
import { type SharedDiagnostic, shownDiagnostics, shownWarnings } from "./same-diagnostics.js";
import { identityText, proposalText, sharedBlocks } from "./shared-text.js";
import { clean, codeMark, count, wrap, wrapClean } from "./text.js";

/** What made a plan, a `plan` unless it says otherwise, and what counts as drift. */
export type PlanTopic = Partial<Pick<TitledPlan, "title" | "isUndeclaredDrift">>;

export interface PlanLook extends Look, PlanTopic {
  /** What the plan is about. */
  readonly kinds: Kinds;
  /** Long values, texts and lists in full, and the calls of each change. */
  readonly verbose?: boolean;
  /** Characters that a note takes at most, where the format has such a limit. */
  readonly noteLimit?: number;
  /** The file in which the plan is saved, to name where all of it is. */
  readonly file?: string;
}

const mostAddresses = 10;

/**
 * A plan as text for people, in the order of the note: refusals and what waits, deletes, what several things have in common, then thing by thing, and warnings. Ends with the coverage, if the plan has one, a one-line summary and a line break. Whatever the values hold, the
 * text has no control characters but line breaks and, with `color`, colours.
 */
export function renderPlan(plan: Plan, look: PlanLook): string {
  const options: RowOptions = { paint: paintFor(look.color), width: usableWidth(look.width), verbose: look.verbose === true };
  const calls = new Map(plan.calls.map((call) => [call.id, call]));
  const { shown, before } = byOrigin(plan);
  const blocksOf = (changes: readonly Change[]) => changeBlocks(changes, calls, { ...options, kinds: look.kinds });
  const blocks = [
    [options.paint.dim(instanceLine(plan))],
    ...(isPart(plan) ? [wrap(partLine(plan), options.width).map((line) => options.paint.yellow(line))] : []),
    ...guardBlocks(plan, look.kinds, options),
    ...shownDiagnostics(plan.refusals, options.verbose).map((diagnostic) => diagnosticLines("Refused", diagnostic, options)),
    ...shownDiagnostics(plan.held ?? [], options.verbose).map((diagnostic) => diagnosticLines("Held back", diagnostic, options)),
    ...(plan.unread ? [unreadLines(plan.unread, options.paint)] : []),
    ...blocksOf(shown.filter(({ action }) => action === "delete")),
    ...blocksOf(shown.filter(({ action }) => action !== "delete")),
    ...(before.length > 0 ? [wrap(beforeLine(before), options.width).map((line) => options.paint.bold(line))] : []),
    ...(options.verbose ? blocksOf(before) : []),
    ...shownDiagnostics(shownWarnings(plan.warnings, options.verbose), options.verbose).map((diagnostic) =>
      diagnosticLines("Warning", diagnostic, options),
    ),
    ...(plan.coverage ? coverageBlocks(plan.coverage, options) : []),
    [options.paint.bold(summaryLine(plan, look))],
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** What several things have in common, then thing by thing. */
function changeBlocks(
  changes: readonly Change[],
  calls: ReadonlyMap<string, Call>,
  options: RowOptions & Pick<PlanLook, "kinds">,
): string[][] {
  const { shared, things } = arrange({ changes }, options.kinds);
  return [...sharedBlocks(shared, things, calls, options), ...things.map((thing) => thingLines(thing, calls, options))];
}

/** Which instance a plan is about. */
export function instanceLine({ instance: { url, version, tier, dialect } }: Pick<Plan, "instance">): string {
  return `Instance ${clean(url)}, version ${clean(version)}, tier ${tier}, dialect ${dialect}`;
}

/** What a plan changes, line by line, for a list that others show: plain text, and nothing of how it was found out. */
export function planLines(plan: Pick<Plan, "changes">, look: Pick<PlanLook, "width">): readonly string[] {
  const options: RowOptions = { paint: paintFor(false), width: look.width, verbose: false };
  return plan.changes.flatMap((change) => changeLines({ change, parts: changeParts(change), shared: [] }, new Map(), options));
}

/** How many things a plan changes, and how: the same for two plans of the same world. */
export function planCounts(plan: Plan): string {
  const changes = plan.changes.filter(({ origin }) => origin !== "before");
  const before = plan.changes.length - changes.length;
  return `${actionCounts(changes)}${before === 0 ? "" : `; ${before} off before`}; ${plan.summary.unchanged} unchanged`;
}

type PartOf = Pick<Plan, "targets" | "under">;

/** True for a plan or a result that is about a part alone. */
export function isPart({ targets, under }: PartOf): boolean {
  return targets !== undefined || under !== undefined;
}

/** That a plan or a result is about a part alone, and which. */
export function partLine({ under = [], targets = [] }: PartOf): string {
  const words = [...under.map((path) => `--under ${clean(path)}`), ...targets.map((target) => `--target ${clean(target)}`)];
  return `Only a part: ${words.join(", ")}. Nothing else that the files declare was looked at.`;
}

/** The one line that says it all, without colours: what is to be done, by how many calls, and what it cost to find out. */
export function summaryLine(plan: Plan, { title = "plan", isUndeclaredDrift }: PlanTopic = {}): string {
  const reads = `${count(plan.stats.requests, "request")} to read.`;
  const refused = plan.refusals.length > 0 ? `Refused for ${count(plan.refusals.length, "reason")}, nothing will be applied` : "";
  if (plan.changes.length === 0) {
    const same = `${count(plan.summary.unchanged, "thing")} ${plan.summary.unchanged === 1 ? "is" : "are"} as the files say`;
    const head = isUndeclaredDrift && notDeclaredCount(plan) > 0 ? "Drift" : "Nothing to do";
    return refused
      ? `${refused}. ${reads}`
      : `${head}${isPart(plan) ? " in this part" : ""}: ${same}${heldCount(plan)}. ${reads}`;
  }
  const isOfRequest = plan.changes.some(({ origin }) => origin !== undefined);
  const subject = isOfRequest ? "This request" : `${capital(title)}${isPart(plan) ? " of a part" : ""}`;
  return `${refused || subject}: ${planCounts(plan)}${heldCount(plan)}. ${count(plan.calls.length, "call")}; ${reads}`;
}

function capital(title: PlanTitle): string {
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

function heldCount(plan: Plan): string {
  const { held = [], unread = [] } = plan;
  const counts = { "held back": held.length, unread: unread.length, "not declared": notDeclaredCount(plan) };
  return Object.entries(counts)
    .map(([what, number]) => (number === 0 ? "" : `; ${number} ${what}`))
    .join("");
}

/** What could not be read, and what each status may mean of something in a group or project that can be read itself. */
function unreadLines(unread: readonly Unread[], paint: Paint): string[] {
  const statuses = [...new Set(unread.map(({ status }) => status))].toSorted((a, b) => a - b);
  const hints = statuses.flatMap((status) => {
    const advice = refusalAdvice(status, { method: "GET" });
    return advice === undefined ? [] : [`${status}: ${advice}`];
  });
  return [
    ...unreadCounts(unread).map((unreadCount) => unreadLine(unreadCount, paint)),
    ...hints.map((hint) => `  ${paint.cyan("hint:")} ${hint}`),
  ];
}

/** What could not be read of one kind for one reason: `Unread variable  403  3 things: acme/a, acme/b, acme/c`. */
export function unreadLine({ kind, status, count: number, paths }: UnreadCount, paint: Paint): string {
  const more = number > paths.length ? ", …" : "";
  return `${paint.yellow("Unread")} ${clean(kind)}  ${status}  ${count(number, "thing")}: ${paths.map(clean).join(", ")}${more}`;
}

function actionCounts(changes: readonly Change[]): string {
  const of = (action: Action): number => changes.filter((change) => change.action === action).length;
  const rare = (["move", "restore"] as const).filter((action) => of(action) > 0);
  return [...(["create", "update"] as const), ...rare, "delete" as const]
    .map((action) => `${of(action)} to ${action}`)
    .join(", ");
}

/** What changes about one thing, without a line between: it stands over what is in it, unless only that changes. */
function thingLines({ thing, changes }: ThingChanges, calls: ReadonlyMap<string, Call>, options: RowOptions): string[] {
  const isAlone = changes.length === 1 || fold(changes[0]?.change.address ?? "") === fold(thing);
  const head = isAlone ? [] : [`In ${options.paint.bold(clean(thing))}:`];
  return [...head, ...changes.flatMap((change) => changeLines(change, calls, options))];
}

function changeLines({ change, parts, shared }: OwnChange, calls: ReadonlyMap<string, Call>, options: RowOptions): string[] {
  const { paint } = options;
  const title = paintAction(paint, change.action, `${symbols[change.action]} ${change.action}`);
  const from = change.from === undefined ? "" : ` from ${clean(change.from)}`;
  const place = changePlace(change);
  const source = place === undefined ? "" : `  ${paint.dim(place)}`;
  const above = shared.length === 0 ? [] : wrapClean(`and ${shared.join(", ")}, as above`, options.width - 4);
  return [
    `${title} ${paint.bold(clean(change.address))}${identityText(change)}${proposalText(change)}${from}${originText(change)}${source}`,
    ...partLines(parts, change.action, options),
    ...above.map((line) => `    ${paint.dim(line)}`),
    ...(options.verbose ? callLines(change, calls, paint) : []),
  ];
}

/** What must be acknowledged before many things change. */
export function guardBlocks(
  { acknowledgements = [] }: Plan,
  kinds: Kinds,
  { paint, width }: Pick<RowOptions, "paint" | "width">,
): string[][] {
  return acknowledgements.map((acknowledgement) => [
    paint.yellow("Guard many-updates"),
    ...wrapClean(acknowledgementText(acknowledgement, kinds), width - 2).map((line) => `  ${line}`),
  ]);
}

function diagnosticLines(
  title: "Warning" | "Refused" | "Held back",
  diagnostic: SharedDiagnostic,
  { paint, width, verbose }: RowOptions,
): string[] {
  const colored = title === "Refused" ? paint.red(paint.bold(title)) : paint.yellow(title);
  const source = diagnostic.source === undefined ? "" : `  ${paint.dim(clean(diagnostic.source))}`;
  const { addresses, places, number } = diagnostic;
  const few = verbose ? addresses.length : mostAddresses;
  const shown = addresses.slice(0, few).map(clean);
  const more = addresses.length > few ? [`and ${addresses.length - few} more${number > 1 ? ": --verbose names them" : ""}`] : [];
  const listed = places
    ? [
        ...places.slice(0, few).map((place) => {
          const where = place.source === undefined ? "" : `  ${paint.dim(clean(place.source))}`;
          return `  ${paint.bold(clean(place.address))}${where}`;
        }),
        ...more.map((line) => `  ${line}`),
      ]
    : shown.length === 0
      ? []
      : wrap([...shown, ...more].join(", "), width - 2).map((line) => `  ${paint.bold(line)}`);
  return [
    `${colored} ${codeMark(diagnostic.rule)}${source}`,
    ...wrapClean(diagnostic.message, width - 2).map((line) => `  ${line}`),
    ...listed,
  ];
}
