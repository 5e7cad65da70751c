// What is kept of a reply: its status, the headers that clients read, and its body.

const read =
  /^(?:content-type|etag|link|location|retry-after|allow|www-authenticate|set-cookie|x-total.*|x-(?:next|prev|per)-page|x-page|ratelimit-.*)$/;

/** Reads a response whole. */
export async function readReply(response) {
  const headers = Object.fromEntries([...response.headers].filter(([name]) => read.test(name)));
  return { status: response.status, headers, body: bodyText(Buffer.from(await response.arrayBuffer())) };
}

/** Bytes as text; as base64 with a mark before it, if they are no text. */
export function bodyText(bytes) {
  const text = bytes.toString("utf8");
  return !text.includes("\0") && Buffer.from(text).equals(bytes) ? text : `base64:${bytes.toString("base64")}`;
}

/** The bytes that `bodyText` made a text of. */
export function bodyBytes(text) {
  return text.startsWith("base64:") ? Buffer.from(text.slice("base64:".length), "base64") : Buffer.from(text);
}
