import { canonicalJson, type Json } from "../../core/json.js";
import type { VariableType } from "../../core/variable-schema.js";
import type { VariableDeclaration } from "./declared.js";

/** A value of the declared type, or what is wrong with the one that was given. The value itself is never told: it may be a secret that went astray. */
export type Typed = { readonly value: Json } | { readonly wrong: string; readonly allowed: string };

const forms: Readonly<Record<VariableType, { readonly is: string; readonly allowed: string; readonly asText: string }>> = {
  string: { is: "a text", allowed: "a text; put it in quotes, or declare another type", asText: "a text" },
  number: { is: "a number", allowed: "a number such as 1.5", asText: "a number such as 1.5" },
  integer: { is: "a whole number", allowed: "a whole number such as 3", asText: "a whole number such as 3" },
  boolean: { is: "true or false", allowed: "true or false", asText: "true or false" },
  list: { is: "a list of texts", allowed: "a list of texts", asText: 'a list such as a,b or ["a", "b"]' },
};

/** Reads a value by the type and the values that a declaration allows: a text such as the command line gives, or a value of a file. */
export function typedValue({ type, values }: VariableDeclaration, given: Json, isText: boolean): Typed {
  if (type === undefined) return { wrong: "is of an unknown type", allowed: "" };
  const value = isText && typeof given === "string" ? parsed[type](given) : given;
  if (value === undefined || !isOf[type](value))
    return { wrong: `is not ${forms[type].is}`, allowed: forms[type][isText ? "asText" : "allowed"] };
  if (values === undefined) return { value };
  const known = new Set(values.map((one) => canonicalJson(one)));
  const isKnown = (Array.isArray(value) ? value : [value]).every((one: Json) => known.has(canonicalJson(one)));
  if (isKnown) return { value };
  const allowed = values.map((one) => (typeof one === "string" ? one : canonicalJson(one))).join(", ");
  return { wrong: "is none of the values that it may have", allowed };
}

const isOf: Readonly<Record<VariableType, (value: Json) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === "boolean",
  list: (value) => Array.isArray(value) && value.every((one: Json) => typeof one === "string"),
};

/** undefined for a text that is none of the type. */
const parsed: Readonly<Record<VariableType, (text: string) => Json | undefined>> = {
  string: (text) => text,
  number: parsedNumber,
  integer: parsedNumber,
  boolean: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  list: (text) => (text.trimStart().startsWith("[") ? parsedJson(text) : separated(text)),
};

function parsedNumber(text: string): number | undefined {
  const value = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

function separated(text: string): Json | undefined {
  if (text.trim() === "") return [];
  const items = text.split(",").map((one) => one.trim());
  return items.includes("") ? undefined : items;
}

function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
