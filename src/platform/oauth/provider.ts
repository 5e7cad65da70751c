import {
  allowInsecureRequests,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
  ClientSecretPost,
  customFetch,
  None,
} from "oauth4webapi";
import { Pool } from "undici";
import { TrueupError } from "../../core/errors.js";
import { createRedactor, type Redactor } from "../../core/redact.js";
import { advice } from "../advice.js";
import { readAll } from "../exchange.js";
import { plainHeaders } from "../headers.js";
import { causesOf, whyUnreachable } from "../unreachable.js";
import { OAuthError, oauthFailure } from "./failure.js";

/** An application of a server, as it is registered there. */
export interface Application {
  /** Base address of the server, as `normaliseUrl` gives it: that one has refused plain http to other computers. */
  readonly url: string;
  readonly clientId: string;
  /** Only of a confidential application. */
  readonly clientSecret?: string | undefined;
  /** Certificates (PEM) of the authorities that sign for the server, in place of those that this computer trusts. */
  readonly ca?: string | undefined;
  /** Cleans what errors say; it learns every secret that is sent. */
  readonly redactor?: Redactor | undefined;
}

/** The application in the words of the OAuth library, and a way to the one endpoint that is asked. */
interface Asking {
  readonly server: AuthorizationServer;
  readonly client: Client;
  readonly authentication: ClientAuth;
  readonly options: {
    readonly [allowInsecureRequests]: true;
    readonly [customFetch]: ReturnType<typeof reachOnly>;
  };
  readonly redactor: Redactor;
  readonly endpoint: string;
}

/** The paths of document 1, OAuth 2.0 provider; they are relative to the base address (Conventions 1). */
const endpoints = { authorize: "/oauth/authorize", token: "/oauth/token", info: "/oauth/token/info", revoke: "/oauth/revoke" };

/** The server's endpoints; document 1 gives them, so nothing is discovered. */
export function authorizationServer(url: string): AuthorizationServer & { readonly authorization_endpoint: string } {
  return {
    issuer: url,
    authorization_endpoint: url + endpoints.authorize,
    token_endpoint: url + endpoints.token,
    revocation_endpoint: url + endpoints.revoke,
  };
}

/** Gets ready to ask one endpoint of the server, and to reach nothing else. Some are asked for no application. */
export function ask(
  { url, clientId, clientSecret, ca, redactor = createRedactor() }: Omit<Application, "clientId"> & Partial<Application>,
  endpoint: keyof typeof endpoints,
): Asking {
  if (clientSecret !== undefined) redactor.add(clientSecret);
  const address = url + endpoints[endpoint];
  return {
    server: authorizationServer(url),
    // The library wants a name; without an application nothing sends it.
    client: { client_id: clientId ?? "none" },
    authentication: clientSecret === undefined ? None() : ClientSecretPost(clientSecret),
    // Plain http was refused where it would leave this computer.
    options: { [allowInsecureRequests]: true, [customFetch]: reachOnly(address, ca) },
    redactor,
    endpoint: address,
  };
}

/** Does the work; what the library throws comes out in our words. */
export async function inOurWords<T>(
  { endpoint, redactor }: Pick<Asking, "endpoint" | "redactor">,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw oauthFailure(error, what, endpoint, redactor);
  }
}

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
    const { origin, pathname, search } = new URL(url);
    const pool = new Pool(origin, { connect: { timeout: longest, ...(ca === undefined ? {} : { ca }) } });
    try {
      const signal = AbortSignal.timeout(longest);
      const form = body instanceof URLSearchParams ? body.toString() : null;
      const path = `${pathname}${search}`;
      const reply = await pool.request({ path, method: method === "GET" ? "GET" : "POST", headers, body: form, signal });
      const bytes = await readAll(reply.body, largest);
      if (bytes === undefined) throw new Error("the reply is too large");
      return new Response(bytes.length === 0 ? null : bytes.toString(), {
        status: reply.statusCode,
        headers: plainHeaders(reply.headers),
      });
    } catch (error) {
      throw unreachable(endpoint, error);
    } finally {
      await pool.destroy();
    }
  };
}

function unreachable(endpoint: string, error: unknown): OAuthError {
  const [cause] = causesOf(error);
  const plain = cause && whyUnreachable(cause, endpoint, "command");
  const reason = plain?.reason ?? (error instanceof Error ? error.message || error.name : String(error));
  return new OAuthError({
    code: "oauth.unreachable",
    message: `got no complete reply from ${endpoint}: ${reason}`,
    hint: plain?.hint ?? `Check that the server is up. ${advice.command.address}`,
    where: endpoint,
    passing: true,
  });
}
