import { isNestedDeeper, type Json } from "../core/json.js";
import { deepest, isWebPage, readErrorBody, type Scrub } from "./error-body.js";
import type { Exchange } from "./exchange.js";
import type { ReadExchange } from "./retry.js";

/** What a caller wants of the body of a success: `any` takes what the reply says it is. */
export type Accept = "json" | "text" | "bytes" | "any";

/** May stand before JSON: parsers may pass over it (RFC 8259, section 8.1). */
const byteOrderMark = /^\uFEFF/;

/** Reads the body of a complete reply: a success that holds no whole JSON counts as lost (cut off), one that is a web page as not the API's. */
export function readReply(exchange: Exchange, accept: Accept, scrub: Scrub): ReadExchange {
  if (exchange.outcome !== "reply") return exchange;
  const { status, headers, bytes } = exchange;
  const type = headers["content-type"] ?? "";
  if (accept === "bytes" || status < 200 || status >= 300 || status === 204) return { ...exchange, body: undefined };
  const isPage = type.includes("html");
  if (accept === "text" && !isPage) return { ...exchange, body: bytes.toString() };
  if (accept === "any" && !isPage && !type.includes("json") && type !== "") {
    return { ...exchange, body: type.startsWith("text/") ? bytes.toString() : undefined };
  }
  const text = bytes.toString().replace(byteOrderMark, "");
  if (text.trim() === "") return { ...exchange, body: undefined };
  if (isNestedDeeper(text, deepest))
    return { outcome: "foreign", status, said: `JSON that is nested more than ${deepest} levels deep` };
  const body = parse(text);
  if (body !== undefined) return { ...exchange, body };
  if (isWebPage(text, type)) return { outcome: "foreign", status, said: readErrorBody(text, type, scrub).message };
  if (type.startsWith("text/")) return { ...exchange, body: text };
  return { outcome: "lost", reason: "the reply is no whole JSON (cut off?)" };
}

function parse(text: string): Json | undefined {
  try {
    // A key of that name would change the prototype of whatever it is copied to.
    const drop = (key: string, value: unknown): unknown => (key === "__proto__" ? undefined : value);
    if (/proto|\\u00/i.test(text)) return JSON.parse(text, drop) as Json;
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
