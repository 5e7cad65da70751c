import { append, defined } from "../core/collections.js";
import type { Value } from "../core/json.js";
import type { Kinds } from "../core/kind.js";
import { type Action, type Change, isLeftOutReason } from "../core/plan.js";
import { isTree, type OwnChange, type SharedChange, type ThingChanges } from "./arrangement.js";
import { type ChangePart, changePlace, placeText } from "./change-parts.js";
import { isBlock, lineDiff } from "./lines.js";
import { code, details, fence, prose, table } from "./markdown.js";
import { figure } from "./nouns.js";
import { originText } from "./origins.js";
import { symbols } from "./paint.js";
import { firstFew, identityText, isOnePlace, proposalText, sharedName, sharersText } from "./shared-text.js";
import { itemTexts, valueText } from "./value.js";

/** What each action is called. */
export type ActionWords = Readonly<Record<Action, string>>;

const asPlanned: ActionWords = { create: "create", update: "update", move: "move", restore: "restore", delete: "delete" };

/** What changes about one thing: a collapsible part, with a heading for each change where there are several. */
export function thingMarkdown({ thing, changes }: ThingChanges, words = asPlanned): string {
  const [only, ...more] = changes;
  if (only && more.length === 0) return details(titleOf(only.change, words), ...bodyOf(only));
  const body = changes.flatMap((change) => [titleOf(change.change, words), ...bodyOf(change)]);
  return details(`In <b>${code(thing)}</b>: ${figure(changes.length)} changes`, ...body);
}

/** A delete, which nothing may hide: on one line where it has nothing more to say. */
export function deleteMarkdown(ownChange: OwnChange, words = asPlanned): { readonly text: string; readonly short: string } {
  const short = `- ${code(symbols.delete)} ${words.delete} <b>${code(ownChange.change.address, 150)}</b>`;
  const title = titleOf(ownChange.change, words);
  return { text: ownChange.parts.length === 0 ? `- ${title}` : details(title, ...bodyOf(ownChange)), short };
}

/** What several things have in common: what it is and of how many, and inside which these are. */
export function sharedMarkdown(shared: SharedChange, kinds: Kinds, verbose: boolean, words = asPlanned): string {
  const on = `on <b>${prose(sharersText(shared, kinds))}</b>`;
  const { shown, more } = firstFew(shared.changes, verbose);
  const rest = more === 0 ? [] : [`- and ${figure(more)} more`];
  const list = (places: readonly (string | undefined)[]) => {
    const isOne = isOnePlace(places);
    const items = shown.map(({ address }, index) => {
      const place = isOne ? undefined : places[index];
      return `- ${code(address)}${place === undefined ? "" : ` · ${code(place)}`}`;
    });
    return [...items, ...rest].join("\n");
  };
  const parts = shared.parts.map(({ part, places }) => ({ ...part, places }));
  if (shared.action === "create") {
    const subject = isTree(shared, kinds)
      ? `<b>${prose(sharersText(shared, kinds))}</b>`
      : `<b>${code(sharedName(shared))}</b> ${on}`;
    const title = `${code(symbols.create)} ${words.create} ${subject}`;
    return details(title, ...partsMarkdown(parts), list(shared.changes.map(({ source }) => source)));
  }
  const names = parts.map((part) => code(partText(part))).join(", ");
  const differing = parts.find(({ places }) => !isOnePlace(places));
  // A part without its place, because that is another one for each of several things.
  const shownParts = parts.map(({ source, ...part }) => (isOnePlace(part.places) ? { ...part, ...defined({ source }) } : part));
  return details(`${code(symbols.update)} ${names} ${on}`, ...partsMarkdown(shownParts), list(differing?.places ?? []));
}

function partText(part: ChangePart): string {
  const { role, path, before, after } = part;
  if (role !== "changed" || isBlock(before, after) || (Array.isArray(before) && Array.isArray(after))) return path;
  return `${path}: ${valueText(before)} -> ${valueText(after)}`;
}

function titleOf(change: Change, words: ActionWords): string {
  const identity = change.identity === undefined ? "" : ` ${code(identityText(change).trim())}`;
  const from = change.from === undefined ? "" : ` from ${code(change.from)}`;
  const asked = changePlace(change);
  const place = asked === undefined ? "" : ` · ${code(asked)}`;
  return `${code(symbols[change.action])} ${words[change.action]} <b>${code(change.address)}</b>${identity}${prose(proposalText(change))}${from}${originText(change)}${place}`;
}

function bodyOf({ parts, shared }: OwnChange): string[] {
  const above = shared.length === 0 ? [] : [`And as above: ${shared.map((path) => code(path)).join(", ")}`];
  return [...partsMarkdown(parts), ...above];
}

function partsMarkdown(parts: readonly ChangePart[]): string[] {
  const changed = parts.filter(({ role }) => role === "changed");
  const rows = changed.filter(({ before, after }) => !isBlock(before, after));
  const kept = parts.filter(({ role }) => role === "kept").map(({ path, after }) => [code(path), ...valueOf(after)].join(" "));
  const reopened = parts.filter(({ role }) => role === "reopened").map(({ path }) => code(path));
  const hidden = parts
    .filter(({ reason }) => reason !== undefined && !isLeftOutReason(reason))
    .map(({ role, path, after, reason = "" }) =>
      [code(path), ...(role === "sent" ? valueOf(after) : []), `(${prose(reason)})`].join(" "),
    );
  const leftOut = new Map<string, string[]>();
  for (const { path, after, reason = "" } of parts)
    if (isLeftOutReason(reason)) append(leftOut, reason, [code(path), ...valueOf(after)].join(" "));
  return [
    ...(rows.length === 0 ? [] : [table(["Attribute", "Before", "After", "Asked at"], rows.map(cellsOf))]),
    ...changed.filter(({ before, after }) => isBlock(before, after)).map(blockText),
    ...(kept.length === 0 ? [] : [`Kept as it is: ${kept.join(", ")}`]),
    ...(reopened.length === 0 ? [] : [`Off for this change, then on again: ${reopened.join(", ")}`]),
    ...(hidden.length === 0 ? [] : [`Sent, but cannot be compared: ${hidden.join(", ")}`]),
    ...[...leftOut].map(([reason, values]) => `Not compared (${prose(reason)}): ${values.join(", ")}`),
  ];
}

function valueOf(value: Value | undefined): string[] {
  return value === undefined ? [] : [code(valueText(value))];
}

function cellsOf(part: ChangePart): string[] {
  const { path, before, after } = part;
  const cells =
    Array.isArray(before) && Array.isArray(after) ? itemCells(before, after) : [code(valueText(before)), code(valueText(after))];
  const place = placeText(part);
  return [code(path), ...cells, place === undefined ? "" : code(place)];
}

function itemCells(before: readonly Value[], after: readonly Value[]): string[] {
  const { added, removed } = itemTexts(before, after);
  if (added.length + removed.length === 0) return [code(valueText(before)), code(valueText(after))];
  return [removed.map((item) => code(item)).join("<br>"), added.map((item) => code(item)).join("<br>")];
}

function blockText(part: ChangePart): string {
  const place = placeText(part);
  const [left, right] = [part.before, part.after].map((side) => (typeof side === "string" ? side : ""));
  const lines = lineDiff(left ?? "", right ?? "", false).map((line) => `${line.mark === "…" ? "#" : line.mark} ${line.text}`);
  return `${code(part.path)}${place === undefined ? "" : ` · ${code(place)}`}\n\n${fence("diff", lines)}`;
}
