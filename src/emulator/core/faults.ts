import { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { coversPath } from "./path-pattern.js";

/** What goes wrong. `reset` closes the connection: before the request is looked at, or after it took effect, so that its reply is lost. */
export interface Fault {
  /** `*` for any. */
  readonly method: string;
  /** Path as it is sent, without /api/v4: `*` and `{name}` are one segment, `**` any number, also none. */
  readonly path: string;
  /** Answered in place of the real reply; the request has no effect. */
  readonly status?: number;
  /** Seconds in `Retry-After`, with a status. */
  readonly retryAfter?: number;
  /** Milliseconds by which the reply is late. */
  readonly delay?: number;
  readonly reset?: "before" | "after";
  /** The body ends in the middle and the connection is closed; the request took effect. */
  readonly truncate?: boolean;
  /** Strikes only requests that come while so many others are being answered; default any. */
  readonly above?: number;
  /** Share of the requests it strikes, 0 to 1; default 1. */
  readonly rate?: number;
  /** How many requests it passes over first; default 0. */
  readonly skip?: number;
  /** How many requests it strikes at most; default all. */
  readonly times?: number;
}

const SYNTAX =
  'A fault is written as "METHOD PATH EFFECT…": for example "GET /projects/** status=503 rate=0.2", "* /topics status=429 retry-after=2", ' +
  '"POST /projects reset=after times=1", "GET /groups truncate", "* ** delay=500". Effects: status=CODE, retry-after=SECONDS, delay=MS, ' +
  "reset=before, reset=after, truncate; and when: above=N, rate=0..1, skip=N, times=N.";

/** The connection; nothing where a request came over none. */
type Bindings = Partial<HttpBindings | Http2Bindings>;

/** Answers a request. */
export type Handle = (request: Request, env: Bindings) => Response | Promise<Response>;

type Draft = { -readonly [K in keyof Fault]: Fault[K] };

type NumberOfFault = "status" | "retryAfter" | "delay" | "above" | "rate" | "skip" | "times";

/** The words that take a number, with the least and the most of it. */
const NUMBERS: ReadonlyMap<string, readonly [part: NumberOfFault, low: number, high: number]> = new Map([
  ["status", ["status", 400, 599]],
  ["retry-after", ["retryAfter", 0, 86_400]],
  ["delay", ["delay", 0, 3_600_000]],
  ["above", ["above", 0, 1e6]],
  ["rate", ["rate", 0, 1]],
  ["skip", ["skip", 0, 1e9]],
  ["times", ["times", 1, 1e9]],
]);

/** Reads a fault as it is written on the command line. Throws an Error that shows the syntax. */
export function parseFault(text: string): Fault {
  const [method = "", path = "", ...words] = text.trim().split(/\s+/);
  if (!/^(\*|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i.test(method)) throw malformed(text, `it begins with no method`);
  if (!/^(\*\*|\/\S*)$/.test(path)) throw malformed(text, `"${path}" is no path`);
  const draft: Draft = { method: method.toUpperCase(), path };
  for (const word of words) readWord(draft, word, text);
  if ([draft.status, draft.delay, draft.reset, draft.truncate].every((effect) => effect === undefined))
    throw malformed(text, "it has no effect");
  if (draft.retryAfter !== undefined && draft.status === undefined) throw malformed(text, "retry-after needs a status");
  return draft;
}

function readWord(draft: Draft, word: string, text: string): void {
  const cut = word.indexOf("=");
  const [name, value] = cut < 0 ? [word, ""] : [word.slice(0, cut), word.slice(cut + 1)];
  if (name === "truncate") draft.truncate = true;
  else if (name === "reset") {
    if (value !== "before" && value !== "after") throw malformed(text, "reset is before or after");
    draft.reset = value;
  } else {
    const rule = NUMBERS.get(name);
    if (rule === undefined) throw malformed(text, `"${word}" is no effect`);
    const [part, low, high] = rule;
    const amount = Number(value);
    if (value === "" || !(amount >= low && amount <= high))
      throw malformed(text, `${name} takes a number from ${low} to ${high}`);
    draft[part] = amount;
  }
}

function malformed(text: string, reason: string): Error {
  return new Error(`the fault "${text}" cannot be used: ${reason}. ${SYNTAX}`);
}

/**
 * Puts faults around a server. The first rule that strikes a request decides. Whether one does depends on the seed, the rule and how many requests it
 * saw before, so that the same requests in the same order meet the same faults.
 */
export function withFaults(handle: Handle, faults: readonly Fault[], seed: number): Handle {
  const rules = faults.map((fault, place) => new Rule(fault, seed + place));
  let answering = 0;
  const answer: Handle = async (request, env) => {
    answering += 1;
    try {
      return await handle(request, env);
    } finally {
      answering -= 1;
    }
  };
  return async (request, env) => {
    const path = pathOf(request.url);
    const fault = rules.find((rule) => rule.strikes(request.method, path, answering))?.fault;
    if (fault === undefined) return answer(request, env);
    if (fault.delay !== undefined) await wait(fault.delay);
    if (fault.reset === "before") return reset(env);
    if (fault.status !== undefined) return refusal(fault.status, fault);
    const response = await answer(request, env);
    if (fault.reset === "after") return reset(env);
    return fault.truncate === true ? truncate(response, env) : response;
  };
}

class Rule {
  readonly fault: Fault;
  readonly #path: (asked: string) => boolean;
  readonly #seed: number;
  #seen = 0;
  #struck = 0;

  constructor(fault: Fault, seed: number) {
    this.fault = fault;
    this.#path = pathTest(fault.path);
    this.#seed = seed;
  }

  strikes(method: string, path: string, answering: number): boolean {
    const { fault } = this;
    if (answering < (fault.above ?? 0)) return false;
    if ((fault.method !== "*" && fault.method !== method) || !this.#path(path)) return false;
    this.#seen += 1;
    if (this.#seen <= (fault.skip ?? 0) || this.#struck >= (fault.times ?? Infinity)) return false;
    if (draw(this.#seed, this.#seen) >= (fault.rate ?? 1)) return false;
    this.#struck += 1;
    return true;
  }
}

/** A number from 0 to 1 that depends on its inputs alone (the mixing of splitmix32). */
function draw(seed: number, count: number): number {
  let mixed = (Math.imul(seed, 0x85ebca6b) + Math.imul(count, 0x9e3779b9)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

function pathOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.startsWith("/api/v4/") ? pathname.slice("/api/v4".length) : pathname;
}

function pathTest(path: string): (asked: string) => boolean {
  const segments = path.split("/").filter((segment) => segment !== "");
  const parts = segments.map((segment) => (segment === "**" ? segment : segment.replaceAll(/\*+|\{\w+\}|:\w+/g, "*")));
  // What ends with a slash is the same path.
  return (asked) => [asked, asked.replace(/\/$/, "")].some((candidate) => coversPath(parts, candidate.split("/").slice(1)));
}

/** 429 as real servers send it: plain text, with the limits in headers (the reference of real servers, section A). One for requests that are too many at once has no such limit to tell. */
function refusal(status: number, { retryAfter, above }: Fault): Response {
  const headers = new Headers(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) });
  if (status !== 429) {
    headers.set("Content-Type", "application/json");
    return new Response(JSON.stringify({ message: `${status} Fault injected by the emulator` }), { status, headers });
  }
  headers.set("Content-Type", "text/plain");
  if (above !== undefined) return new Response("Too many requests at once\n", { status, headers });
  headers.set("RateLimit-Limit", "60");
  headers.set("RateLimit-Remaining", "0");
  headers.set("RateLimit-Reset", String(Math.ceil(Date.now() / 1000) + (retryAfter ?? 60)));
  return new Response("Retry later\n", { status, headers });
}

function reset({ incoming }: Bindings): Response {
  if (incoming === undefined) throw new TypeError("fetch failed");
  incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Announces the whole body, sends the first half of it, and closes the connection. */
async function truncate(response: Response, { incoming, outgoing }: Bindings): Promise<Response> {
  if (incoming === undefined || !(outgoing instanceof ServerResponse)) throw new Error("only HTTP/1 replies can be cut");
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    "content-length": String(Math.max(body.length, 1)),
  });
  await new Promise<void>((resolve) => outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => resolve()));
  incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}
