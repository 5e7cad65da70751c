import { tiers } from "../core/names.js";
import { readTimeouts, timeoutForms } from "../core/timeouts.js";
import { parsedUrl } from "../core/url.js";
import { dataDiagnostics, diagnostics } from "../derive/terraform/check-configuration.js";
import { providerAttributes } from "../derive/terraform/own.js";
import type { TerraformAttributes } from "../derive/terraform/types.js";
import type { ConfigurationDiagnostic } from "../derive/terraform/written.js";
import { type CtyValue, isObjectValue, isUnknown, type ObjectValue } from "./cty/value.js";
import { attributePath, codedDiagnostic } from "./diagnostics.js";
import type { ProtocolDiagnostic } from "./plugin/service.js";
import { configJson, type ResourceType } from "./resource-type.js";

/** What is wrong with a configuration of a kind, as far as its own words show it. `takesWriteOnly` is false for a Terraform that would store secrets. */
export function validateConfig(type: ResourceType, config: ObjectValue, takesWriteOnly: boolean): readonly ProtocolDiagnostic[] {
  const { attributes } = type;
  const stored = takesWriteOnly ? [] : storedSecrets(attributes, config).map((name) => tooOld(name, attributes));
  return [
    ...diagnostics(type, configJson(config)).map((diagnostic) => configurationToProtocol(diagnostic, attributes)),
    ...stored,
  ];
}

/** What is wrong with the configuration of a data source of a kind. */
export function validateData(type: ResourceType, config: ObjectValue): readonly ProtocolDiagnostic[] {
  return dataDiagnostics(type, configJson(config)).map((diagnostic) => configurationToProtocol(diagnostic, type.data));
}

function configurationToProtocol(
  { severity, path, message, allowed, rule }: ConfigurationDiagnostic,
  attributes: TerraformAttributes,
): ProtocolDiagnostic {
  const detail = allowed === undefined ? "" : allowedText(allowed);
  const place = path.map(String).join(".");
  const summary = place === "" || message.startsWith(place) ? message : `${place}: ${message}`;
  const kind = severity === "error" ? "ERROR" : "WARNING";
  return codedDiagnostic(kind, rule, { summary, detail }, attributePath(attributes, place));
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

function tooOld(name: string, attributes: TerraformAttributes): ProtocolDiagnostic {
  const detail = "Write-only attributes need Terraform 1.11 or newer: an older one would store the secret in its plan and state.";
  const summary = `${name} cannot be given to this Terraform`;
  return codedDiagnostic("ERROR", "terraform.write-only", { summary, detail }, attributePath(attributes, name));
}

const mostRequests = 100;

/** What is wrong with the block `provider "trueup"`, each at its place. Values are not quoted: an address may hold a password. */
export function validateBlock({ url, tier, concurrency: count, timeout }: ObjectValue): readonly ProtocolDiagnostic[] {
  const isOpen = (value: CtyValue = null): boolean => value === null || isUnknown(value);
  const isAddress = isOpen(url) || (typeof url === "string" && parsedUrl(url) !== undefined);
  const isTier = isOpen(tier) || tiers.some((known) => known === tier);
  const isNumber = isOpen(count) || (Number.isInteger(count) && Number(count) >= 1 && Number(count) <= mostRequests);
  const isLimit = isOpen(timeout) || isTimeout(timeout);
  return [
    ...(isAddress ? [] : [wrong("url", "it is no address", "Such as https://git.example.com")]),
    ...(isTier ? [] : [wrong("tier", "there is no such tier", `Allowed: ${tiers.join(", ")}`)]),
    ...(isLimit ? [] : [wrong("timeout", "it is no such limit", `Allowed: ${timeoutForms}`)]),
    ...(isNumber ? [] : [wrong("concurrency", "it is no such number", `Allowed: a whole number from 1 to ${mostRequests}`)]),
  ];
}

function isTimeout(value: unknown): boolean {
  try {
    readTimeouts(String(value));
    return true;
  } catch {
    return false;
  }
}

function wrong(name: string, what: string, allowed: string): ProtocolDiagnostic {
  const text = { summary: `${name}: ${what}`, detail: allowed };
  return codedDiagnostic("ERROR", "provider.value", text, attributePath(providerAttributes, name));
}
