import type { Hono } from "hono";
import type { Dialect } from "./instance.js";
import type { Operation } from "./operations.js";
import { toResponse } from "./replies.js";

/** What a preflight may name: the headers of simple requests, and `Authorization` (document 1, Cross-origin requests). */
const ALLOWED_HEADERS = ["accept", "accept-language", "content-language", "content-type", "range", "authorization"];

/** Lets pages of other origins read the replies of operations with `x-cors`, and answers their preflights where that is `preflight`. */
export function addCors(application: Hono, operations: readonly Operation[], dialect: Dialect): void {
  const shared = operations.filter(({ cors }) => cors !== "none");
  for (const path of new Set(shared.flatMap(({ paths }) => paths))) {
    const there = shared.filter(({ paths }) => paths.includes(path));
    const asked = there.filter(({ cors }) => cors === "preflight").map(({ method }) => method);
    application.use(path, async (c, next) => {
      if (c.req.header("origin") === undefined) return next();
      const method = c.req.header("access-control-request-method");
      if (c.req.method === "OPTIONS" && method !== undefined && asked.length > 0)
        return preflight(asked, method, c.req.header("access-control-request-headers") ?? "", dialect);
      await next();
      if (!there.some((operation) => operation.method === c.req.method)) return undefined;
      c.res.headers.set("Access-Control-Allow-Origin", "*");
      c.res.headers.append("Vary", "Origin");
      return undefined;
    });
  }
}

function preflight(methods: readonly string[], method: string, names: string, dialect: Dialect): Response {
  const refused = names
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && !ALLOWED_HEADERS.includes(name));
  if (methods.includes(method) && refused.length === 0) {
    return new Response(null, {
      status: 200,
      headers: {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": [...methods, "OPTIONS"].join(", "),
        "Access-Control-Allow-Headers": "Authorization",
        "Access-Control-Max-Age": "7200",
        Vary: "Origin",
      },
    });
  }
  // Real servers answer a refused preflight with nothing at all, and browsers read that as a no.
  if (dialect === "vendor") return new Response(null, { status: 200 });
  const reason = refused.length === 0 ? `${method} is not among ${methods.join(", ")}` : `${refused.join(", ")} may not be sent`;
  const message = `403 Forbidden - ${reason}. Only the headers of simple requests and Authorization may appear in a preflight.`;
  return toResponse({ status: 403, body: { message } });
}
