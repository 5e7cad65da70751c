import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState, validateAuthResponse } from "oauth4webapi";
import type { Redactor } from "../../core/redact.js";
import { oauthFailure } from "./failure.js";
import { type Application, authorizationServer } from "./provider.js";

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
export function acceptCallback(
  { url, clientId }: Pick<Application, "url" | "clientId">,
  { state }: Authorization,
  answer: URLSearchParams,
  redactor: Redactor,
): URLSearchParams {
  const server = authorizationServer(url);
  try {
    return validateAuthResponse(server, { client_id: clientId }, answer, state);
  } catch (error) {
    throw oauthFailure(error, "the server", server.authorization_endpoint, redactor);
  }
}
