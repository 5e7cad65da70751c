import { createServer, type IncomingHttpHeaders, request as sendRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

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
  readonly body?: string;
}

/** What goes wrong with the requests that a rule is about. */
export type Trouble =
  /** Answered here; the platform behind learns nothing. */
  | { readonly answer: Answer | ((arrived: Arrived) => Answer) }
  /** The connection ends without a reply, before or after the platform has done what was asked. */
  | { readonly drop: "before" | "after" }
  /** The reply comes that many milliseconds late; `arrives` is called when the request does. */
  | { readonly delay: number; readonly arrives?: () => void }
  /** The platform answers, and its reply is changed on the way. */
  | { readonly alter: (answer: Answer, arrived: Arrived) => Answer };

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
  /** Forgets what has arrived. */
  forget(): void;
  close(): Promise<void>;
}

/** A server on a free loopback port that passes everything on to a platform, except where a rule says otherwise. Without a platform it answers 404. */
export async function startMisbehaving(platform?: string): Promise<MisbehavingServer> {
  const arrived: Arrived[] = [];
  let rules: { readonly rule: Rule; left: number }[] = [];
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
      serve(one, ruleFor(one), platform, response).catch(() => response.destroy());
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
    forget: () => void arrived.splice(0),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(
  one: Arrived,
  trouble: Trouble | undefined,
  platform: string | undefined,
  response: ServerResponse,
): Promise<void> {
  if (trouble && "answer" in trouble) {
    reply(response, typeof trouble.answer === "function" ? trouble.answer(one) : trouble.answer);
    return;
  }
  if (trouble && "drop" in trouble) {
    if (trouble.drop === "after") await passOn(one, platform);
    response.destroy();
    return;
  }
  if (trouble && "delay" in trouble) {
    trouble.arrives?.();
    await wait(trouble.delay);
  }
  const answer = await passOn(one, platform);
  reply(response, trouble && "alter" in trouble ? trouble.alter(answer, one) : answer);
}

function reply(response: ServerResponse, { status, headers = {}, body = "" }: Answer): void {
  const { "content-length": _, "transfer-encoding": __, connection: ___, ...others } = headers;
  response.writeHead(status, { "content-type": "application/json", ...others }).end(body);
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
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(named),
          body: Buffer.concat(pieces).toString("utf8"),
        });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
