import { TrueupError } from "../../core/errors.js";
import type { LoggedOut, Logins } from "../../platform/index.js";
import { exit, type ExitCode } from "../exit.js";
import type { Session } from "../session.js";
import { userOf } from "../user.js";
import { type AuthFlags, givenServer, openLoginsOf } from "./server.js";
import { unreadableText } from "./status.js";

/** What commander makes of the words after `trueup auth logout`. */
export type LogoutFlags = AuthFlags & { readonly all?: true };

/** Logs out, and says plainly what the server knows of it. */
export async function logout(flags: LogoutFlags, session: Session): Promise<ExitCode> {
  const { logOut } = await import("../../platform/index.js");
  const { env, redactor, output } = session;
  const logins = await openLoginsOf(session);
  const { urls, unreadable } = await chosen(flags, logins, session);
  // A secret from the environment belongs to one server.
  const clientSecret = flags.all ? undefined : env["TRUEUP_CLIENT_SECRET"] || undefined;
  const { hold, knownServer } = userOf(session);
  let failed = urls.length === 0 || unreadable.length > 0;
  for (const url of urls) {
    const done = await hold(logOut(url, { logins, redactor, knownServer, clientSecret }));
    output.result(done === undefined ? `Not logged in at ${url}.\n` : logoutText(done));
    failed ||= done === undefined || done.server === "failed";
  }
  if (flags.url === undefined) await logins.sweep();
  for (const error of unreadable) output.error(unreadableText(error));
  if (urls.length === 0 && unreadable.length === 0) output.result("Not logged in anywhere.\n");
  return failed ? exit.failed : exit.ok;
}

async function chosen(flags: LogoutFlags, logins: Logins, session: Session) {
  const given = flags.all ? undefined : await givenServer(flags, session);
  if (given !== undefined) return { urls: [given.url], unreadable: [] };
  const { unreadable, ...held } = await logins.list();
  const stored = held.logins.map(({ url }) => url);
  if (flags.all || stored.length <= 1) return { urls: stored, unreadable };
  throw new TrueupError({
    code: "server.none",
    message: `there are several logins: ${stored.join(", ")}`,
    hint: "Say which: --url URL, or --all.",
  });
}

function logoutText({ url, server, problem, expires_at, page }: LoggedOut): string {
  const removed = `Logged out of ${url}: the tokens were removed from this computer`;
  if (server === "revoked") return `${removed}, and the server takes them no more.\n`;
  const end = expires_at === undefined ? "" : ` Access ends by itself at ${new Date(expires_at).toISOString()}.`;
  const why =
    server === "no secret"
      ? "The server cannot be told without the application's client secret."
      : `The server could not be told: ${problem?.message ?? ""}.`;
  return `${removed}.\n${why}${end}\nTo end it now, revoke it at ${page}\n`;
}
