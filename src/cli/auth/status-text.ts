import type { TrueupError } from "../../core/errors.js";
import type { CredentialStatus } from "../../platform/index.js";
import { clean, shorten } from "../../report/text.js";

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
