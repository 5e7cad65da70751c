import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson, type Value } from "../../core/json.js";

/** HMAC-SHA256 over the canonical JSON of a value: 32 bytes that nobody makes without the key. */
export function hmacOf(value: Value, key: string): Buffer {
  return createHmac("sha256", key).update(canonicalJson(value)).digest();
}

/** True for two equal seals; takes as long for any two of one length. */
export function isSameSeal(given: Buffer, right: Buffer): boolean {
  return given.length === right.length && timingSafeEqual(given, right);
}
