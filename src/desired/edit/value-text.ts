import { isScalar, type Node } from "yaml";
import { isObject, type Json } from "../../core/json.js";
import { flowText, valueLines } from "../write/body.js";
import { blockLines, quotedText, type TextLines, widest } from "../write/scalar.js";

/** Where a value is written. */
export interface Style {
  readonly inFlow: boolean;
  readonly json: boolean;
  /** Characters of the key that it stands beside. */
  readonly keyLength?: number;
  /** By how much a block below it indents. */
  readonly step?: number;
}

/** A value that is written anew. */
export function valueText(value: Json, { inFlow, json, keyLength = 1, step }: Style): TextLines {
  if (json) return { beside: jsonText(value), below: [] };
  if (inFlow) return { beside: flowText(value), below: [] };
  return valueLines(value, Math.max(keyLength, 1) + 2, step);
}

/** A scalar in the style of the one that it takes the place of, if it can be written so. */
export function scalarLike(node: Node | undefined, value: string | number | boolean | null, style: Style): TextLines {
  if (typeof value !== "string" || style.json || !isScalar(node)) return valueText(value, style);
  const beside = (text: string): TextLines => ({ beside: text, below: [] });
  const isLong = value.length > widest;
  switch (node.type) {
    case "QUOTE_SINGLE":
      return isSingleLine(value) && !isLong ? beside(`'${value.replaceAll("'", "''")}'`) : valueText(value, style);
    case "QUOTE_DOUBLE":
      return isLong ? valueText(value, style) : beside(quotedText(value));
    case "BLOCK_FOLDED":
      return blockLines(value, ">") ?? valueText(value, style);
    default:
      return valueText(value, style);
  }
}

/** A key as it stands before its colon, in the quotes of the one that it takes the place of. */
export function keyText(key: string, json: boolean, old?: Node): string {
  return json ? quotedText(key) : scalarLike(old, key, { inFlow: true, json }).beside;
}

/** A value on one line of JSON, with a blank after each comma and colon. */
export function jsonText(value: Json): string {
  if (typeof value === "string") return quotedText(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => jsonText(item)).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([name, part = null]) => `${quotedText(name)}: ${jsonText(part)}`);
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

/** A value of JSON on as many lines as it has parts, the first without and the others with their indentation. */
export function jsonLines(value: Json, step: number, indent: number): readonly string[] {
  const inner = " ".repeat(indent + step);
  if (Array.isArray(value) && value.some((item: Json) => isObject(item))) {
    return enclosed(
      "[]",
      value.map((item: Json) => jsonLines(item, step, indent + step)),
      inner,
      indent,
    );
  }
  if (!isObject(value) || Object.keys(value).length === 0) return [jsonText(value)];
  const parts = Object.entries(value).map(([name, part = null]) => {
    const [first = "", ...others] = jsonLines(part, step, indent + step);
    return [`${quotedText(name)}: ${first}`, ...others];
  });
  return enclosed("{}", parts, inner, indent);
}

function enclosed(brackets: string, parts: readonly (readonly string[])[], inner: string, indent: number): string[] {
  const lines = parts.flatMap(([first = "", ...others], index) => {
    const all = [inner + first, ...others];
    return index < parts.length - 1 ? [...all.slice(0, -1), `${all.at(-1) ?? ""},`] : all;
  });
  return [brackets.slice(0, 1), ...lines, " ".repeat(indent) + brackets.slice(1)];
}

function isSingleLine(text: string): boolean {
  return text !== "" && !/[^\u0020-\u007E\u00A0-\u2027\u2030-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text);
}
