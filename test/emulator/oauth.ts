import { type Platform, recordCoverage } from "./platform.js";

/** A code verifier of PKCE and its S256 challenge: those of RFC 7636, appendix B. */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** Where both applications of the default seed are sent back to. */
export const CALLBACK = "http://127.0.0.1:7171/callback";
export const SECRET = "secret-of-acme-portal";

/** An authorization request of the public application, under PKCE. */
export const PUBLIC = {
  client_id: "trueup-cli",
  redirect_uri: CALLBACK,
  response_type: "code",
  state: "a state/with + odd & characters",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
};

/** One of the confidential application, without PKCE. */
export const CONFIDENTIAL = { client_id: "acme-portal", redirect_uri: CALLBACK, response_type: "code", state: "s" };

export type Fields = Readonly<Record<string, string>>;

/** A browser without a screen: it keeps the cookie and sends the forms that a page holds. */
export class Visitor {
  readonly #platform: Pick<Platform, "url">;
  cookie = "";

  constructor(platform: Pick<Platform, "url">) {
    this.#platform = platform;
  }

  /** The page of an authorization request. */
  async open(request: Fields): Promise<Response> {
    return this.#fetch(`/oauth/authorize?${new URLSearchParams(request).toString()}`, {});
  }

  /** Opens the page and sends its form, as it is but for the given fields. */
  async submit(request: Fields, fields: Fields): Promise<Response> {
    const page = await (await this.open(request)).text();
    const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const sent = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, unescaped(value)]));
    return this.post({ ...sent, ...fields });
  }

  /** Sends a form of one's own. */
  async post(fields: Fields): Promise<Response> {
    return this.#fetch("/oauth/authorize", { method: "POST", body: new URLSearchParams(fields) });
  }

  /** Signs in on the page of a request. */
  async signIn(request: Fields, username: string, password = `password-of-${username}`): Promise<Response> {
    return this.submit(request, { decision: "sign_in", username, password });
  }

  async #fetch(path: string, how: RequestInit): Promise<Response> {
    const response = await fetch(`${this.#platform.url}${path}`, {
      ...how,
      redirect: "manual",
      headers: { cookie: this.cookie },
    });
    recordCoverage(how.method ?? "GET", `~${path}`, response.status);
    this.cookie = response.headers.get("set-cookie")?.split(";")[0] ?? this.cookie;
    return response;
  }
}

/** A code for a request that a user approves. */
export async function codeFor(platform: Platform, request: Fields = PUBLIC, username = "alice"): Promise<string> {
  const visitor = new Visitor(platform);
  await visitor.signIn(request, username);
  return landing(await visitor.submit(request, { decision: "approve" })).get("code") ?? "";
}

/** The query that a browser arrives at the application with. */
export function landing(response: Response): URLSearchParams {
  return new URL(response.headers.get("location") ?? "about:blank").searchParams;
}

/** What an endpoint of the provider answers. */
export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** Posts a form to an endpoint of the provider. */
export async function post(platform: Platform, path: string, fields: Fields, headers: Fields = {}): Promise<Reply> {
  const response = await fetch(`${platform.url}${path}`, { method: "POST", body: new URLSearchParams(fields), headers });
  recordCoverage("POST", `~${path}`, response.status);
  return read(response);
}

/** Gets an endpoint of the provider with a token as Bearer. */
export async function get(platform: Platform, path: string, token?: string): Promise<Reply> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(`${platform.url}${path}`, { headers });
  recordCoverage("GET", `~${path}`, response.status);
  return read(response);
}

/** A pair of tokens, fetched as the public application fetches it. */
export async function pairFor(platform: Platform, request: Fields = PUBLIC, username = "alice"): Promise<Pair> {
  const code = await codeFor(platform, request, username);
  const proof = request["code_challenge"] === undefined ? { client_secret: SECRET } : { code_verifier: VERIFIER };
  const { client_id = "", redirect_uri = "" } = request;
  const { body } = await post(platform, "/oauth/token", {
    grant_type: "authorization_code",
    client_id,
    redirect_uri,
    code,
    ...proof,
  });
  return { access: String(body["access_token"]), refresh: String(body["refresh_token"]) };
}

export interface Pair {
  readonly access: string;
  readonly refresh: string;
}

/** The body of a refresh by the public application. */
export function refreshing(refresh_token: string): Record<string, string> {
  return { grant_type: "refresh_token", client_id: "trueup-cli", refresh_token, redirect_uri: CALLBACK, code_verifier: VERIFIER };
}

/** Status of `GET /user` with a token as Bearer. */
export async function userStatus(platform: Platform, token: string): Promise<number> {
  return (await platform.call("GET", "/user", { token: "", headers: { Authorization: `Bearer ${token}` } })).status;
}

async function read(response: Response): Promise<Reply> {
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, headers: response.headers };
}

function unescaped(text: string): string {
  const characters: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity);
}
