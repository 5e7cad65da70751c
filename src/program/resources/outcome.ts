import { type Diagnostic, TrueupError } from "../../core/errors.js";
import { failureText, notStoredText } from "../../core/failure-text.js";
import { typeOf } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { fieldsOf } from "../../core/kind.js";
import type { Outcome, Plan, Result } from "../../core/plan.js";
import { holdsSecret } from "../../engine/plan/index.js";
import type { Observed } from "../../engine/snapshot/index.js";

/** Live values from before, of the attributes that a plan changes and that may be put back: no secrets, no pictures. */
export function beforeOf({ changes }: Plan, observed: Observed | undefined): JsonObject {
  if (!observed?.live) return {};
  const { desired, kind, live } = observed;
  const fields = fieldsOf(kind, { key: desired.key });
  const before: Record<string, Json> = {};
  const change = changes.find(({ address, parent }) => address === desired.address && parent === desired.parent);
  for (const { path } of change?.attributes ?? []) {
    const [name = "", part] = path.split(".");
    const [field, value] = [fields[name], live.spec[name]];
    if (!field || field.secret || typeOf(field).isUploaded || value === undefined || holdsSecret(value)) continue;
    if (part === undefined || !typeOf(field).isManagedInParts) before[name] = value;
    else if (isObject(value)) before[name] = { ...(isObject(before[name]) ? before[name] : {}), [part]: value[part] ?? null };
  }
  return before;
}

/** What went wrong, if anything did, and whether something was changed before. */
export function failureOf(
  { outcomes, interrupted }: Result,
  address: string,
): { readonly error: TrueupError; readonly partly: boolean } | undefined {
  const wrong = outcomes.filter(({ status }) => ["failed", "skipped", "stale"].includes(status));
  const first = wrong.find(({ status }) => status === "failed") ?? wrong[0];
  if (!first) return undefined;
  const partly = wrong.length < outcomes.length || wrong.some((outcome) => outcome.partly === true);
  return { error: first.error ? failed(address, first.error) : stopped(address, interrupted), partly };
}

/** Values that were sent and that the platform did not take. */
export function unstuck({ outcomes }: Result): Diagnostic[] {
  return outcomes.flatMap(({ notStuck = [] }) =>
    notStuck.map((attribute) => ({
      rule: "not_stuck",
      message: notStoredText(attribute),
      ...(attribute.path === "" ? {} : { attribute: attribute.path }),
    })),
  );
}

/** That what was asked to be made was there still, on its way out: it is what it was before. */
export function restored({ changes }: Plan): Diagnostic[] {
  return changes.flatMap(({ action, address }) => {
    const message = `${address} was scheduled for deletion: it was restored with all that it holds, and not made anew`;
    return action === "restore" ? [{ rule: "resource.restored", message }] : [];
  });
}

/** Nothing can take the place of what the platform keeps for some days. */
export function delayed(address: string): TrueupError {
  return new TrueupError({
    code: "delete.delayed",
    message: `${address} cannot be replaced: the platform keeps what is deleted until a scheduled day, and a new one in its place would be the old one again`,
    hint: "Its deletion was taken back, and it is as it was. Change it in place; or destroy it, and make another one under another path.",
  });
}

/** What was written and is not shown afterwards. */
export function vanished(address: string): TrueupError {
  return new TrueupError({
    code: "apply.vanished",
    message: `the platform does not show ${address} after it was written`,
    hint: "Something else may have deleted it, or this token may not see it.",
  });
}

function failed(address: string, error: NonNullable<Outcome["error"]>): TrueupError {
  const { method, path, hint } = error;
  return new TrueupError({
    code: "apply.failed",
    message: `${address}: ${failureText(error)}`,
    ...(hint === undefined ? {} : { hint }),
    ...(path === "" ? {} : { where: `${method} ${path}` }),
  });
}

/** Why something was not begun or not ended: the run was interrupted, or what it comes after failed. */
export function stopped(address: string, interrupted: boolean): TrueupError {
  return new TrueupError({
    code: "interrupted",
    message: `${address}: ${interrupted ? "interrupted" : "left out"} before it was done`,
    hint: "Plan again.",
  });
}
