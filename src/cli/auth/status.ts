import type { TrueupError } from "../../core/errors.js";
import type { CredentialStatus, Server } from "../../platform/index.js";
import { dataText, isData, type TextOrData } from "../../report/data-formats.js";
import { clean, shorten } from "../../report/text.js";
import { exit, type ExitCode } from "../exit.js";
import type { ReportFlags } from "../options.js";
import type { Session } from "../session.js";
import { type SessionUser, userOf, withoutVariables } from "../user.js";
import { type AuthFlags, givenServer, openLoginsOf } from "./server.js";

/** What commander makes of the words after `trueup auth status`. */
export type StatusFlags = AuthFlags & Pick<ReportFlags<TextOrData>, "format">;

/** Shows what the credential of a server is worth; without `--url` also that of every stored login. */
export async function status(flags: StatusFlags, session: Session): Promise<ExitCode> {
  const { credentialStatus } = await import("../../platform/index.js");
  const { output, interrupt } = session;
  const { credentials, unreadable } = await credentialsOf(flags, session);
  const user = userOf(session);
  const statuses = await interrupt.orLeave(
    Promise.all(credentials.map(async ({ url, credential }) => credentialStatus(url, credential, user))),
  );
  if (isData(flags.format)) {
    const { reportJson } = await import("../../report/json.js");
    output.result(await dataText(flags.format, reportJson(statuses.map(plain))));
  } else
    output.result(statuses.length + unreadable.length === 0 ? "Not logged in anywhere.\n" : statuses.map(statusText).join("\n"));
  for (const error of unreadable) output.error(unreadableText(error));
  return unreadable.length === 0 && statuses.length > 0 && statuses.every(({ valid }) => valid) ? exit.ok : exit.failed;
}

async function credentialsOf(flags: StatusFlags, session: Session) {
  const { chooseCredential } = await import("../../platform/index.js");
  const hold = async (server: Server, user: SessionUser) => ({
    url: server.url,
    credential: await chooseCredential(server, user),
  });
  const user = userOf(session);
  const given = await givenServer(flags, session);
  const first = given === undefined ? [] : [await hold(given, user)];
  if (flags.url !== undefined) return { credentials: first, unreadable: [] };
  const { logins, unreadable } = await (await openLoginsOf(session)).list();
  const others = logins.filter(({ url }) => !first.some((held) => held.url === url && held.credential.kind === "oauth"));
  const stored = others.map(async ({ url }) => hold({ url, source: "--url" }, withoutVariables(user)));
  return { credentials: [...first, ...(await Promise.all(stored))], unreadable };
}

/** The same as JSON: errors as their code, message and hint. */
function plain({ problem, ...status }: CredentialStatus): object {
  return { ...status, problem: problem && { code: problem.code, message: problem.message, hint: problem.hint ?? null } };
}

const longest = 1_000;

/** A stored login that cannot be read, in lines. */
export function unreadableText({ message, where, hint }: TrueupError): string {
  return `${clean(where ?? "")}: ${clean(message)}\n  ${"what next:".padEnd(12)}${clean(hint ?? "")}\n`;
}

/** One credential in lines: the server, then what is known. */
export function statusText({ url, source, valid, user, scopes, expires_at, problem }: CredentialStatus): string {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["credential", source ?? "none"],
    ["user", user === null ? undefined : `${user.username} (${user.name})`],
    ["scopes", scopes === null ? undefined : scopes.join(" ")],
    ["expires", expires_at === null ? undefined : expires_at],
    ["problem", problem?.message],
    ["what next", problem?.hint],
  ];
  const lines = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${`${name}:`.padEnd(12)}${shorten(clean(value), longest)}\n`],
  );
  return `${url}: ${valid ? "logged in" : "not logged in"}\n${lines.join("")}`;
}
