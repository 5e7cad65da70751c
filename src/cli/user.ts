import { credentialVariables } from "../core/environment.js";
import type { User } from "../platform/index.js";
import type { Session } from "./session.js";

/** The user of a session. The process does not end in the middle of what is held. */
export interface SessionUser extends User {
  readonly hold: <T>(work: Promise<T>) => Promise<T>;
  readonly onNotice: (text: string) => void;
}

/** The user as `platform/` needs to know it. */
export function userOf({ env, tokenName, redactor, interrupt, output, opened }: Session): SessionUser {
  return {
    env,
    tokenName,
    redactor,
    knownServer: opened?.knownServer,
    hold: async (work) => interrupt.hold(work),
    onNotice: (text) => output.note(`${text}\n`),
  };
}

/** The same user with nothing but stored logins: variables hold tokens for the server that was chosen, and not for all where the user is logged in. */
export function withoutVariables(user: SessionUser): SessionUser {
  const kept = Object.entries(user.env).filter(([name]) => !credentialVariables.includes(name));
  const knownServer: SessionUser["knownServer"] = (url) => ({ ca: user.knownServer?.(url)?.ca });
  return { ...user, env: Object.fromEntries(kept), knownServer };
}
