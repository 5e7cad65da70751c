import { clean } from "../report/text.js";

/** Headers, one a line after `mark`. They come without secrets (`withoutSecretHeaders`). */
export function headerLines(headers: Readonly<Record<string, string>>, mark = ""): string {
  return Object.entries(headers)
    .map(([name, value]) => `${mark}${name}: ${clean(value)}\n`)
    .join("");
}
