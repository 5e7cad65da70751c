import { append } from "../core/collections.js";
import type { Kinds } from "../core/kind.js";
import type { Change, Coverage, NotDeclaredAttribute, Plan } from "../core/plan.js";
import { arrange, type OwnChange, type SharedChange, type ThingChanges } from "./arrangement.js";
import { deleteMarkdown, sharedMarkdown, thingMarkdown } from "./change-markdown.js";
import { coverageRows, mostUnmanaged, notJudgedText, unmanagedByKind } from "./coverage-text.js";
import { code, details, prose, table } from "./markdown.js";
import { fitNote, type NotePart } from "./note.js";
import { acknowledgementText, figure, ofKind } from "./nouns.js";
import { beforeLine, byOrigin } from "./origins.js";
import { symbols } from "./paint.js";
import { type UnreadCount, unreadCounts } from "./plan-counts.js";
import { isPart, partLine, type PlanLook, type PlanTopic, summaryLine } from "./plan-text.js";
import { type SharedDiagnostic, shownDiagnostics, shownWarnings } from "./same-diagnostics.js";
import { count } from "./text.js";
import { valueText } from "./value.js";

/** A note may be longer, but pages with such notes get slow. */
export const usualNoteLimit = 60_000;
const mostKinds = 40;
const mostAddresses = 10;
const mostLeftKinds = 3;
const actions = ["create", "update", "move", "restore", "delete"] as const;
/** Refusals and deletes come first; where they find no room, nothing else does. */
const rank = { firm: 0, counts: 1, shared: 2, warning: 3, thing: 4, before: 5, coverage: 6 };

/**
 * A plan as a note on a merge request: what must be acknowledged, refusals and warnings, a table of counts, deletes, what several things have in common, a collapsible part
 * per thing, and the coverage if there is one. All text from files and servers is escaped. At most `noteLimit` characters: what does not fit is counted by kind,
 * with the way to see it, and no update is shown in place of a refusal or a delete. Ends with a line break.
 */
export function renderPlanMarkdown(plan: Plan, look: PlanLook): string {
  const { kinds, verbose = false, noteLimit = usualNoteLimit, file } = look;
  const { shown, before } = byOrigin(plan);
  const { shared, things } = arrange({ changes: shown }, kinds);
  const parts = [
    ...(isPart(plan) ? [shareOf(plan)] : []),
    ...(plan.changes.length > 0 ? [{ text: countsTable(plan), rank: rank.counts, counted: { what: "table" } }] : []),
    ...guardParts(plan, kinds),
    ...shownDiagnostics(plan.refusals, verbose).map((diagnostic) => diagnosticPart("Refused", diagnostic, verbose)),
    ...shownDiagnostics(plan.held ?? [], verbose).map((diagnostic) => diagnosticPart("Held back", diagnostic, verbose)),
    ...unreadCounts(plan.unread).map(unreadPart),
    ...weakeningParts(shown),
    ...changeParts(shared, things, kinds, verbose),
    ...(before.length > 0 ? [beforePart(before, kinds)] : []),
    ...shownDiagnostics(shownWarnings(plan.warnings, verbose), verbose).map((diagnostic) =>
      diagnosticPart("Warning", diagnostic, verbose),
    ),
    ...coverageParts(plan),
  ];
  return fitNote(headOf(plan, look), parts, noteLimit, (left) => leftOut(left, kinds, { noteLimit, file }));
}

/** What a note begins with, whatever else there is room for. */
export function headOf(plan: Plan, topic: PlanTopic): readonly string[] {
  return [`### trueup ${topic.title ?? "plan"} for ${code(plan.instance.url, 100)}`, `**${prose(summaryLine(plan, topic))}**`];
}

/** What must be acknowledged before many things change. */
export function guardParts({ acknowledgements = [] }: Plan, kinds: Kinds): NotePart[] {
  return acknowledgements.map((acknowledgement) => ({
    text: `> **Guard** <code>many-updates</code>: ${prose(acknowledgementText(acknowledgement, kinds))}`,
    rank: rank.firm,
    counted: { what: "guard" },
  }));
}

/** What weakens protection, which nothing folds: once for all that do it by the same attributes. */
function weakeningParts(changes: readonly Change[]): NotePart[] {
  const byNames = new Map<string, string[]>();
  for (const { weakens, action, address } of changes)
    if (weakens && action !== "delete") append(byNames, weakens.join(", "), address);
  return [...byNames].map(([names, addresses]) => {
    const shown = addresses.slice(0, mostAddresses).map((address) => code(address));
    const left = addresses.length > shown.length ? [`and ${addresses.length - shown.length} more`] : [];
    const head = `> **Weakens protection** ${code(names)}`;
    return { text: `${head}: ${[...shown, ...left].join(", ")}`, short: head, rank: rank.firm, counted: { what: "weakening" } };
  });
}

/** What could not be read of one kind for one reason. */
export function unreadPart({ kind, status, count: number, paths }: UnreadCount): NotePart {
  const head = `> **Unread** ${code(kind, 80)} ${status}: ${count(number, "thing")}`;
  const more = number > paths.length ? ", …" : "";
  return {
    text: `${head}, ${paths.map((path) => code(path)).join(", ")}${more}`,
    short: head,
    rank: rank.firm,
    counted: { what: "unread kind" },
  };
}

/** That a plan is about a part alone. */
export function shareOf(plan: Pick<Plan, "targets" | "under">): NotePart {
  const { targets = [], under = [] } = plan;
  const counts = [
    ...(under.length > 0 ? [count(under.length, "subtree")] : []),
    ...(targets.length > 0 ? [count(targets.length, "target")] : []),
  ];
  const short = `> Only a part: ${counts.join(", ")}`;
  return { text: `> ${prose(partLine(plan))}`, short, rank: rank.firm, counted: { what: "line" } };
}

/** Deletes first, each by itself; then what several things have in common, and the rest thing by thing. */
function changeParts(
  shared: readonly SharedChange[],
  things: readonly ThingChanges[],
  kinds: Kinds,
  verbose: boolean,
): NotePart[] {
  const isDelete = ({ change }: OwnChange) => change.action === "delete";
  const deletes = things.flatMap(({ changes }) => changes.filter(isDelete));
  const others = things
    .map((thing) => ({ ...thing, changes: thing.changes.filter((change) => !isDelete(change)) }))
    .filter(({ changes }) => changes.length > 0);
  return [
    ...deletes.map((ownChange): NotePart => ({ ...deleteMarkdown(ownChange), rank: rank.firm, counted: { what: "delete" } })),
    ...shared.map((change): NotePart => {
      const [text, short] = [sharedMarkdown(change, kinds, verbose), sharedMarkdown(change, kinds, false)];
      return { text, short, rank: rank.shared, counted: { what: "shared change" } };
    }),
    ...others.map((group): NotePart => ({
      text: thingMarkdown(group),
      rank: rank.thing,
      counted: { what: group.kind, changes: group.changes.length },
    })),
  ];
}

/** What was off before the request: counted, and folded. */
function beforePart(before: readonly Change[], kinds: Kinds): NotePart {
  const { shared, things } = arrange({ changes: before }, kinds);
  const line = prose(beforeLine(before));
  const parts = [...shared.map((change) => sharedMarkdown(change, kinds, false)), ...things.map((thing) => thingMarkdown(thing))];
  return { text: details(line, ...parts), short: `> ${line}`, rank: rank.before, counted: { what: "line" } };
}

function coverageParts({ coverage }: Plan): NotePart[] {
  if (coverage === undefined) return [];
  const { gaps } = coverage;
  const lists = [
    ...notDeclaredLists(coverage).map(({ text }) => text),
    ...(gaps.length === 0 ? [] : [listDetails("Not counted", gaps, mostGaps, (gap) => prose(gap))]),
  ];
  return [
    { text: coverageTable(coverage), rank: rank.counts, counted: { what: "table" } },
    ...lists.map((text) => ({ text, rank: rank.coverage, counted: { what: "coverage list" } })),
  ];
}

/** What is left out of a note, counted by what it is, the most first, and where all of it is. */
function leftOut(
  left: readonly NotePart[],
  kinds: Kinds,
  { noteLimit, file }: { readonly noteLimit: number; readonly file: string | undefined },
): string {
  const things = new Map<string, { parts: number; changes: number }>();
  const others = new Map<string, number>();
  for (const { counted } of left) {
    if (counted.changes === undefined) {
      others.set(counted.what, (others.get(counted.what) ?? 0) + (counted.number ?? 1));
      continue;
    }
    const tally = things.get(counted.what) ?? { parts: 0, changes: 0 };
    things.set(counted.what, { parts: tally.parts + 1, changes: tally.changes + counted.changes });
  }
  const sorted = [...things].toSorted(([, tally], [, other]) => other.parts - tally.parts);
  const named = sorted
    .slice(0, mostLeftKinds)
    .map(([kind, tally]) => `${more(ofKind(kinds, kind, tally.parts))} with ${changes(tally.changes)}`);
  const rest = sorted.slice(mostLeftKinds).reduce((sum, [, tally]) => sum + tally.changes, 0);
  const texts = [
    ...[...others].map(([what, number]) => more(count(number, what))),
    ...named,
    ...(rest === 0 ? [] : [`${changes(rest)} of other things`]),
  ];
  const where = file === undefined ? "the plan as text or JSON has all" : code(`trueup show ${file}`, 60);
  return `_and ${texts.join(", ")}: ${where} (this note takes at most ${figure(noteLimit)} characters)_`;
}

function changes(number: number): string {
  return count(number, "change");
}

/** `37 more projects`. */
function more(counted: string): string {
  return counted.replace(" ", " more ");
}

function countsTable(plan: Plan): string {
  const kinds = [...new Set(plan.changes.map((change) => change.kind))];
  const used = actions.filter((action) => plan.changes.some((change) => change.action === action));
  const rows = kinds.slice(0, mostKinds).map((kind) => {
    const changesOfKind = plan.changes.filter((change) => change.kind === kind);
    return [code(kind, 80), ...used.map((action) => String(changesOfKind.filter((change) => change.action === action).length))];
  });
  return table(["Kind", ...used.map((action) => `${action} \`${symbols[action]}\``)], rows);
}

const counted = { Refused: "refusal", "Held back": "change held back", Warning: "warning" };

/** A refusal, a change that is held back or a warning; `short` of it names the first address. */
export function diagnosticPart(
  title: "Refused" | "Held back" | "Warning",
  diagnostic: SharedDiagnostic,
  verbose = false,
): NotePart {
  const { rule, message, addresses, source, number } = diagnostic;
  const place = source === undefined ? [] : [`at ${code(source)}`];
  const about = addressesText(diagnostic, verbose);
  const details = [...place, ...(about === "" ? [] : [about])];
  const head = `> **${title}** ${code(rule)}: ${prose(message)}`;
  const [address] = addresses;
  const others = number === 1 ? "" : ` and ${figure(addresses.length - 1)} more`;
  return {
    text: details.length === 0 ? head : `${head}<br>${details.join(" · ")}`,
    short: `> **${title}** ${code(rule, 60)}${address === undefined ? "" : `: ${code(address, 100)}${others}`}`,
    rank: title === "Warning" ? rank.warning : rank.firm,
    counted: { what: counted[title], number },
  };
}

/** The first few addresses, or all, each with its place where these differ. */
function addressesText({ addresses, places }: SharedDiagnostic, verbose: boolean): string {
  const all = places ?? addresses.map((address) => ({ address, source: undefined }));
  const shown = verbose ? all : all.slice(0, mostAddresses);
  const left = all.length > shown.length ? [`and ${figure(all.length - shown.length)} more`] : [];
  const words = shown.map(({ address, source }) => `${code(address)}${source === undefined ? "" : ` at ${code(source)}`}`);
  return [...words, ...left].join(", ");
}

const mostGaps = 10;

/** How much of the instance the files declare, as a table under a heading. */
function coverageTable(coverage: Coverage): string {
  const rows = coverageRows(coverage).map(({ kind, live, managed, unmanaged, percent }) => [
    code(kind, 80),
    ...[live, managed, unmanaged].map(String),
    percent,
  ]);
  return `#### Under management\n\n${table(["Kind", "Live", "Managed", "Unmanaged", "Share"], rows)}`;
}

/** What no file declares, a collapsible part for each kind and one for attributes, with the number in it, and how much was not judged. */
export function notDeclaredLists(coverage: Coverage): { readonly text: string; readonly number: number }[] {
  const lists = [...unmanagedByKind(coverage)].map(([kind, addresses]) => ({
    text: listDetails(`${addresses.length} of kind ${code(kind, 80)} declared in no file`, addresses, mostUnmanaged, (address) =>
      code(address),
    ),
    number: addresses.length,
  }));
  const { notDeclared } = coverage;
  const { attributes = [] } = notDeclared ?? {};
  const notJudged = notDeclared && notJudgedText(notDeclared);
  const summary = `${count(attributes.length, "attribute")} not declared`;
  return [
    ...lists,
    ...(attributes.length === 0
      ? []
      : [{ text: listDetails(summary, attributes, mostUnmanaged, notDeclaredText), number: attributes.length }]),
    ...(notJudged === undefined ? [] : [{ text: prose(notJudged), number: 0 }]),
  ];
}

function notDeclaredText({ address, path, live, default: given }: NotDeclaredAttribute): string {
  const byItself = given === null ? "unset" : code(valueText(given));
  return `${code(address)} ${code(path)}: ${live === undefined ? "a secret" : code(valueText(live))}, by itself ${byItself}`;
}

function listDetails<Item>(summary: string, items: readonly Item[], most: number, show: (item: Item) => string): string {
  const lines = items.slice(0, most).map((item) => `- ${show(item)}`);
  const left = items.length - lines.length;
  const more = left === 0 ? [] : [`- and ${left} more; the plan as JSON has all`];
  return details(summary, [...lines, ...more].join("\n"));
}
