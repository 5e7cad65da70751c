import { TrueupError } from "../../core/errors.js";
import type { Json } from "../../core/json.js";
import { usage } from "../usage.js";

type Branch = { [name: string]: Json | Branch | (Json | Branch)[] };
type Node = Branch[string];

/** One `-F`, `-f` or `--raw-field`, in the order in which they were given. */
export interface RequestField {
  readonly text: string;
  /** True for `--raw-field`: the value is a text, whatever it looks like. */
  readonly raw: boolean;
  /** True for `-f`, which will send text (docs/decisions/0025-fields-of-api-as-gh-has-them.md). */
  readonly changes?: true;
}

/** The names of the fields whose value another release will send as text, because they are given by `-f`. */
export function changingFields(fields: readonly RequestField[]): readonly string[] {
  return fields.flatMap(({ text, changes }) => {
    const { key, value = "" } = split(text);
    return changes && (value.startsWith("@") || typeof typed(value) !== "string") ? [key] : [];
  });
}

/** The parameters that fields make, and paths of files by parameter name. */
export interface RequestFields {
  readonly values: { readonly [name: string]: Json };
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads fields `key=value`: numbers, booleans and null as such, `key[]=v` as entries of a list (`key[]=` alone: the empty list), `key[sub]=v` as entries of a hash,
 * `key[][sub]=v` as hashes in a list, `key=@path` as a file. Throws TrueupError `usage` for what contradicts itself.
 */
export function readFields(fields: readonly RequestField[]): RequestFields {
  const values: Branch = empty();
  const files = new Map<string, string>();
  const emptyLists = emptied(fields);
  for (const { text, raw } of fields) {
    const { key, value } = split(text);
    if (emptyLists.has(key) && (value === "" || value === undefined)) {
      place(values, pathOf(key).slice(0, -1), [], text);
    } else if (value === undefined) {
      throw usage(`The field ${JSON.stringify(text)} has no value.`, "Write it as key=value.");
    } else if (!raw && value.startsWith("@")) {
      if (pathOf(key).length > 1 || files.has(key) || values[key] !== undefined) throw oneFile(text);
      files.set(key, value.slice(1));
    } else {
      if (files.has(key)) throw oneFile(text);
      place(values, pathOf(key), raw ? value : typed(value), text);
    }
  }
  return { values, files };
}

/** Lists of which nothing but `key[]=` or `key[]` was given. */
function emptied(fields: readonly RequestField[]): ReadonlySet<string> {
  const given = fields.map(({ text }) => split(text));
  const filled = new Set(given.filter(({ value }) => value !== undefined && value !== "").map(({ key }) => key));
  return new Set(given.flatMap(({ key }) => (key.endsWith("[]") && !filled.has(key) ? [key] : [])));
}

function split(text: string): { readonly key: string; readonly value: string | undefined } {
  const at = text.indexOf("=");
  return at < 0 ? { key: text, value: undefined } : { key: text.slice(0, at), value: text.slice(at + 1) };
}

/** A number counts as one only if it is written as it would be printed: `1.10` and `007` stay texts. */
function typed(text: string): Json {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  const number = Number(text);
  return /^-?\d/.test(text) && String(number) === text && (Number.isSafeInteger(number) || !Number.isInteger(number))
    ? number
    : text;
}

/** `a[b][]` is `a`, `b`, and an empty name for the list. */
function pathOf(key: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  if (!match) {
    throw usage(`${JSON.stringify(key)} is no name of a field.`, "Write it as key, key[], key[sub] or key[][sub].");
  }
  return [match[1] ?? "", ...[...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "")];
}

function place(into: Branch, path: readonly string[], value: Node, text: string): void {
  const [name = "", next, ...rest] = path;
  const there = into[name];
  if (next === undefined) {
    if (there !== undefined) throw contradiction(text, `${name} is given already`);
    into[name] = value;
  } else if (next === "") {
    if (there !== undefined && !Array.isArray(there)) throw contradiction(text, `${name} is no list`);
    const items: (Json | Branch)[] = Array.isArray(there) ? there : [];
    into[name] = items;
    placeInList(items, rest, value, text);
  } else {
    if (there !== undefined && !isBranch(there)) throw contradiction(text, `${name} is no hash`);
    const branch = isBranch(there) ? there : empty();
    into[name] = branch;
    place(branch, [next, ...rest], value, text);
  }
}

/** A hash of a list goes on until a name comes again. */
function placeInList(items: (Json | Branch)[], rest: readonly string[], value: Node, text: string): void {
  const [key] = rest;
  if (key === undefined) {
    items.push(value);
    return;
  }
  const last = items.at(-1);
  const isOpen = isBranch(last) && (last[key] === undefined || rest.length > 1);
  const branch = isOpen ? last : empty();
  if (!isOpen) items.push(branch);
  place(branch, rest, value, text);
}

/** Without a prototype every name is a name. */
function empty(): Branch {
  return Object.create(null) as Branch;
}

function isBranch(node: Node | undefined): node is Branch {
  return typeof node === "object" && node !== null && !Array.isArray(node);
}

function oneFile(text: string): TrueupError {
  return usage(
    `The field ${JSON.stringify(text)} contradicts one before it, or stands in a list or a hash: a file goes alone under its name.`,
    "A text that begins with @ is given by --raw-field.",
  );
}

function contradiction(text: string, why: string): TrueupError {
  return new TrueupError({ code: "usage", message: `The field ${JSON.stringify(text)} contradicts one before it: ${why}.` });
}
