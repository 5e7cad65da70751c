import { isBinary } from "../../git/blobs.js";
import type { Reply } from "../../replies.js";

/** A text as a header can say it. */
export const headerText = (text: string): string => text.replaceAll(/[^\x20-\x7e]/gu, (letter) => encodeURIComponent(letter));

/** Content as it is, which no browser takes for a page. */
export function rawReply(bytes: Uint8Array, name?: string): Reply & { readonly headers: Readonly<Record<string, string>> } {
  return {
    status: 200,
    body: bytes,
    headers: {
      "Content-Type": isBinary(bytes) ? "application/octet-stream" : "text/plain; charset=utf-8",
      "Content-Disposition": name === undefined ? "inline" : `inline; filename="${headerText(name.replaceAll('"', "'"))}"`,
      "X-Content-Type-Options": "nosniff",
    },
  };
}
