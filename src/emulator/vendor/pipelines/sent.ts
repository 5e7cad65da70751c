import { badParameters } from "../../errors.js";
import { isObject } from "../../json.js";
import type { Json, JsonObject } from "../../json.js";

/** Variables that a request gives a pipeline: a list of keys and values, or a mapping. */
export function sentVariables(sent: Json | undefined): JsonObject[] {
  if (sent === undefined || sent === null) return [];
  if (isObject(sent)) return Object.entries(sent).map(([key, value]) => ({ key, value }));
  if (!Array.isArray(sent)) throw badParameters("variables is invalid");
  return (sent as readonly Json[]).filter((one): one is JsonObject => isObject(one));
}
