import { TrueupError } from "../../core/errors.js";
import { isObject, jsonIn } from "../../core/json.js";
import { parsedUrl } from "../../core/url.js";

/** A login as it is kept: what a refresh and a revoke need, and nothing else (document 1, OAuth 2.0 provider). */
export interface Login {
  /** Base address of the server, in its one spelling. */
  readonly url: string;
  readonly client_id: string;
  /** Of a confidential application. */
  readonly client_secret?: string | undefined;
  /** A refresh sends it again: it must equal the one of the authorization request. */
  readonly redirect_uri: string;
  /** A refresh under PKCE sends it again. */
  readonly code_verifier: string;
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** Milliseconds since 1970 by this computer's clock; undefined where the server does not say. */
  readonly expires_at?: number | undefined;
  /** Milliseconds that an access token lives. */
  readonly lifetime?: number | undefined;
  /** The server took the refresh token no more: only a new login helps. */
  readonly ended?: boolean | undefined;
  /** Mark of the login whose place it takes. */
  readonly replaces?: string | undefined;
}

const format = "trueup.login/1";

/** The text of the file that keeps a login. */
export function writeLogin(login: Login): string {
  return `${JSON.stringify({ format, ...login }, null, 2)}\n`;
}

/** Reads such a text. Throws TrueupError `login.unreadable` for anything else; the text stands in no message, because it holds tokens. */
export function readLogin(text: string, file: string): Login {
  const read = jsonIn(text);
  if (!isObject(read) || read["format"] !== format || !isWebAddress(read["url"])) throw unreadable(file);
  const optional = (name: string): string | undefined => {
    const value = read[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const required = (name: string): string => {
    const value = optional(name);
    if (value === undefined) throw unreadable(file);
    return value;
  };
  const number = (name: string): number | undefined => {
    const value = read[name];
    return typeof value === "number" ? value : undefined;
  };
  return {
    url: required("url"),
    client_id: required("client_id"),
    client_secret: optional("client_secret"),
    redirect_uri: required("redirect_uri"),
    code_verifier: required("code_verifier"),
    access_token: required("access_token"),
    refresh_token: optional("refresh_token"),
    expires_at: number("expires_at"),
    lifetime: number("lifetime"),
    ended: read["ended"] === true,
    replaces: optional("replaces"),
  };
}

function isWebAddress(url: unknown): boolean {
  return typeof url === "string" && /^https?:/.test(url) && parsedUrl(url) !== undefined;
}

function unreadable(file: string): TrueupError {
  return new TrueupError({
    code: "login.unreadable",
    message: "the stored login cannot be read: the file was changed, or another release wrote it",
    hint: "Delete the file, then run trueup auth login.",
    where: file,
  });
}
