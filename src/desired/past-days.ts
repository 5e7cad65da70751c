import type { FileDiagnostic } from "../core/errors.js";
import { fieldsOf } from "../core/kind.js";
import { usedFields } from "../core/used-fields.js";
import { fault } from "./diagnostic.js";
import { attributeOrigin, type DeclaredEntry } from "./entries.js";

/** Days that have passed, where the platform takes only those that are still to come. `today` is the day in UTC. */
export function pastDays({ body, desired, wrong }: DeclaredEntry, today: string): FileDiagnostic[] {
  if (desired.ensure === "absent") return [];
  return usedFields(fieldsOf(body.kind, { key: body.key }), desired.spec).flatMap(({ field, path, value }) => {
    const isPast = field.ahead === true && typeof value === "string" && value < today;
    if (!isPast || wrong.has(path)) return [];
    const details = { address: body.address, attribute: path, allowed: `${today} or later, or null for no end` };
    return [fault("date.past", attributeOrigin(desired, path), `${path} is ${value}, which has passed`, details)];
  });
}
