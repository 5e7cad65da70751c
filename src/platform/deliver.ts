import type { FormData } from "undici";
import { TrueupError } from "../core/errors.js";
import type { Json } from "../core/json.js";
import type { Method } from "../core/route.js";
import { withoutSecretHeaders, withoutSecretParameters } from "../core/secret-names.js";
import type { Connection, RequestEvent, ShownHeaders } from "./connection.js";
import { credentialHeaders, credentialTarget, jobTokenMayCall, tokenOf } from "./credential.js";
import { type Exchange, exchange } from "./exchange.js";
import { exchangeFailure } from "./failure.js";
import type { ReplyHeaders } from "./headers.js";
import { targetOnServer, withoutCredentials } from "./path.js";
import { type Accept, readReply } from "./reading.js";
import { type CompleteReply, endingOf, judge, type ReadExchange, type Verdict } from "./retry.js";
import type { Passage } from "./throttle.js";

/** A request as the two transports ask for it. */
export interface OutgoingRequest {
  readonly method: Method;
  /** How errors and the debug log name it: below `/api/v4`, query included. */
  readonly path: string;
  /** Path and query on the server. */
  readonly target: string;
  readonly accept: Accept;
  /** Beside those that every request has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Makes the body anew for every try. */
  readonly body?: (() => { readonly content: string | FormData; readonly type?: string }) | undefined;
}

/** A success. */
export interface Success {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: Json | undefined;
  readonly bytes: Uint8Array;
}

const mostRedirects = 5;

/** Sends a request, repeats it where that is safe, follows redirects of reads on the same server. Throws ApiError for everything but a success. */
export async function deliver(connection: Connection, request: OutgoingRequest): Promise<Success> {
  const { method } = request;
  const route = request.path.split("?")[0] ?? "";
  refuseJobToken(connection, method, route);
  let { target } = request;
  const spent = { time: 0 };
  for (let hops = 0; ; hops++) {
    const { reading, attempts, doneBefore } = await persist(connection, { ...request, target }, spent);
    if (reading.outcome === "reply") {
      const { status, headers, bytes, body } = reading;
      if ((status >= 200 && status < 300) || status === 304) return { status, headers, body, bytes };
      // An earlier try of this very request may have deleted it, and its reply was lost.
      if (doneBefore && status === 404 && bytes.includes('"message"'))
        return { status: 204, headers, body: undefined, bytes: new Uint8Array() };
      const next = hops < mostRedirects ? redirect(connection, method, reading, target) : undefined;
      if (next !== undefined) {
        target = next;
        continue;
      }
    }
    throw exchangeFailure(connection, { method, path: route, attempts, reading });
  }
}

interface Persisted {
  readonly reading: ReadExchange;
  readonly attempts: number;
  /** A DELETE of which an earlier try may have taken effect. */
  readonly doneBefore: boolean;
}

/** Milliseconds for which a request was on the wire. */
interface Spent {
  time: number;
}

async function persist(connection: Connection, request: OutgoingRequest, spent: Spent): Promise<Persisted> {
  const { clock, signal, timeouts } = connection;
  let [waited, doneBefore, renewed] = [0, false, false];
  for (let attempt = 1; ; attempt++) {
    const { reading, token, verdict } = await attemptOnce(connection, request, { attempt, waited }, spent);
    const isRefused = reading.outcome === "reply" && reading.status === 401;
    if (!renewed && isRefused && (await hasAnother(connection, token))) {
      renewed = true;
      continue;
    }
    if (verdict === "settled" || isOverdue(reading) || spent.time >= timeouts.request)
      return { reading, attempts: attempt, doneBefore };
    if (request.method === "DELETE") doneBefore ||= reading.outcome === "lost" || ("status" in reading && reading.status >= 500);
    waited += verdict.wait;
    try {
      await clock.sleep(verdict.wait, signal);
    } catch {
      return { reading: { outcome: "interrupted", sent: false }, attempts: attempt, doneBefore };
    }
  }
}

/** Timers and clocks differ by parts of a millisecond, so the time that was measured may fall short of the limit. */
function isOverdue(reading: ReadExchange): boolean {
  return reading.outcome === "lost" && reading.timeout === "request";
}

/** True if a login was renewed since this token of it was sent, or could be renewed now: the server took nothing, so anything may be sent again. */
async function hasAnother({ credential, redactor }: Connection, refused: string): Promise<boolean> {
  if (typeof credential.token === "string") return false;
  const other = await credential.token.another(refused);
  redactor.add(other ?? "");
  return other !== undefined;
}

/** How a try ended, with which token it was made, and whether to make another. */
interface Tried {
  readonly reading: ReadExchange;
  readonly token: string;
  readonly verdict: Verdict;
}

const interrupted: Tried = { reading: { outcome: "interrupted", sent: false }, token: "", verdict: "settled" };

async function attemptOnce(
  connection: Connection,
  { method, path, target, accept, headers: more, body }: OutgoingRequest,
  { attempt, waited }: { readonly attempt: number; readonly waited: number },
  spent: Spent,
): Promise<Tried> {
  const { throttle, clock, credential, limits, patience, redactor, signal, timeouts } = connection;
  const work = async (learn: (passage: Passage) => void): Promise<Tried> => {
    const token = await tokenOf(credential);
    redactor.add(token);
    const started = clock.now();
    const content = body?.();
    const headers = {
      accept: accept === "json" ? "application/json" : "*/*",
      "user-agent": connection.userAgent,
      ...more,
      ...credentialHeaders(credential, token),
      ...(content?.type === undefined ? {} : { "content-type": content.type }),
    };
    const limit = accept === "json" ? limits.reply : limits.download;
    const answer = await exchange(connection, {
      method,
      target: credentialTarget(credential, token, target),
      headers,
      body: content?.content,
      limit,
      left: Math.max(timeouts.request - spent.time, 0),
    });
    const took = clock.now() - started;
    spent.time += took;
    tellRequest(connection, { method, path, ms: took, attempt }, headers, answer);
    const reading = readReply(answer, accept, (text) => redactor.scrub(text));
    const verdict = judge(reading, { method, attempt, waited, now: clock.now() }, patience);
    learn({
      ms: took,
      ending: endingOf(reading),
      ...(answer.outcome === "reply" ? { headers: answer.headers } : {}),
      ...(verdict === "settled" ? {} : { holds: verdict }),
    });
    return { reading, token, verdict };
  };
  try {
    return await throttle.run(routeTemplate(method, path), work, signal);
  } catch (error) {
    if (signal.aborted) return interrupted;
    throw error;
  }
}

function tellRequest(
  connection: Connection,
  about: Pick<RequestEvent, "method" | "path" | "ms" | "attempt">,
  sent: Readonly<Record<string, string>>,
  answer: Exchange,
): void {
  const status = "status" in answer ? answer.status : 0;
  connection.onRequest?.({
    ...about,
    path: connection.redactor.scrub(withoutSecretParameters(about.path)),
    status,
    headers: () => shownHeaders(connection, sent, answer),
  });
}

function shownHeaders(connection: Connection, sent: Readonly<Record<string, string>>, answer: Exchange): ShownHeaders {
  const received = answer.outcome === "reply" ? answer.headers : {};
  return { sent: withoutSecrets(connection, sent), received: withoutSecrets(connection, received) };
}

function withoutSecrets({ redactor }: Connection, headers: Readonly<Record<string, string>>): Record<string, string> {
  const shown = Object.entries(withoutSecretHeaders(headers));
  return Object.fromEntries(shown.map(([name, value]) => [name, redactor.scrub(value)]));
}

/** Where a read goes on; undefined if it must not, because the target is another server: the credential would go there too. */
function redirect(connection: Connection, method: string, { status, headers }: CompleteReply, from: string): string | undefined {
  const location = headers["location"];
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  const target = method === "GET" || method === "HEAD" ? targetOnServer(connection, location, from) : undefined;
  return target === undefined ? undefined : withoutCredentials(target);
}

function refuseJobToken({ credential }: Connection, method: string, route: string): void {
  if (credential.kind !== "job" || jobTokenMayCall(method, route)) return;
  throw new TrueupError({
    code: "credential.job_token",
    message: `The token from ${credential.from} is a CI job token, which may not call this.`,
    hint: "It takes a personal, group or project access token, or a login.",
    where: `${method} ${route}`,
  });
}

/** Words that stand where a number or a name is due, and belong to the route. */
const words = new Set(["all"]);

/**
 * The route that a request goes by, such as `GET /projects/:id/members/all`, as far as it shows in the path: routes name a collection, then a member of it. What stands at the place of a member, has a digit or an escape is one.
 * It tells apart what has limits and latencies of its own, and is no key to the API description: `/application/settings` is `/application/:id`.
 */
function routeTemplate(method: string, path: string): string {
  const [route = ""] = path.split("?");
  const segments = route.split("/").slice(1, 8);
  const named = segments.map((segment, place) => {
    const isMember = (place % 2 === 1 && !words.has(segment)) || /[%\d]/.test(segment);
    return isMember ? ":id" : segment;
  });
  return `${method} /${named.join("/")}`;
}

/** What a client library asks of `fetch`. */
interface FetchRequest {
  readonly method: Exclude<Method, "HEAD">;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Headers of a client library that go along. Its credential is not among them: that of the connection goes, and to its server alone. */
const passed = ["accept", "content-type", "x-github-api-version"];

/**
 * A `fetch` for client libraries of other services: it sends over a connection, so with its credential, limits, patience and certificates, and to no other server. It gives
 * successes only. Throws ApiError for every other reply, and TrueupError `path.invalid` for an address elsewhere.
 */
export function fetchOver(connection: Connection): (url: string, request: FetchRequest) => Promise<Response> {
  return async (url, { method, headers, body }) => {
    const target = targetOnServer(connection, url);
    if (target === undefined)
      throw new TrueupError({ code: "path.invalid", message: `${method} goes to another server than ${connection.url}` });
    const kept = Object.fromEntries(passed.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
    const content = body === undefined ? {} : { body: () => ({ content: body }) };
    const reply = await deliver(connection, { method, path: target, target, accept: "json", headers: kept, ...content });
    const link = reply.headers["link"];
    const shown = { "content-type": "application/json", ...(link === undefined ? {} : { link }) };
    const text = reply.status === 204 ? null : JSON.stringify(reply.body ?? null);
    return new Response(text, { status: reply.status, headers: shown });
  };
}
