import { typeOf } from "../../core/fields.js";
import { isObject, type Json } from "../../core/json.js";
import { tellsSecret } from "../../core/secret-names.js";
import { parsedUrl } from "../../core/url.js";
import type { ConfigurationDiagnostic } from "./configuration-diagnostic.js";
import { secretFormName } from "./describe.js";
import type { TerraformAttributes } from "./types.js";
import type { Written } from "./written.js";

/** Addresses that hold a password although their attribute is no secret: Terraform keeps all that is not write-only. */
export function storedSecretDiagnostics(
  attributes: TerraformAttributes,
  written: readonly Written[],
): readonly ConfigurationDiagnostic[] {
  return written.flatMap(({ name, field, value, path }): readonly ConfigurationDiagnostic[] => {
    const hidden = path.length === 1 && attributes[secretFormName(name)]?.role === "secret_form";
    const isStored = typeOf(field).isFreeText && !field.secret && typeof value === "string";
    if (!isStored || !parsedUrl(value)?.password) return [];
    return [
      {
        severity: "warning",
        rule: "secret.stored",
        path,
        message: "the address holds a password, which Terraform keeps in its plans and state",
        allowed: hidden
          ? `${secretFormName(path.map(String).join("."))}, which is in no plan and no state`
          : "the address without it, or a state that only those may read who may know the password",
      },
    ];
  });
}

/** Values under `unchecked` that go by the name of a secret: nothing there is write-only, because what is there is compared. */
export function storedUncheckedDiagnostics(
  name: string | undefined,
  unchecked: Json | undefined,
): readonly ConfigurationDiagnostic[] {
  if (name === undefined || !isObject(unchecked)) return [];
  return Object.entries(unchecked).flatMap(([one, value]): readonly ConfigurationDiagnostic[] => {
    if (!tellsSecret(one) || typeof value !== "string" || value === "") return [];
    return [
      {
        severity: "warning",
        rule: "secret.stored",
        path: [name, one],
        message: "it is called as a secret is: Terraform shows it nowhere, but keeps it in its plans and state",
        allowed: "a newer release of the provider that knows it, or a state that only those may read who may know it",
      },
    ];
  });
}
