import { constants, isUtf8 } from "node:buffer";
import { basename, resolve } from "node:path";
import type { FilePart } from "../../core/api.js";
import { TrueupError } from "../../core/errors.js";
import { isObject, type Json, jsonIn, type JsonObject } from "../../core/json.js";
import { parsedUrl } from "../../core/url.js";
import type { Endpoint } from "../../platform/endpoint.js";
import type { ApiCall, CallMethod } from "../../platform/index.js";
import { usage } from "../usage.js";
import { type RequestField, readFields } from "./fields.js";

/** Where a request goes, as its path says it. */
interface ApiPath {
  /** With its query; below `/api/v4`, or below the base address if `outside`. */
  readonly path: string;
  readonly outside: boolean;
}

/**
 * Reads a path as people give it: with or without its first slash and `/api/v4`, or a whole address of the server.
 * Throws TrueupError: `path.placeholder` where a `{name}` or `:name` was left in it, `path.server` for an address of another server, `path.invalid` for no address.
 */
export function readPath(text: string, server: string): ApiPath {
  const local = /^[a-z][a-z+.-]*:\/\//i.test(text) ? pathOnServer(text, server) : text;
  const path = `/${local.replace(/^\/+/, "")}`.replace(/^\/api\/v4(?=\/|\?|$)/, "");
  const placeholder = /\/(\{[^/}]*\}|:[A-Za-z_]\w*)(?=[/?]|$)/.exec(path)?.[1];
  if (placeholder !== undefined) {
    throw new TrueupError({
      code: "path.placeholder",
      message: `The path still holds ${placeholder}.`,
      hint: "Put the value there; the slashes of a full path are encoded as %2F, for example /projects/acme%2Fweb.",
      where: text,
    });
  }
  return { path: path.startsWith("/") ? path : `/${path}`, outside: /^\/oauth(\/|$)/.test(path) };
}

/** The credential must go nowhere else, so only path and query of the same server's addresses are taken. */
function pathOnServer(text: string, server: string): string {
  const url = parsedUrl(text);
  const base = new URL(server);
  const prefix = base.pathname.replace(/\/$/, "");
  if (url === undefined || url.username !== "" || url.password !== "" || url.hash !== "") {
    throw new TrueupError({
      code: "path.invalid",
      message: "This is no address of the API.",
      hint: "Give a path such as /projects.",
    });
  }
  if (url.origin === base.origin && (url.pathname === prefix || url.pathname.startsWith(`${prefix}/`))) {
    return url.pathname.slice(prefix.length) + url.search;
  }
  throw new TrueupError({
    code: "path.server",
    message: `${url.origin}${url.pathname} belongs to another server than ${server}, to which the credential goes.`,
    hint: `Give a path, or choose that server: --url ${url.origin}.`,
  });
}

/** What a request takes beside its method and path. */
export interface Given {
  readonly fields: readonly RequestField[];
  /** File with the body as JSON; `-` is standard input. */
  readonly input?: string | undefined;
  readonly cwd: string;
}

/** The parameters as they are sent, and what is uploaded beside them. */
interface Parameters {
  readonly values: JsonObject;
  readonly files: Readonly<Record<string, FilePart>>;
}

/** The request that the words ask for. Throws TrueupError `usage`, `input.invalid` or `file.missing`. */
export async function requestOf(
  method: CallMethod,
  { path, outside }: ApiPath,
  endpoint: Endpoint | undefined,
  given: Given,
): Promise<ApiCall> {
  const fields = await parametersOf(given, endpoint, `${method} ${path}`);
  const body = given.input === undefined ? undefined : await inputOf(given.input, given.cwd);
  const parts = body === undefined ? divided(method, endpoint, fields) : { query: fields.values, body };
  const [file] = Object.values(fields.files);
  if (file !== undefined && (body !== undefined || parts.body === undefined)) {
    throw usage(
      `${method} ${path} cannot take the file @${file.filename}.`,
      "Files go along with fields of a write; a value that begins with @ is given by --raw-field.",
    );
  }
  return {
    method,
    path,
    outside,
    ...parts,
    files: fields.files,
    encoding: endpoint?.body,
    accept: endpoint === undefined ? "any" : (endpoint.reply ?? "json"),
  };
}

/** Reads and deletes take their parameters in the query, other writes in the body, unless the description says otherwise (document 1, conventions 5 and 6). */
function divided(
  method: CallMethod,
  endpoint: Endpoint | undefined,
  { values, files }: Parameters,
): Pick<ApiCall, "query" | "body"> {
  const takesBody = endpoint === undefined ? !["GET", "HEAD", "DELETE"].includes(method) : endpoint.body !== undefined;
  if (!takesBody) return { query: values };
  const inQuery = new Set(endpoint?.query);
  const part = (desired: boolean): JsonObject =>
    Object.fromEntries(Object.entries(values).filter(([name]) => inQuery.has(name) === desired));
  const body = part(false);
  return { query: part(true), ...(Object.keys(body).length > 0 || Object.keys(files).length > 0 ? { body } : {}) };
}

async function inputOf(name: string, cwd: string): Promise<JsonObject | readonly Json[]> {
  const text = name === "-" ? await standardInput() : (await bytesOf(name, cwd)).toString();
  const value = jsonIn(text);
  if (isObject(value)) return value;
  if (Array.isArray(value)) return value as readonly Json[];
  throw new TrueupError({
    code: "input.invalid",
    message: `The input ${name === "-" ? "from standard input" : name} is no JSON object or list.`,
    hint: "Give parameters as JSON, or as fields with -F.",
  });
}

async function standardInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces).toString();
}

/**
 * A file is uploaded if the description says that its parameter is a file. Everywhere else, its text is the value. A file without text is still uploaded to
 * an endpoint that is not described. Throws TrueupError `usage` where neither is possible.
 */
async function parametersOf({ fields, cwd }: Given, endpoint: Endpoint | undefined, request: string): Promise<Parameters> {
  const { values, files } = readFields(fields);
  const read = await Promise.all([...files].map(async ([name, path]) => ({ name, path, bytes: await bytesOf(path, cwd) })));
  const isUploaded = ({ name, bytes }: { readonly name: string; readonly bytes: Buffer }): boolean =>
    endpoint === undefined ? !isText(bytes) : endpoint.files?.includes(name) === true;
  for (const file of read) if (!isUploaded(file) && !isText(file.bytes)) throw noText(file, request);
  const texts = read.filter((file) => !isUploaded(file)).map(({ name, bytes }) => [name, bytes.toString()]);
  const parts = read.filter(isUploaded).map(({ name, path, bytes }) => [name, { filename: basename(path), bytes }] as const);
  return { values: Object.fromEntries([...Object.entries(values), ...texts]) as JsonObject, files: Object.fromEntries(parts) };
}

function isText(bytes: Buffer): boolean {
  return bytes.length <= constants.MAX_STRING_LENGTH && isUtf8(bytes);
}

function noText({ name, path }: { readonly name: string; readonly path: string }, request: string): TrueupError {
  return usage(
    `The file ${path} is no UTF-8 text, and the parameter ${name} of ${request} is no file.`,
    "trueup api --list shows the endpoints. A value that begins with @ is given by --raw-field.",
  );
}

/** More than any server takes. */
const largestUpload = 1024 * 1024 * 1024;

async function bytesOf(path: string, cwd: string): Promise<Buffer> {
  try {
    const { readRegular } = await import("../../trueup.js");
    return readRegular(resolve(cwd, path), largestUpload);
  } catch (error) {
    throw new TrueupError({
      code: "file.missing",
      message: `The file ${path} cannot be read: ${error instanceof Error && "code" in error ? (error instanceof TrueupError ? error.message : String(error.code)) : "unknown"}.`,
      hint: "Name a regular file that is there; a text that begins with @ is given by --raw-field.",
    });
  }
}
