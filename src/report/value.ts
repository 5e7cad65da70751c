import { diffArrays } from "diff";
import { canonicalJson, isObject, type Value, type Spec } from "../core/json.js";
import { isFile, isMasked, isPicture, isPlaceholder, isSecret, type Placeholder } from "../core/placeholders.js";
import { clean, shorten } from "./text.js";

/** How much of a value is shown. */
export interface ValueOptions {
  /** Long values in full. */
  readonly verbose?: boolean;
}

const shortLimit = 80;
const shownItems = 20;
const plainText = /^[\p{L}\p{N}_./@*][\p{L}\p{N}_./@*:+ -]*$/u;

/** A value for people, on one line and safe for a terminal: plain words bare, all other strings in quotes, secrets masked. */
export function valueText(value: Value | undefined, options: ValueOptions = {}): string {
  if (value === undefined) return "(none)";
  const text = describe(value, false, options.verbose === true ? Infinity : shortLimit);
  return options.verbose === true ? text : shorten(text, shortLimit * 3);
}

/**
 * Items that only one side of a set has, as `+ item` and `- item`; the first 20 of each unless `verbose`. Two arrays with the same items
 * in another order have none.
 */
export function itemTexts(
  before: readonly Value[],
  after: readonly Value[],
  options: ValueOptions = {},
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  const [left, right] = [before, after].map((items) => items.map((item) => canonicalJson(item)).sort());
  const parts = diffArrays(left ?? [], right ?? [], { maxEditLength: 2_000 });
  const items = new Map([...before, ...after].map((item) => [canonicalJson(item), item]));
  const side = (sign: "+" | "-", all: readonly Value[]): string[] => {
    const desired = sign === "+" ? "added" : "removed";
    const values =
      parts === undefined ? all : parts.flatMap((part) => (part[desired] ? part.value.map((key) => items.get(key) ?? null) : []));
    const shown = options.verbose === true ? values : values.slice(0, shownItems);
    const texts = shown.map((item) => `${sign} ${valueText(item, options)}`);
    return values.length === shown.length ? texts : [...texts, `${sign} ${values.length - shown.length} more`];
  };
  return { added: side("+", after), removed: side("-", before) };
}

function describe(value: Value, nested: boolean, limit: number): string {
  if (typeof value === "string") return quoted(value, nested, limit);
  if (value === null || typeof value !== "object") return String(value);
  if (isPlaceholder(value)) return placeholderText(value);
  if (Array.isArray(value)) return `[${value.map((item: Value) => describe(item, true, limit)).join(", ")}]`;
  if (!isObject(value)) return "";
  return value["$unknown"] === true ? "(known after apply)" : objectText(value, limit);
}

function placeholderText(value: Placeholder): string {
  if (isSecret(value) || isMasked(value)) return secretText(value.$secret);
  if (isFile(value) || isPicture(value)) return fileText(value.$file, value.sha256);
  return objectText(Object.fromEntries(Object.entries(value)), shortLimit);
}

function fileText(path: Value | undefined, hash: Value | undefined): string {
  const name = typeof path === "string" ? quoted(path, true, shortLimit) : "file";
  return typeof hash === "string" ? `${name} (sha256 ${clean(hash.slice(0, 8))}…)` : name;
}

/** Names the references of a secret's template; never the text around them, nor a value. */
function secretText(template: unknown): string {
  if (typeof template !== "string") return "(secret)";
  const references = [...template.matchAll(/(\$*)(\$\{(?:env|file):[^}]*\})/g)].flatMap((match) =>
    (match[1] ?? "").length % 2 === 0 ? [clean(match[2] ?? "")] : [],
  );
  return references.length === 0 ? "(secret)" : `(secret from ${shorten(references.join(", "), shortLimit)})`;
}

function objectText(value: Spec, limit: number): string {
  const parts = Object.entries(value).flatMap(([key, item]) =>
    item === undefined ? [] : [`${quoted(key, true, shortLimit)}: ${describe(item, true, limit)}`],
  );
  return `{${parts.join(", ")}}`;
}

function quoted(text: string, nested: boolean, limit: number): string {
  const short = shorten(text, limit);
  if (short !== text) {
    const cut = short.lastIndexOf("… (");
    return `${clean(JSON.stringify(short.slice(0, cut)))}${short.slice(cut)}`;
  }
  return isPlain(text, nested) ? text : clean(JSON.stringify(text));
}

/** True where a string needs no quotes to be told from a number, a flag, or the words of the report. */
function isPlain(text: string, nested: boolean): boolean {
  if (!plainText.test(text) || /^(?:true|false|null)$/.test(text) || !Number.isNaN(Number(text))) return false;
  if (text.endsWith(" ") || text.includes("  ") || text.includes(": ") || text.endsWith(":")) return false;
  return !/ [-+](?: |$)/.test(text) && !(nested && text.includes(":"));
}
