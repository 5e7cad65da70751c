import type { ConfigFinding } from "../derive/terraform/config-finding.js";
import { dataFindings, findings } from "../derive/terraform/findings.js";
import type { TerraformAttributes } from "../derive/terraform/types.js";
import { isObjectValue, type ObjectValue } from "./cty/value.js";
import { attributePath, diagnostic } from "./diagnostics.js";
import { configJson } from "./meaning.js";
import type { Diagnostic } from "./plugin/service.js";
import type { ResourceType } from "./resource-type.js";

/** What is wrong with a configuration of a kind, as far as its own words show it. `takesWriteOnly` is false for a Terraform that would store secrets. */
export function validateConfig(type: ResourceType, config: ObjectValue, takesWriteOnly: boolean): readonly Diagnostic[] {
  const { attributes } = type;
  const stored = takesWriteOnly ? [] : storedSecrets(attributes, config).map((name) => tooOld(name, attributes));
  return [...findings(type, configJson(config)).map((one) => findingDiagnostic(one, attributes)), ...stored];
}

/** What is wrong with the configuration of a data source of a kind. */
export function validateData(type: ResourceType, config: ObjectValue): readonly Diagnostic[] {
  return dataFindings(type, configJson(config)).map((one) => findingDiagnostic(one, type.data));
}

function findingDiagnostic(
  { severity, path, message, allowed, rule }: ConfigFinding,
  attributes: TerraformAttributes,
): Diagnostic {
  const detail = [...(allowed === undefined ? [] : [allowedText(allowed)]), `(${rule})`].join("\n");
  const place = path.map(String).join(".");
  const summary = place === "" || message.startsWith(place) ? message : `${place}: ${message}`;
  return diagnostic(severity === "error" ? "ERROR" : "WARNING", summary, detail, attributePath(attributes, place));
}

/** What is allowed, or what to do: a question and a whole sentence stand for themselves. */
function allowedText(allowed: string): string {
  if (allowed.endsWith("?")) return allowed.charAt(0).toUpperCase() + allowed.slice(1);
  return /^[A-Z].*\.$/.test(allowed) ? allowed : `Allowed: ${allowed}`;
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
