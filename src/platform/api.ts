import type { Api, ApiReply, WriteRequest } from "../core/api.js";
import { isObject } from "../core/json.js";
import { answering } from "../core/reply.js";
import type { Connection } from "./connection.js";
import { deliver, type OutgoingRequest } from "./deliver.js";
import { multipart } from "./multipart.js";
import { apiTarget } from "./path.js";
import { createReadApi } from "./read-api.js";

/** Makes both sides of the platform on one connection. Only what applies gets this one. */
export function createApi(connection: Connection): Api {
  const read = createReadApi(connection);
  return {
    get: async (path, query) => read.get(path, query),
    object: async (path) => read.object(path),
    find: async (path, query) => read.find(path, query),
    findOrNull: async (path) => read.findOrNull(path),
    list: async (path, query, keep) => read.list(path, query, keep),
    firstPage: async (path, query, keep) => read.firstPage(path, query, keep),
    each: (path, query, onTotal) => read.each(path, query, onTotal),
    download: async (location, path) => read.download(location, path),
    get requests() {
      return read.requests;
    },
    send: async (request) => send(connection, request),
  };
}

async function send(connection: Connection, request: WriteRequest): Promise<ApiReply> {
  const { method, path } = request;
  const target = apiTarget(connection, path);
  const { status, headers, body } = await deliver(connection, { method, path, target, accept: "json", body: bodyOf(request) });
  if (isObject(body)) answering(`${method} ${connection.redactor.scrub(path)}`, body);
  return { status, headers, body };
}

/** JSON, or multipart where a file goes along (document 1, conventions 6). */
function bodyOf({ body, files }: WriteRequest): OutgoingRequest<string>["body"] {
  if (files !== undefined && Object.keys(files).length > 0) return () => ({ content: multipart(body ?? {}, files) });
  if (body === undefined) return undefined;
  const content = JSON.stringify(body);
  return () => ({ content, type: "application/json" });
}
