import { TrueupError } from "../../core/errors.js";
import { parsedUrl } from "../../core/url.js";

/** Where a request goes, as its path says it. */
export interface ApiPath {
  /** With its query; below `/api/v4`, or below the base address if `outside`. */
  readonly path: string;
  readonly outside: boolean;
}

/**
 * Reads a path as people give it: with or without its first slash and `/api/v4`, or a whole address of the server.
 * Throws TrueupError: `path.placeholder` where a `{name}` or `:name` was left in it, `path.server` for an address of another server, `path.invalid` for no address.
 */
export function readPath(text: string, server: string): ApiPath {
  const local = /^[a-z][a-z+.-]*:\/\//i.test(text) ? pathOnServer(text, server) : text;
  const path = `/${local.replace(/^\/+/, "")}`.replace(/^\/api\/v4(?=\/|\?|$)/, "");
  const placeholder = /\/(\{[^/}]*\}|:[A-Za-z_]\w*)(?=[/?]|$)/.exec(path)?.[1];
  if (placeholder !== undefined) {
    throw new TrueupError({
      code: "path.placeholder",
      message: `The path still holds ${placeholder}.`,
      hint: "Put the value there; the slashes of a full path are encoded as %2F, for example /projects/acme%2Fweb.",
      where: text,
    });
  }
  return { path: path.startsWith("/") ? path : `/${path}`, outside: /^\/oauth(\/|$)/.test(path) };
}

/** The credential must go nowhere else, so only path and query of the same server's addresses are taken. */
function pathOnServer(text: string, server: string): string {
  const url = parsedUrl(text);
  const base = new URL(server);
  const prefix = base.pathname.replace(/\/$/, "");
  if (url === undefined || url.username !== "" || url.password !== "" || url.hash !== "") {
    throw new TrueupError({
      code: "path.invalid",
      message: "This is no address of the API.",
      hint: "Give a path such as /projects.",
    });
  }
  if (url.origin === base.origin && (url.pathname === prefix || url.pathname.startsWith(`${prefix}/`))) {
    return url.pathname.slice(prefix.length) + url.search;
  }
  throw new TrueupError({
    code: "path.server",
    message: `${url.origin}${url.pathname} belongs to another server than ${server}, to which the credential goes.`,
    hint: `Give a path, or choose that server: --url ${url.origin}.`,
  });
}
