import type { Field } from "../../core/fields.js";
import type { Json, JsonObject } from "../../core/json.js";

/** The value of one attribute under whichever name the server's dialect uses; undefined if the reply does not show it. */
export function readAttribute(field: Field, name: string, reply: JsonObject): Json | undefined {
  for (const spelling of [field.read, field.vendor, name]) {
    if (spelling !== undefined && reply[spelling] !== undefined) return reply[spelling];
  }
  return undefined;
}
