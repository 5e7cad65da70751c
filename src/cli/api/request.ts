import { basename, resolve } from "node:path";
import type { FilePart } from "../../core/api.js";
import { TrueupError } from "../../core/errors.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import type { Endpoint } from "../../platform/endpoint.js";
import type { ApiCall, CallMethod } from "../../platform/index.js";
import { type RequestField, type RequestFields, readFields } from "./fields.js";
import type { ApiPath } from "./path.js";

/** What a request takes beside its method and path. */
export interface Given {
  readonly fields: readonly RequestField[];
  /** File with the body as JSON; `-` is standard input. */
  readonly input?: string | undefined;
  readonly cwd: string;
}

/** The request that the words ask for. Throws TrueupError `usage`, `input.invalid` or `file.missing`. */
export async function requestOf(
  method: CallMethod,
  { path, outside }: ApiPath,
  endpoint: Endpoint | undefined,
  given: Given,
): Promise<ApiCall> {
  const fields = readFields(given.fields);
  const body = given.input === undefined ? undefined : await inputOf(given.input, given.cwd);
  const parts = body === undefined ? divided(method, endpoint, fields) : { query: fields.values, body };
  if (fields.files.size > 0 && (body !== undefined || parts.body === undefined)) {
    throw new TrueupError({
      code: "usage",
      message: `${method} ${path} cannot take the file @${[...fields.files.values()][0]}.`,
      hint: "Files go along with fields of a write; a value that begins with @ is given by --raw-field.",
    });
  }
  return {
    method,
    path,
    outside,
    ...parts,
    files: await filesOf(fields.files, given.cwd),
    encoding: endpoint?.body,
    accept: endpoint === undefined ? "any" : (endpoint.reply ?? "json"),
  };
}

/** Reads and deletes take their parameters in the query, other writes in the body, unless the description says otherwise (document 1, conventions 5 and 6). */
function divided(
  method: CallMethod,
  endpoint: Endpoint | undefined,
  { values, files }: RequestFields,
): Pick<ApiCall, "query" | "body"> {
  const takesBody = endpoint === undefined ? !["GET", "HEAD", "DELETE"].includes(method) : endpoint.body !== undefined;
  if (!takesBody) return { query: values };
  const inQuery = new Set(endpoint?.query);
  const part = (desired: boolean): JsonObject =>
    Object.fromEntries(Object.entries(values).filter(([name]) => inQuery.has(name) === desired));
  const body = part(false);
  return { query: part(true), ...(Object.keys(body).length > 0 || files.size > 0 ? { body } : {}) };
}

async function inputOf(name: string, cwd: string): Promise<JsonObject | readonly Json[]> {
  const text = name === "-" ? await standardInput() : (await bytesOf(name, cwd)).toString();
  const value = parsed(text);
  if (isObject(value)) return value;
  if (Array.isArray(value)) return value as readonly Json[];
  throw new TrueupError({
    code: "input.invalid",
    message: `The input ${name === "-" ? "from standard input" : name} is no JSON object or list.`,
    hint: "Give parameters as JSON, or as fields with -f.",
  });
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

async function standardInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces).toString();
}

async function filesOf(files: ReadonlyMap<string, string>, cwd: string): Promise<Readonly<Record<string, FilePart>>> {
  const parts = [...files].map(
    async ([name, path]) => [name, { filename: basename(path), bytes: await bytesOf(path, cwd) }] as const,
  );
  return Object.fromEntries(await Promise.all(parts));
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
