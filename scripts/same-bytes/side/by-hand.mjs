// Calls of the API past the program.
import { request } from "node:http";

/**
 * One call by hand; answers the body. Throws `Declined` for everything but a success. Each call has a connection of its own: one that was idle may be
 * closed by the time that it is used again.
 */
export async function callPlatform({ url, token }, Declined, method, path, body) {
  const form = body instanceof FormData ? new Response(body) : undefined;
  const type = form?.headers.get("content-type") ?? (body === undefined ? undefined : "application/json");
  const content = form ? Buffer.from(await form.arrayBuffer()) : Buffer.from(body === undefined ? "" : JSON.stringify(body));
  const headers = {
    "private-token": token,
    "content-length": content.length,
    ...(type === undefined ? {} : { "content-type": type }),
  };
  const { status, text } = await new Promise((resolve, reject) => {
    const sent = request(`${url}/api/v4${path}`, { method, headers, agent: false }, (reply) => {
      const pieces = [];
      reply.on("data", (piece) => pieces.push(piece));
      reply.on("error", reject);
      reply.on("end", () => resolve({ status: reply.statusCode, text: Buffer.concat(pieces).toString("utf8") }));
    });
    sent.on("error", reject);
    sent.end(content);
  });
  const answer = text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text;
  if (status >= 400) throw new Declined(method, path, { status, body: answer });
  return answer;
}
