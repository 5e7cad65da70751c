import type { Context } from "../../core/context.js";
import type { Json } from "../../core/json.js";
import type { Token } from "../../core/records.js";
import { isActive } from "./records.js";

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

type Filter = (token: Token, value: Json) => boolean;

const isSince = (own: string | null | undefined, value: Json): boolean =>
  typeof own === "string" && typeof value === "string" && Date.parse(own) >= Date.parse(value);

const isUntil = (own: string | null | undefined, value: Json): boolean =>
  typeof own === "string" && typeof value === "string" && Date.parse(own) <= Date.parse(value);

const FILTERS: Readonly<Record<string, Filter>> = {
  revoked: (token, value) => token.revoked === value,
  state: (token, value) => value === "all" || isActive(token) === (value === "active"),
  search: ({ name = "" }, value) => typeof value !== "string" || name.toLowerCase().includes(value.toLowerCase()),
  created_after: (token, value) => isSince(token.created_at, value),
  created_before: (token, value) => isUntil(token.created_at, value),
  last_used_after: (token, value) => isSince(token.last_used_at, value),
  last_used_before: (token, value) => isUntil(token.last_used_at, value),
  expires_after: (token, value) => isSince(token.expires_at, value),
  expires_before: (token, value) => isUntil(token.expires_at, value),
};

const COLUMNS = ["created", "expires", "last_used", "name", "id"] as const;

/** Those tokens that the request asks for, in the order that it asks for; by number when it asks for none. */
export function askedTokens({ params }: Context, tokens: readonly Token[]): Token[] {
  const asked = Object.entries(FILTERS).filter(([name]) => (params.get(name) ?? null) !== null);
  const found = tokens.filter((token) => asked.every(([name, filter]) => filter(token, params.get(name) ?? null)));
  const [, column = "id", direction = "asc"] = /^(\w+?)(?:_at)?_(asc|desc)/.exec(params.text("sort") ?? "") ?? [];
  const sign = direction === "desc" ? -1 : 1;
  const known = COLUMNS.find((one) => one === column) ?? "id";
  return found.toSorted((one, other) => sign * compare(keyOf(one, known), keyOf(other, known)) || one.id - other.id);
}

function keyOf(token: Token, column: (typeof COLUMNS)[number]): string | number {
  switch (column) {
    case "created":
      return token.created_at ?? "";
    case "expires":
      return token.expires_at ?? "";
    case "last_used":
      return token.last_used_at ?? "";
    case "name":
      return token.name ?? "";
    default:
      return token.id;
  }
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
