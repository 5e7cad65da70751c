import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Serves on loopback until the test is over; answers its address. */
export async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const hopByHop = /^(?:host|connection|transfer-encoding|content-encoding|content-length)$/;

/** The platform, but writes below a path that mention something are refused. */
export async function refusing(url: string, path: string, mentions: string): Promise<string> {
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (request.method !== "GET" && request.url?.startsWith(path) && body.includes(mentions)) {
      response.writeHead(400, { "content-type": "application/json" }).end('{"message":"the quota is used up"}');
      return;
    }
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && !hopByHop.test(name) ? [[name, value]] : [],
    );
    const reply = await fetch(`${url}${request.url ?? ""}`, {
      method: request.method ?? "GET",
      headers,
      ...(body.length > 0 ? { body } : {}),
    });
    const own = Object.fromEntries([...reply.headers].filter(([name]) => !hopByHop.test(name)));
    response.writeHead(reply.status, own).end(Buffer.from(await reply.arrayBuffer()));
  };
  return serve((request, response) => void pass(request, response));
}
