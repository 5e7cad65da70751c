import { TrueupError } from "../../core/errors.js";
import { revoke } from "../oauth/tokens.js";
import type { Login } from "./login.js";
import type { Renewal } from "./renewal.js";
import type { LoginChange } from "./store.js";

/** What became of a login. */
export interface LoggedOut {
  readonly url: string;
  /** Whether the server knows: it can be told only with the application's secret (document 1, `POST /oauth/revoke`). */
  readonly server: "revoked" | "no secret" | "failed";
  /** Why the server could not be told. */
  readonly problem?: TrueupError | undefined;
  /** Milliseconds since 1970 at which the access token ends by itself. */
  readonly expires_at?: number | undefined;
  /** Where the user can revoke by hand. */
  readonly page: string;
}

/** What logging out works with. */
export interface LogoutTools extends Pick<Renewal, "logins" | "redactor" | "knownServer"> {
  /** Of the application, where the stored login has none. */
  readonly clientSecret?: string | undefined;
}

/** Ends the stored login of a server: tells the server where that is possible, and removes the tokens in any case. Undefined if there is none. */
export async function logOut(url: string, { logins, ...tools }: LogoutTools): Promise<LoggedOut | undefined> {
  return logins.alone(url, async (change) => {
    const page = `${url}/-/profile/applications`;
    const login = await readable(change);
    if (login === undefined) return undefined;
    const outcome = login instanceof TrueupError ? { server: "failed" as const, problem: login } : await tellServer(login, tools);
    await change.remove();
    return { url, ...outcome, expires_at: login instanceof TrueupError ? undefined : login.expires_at, page };
  });
}

/** The login, or why it cannot be read: its file is removed all the same. */
async function readable(change: LoginChange): Promise<Login | TrueupError | undefined> {
  try {
    return await change.read();
  } catch (error) {
    if (error instanceof TrueupError && error.code === "login.unreadable") return error;
    throw error;
  }
}

async function tellServer(
  login: Login,
  { redactor, knownServer, clientSecret }: Omit<LogoutTools, "logins">,
): Promise<Pick<LoggedOut, "server" | "problem">> {
  const { url, client_id: clientId, client_secret: stored = clientSecret, access_token, refresh_token } = login;
  if (stored === undefined) return { server: "no secret" };
  try {
    for (const token of [refresh_token, access_token]) {
      if (token !== undefined) await revoke({ url, clientId, clientSecret: stored, redactor, ca: knownServer?.(url)?.ca }, token);
    }
    return { server: "revoked" };
  } catch (error) {
    if (!(error instanceof TrueupError)) throw error;
    return { server: "failed", problem: error };
  }
}
