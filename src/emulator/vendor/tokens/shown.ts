import type { Context } from "../../context.js";
import type { Json } from "../../json.js";
import type { Token } from "../../records.js";
import { isActive } from "./make.js";

/** A token as lists show it: without its value. */
export function presentToken({ knowledge }: Pick<Context, "knowledge">, token: Token): Record<string, Json> {
  const {
    id,
    user_id,
    name = "",
    revoked,
    created_at = null,
    description = null,
    scopes,
    last_used_at = null,
    expires_at,
  } = token;
  return {
    id,
    name,
    revoked,
    created_at,
    description,
    scopes,
    user_id,
    last_used_at,
    active: isActive(token),
    expires_at,
    ...(knowledge?.keys.has("last_used_ips") === true ? { last_used_ips: [] } : {}),
    ...(knowledge?.keys.has("granular") === true ? { granular: false } : {}),
    ...(token.impersonation === true ? { impersonation: true } : {}),
  };
}

/** A token as the reply of its creation shows it: with its value, this once. */
export function presentNew(context: Pick<Context, "knowledge">, token: Token): Record<string, Json> {
  return { ...presentToken(context, token), token: token.value };
}
