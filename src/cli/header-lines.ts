import { tellsSecret, withoutSecretParameters } from "../core/secret-names.js";
import { clean } from "../report/text.js";

/** Headers, one a line after `mark`. Cookies are credentials too, and addresses may hold some; the output masks the token wherever it stands. */
export function headerLines(headers: Readonly<Record<string, string>>, mark = ""): string {
  return Object.entries(headers)
    .map(([name, value]) => `${mark}${name}: ${tellsSecret(name) ? "[secret]" : withoutSecretParameters(clean(value))}\n`)
    .join("");
}
