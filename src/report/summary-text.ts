import type { Plan } from "../core/plan.js";
import { columns } from "./columns.js";
import { isBlock } from "./lines.js";
import { figure, ofKind } from "./nouns.js";
import { paintAction, paintFor, symbols, usableWidth } from "./paint.js";
import { type AttributeCount, type RuleCount, totalsOf } from "./plan-counts.js";
import { guardBlocks, isPart, instanceLine, partLine, type PlanLook, summaryLine, unreadLine } from "./plan-text.js";
import { clean, codeMark, wrap, wrapClean } from "./text.js";
import { valueText } from "./value.js";

/**
 * A plan in numbers, for people: a line for each kind and action, for each attribute, for each policy, preset or exception that changes something, and for each rule
 * that warns or refuses, with an example. Ends with the one-line summary and a line break.
 */
export function renderSummary(plan: Plan, look: PlanLook): string {
  const paint = paintFor(look.color);
  const width = usableWidth(look.width);
  const { kinds } = look;
  const { actions, attributes, layers, warnings, refusals, held, unread, notDeclared } = totalsOf(plan);
  const titled = (title: string, rows: readonly (readonly string[])[]): string[] => {
    const cleaned = rows.map((cells) => cells.map(clean));
    const lines = columns(cleaned, "  ");
    return lines.length === 0 ? [] : [paint.bold(title), ...lines];
  };
  const attributeRows = attributes.map((attribute) => [...attributeCells(attribute), sameText(attribute) ?? ""]);
  const layerRows = layers.map(({ layer, kind, count }) => [layer, ofKind(kinds, kind, count)]);
  const thingRows = notDeclared.things.map(({ kind, count }) => [ofKind(kinds, kind, count)]);
  const blocks = [
    [paint.dim(instanceLine(plan))],
    ...(isPart(plan) ? [wrap(partLine(plan), width).map((line) => paint.yellow(line))] : []),
    actions.map(
      ({ action, kind, count }) => `${paintAction(paint, action, `${symbols[action]} ${action}`)} ${ofKind(kinds, kind, count)}`,
    ),
    titled("Attributes", attributeRows),
    titled("Asked for by", layerRows),
    ...warnings.map((warning) => ruleLines(warning, paint.yellow("Warning"), width)),
    ...refusals.map((refusal) => ruleLines(refusal, paint.red(paint.bold("Refused")), width)),
    ...held.map((count) => ruleLines(count, paint.yellow("Held back"), width)),
    unread.map((count) => unreadLine(count, paint)),
    titled("Declared in no file", thingRows),
    titled("Not declared", notDeclared.attributes.map(attributeCells)),
    ...guardBlocks(plan, kinds, { paint, width }),
    [paint.bold(summaryLine(plan, look))],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** What all that change an attribute change it from and to, where that is the same. */
export function sameText({ same }: AttributeCount): string | undefined {
  if (same === undefined) return undefined;
  const { before, after } = same;
  return isBlock(before, after) ? "(text)" : `${valueText(before)} -> ${valueText(after)}`;
}

function attributeCells({ kind, path, count }: AttributeCount): string[] {
  return [`${kind}.${path}`, figure(count)];
}

function ruleLines({ rule, count, example }: RuleCount, title: string, width: number): string[] {
  const [address] = example.addresses;
  const about = address === undefined ? "" : `${address}: `;
  const lead = count === 1 ? "" : "for example ";
  return [
    `${title} ${codeMark(rule)}  ${figure(count)}`,
    ...wrapClean(`${lead}${about}${example.message}`, width - 2).map((line) => `  ${line}`),
  ];
}
