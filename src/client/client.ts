import type { FilePart } from "../core/api.js";
import { TrueupError } from "../core/errors.js";
import type { Json, JsonObject } from "../core/json.js";
import { createRedactor } from "../core/redact.js";
import type { Endpoint } from "../platform/endpoint.js";
import { endpoints } from "../platform/endpoints.gen.js";
import {
  type ApiCall,
  call,
  type ApiCallOptions as PlatformOptions,
  type Connection,
  type ConnectionOptions,
  checkToken,
  type Credential,
  type Success,
  normaliseUrl,
  openConnection,
  type TokenSource,
  walk,
} from "../platform/index.js";
import type { ListRoute } from "./api.gen.js";
import { endpointOf, requestFor } from "./request.js";
import type { Headers, Item, Parameters, Reply, Route } from "./types.js";

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
