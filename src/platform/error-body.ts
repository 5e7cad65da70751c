import { isNestedDeeper, isObject, type Json, jsonIn } from "../core/json.js";

/** What the body of a failure says. */
export interface ErrorBody {
  /** One readable line; empty where the body says nothing. */
  readonly message: string;
  /** The key is `error` and not `message`: on a 404 this means that the route is not there (the reference of real servers, section A). */
  readonly errorKey: boolean;
  /** The body is a web page or other text, not the API's JSON. */
  readonly foreign: boolean;
}

/** Takes secrets out of a text. */
export type Scrub = (text: string) => string;

const longest = 1000;

/**
 * Reads every shape of error body that real servers send: see the reference of real servers, section A.
 * `scrub` takes secrets out; it comes before anything is unescaped, joined or cut off, after which a secret would no longer be known as one.
 */
export function readErrorBody(received: string, contentType: string, scrub: Scrub = (text) => text): ErrorBody {
  const text = scrub(received);
  const body = scrubbed(parse(text), scrub);
  if (body !== undefined && typeof body !== "number") {
    const errorKey = isObject(body) && body["error"] !== undefined && body["message"] === undefined;
    return { message: oneLine(sentences(body)), errorKey, foreign: false };
  }
  if (isWebPage(text, contentType)) {
    const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? "";
    return { message: oneLine(title === "" ? "a web page" : `a web page, “${title.trim()}”`), errorKey: false, foreign: true };
  }
  return { message: oneLine(text), errorKey: false, foreign: text.trim() !== "" };
}

/** The whole body of a failure as JSON, or else as text, without secrets. */
export function errorContent(received: string, scrub: Scrub): Json {
  const text = scrub(received);
  return scrubbed(parse(text), scrub) ?? text;
}

/** True for HTML, by its content type or its first character. */
export function isWebPage(text: string, contentType: string): boolean {
  return contentType.includes("html") || text.trimStart().startsWith("<");
}

function parse(text: string): Json | undefined {
  return isNestedDeeper(text, deepest) ? undefined : jsonIn(text);
}

/** Escapes of JSON may have hidden a secret from the first look. */
function scrubbed(value: Json | undefined, scrub: Scrub): Json | undefined {
  if (typeof value === "string") return scrub(value);
  if (Array.isArray(value)) return value.map((item: Json) => scrubbed(item, scrub) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [scrub(key), scrubbed(part, scrub)]));
}

function sentences(body: Json): string {
  if (!isObject(body)) return flatten(body);
  const { message, error } = body;
  const reason = message === undefined ? error : message;
  const description = body["error_description"] === undefined ? "" : flatten(body["error_description"]);
  const main = reason === undefined ? (description === "" ? flatten(body) : "") : flatten(reason);
  return [main, description].filter((part) => part !== "").join(": ");
}

/** `{"name":["is missing"]}` becomes `name: is missing`; keys that say nothing (`base`, `error`, `message`) are left out. */
function flatten(value: Json): string {
  if (typeof value === "string") return withoutRubyHash(value);
  if (Array.isArray(value)) {
    const parts = (value as readonly Json[]).map(flatten);
    return parts.filter((part) => part !== "").join(", ");
  }
  if (!isObject(value)) return value === null ? "" : JSON.stringify(value);
  return Object.entries(value)
    .map(([key, inner]) => [key, inner === undefined ? "" : flatten(inner)] as const)
    .filter(([, inner]) => inner !== "")
    .map(([key, inner]) => (["base", "error", "message"].includes(key) ? inner : `${key}: ${inner}`))
    .join("; ");
}

/** `Failed to save group {:path=>["has already been taken"]}` becomes `Failed to save group: path: has already been taken`. */
function withoutRubyHash(text: string): string {
  const hash = /\s*\{((?::|")?[\w. ]+"?\s*(?:=>|:)\s*\[.*\])\}/s.exec(text);
  if (!hash) return text;
  const pairs = [...(hash[1] ?? "").matchAll(/(?::|")?([\w.]+)"?\s*(?:=>|:)\s*\[((?:"(?:[^"\\]|\\.)*"|[^\]"])*)\]/gs)];
  const readable = pairs.map(([, key = "", list = ""]) => {
    const items = [...list.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map((item) => (item[1] ?? "").replaceAll(/\\(.)/gs, "$1"));
    return key === "base" ? items.join(", ") : `${key}: ${items.join(", ")}`;
  });
  const before = text.slice(0, hash.index).replace(/:$/, "");
  return [before, readable.join("; ")].filter((part) => part !== "").join(": ") + text.slice(hash.index + hash[0].length);
}

/** No line breaks and no escape sequences: a reply must not be able to paint the terminal. */
function oneLine(text: string): string {
  const start = text.slice(0, longest * 2);
  const line = start.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** How deep JSON from a server may be nested: far deeper than any that says something, and far less than what functions that call themselves can go into. */
export const deepest = 200;
