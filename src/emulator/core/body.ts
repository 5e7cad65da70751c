import { parseBrackets, refuseForbiddenNames } from "./brackets.js";
import { type Json, isObject } from "./records.js";
import { HttpError, badParameters } from "./replies.js";

/** One file of a multipart body. */
export interface UploadedFile {
  readonly filename: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface Body {
  readonly values: Readonly<Record<string, Json>>;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

/** Largest request body, in bytes. */
export const BODY_LIMIT = 20 * 1024 * 1024;

const EMPTY: Body = { values: {}, files: new Map() };

/**
 * Reads a JSON, form or multipart body. Where the operation takes bytes, a body that is no multipart one is its file, whatever its type. Throws 400 when it is malformed or not whole, 413 when it is larger than `BODY_LIMIT`, 415 for other types.
 */
export async function readBody(request: Request, takesBytes = false): Promise<Body> {
  if (request.body === null) return EMPTY;
  const bytes = await readBytes(request);
  if (bytes.length === 0 && !takesBytes) return EMPTY;
  const header = request.headers.get("content-type") ?? "application/x-www-form-urlencoded";
  const type = header.split(";")[0]?.trim().toLowerCase();
  if (takesBytes && type !== "multipart/form-data")
    return { values: {}, files: new Map([["file", { filename: "", type: header, bytes }]]) };
  switch (type) {
    case "application/json":
      return { values: parseJson(bytes), files: new Map() };
    case "application/x-www-form-urlencoded":
      return { values: parseBrackets(new URLSearchParams(new TextDecoder().decode(bytes))), files: new Map() };
    case "multipart/form-data":
      return readMultipart(bytes, header);
    default:
      throw new HttpError(415, { error: `The provided content-type '${header}' is not supported.` });
  }
}

async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = (): HttpError => new HttpError(413, { message: "413 Request Entity Too Large" });
  if (Number(request.headers.get("content-length") ?? 0) > BODY_LIMIT) throw tooLarge();
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of piecesOf(request)) {
    length += part.length;
    if (length > BODY_LIMIT) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The body as it comes. Throws 400 when the caller goes away before its end, which is no failure of the emulator. */
async function* piecesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch {
    throw badParameters("The request body ended early.");
  }
}

function parseJson(bytes: Uint8Array): Record<string, Json> {
  let value: Json;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Json;
  } catch {
    throw badParameters("The request body is not valid JSON.");
  }
  // Clients write options that they do not have as `null`: nothing was sent.
  if (value === null) return {};
  refuseForbiddenNames(value);
  if (!isObject(value)) throw badParameters("The request body must be a JSON object.");
  return value;
}

async function readMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Body> {
  let form: Awaited<ReturnType<Response["formData"]>>;
  try {
    form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
  } catch {
    throw badParameters("The request body is not valid multipart/form-data.");
  }
  const pairs: [string, string][] = [];
  const files = new Map<string, UploadedFile>();
  for (const [name, part] of form) {
    if (typeof part === "string") pairs.push([name, part]);
    // A browser sends an empty nameless file for a field that was left blank.
    else if (part.name === "" && part.size === 0) pairs.push([name, ""]);
    // oxlint-disable-next-line no-await-in-loop -- the bytes are in memory already
    else files.set(name, { filename: part.name, type: part.type, bytes: new Uint8Array(await part.arrayBuffer()) });
  }
  return { values: parseBrackets(pairs), files };
}
