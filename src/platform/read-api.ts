import type { Query, ReadApi, ApiReply } from "../core/api.js";
import { ApiError } from "../core/errors.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { answering } from "../core/reply.js";
import type { Connection } from "./connection.js";
import { isWebPage } from "./error-body.js";
import { confused, itemOf, Pages, read, readFile, requestFor } from "./pages.js";
import { apiTarget, basePath, targetOnServer } from "./path.js";
import { withQuery } from "./query.js";
import { walk } from "./walk.js";

/** Makes the read side of the platform: it can send GET, and nothing else. */
export function createReadApi(connection: Connection): ReadApi {
  const pages = new Pages(connection);
  const bodyOf = async (path: string, query: Query) => (await get(connection, path, query)).body;
  return {
    get: async (path, query = {}) => get(connection, path, query),
    object: async (path) => object(connection, path, await bodyOf(path, {})),
    find: async (path, query = {}) => unlessMissing(async () => object(connection, path, await bodyOf(path, query))),
    findOrNull: async (path) =>
      unlessMissing(async () => {
        const body = await bodyOf(path, {});
        return body === null ? undefined : object(connection, path, body);
      }),
    list: async (path, query = {}, keep) => {
      const first = await pages.first(path, query, keep);
      return [...first.items, ...(await first.rest())];
    },
    firstPage: async (path, query = {}, keep) => pages.first(path, query, keep),
    each: (path, query = {}, onTotal) => items(connection, path, query, onTotal),
    download: async (location, path) =>
      (await download(connection, location)) ??
      (path === undefined ? undefined : fileAt(connection, apiTarget(connection, path))),
    get requests() {
      return connection.count.requests;
    },
  };
}

async function* items(
  connection: Connection,
  path: string,
  query: Query,
  onTotal: ((total: number) => void) | undefined,
): AsyncGenerator<JsonObject> {
  const request = requestFor(connection, path);
  const pages = walk(connection, path, query, { keysetBeyondCap: true, isWhole: true, onTotal });
  for await (const item of pages) yield itemOf(request, item);
}

async function get(connection: Connection, path: string, query: Query): Promise<ApiReply> {
  const { status, headers, body } = await read(connection, withQuery(path, query));
  if (isObject(body)) answering(requestFor(connection, path), body);
  return { status, headers, body };
}

async function unlessMissing<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ApiError && error.missing) return undefined;
    throw error;
  }
}

function object(connection: Connection, path: string, body: Json | undefined): JsonObject {
  if (isObject(body)) return body;
  throw confused(connection, path, "it answered something else than an object");
}

async function download(connection: Connection, location: string): Promise<Uint8Array | undefined> {
  const base = basePath(connection);
  const isBelowBase = location === base || location.startsWith(`${base}/`);
  const isPath = location.startsWith("/") && !location.startsWith("//");
  const target = targetOnServer(connection, isPath && !isBelowBase ? base + location : location);
  return target === undefined ? undefined : fileAt(connection, target);
}

/** The bytes that are served by path and query on the server; undefined where there are none for this token. */
async function fileAt(connection: Connection, target: string): Promise<Uint8Array | undefined> {
  try {
    const { bytes, headers } = await readFile(connection, target);
    // A login page in place of the file.
    const isHtml = (headers["content-type"] ?? "").includes("html");
    return isHtml && isWebPage(Buffer.from(bytes.subarray(0, 200)).toString(), "") ? undefined : bytes;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 300 && error.status < 500 && error.status !== 429) return undefined;
    throw error;
  }
}
