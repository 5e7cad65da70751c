import type { Context } from "../../context.js";
import type { User } from "../../records.js";
import { digest, isSame, newSecret } from "../../secrets.js";
import { defineTable } from "../../table.js";
import { unixTime } from "./grants.js";

/** Somebody who signed in with a browser. */
type Session = {
  readonly id: number;
  readonly digest: string;
  readonly user_id: number;
  /** Unix times. */
  readonly authenticated_at: number;
  readonly expires_at: number;
};

/** A browser, and who is signed in there. */
export interface Visit {
  /** Value of its cookie; only a sign-in stores anything of it. */
  readonly secret: string;
  readonly user: User | undefined;
  readonly authenticated_at: number;
}

const sessions = defineTable<Session, "digest">("sessions", { digest: (session) => session.digest });

const COOKIE = "trueup_emulator_session";
const LIFETIME = 12 * 60 * 60;

/** The browser that a request comes from; one without a cookie gets a new one. */
export function visitOf({ store, request }: Context): Visit {
  const sent = new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]{64})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1];
  const session = sent === undefined ? undefined : store.of(sessions).first("digest", digest(sent));
  const user = session !== undefined && session.expires_at > unixTime() ? store.users.get(session.user_id) : undefined;
  return {
    secret: sent ?? newSecret(),
    user: user?.state === "active" ? user : undefined,
    authenticated_at: session?.authenticated_at ?? unixTime(),
  };
}

/** Signs a user in, under a new cookie, so that nobody who knew the old one is signed in too. */
export function beginSession({ store }: Context, user: User): Visit {
  const table = store.of(sessions);
  for (const { id, expires_at } of table.all()) if (expires_at <= unixTime()) table.delete(id);
  const [secret, authenticated_at] = [newSecret(), unixTime()];
  table.insert({ digest: digest(secret), user_id: user.id, authenticated_at, expires_at: authenticated_at + LIFETIME });
  return { secret, user, authenticated_at };
}

/** Signs out. */
export function endSession({ store }: Context, { secret }: Visit): void {
  const session = store.of(sessions).first("digest", digest(secret));
  if (session !== undefined) store.of(sessions).delete(session.id);
}

/** The header that keeps the cookie in the browser: out of reach of scripts, and not sent with what other sites post. */
export function cookieOf({ secret }: Visit): Readonly<Record<string, string>> {
  return { "Set-Cookie": `${COOKIE}=${secret}; Path=/oauth; HttpOnly; SameSite=Lax` };
}

/** What a form must send back to show that this browser was given it: no other site can know it. */
export function formToken({ secret }: Visit): string {
  return digest(`form:${secret}`);
}

/** True when a form was given to this browser. */
export function isOwnForm(visit: Visit, sent: string): boolean {
  return isSame(sent, formToken(visit));
}
