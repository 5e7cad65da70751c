import type { FilePart } from "../core/api.js";
import { TrueupError } from "../core/errors.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { didYouMean } from "../core/names.js";
import { createRedactor } from "../core/redact.js";
import { fillPath, type ParsedRoute, parseRoute, routeParameters } from "../core/route.js";
import type { Endpoint } from "../platform/endpoint.js";
import { endpoints } from "../platform/endpoints.gen.js";
import {
  type ApiCall,
  type ApiCallOptions as PlatformOptions,
  call,
  checkToken,
  type Connection,
  type ConnectionOptions,
  type Credential,
  normaliseUrl,
  openConnection,
  type Success,
  type TokenSource,
  walk,
} from "../platform/index.js";
import type { ListRoute } from "./api.gen.js";
import type { Headers, Item, Parameters, Reply, Route } from "./types.js";
import { filePart, isUpload, type Upload } from "./upload.js";

/** What proves who calls (document 1, Credentials). */
export interface ClientCredential {
  readonly kind: Credential["kind"];
  /** Nothing for kind `none`; a function where it changes. */
  readonly token?: string | TokenProvider;
  /** How it goes along: in the header of its kind (default), as `Authorization: Bearer`, or in the query, where proxies may log it. */
  readonly carrier?: Credential["carrier"];
}

/** Gives the token to send now. After a 401 it is asked once more and told which token was refused: with another one the request is repeated. */
export type TokenProvider = (refused?: string) => string | Promise<string>;

/** Which server, who calls, and how hard to press. */
export interface ClientOptions extends Pick<
  ConnectionOptions,
  "concurrency" | "maxConcurrency" | "maxRps" | "signal" | "timeouts" | "patience" | "limits" | "userAgent" | "onRequest"
> {
  /** Base address of the server, with or without `/api/v4`. */
  readonly url: string;
  /** A personal, project or group access token; for others give `credential`. Without either only public things are read. */
  readonly token?: string | undefined;
  readonly credential?: ClientCredential | undefined;
  /** Hosts that may be spoken to by plain http although they are not this computer. */
  readonly allowHttp?: readonly string[] | undefined;
}

/** What may differ for one call. */
export interface CallOptions {
  /** A personal, project or group access token for this call alone. */
  readonly token?: string | undefined;
  readonly credential?: ClientCredential | undefined;
  /** Ends this call. */
  readonly signal?: AbortSignal | undefined;
}

/** A request that the API description need not know. */
export interface RawRequest {
  readonly method: ApiCall["method"];
  /** Below `/api/v4`, encoded; it may have a query. */
  readonly path: string;
  readonly query?: JsonObject;
  /** Sent as JSON, or as a form where files go along. */
  readonly body?: JsonObject;
  readonly files?: Readonly<Record<string, FilePart>>;
}

/** What a request answers of which nothing is known: JSON, text, bytes, or undefined where there is no body. */
export interface RawReply {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Json | Uint8Array | undefined;
}

/** The parameters may be left out where none is required. */
type Given<R extends Route> =
  object extends Parameters<R>
    ? [parameters?: Parameters<R>, options?: CallOptions]
    : [parameters: Parameters<R>, options?: CallOptions];

/** A typed client of one server. */
export interface Client {
  /** Base address of the server. */
  readonly url: string;
  /** All operations of the API description. */
  readonly endpoints: readonly Endpoint[];
  /** Requests sent until now, repeats included. */
  readonly requests: number;
  /** Calls a route with its parameters, those of path, query and body in one object. Throws ApiError for all that is no success; TrueupError for what cannot be sent. */
  request<R extends Route>(route: R, ...given: Given<R>): Promise<Reply<R>>;
  /**
   * The items of a list, page by page as they are asked for: to leave the loop ends the requests. Beyond the cap of offsets `GET /projects` goes on in the order of ids;
   * other lists throw the server's 405 there (document 1, Limits).
   */
  paginate<R extends ListRoute>(route: R, ...given: Given<R>): AsyncGenerator<Item<R>, void, undefined>;
  /** Sends any request. Throws like `request`. */
  call(request: RawRequest, options?: CallOptions): Promise<RawReply>;
  /** Ends the sockets; calls under way fail. A program also ends without it. */
  close(): Promise<void>;
}

/** The one list that goes on by keyset (document 1, Limits). */
const keysetRoute = "GET /projects";

/** Makes a client; sends nothing yet. Throws TrueupError `server.url`, `credential.invalid` or `usage`. */
export function createClient(options: ClientOptions): Client {
  const { url, token, credential, allowHttp, ...rest } = options;
  return clientOn(
    openConnection({
      ...rest,
      url: normaliseUrl(url, { source: "url", allowHttp }),
      credential: credentialOf({ token, credential }) ?? credentialFrom({ kind: "none" }),
      redactor: createRedactor(),
      purpose: "program",
    }),
  );
}

function clientOn(connection: Connection): Client {
  const client = {
    url: connection.url,
    endpoints,
    get requests() {
      return connection.count.requests;
    },
    request: async (route: string, parameters: object = {}, options?: CallOptions): Promise<RawReply> => {
      const request = await requestFor(route, { ...parameters });
      return replyOf(await call(connection, request, platformOptions(options)), request.accept === "bytes");
    },
    paginate: (route: string, parameters: object = {}, options?: CallOptions): AsyncGenerator<Json> =>
      items(connection, route, { ...parameters }, options),
    call: async (request: RawRequest, options?: CallOptions): Promise<RawReply> =>
      replyOf(await call(connection, { ...request, accept: "any" }, platformOptions(options))),
    close: async () => connection.close(),
  };
  // What stands at a route is for the description to say: here every route is served alike.
  return client as unknown as Client;
}

async function* items(
  connection: Connection,
  route: string,
  parameters: Readonly<Record<string, unknown>>,
  options: CallOptions | undefined,
): AsyncGenerator<Json> {
  if (!endpointOf(route).list) {
    throw new TrueupError({ code: "usage", message: `${route} answers no list.`, hint: "Use request()." });
  }
  const { path, query } = await requestFor(route, parameters);
  yield* walk(connection, path, query ?? {}, { ...platformOptions(options), keysetBeyondCap: route === keysetRoute });
}

function replyOf({ status, headers, body, bytes }: Success, isFile = false): RawReply {
  const isEmpty = status === 204 || status === 304 || bytes.length === 0;
  return { status, headers, data: isFile || (body === undefined && !isEmpty) ? bytes : body };
}

function platformOptions({ signal, ...who }: CallOptions = {}): PlatformOptions {
  return { signal, credential: credentialOf(who) };
}

function credentialOf({ token, credential }: Pick<CallOptions, "token" | "credential">): Credential | undefined {
  if (token !== undefined && credential !== undefined) {
    throw new TrueupError({ code: "usage", message: "A call takes a token or a credential, not both." });
  }
  if (token !== undefined) return credentialFrom({ kind: "personal", token });
  return credential === undefined ? undefined : credentialFrom(credential);
}

function credentialFrom({ kind, token = "", carrier }: ClientCredential): Credential {
  const from = kind === "none" ? "" : "the program";
  if (typeof token === "string" && kind !== "none") checkToken(token, from);
  return { kind, token: typeof token === "string" ? token : sourceOf(token, from), from, passedOver: [], carrier };
}

function sourceOf(provide: TokenProvider, from: string): TokenSource {
  const ask = async (refused?: string): Promise<string> => {
    const token = await provide(refused);
    checkToken(token, from);
    return token;
  };
  // Until the function itself gives another, what it gave for a refused token goes in its place.
  let replaced: { readonly refused: string; readonly by: string } | undefined;
  return {
    token: async () => {
      const token = await ask();
      return token === replaced?.refused ? replaced.by : token;
    },
    another: async (refused) => {
      const by = await ask(refused);
      if (by === refused) return undefined;
      replaced = { refused, by };
      return by;
    },
  };
}

const byRoute: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => [`${endpoint.method} ${path}`, endpoint] as const),
  ),
);

/** The operation behind a route. Throws TrueupError `route.unknown` for one that is not described. */
function endpointOf(route: string): Endpoint {
  const endpoint = byRoute.get(route);
  if (endpoint) return endpoint;
  const guess = didYouMean(route, [...byRoute.keys()]);
  throw new TrueupError({
    code: "route.unknown",
    message: `${JSON.stringify(route)} is no route of the API description.`,
    hint: guess === undefined ? "Send what is not described with call()." : `Did you mean ${JSON.stringify(guess)}?`,
  });
}

/**
 * The request that a route and its parameters make: names in the path fill it, reads take the rest in the query, writes in the body but for the parameters that are described
 * as their query's (document 1, conventions 2, 5 and 6). Throws TrueupError `parameter.missing` or `parameter.invalid`.
 */
async function requestFor(route: string, parameters: Readonly<Record<string, unknown>>): Promise<ApiCall> {
  const endpoint = endpointOf(route);
  const { path: template } = parseRoute(route as ParsedRoute);
  const inPath = new Set(routeParameters(template));
  const parts = { query: new Map<string, Json>(), body: new Map<string, Json>(), files: new Map<string, Upload>() };
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || inPath.has(name)) continue;
    const part = endpoint.body === undefined || endpoint.query?.includes(name) ? "query" : "body";
    if (isUpload(value)) parts.files.set(name, value);
    else parts[part].set(name, plain(value, name, route));
  }
  if (parts.files.size > 0 && endpoint.body === undefined) throw refused("parameter.invalid", route, "takes no file");
  const files = await Promise.all([...parts.files].map(async ([name, upload]) => [name, await filePart(name, upload)] as const));
  const { method } = endpoint;
  if (method === "OPTIONS") throw new TrueupError({ code: "usage", message: `OPTIONS ${endpoint.path} is for browsers.` });
  return {
    method,
    path: filled(template, parameters, route),
    outside: endpoint.outside,
    query: Object.fromEntries(parts.query),
    ...(endpoint.body !== undefined ? { body: Object.fromEntries(parts.body) } : {}),
    files: Object.fromEntries(files),
    encoding: endpoint.body,
    accept: endpoint.reply ?? "json",
  };
}

function filled(template: string, parameters: Readonly<Record<string, unknown>>, route: string): string {
  const values: Record<string, Json> = {};
  for (const name of routeParameters(template)) {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (value === undefined || value === null || value === "") throw refused("parameter.missing", route, `needs ${name}`);
    if ((typeof value !== "string" && typeof value !== "number") || value === "." || value === "..") {
      throw refused("parameter.invalid", route, `cannot take ${JSON.stringify(value)} as ${name}`);
    }
    values[name] = value;
  }
  return fillPath(template, values);
}

/** The value as JSON. Dates become their text; what has no JSON is refused, as it would be dropped in silence. */
function plain(value: unknown, name: string, route: string): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      break;
    case "object":
      if (value === null) return null;
      if (value instanceof Date) return value.toISOString();
      if (Array.isArray(value)) return value.map((item: unknown) => plain(item, name, route));
      if (isObject(value)) {
        const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
        return Object.fromEntries(entries.map(([key, inner]) => [key, plain(inner, `${name}.${key}`, route)]));
      }
  }
  throw refused("parameter.invalid", route, `cannot send a ${typeof value} as ${name}`);
}

function refused(code: string, route: string, what: string): TrueupError {
  return new TrueupError({ code, message: `${route} ${what}.`, where: route });
}
