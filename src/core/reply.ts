import { TrueupError } from "./errors.js";
import { isObject, type Json, type JsonObject } from "./json.js";

/** Which request each reply, or item of a list, was read by: what is wrong with one may show long after, when it is decoded. */
const requests = new WeakMap<object, string>();

/** Remembers which request (`GET /topics`) a reply answers, or a part of one; gives it back. */
export function answering<Reply extends JsonObject>(request: string, reply: Reply): Reply {
  requests.set(reply, request);
  return reply;
}

/** A part or a copy of a reply, which answers the same request. */
export function likewise<Reply extends JsonObject>(reply: JsonObject, part: Reply): Reply {
  const request = requests.get(reply);
  return request === undefined ? part : answering(request, part);
}

/** What is wrong with a reply. */
export interface ReplyFault {
  /** Dotted name of the attribute; undefined for the whole. */
  readonly attribute?: string;
  /** What should have come, in words. */
  readonly due: string;
  /** What came: of it only its type and length are told, because it may be a secret. */
  readonly shown: Json | undefined;
  /** Whose reply it is, where that is known. */
  readonly address?: string;
}

const longestName = 100;

/** The error about a reply that does not hold what it should; `from` is the reply, or the request where there is none. */
export function replyError(from: JsonObject | string, { attribute, due, shown, address }: ReplyFault): TrueupError {
  const where = typeof from === "string" ? from : requests.get(from);
  const about = [
    ...(where === undefined ? [] : [` to ${where}`]),
    ...(address === undefined ? [] : [` about ${shortened(address)}`]),
  ].join("");
  const place = attribute === undefined ? "" : ` as ${shortened(attribute)}`;
  const path = where?.startsWith("GET ") ? where.slice("GET ".length) : undefined;
  return new TrueupError({
    code: "reply.type",
    message: `the reply${about} has ${sortOf(shown)}${place}, where ${due} is due`,
    hint: `Nothing can be said of what it means, so nothing is done. ${path === undefined ? "Look at the reply" : `trueup api ${path} shows the reply`}: is a proxy in front of the server, or is it one that trueup does not know?`,
    ...(where === undefined ? {} : { where }),
  });
}

/** The number by which a reply's thing goes in paths of requests; undefined where it shows none. Throws `reply.type` for what is no number of a thing: it could lead a request elsewhere. */
export function numberOf(reply: JsonObject, attribute = "id"): number | undefined {
  const shown = reply[attribute] ?? undefined;
  if (shown === undefined) return undefined;
  const number = thingNumber(shown);
  if (number !== undefined) return number;
  throw replyError(reply, { attribute, due: "the number of a thing", shown });
}

/** The number of a thing, also where a server gives it as text; undefined for any other value. */
export function thingNumber(value: Json): number | undefined {
  const number = typeof value === "string" && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** What a reply shows as the name or path of something. Throws `reply.type` for what is no text: a name that was made up of it would mean another thing. */
export function textOf(reply: JsonObject, attribute: string): string {
  const shown = reply[attribute];
  if (typeof shown === "string") return shown;
  throw replyError(reply, { attribute, due: "a text", shown });
}

/** The type of a value and its length, and nothing of what it holds. */
function sortOf(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") return `a text of ${counted(value.length, "character")}`;
  if (Array.isArray(value)) return `a list of ${counted(value.length, "item")}`;
  if (isObject(value)) return `an object of ${counted(Object.keys(value).length, "attribute")}`;
  return typeof value === "boolean" ? "a flag" : sortOfNumber(value as number);
}

function sortOfNumber(value: number): string {
  if (!Number.isFinite(value)) return "a number beyond all bounds";
  if (!Number.isInteger(value)) return "a fraction";
  return value < 0 ? "a negative number" : Number.isSafeInteger(value) ? "a number" : "a number too large to be read exactly";
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function shortened(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}
