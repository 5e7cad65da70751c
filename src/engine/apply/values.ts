import { createHash } from "node:crypto";
import type { FilePart, ReadApi, WriteRequest } from "../../core/api.js";
import { TrueupError } from "../../core/errors.js";
import { isObject, type Json, type JsonObject, type Value } from "../../core/json.js";
import {
  type FileValue,
  isFile,
  isLookup,
  isMasked,
  isPlaceholder,
  isRef,
  isSecret,
  type PictureValue,
  type Placeholder,
} from "../../core/placeholders.js";
import type { Call } from "../../core/plan.js";
import { numberOf, replyError } from "../../core/reply.js";
import { fillPath, type ReadRoute, routePath } from "../../core/route.js";
import type { ResolveSecret } from "../plan/index.js";
import { type Settling, untilAnswered } from "./patience.js";

/** What fills the placeholders of a call. */
export interface ValueSources {
  readonly read: ReadApi;
  readonly resolve: ResolveSecret;
  /** Bytes of a file relative to the root of the files; throws TrueupError if it is not there or lies outside. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** Replies of earlier calls by call id. */
  readonly replies: ReadonlyMap<string, JsonObject>;
  readonly patience: Settling;
}

/** Fills in a call whose parameters are filled in already: placeholders become what they stand for. Throws if one cannot be filled. */
export async function fillCall(call: Call, params: JsonObject, sources: ValueSources): Promise<WriteRequest> {
  const files: Record<string, FilePart> = {};
  const body: Record<string, Json> = {};
  for (const [name, value] of Object.entries(call.body ?? {})) {
    if (value === undefined) continue;
    if (isFile(value)) files[name] = await filePart(value, sources);
    else body[name] = await fill(value, params, sources);
  }
  return {
    method: call.method,
    path: fillPath(call.path, params),
    ...(call.body === undefined ? {} : { body }),
    ...(Object.keys(files).length > 0 ? { files } : {}),
  };
}

/** The parameters of a call's path, filled in. */
export async function fillParams(call: Call, sources: ValueSources): Promise<JsonObject> {
  return (await fill(call.params, {}, sources)) as JsonObject;
}

async function fill(value: Value, params: JsonObject, sources: ValueSources): Promise<Json> {
  if (isPlaceholder(value)) return fillPlaceholder(value, params, sources);
  if (Array.isArray(value)) return Promise.all(value.map((item: Value) => fill(item, params, sources)));
  if (!isObject(value)) return value as Json;
  const parts = await Promise.all(
    Object.entries(value).map(async ([name, part]): Promise<[string, Json | undefined]> => [
      name,
      part === undefined ? undefined : await fill(part, params, sources),
    ]),
  );
  return Object.fromEntries(parts);
}

async function fillPlaceholder(value: Placeholder, params: JsonObject, sources: ValueSources): Promise<Json> {
  if (isSecret(value)) return sources.resolve(value.$secret);
  if (isMasked(value)) return null;
  if (isRef(value)) return field(sources.replies.get(value.$ref), value.field, `the reply of ${value.$ref}`);
  if (isLookup(value)) {
    const path = routePath(value.$lookup as ReadRoute, params);
    // What an earlier call made, or what came with it, may take a moment to show.
    const shown = await untilAnswered(async () => {
      const reply = await sources.read.find(path);
      return (reply?.[value.field] ?? null) === null ? undefined : reply;
    }, sources.patience);
    return field(shown, value.field, `GET ${path}`);
  }
  const { $file } = value as FileValue | PictureValue;
  throw new TrueupError({ code: "apply.value", message: `${$file} is a picture, and stands where none can be sent` });
}

function field(reply: JsonObject | undefined, attribute: string, where: string): Json {
  const value = attribute === "id" ? reply && numberOf(reply) : reply?.[attribute];
  if (value === undefined || value === null) {
    throw new TrueupError({
      code: "apply.value",
      message: `${where} has no ${attribute}`,
      hint: "Plan again: the platform has changed since.",
    });
  }
  if (reply && typeof value === "object") throw replyError(reply, { attribute, due: "a plain value", shown: value });
  return value;
}

/** The upload's name carries the hash of its content, so that later replies tell whether it is still the same picture. Throws if it is another file now. */
export async function filePart(file: FileValue, { readFile }: Pick<ValueSources, "readFile">): Promise<FilePart> {
  const bytes = await readFile(file.$file);
  if (createHash("sha256").update(bytes).digest("hex") !== file.sha256) {
    throw new TrueupError({
      code: "apply.file-changed",
      message: `${file.$file} is not the file that was planned`,
      hint: "Plan again.",
    });
  }
  const extension = /\.[a-z0-9]+$/i.exec(file.$file)?.[0].toLowerCase() ?? "";
  return { filename: `trueup-${file.sha256}${extension}`, bytes };
}
