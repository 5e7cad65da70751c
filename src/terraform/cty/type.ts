import type { Json } from "../../core/json.js";
import { isObject } from "../../core/json.js";
import type { TerraformType } from "../../derive/terraform/types.js";

// Terraform's own types are a few levels deep; each level here is a call on the stack.
const deepest = 200;

/** The type that a JSON document names, as Terraform writes types. Undefined where it names none, or one that is nested beyond reason. */
export function typeOfJson(json: Json | undefined, depth = 0): TerraformType | undefined {
  if (json === "string" || json === "number" || json === "bool" || json === "dynamic") return json;
  if (!Array.isArray(json) || depth > deepest) return undefined;
  const [name, inner]: readonly Json[] = json;
  if (name === "list" || name === "set" || name === "map") {
    const item = typeOfJson(inner, depth + 1);
    return item === undefined ? undefined : [name, item];
  }
  if (name === "tuple" && Array.isArray(inner)) {
    const items = inner.map((item: Json) => typeOfJson(item, depth + 1));
    return items.every((item) => item !== undefined) ? ["tuple", items] : undefined;
  }
  return name === "object" && isObject(inner) ? objectType(Object.entries(inner), depth) : undefined;
}

function objectType(entries: readonly (readonly [string, Json | undefined])[], depth: number): TerraformType | undefined {
  const attributes: { [name: string]: TerraformType } = Object.create(null);
  for (const [name, json] of entries) {
    const type = typeOfJson(json, depth + 1);
    if (type === undefined) return undefined;
    attributes[name] = type;
  }
  return ["object", attributes];
}
