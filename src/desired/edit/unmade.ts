import type { Origin } from "../../core/errors.js";
import { isObject, type Json } from "../../core/json.js";
import { holdsReference } from "../../core/types/secret-reference.js";
import { variablesIn } from "../../core/variables.js";

/** An edit, or a part of one, that the files were left without, and why. */
export interface Unmade {
  readonly address: string;
  readonly attribute?: string;
  /** Why, as the end of a sentence that begins with the attribute. */
  readonly message: string;
  readonly origin?: Origin;
}

/** Why a value as it is written, which refers to something, stays as it is. */
export function whyKept(value: Json): string {
  const texts = textsIn(value);
  if (texts.some(holdsReference)) return "its value comes from the environment or a file, which an edit never replaces";
  const names = [...new Set(texts.flatMap(variablesIn))].map((name) => `\${var:${name}}`);
  return `its value comes from ${names.join(", ")}, which an edit never replaces: give the variable another value, or write one here`;
}

/** True if a text that refers to the environment, a file or a variable stands somewhere in a value as it is written. */
export function refers(value: Json): boolean {
  return textsIn(value).some((text) => holdsReference(text) || variablesIn(text).length > 0);
}

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((item: Json) => textsIn(item));
  return isObject(value) ? Object.values(value).flatMap((part) => textsIn(part ?? null)) : [];
}
