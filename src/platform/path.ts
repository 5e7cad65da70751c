import { TrueupError } from "../core/errors.js";
import { withoutSecretParameters } from "../core/secret-names.js";
import { credentialParameters, parsedUrl } from "../core/url.js";
import type { Connection } from "./connection.js";
import { hasControl } from "./server.js";

/** The path prefix of the server's base address; empty if there is none. */
export function basePath(connection: Connection): string {
  return new URL(connection.url).pathname.replace(/\/$/, "");
}

/** The target on the server for a path below `/api/v4`. Throws TrueupError `path.invalid` for one that could lead elsewhere. */
export function apiTarget(connection: Connection, path: string): string {
  return `${basePath(connection)}/api/v4${checkedPath(connection, path)}`;
}

/** The target on the server for a path below its base address, such as `/oauth/token`. Throws like `apiTarget`. */
export function outsideTarget(connection: Connection, path: string): string {
  return basePath(connection) + checkedPath(connection, path);
}

/** The path, if it can lead nowhere but below where it is put. Throws TrueupError `path.invalid`. */
export function checkedPath(connection: Pick<Connection, "redactor">, path: string): string {
  const [route = ""] = path.split("?");
  const isOnServer = path.startsWith("/") && !path.startsWith("//");
  const hasDots = route.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
  if (!isOnServer || hasDots || hasControl(path) || /[\s\\#]/.test(path)) {
    throw new TrueupError({
      code: "path.invalid",
      message: `${JSON.stringify(withoutSecretParameters(connection.redactor.scrub(path)))} is no path of the API.`,
      hint: "Begin it with a slash, and encode what stands between slashes.",
    });
  }
  return path;
}

/**
 * Path and query of an address on the same server, below its base path; undefined if it leads to another origin or out of that path.
 * `location` may be relative to `from` (a target on the server).
 */
export function targetOnServer(connection: Connection, location: string, from = "/"): string | undefined {
  const { origin } = new URL(connection.url);
  const url = parsedUrl(location, origin + from);
  const base = basePath(connection);
  if (url === undefined) return undefined;
  if (url.origin !== origin || (url.pathname !== base && !url.pathname.startsWith(`${base}/`))) return undefined;
  return url.pathname + url.search;
}

/** The path below `/api/v4` of a link to a further page. Credentials in its query are left out; undefined if it leads elsewhere. */
export function apiPathOf(connection: Connection, link: string): string | undefined {
  const { origin } = new URL(connection.url);
  // Behind a proxy the server may think that it has another name: only path and query count.
  const url = parsedUrl(link, origin);
  if (url === undefined) return undefined;
  const base = `${basePath(connection)}/api/v4`;
  if (!url.pathname.startsWith(`${base}/`)) return undefined;
  return withoutCredentials(url.pathname.slice(base.length) + url.search);
}

/** A path and query without the parameters that carry credentials: a server may send them back, and they are put in anew for each request. */
export function withoutCredentials(target: string): string {
  const mark = target.indexOf("?");
  if (mark < 0) return target;
  const path = target.slice(0, mark);
  const names = new Set<string>(Object.values(credentialParameters));
  const pairs = target.slice(mark + 1).split("&");
  const kept = pairs.filter((pair) => !names.has([...new URLSearchParams(pair).keys()][0] ?? ""));
  return kept.length === 0 ? path : `${path}?${kept.join("&")}`;
}
