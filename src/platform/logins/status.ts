import { TrueupError } from "../../core/errors.js";
import { isObject, type Json, textAt } from "../../core/json.js";
import { answering, numberOf, replyError, textOf } from "../../core/reply.js";
import { openConnection } from "../connection.js";
import { type Credential, tokenOf } from "../credential.js";
import { tokenInfo } from "../oauth/tokens.js";
import { createReadApi } from "../read-api.js";
import type { User } from "../server.js";

/** What a credential is worth at a server, as `trueup auth status --json` shows it. */
export interface CredentialStatus {
  readonly url: string;
  /** The name of a variable or `the stored login`; null where there is no credential. */
  readonly source: string | null;
  readonly valid: boolean;
  /** Who calls; null if not valid. */
  readonly user: { readonly id: number; readonly username: string; readonly name: string } | null;
  /** Null where the server does not say: only of OAuth tokens it does. */
  readonly scopes: readonly string[] | null;
  /** When the access token ends; null where it does not, or the server does not say. */
  readonly expires_at: string | null;
  /** Why it is not valid. */
  readonly problem: TrueupError | null;
}

/** Asks the server what a credential is worth. Never throws for what the server says. */
export async function credentialStatus(
  url: string,
  credential: Credential,
  user: Pick<User, "redactor" | "knownServer">,
): Promise<CredentialStatus> {
  const nothing = { url, source: credential.from || null, valid: false, user: null, scopes: null, expires_at: null };
  if (credential.kind === "none") return { ...nothing, source: null, problem: notLoggedIn(url) };
  const connection = openConnection({ url, credential, redactor: user.redactor, ca: user.knownServer?.(url)?.ca });
  try {
    // A job token may not ask who the user is, but its job says it.
    const path = credential.kind === "job" ? "/job" : "/user";
    const { body } = await createReadApi(connection).get(path);
    const who = credential.kind === "job" && isObject(body) ? body["user"] : body;
    const person = personOf(`GET ${path}`, who);
    const scopes = credential.kind === "oauth" ? await scopesOf(url, credential, user) : {};
    return { ...nothing, valid: true, user: person, problem: null, ...scopes };
  } catch (error) {
    if (!(error instanceof TrueupError)) throw error;
    return { ...nothing, problem: error };
  } finally {
    await connection.close();
  }
}

async function scopesOf(
  url: string,
  credential: Credential,
  { redactor, knownServer }: Pick<User, "redactor" | "knownServer">,
): Promise<Pick<CredentialStatus, "scopes" | "expires_at">> {
  const { scopes, expiresIn } = await tokenInfo({ url, redactor, ca: knownServer?.(url)?.ca }, await tokenOf(credential));
  return { scopes, expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000).toISOString() };
}

function personOf(request: string, shown: Json | undefined): NonNullable<CredentialStatus["user"]> {
  const person = isObject(shown) ? answering(request, shown) : undefined;
  const id = person && numberOf(person);
  if (!person || id === undefined) throw replyError(request, { due: "a user", shown });
  return { id, username: textOf(person, "username"), name: textAt(person, "name") };
}

function notLoggedIn(url: string): TrueupError {
  return new TrueupError({ code: "login.none", message: `not logged in at ${url}`, hint: `Run trueup auth login --url ${url}` });
}
