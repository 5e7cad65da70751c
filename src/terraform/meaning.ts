import { fold } from "../core/address.js";
import { TrueupError } from "../core/errors.js";
import type { Field } from "../core/fields.js";
import type { Json, JsonObject } from "../core/json.js";
import type { Kind } from "../core/kind.js";
import { terraformTypeOf } from "../derive/terraform/type-of.js";
import type { TerraformAttribute } from "../derive/terraform/types.js";
import { notYetKnown } from "../derive/terraform/unknown.js";
import { writtenAttributes } from "../derive/terraform/written.js";
import { meansTheSame } from "../trueup.js";
import { fromJson, toJson } from "./cty/json.js";
import { sameValue } from "./cty/same.js";
import { isDynamic, isList, isObjectValue, isUnknown, type ObjectValue, type CtyValue } from "./cty/value.js";
import type { AttributeMeaning } from "./planned.js";

/** Tells which values mean the same for things of a kind: as the engine does, which knows no other difference between them. */
export function meaningOf(kind: Kind): AttributeMeaning {
  return (attribute, a, b) => {
    const { field, role, name } = attribute;
    if (role === "path" || (role === "key" && kind.key?.caseless))
      return typeof a === "string" && typeof b === "string" && fold(a) === fold(b);
    if (!field || role || name === undefined) return sameValue(a, b, terraformTypeOf(attribute));
    return meansTheSame({ [name]: field }, name, fileForm(attribute, a), fileForm(attribute, b));
  };
}

/** True if a value, null for none, means what is live. */
export function isAsLive(field: Field, name: string, value: Json, live: Json): boolean {
  return meansTheSame({ [name]: field }, name, value, live);
}

/** A known value of an attribute in the form that files have. */
export function fileForm(attribute: TerraformAttribute, value: CtyValue): Json {
  const name = attribute.name ?? "";
  const [written] = writtenAttributes({ [name]: attribute }, { [name]: jsonOf(value) }, new Set());
  return written?.value ?? null;
}

/** What is live, in file form, as a value of the attribute; null where facts alone settle its type, and wrongly: no state can hold such a value. Throws `terraform.value` for any other that is none of its type. */
export function liveValue(attribute: TerraformAttribute, live: Json): CtyValue {
  try {
    return fromJson(live, terraformTypeOf(attribute));
  } catch (error) {
    if (attribute.field?.plain && error instanceof TrueupError && error.code === "terraform.value") return null;
    throw error;
  }
}

/** What a configuration or state gives, as JSON, with `notYetKnown` for what is unknown. */
export function configJson(config: ObjectValue): JsonObject {
  const given: Record<string, Json> = Object.create(null);
  for (const name of Object.keys(config)) {
    const value = config[name] ?? null;
    if (value !== null) given[name] = jsonOf(value);
  }
  return given;
}

function jsonOf(value: CtyValue): Json {
  if (isUnknown(value)) return notYetKnown;
  if (isDynamic(value)) return jsonOf(value.value);
  if (isList(value)) return value.map(jsonOf);
  return isObjectValue(value) ? configJson(value) : toJson(value);
}
