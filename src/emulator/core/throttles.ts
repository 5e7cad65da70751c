import type { HttpBindings } from "@hono/node-server";
import { findCredentialValue, limitedCaller } from "./auth.js";
import { instanceSetting, numberSetting, textSetting } from "./instance-settings.js";
import type { Operation } from "./operations.js";
import type { Store } from "./store.js";

/** What is known of a request before anybody answers it. */
interface Arrival {
  /** Method and template below `/api/v4`. */
  readonly route: string;
  /** The path that was sent, with that. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Number of the user that calls; blank where nobody is signed in. */
  readonly caller: string;
  /** Where it comes from. */
  readonly address: string;
}

type Refusal = Omit<Admission, "isAdmitted">;

/** A limit of one route: the setting with the number of requests, for whom, and the minutes that they are counted in. */
interface RouteLimit {
  readonly setting: string;
  readonly minutes?: number;
  /** The setting for callers that are not signed in; they are not limited without one. */
  readonly unauthenticated?: string;
}

const searching: RouteLimit = { setting: "search_rate_limit", unauthenticated: "search_rate_limit_unauthenticated" };

const removing: RouteLimit = { setting: "members_delete_limit" };

const archiving: RouteLimit = { setting: "group_archive_unarchive_api_limit" };

/** Those inside the application (the documentation of real servers: rate limits). One that nobody has set lets everything pass here: tests ask more in a minute than people do. */
const ROUTES: Readonly<Record<string, RouteLimit>> = {
  "GET /projects": { setting: "projects_api_limit", minutes: 10, unauthenticated: "projects_api_rate_limit_unauthenticated" },
  "GET /projects/{}": { setting: "project_api_limit" },
  "GET /projects/{}/invited_groups": { setting: "project_invited_groups_api_limit" },
  "GET /projects/{}/members/all": { setting: "project_members_api_limit" },
  "GET /projects/{}/jobs": { setting: "project_jobs_api_rate_limit" },
  "GET /groups": { setting: "groups_api_limit" },
  "GET /groups/{}": { setting: "group_api_limit" },
  "GET /groups/{}/projects": { setting: "group_projects_api_limit" },
  "GET /groups/{}/groups/shared": { setting: "group_shared_groups_api_limit" },
  "GET /groups/{}/invited_groups": { setting: "group_invited_groups_api_limit" },
  "POST /groups/{}/archive": archiving,
  "POST /groups/{}/unarchive": archiving,
  "GET /users/{}": { setting: "users_get_by_id_limit", minutes: 10 },
  "GET /users/{}/projects": { setting: "user_projects_api_limit" },
  "GET /users/{}/contributed_projects": { setting: "user_contributed_projects_api_limit" },
  "GET /users/{}/starred_projects": { setting: "user_starred_projects_api_limit" },
  "GET /users/{}/followers": { setting: "users_api_limit_followers" },
  "GET /users/{}/following": { setting: "users_api_limit_following" },
  "GET /users/{}/status": { setting: "users_api_limit_status" },
  "GET /users/{}/keys": { setting: "users_api_limit_ssh_keys" },
  "GET /users/{}/keys/{}": { setting: "users_api_limit_ssh_key" },
  "GET /users/{}/gpg_keys": { setting: "users_api_limit_gpg_keys" },
  "GET /users/{}/gpg_keys/{}": { setting: "users_api_limit_gpg_key" },
  "DELETE /projects/{}/members/{}": removing,
  "DELETE /groups/{}/members/{}": removing,
  "GET /search": searching,
  "GET /projects/{}/search": searching,
  "GET /groups/{}/search": searching,
  "POST /projects/{}/issues": { setting: "issues_create_limit" },
  "POST /projects/{}/issues/{}/notes": { setting: "notes_create_limit" },
  "POST /projects/{}/merge_requests/{}/notes": { setting: "notes_create_limit" },
  "POST /projects/{}/snippets/{}/notes": { setting: "notes_create_limit" },
  "POST /projects/{}/export": { setting: "project_export_limit" },
  "GET /projects/{}/export/download": { setting: "project_download_export_limit" },
  "POST /projects/import": { setting: "project_import_limit" },
  "POST /groups/{}/export": { setting: "group_export_limit" },
  "GET /groups/{}/export/download": { setting: "group_download_export_limit" },
  "POST /groups/import": { setting: "group_import_limit" },
};

/** Parts of the API that have a throttle of their own, which counts in place of the general one where it is on. */
const PARTS: readonly { readonly name: string; readonly has: (arrival: Arrival) => boolean }[] = [
  { name: "packages_api", has: ({ path }) => /^\/(?:(?:projects|groups)\/[^/]+\/)?(?:-\/)?packages\//.test(path) },
  { name: "files_api", has: ({ path }) => /^\/projects\/[^/]+\/repository\/files\/./.test(path) },
  {
    name: "deprecated_api",
    has: ({ route, query }) =>
      /^GET \/groups\/\{\w*\}$/.test(route) && !["false", "0"].includes(query.get("with_projects") ?? ""),
  },
];

/** Counts in fixed windows that begin with the clock, as real servers do. */
class Windows {
  readonly #counts = new Map<string, number>();
  #second = 0;

  /** @param length seconds of a window; `now` milliseconds since 1970 */
  count(key: string, length: number, now: number): Counted {
    const second = Math.floor(now / 1000);
    const reset = (Math.floor(second / length) + 1) * length;
    this.#forget(second);
    const name = `${reset} ${key}`;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return { count, reset };
  }

  /** Drops the windows that are over. */
  #forget(second: number): void {
    if (second === this.#second) return;
    this.#second = second;
    for (const name of this.#counts.keys()) if (Number.parseInt(name, 10) <= second) this.#counts.delete(name);
  }
}

function headersOf(name: string, limit: number, remaining: number, { count, reset }: Counted): Record<string, string> {
  return {
    "RateLimit-Name": name,
    "RateLimit-Limit": String(limit),
    "RateLimit-Observed": String(count),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(reset),
    "RateLimit-ResetTime": new Date(reset * 1000).toUTCString(),
  };
}

/** The limits that the settings of a real server say, once somebody set them. */
export class Throttles {
  readonly #windows = new Windows();
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Counts a request; what it is answered where it is one too many. `now` is milliseconds since 1970. */
  refusal(arrival: Arrival, now: number): Refusal | undefined {
    return this.#throttled(arrival, now) ?? this.#limited(arrival, now);
  }

  #throttled(arrival: Arrival, now: number): Refusal | undefined {
    const who = arrival.caller === "" ? "unauthenticated" : "authenticated";
    const isOn = (name: string): boolean => instanceSetting(this.#store, `throttle_${who}_${name}_enabled`) === true;
    const name = PARTS.find((part) => isOn(part.name) && part.has(arrival))?.name ?? (isOn("api") ? "api" : undefined);
    if (name === undefined) return undefined;
    const throttle = `throttle_${who}_${name}`;
    const limit = numberSetting(this.#store, `${throttle}_requests_per_period`) || DEFAULT.requests;
    const period = numberSetting(this.#store, `${throttle}_period_in_seconds`) || DEFAULT.seconds;
    const { count, reset } = this.#windows.count(`${throttle} ${arrival.caller || arrival.address}`, period, now);
    if (count <= limit) return undefined;
    const text = `${textSetting(this.#store, "rate_limiting_response_text") ?? "Retry later"}\n`;
    // For each minute, however long the period is.
    const headers = headersOf(throttle, Math.ceil((limit * 60) / period), 0, { count, reset });
    return { headers: { ...headers, "Retry-After": String(reset - Math.floor(now / 1000)) }, body: { text, type: "text/plain" } };
  }

  #limited({ route, caller, address }: Arrival, now: number): Refusal | undefined {
    const routeLimit = ROUTES[route.replaceAll(/\{\w+\}/g, "{}")];
    const setting = caller === "" ? routeLimit?.unauthenticated : routeLimit?.setting;
    const limit = setting === undefined ? 0 : numberSetting(this.#store, setting);
    if (setting === undefined || limit === 0) return undefined;
    const { count, reset } = this.#windows.count(`${setting} ${caller || address}`, (routeLimit?.minutes ?? 1) * 60, now);
    if (count <= limit) return undefined;
    return { headers: { "Retry-After": String(reset - Math.floor(now / 1000)) }, body: refusedRoute };
  }
}

/** What a throttle is that is on and says no more. */
const DEFAULT = { requests: 3600, seconds: 3600 };

/** Whose limits: those of the hosted service, without headers on the routes that have limits of their own, as there; or the same with headers on every reply. */
const RATE_LIMITS = ["hosted", "hosted-headers"] as const;

/** One of `RATE_LIMITS`. */
export type RateLimitsName = (typeof RATE_LIMITS)[number];

/** The answer of the limits to a request. */
export interface Admission {
  readonly isAdmitted: boolean;
  /** For its reply, whatever that is. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the 429, where it is not admitted. */
  readonly body: { readonly text: string; readonly type: string };
}

interface RateLimit {
  readonly name: string;
  readonly requests: number;
  /** Windows of a minute. */
  readonly minutes: number;
}

/** The reference of real servers, bulk reads, section 1. All for each user. */
const general: RateLimit = { name: "throttle_authenticated_api", requests: 2000, minutes: 1 };

const ofRoutes: Readonly<Record<string, RateLimit>> = {
  "GET /projects/{}": { name: "project_api", requests: 400, minutes: 1 },
  "GET /projects": { name: "projects_api", requests: 2000, minutes: 10 },
  "GET /groups/{}": { name: "group_api", requests: 400, minutes: 1 },
  "GET /groups/{}/projects": { name: "group_projects_api", requests: 600, minutes: 1 },
  "GET /groups": { name: "groups_api", requests: 200, minutes: 1 },
  "GET /groups/{}/members/all": { name: "list_all_members_api", requests: 200, minutes: 1 },
  "GET /projects/{}/members/all": { name: "list_all_members_api", requests: 200, minutes: 1 },
};

/** Limits inside the application and those before it answer differently (the reference of real servers, section A, 429). */
const refusedRoute = {
  text: JSON.stringify({ message: { error: "This endpoint has been requested too many times. Try again later." } }),
  type: "application/json",
};

const refusedAll = { text: "Retry later\n", type: "text/plain" };

/** Counts requests in fixed windows that begin with the clock, as real servers do, for each caller and limit. */
export class RateLimits {
  readonly #windows = new Windows();
  readonly #isTold: boolean;
  readonly #minute: number;

  /** @param minute seconds that stand for a minute: a run that takes minutes can be tried in seconds */
  constructor(limits: RateLimitsName, minute = 60) {
    this.#isTold = limits === "hosted-headers";
    this.#minute = minute;
  }

  /** Counts one request. `route` is method and template below `/api/v4`, `now` milliseconds since 1970. */
  admit(route: string, caller: string, now: number): Admission {
    const special = ofRoutes[route.replaceAll(/\{\w+\}/g, "{}")];
    const { name, requests, minutes } = special ?? general;
    const second = Math.floor(now / 1000);
    const { count, reset } = this.#windows.count(`${name} ${caller}`, this.#minute * minutes, now);
    const isAdmitted = count <= requests;
    const headers = headersOf(name, requests, Math.max(requests - count, 0), { count, reset });
    return {
      isAdmitted,
      headers: {
        ...(special && !this.#isTold ? {} : headers),
        ...(isAdmitted ? {} : { "Retry-After": String(Math.max(reset - second, 1)) }),
      },
      body: special ? refusedRoute : refusedAll,
    };
  }
}

/** How often something was counted in its window, and when that ends, in seconds since 1970. */
interface Counted {
  readonly count: number;
  readonly reset: number;
}

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
