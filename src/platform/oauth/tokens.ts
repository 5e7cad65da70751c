import { processRevocationResponse, protectedResourceRequest, revocationRequest } from "oauth4webapi";
import { isObject } from "../../core/json.js";
import { isPassing, OAuthError } from "./failure.js";
import { type Application, ask, inOurWords } from "./provider.js";

/** What the server says of an access token. */
export interface TokenInfo {
  readonly userId: number | undefined;
  readonly scopes: readonly string[];
  /** Seconds that it still lives; undefined for one that does not end. */
  readonly expiresIn: number | undefined;
}

/** Asks the server about an access token (document 1, `GET /oauth/token/info`). Throws OAuthError for one that is not valid. */
export async function tokenInfo(
  application: Pick<Application, "url" | "redactor" | "ca">,
  accessToken: string,
): Promise<TokenInfo> {
  const asking = ask(application, "info");
  asking.redactor.add(accessToken);
  return inOurWords(asking, "token info", async () => {
    const url = new URL(asking.endpoint);
    const reply = await protectedResourceRequest(accessToken, "GET", url, undefined, null, asking.options);
    const info: unknown = reply.status === 200 ? await reply.json().catch(() => undefined) : undefined;
    if (!isObject(info)) throw noInfo(asking.endpoint, reply.status);
    const { resource_owner_id: userId, scope: scopes, expires_in: expiresIn } = info;
    return {
      userId: typeof userId === "number" ? userId : undefined,
      scopes: Array.isArray(scopes) ? scopes.map(String) : [],
      expiresIn: typeof expiresIn === "number" ? expiresIn : undefined,
    };
  });
}

function noInfo(where: string, status: number): OAuthError {
  const isRefused = status === 401;
  return new OAuthError({
    code: isRefused ? "oauth.invalid_token" : "oauth.foreign",
    message: isRefused
      ? "the server does not take the token"
      : `token info does not answer as the documents say: it answered ${status}`,
    hint: isRefused ? "Run trueup auth login." : "Is the URL right?",
    where,
    reason: isRefused ? "invalid_token" : "",
    passing: isPassing(status),
  });
}

/** Makes a token invalid on the server. Needs the application's secret (document 1, `POST /oauth/revoke`). Throws OAuthError. */
export async function revoke(application: Application & { readonly clientSecret: string }, token: string): Promise<void> {
  const asking = ask(application, "revoke");
  asking.redactor.add(token);
  const { server, client, authentication, options } = asking;
  await inOurWords(asking, "the revocation endpoint", async () => {
    await processRevocationResponse(await revocationRequest(server, client, authentication, token, options));
  });
}
