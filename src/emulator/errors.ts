import type { Json } from "./json.js";

/**
 * A failure that is answered as it is: status and JSON body. Throwing one undoes the whole transaction.
 * The body shapes are those of the reference of real servers, section A: `error` for routes and parameters, `message` for objects and models.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly body: Json;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: Json, headers: Readonly<Record<string, string>> = {}) {
    super(`${status} ${JSON.stringify(body)}`);
    this.name = "HttpError";
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 400 of a model: `{"message":{"name":["has already been taken"]}}`. Keys are attribute names. */
export function invalid(messages: Readonly<Record<string, readonly string[]>>): HttpError {
  return new HttpError(400, { message: messages });
}

/** 400 of the parameter check: `{"error":"name is missing"}`. */
export function badParameters(text: string): HttpError {
  return new HttpError(400, { error: text });
}

/** 400 raised inside a handler, with its text as it stands. */
export function badRequest(message: string): HttpError {
  return new HttpError(400, { message });
}

/** 401: no credential, or one that is not valid. */
export function unauthorized(): HttpError {
  return new HttpError(401, { message: "401 Unauthorized" });
}

/** 403, with ` - reason` when one is given. */
export function forbidden(reason?: string): HttpError {
  return new HttpError(403, { message: reason === undefined ? "403 Forbidden" : `403 Forbidden - ${reason}` });
}

/** 404 of an object: `404 Project Not Found`; without a name the `404 Not found` of record lookups. */
export function notFound(what?: string): HttpError {
  return new HttpError(404, { message: what === undefined ? "404 Not found" : `404 ${what} Not Found` });
}

/** 404 of a route that this instance does not have: unknown, of a higher tier or of a newer version. */
export function noRoute(): HttpError {
  return new HttpError(404, { error: "404 Not Found" });
}

/** 501: real servers of the release have the operation, the emulator does not. */
export function notServed(operation: string, why: string): HttpError {
  return new HttpError(501, { message: `501 Not Implemented - ${operation} is not served by this emulator: it ${why}` });
}

/** 409, with the text as it stands. */
export function conflict(message = "409 Conflict"): HttpError {
  return new HttpError(409, { message });
}

/** 405: the thing is not in a state for it. */
export function notAllowed(): HttpError {
  return new HttpError(405, { message: "405 Method Not Allowed" });
}
