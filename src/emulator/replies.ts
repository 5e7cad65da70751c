import type { Instance } from "./instance.js";
import type { Json } from "./json.js";

/** What a handler answers. Bytes and text go out as they are, everything else as JSON; no body at all when it is left out. */
export interface Reply {
  readonly status: number;
  readonly body?: Json | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** 200 with a body. */
export function ok(body: Json): Reply {
  return { status: 200, body };
}

/** 201 with the created thing. */
export function created(body: Json): Reply {
  return { status: 201, body };
}

/** The thing that a POST acted on, which was there before: 200, and 201 on real servers (the reference, statuses). */
export function acted({ instance }: { readonly instance: Instance }, body: Json): Reply {
  return instance.dialect === "vendor" ? created(body) : ok(body);
}

/** 202: the work goes on in the background. */
export function accepted(body: Json = { message: "202 Accepted" }): Reply {
  return { status: 202, body };
}

/** 204 without a body. */
export function noContent(): Reply {
  return { status: 204 };
}

/** The reply as it goes out. */
export function toResponse({ status, body, headers }: Reply): Response {
  if (body === undefined) return new Response(null, { status, headers: { ...headers } });
  if (body instanceof Uint8Array) return new Response(Buffer.from(body), { status, headers: { ...headers } });
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
}
