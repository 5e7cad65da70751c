import { STATUS_CODES } from "node:http";
import { ApiError, type ErrorReply } from "../core/errors.js";
import { neededScope, refusalAdvice } from "../core/failure-text.js";
import type { TimeoutName } from "../core/timeouts.js";
import { parsedUrl } from "../core/url.js";
import { type Advice, advice } from "./advice.js";
import type { Connection } from "./connection.js";
import type { Credential } from "./credential.js";
import { type ErrorBody, errorContent, readErrorBody, type Scrub } from "./error-body.js";
import { type CompleteReply, isIdempotent, mayHaveTakenEffect, type ReadExchange } from "./retry.js";

/** What was asked, and how the last try ended. */
export interface Failed {
  readonly method: string;
  /** Below `/api/v4`, without its query. */
  readonly path: string;
  readonly attempts: number;
  readonly reading: ReadExchange;
}

/** The one error for an exchange that did not succeed: what was asked, what came back, what to do. */
export function exchangeFailure(connection: Connection, { method, path, attempts, reading }: Failed): ApiError {
  const scrub = (text: string): string => connection.redactor.scrub(text);
  const reply = reading.outcome === "reply" ? reading : undefined;
  const body = reply && readErrorBody(reply.bytes.toString(), reply.headers["content-type"] ?? "", scrub);
  const replyLost = !isIdempotent(method) && mayHaveTakenEffect(reading);
  const description = describe(connection, { method, path, attempts, reading, body, replyLost });
  const status = "status" in reading ? reading.status : 0;
  return new ApiError({
    code: description.code,
    message: scrub(`${method} ${path} ${description.message}`),
    hint: scrub(description.hint),
    status,
    method,
    path: scrub(path),
    serverMessage: scrub(wordsOf(status, body)),
    replyLost,
    unknownRoute: reply?.status === 404 && (body?.errorKey === true || body?.foreign === true),
    reply: reply && errorReply(reply, scrub),
  });
}

function errorReply({ headers, bytes }: CompleteReply, scrub: Scrub): ErrorReply {
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, scrub(value)])),
    body: errorContent(bytes.toString(), scrub),
  };
}

interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

interface Telling extends Failed {
  readonly body: ErrorBody | undefined;
  readonly replyLost: boolean;
}

function describe(connection: Connection, { method, path, attempts, reading, body, replyLost }: Telling): Told {
  const next = advice[connection.purpose];
  const times = attempts > 1 ? ` (${attempts} attempts)` : "";
  switch (reading.outcome) {
    case "unsent":
      return {
        code: "api.unreachable",
        message: `could not reach ${new URL(connection.url).origin}${times}: ${reading.reason}`,
        hint: reading.hint ?? `Check that the server is up. ${next.address}${longer(connection, reading.timeout)}`,
      };
    case "lost":
      return {
        code: replyLost ? "api.reply_lost" : "api.no_reply",
        message: `got no complete reply${times}: ${reading.reason}`,
        hint: replyLost ? next.lost : `Check the server and the network, then run again.${longer(connection, reading.timeout)}`,
      };
    case "interrupted":
      if (!connection.runOver.aborted)
        return { code: "api.interrupted", message: "was interrupted", hint: replyLost ? next.lost : "Run it again." };
      return {
        code: "api.run_over",
        message: `was not done: the run has taken ${connection.timeouts.run / 1000} s, which is its limit`,
        hint: `${replyLost ? next.lost : "Run it again: it goes on from what is there."}${longer(connection, "run")}`,
      };
    case "too_large":
      return {
        code: "api.too_large",
        message: `got a reply of more than ${reading.most.toLocaleString("en")} bytes, which is the limit`,
        hint: "Is the URL right? No reply of the API should be that large.",
      };
    case "foreign":
      return { ...notTheApi, message: notApiText(reading.status, reading.said) };
    default:
      return {
        ...describeReply(connection.credential, next, { method, path, status: reading.status, body }),
        message: replyMessage(reading, body) + times,
      };
  }
}

const notTheApi = { code: "api.not_the_api", hint: "Is the URL right, and is there a login page or a proxy in front of it?" };

function notApiText(status: number, reason: string): string {
  return `does not look like the API: it answered ${statusText(status)} with ${reason}`;
}

/** How to wait longer for what did not come in time. */
function longer({ purpose }: Connection, timeout: TimeoutName | undefined): string {
  return timeout === undefined ? "" : ` ${advice[purpose].longer.replace("NAME", timeout)}`;
}

function replyMessage({ status, headers }: CompleteReply, body: ErrorBody | undefined): string {
  if (status >= 300 && status < 400) {
    return `answered ${statusText(status)} to ${redirectTarget(headers["location"])}, which is not followed`;
  }
  const words = wordsOf(status, body);
  if (isForeign(status, body)) return notApiText(status, words);
  return saysStatus(words, status) ? `answered ${status} ${words}`.trimEnd() : `answered ${statusText(status)}: ${words}`;
}

/** Rate limits and gateways speak for the API in plain text and web pages; other failures of that form come from somewhere else. */
function isForeign(status: number, body: ErrorBody | undefined): boolean {
  return body?.foreign === true && status !== 429 && status < 500;
}

/** The query of a redirect may carry secrets, so only the rest is shown. */
function redirectTarget(location: string | undefined): string {
  const url = location === undefined ? undefined : parsedUrl(location, "http://relative.invalid");
  if (url === undefined) return "an address that is none";
  return url.hostname === "relative.invalid" ? url.pathname : `${url.protocol}//${url.host}${url.pathname}`;
}

/** Every server has `/user` and `/version`: without them the address leads to something else, such as a path below the server. */
function unknownRouteHint(path: string): string {
  return path === "/user" || path === "/version"
    ? "There is no GitLab API at this address. Check TRUEUP_URL or --url: it is the address of the start page, such as https://platform.example.com."
    : "The server does not have this route: the path is misspelt, or the release or the tier of the server is too low.";
}

/** A status with its name: `404 Not Found`. */
export function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
}

/** What the server says beside the status, with which real servers begin their message; where it says no more, the name of the status. */
function wordsOf(status: number, body: ErrorBody | undefined): string {
  if (body === undefined) return "";
  const name = STATUS_CODES[status] ?? "";
  const { message } = body;
  const rest = message === String(status) || message.startsWith(`${status} `) ? message.slice(`${status} `.length) : message;
  const after = startsWith(rest, name) ? /^(?:\s*[-:]\s*|$)(.*)/.exec(rest.slice(name.length))?.[1] : undefined;
  return (after ?? rest) || name;
}

/** `Project Not Found` says the status itself. */
function saysStatus(words: string, status: number): boolean {
  const name = STATUS_CODES[status];
  return name === undefined || startsWith(words, name) || words.toLowerCase().endsWith(name.toLowerCase());
}

function startsWith(text: string, start: string): boolean {
  return start !== "" && text.toLowerCase().startsWith(start.toLowerCase());
}

interface Refusal extends Pick<Telling, "method" | "path" | "body"> {
  readonly status: number;
}

function describeReply(credential: Credential, next: Advice, refusal: Refusal): Omit<Told, "message"> {
  const { method, path, status, body } = refusal;
  if (isForeign(status, body)) return notTheApi;
  const isTaken = method === "POST" && /already (?:been taken|exists)/i.test(body?.message ?? "");
  switch (status) {
    case 401:
      return { code: "api.unauthorized", hint: unauthorizedHint(credential, next) };
    case 403:
      return { code: "api.forbidden", hint: forbiddenHint(credential, refusal) };
    case 404:
      return body?.errorKey === true
        ? { code: "api.unknown_route", hint: unknownRouteHint(path) }
        : { code: "api.not_found", hint: refusedHint(credential, refusal) };
    case 400:
    case 422:
      if (method === "GET") return { code: "api.refused", hint: next.refused };
      return { code: "api.refused", hint: isTaken ? next.taken : next.values };
    case 409:
    case 412:
      return { code: "api.conflict", hint: isTaken ? next.taken : next.conflict };
    case 413:
      return { code: "api.refused", hint: "A file is larger than this server allows." };
    case 429:
      return { code: "api.rate_limited", hint: next.slower };
  }
  if (status >= 300 && status < 400) {
    return {
      code: "api.redirect",
      hint: "Give the address to which it leads as --url, if that is the server you mean. No token was sent there.",
    };
  }
  if (status >= 500)
    return { code: "api.server_error", hint: "The server has a problem of its own: try later, or look into its logs." };
  return { code: "api.refused", hint: next.refused };
}

function unauthorizedHint(credential: Credential, next: Advice): string {
  const passedOver = credential.passedOver.map((sentence) => ` ${sentence}`).join("");
  if (credential.kind === "none") return next.token + passedOver;
  return `The token from ${credential.from} is not valid here: it may be expired, revoked, or of another server.${passedOver}`;
}

/** Of what a 403 may mean, the scope alone is told by the body (the reference of real servers, section A). */
function forbiddenHint(credential: Credential, refusal: Refusal): string {
  if (!refusal.body?.message.startsWith("insufficient_scope")) return refusedHint(credential, refusal);
  return `The token${ofSource(credential)} lacks a scope. It needs ${neededScope(refusal.method)}.`;
}

function refusedHint(credential: Credential, { status, method, path }: Refusal): string {
  return refusalAdvice(status, { method, path, user: `the user of the token${ofSource(credential)}` }) ?? "";
}

function ofSource({ from }: Credential): string {
  return from === "" ? "" : ` from ${from}`;
}
