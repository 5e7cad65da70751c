import { createServer, type IncomingHttpHeaders, request as sendRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { RunningEmulator } from "./emulator.js";
import { type Follower, lagBehind } from "./lagging-replica.js";

/*
 * The one way to attack: a server that stands before a platform, passes everything on and remembers it, except where a rule says otherwise.
 *
 *   const fixture = await openFixture(inProcess);             // directory, platform, server, command line
 *   fixture.write("trueup.yaml", "topics: { web: { title: Web } }");
 *   fixture.server.misbehave({ path: /^\/topics/, trouble: rewrite(([topic]: object[]) => [{ ...topic, title: { $secret: "${env:HOME}" } }]) });
 *   const { code, stderr } = await fixture.run(["plan"]);
 *   expect(fixture.writes()).toEqual([]);
 *
 * `Trouble` lists what can go wrong with one request; `lag` makes all reads late by a time, as from replicas.
 */

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A reply in place of the real one, or made of it. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** What goes wrong with the requests that a rule is about. */
export type Trouble =
  /** Answered here; the platform behind learns nothing. */
  | { readonly answer: Answer | ((arrived: Arrived) => Answer) }
  /** The connection ends without a reply, before or after the platform has done what was asked. */
  | { readonly drop: "before" | "after" }
  /** The reply comes that many milliseconds late; `arrives` is called when the request does. */
  | { readonly delay: number; readonly arrives?: () => void }
  /** No reply ever comes, and the platform behind learns nothing. */
  | { readonly hang: true }
  /** The head of the reply comes at once, and its body so many bytes at a time, with so many milliseconds between; with `pause` it stops there for good. */
  | { readonly drip: { readonly bytes: number; readonly every: number; readonly pause?: true } }
  /** The platform answers, and its reply is changed on the way. */
  | { readonly alter: (answer: Answer, arrived: Arrived) => Answer }
  /** Somebody else acts, before the request reaches the platform or before its reply is given on. */
  | { readonly meanwhile: (arrived: Arrived) => unknown; readonly when: "before" | "after" };

export interface Rule {
  readonly method?: string;
  /** Matched against the path below `/api/v4`, query included. */
  readonly path?: RegExp;
  /** Matched against the body as text. */
  readonly body?: RegExp;
  /** How often it applies; always without it. */
  readonly times?: number;
  readonly trouble: Trouble;
}

export interface MisbehavingServer {
  readonly url: string;
  /** Every request, in the order of arrival. */
  readonly arrived: readonly Arrived[];
  /** Replaces the rules; the first that matches counts. */
  misbehave(...rules: readonly Rule[]): void;
  /** From now on reads show what an emulator of this process held that many milliseconds ago, as replicas do; writes reach it at once. 0 ends it. */
  lag(platform: RunningEmulator, milliseconds: number): void;
  /** Forgets what has arrived. */
  forget(): void;
  close(): Promise<void>;
}

/** The trouble that changes what the JSON of a reply says; replies that hold none pass. Whoever gives `change` says of which type the value is. */
export function rewrite(change: (value: never, arrived: Arrived) => unknown): Trouble {
  return {
    alter: (answer, arrived) => {
      const text = String(answer.body ?? "");
      if (answer.status >= 300 || text === "") return answer;
      return { ...answer, body: JSON.stringify(change(JSON.parse(text) as never, arrived)) };
    },
  };
}

/** The trouble of a server that says nothing of pages: what it answers has no header of theirs. */
export function withoutPaging(): Trouble {
  const isOfPaging = (name: string): boolean => /^(?:link|x-(?:total|total-pages|page|per-page|next-page|prev-page))$/.test(name);
  return {
    alter: (answer) => ({
      ...answer,
      headers: Object.fromEntries(Object.entries(answer.headers ?? {}).filter(([name]) => !isOfPaging(name))),
    }),
  };
}

/** Such a server that ends with the test. */
export async function misbehavingServer(platform?: string): Promise<MisbehavingServer> {
  const server = await startMisbehaving(platform);
  onTestFinished(() => server.close());
  return server;
}

/** A server on a free loopback port that passes everything on to a platform, except where a rule says otherwise. Without a platform it answers 404. */
export async function startMisbehaving(platform?: string): Promise<MisbehavingServer> {
  const arrived: Arrived[] = [];
  let rules: { readonly rule: Rule; left: number }[] = [];
  let follower: Follower | undefined;
  const ruleFor = ({ method, path, body }: Arrived): Trouble | undefined => {
    const route = path.replace(/^.*?\/api\/v4/, "");
    const found = rules.find(
      ({ rule, left }) =>
        left > 0 &&
        (rule.method ?? method) === method &&
        (rule.path === undefined || rule.path.test(route)) &&
        (rule.body === undefined || rule.body.test(body.toString())),
    );
    if (found) found.left--;
    return found?.rule.trouble;
  };
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming;
      const one: Arrived = { method, path: url, headers, body: Buffer.concat(pieces) };
      arrived.push(one);
      const behind = async (): Promise<Answer> => passOn(one, (await follower?.behind(one.method)) ?? platform);
      serve(one, ruleFor(one), behind, response).catch(() => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    arrived,
    misbehave: (...given) => {
      rules = given.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }));
    },
    lag: (emulator, milliseconds) => {
      void follower?.close();
      follower = milliseconds > 0 ? lagBehind(emulator, milliseconds) : undefined;
    },
    forget: () => void arrived.splice(0),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await follower?.close();
    },
  };
}

async function serve(
  one: Arrived,
  trouble: Trouble | undefined,
  behind: () => Promise<Answer>,
  response: ServerResponse,
): Promise<void> {
  if (trouble === undefined) return reply(response, await behind());
  if ("answer" in trouble) return reply(response, typeof trouble.answer === "function" ? trouble.answer(one) : trouble.answer);
  if ("hang" in trouble) return;
  if ("drop" in trouble) {
    if (trouble.drop === "after") await behind();
    return void response.destroy();
  }
  if ("delay" in trouble) {
    trouble.arrives?.();
    await wait(trouble.delay);
  }
  if ("meanwhile" in trouble && trouble.when === "before") await trouble.meanwhile(one);
  const answer = await behind();
  if ("meanwhile" in trouble && trouble.when === "after") await trouble.meanwhile(one);
  if ("drip" in trouble) return drip(response, answer, trouble.drip);
  reply(response, "alter" in trouble ? trouble.alter(answer, one) : answer);
}

function reply(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, headersOf(answer)).end(answer.body ?? "");
}

async function drip(
  response: ServerResponse,
  answer: Answer,
  { bytes, every, pause }: Extract<Trouble, { drip: object }>["drip"],
): Promise<void> {
  const body = Buffer.from(answer.body ?? "");
  response.writeHead(answer.status, headersOf(answer));
  for (let at = 0; at < body.length && !response.destroyed; at += bytes) {
    response.write(body.subarray(at, at + bytes));
    if (pause) return;
    await wait(every);
  }
  response.end();
}

function headersOf({ headers = {} }: Answer): Record<string, string> {
  const { "content-length": _, "transfer-encoding": __, connection: ___, "keep-alive": ____, ...others } = headers;
  return { "content-type": "application/json", ...others };
}

async function passOn({ method, path, headers, body }: Arrived, platform: string | undefined): Promise<Answer> {
  if (platform === undefined) return { status: 404, body: JSON.stringify({ error: "404 Not Found" }) };
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(new URL(path, platform), { method, headers }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on("data", (piece: Buffer) => pieces.push(piece));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const named = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
        resolve({ status: incoming.statusCode ?? 0, headers: Object.fromEntries(named), body: Buffer.concat(pieces) });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
