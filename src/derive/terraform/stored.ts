import { typeOf } from "../../core/fields.js";
import { parsedUrl } from "../../core/url.js";
import type { ConfigurationDiagnostic } from "./configuration-diagnostic.js";
import type { Written } from "./written.js";

/** Addresses that hold a password although their attribute is no secret: Terraform keeps all that is not write-only. */
export function storedSecretDiagnostics(written: readonly Written[]): readonly ConfigurationDiagnostic[] {
  return written.flatMap(({ field, value, path }): readonly ConfigurationDiagnostic[] => {
    const isStored = typeOf(field).isFreeText && !field.secret && typeof value === "string";
    if (!isStored || !parsedUrl(value)?.password) return [];
    return [
      {
        severity: "warning",
        rule: "secret.stored",
        path,
        message: "the address holds a password, which Terraform keeps in its plans and state",
        allowed: "the address without it, or a state that only those may read who may know the password",
      },
    ];
  });
}
