import type { Origin } from "../../core/errors.js";
import { isObject, type Json } from "../../core/json.js";
import { holdsReference } from "../../core/types/secret-reference.js";

/** An edit, or a part of one, that the files were left without, and why. */
export interface Unmade {
  readonly address: string;
  readonly attribute?: string;
  /** Why, as the end of a sentence that begins with the attribute. */
  readonly message: string;
  readonly origin?: Origin;
}

/** Why what refers to the environment or a file stays as it is. */
export const refersElsewhere = "its value comes from the environment or a file, which an edit never replaces";

/** True if a text that refers to the environment or a file stands somewhere in a value as it is written. */
export function refers(value: Json): boolean {
  if (Array.isArray(value)) return value.some((item: Json) => refers(item));
  return isObject(value) ? Object.values(value).some((part) => refers(part ?? null)) : holdsReference(value);
}
