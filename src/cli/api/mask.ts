import { isObject, type Json } from "../../core/json.js";
import { tellsSecret } from "../../core/secret-names.js";
import { secretNames } from "../../platform/endpoints.gen.js";

const known = new Set(secretNames);
/** The value with every secret in it overwritten, as far as its name tells. */
export function masked(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => masked(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecret(name, inner) ? "[secret]" : masked(inner ?? null)]),
  );
}

/** The name counts also where the description does not mark it, and in replies that it does not know. */
function isSecret(name: string, value: Json | undefined): boolean {
  return typeof value === "string" && value !== "" && (known.has(name) || tellsSecret(name));
}
