import type { request as octokit } from "@octokit/request";
import { TrueupError } from "../../core/errors.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { fetchOver } from "../../platform/index.js";
import type { RunContext } from "../server/run-context.js";
import { connectForge, notTheForge } from "./forge-parts.js";
import type { ForgePlace } from "./forge.js";

/** Sends one request of GitHub's REST API. Throws ApiError. */
export type Send = typeof octokit;

/** Opens the way to a GitHub: github.com, or a server of its own whose API is below `/api/v3`. Sends nothing yet. Throws what choosing a server throws. */
export async function openGithubSend(
  place: ForgePlace,
  token: string,
  context: RunContext,
): Promise<{ readonly send: Send; readonly baseUrl: string; readonly close: () => Promise<void> }> {
  const connection = await connectForge({ ...place, url: place.url.replace(/\/api\/v3\/?$/, "") }, token, context);
  const { request } = await import("@octokit/request");
  const fetch = fetchOver({ ...connection, credential: { ...connection.credential, carrier: "bearer" } });
  const baseUrl = place.url.replace(/\/$/, "");
  const headers = { "x-github-api-version": "2022-11-28" };
  const send = withoutWrapping(request.defaults({ baseUrl, headers, request: { fetch } }));
  return { send, baseUrl, close: async () => connection.close() };
}

/** The library wraps what `fetch` throws in errors of its own, which say less. */
function withoutWrapping(send: Send): Send {
  return new Proxy(send, {
    apply: async (target, self: unknown, given: Parameters<Send>) => {
      try {
        return await Reflect.apply(target, self, given);
      } catch (error) {
        const cause = error instanceof Error ? error.cause : undefined;
        throw cause instanceof TrueupError ? cause : error;
      }
    },
  });
}

/** The parts of `owner/repository`. Throws TrueupError `usage` where it is no such name. */
export function placeOf(hosting: string): { readonly owner: string; readonly repo: string } {
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(hosting) ?? [];
  if (owner === undefined || repo === undefined || [owner, repo].some((part) => /^\.+$/.test(part)))
    throw new TrueupError({
      code: "usage",
      message: `${JSON.stringify(hosting)} names no repository of GitHub`,
      hint: "Write it like acme/desired.",
    });
  return { owner, repo };
}

/** The object of a reply. Throws TrueupError where it is none. */
export async function objectOf(sent: Promise<{ readonly data: unknown }>): Promise<JsonObject> {
  const { data } = await sent;
  if (!isObject(data as JsonObject)) throw notTheForge("request");
  return data as JsonObject;
}

/** Pages of a list at most: ten thousand comments are nobody's pull request. */
const mostPages = 100;

/** All items of a list. A `Link` says only that there is more: its address is not followed. Throws TrueupError `api.list_incomplete` for a list without an end. */
export async function pages(
  ask: (page: { readonly per_page: 100; readonly page: number }) => Promise<{
    readonly data: unknown;
    readonly headers: { readonly link?: string };
  }>,
): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = [];
  for (let page = 1; page <= mostPages; page++) {
    // oxlint-disable-next-line no-await-in-loop -- each page says whether there is another
    const { data, headers } = await ask({ per_page: 100, page });
    if (!Array.isArray(data)) throw notTheForge("list");
    for (const item of data as JsonObject[]) {
      if (!isObject(item)) throw notTheForge("list");
      all.push(item);
    }
    if (!/\brel="?next\b/.test(headers.link ?? "")) return all;
  }
  throw new TrueupError({
    code: "api.list_incomplete",
    message: `the list has more than ${mostPages} pages`,
    hint: "Look which comments or issues there are so many of.",
  });
}
