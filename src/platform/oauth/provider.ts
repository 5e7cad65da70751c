import {
  allowInsecureRequests,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
  ClientSecretPost,
  customFetch,
  None,
} from "oauth4webapi";
import { createRedactor, type Redactor } from "../../core/redact.js";
import { oauthFailure } from "./failure.js";
import { reachOnly } from "./reach.js";

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
export interface Asking {
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
export async function inOurWords<T>({ endpoint, redactor }: Asking, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw oauthFailure(error, what, endpoint, redactor);
  }
}
