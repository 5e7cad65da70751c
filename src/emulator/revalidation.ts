import { createHash } from "node:crypto";

const OK = 200;
const NOT_MODIFIED = 304;

/**
 * A reply to a read with a weak `ETag` of its body, or 304 without a body where the caller says by `If-None-Match` that it has that one already
 * (RFC 9110, 13.1.2; real servers send weak ones). Whatever must not be stored goes out as it is.
 */
export async function revalidated(request: Request, response: Response): Promise<Response> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || response.status !== OK || response.headers.get("cache-control")?.includes("no-store") === true) return response;
  const body = Buffer.from(await response.arrayBuffer());
  const etag = `W/"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
  const headers = new Headers(response.headers);
  headers.set("ETag", etag);
  if (!headers.has("cache-control")) headers.set("Cache-Control", "max-age=0, private, must-revalidate");
  if (!names(request.headers.get("if-none-match") ?? "", etag)) return new Response(body, { status: OK, headers });
  headers.delete("content-type");
  return new Response(null, { status: NOT_MODIFIED, headers });
}

/** True for `*`, and for a list with the tag in it, weak or not: for reads the two are the same. */
function names(list: string, etag: string): boolean {
  const weak = (tag: string): string => tag.trim().replace(/^W\//, "");
  return list.trim() === "*" || list.split(",").some((tag) => weak(tag) === weak(etag));
}
