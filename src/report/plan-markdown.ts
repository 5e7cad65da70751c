import type { Value } from "../core/json.js";
import type { AttributeChange, Change, PlanDiagnostic, Plan } from "../core/plan.js";
import { coverageLists, coverageTable } from "./coverage-markdown.js";
import { isBlock, lineDiff } from "./lines.js";
import { code, fence, prose, table } from "./markdown.js";
import { symbols } from "./paint.js";
import { partLine, summaryLine } from "./plan-text.js";
import { shownWarnings } from "./shown-warnings.js";
import { count } from "./text.js";
import { itemTexts, valueText } from "./value.js";
import { variablesText } from "./variables.js";

/** A note may be longer, but pages with such notes get slow. */
const sizeLimit = 60_000;
const roomForNote = 300;
const mostKinds = 40;
const mostAddresses = 10;
const actions = ["create", "update", "move", "restore", "delete"] as const;

/**
 * A plan as a note on a merge request: refusals and warnings, a table of counts, one collapsible part per change, and the coverage if there is one. All text from files and
 * servers is escaped; `verbose` names each thing that cannot be compared. At most 60,000 characters; what does not fit is left out and counted. Ends with a line break.
 */
export function renderPlanMarkdown(plan: Plan, verbose = false): string {
  const head = [`### trueup plan for ${code(plan.instance.url)}`, `**${prose(summaryLine(plan))}**`];
  if (plan.targets) head.push(`> ${prose(partLine(plan.targets))}`);
  if (plan.changes.length > 0) head.push(countsTable(plan));
  const blocks = [
    ...plan.refusals.map((diagnostic) => ({ what: "refusal", text: diagnosticText("Refused", diagnostic) })),
    ...shownWarnings(plan.warnings, verbose).map((diagnostic) => ({
      what: "warning",
      text: diagnosticText("Warning", diagnostic),
    })),
    ...plan.changes.map((change) => ({ what: "change", text: changeText(change) })),
  ];
  const lists = (plan.coverage ? coverageLists(plan.coverage) : []).map((text) => ({
    what: "coverage list",
    text,
  }));
  const counts = plan.coverage ? [coverageTable(plan.coverage)] : [];
  const room = sizeLimit - roomForNote - [...head, ...counts].join("\n\n").length;
  const shown = new Set(fitting([...blocks, ...lists], room));
  const left = [...blocks, ...lists].filter((block) => !shown.has(block));
  const texts = (some: readonly Block[]) => some.filter((block) => shown.has(block)).map(({ text }) => text);
  return `${[...head, ...texts(blocks), ...counts, ...texts(lists), ...leftOut(left)].join("\n\n")}\n`;
}

/** One part of the note, which is shown whole or left out. */
interface Block {
  readonly what: string;
  readonly text: string;
}

/** The blocks, in their order, for which there is room. */
function fitting(blocks: readonly Block[], room: number): Block[] {
  let size = 0;
  return blocks.filter(({ text }) => {
    const isFitting = size + text.length + 2 <= room;
    if (isFitting) size += text.length + 2;
    return isFitting;
  });
}

function leftOut(left: readonly Block[]): string[] {
  if (left.length === 0) return [];
  const kinds = [...new Set(left.map(({ what }) => what))];
  const parts = kinds.map((kind) => count(left.filter(({ what }) => what === kind).length, kind));
  return [`_Left out, because a note holds at most 60,000 characters: ${parts.join(", ")}. The plan as text or JSON has all._`];
}

function countsTable(plan: Plan): string {
  const kinds = [...new Set(plan.changes.map((change) => change.kind))];
  const used = actions.filter((action) => plan.changes.some((change) => change.action === action));
  const rows = kinds.slice(0, mostKinds).map((kind) => {
    const own = plan.changes.filter((change) => change.kind === kind);
    return [code(kind, 80), ...used.map((action) => String(own.filter((change) => change.action === action).length))];
  });
  return table(["Kind", ...used.map((action) => `${action} \`${symbols[action]}\``)], rows);
}

function diagnosticText(title: string, diagnostic: PlanDiagnostic): string {
  const shown = diagnostic.addresses.slice(0, mostAddresses).map((address) => code(address));
  const more = diagnostic.addresses.length > shown.length ? [`and ${diagnostic.addresses.length - shown.length} more`] : [];
  const place = diagnostic.source === undefined ? [] : [`at ${code(diagnostic.source)}`];
  const details = [...place, ...(shown.length === 0 ? [] : [[...shown, ...more].join(", ")])];
  const head = `> **${title}** ${code(diagnostic.rule)}: ${prose(diagnostic.message)}`;
  return details.length === 0 ? head : `${head}<br>${details.join(" · ")}`;
}

function changeText(change: Change): string {
  const identity = change.identity === undefined ? "" : ` ${code(valueText(change.identity))}`;
  const from = change.from === undefined ? "" : ` from ${code(change.from)}`;
  const place = change.source === undefined ? "" : ` · ${code(change.source)}`;
  const summary = `<summary>${code(symbols[change.action])} ${change.action} <b>${code(change.address)}</b>${identity}${from}${place}</summary>`;
  const rows = change.attributes.filter((attribute) => !isBlock(attribute.before, attribute.after));
  const blocks = change.attributes.filter((attribute) => isBlock(attribute.before, attribute.after));
  const parts = [
    `<details>\n${summary}`,
    ...(rows.length === 0 ? [] : [table(["Attribute", "Before", "After", "Asked at"], rows.map(attributeCells))]),
    ...blocks.map(blockText),
    ...otherText(change),
    "</details>",
  ];
  return parts.join("\n\n");
}

function attributeCells({ path, before, after, ...asked }: AttributeChange): string[] {
  const cells =
    Array.isArray(before) && Array.isArray(after) ? itemCells(before, after) : [code(valueText(before)), code(valueText(after))];
  return [code(path), ...cells, askedAt(asked)];
}

/** Where a value is asked for, and the variables in it. */
function askedAt({ source, variables }: Pick<AttributeChange, "source" | "variables">): string {
  const parts = [...(source === undefined ? [] : [source]), ...(variables ? [variablesText(variables)] : [])];
  return parts.map((part) => code(part)).join(" ");
}

function itemCells(before: readonly Value[], after: readonly Value[]): string[] {
  const { added, removed } = itemTexts(before, after);
  if (added.length + removed.length === 0) return [code(valueText(before)), code(valueText(after))];
  return [removed.map((item) => code(item)).join("<br>"), added.map((item) => code(item)).join("<br>")];
}

function blockText({ path, before, after, ...asked }: AttributeChange): string {
  const at = askedAt(asked);
  const place = at === "" ? "" : ` · ${at}`;
  const [left, right] = [before, after].map((side) => (typeof side === "string" ? side : ""));
  const lines = lineDiff(left ?? "", right ?? "", false).map((line) => `${line.mark === "…" ? "#" : line.mark} ${line.text}`);
  return `${code(path)}${place}\n\n${fence("diff", lines)}`;
}

function otherText(change: Change): string[] {
  const kept = change.kept.map(({ path, value }) =>
    `${code(path)} ${value === undefined ? "" : code(valueText(value))}`.trimEnd(),
  );
  const hidden = change.unverifiable.map(({ path, reason }) => {
    const sent = change.sends?.[path];
    return `${code(path)} ${sent === undefined ? "" : `${code(valueText(sent))} `}(${prose(reason)})`;
  });
  return [
    ...(kept.length === 0 ? [] : [`Kept as it is: ${kept.join(", ")}`]),
    ...(hidden.length === 0 ? [] : [`Sent, but cannot be compared: ${hidden.join(", ")}`]),
  ];
}
