import { isIP } from "node:net";

/** The address that a text says; undefined if it says none. URL.canParse is not for this: once it is compiled, Node 20 takes non-ASCII addresses for wrong. */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Names of the machine itself. */
export const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** The host that an instance is called by: on a machine of its own it is `localhost`, whatever number it listens on. */
export function hostOf(url: string): string {
  const name = parsedUrl(url)?.hostname ?? "localhost";
  return LOOPBACK.includes(name) ? "localhost" : name;
}

/** A part of an address without its escapes; as it is, where these are none. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** True for an address of the web. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && parsedUrl(text) !== undefined;
}

/** True when an address names the server itself or its own network. */
export function isLocalUrl(text: string): boolean {
  const host = (parsedUrl(text)?.hostname ?? "").replace(/^\[|\]$/g, "").toLowerCase();
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  const version = isIP(host);
  if (version === 4) return /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host);
  return version === 6 && /^(?:::1?$|::ffff:7f|f[cd]|fe[89ab])/.test(host);
}

/** Query names that carry a credential; links never repeat them. */
export const CREDENTIAL_NAMES = ["private_token", "access_token", "job_token"] as const;
