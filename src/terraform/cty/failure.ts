import { TrueupError } from "../../core/errors.js";
import type { TerraformType } from "../../derive/terraform/types.js";

/** The way to the value that is being read or written: attribute names, map keys, and places in lists. */
export type ValuePath = readonly (string | number)[];

/** A value that is not of its type, or bytes that are no value. `problem` goes on after the place. */
export function valueFailure(path: ValuePath, diagnostic: string): TrueupError {
  const at = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return new TrueupError({
    code: "terraform.value",
    message: `${at === "" ? "the value" : `\`${at.replace(/^\./, "")}\``} ${diagnostic}`,
    hint: "Terraform and this provider do not agree about the schema: run `terraform init -upgrade`, so that both use the same version of the provider",
  });
}

/** A type in words: `list of string`. */
export function typeInWords(type: TerraformType): string {
  if (typeof type === "string") return type;
  const [name, inner] = type;
  return name === "object" || name === "tuple" ? name : `${name} of ${typeInWords(inner)}`;
}
