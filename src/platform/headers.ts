/** Headers of a reply, by lower-case name. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** One text for each header: repeated ones are joined by comma, as HTTP says. */
export function plainHeaders(raw: Readonly<Record<string, string | string[] | undefined>>): ReplyHeaders {
  const plain: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  }
  return plain;
}

/** A header that holds a whole number of at least 0; undefined for anything else. */
export function numberHeader(headers: ReplyHeaders, name: string): number | undefined {
  const text = headers[name]?.trim() ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The server's own time in milliseconds, so that its clock may differ from ours; `now` where it does not tell. */
export function serverTime(headers: ReplyHeaders, now: number): number {
  const date = Date.parse(headers["date"] ?? "");
  return Number.isNaN(date) ? now : date;
}

/** Milliseconds that `Retry-After` (seconds or an HTTP date) asks to wait; undefined without a usable one. */
export function retryAfter(headers: ReplyHeaders, now: number): number | undefined {
  const seconds = numberHeader(headers, "retry-after");
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(headers["retry-after"] ?? "");
  return Number.isNaN(date) ? undefined : Math.max(0, date - serverTime(headers, now));
}

/**
 * Milliseconds until a refusal with 403 ends that is about the rate (docs.github.com, "Rate limits for the REST API": `Retry-After`, else `x-ratelimit-reset` where nothing
 * remains); undefined for any other 403.
 */
export function rateRefusal(headers: ReplyHeaders, now: number): number | undefined {
  const reset = numberHeader(headers, "x-ratelimit-reset");
  const isUsedUp = numberHeader(headers, "x-ratelimit-remaining") === 0 && reset !== undefined;
  return retryAfter(headers, now) ?? (isUsedUp ? Math.max(0, reset * 1000 - serverTime(headers, now)) : undefined);
}

/** The target of `Link: <…>; rel="next"`; undefined where there is none. */
export function nextLink(headers: ReplyHeaders): string | undefined {
  for (const match of (headers["link"] ?? "").matchAll(/<([^>]*)>((?:\s*;\s*[\w-]+\s*=\s*(?:"[^"]*"|[^\s";,]+))*)/g)) {
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?=\s|;|$))/i.test(match[2] ?? "")) return match[1];
  }
  return undefined;
}
