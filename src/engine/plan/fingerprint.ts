import { createHash, createHmac } from "node:crypto";
import type { Fields } from "../../core/fields.js";
import { canonicalJson } from "../../core/json.js";
import type { Change, Live, Plan } from "../../core/plan.js";
import { fingerprintForm, topName } from "../forms/index.js";

/**
 * sha256 over the canonical JSON of the id and of the normalised live attributes that a change compares or sends, without secrets and files.
 * If it is the same when a saved plan is applied, nothing that the plan relies on has changed.
 */
export function fingerprint(
  fields: Fields,
  live: Live | undefined,
  change: Pick<Change, "attributes" | "kept" | "unverifiable">,
): string {
  const names = new Set([...change.attributes, ...change.kept, ...change.unverifiable].map((one) => topName(one.path)));
  const shown = Object.fromEntries(Object.entries(live?.spec ?? {}).filter(([name]) => names.has(name)));
  return hash({ id: live?.id ?? null, live: live ? fingerprintForm(fields, shown) : null });
}

/** What the digest and the seal of a plan cover: everything but these, the statistics and the coverage. */
type Covered = Omit<Plan, "digest" | "seal" | "coverage" | "stats">;

/** The digest of a plan: two plans of the same world have the same one. */
export function digest(plan: Covered): string {
  return hash(plan);
}

/** HMAC-SHA256 over the same: only who has the key can have made it. */
export function seal(plan: Covered, key: string): string {
  return `hmac-sha256:${createHmac("sha256", key).update(canonicalJson(plan)).digest("hex")}`;
}

function hash(value: object): string {
  return `sha256:${createHash("sha256").update(canonicalJson(value)).digest("hex")}`;
}
