import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { colorDigits } from "./colors.js";
import { blobOf } from "./git-blob.js";
import { readInstant } from "./instant.js";
import { isObject, type Json, type JsonObject, type Spec, type Value } from "./json.js";
import { type Match, matches } from "./match.js";
import { isPlaceholder } from "./placeholders.js";
import { withAddressVariables, withoutAddressSecrets, withoutUserinfo } from "./secret-names.js";
import { accessLevels } from "./types/access-level.js";

/** Values that are spelled otherwise, as pairs of the one and the other spelling; every other value stays as it is. */
export type Spellings = readonly (readonly [from: string | number | boolean | null, to: string | number | boolean | null])[];

/** The form of a value, where the type's own does not do: a word for a rule, or spellings. */
export type Form = FormWord | Spellings;

/** The rules that turn a value into a form. Each leaves a value in that form as it is, but for the opposite of a flag. */
export const formWords = {
  /** A list that may be written as comma-separated text, as an array. Null is the empty list. */
  "comma-list": commaList,
  /** A comma-separated text whose order and blanks do not count. */
  "comma-text": (value) => onText(value, (text) => parts(text, ",").sort().join(",")),
  /** Addresses as one comma-separated text; replies give an array, and the server strips trailing slashes. */
  "address-list": (value) => {
    const list = commaList(value);
    if (!Array.isArray(list)) return list;
    return list.map((part: Json) => (typeof part === "string" ? part.replace(/\/+$/, "") : "")).join(",");
  },
  /** A text whose separating blanks do not count. */
  words: (value) => onText(value, (text) => text.trim().split(/\s+/).join(" ")),
  /** A text of lines whose outer blanks and line ends do not count. */
  lines: (value) => onText(value, (text) => parts(text, /\r?\n/).join("\n")),
  /** Parts of a text between commas, semicolons, blanks and line ends, as an array. Null is the empty list. */
  "separated-list": (value) => (value === null ? [] : onText(value, (text) => parts(text, separators))),
  /** The same as a text in which neither their order nor what stands between them counts. */
  "separated-text": (value) => onText(value, (text) => parts(text, separators).sort().join("\n")),
  /** A number that real servers return as text. */
  number: (value) => (typeof value === "string" && Number.isFinite(Number.parseFloat(value)) ? Number(value) : value),
  /** A public key of SSH without its comment. */
  "ssh-key": (value) => onText(value, (text) => text.trim().split(/\s+/).slice(0, 2).join(" ")),
  /** The fingerprint of a public key of SSH or of a line of known hosts, as OpenSSH and servers write it; some servers show an object that has it. */
  "ssh-fingerprint": (value) => onText(isObject(value) ? (value["fingerprint_sha256"] ?? value) : value, fingerprintOf),
  /** A branch by its plain name, a tag by its full one. */
  "branch-name": (value) => onText(value, (text) => text.replace(/^refs\/heads\//, "")),
  /** A branch or tag by its full name, which cannot be taken for the other; a plain one is a branch's. */
  "full-ref": (value) => onText(value, (text) => (text === "" || text.startsWith("refs/") ? text : `refs/heads/${text}`)),
  /** Values by their names, of a list of objects that have `name` and `value`. */
  "by-name": (value) => mapped(value, "name"),
  /** Values by their keys, of a list of objects that have `key` and `value`. */
  "by-key": (value) => mapped(value, "key"),
  /** A mapping as a list of objects that have `name` and `value`. */
  "name-list": (value) => listed(value, "name"),
  /** A mapping as a list of objects that have `key` and `value`. */
  "key-list": (value) => listed(value, "key"),
  /** The role of the only one in a list, as a number. */
  "sole-level": (value) => (Array.isArray(value) ? levelOf(value[0]) : value),
  /** The value of what a reply shows along with whether something above has locked it. */
  "of-lockable": (value) => valueWithin(value) ?? value,
  /** The same of a flag that says the opposite. */
  "opposite-of-lockable": (value) => {
    const shown = valueWithin(value) ?? value;
    return typeof shown === "boolean" ? !shown : value;
  },
  /** Names of environments, of a list of objects that have `environment_scope`. */
  scopes: (value) => (Array.isArray(value) ? value.map(scopeOf) : value),
  /** Names of environments as such a list. */
  "scope-list": (value) => (Array.isArray(value) ? value.map((one: Json) => ({ environment_scope: scopeOf(one) })) : value),
  /** What is in a file, as the id that git has for it: for content and for what stands for one. */
  "git-blob": (value) => onText(value, blobOf),
  /** A colour by its digits, whatever it is written as; what is none stays. */
  color: (value) => onText(value, (text) => colorDigits(text) ?? text),
  /** An instant in one spelling; what is none stays. */
  instant: (value) => onText(value, (text) => readInstant(text)?.toISOString() ?? text),
  /** A certificate, of a text or of an object that has it beside what is read out of it; what stands around its lines does not count. */
  certificate: (value) => {
    const held = isObject(value) && value["certificate"] !== undefined ? value["certificate"] : value;
    return onText(held, (text) => parts(text, /\r?\n/).join("\n"));
  },
  /** An address without the name and password in it: servers return it without. */
  "without-credentials": (value) => onText(value, withoutUserinfo),
  /** An address without what is secret in it. */
  "public-address": (value) => onText(value, withoutAddressSecrets),
  /** An address with variables in place of what is secret in it. */
  "address-variables": (value) => onText(value, withAddressVariables),
} as const satisfies Readonly<Record<string, (value: Json) => Json>>;

/** True for a form of which what a reply shows has the type of the attribute all the same. */
export function keepsType(form: Form): boolean {
  return form === "public-address";
}

/** What real servers take apart a text at, where it stands for a list. */
const separators = /[\s,;]+/;

/** A word for the form of a value. */
export type FormWord = keyof typeof formWords;

/** What a value of one attribute says of the attributes beside it, where nothing else is said of them. */
export interface Implication {
  readonly value: string | number | boolean | null;
  readonly say: JsonObject;
}

/** When the server ignores an attribute without a word: any of the three is enough. */
export interface Inapplicable {
  /** What the body that declares it says beside it. */
  readonly while?: Match;
  /** What the live reply says. */
  readonly shown?: Match;
  /** Before the thing exists: none of these attributes is declared, or all are false. */
  readonly newWithout?: readonly string[];
  readonly reason: string;
}

/** A value in a form; without a form, and of what only stands for a value, as it is. */
export function formed(form: Form | undefined, value: Json): Json;
export function formed(form: Form | undefined, value: Value): Value;
export function formed(form: Form | undefined, value: Value): Value {
  if (form === undefined || isPlaceholder(value)) return value;
  if (typeof form === "string") return formWords[form](value as Json);
  const spelling = form.find(([from]) => from === value);
  return spelling ? spelling[1] : value;
}

/** The attributes that a value stands for beside its own. */
export function impliedBy(implications: readonly Implication[] | undefined, value: Value): JsonObject {
  return implications?.find((one) => one.value === value)?.say ?? {};
}

/** Why the server would ignore an attribute, given the live reply (undefined before the thing exists) and what is declared. */
export function whyInapplicable(rule: Inapplicable | undefined, reply: JsonObject | undefined, spec: Spec): string | undefined {
  if (rule === undefined) return undefined;
  const isSaid = (name: string) => spec[name] !== undefined && spec[name] !== false;
  const isSo =
    (rule.while !== undefined && matches(rule.while, spec)) ||
    (rule.shown !== undefined && reply !== undefined && matches(rule.shown, reply)) ||
    (rule.newWithout !== undefined && reply === undefined && !rule.newWithout.some(isSaid));
  return isSo ? rule.reason : undefined;
}

function commaList(value: Json): Json {
  return value === null ? [] : onText(value, (text) => parts(text, ","));
}

function levelOf(entry: Json | undefined): Json {
  const said = entry !== undefined && isObject(entry) ? (entry["access_level"] ?? null) : null;
  const [, level = said] = Object.entries(accessLevels).find(([name]) => name === said) ?? [];
  return level;
}

function valueWithin(value: Json): Json | undefined {
  return isObject(value) ? value["value"] : undefined;
}

function listed(value: Json, key: "name" | "key"): Json {
  return isObject(value) ? Object.entries(value).map(([name, part]) => ({ [key]: name, value: part ?? null })) : value;
}

function mapped(value: Json, key: "name" | "key"): Json {
  if (!Array.isArray(value)) return value;
  const pairs = value.map((one: Json) => (isObject(one) && typeof one[key] === "string" ? [one[key], one["value"] ?? null] : []));
  return pairs.every((pair) => pair.length === 2) ? (Object.fromEntries(pairs) as Json) : value;
}

function scopeOf(one: Json): Json {
  return isObject(one) ? (one["environment_scope"] ?? one) : one;
}

function onText(value: Json, change: (text: string) => Json): Json {
  return typeof value === "string" ? change(value) : value;
}

function parts(text: string, separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The types of keys begin so. */
const keyType = /^(?:ssh|ecdsa|sk-ssh|sk-ecdsa)-/;

/**
 * The SHA-256 fingerprint of a public key in the form of OpenSSH (type, body, comment) or of a line of known hosts (hosts, type, body), as `ssh-keygen -l` prints it: of a text
 * that is none, that of what stands in the place of the body. A fingerprint stays.
 */
function fingerprintOf(key: string): string {
  if (key.startsWith("SHA256:")) return key;
  const words = key.trim().split(/\s+/);
  const type = words.findIndex((word) => keyType.test(word));
  const body = words[Math.max(type, 0) + 1] ?? "";
  const digest = createHash("sha256").update(Buffer.from(body, "base64")).digest("base64");
  return `SHA256:${digest.replace(/=+$/, "")}`;
}
