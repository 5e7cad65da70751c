import { oddCharacters, unicodeEscape } from "../../core/characters.js";
import { commentLines } from "../../core/comment.js";
import { propertyName } from "../../derive/constructs.js";
import type { ExpressionEntry, Expression, Reference } from "../expression.js";

/** What stands on one line is no longer than this, where it can be cut. */
const longestLine = 120;

/** How a program calls what an expression refers to: a construct or one of its properties. */
export type Called = (reference: Reference) => string;

/** The properties of an object, one below the other. `isOurs` tells that their names are ours and not somebody else's. */
export function propertyLines(
  entries: readonly ExpressionEntry[],
  isOurs: boolean,
  indentation: string,
  called: Called,
): string[] {
  return entries.flatMap(({ name, value, remarks = [] }) => {
    const [first = "", ...rest] = valueLines(value, indentation, called);
    const comments = remarks.flatMap((remark) => commentLines(remark, "", "//")).map((line) => indentation + line);
    const lines = [...comments, `${indentation}${isOurs ? propertyName(name) : keyText(name)}: ${first}`, ...rest];
    return [...lines.slice(0, -1), `${lines.at(-1) ?? ""},`];
  });
}

/** A text that means itself, to TypeScript and to Terraform. */
export function textLiteral(text: string): string {
  return JSON.stringify(forTerraform(text)).replaceAll(oddCharacters, unicodeEscape);
}

/** The lines of a value; the first one goes behind the name, the others stand below. */
function valueLines(value: Expression, indentation: string, called: Called): readonly string[] {
  const inner = `${indentation}  `;
  if ((value.is === "object" || value.is === "map") && value.entries.length > 0) {
    return ["{", ...propertyLines(value.entries, value.is === "object", inner, called), `${indentation}}`];
  }
  if (value.is === "list") {
    const items = value.items.map((item) => valueLines(item, inner, called));
    const line = `[${items.map(([first = ""]) => first).join(", ")}]`;
    if (items.every((lines) => lines.length === 1) && indentation.length + line.length < longestLine) return [line];
    return ["[", ...items.flatMap((lines) => indented(lines, inner)), `${indentation}]`];
  }
  return [plainText(value, called)];
}

/** One item of a list; what is below its first line stands where it is to stand already. */
function indented([first = "", ...rest]: readonly string[], indentation: string): string[] {
  const lines = [indentation + first, ...rest];
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ""},`];
}

function plainText(value: Expression, called: Called): string {
  switch (value.is) {
    case "literal":
      return typeof value.value === "string" ? textLiteral(value.value) : String(value.value);
    case "reference":
      return called(value);
    case "template":
      return `\`${value.parts.map((part) => (typeof part === "string" ? templatePart(part) : `\${${called(part)}}`)).join("")}\``;
    case "file":
      return `picture(${JSON.stringify(value.path)})`;
    default:
      return value.is === "list" ? "[]" : "{}";
  }
}

function templatePart(text: string): string {
  const escaped = forTerraform(text).replaceAll(/[\\`]|\$(?=\{)/g, (one) => `\\${one}`);
  return escaped.replaceAll(oddCharacters, unicodeEscape);
}

/** What stands in a text of a program is read by Terraform once more: `${` and `%{` would begin something there. */
function forTerraform(text: string): string {
  return text.replaceAll(/\p{Cs}/gu, "\ufffd").replaceAll(/[$%](?=\{)/g, (sign) => sign + sign);
}

/** The name of a property that somebody else gave; in brackets, none of them means anything to the language. */
function keyText(name: string): string {
  if (name === "__proto__") return `[${JSON.stringify(name)}]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : textLiteral(name);
}
