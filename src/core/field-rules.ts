import { isObject, type Json, type JsonObject, type Spec, type Value } from "./json.js";
import { isPlaceholder } from "./placeholders.js";
import { withoutAddressSecrets, withoutUserinfo } from "./secret-names.js";

/** Values that are spelled otherwise, as pairs of the one and the other spelling; every other value stays as it is. */
export type Spellings = readonly (readonly [from: string | number | boolean | null, to: string | number | boolean | null])[];

/** The form of a value, where the type's own does not do: a word for a rule that several kinds share, spellings, or a pure function of the kind's own. */
export type Form = FormWord | Spellings | ((value: Json) => Json);

/** The rules that several kinds share. Each leaves a value in its form as it is. */
export const formWords = {
  /** A comma-separated text whose order and blanks do not count. */
  "comma-text": (value) => onText(value, (text) => partsOfText(text, ",").sort().join(",")),
  /** A text whose separating blanks do not count. */
  words: (value) => onText(value, (text) => text.trim().split(/\s+/).join(" ")),
  /** An address without the name and password in it: servers return it without. */
  "without-credentials": (value) => onText(value, withoutUserinfo),
  /** An address without what is secret in it. */
  "public-address": (value) => onText(value, withoutAddressSecrets),
} as const satisfies Readonly<Record<string, (value: Json) => Json>>;

/** True for a form of which what a reply shows has the type of the attribute all the same. */
export function keepsType(form: Form): boolean {
  return form === "public-address";
}

/** A word for the form of a value. */
export type FormWord = keyof typeof formWords;

/** A text, changed; any other value as it is. */
export function onText(value: Json, change: (text: string) => Json): Json {
  return typeof value === "string" ? change(value) : value;
}

/** The parts of a text between separators, without blanks around them and without empty ones. */
export function partsOfText(text: string, separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

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
  if (typeof form === "function") return form(value as Json);
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

type Scalar = string | number | boolean | null;

/** What a body or a reply must say: the value of each attribute, `not` for any other one, `like` for a text that a regular expression fits. What it does not show at all never matches. Of a reply a dotted name is what stands inside of an attribute. */
export interface Match {
  readonly [attribute: string]: Scalar | { readonly not: Scalar } | { readonly like: string };
}

/** What a reply shows under a name of a match: where that has a dot, inside of an attribute. */
export function matchedIn(reply: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(reply, name)) return reply[name];
  const [attribute = "", part = ""] = name.split(".");
  const held = reply[attribute];
  return isObject(held) && Object.hasOwn(held, part) ? held[part] : undefined;
}

/** True if an object says all that a match asks for. */
export function matches(match: Match, object: Spec): boolean {
  return Object.entries(match).every(([attribute, asked]) => {
    const value = object[attribute];
    if (!isObject(asked)) return value === asked;
    if ("like" in asked) return typeof value === "string" && new RegExp(asked.like, "u").test(value);
    return value !== undefined && value !== asked.not;
  });
}
