import { commentLines, oddCharacter, oddCharacters, unicodeEscape } from "../../core/inert-text.js";
import type { Expression, ExpressionEntry, Reference } from "../expression.js";

/** One block of Terraform's language: `resource "trueup_group" "acme" { … }`. */
export interface Block {
  readonly type: string;
  readonly labels?: readonly string[];
  /** Its attributes, in sections with an empty line between them. */
  readonly sections: readonly (readonly ExpressionEntry[])[];
  readonly blocks?: readonly Block[];
  /** Sentences that stand in front of it as comments. */
  readonly remarks?: readonly string[];
}

/** Blocks as the text of a file, as `terraform fmt` would leave it. `heading` stands at its top as a comment, `remarks` at its end. */
export function writeBlocks(blocks: readonly Block[], heading?: string, remarks: readonly string[] = []): string {
  const parts = [
    ...(heading === undefined ? [] : [commentLines(heading)]),
    ...blocks.map((block) => blockLines(block, "")),
    ...(remarks.length === 0 ? [] : [remarks.flatMap((remark) => commentLines(remark))]),
  ];
  return parts.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function blockLines({ type, labels = [], sections, blocks = [], remarks = [] }: Block, indentation: string): readonly string[] {
  const inner = `${indentation}  `;
  const parts = [
    ...sections.filter((section) => section.length > 0).map((section) => attributeLines(section, inner, (name) => name)),
    ...blocks.map((block) => blockLines(block, inner)),
  ];
  const head = [type, ...labels.map((label) => quoted(label))].join(" ");
  const body = parts.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
  return [
    ...remarks.flatMap((remark) => commentLines(remark)).map((line) => `${indentation}${line}`),
    ...(body.length === 0 ? [`${indentation}${head} {}`] : [`${indentation}${head} {`, ...body, `${indentation}}`]),
  ];
}

/** What stands on one line is no longer than this, where it can be cut. */
const longestLine = 120;
/** Words that mean something else than a name before an equals sign. */
const reserved: ReadonlySet<string> = new Set(["for", "true", "false", "null"]);

/** One attribute as it stands in a body. */
interface Piece {
  /** What stands before the equals sign. */
  readonly name: string;
  /** The lines of the value; the first one goes behind the equals sign. */
  readonly value: readonly string[];
  /** True if `terraform fmt` aligns it with its neighbours. */
  readonly aligned: boolean;
}

/** Attributes one below the other, their equals signs in one column as `terraform fmt` puts them. `keys` are quoted where they are no names. */
function attributeLines(entries: readonly ExpressionEntry[], indentation: string, nameOf: (name: string) => string): string[] {
  const pieces = entries.map((entry) => pieceOf(entry, indentation, nameOf));
  const lines: string[] = [];
  for (const chain of chainsOf(pieces)) {
    const widest = Math.max(...chain.map(({ name }) => widthOf(name) ?? 0));
    // What cannot be measured stands alone between empty lines, where there is nothing to align it with.
    const isAlone = chain.some(({ name }) => widthOf(name) === undefined);
    if (isAlone && lines.length > 0 && lines.at(-1) !== "") lines.push("");
    for (const { name, value, aligned } of chain) {
      const gap = " ".repeat(aligned && !isAlone ? widest - (widthOf(name) ?? 0) + 1 : 1);
      const [first = "", ...rest] = value;
      lines.push(`${indentation}${name}${gap}= ${first}`, ...rest);
    }
    if (isAlone) lines.push("");
  }
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** The name of an attribute of an object: quoted where it is none of Terraform's language. */
function objectKey(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) && !reserved.has(name) ? name : quoted(name);
}

function pieceOf({ name, value }: ExpressionEntry, indentation: string, nameOf: (name: string) => string): Piece {
  const lines = valueLines(value, indentation, indentation.length + name.length + 3);
  return { name: nameOf(name), value: lines, aligned: lines.length === 1 || lines[0]?.startsWith("<<") === true };
}

function isMapping(value: Expression): value is Extract<Expression, { readonly entries: readonly ExpressionEntry[] }> {
  return value.is === "object" || value.is === "map";
}

/** Attributes that `terraform fmt` aligns with each other: those in adjacent lines, none of which opens a bracket. */
function chainsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const chains: Piece[][] = [];
  let previous: Piece | undefined;
  for (const piece of pieces) {
    const isAlone = [piece, previous].some((either) => either && (!either.aligned || widthOf(either.name) === undefined));
    if (!previous || isAlone) chains.push([]);
    chains.at(-1)?.push(piece);
    previous = piece;
  }
  return chains;
}

/** A value as lines: on one where it is short, else with everything in its brackets on lines of its own. `column` is where it begins. */
function valueLines(value: Expression, indentation: string, column: number): readonly string[] {
  const inner = `${indentation}  `;
  if (isMapping(value) && value.entries.length > 0) {
    return ["{", ...attributeLines(value.entries, inner, objectKey), `${indentation}}`];
  }
  if (value.is === "list" && value.items.length > 0) {
    const line = oneLine(value);
    if (column + line.length <= longestLine) return [line];
    return ["[", ...value.items.flatMap((item) => itemLines(item, inner)), `${indentation}]`];
  }
  const lines = value.is === "literal" && typeof value.value === "string" ? heredoc(value.value, indentation) : undefined;
  return lines ?? [oneLine(value)];
}

/** One item of a list. What has no lines of its own stays on one: a heredoc takes no comma. */
function itemLines(item: Expression, indentation: string): readonly string[] {
  const line = oneLine(item);
  const hasParts = item.is === "list" || isMapping(item);
  const stays = !hasParts || indentation.length + line.length < longestLine;
  const [first = "", ...rest] = stays ? [line] : valueLines(item, indentation, indentation.length);
  const lines = [`${indentation}${first}`, ...rest];
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ""},`];
}

/** A value on one line. */
function oneLine(value: Expression): string {
  switch (value.is) {
    case "literal":
      return typeof value.value === "string" ? quoted(value.value) : String(value.value);
    case "reference":
      return traversal(value);
    case "template":
      return `"${value.parts.map((part) => (typeof part === "string" ? quotedPart(part) : `\${${traversal(part)}}`)).join("")}"`;
    case "file":
      return `"\${path.module}/${quotedPart(value.path)}"`;
    case "list":
      return `[${value.items.map(oneLine).join(", ")}]`;
    default:
      if (value.entries.length === 0) return "{}";
      return `{ ${value.entries.map((entry) => `${objectKey(entry.name)} = ${oneLine(entry.value)}`).join(", ")} }`;
  }
}

function traversal({ steps }: Reference): string {
  return steps.join(".");
}

const marker = "EOT";

const escapes: Readonly<Record<string, string>> = { "\n": String.raw`\n`, "\r": String.raw`\r`, "\t": String.raw`\t` };

/** A text in quotation marks. */
export function quoted(text: string): string {
  return `"${quotedPart(text)}"`;
}

/** A text as it stands between quotation marks, beside references. */
function quotedPart(text: string): string {
  // Half of a surrogate pair is no character, and Terraform knows no escape for it.
  const whole = text.replaceAll(/\p{Cs}/gu, "\ufffd").replaceAll(/["\\]/g, (character) => `\\${character}`);
  return withoutTemplates(whole).replaceAll(oddCharacters, (character) => escapes[character] ?? unicodeEscape(character));
}

/** `${` and `%{` begin something in Terraform's language; doubled, the sign stands for itself. */
function withoutTemplates(text: string): string {
  return text.replaceAll(/[$%](?=\{)/g, (sign) => sign + sign);
}

/**
 * A text of several lines as the lines of a heredoc, to stand below an attribute of that indentation; undefined where it would not be read back exactly. The first
 * line goes behind the equals sign.
 */
function heredoc(text: string, indentation: string): readonly string[] | undefined {
  if (!text.endsWith("\n")) return undefined;
  const lines = text.slice(0, -1).split("\n");
  // The indentation that all lines share is taken away, so one of them must have none of its own.
  const keepsIndentation = lines.some((line) => /^\S/.test(line));
  const isExact = lines.every(
    (line) => !/^\s+$/.test(line) && line.trim() !== marker && !oddCharacter.test(line.replaceAll("\t", "")),
  );
  if (lines.length < 2 || !keepsIndentation || !isExact) return undefined;
  const body = lines.map((line) => (line === "" ? "" : `${indentation}  ${withoutTemplates(line)}`));
  return [`<<-${marker}`, ...body, `${indentation}${marker}`];
}

/** How wide `terraform fmt` takes a text to be; undefined where that depends on its edition of Unicode. */
function widthOf(text: string): number | undefined {
  const characters = Array.from(text).length;
  const isSimple = /^[\x20-\x7e]*$/.test(text) || [...new Intl.Segmenter("en").segment(text)].length === characters;
  return isSimple ? characters : undefined;
}
