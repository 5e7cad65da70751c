import { Agent, request } from "undici";
import { TrueupError } from "../../core/errors.js";
import { plainHeaders } from "../headers.js";
import { OAuthError } from "./failure.js";

/** Milliseconds that one exchange may take. */
const longest = 15_000;
/** Bytes of the largest reply that is read. */
const largest = 1_000_000;

/** What the OAuth library wants sent. */
interface Outgoing {
  readonly method: string;
  readonly headers: Record<string, string>;
  /** A form; nothing else is sent. */
  readonly body?: unknown;
}

/**
 * A way to send that leads to one endpoint and nowhere else: neither to another address, nor along a redirect. Whoever renews a login gets no more than this.
 * With `ca`, these authorities (PEM) sign for it, and no others. It throws OAuthError `oauth.unreachable` where no complete reply comes.
 */
export function reachOnly(endpoint: string, ca?: string): (url: string, outgoing: Outgoing) => Promise<Response> {
  return async (url, { method, headers, body }) => {
    if (url !== endpoint) throw new TrueupError({ code: "internal.oauth_only", message: `This reaches only ${endpoint}.` });
    const dispatcher = new Agent({ connect: { timeout: longest, ...(ca === undefined ? {} : { ca }) } });
    try {
      const signal = AbortSignal.timeout(longest);
      const form = body instanceof URLSearchParams ? body.toString() : null;
      const reply = await request(url, { method: method === "GET" ? "GET" : "POST", headers, body: form, signal, dispatcher });
      const text = await readText(reply.body);
      return new Response(text === "" ? null : text, { status: reply.statusCode, headers: plainHeaders(reply.headers) });
    } catch (error) {
      throw unreachable(endpoint, error);
    } finally {
      await dispatcher.destroy();
    }
  };
}

async function readText(body: AsyncIterable<unknown>): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    if (!Buffer.isBuffer(piece)) continue;
    size += piece.length;
    if (size > largest) throw new Error("the reply is too large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function unreachable(endpoint: string, error: unknown): OAuthError {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return new OAuthError({
    code: "oauth.unreachable",
    message: `got no complete reply from ${endpoint}: ${reason}`,
    hint: "Check that the server is up and that the address is right; for a certificate of your own authority set NODE_EXTRA_CA_CERTS.",
    where: endpoint,
    passing: true,
  });
}
