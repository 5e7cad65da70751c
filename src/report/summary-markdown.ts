import type { Plan } from "../core/plan.js";
import { code, prose, table } from "./markdown.js";
import { fitNote, type NotePart } from "./note.js";
import { figure } from "./nouns.js";
import { symbols } from "./paint.js";
import { type RuleCount, totalsOf } from "./plan-counts.js";
import { guardParts, headOf, shareOf, unreadPart, usualNoteLimit } from "./plan-markdown.js";
import { isPart, type PlanLook } from "./plan-text.js";
import { sameText } from "./summary-text.js";
import { count } from "./text.js";

/** Rows of one table: a long one stands in several, so that what does not fit is left out in pieces. */
const mostRows = 25;

/**
 * A plan in numbers, as a note: what must be acknowledged, refusals, warnings, and tables of actions, attributes and layers. At most `noteLimit` characters; what does not
 * fit is counted. Ends with a line break.
 */
export function renderSummaryMarkdown(plan: Plan, look: PlanLook): string {
  const { kinds, noteLimit = usualNoteLimit, file } = look;
  const { actions, attributes, layers, warnings, refusals, held, unread, notDeclared } = totalsOf(plan);
  const layerRows = layers.map(({ layer, kind, count: number }) => [code(layer), code(kind, 80), figure(number)]);
  const thingRows = notDeclared.things.map(({ kind, count: number }) => [code(kind, 80), figure(number)]);
  const plainRows = notDeclared.attributes.map(({ kind, path, count: number }) => [code(`${kind}.${path}`), figure(number)]);
  const parts = [
    ...(isPart(plan) ? [shareOf(plan)] : []),
    ...guardParts(plan, kinds),
    ...refusals.map((refusal) => rulePart("Refused", refusal)),
    ...held.map((rule) => rulePart("Held back", rule)),
    ...unread.map(unreadPart),
    ...warnings.map((warning) => rulePart("Warning", warning)),
    ...tables(
      ["Action", "Kind", "Things"],
      actions.map((action) => [`${code(symbols[action.action])} ${action.action}`, code(action.kind, 80), figure(action.count)]),
      1,
    ),
    ...tables(["Asked for by", "Kind", "Things"], layerRows, 2),
    ...tables(
      ["Attribute", "Things", "Change"],
      attributes.map((attribute) => [
        code(`${attribute.kind}.${attribute.path}`),
        figure(attribute.count),
        code(sameText(attribute) ?? ""),
      ]),
      3,
    ),
    ...tables(["Declared in no file", "Things"], thingRows, 3),
    ...tables(["Not declared", "Things"], plainRows, 3),
  ];
  const where = file === undefined ? "the summary as text or JSON has all" : code(`trueup show --summary ${file}`, 60);
  return fitNote(headOf(plan, look), parts, noteLimit, (left) => {
    const rows = left.reduce((sum, { counted }) => sum + (counted.changes ?? 1), 0);
    return `_and ${count(rows, "more line")}: ${where} (this note takes at most ${figure(noteLimit)} characters)_`;
  });
}

function tables(header: readonly string[], rows: readonly (readonly string[])[], rank: number): NotePart[] {
  return Array.from({ length: Math.ceil(rows.length / mostRows) }, (_, index) => {
    const page = rows.slice(index * mostRows, (index + 1) * mostRows);
    return { text: table(header, page), rank, counted: { what: "row", changes: page.length } };
  });
}

function rulePart(title: "Refused" | "Held back" | "Warning", { rule, count: number, example }: RuleCount): NotePart {
  const [address] = example.addresses;
  const about = address === undefined ? "" : `${code(address)}: `;
  const head = `> **${title}** ${code(rule, 60)}: ${figure(number)}`;
  const lead = number === 1 ? "" : "for example ";
  return {
    text: `${head}, ${lead}${about}${prose(example.message)}`,
    short: head,
    rank: title === "Warning" ? 4 : 0,
    counted: { what: "rule" },
  };
}
