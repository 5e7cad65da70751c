import type { Context } from "../../core/context.js";
import { compare } from "../../core/order.js";
import { type Json, type Token, picked } from "../../core/records.js";
import { isActive } from "./records.js";

/** A token as lists show it: without its value. */
export function presentToken({ knowledge }: Pick<Context, "knowledge">, token: Token): Record<string, Json> {
  const whole = { name: "", created_at: null, description: null, last_used_at: null, ...token };
  return {
    ...picked(whole, "id", "name", "revoked", "created_at", "description", "scopes", "user_id", "last_used_at"),
    active: isActive(token),
    expires_at: token.expires_at,
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

const TIMES = { created: "created_at", last_used: "last_used_at", expires: "expires_at" } as const;

/** `created_after` and the like: how long the time of a token is after what the request names must be as `isWanted` says. */
const byTime = (end: "after" | "before", isWanted: (milliseconds: number) => boolean): [string, Filter][] =>
  Object.entries(TIMES).map(([name, column]) => [
    `${name}_${end}`,
    ({ [column]: actual }, value) =>
      typeof actual === "string" && typeof value === "string" && isWanted(Date.parse(actual) - Date.parse(value)),
  ]);

const FILTERS: Readonly<Record<string, Filter>> = {
  revoked: (token, value) => token.revoked === value,
  state: (token, value) => value === "all" || isActive(token) === (value === "active"),
  search: ({ name = "" }, value) => typeof value !== "string" || name.toLowerCase().includes(value.toLowerCase()),
  ...Object.fromEntries([...byTime("after", (since) => since >= 0), ...byTime("before", (since) => since <= 0)]),
};

/** Orders of lists. Without one of these in the request, a list is ordered by number. */
const COLUMNS = new Map<string, "created_at" | "last_used_at" | "expires_at" | "name">([
  ...Object.entries(TIMES),
  ["name", "name"],
]);

/** Those tokens that the request asks for, in the order that it asks for; by number when it asks for none. */
export function askedTokens({ params }: Context, tokens: readonly Token[]): Token[] {
  const asked = Object.entries(FILTERS).filter(([name]) => (params.get(name) ?? null) !== null);
  const matchingTokens = tokens.filter((token) => asked.every(([name, filter]) => filter(token, params.get(name) ?? null)));
  const [, column = "id", direction = "asc"] = /^(\w+?)(?:_at)?_(asc|desc)/.exec(params.text("sort") ?? "") ?? [];
  const sign = direction === "desc" ? -1 : 1;
  const keyOf = (token: Token): string | number => token[COLUMNS.get(column) ?? "id"] ?? "";
  return matchingTokens.toSorted((token, other) => sign * compare(keyOf(token), keyOf(other)) || token.id - other.id);
}
