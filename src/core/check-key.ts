import { createHash } from "node:crypto";
import type { ErrorExtent } from "./schema-compiler.js";
import type { JsonSchema } from "./schema.js";

/** What a compiled check is found by: another schema has another key, so no check can be mistaken for that of an older release of its kind. */
export function checkKey(schema: JsonSchema, extent: ErrorExtent): string {
  return createHash("sha256")
    .update(`${extent}\n${JSON.stringify(schema)}`)
    .digest("hex")
    .slice(0, 16);
}
