import { TrueupError } from "../../core/errors.js";
import type { Redactor } from "../../core/redact.js";
import { type Clock, systemClock } from "../clock.js";
import type { TokenSource } from "../credential.js";
import { OAuthError } from "../oauth/failure.js";
import { type Grant, refresh } from "../oauth/grants.js";
import type { FindKnownServer } from "../server.js";
import type { Login } from "./login.js";
import type { LoginChange, Logins } from "./store.js";

/** What the renewal of a stored login works with. */
export interface Renewal {
  readonly logins: Logins;
  readonly redactor: Redactor;
  readonly knownServer?: FindKnownServer | undefined;
  readonly clock?: Clock | undefined;
  /** Keeps the process from ending in the middle of work: a pair that the server gave must be kept. */
  readonly hold?: (<T>(work: Promise<T>) => Promise<T>) | undefined;
}

/** A token is renewed that many milliseconds before its end, or a tenth of its life if that is less. */
const leeway = 60_000;
/** Tries at a server that is down or in trouble for a while. */
const attempts = 3;

/** The tokens of a stored login, renewed when they are about to end or are refused. Other processes may use the same login. */
export function storedTokens(first: Login, renewal: Renewal): TokenSource {
  const { clock = systemClock, hold = async (work) => work } = renewal;
  let login = first;
  let renewing: Promise<Login> | undefined;
  const renew = async (): Promise<Login> => {
    renewing ??= hold(renewAlone(login, renewal, clock)).finally(() => (renewing = undefined));
    return (login = await renewing);
  };
  return {
    token: async () => (isFresh(login, clock.now()) ? login : await renew()).access_token,
    another: async (refused) => {
      if (login.access_token === refused) {
        if (login.refresh_token === undefined) return undefined;
        await renew();
      }
      return login.access_token;
    },
  };
}

/** The login as it goes into the store. */
export function withGrant(login: Login, { access_token, refresh_token, expires_in }: Grant, now: number): Login {
  const lifetime = expires_in === undefined ? undefined : expires_in * 1000;
  return {
    ...login,
    access_token,
    refresh_token: refresh_token ?? login.refresh_token,
    lifetime,
    expires_at: lifetime === undefined ? undefined : now + lifetime,
    ended: false,
  };
}

/** False if its access token has ended or is about to. */
function isFresh({ ended, expires_at, lifetime = 0 }: Login, now: number): boolean {
  return ended !== true && (expires_at === undefined || now < expires_at - Math.min(leeway, lifetime / 10));
}

/** One process at a time: whoever comes second takes the pair that the first one kept. */
async function renewAlone(spent: Login, renewal: Renewal, clock: Clock): Promise<Login> {
  return renewal.logins.alone(spent.url, async (change) => {
    const kept = await change.read();
    if (kept === undefined) throw ended(spent.url, "you have logged out");
    if (kept.ended === true) throw ended(spent.url, "it was ended by the server");
    if (kept.access_token !== spent.access_token && isFresh(kept, clock.now())) return kept;
    // A disk that is full or read-only must show before the server makes the old pair worthless.
    await change.write(kept);
    const next = withGrant(kept, await refreshed(kept, change, renewal, clock), clock.now());
    renewal.redactor.add(next.access_token);
    renewal.redactor.add(next.refresh_token ?? "");
    // Kept before anybody uses it: the old pair is worth nothing from now on.
    await change.write(next);
    return next;
  });
}

async function refreshed(login: Login, change: LoginChange, { redactor, knownServer }: Renewal, clock: Clock): Promise<Grant> {
  const { url, client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, code_verifier: verifier } = login;
  const { refresh_token: refreshToken } = login;
  if (refreshToken === undefined) throw ended(url, "it has no refresh token");
  const ca = knownServer?.(url)?.ca;
  for (let attempt = 1; ; attempt++) {
    try {
      return await refresh({ url, clientId, clientSecret, redirectUri, verifier, refreshToken, redactor, ca });
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      if (error.reason === "invalid_grant") {
        await change.write({ ...login, ended: true });
        throw ended(url, "the server does not renew it any more", error);
      }
      if (!error.passing || attempt === attempts) throw error;
      await clock.sleep(300 * 2 ** attempt);
    }
  }
}

function ended(url: string, why: string, cause?: unknown): TrueupError {
  return new TrueupError({
    code: "login.ended",
    message: `the stored login of ${url} is over: ${why}`,
    hint: `Run trueup auth login --url ${url}`,
    where: url,
    cause,
  });
}
