import { isIP } from "node:net";
import { parsedUrl } from "../../url.js";

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
