import type { HttpBindings } from "@hono/node-server";
import { findCredentialValue, limitedCaller } from "./auth.js";
import type { Operation } from "./operations.js";
import type { Store } from "./store.js";
import type { Admission, RateLimits, Throttles } from "./throttles.js";

/** What counts requests before they are answered. */
export interface Doorkeepers {
  readonly adminToken: string;
  readonly rateLimits?: RateLimits | undefined;
  /** The limits that settings say; of real servers only. */
  readonly throttles?: Throttles | undefined;
  /** True where those are not for the token that the emulator was started with. */
  readonly exemptToken?: boolean | undefined;
}

/** A request, and where it comes from. */
export interface Incoming {
  readonly request: Request;
  readonly address: string;
}

/** The address that a request comes from; blank where it comes from no network. */
export function addressOf(environment: unknown): string {
  const { incoming } = (environment ?? {}) as Partial<HttpBindings>;
  return incoming?.socket.remoteAddress ?? "";
}

/** Counts a request for the limits that there are; undefined where there are none. `path` is its route. */
export function admit(
  { rateLimits, throttles, adminToken, exemptToken = false }: Doorkeepers,
  store: Store,
  { protocol, method }: Operation,
  path: string,
  { request, address }: Incoming,
): Admission | undefined {
  if (protocol !== "api" || (rateLimits === undefined && throttles === undefined)) return undefined;
  const { headers, url } = request;
  const { pathname, searchParams: query } = new URL(url);
  const caller = limitedCaller(store, headers, query, adminToken);
  const route = `${method} ${path.replace("/api/v4", "")}`;
  const arrival = { route, path: pathname.replace("/api/v4", ""), query, caller, address };
  const isExempt = exemptToken && findCredentialValue(request)?.trim() === adminToken;
  const refusal = isExempt ? undefined : throttles?.refusal(arrival, Date.now());
  return refusal === undefined ? rateLimits?.admit(route, caller, Date.now()) : { ...refusal, isAdmitted: false };
}
