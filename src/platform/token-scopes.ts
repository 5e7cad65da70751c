import type { ReadApi } from "../core/api.js";
import { isObject } from "../core/json.js";
import { unlessRefused } from "./discover.js";

/**
 * The scopes of the token that asks (GitLab doc/api/personal_access_tokens.md, for tokens of projects and groups, too). Undefined where nobody tells: on servers of the
 * documents, which have no such route, and for OAuth and job tokens. Throws ApiError for anything but a refusal.
 */
export async function tokenScopes(read: ReadApi, dialect: "neutral" | "vendor"): Promise<readonly string[] | undefined> {
  if (dialect === "neutral") return undefined;
  const reply = await unlessRefused(read.get("/personal_access_tokens/self"), [400, 401, 403, 404]);
  const scopes = isObject(reply?.body) ? reply.body["scopes"] : undefined;
  return Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : undefined;
}
