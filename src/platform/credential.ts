import { TrueupError } from "../core/errors.js";
import { type Environment, normaliseUrl, type Server } from "./server.js";

/** What proves who calls. */
export interface Credential {
  readonly kind: "personal" | "oauth" | "job" | "none";
  /** Empty for kind `none`. */
  readonly token: string;
  /** Where it came from, as errors say it: the name of a variable, or `the stored login`. */
  readonly from: string;
  /** Credentials that are set but may not go to this server, each as a sentence. */
  readonly passedOver: readonly string[];
}

/** Looks up the login stored for a base address. */
export type StoredLogin = (url: string) => Promise<{ readonly token: string } | undefined>;

/** For which server a token is sought, and where. */
export interface CredentialQuestion extends Server {
  readonly env: Environment;
  readonly storedLogin?: StoredLogin | undefined;
}

/**
 * Finds the token for a server: TRUEUP_TOKEN, else GITLAB_TOKEN (only to GITLAB_URL or to an address that was given for trueup), else the stored login, else
 * CI_JOB_TOKEN (only to CI_SERVER_URL). Throws TrueupError `credential.invalid` for a token that cannot stand in a header.
 */
export async function resolveCredential({ url, source, env, storedLogin }: CredentialQuestion): Promise<Credential> {
  const passedOver: string[] = [];
  const found = (kind: Credential["kind"], token: string, from: string): Credential => {
    if (kind !== "none") checkToken(token, from);
    return { kind, token, from, passedOver };
  };
  const own = env["TRUEUP_TOKEN"];
  if (own) return found("personal", own, "TRUEUP_TOKEN");
  const vendor = env["GITLAB_TOKEN"];
  if (vendor) {
    if (source === "--url" || source === "TRUEUP_URL" || isSameServer(env["GITLAB_URL"], url)) {
      return found("personal", vendor, "GITLAB_TOKEN");
    }
    passedOver.push("GITLAB_TOKEN is set, but goes only to GITLAB_URL or to an address given by --url or TRUEUP_URL.");
  }
  const login = await storedLogin?.(url);
  if (login) return found("oauth", login.token, "the stored login");
  const job = env["CI_JOB_TOKEN"];
  if (job) {
    if (isSameServer(env["CI_SERVER_URL"], url)) return found("job", job, "CI_JOB_TOKEN");
    passedOver.push("CI_JOB_TOKEN is set, but goes only to CI_SERVER_URL.");
  }
  return found("none", "", "");
}

/** Reads the variable without the rule about plain http: it is only compared. One that is no address belongs to no server. */
function isSameServer(text: string | undefined, url: string): boolean {
  if (!text || !URL.canParse(text)) return false;
  try {
    return normaliseUrl(text, { source: "the environment", allowHttp: [new URL(text).hostname] }) === url;
  } catch {
    return false;
  }
}

function checkToken(token: string, from: string): void {
  if (/^[\u0021-\u007E]+$/.test(token)) return;
  throw new TrueupError({
    code: "credential.invalid",
    message: `The token from ${from} holds a space, a line break or another character that no token has.`,
    hint: "Copy the token again, without quotes and line breaks.",
  });
}

/** The header that carries the credential (document 1, Credentials). */
export function credentialHeaders({ kind, token }: Credential): Readonly<Record<string, string>> {
  switch (kind) {
    case "personal":
      return { "private-token": token };
    case "oauth":
      return { authorization: `Bearer ${token}` };
    case "job":
      return { "job-token": token };
    default:
      return {};
  }
}

const jobRoutes: readonly (readonly [methods: RegExp, path: RegExp])[] = [
  [/^(GET|HEAD)$/, /^\/job(\/allowed_agents)?$/],
  [/^(GET|HEAD)$/, /^\/projects\/[^/]+\/releases(\/[^/]+)?$/],
  [/^PUT$/, /^\/projects\/[^/]+\/releases\/[^/]+$/],
  [/^(GET|HEAD|PUT|POST|DELETE)$/, /^\/projects\/[^/]+\/packages(\/.*)?$/],
];

/** True for the few routes that accept a job token (document 1, Credentials). `path` lies below `/api/v4` and has no query. */
export function jobTokenMayCall(method: string, path: string): boolean {
  return jobRoutes.some(([methods, paths]) => methods.test(method) && paths.test(path));
}
