import type { Json, JsonObject } from "./json.js";
import type { Tier } from "./names.js";
import type { WriteMethod } from "./route.js";

/** What the server is and may do, as found out before planning. */
export interface Capabilities {
  /** Base address without trailing slash and without `/api/v4`. */
  readonly url: string;
  /** Release, for example `15.4.0-ee`; `0` if the server does not tell. */
  readonly version: string;
  readonly tier: Tier;
  /** How the tier was found: a refusal says so. */
  readonly tierSource: "license" | "flag" | "probe";
  readonly dialect: "neutral" | "vendor";
  readonly user: { readonly id: number; readonly username: string; readonly administrator: boolean };
}

/** A parsed success reply. `body` is undefined where there is none (204, 304). */
export interface ApiReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
}

/** Query parameters; arrays go as `name[]=`. */
export type Query = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;

/** A file part of a multipart request. */
export interface FilePart {
  readonly filename: string;
  readonly bytes: Uint8Array;
  /** Media type; without it the filename's ending tells. */
  readonly type?: string | undefined;
}

/** One write, ready to send: path already filled in, no placeholders left. */
export interface WriteRequest {
  readonly method: WriteMethod;
  /** Below `/api/v4`, starting with a slash. */
  readonly path: string;
  readonly body?: JsonObject;
  readonly files?: Readonly<Record<string, FilePart>>;
}

/** One page of a list, with what the server tells about the whole. */
export interface FirstPage {
  readonly items: readonly JsonObject[];
  /** Number of pages in all; undefined where the server does not say. */
  readonly totalPages: number | undefined;
  /** Reads the remaining pages, again while the list shifts or shows less than it says. Throws TrueupError `api.list_incomplete` if it keeps something back each time. */
  rest(): Promise<readonly JsonObject[]>;
  /** What one reading of the remaining pages shows. For who makes sure by other reads of what is not among it: it may have shifted from one page to another meanwhile. */
  shown(): Promise<readonly JsonObject[]>;
}

/** What is kept of an item as soon as its page is read: of thousands, the whole replies would take ten times the memory. It keeps the `id`, which tells items apart. */
export type KeptPart = (item: JsonObject) => JsonObject;

/** The read side of the platform: can only send GET. Everything that plans gets this one. */
export interface ReadApi {
  /** GET below `/api/v4`. Throws ApiError. */
  get(path: string, query?: Query): Promise<ApiReply>;
  /** GET of what there is one of. Throws ApiError, and `api.not_the_api` where the reply is no object. */
  object(path: string): Promise<JsonObject>;
  /** GET that answers undefined where the thing is missing or not visible (404 with a message). */
  find(path: string, query?: Query): Promise<JsonObject | undefined>;
  /** The same where an answer of `null` also means that there is none. */
  findOrNull(path: string): Promise<JsonObject | undefined>;
  /** All items of a list, page by page, as `firstPage` and its `rest`. Throws `reply.type` where one is no object. */
  list(path: string, query?: Query, keep?: KeptPart): Promise<readonly JsonObject[]>;
  /** The first page of a list, so that the caller can decide whether the rest is worth reading. */
  firstPage(path: string, query?: Query, keep?: KeptPart): Promise<FirstPage>;
  /**
   * The items of a list one after the other, however many there are: a page is asked for when the one before it is used up, so that memory does not grow
   * with the list. Where the list shifts or shows less than it says, it is read again at its end, for what was not given yet; throws as `rest`. `onTotal` is told how many there are, where the server says it.
   */
  each(path: string, query?: Query, onTotal?: (total: number) => void): AsyncIterable<JsonObject>;
  /** The bytes of an uploaded file by the path or URL that a reply gave, else by GET of `path` below `/api/v4`; undefined if this server does not give it. */
  download(location: string, path?: string): Promise<Uint8Array | undefined>;
  /** Requests sent until now, repeats included. */
  readonly requests: number;
}

/** Both sides of the platform. Only apply gets this one. */
export interface Api extends ReadApi {
  /** Sends one write. Throws ApiError; `replyLost` tells that a POST may have taken effect. */
  send(request: WriteRequest): Promise<ApiReply>;
}
