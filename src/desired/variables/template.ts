import { isObject, type Json } from "../../core/json.js";
import { malformedVariable, variableReference } from "../../core/variable-reference.js";

/** A text cut into what stands in it and the variables that it refers to. */
export type TemplatePart = string | { readonly name: string };

/** The parts of a text, in order; `$${` stays as it is. */
export function variableParts(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(variableReference)) {
    const [whole, name] = match;
    if (name === undefined) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ name });
    end = match.index + whole.length;
  }
  if (end < text.length || text === "") parts.push(text.slice(end));
  return parts;
}

/** Why a text refers to no variable as it seems to; undefined where nothing is wrong. */
export function wrongForm(text: string): { readonly message: string; readonly allowed: string } | undefined {
  if (malformedVariable(text) !== undefined)
    return { message: "this begins like a reference to a variable and is none", allowed: "${var:NAME}, or $${ for a literal ${" };
  // Of a text that is well formed so far, nothing but a variable has a brace inside of another reference.
  const marked = text.replaceAll(variableReference, (_, name: string | undefined) => (name === undefined ? "|" : "{"));
  if (!/\$\{\s*(?:env|file)\s*:[^{}]*\{/i.test(marked)) return undefined;
  return { message: "a reference cannot hold another one", allowed: "${env:NAME} or ${file:path} with the name itself" };
}

/** A value as it stands in a file, so that each text in it is read as it is. */
export function escapedValue(value: Json): Json {
  if (typeof value === "string") return escaped(value);
  if (Array.isArray(value)) return value.map((item: Json) => escapedValue(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part = null]) => [name, escapedValue(part)]));
}

function escaped(text: string): string {
  return text.replaceAll("${", () => "$${");
}

/**
 * Puts a text together of what stands in the file and of values, so that nothing that a value brings is taken for a reference or makes one of what stands beside it.
 * undefined where a value ends with a `$` that would hide the reference that follows.
 */
export function joinedTemplate(parts: readonly ({ readonly text: string } | { readonly value: string })[]): string | undefined {
  let result = "";
  let isOpen = false;
  for (const part of parts) {
    const next = "text" in part ? part.text : escaped(part.value);
    if (next === "") continue;
    if (isOpen && "text" in part && /^\$\{(?:env|file):/.test(next)) return undefined;
    if (isOpen && next.startsWith("{")) result += "$";
    result += next;
    isOpen = "value" in part && next.endsWith("$");
  }
  return result;
}
