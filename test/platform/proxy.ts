import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

/** A request on its way through a proxy. */
export interface Passing {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What a proxy does with requests. Without any of it, it passes them on as they are. */
export interface Interference {
  /** Before a request is passed on. A status answers it in the server's place; `cut` ends the connection. */
  readonly before?: (passing: Passing) => Promise<number | "cut" | void> | number | "cut" | void;
  /** After the server has answered and before the client knows. */
  readonly after?: (passing: Passing) => Promise<void> | void;
}

/** A proxy before a platform, for the test to see and to disturb what passes. It remembers all. */
export async function startProxy(url: string, { before, after }: Interference = {}): Promise<{ url: string; passed: Passing[] }> {
  const passed: Passing[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = "", url: path = "", headers } = request;
    const passing = { method, path, headers, body: Buffer.concat(pieces).toString() };
    passed.push(passing);
    const instead = await before?.(passing);
    if (instead === "cut") return void request.socket.destroy();
    if (typeof instead === "number") return void response.writeHead(instead, { "content-type": "application/json" }).end("{}");
    const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && !/^(?:host|connection|content-length|transfer-encoding)$/.test(name) ? [[name, value]] : [],
    );
    const reply = await fetch(url + path, {
      method,
      headers: sent,
      redirect: "manual",
      ...(passing.body ? { body: passing.body } : {}),
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    await after?.(passing);
    const kept = [...reply.headers].filter(
      ([name]) => !/^(?:connection|content-length|transfer-encoding|keep-alive)$/.test(name),
    );
    response.writeHead(reply.status, Object.fromEntries(kept)).end(bytes);
  };
  const server = createServer((request, response) => void handle(request, response).catch(() => request.socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`, passed };
}
