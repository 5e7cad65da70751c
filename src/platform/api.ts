import type { Api, ApiReply, WriteRequest } from "../core/api.js";
import { isObject } from "../core/json.js";
import { answering } from "../core/reply.js";
import { call } from "./call.js";
import type { Connection } from "./connection.js";
import { createReadApi } from "./read-api.js";

/** Makes both sides of the platform on one connection. Only what applies gets this one. */
export function createApi(connection: Connection): Api {
  return Object.assign(createReadApi(connection), {
    send: async (request: WriteRequest): Promise<ApiReply> => {
      const { status, headers, body } = await call(connection, { ...request, accept: "json" });
      if (isObject(body)) answering(`${request.method} ${connection.redactor.scrub(request.path)}`, body);
      return { status, headers, body };
    },
  });
}
