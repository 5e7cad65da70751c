/**
 * The lines of YAML that say what a declaration says. New files and edits of files that people wrote are both made of these. All lines come without
 * outer indentation (`indented` moves them to the right); what lies below something is indented by `step` more. None depends on how far it is indented.
 */
import type { Declaration } from "../../core/declaration.js";
import { commentLines } from "../../core/inert-text.js";
import { isObject, type Json, type Spec, type Value } from "../../core/json.js";
import { fieldsOf, isTopLevel, kindAt, type Kinds, kindsUnder, type PlacedKind, shortened } from "../../core/kind.js";
import { keyLines, scalarText, type TextLines, textLines, widest } from "./scalar.js";
import { writtenSpec } from "./written.js";

/** A declaration with those that stand inside its body. */
export interface Nested {
  readonly declaration: Declaration;
  readonly children: readonly Nested[];
}

/** What writing a body needs to know beside it. */
export interface BodyContext {
  readonly kinds: Kinds;
  /** Directory of the file, relative to the root of the files, with forward slashes; "" for the root itself. */
  readonly directory: string;
  /** By how much a file indents; left out, as new files do. */
  readonly step?: number;
}

/** By how much new files indent. */
const ownStep = 2;

/** The body of a declaration with those inside of it: attributes, then child kinds in their order. An empty one is the single line `{}`. */
export function bodyLines({ declaration, children }: Nested, context: BodyContext): string[] {
  const kind = kindAt(context.kinds, declaration);
  const spec = writtenSpec(fieldsOf(kind, { key: declaration.key }), declaration.spec, context.directory);
  const { step } = context;
  const lines = [
    ...(declaration.extends === undefined ? [] : attributeLines("extends", declaration.extends, step)),
    ...attributesLines(spec, step),
    ...kindsUnder(context.kinds, kind.name).flatMap((child) => {
      const members = children.filter((nested) => nested.declaration.kind === child.name);
      const entries = members.map((member) => entryLines(memberName(child, member.declaration), member, context));
      return joinedEntries(child, entries, step);
    }),
  ];
  return lines.length === 0 ? ["{}"] : lines;
}

/** A declaration under its name: its remarks as comments, the key, and the body below it. */
export function entryLines(name: string, nested: Nested, context: BodyContext): string[] {
  const alone = saidAlone(nested, context);
  const { step } = context;
  const lines = alone === undefined ? under(name, bodyLines(nested, context), step) : attributeLines(name, alone, step);
  return [...nested.declaration.remarks.flatMap((remark) => commentLines(remark)), ...lines];
}

/** The value that stands in place of a body, where there is one. */
export function saidAlone({ declaration, children }: Nested, { kinds, directory }: BodyContext): Json | undefined {
  const kind = kindAt(kinds, declaration);
  if (kind.short === undefined || children.length > 0 || declaration.extends) return undefined;
  return shortened(kind, writtenSpec(fieldsOf(kind, { key: declaration.key }), declaration.spec, directory));
}

/** The lines of each member (`entryLines`) under the kind's own key. Of a tree, a blank line stands between. */
export function joinedEntries(kind: PlacedKind, entries: readonly (readonly string[])[], step?: number): string[] {
  if (kind.as === "one" || entries.length === 0) return entries.flat();
  return kind.as === "tree" ? apart(kind.file, entries, step) : under(kind.file, entries.flat(), step);
}

/** A section with an empty line between its entries. */
export function apart(name: string, entries: readonly (readonly string[])[], step?: number): string[] {
  return under(
    name,
    entries.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines])),
    step,
  );
}

/** What stands before the colon: the key inside of a parent, the path at the top, and for the only one of its kind the kind's own key. */
export function memberName(kind: PlacedKind, { key, path }: Declaration): string {
  return kind.as === "one" ? kind.file : ((isTopLevel(kind) ? path : key) ?? "");
}

/** An attribute with its value as it is written into files (`writtenValue`). */
export function attributeLines(name: string, value: Value, step?: number): string[] {
  return keyed(name, valueLines(value, name.length + 2, step), step);
}

/** A value outside of brackets without its key or dash, `before` characters after the begin of its line. */
export function valueLines(value: Value, before: number, step?: number): TextLines {
  if (typeof value === "string") return textLines(value, before);
  if (isObject(value) && Object.keys(value).length > 0) return { beside: "", below: attributesLines(value, step) };
  const line = flowText(value);
  const isFlat = !Array.isArray(value) || !value.some((item: Value) => isObject(item) || Array.isArray(item));
  if (!Array.isArray(value) || value.length === 0 || (isFlat && before + line.length <= widest))
    return { beside: line, below: [] };
  return { beside: "", below: value.flatMap((item: Value) => itemLines(item, step)) };
}

/** One item of a block list, with its dash. What the dash holds stands beside it, whatever the step. */
export function itemLines(item: Value, step?: number): string[] {
  const [first = "", ...others] = itemBody(item, step);
  return [`- ${first}`, ...indented(others)];
}

/** A value on one line, as it stands inside of brackets and braces. */
export function flowText(value: Value): string {
  if (typeof value === "string") return scalarText(value, true);
  if (Array.isArray(value)) return `[${value.map((item: Value) => flowText(item)).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([name, part = null]) => `${scalarText(name, true)}: ${flowText(part)}`);
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

/** Lines moved to the right; empty ones stay empty. */
export function indented(lines: readonly string[], by = ownStep): string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(by) + line));
}

function attributesLines(values: Spec, step: number | undefined): string[] {
  return Object.entries(values).flatMap(([name, value = null]) => attributeLines(name, value, step));
}

function itemBody(item: Value, step: number | undefined): string[] {
  if (typeof item === "string") {
    const text = textLines(item, 2);
    return [text.beside, ...text.below];
  }
  if (!isObject(item)) return [flowText(item)];
  const names = Object.keys(item);
  const line = flowText(item);
  return names.length === 0 || (names.length > 1 && line.length + 2 <= widest) ? [line] : attributesLines(item, step);
}

/** A key and a block below it, or `{}` beside it. */
function under(name: string, lines: readonly string[], step?: number): string[] {
  return keyed(name, lines.length === 1 && lines[0] === "{}" ? { beside: "{}", below: [] } : { beside: "", below: lines }, step);
}

/** A key with what stands on its line, and what goes on below. */
function keyed(name: string, { beside, below }: TextLines, step: number | undefined): string[] {
  const lines = keyLines(name);
  const last = lines.at(-1) ?? "";
  return [...lines.slice(0, -1), beside === "" ? last : `${last} ${beside}`, ...indented(below, step)];
}
