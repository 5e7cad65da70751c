import { type FileDiagnostic, fault } from "../core/errors.js";
import { readInstant } from "../core/instant.js";
import { fieldsOf } from "../core/kind.js";
import type { Desired } from "../core/plan.js";
import { whyUnreadable } from "../core/text-reading.js";
import { usedFields } from "../core/used-fields.js";
import { type DeclaredEntry, attributeOrigin } from "./entries.js";

/** Values that the platform would refuse: texts that it cannot read, and days that have passed where it takes only those that are still to come. */
export function saidValues({ body, desired, wrong }: DeclaredEntry, now: Date): FileDiagnostic[] {
  if (desired.ensure === "absent") return [];
  const today = now.toISOString().slice(0, 10);
  return usedFields(fieldsOf(body.kind, { key: body.key }), desired.spec).flatMap(({ field, path, value }) => {
    if (typeof value !== "string" || wrong.has(path)) return [];
    const origin = attributeOrigin(desired, path);
    const place = { address: body.address, attribute: path };
    if (field.past === "refused" && value < today) {
      const allowed = `${today} or later, or null for no end`;
      return [fault("date.past", origin, `${path} is ${value}, which has passed`, { ...place, allowed })];
    }
    const unreadable = whyUnreadable(field.format, value);
    if (unreadable === undefined) return [];
    const { message, allowed } = unreadable;
    return [fault("text.unreadable", origin, `${path} cannot be read: ${message}`, { ...place, allowed })];
  });
}

/** What is desired, marked where by what it says itself it is done already. */
export function doneWhere({ body, desired }: DeclaredEntry, now: Date): Desired {
  const fields = fieldsOf(body.kind, { key: body.key });
  const isDone = Object.entries(desired.spec).some(([name, value]) => {
    const end = fields[name]?.past === "done" && typeof value === "string" ? readInstant(value) : undefined;
    return end !== undefined && end.getTime() <= now.getTime();
  });
  return isDone ? { ...desired, done: true } : desired;
}
