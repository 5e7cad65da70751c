import { Buffer } from "node:buffer";
import { CREDENTIAL_NAMES } from "../../auth.js";
import type { Context } from "../../context.js";
import type { Json } from "../../json.js";
import { ok } from "../../replies.js";
import type { Reply } from "../../replies.js";

/** A page of a list that real servers do not count: nothing says how many there are, or where the last page is. */
export function withoutTotal(reply: Reply): Reply {
  const { "X-Total": _, "X-Total-Pages": _pages, Link: link = "", ...headers } = reply.headers ?? {};
  const links = link.split(", ").filter((one) => !one.endsWith('rel="last"'));
  return { ...reply, headers: { ...headers, Link: links.join(", ") } };
}

/**
 * A keyset page of a list that is in order already: `page_token` is the place of the last thing of the page before, and the next link carries one.
 * @param place what names a thing in the list
 */
export function pageFrom<T>(
  context: Context,
  sorted: readonly T[],
  place: (item: T) => string,
  present: (item: T) => Json,
): Reply {
  const { params, instance, request } = context;
  const token = params.text("page_token");
  const start = token === undefined ? 0 : sorted.findIndex((item) => tokenOf(place(item)) === token || place(item) === token) + 1;
  const size = Math.min(params.number("per_page") ?? 20, 100);
  const items = sorted.slice(start, start + size);
  const last = items.at(-1);
  const headers: Record<string, string> = {};
  if (last !== undefined && start + size < sorted.length) {
    const query = new URLSearchParams(request.query);
    for (const name of [...CREDENTIAL_NAMES, "page"]) query.delete(name);
    query.set("page_token", tokenOf(place(last)));
    headers["Link"] = `<${instance.url}${request.path}?${query.toString()}>; rel="next"`;
  }
  return { ...ok(items.map(present)), headers };
}

const tokenOf = (text: string): string => Buffer.from(text).toString("base64url");
