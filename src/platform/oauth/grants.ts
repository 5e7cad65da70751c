import {
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  processAuthorizationCodeResponse,
  processGenericTokenEndpointResponse,
  processRefreshTokenResponse,
  ClientSecretBasic,
  generateRandomCodeVerifier,
  generateRandomState,
  genericTokenEndpointRequest,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from "oauth4webapi";
import type { Redactor } from "../../core/redact.js";
import { type Application, ask, authorizationServer, inOurWords } from "./provider.js";

/** What the user's approval is asked for. */
export interface AuthorizationRequest extends Pick<Application, "url" | "clientId"> {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/** An authorization that was begun: where the browser goes, and what the answer is checked against. */
export interface Authorization {
  /** The page on which the user approves. */
  readonly page: string;
  readonly state: string;
  /** 43 characters of those that document 1 allows. */
  readonly verifier: string;
}

/** Begins an authorization: code flow with PKCE, S256, and a state that nobody can guess (document 1, `GET /oauth/authorize`). */
export async function beginAuthorization({ url, clientId, redirectUri, scopes }: AuthorizationRequest): Promise<Authorization> {
  const state = generateRandomState();
  const verifier = generateRandomCodeVerifier();
  const page = new URL(authorizationServer(url).authorization_endpoint);
  page.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    state,
    scope: scopes.join(" "),
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();
  return { page: page.href, state, verifier };
}

/** True if the answer belongs to the authorization that was begun. */
export function isAnswerTo({ state }: Authorization, answer: URLSearchParams): boolean {
  const given = answer.getAll("state");
  return given.length === 1 && given[0] === state;
}

/** The answer of the server, checked: what `exchangeCode` takes. Throws OAuthError where the user or the server refused. */
export async function acceptCallback(
  { url, clientId }: Pick<Application, "url" | "clientId">,
  { state }: Authorization,
  answer: URLSearchParams,
  redactor: Redactor,
): Promise<URLSearchParams> {
  const server = authorizationServer(url);
  const asking = { endpoint: server.authorization_endpoint, redactor };
  return inOurWords(asking, "the server", async () => validateAuthResponse(server, { client_id: clientId }, answer, state));
}

/** What the token endpoint gave. */
export interface Grant {
  readonly access_token: string;
  /** The password grant gives none. */
  readonly refresh_token: string | undefined;
  /** Seconds; undefined where the server does not say. */
  readonly expires_in: number | undefined;
}

const what = "the token endpoint";

/** A code that the user's approval gave, and what it was asked for with. */
export interface CodeExchange extends Application {
  /** From `acceptCallback`. */
  readonly callback: URLSearchParams;
  /** The one of the authorization request. */
  readonly redirectUri: string;
  readonly verifier: string;
}

/** Exchanges a code for tokens: with the verifier, and with the secret too where the application has one. Throws OAuthError. */
export async function exchangeCode({ callback, redirectUri, verifier, ...application }: CodeExchange): Promise<Grant> {
  const asking = ask(application, "token");
  const { server, client, authentication, options, redactor } = asking;
  redactor.add(verifier);
  redactor.add(callback.get("code") ?? "");
  return inOurWords(asking, what, async () => {
    const reply = await authorizationCodeGrantRequest(server, client, authentication, callback, redirectUri, verifier, options);
    return grantOf(await processAuthorizationCodeResponse(server, client, reply));
  });
}

/** A refresh token, and what it came with. */
export interface Refresh extends Omit<CodeExchange, "callback"> {
  readonly refreshToken: string;
}

/**
 * Exchanges a refresh token for a new pair. From then on the server takes neither the old access token nor the old refresh token (document 1, OAuth 2.0 provider, rule 3),
 * so the new pair must be kept before it is used. Throws OAuthError; with the reason `invalid_grant` only a new login helps.
 */
export async function refresh({ refreshToken, redirectUri, verifier, ...application }: Refresh): Promise<Grant> {
  const asking = ask(application, "token");
  const { server, client, authentication, redactor } = asking;
  redactor.add(refreshToken);
  redactor.add(verifier);
  const options = { ...asking.options, additionalParameters: { redirect_uri: redirectUri, code_verifier: verifier } };
  return inOurWords(asking, what, async () => {
    const reply = await refreshTokenGrantRequest(server, client, authentication, refreshToken, options);
    return grantOf(await processRefreshTokenResponse(server, client, reply));
  });
}

/** Who logs in by password, and by which application (none is needed). */
export interface PasswordRequest extends Partial<Application> {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/**
 * The resource owner password grant: for first-party services that keep the password safe, and not for users with two factors (document 1, OAuth 2.0 provider). The token has the
 * scope api, and there is no refresh token. The application goes as HTTP Basic. Throws OAuthError.
 */
export async function passwordGrant({ username, password, clientSecret, ...application }: PasswordRequest): Promise<Grant> {
  const asking = ask(application, "token");
  const { server, client, options, redactor } = asking;
  redactor.add(password);
  if (clientSecret !== undefined) redactor.add(clientSecret);
  const authentication = application.clientId === undefined ? () => undefined : ClientSecretBasic(clientSecret ?? "");
  return inOurWords(asking, what, async () => {
    const parameters = { username, password };
    const reply = await genericTokenEndpointRequest(server, client, authentication, "password", parameters, options);
    return grantOf(await processGenericTokenEndpointResponse(server, client, reply));
  });
}

function grantOf({ access_token, refresh_token, expires_in }: TokenEndpointResponse): Grant {
  return { access_token, refresh_token, expires_in };
}
