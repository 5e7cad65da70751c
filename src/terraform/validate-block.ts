import { tiers } from "../core/names.js";
import { readTimeouts, timeoutForms } from "../core/timeouts.js";
import { parsedUrl } from "../core/url.js";
import { providerAttributes } from "../derive/terraform/own.js";
import { type ObjectValue, isUnknown } from "./cty/value.js";
import { attributePath, protocolDiagnostic } from "./diagnostics.js";
import type { ProtocolDiagnostic } from "./plugin/service.js";

const mostRequests = 100;

/** What is wrong with the block `provider "trueup"`, each at its place. Values are not quoted: an address may hold a password. */
export function validateBlock({
  url = null,
  tier = null,
  concurrency = null,
  timeout = null,
}: ObjectValue): readonly ProtocolDiagnostic[] {
  const isAddress = url === null || isUnknown(url) || (typeof url === "string" && parsedUrl(url) !== undefined);
  const isTier = tier === null || isUnknown(tier) || tiers.some((one) => one === tier);
  const isNumber =
    concurrency === null ||
    isUnknown(concurrency) ||
    (Number.isInteger(concurrency) && Number(concurrency) >= 1 && Number(concurrency) <= mostRequests);
  return [
    ...(isAddress ? [] : [wrong("url", "it is no address", "Such as https://git.example.com")]),
    ...(isTier ? [] : [wrong("tier", "there is no such tier", `Allowed: ${tiers.join(", ")}`)]),
    ...(timeout === null || isUnknown(timeout) || isTimeout(timeout)
      ? []
      : [wrong("timeout", "it is no such limit", `Allowed: ${timeoutForms}`)]),
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
  return protocolDiagnostic("ERROR", `${name}: ${what}`, allowed, attributePath(providerAttributes, name));
}
