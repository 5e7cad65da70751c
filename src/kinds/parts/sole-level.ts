import { isObject, type Json } from "../../core/json.js";
import { accessLevels } from "../../core/types/access-level.js";

/** The role of the only one in a list, as a number. */
export function soleLevel(value: Json): Json {
  if (!Array.isArray(value)) return value;
  const [entry] = value as readonly Json[];
  const role = entry !== undefined && isObject(entry) ? (entry["access_level"] ?? null) : null;
  const [, level = role] = Object.entries(accessLevels).find(([name]) => name === role) ?? [];
  return level;
}
