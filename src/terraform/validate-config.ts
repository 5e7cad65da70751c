import type { TerraformAttributes } from "../derive/terraform/types.js";
import { isObjectValue, type ObjectValue } from "./cty/value.js";
import { attributePath, diagnostic } from "./diagnostics.js";
import type { Diagnostic } from "./plugin/service.js";
import type { ResourceType } from "./resource-type.js";

/** What is wrong with a configuration of a kind, as far as its own words show it. `takesWriteOnly` is false for a Terraform that would store secrets. */
export function validateConfig(
  { attributes }: ResourceType,
  config: ObjectValue,
  takesWriteOnly: boolean,
): readonly Diagnostic[] {
  return takesWriteOnly ? [] : storedSecrets(attributes, config).map((name) => tooOld(name, attributes));
}

function storedSecrets(attributes: TerraformAttributes, config: ObjectValue): readonly string[] {
  return Object.entries(attributes).flatMap(([name, { writeOnly, nested }]) => {
    const value = config[name] ?? null;
    if (writeOnly) return value === null ? [] : [name];
    if (!isObjectValue(value) || nested?.mode !== "single") return [];
    return storedSecrets(nested.attributes, value).map((inner) => `${name}.${inner}`);
  });
}

function tooOld(name: string, attributes: TerraformAttributes): Diagnostic {
  const detail = "Write-only attributes need Terraform 1.11 or newer: an older one would store the secret in its plan and state.";
  return diagnostic("ERROR", `${name} cannot be given to this Terraform`, detail, attributePath(attributes, name));
}
