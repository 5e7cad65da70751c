import { TrueupError } from "../core/errors.js";
import type { Connection } from "./connection.js";
import { deliver, type Success } from "./deliver.js";
import { apiTarget } from "./path.js";
import type { Accept } from "./reading.js";

/** The methods that change nothing. */
export type ReadMethod = "GET" | "HEAD";

/** Sends reads and nothing else. Whatever plans is built on this one. */
export interface ReadTransport {
  /** A read below `/api/v4`. Throws ApiError. */
  request(method: ReadMethod, path: string): Promise<Success>;
  /** GET of a file by path and query on the server. Throws ApiError. */
  fetchFile(target: string): Promise<Success>;
}

/** Makes the read side of a connection. */
export function createReadTransport(connection: Connection): ReadTransport {
  const send = async (method: ReadMethod, path: string, target: string, accept: Accept): Promise<Success> => {
    // The type says it already; this holds for callers without types too.
    if (method !== "GET" && method !== "HEAD") {
      throw new TrueupError({ code: "internal.read_only", message: `The read side cannot send ${String(method)} ${path}.` });
    }
    return deliver(connection, { method, path, target, accept });
  };
  return {
    request: async (method, path) => send(method, path, apiTarget(connection, path), "json"),
    fetchFile: async (target) => send("GET", target, target, "bytes"),
  };
}
