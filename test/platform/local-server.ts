import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { Api, ReadApi } from "../../src/core/api.js";
import { createRedactor, type Redactor } from "../../src/core/redact.js";
import {
  type Clock,
  type Connection,
  type ConnectionOptions,
  createApi,
  createReadApi,
  openConnection,
} from "../../src/platform/index.js";

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What a handler may do with a request, `nth` of this server (1 for the first). */
export interface Exchange extends Arrived {
  readonly nth: number;
  readonly socket: Socket;
  readonly response: ServerResponse;
  readonly json: (status: number, body: unknown, headers?: Readonly<Record<string, string>>) => void;
  readonly text: (status: number, body: string, headers?: Readonly<Record<string, string>>) => void;
}

export interface LocalServer {
  readonly url: string;
  readonly arrived: Arrived[];
  close(): Promise<void>;
}

/** A real HTTP server on a free loopback port that behaves as the handler says; it ends with the test. */
export async function startServer(handler: (exchange: Exchange) => void): Promise<LocalServer> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one: Arrived = { method, url, headers, body: Buffer.concat(pieces).toString("latin1") };
      arrived.push(one);
      const text: Exchange["text"] = (status, body, more = {}) => {
        response.writeHead(status, { "content-type": "text/plain", ...more }).end(body);
      };
      handler({
        ...one,
        nth: arrived.length,
        socket: request.socket,
        response,
        text,
        json: (status, body, more = {}) => text(status, JSON.stringify(body), { "content-type": "application/json", ...more }),
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${port}`, arrived, close };
}

/** A clock whose waits take no time: it goes forward by them, and remembers them. */
export function quickClock(): Clock & { readonly waits: number[] } {
  let now = Date.UTC(2026, 0, 1);
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
}

export const token = "glpat-very-secret-0123456789";

export interface Client {
  readonly api: Api;
  readonly read: ReadApi;
  readonly connection: Connection;
  readonly redactor: Redactor;
  readonly waits: number[];
}

/** A client of a server, with a personal token and a quick clock unless the test says otherwise. */
export function open(url: string, options: Partial<ConnectionOptions> = {}): Client {
  const clock = quickClock();
  const redactor = createRedactor();
  const credential = { kind: "personal", token, from: "TRUEUP_TOKEN", passedOver: [] } as const;
  const connection = openConnection({ url, credential, redactor, clock, ...options });
  onTestFinished(async () => connection.close());
  return { api: createApi(connection), read: createReadApi(connection), connection, redactor, waits: clock.waits };
}

/** The error of a promise that must fail. */
export async function failureOf<Kind extends Error>(
  promise: Promise<unknown>,
  kind: new (...given: never[]) => Kind,
): Promise<Kind> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error("it succeeded");
}
