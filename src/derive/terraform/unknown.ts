import { isObject, type Json, type JsonObject } from "../../core/json.js";

/** Stands in a configuration for a value that is known only after apply. It is told by identity: no value that a user writes is it. */
export const notYetKnown: JsonObject = Object.freeze({});

/** True if a value is not known yet, or something in it is not. */
export function holdsUnknown(value: Json | undefined): boolean {
  if (value === notYetKnown) return true;
  if (Array.isArray(value)) return value.some((item: Json) => holdsUnknown(item));
  return isObject(value) && Object.values(value).some((part) => holdsUnknown(part));
}
