import { isAlias, type Alias } from "yaml";
import { canonicalJson } from "../../core/json.js";
import { attributeLines, flowText, indented } from "../write/body.js";
import { type TextLines, keyLines } from "../write/scalar.js";
import { type MapEntry, type MapContent, plainOf, type DocumentValue } from "./document.js";
import type { Rewriting } from "./rewriting.js";
import { keyText, type Style, valueText } from "./value-text.js";

/** The lines of an entry that stands nowhere yet, the key included; what lies below it is indented by `step` more. */
export function entryLines({ key, spot, lines }: MapEntry, step: number): readonly string[] {
  const { content } = spot;
  if (lines) return lines;
  if (content.form !== "map" || !content.entries.some((inner) => inner.lines)) return attributeLines(key, plainOf(spot), step);
  const inner = content.entries.flatMap((entry, index) => [
    ...(entry.spaced && index > 0 ? [""] : []),
    ...entryLines(entry, step),
  ]);
  return [...keyLines(key), ...indented(inner, step)];
}

/** What is to be written of a mapping into the text: its own entries, and those that the `<<` of it no longer give. */
export function writtenEntries(
  content: MapContent,
  at: Rewriting,
): { readonly entries: readonly MapEntry[]; readonly keepsMerges: boolean } {
  const given = content.merges.length > 0 ? inheritedNow(content, at) : new Map<string, string>();
  const keepsMerges = given !== undefined && [...given.keys()].every((key) => content.find(key));
  const entries = content.entries.filter(
    ({ key, inherited, spot }) => !inherited || !keepsMerges || given.get(key) !== canonicalJson(plainOf(spot)),
  );
  return { entries, keepsMerges };
}

/** A mapping that is written anew. Where an alias still gives some of it, it becomes `<<` of that alias and what differs, so that what people share stays shared. */
export function withMerges({ node }: DocumentValue, content: MapContent, style: Style, at: Rewriting): TextLines {
  const shared = isAlias(node) ? sharedNow(node, at) : undefined;
  const differing = content.entries.filter(({ key, spot }) => shared?.get(key) !== canonicalJson(plainOf(spot)));
  const uses = shared && differing.length < content.entries.length && [...shared.keys()].every((key) => content.find(key));
  const entries = uses ? differing : content.entries;
  if (entries.length === 0) return valueText({}, style);
  const alias = uses && isAlias(node) ? [`<<: *${node.source}`] : [];
  if (!style.inFlow) return { beside: "", below: [...alias, ...entries.flatMap((entry) => entryLines(entry, at.page.step))] };
  const pairs = entries.map(({ key, spot }) => `${keyText(key, false)}: ${flowText(plainOf(spot))}`);
  return { beside: `{ ${[...alias, ...pairs].join(", ")} }`, below: [] };
}

/** What the `<<` of a mapping give once everything is changed; undefined if one of them points at what is no longer there. */
function inheritedNow({ merges }: MapContent, at: Rewriting): Map<string, string> | undefined {
  const given = new Map<string, string>();
  for (const source of merges.flatMap(({ sources }) => sources)) {
    const now = isAlias(source.node) ? sharedNow(source.node, at) : plainEntries(source);
    if (!now) return undefined;
    for (const [key, value] of now) if (!given.has(key)) given.set(key, value);
  }
  return given;
}

function sharedNow(alias: Alias, { edited, kept }: Rewriting): Map<string, string> | undefined {
  const target = edited.targets.get(alias);
  const spot = target && kept.get(target);
  return spot && plainEntries(spot);
}

function plainEntries({ content }: DocumentValue): Map<string, string> | undefined {
  if (content.form !== "map") return undefined;
  return new Map(content.entries.map(({ key, spot }) => [key, canonicalJson(plainOf(spot))]));
}
