import type { ErrorObject } from "ajv";
import { isObject, type Json } from "./json.js";
import { didYouMean } from "./names.js";
import { schemaAt, type JsonSchema } from "./schema.js";
import { pointerStep, pointerSteps } from "./steps.js";
import { accessLevelName } from "./types/access-level.js";
import { holdsReference } from "./types/secret-reference.js";

/** A schema error in plain words. Values are never quoted: they may be secret. */
export interface Explanation {
  readonly rule: string;
  readonly message: string;
  readonly allowed?: string;
  /** JSON pointer, in the validated value, of what is wrong. */
  readonly pointer: string;
  /** Whether its key or its value is to be pointed at. */
  readonly at: "key" | "value";
}

const typeWords: Readonly<Record<string, string>> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
};

const formatWords: Readonly<Record<string, string>> = {
  uri: "a URL such as https://example.com",
  iri: "a URL such as https://example.com",
  date: "a date such as 2026-01-31",
  email: "an e-mail address",
};

/** Says what a schema error means; undefined for those that only repeat what another one says better. */
export function explain(error: ErrorObject, schema: JsonSchema, value: Json | undefined): Explanation | undefined {
  const path = error.schemaPath;
  if (error.keyword === "if" || error.keyword === "propertyNames" || /\/(oneOf|anyOf)\/\d/.test(path)) return undefined;
  const node = schemaAt(schema, path.slice(0, path.lastIndexOf("/")));
  const parent = isObject(node) ? node : {};
  // A value of another type has no attributes that could be counted: its type is what is wrong.
  if (error.keyword === "oneOf" && parent["type"] === "object" && !isObject(value)) return undefined;
  const explanation = explainKey(error, parent) ?? explainValue(error, parent, value);
  return { rule: `schema.${error.keyword}`, pointer: error.instancePath, at: "value", ...explanation };
}

type Partly = Partial<Explanation> & { readonly message: string };

function explainKey(error: ErrorObject, parent: JsonSchema): Partly | undefined {
  const { params, instancePath } = error;
  if (error.propertyName !== undefined) {
    const pointer = instancePath + pointerStep(error.propertyName);
    const hint = parent["x-pattern-hint"];
    if (typeof hint === "string") return { message: "cannot be called so", allowed: hint, pointer, at: "key" };
    return { message: "the name of an attribute has only small letters, digits and _", pointer, at: "key" };
  }
  switch (error.keyword) {
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = String(params["additionalProperty"]);
      const names = isObject(parent["properties"]) ? Object.keys(parent["properties"]) : [];
      return { rule: "schema.unknown", pointer: instancePath + pointerStep(name), at: "key", ...unknownName(name, names) };
    }
    case "required":
      return { message: `${String(params["missingProperty"])} is required`, at: "key" };
    case "anyOf":
    case "oneOf":
      return alternatives(error.keyword, Array.isArray(parent[error.keyword]) ? (parent[error.keyword] as readonly Json[]) : []);
    default:
      return undefined;
  }
}

/** What to say of a name that is none. */
export function unknownName(name: string, names: readonly string[]): { readonly message: string; readonly allowed?: string } {
  const guess = didYouMean(name, names);
  return { message: `there is no attribute ${JSON.stringify(name)}`, ...(guess ? { allowed: `did you mean ${guess}?` } : {}) };
}

function alternatives(keyword: string, options: readonly Json[]): Partly {
  const names = options.flatMap(requiredIn);
  if (names.length === 0) return { message: "must be true or a list of globs" };
  if (keyword === "oneOf") return { message: `exactly one of ${names.join(", ")} must be given`, at: "key" };
  return { message: `${names.join(" or ")} is required`, at: "key" };
}

function explainValue(error: ErrorObject, parent: JsonSchema, value: Json | undefined): Partly {
  const { params } = error;
  const limit = String(params["limit"]);
  const hint = parent["x-pattern-hint"];
  if (parent["x-secret"] === true) {
    return { rule: "secret.literal", message: "a secret must not be written in a file", allowed: "${env:NAME} or ${file:path}" };
  }
  switch (error.keyword) {
    case "type":
      return typeMessage(params["type"], value, entryHint(error.instancePath, parent, value));
    case "enum":
      return enumMessage(params["allowedValues"], value);
    case "const":
      return { message: `must be ${JSON.stringify(params["allowedValue"])}` };
    case "minimum":
      return { message: `must be at least ${limit}` };
    case "maximum":
      return { message: `must be at most ${limit}` };
    case "minLength":
      return { message: limit === "1" ? "must not be empty" : `must have at least ${limit} characters` };
    case "maxLength":
      return { message: `must have at most ${limit} characters` };
    case "minItems":
      return { message: `must have at least ${limit} ${limit === "1" ? "item" : "items"}` };
    case "maxItems":
      return { message: `must have at most ${limit} items` };
    case "uniqueItems":
      return { message: "the same item stands here twice", pointer: `${error.instancePath}/${String(params["i"])}` };
    case "format":
      return { message: `must be ${formatWords[String(params["format"])] ?? String(params["format"])}` };
    case "pattern":
      return { message: "does not have the right form", ...(typeof hint === "string" ? { allowed: hint } : {}) };
    default:
      return { message: error.message ?? "is not valid" };
  }
}

function typeMessage(type: unknown, value: Json | undefined, hint?: string): Partly {
  const types = (Array.isArray(type) ? type : String(type).split(",")).map(String).filter((name) => name !== "null");
  if (value === null) return { message: "cannot be unset", allowed: `${words(types)}, or leave the attribute out` };
  const message = `must be ${words(types)}`;
  if (holdsReference(value)) return { message, allowed: "${env:…} and ${file:…} can only stand in a text" };
  if (types.includes("string") && (typeof value === "number" || typeof value === "boolean"))
    return { message, allowed: "put it in quotes" };
  if (hint !== undefined) return { message, allowed: hint };
  if (types.includes("array") && (typeof value === "string" || typeof value === "number"))
    return { message, allowed: "put it in brackets" };
  if (typeof value !== "string") return { message };
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && /^-?\d+$/.test(value)) return { message, allowed: "take the quotes away" };
  const flag = types.includes("boolean") ? flagWords.find((flagWord) => flagWord.pattern.test(value)) : undefined;
  return flag ? { message, allowed: flag.advice } : { message };
}

/** Texts that people take for flags: the words of YAML 1.1 are texts in YAML 1.2. */
const flagWords = [
  { pattern: /^(true|false)$/, advice: "take the quotes away" },
  { pattern: /^(yes|on|true)$/i, advice: "write true" },
  { pattern: /^(no|off|false)$/i, advice: "write false" },
];

/** How to write a plain value in a list of entries: as the entry that it stands for, where the schema of the entries tells. Undefined if nothing of the kind is meant. */
function entryHint(pointer: string, parent: JsonSchema, value: Json | undefined): string | undefined {
  const isItem = parent["items"] === undefined;
  const entry = isItem ? parent : parent["items"];
  if (!isObject(entry) || !Array.isArray(entry["oneOf"]) || !isObject(entry["properties"])) return undefined;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const properties = entry["properties"];
  const names = entry["oneOf"].flatMap((option: Json) => requiredIn(option));
  const attribute = pointerSteps(pointer).at(isItem ? -2 : -1) ?? "";
  const level = names.find((name) => isOneOf(properties[name], value));
  if (level !== undefined) return `write ${attribute}: [{ ${level}: ${accessLevelName(value) ?? value} }]`;
  const parts = [...names.slice(0, 1), ...requiredIn(entry)].map((name) => `${name}: …`);
  return `write ${attribute}: [{ ${parts.join(", ")} }]`;
}

function requiredIn(schema: Json): string[] {
  return isObject(schema) && Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
}

function isOneOf(schema: Json | undefined, value: Json): boolean {
  return isObject(schema) && Array.isArray(schema["enum"]) && schema["enum"].includes(value);
}

function words(types: readonly string[]): string {
  return types.map((name) => typeWords[name] ?? name).join(" or ");
}

function enumMessage(list: unknown, value: Json | undefined): Partly {
  const all: readonly unknown[] = Array.isArray(list) ? list : [];
  const texts = all.filter((item) => typeof item === "string");
  const numbers = all.filter((item) => typeof item === "number");
  const shown = [...(texts.length > 0 ? texts : numbers), ...(all.includes(null) ? ["null"] : [])].map((item) =>
    item === "" ? '""' : String(item),
  );
  const message = `must be one of ${shown.join(", ")}${texts.length > 0 && numbers.length > 0 ? ", or their numbers" : ""}`;
  if (holdsReference(value)) return { message, allowed: "${env:…} and ${file:…} can only stand in a text" };
  if (typeof value === "string" && value !== "" && numbers.includes(Number(value)))
    return { message, allowed: "take the quotes away" };
  const guess = typeof value === "string" ? didYouMean(value, texts) : undefined;
  return guess ? { message, allowed: `did you mean ${guess}?` } : { message };
}
