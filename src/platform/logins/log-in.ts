import { TrueupError } from "../../core/errors.js";
import { systemClock } from "../clock.js";
import { acceptCallback, beginAuthorization, exchangeCode, isAnswerTo } from "../oauth/grants.js";
import { type Landed, openLoopback, redirectUriOf } from "../oauth/loopback.js";
import type { Application } from "../oauth/provider.js";
import type { Login } from "./login.js";
import { type Renewal, withGrant } from "./renewal.js";

/** Where to log in, and as which application. */
export interface LoginRequest extends Pick<Application, "url" | "clientId" | "clientSecret"> {
  readonly scopes: readonly string[];
  /** Of this computer; the application is registered with it. */
  readonly port: number;
  /** Milliseconds that the user may take; default 5 minutes. */
  readonly patience?: number | undefined;
}

/** What a login works with. */
export interface LoginTools extends Pick<Renewal, "logins" | "redactor" | "knownServer"> {
  /** Brings the user to the page on which to approve. */
  readonly show: (page: string) => void;
  /** Keeps the process from ending in the middle of work. */
  readonly hold: <T>(work: Promise<T>) => Promise<T>;
}

const usualPatience = 300_000;

/**
 * Logs in: authorization code with PKCE on a loopback redirect (document 1, OAuth 2.0 provider). The tokens are stored before anything else is done with them; a login
 * that fails leaves what was stored as it was. Throws OAuthError where the user or the server refuses, and TrueupError `login.storage`, `login.port`, `login.timeout`.
 */
export async function logIn(request: LoginRequest, { logins, redactor, knownServer, show, hold }: LoginTools): Promise<Login> {
  const { url, clientId, port, scopes, patience = usualPatience } = request;
  // Nobody should approve what then cannot be kept.
  await logins.alone(url, async () => undefined);
  const loopback = await openLoopback(port);
  try {
    const begun = await beginAuthorization({ url, clientId, scopes, redirectUri: redirectUriOf(port) });
    show(begun.page);
    const landed = await loopback.land((answer) => isAnswerTo(begun, answer), patience);
    if (landed === undefined) throw timeout(patience);
    return await telling(landed, url, async () => {
      const callback = await acceptCallback({ url, clientId }, begun, landed.answer, redactor);
      return hold(keep(request, { callback, verifier: begun.verifier }, { logins, redactor, knownServer }));
    });
  } finally {
    loopback.close();
  }
}

/** Does the work, and has the browser say how it went. */
async function telling(landed: Landed, url: string, work: () => Promise<Login>): Promise<Login> {
  try {
    const login = await work();
    await landed.tell({ status: 200, title: "Logged in", text: `trueup is logged in at ${url}. You can close this window.` });
    return login;
  } catch (error) {
    const reason = error instanceof TrueupError ? error.message : "an unexpected error";
    const text = `The login failed: ${reason}. You can close this window; the terminal says more.`;
    await landed.tell({ status: 400, title: "Not logged in", text });
    throw error;
  }
}

async function keep(
  { url, clientId, clientSecret, port }: LoginRequest,
  { callback, verifier }: { readonly callback: URLSearchParams; readonly verifier: string },
  { logins, redactor, knownServer }: Pick<LoginTools, "logins" | "redactor" | "knownServer">,
): Promise<Login> {
  const redirectUri = redirectUriOf(port);
  const ca = knownServer?.(url)?.ca;
  const grant = await exchangeCode({ url, clientId, clientSecret, ca, redactor, callback, redirectUri, verifier });
  for (const token of [grant.access_token, grant.refresh_token]) redactor.add(token ?? "");
  const begun = { url, client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, code_verifier: verifier };
  const login = withGrant({ ...begun, access_token: grant.access_token }, grant, systemClock.now());
  await logins.alone(url, async (change) => change.write(login));
  return login;
}

function timeout(patience: number): TrueupError {
  return new TrueupError({
    code: "login.timeout",
    message: `nobody approved the login within ${Math.round(patience / 1000)} seconds`,
    hint: "Run trueup auth login again, and open the address that it shows.",
  });
}
