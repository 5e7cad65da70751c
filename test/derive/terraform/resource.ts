import { isObject, type Json, type JsonObject, type Spec, type Value } from "../../../src/core/json.js";
import { isSecret } from "../../../src/core/placeholders.js";
import { terraformResources } from "../../../src/derive/terraform/resources.js";
import type { TerraformResource } from "../../../src/derive/terraform/types.js";
import { kinds } from "../../../src/program/kinds.js";

/** The resource of a kind. */
export function resource(kind: string): TerraformResource {
  const found = terraformResources(kinds).find((one) => one.kind.name === kind);
  if (!found) throw new Error(`there is no resource for ${kind}`);
  return found;
}

/** A value with what a function makes of each value in it; names stay. */
export function replaced(value: Value, make: (value: Value) => Value | undefined): Value {
  const other = make(value);
  if (other !== undefined) return other;
  if (Array.isArray(value)) return value.map((item: Value) => replaced(item, make));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaced(part ?? null, make)]));
}

/** A configuration with values in place of its secrets. */
export function withSecrets(config: Spec, value: Json): JsonObject {
  const filled = replaced(config, (one) => (isSecret(one) ? value : undefined));
  return isObject(filled) ? (filled as JsonObject) : {};
}
