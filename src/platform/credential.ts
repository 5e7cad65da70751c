import { TrueupError } from "../core/errors.js";
import { credentialParameters, parsedUrl } from "../core/url.js";
import { jobRoutes } from "./job-routes.gen.js";
import { type Environment, normaliseUrl, type Server } from "./server.js";

/** Gives the token of a login, which changes while a program runs: each is valid for a while only. */
export interface TokenSource {
  /** The token to send now, renewed first if it is about to expire. Throws TrueupError where none can be had. */
  token(): Promise<string>;
  /** After a 401 to that token: another one to try once, or undefined where there is none. Throws TrueupError. */
  another(refused: string): Promise<string | undefined>;
}

/** What proves who calls. */
export interface Credential {
  readonly kind: "personal" | "oauth" | "job" | "none";
  /** Empty for kind `none`; a source where it changes. */
  readonly token: string | TokenSource;
  /** Where it came from, as errors say it: the name of a variable, or `the stored login`. */
  readonly from: string;
  /** Credentials that are set but may not go to this server, each as a sentence. */
  readonly passedOver: readonly string[];
  /** How it goes along: in the header of its kind (default), as `Authorization: Bearer`, or in the query. */
  readonly carrier?: "header" | "bearer" | "query" | undefined;
}

/** Looks up the login stored for a base address. */
export type StoredLogin = (url: string) => Promise<Pick<Credential, "token"> | undefined>;

/** For which server a token is sought, and where. */
export interface CredentialQuestion extends Server {
  readonly env: Environment;
  /** The variable that the token in TRUEUP_TOKEN comes from, if it is another one. */
  readonly tokenName?: string | undefined;
  readonly storedLogin?: StoredLogin | undefined;
  /** The variable that holds the token for this server, as the project file says. */
  readonly tokenVariable?: string | undefined;
}

/**
 * Finds the token for a server: where the project file chose it and names a variable for its token, that variable or the stored login, and no other. Otherwise
 * TRUEUP_TOKEN, else the variable that the project file names, else GITLAB_TOKEN (only to GITLAB_URL or to an address that was given for trueup), else the stored login, else
 * CI_JOB_TOKEN (only to CI_SERVER_URL). Throws TrueupError `credential.invalid` for a token that cannot stand in a header, and `credential.missing` where the
 * variable that the project file names is not set and no login is stored.
 */
export async function resolveCredential(question: CredentialQuestion): Promise<Credential> {
  const { url, source, env, tokenName = "TRUEUP_TOKEN", storedLogin, tokenVariable } = question;
  const passedOver: string[] = [];
  const credentialOf = (kind: Credential["kind"], token: Credential["token"], from: string): Credential => {
    if (kind !== "none" && typeof token === "string") checkToken(token, from);
    return { kind, token, from, passedOver };
  };
  const isChosen = tokenVariable !== undefined && (source === "--instance" || source === "the project file");
  const variable = isChosen ? undefined : env["TRUEUP_TOKEN"];
  if (variable) return credentialOf("personal", variable, tokenName);
  const named = tokenVariable === undefined ? undefined : env[tokenVariable];
  if (named && tokenVariable !== undefined) return credentialOf("personal", named, tokenVariable);
  const vendor = isChosen ? undefined : env["GITLAB_TOKEN"];
  if (vendor) {
    if (source === "--url" || source === "TRUEUP_URL" || isSameServer(env["GITLAB_URL"], url)) {
      return credentialOf("personal", vendor, "GITLAB_TOKEN");
    }
    passedOver.push("GITLAB_TOKEN is set, but goes only to GITLAB_URL or to an address given by --url or TRUEUP_URL.");
  }
  const login = await storedLogin?.(url);
  if (login) return credentialOf("oauth", login.token, "the stored login");
  if (isChosen) throw noToken(url, tokenVariable);
  const job = env["CI_JOB_TOKEN"];
  if (job) {
    if (isSameServer(env["CI_SERVER_URL"], url)) return credentialOf("job", job, "CI_JOB_TOKEN");
    passedOver.push("CI_JOB_TOKEN is set, but goes only to CI_SERVER_URL.");
  }
  return credentialOf("none", "", "");
}

function noToken(url: string, variable: string): TrueupError {
  return new TrueupError({
    code: "credential.missing",
    message: `the variable ${variable} is not set, which holds the token for ${url}`,
    hint: `Set ${variable}, or log in: trueup auth login --url ${url}. No other token goes to a server whose token_env names a variable.`,
  });
}

/** Reads the variable without the rule about plain http: it is only compared. One that is no address belongs to no server. */
function isSameServer(text: string | undefined, url: string): boolean {
  const address = parsedUrl(text ?? "");
  if (text === undefined || address === undefined) return false;
  try {
    return normaliseUrl(text, { source: "the environment", allowHttp: [address.hostname] }) === url;
  } catch {
    return false;
  }
}

/** Throws TrueupError `credential.invalid` for a token that cannot stand in a header. */
export function checkToken(token: string, from: string): void {
  if (/^[\u0021-\u007E]+$/.test(token)) return;
  throw new TrueupError({
    code: "credential.invalid",
    message: `The token from ${from} holds a space, a line break or another character that no token has.`,
    hint: "Copy the token again, without quotes and line breaks.",
  });
}

/** The token to send now. Throws TrueupError where a login has none any more. */
export async function tokenOf({ token }: Credential): Promise<string> {
  return typeof token === "string" ? token : token.token();
}

/** The header that carries the token (document 1, Credentials); none where it goes by query. */
export function credentialHeaders({ kind, carrier }: Credential, token: string): Readonly<Record<string, string>> {
  if (kind === "none" || carrier === "query") return {};
  if (kind === "oauth" || carrier === "bearer") return { authorization: `Bearer ${token}` };
  return kind === "job" ? { "job-token": token } : { "private-token": token };
}

/** The path and query to send, with the token in it where it goes by query. */
export function credentialTarget({ kind, carrier }: Credential, token: string, target: string): string {
  if (kind === "none" || carrier !== "query") return target;
  return `${target}${target.includes("?") ? "&" : "?"}${credentialParameters[kind]}=${encodeURIComponent(token)}`;
}

/** What real servers take a job token for, too, as far as trueup calls it (docs.gitlab.com, "Fine-grained permissions for CI/CD job tokens"). */
const realJobRoutes = ["GET /projects/{id}/deployments", "POST /projects/{id}/deployments"];

/** True for the few routes that take a job token (document 1, Credentials). `path` lies below `/api/v4` and has no query. HEAD counts as GET. */
export function jobTokenMayCall(method: string, path: string): boolean {
  const asked = `${method === "HEAD" ? "GET" : method} ${path}`;
  return [...jobRoutes, ...realJobRoutes].some((route) => new RegExp(`^${route.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(asked));
}
