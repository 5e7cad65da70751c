/**
 * The lines of YAML that say what a declaration says. New files and edits of files that people wrote are both made of these. All lines come without
 * outer indentation (`indented` moves them to the right); what lies below something is indented by two more. None depends on how far it is indented.
 */
import type { Declaration } from "../../core/declaration.js";
import { commentLines } from "../../core/inert-text.js";
import { isObject, type Json, type Spec, type Value } from "../../core/json.js";
import { fieldsOf, isTopLevel, kindAt, type Kinds, kindsUnder, type PlacedKind, shortened } from "../../core/kind.js";
import { keyLines, scalarText, textLines, widest } from "./scalar.js";
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
}

/** The body of a declaration with those inside of it: attributes, then child kinds in their order. An empty one is the single line `{}`. */
export function bodyLines({ declaration, children }: Nested, context: BodyContext): string[] {
  const kind = kindAt(context.kinds, declaration);
  const spec = writtenSpec(fieldsOf(kind, { key: declaration.key }), declaration.spec, context.directory);
  const lines = [
    ...(declaration.extends === undefined ? [] : attributeLines("extends", declaration.extends)),
    ...attributesLines(spec),
    ...kindsUnder(context.kinds, kind.name).flatMap((child) => {
      const members = children.filter((nested) => nested.declaration.kind === child.name);
      const entries = members.map((member) => entryLines(memberName(child, member.declaration), member, context));
      return joinedEntries(child, entries);
    }),
  ];
  return lines.length === 0 ? ["{}"] : lines;
}

/** A declaration under its name: its remarks as comments, the key, and the body below it. */
export function entryLines(name: string, nested: Nested, context: BodyContext): string[] {
  const alone = saidAlone(nested, context);
  const lines = alone === undefined ? under(name, bodyLines(nested, context)) : attributeLines(name, alone);
  return [...nested.declaration.remarks.flatMap((remark) => commentLines(remark)), ...lines];
}

/** The value that stands in place of a body, where there is one. */
export function saidAlone({ declaration, children }: Nested, { kinds, directory }: BodyContext): Json | undefined {
  const kind = kindAt(kinds, declaration);
  if (kind.short === undefined || children.length > 0 || declaration.extends) return undefined;
  return shortened(kind, writtenSpec(fieldsOf(kind, { key: declaration.key }), declaration.spec, directory));
}

/** The lines of each member (`entryLines`) under the kind's own key. Of a tree, a blank line stands between. */
export function joinedEntries(kind: PlacedKind, entries: readonly (readonly string[])[]): string[] {
  if (kind.as === "one" || entries.length === 0) return entries.flat();
  return kind.as === "tree" ? apart(kind.file, entries) : under(kind.file, entries.flat());
}

/** A section with an empty line between its entries. */
export function apart(name: string, entries: readonly (readonly string[])[]): string[] {
  return [...keyLines(name), ...indented(entries.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines])))];
}

/** What stands before the colon: the key inside of a parent, the path at the top, and for the only one of its kind the kind's own key. */
export function memberName(kind: PlacedKind, { key, path }: Declaration): string {
  return kind.as === "one" ? kind.file : ((isTopLevel(kind) ? path : key) ?? "");
}

/** An attribute with its value as it is written into files (`writtenValue`). */
export function attributeLines(name: string, value: Value): string[] {
  if (typeof value === "string") {
    const text = textLines(value, name.length + 2);
    return beside(name, text.beside, text.below);
  }
  if (isObject(value) && Object.keys(value).length > 0) return under(name, attributesLines(value));
  const line = flowText(value);
  const isFlat = !Array.isArray(value) || !value.some((item: Value) => isObject(item) || Array.isArray(item));
  if (!Array.isArray(value) || value.length === 0 || (isFlat && name.length + 2 + line.length <= widest)) {
    return beside(name, line, []);
  }
  return under(
    name,
    value.flatMap((item: Value) => itemLines(item)),
  );
}

/** One item of a block list, with its dash. */
export function itemLines(item: Value): string[] {
  const [first = "", ...others] = itemBody(item);
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
export function indented(lines: readonly string[], by = "  "): string[] {
  return lines.map((line) => (line === "" ? "" : by + line));
}

function attributesLines(values: Spec): string[] {
  return Object.entries(values).flatMap(([name, value = null]) => attributeLines(name, value));
}

function itemBody(item: Value): string[] {
  if (typeof item === "string") {
    const text = textLines(item, 2);
    return [text.beside, ...text.below];
  }
  if (!isObject(item)) return [flowText(item)];
  const names = Object.keys(item);
  const line = flowText(item);
  return names.length === 0 || (names.length > 1 && line.length + 2 <= widest) ? [line] : attributesLines(item);
}

/** A key and a block below it, or `{}` beside it. */
function under(name: string, lines: readonly string[]): string[] {
  return lines.length === 1 && lines[0] === "{}" ? beside(name, "{}", []) : [...keyLines(name), ...indented(lines)];
}

/** A key with a value on its line, and what goes on below. */
function beside(name: string, value: string, below: readonly string[]): string[] {
  const lines = keyLines(name);
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ""} ${value}`, ...indented(below)];
}
