import { Windows } from "./windows.js";

/** Whose limits: those of the hosted service, without headers on the routes that have limits of their own, as there; or the same with headers on every reply. */
export const RATE_LIMITS = ["hosted", "hosted-headers"] as const;

/** One of `RATE_LIMITS`. */
export type RateLimitsName = (typeof RATE_LIMITS)[number];

/** What a request is told of its limit. */
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
export const refusedRoute = {
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
    const told = {
      "RateLimit-Name": name,
      "RateLimit-Limit": String(requests),
      "RateLimit-Observed": String(count),
      "RateLimit-Remaining": String(Math.max(requests - count, 0)),
      "RateLimit-Reset": String(reset),
      "RateLimit-ResetTime": new Date(reset * 1000).toUTCString(),
    };
    return {
      isAdmitted,
      headers: {
        ...(special && !this.#isTold ? {} : told),
        ...(isAdmitted ? {} : { "Retry-After": String(Math.max(reset - second, 1)) }),
      },
      body: special ? refusedRoute : refusedAll,
    };
  }
}
