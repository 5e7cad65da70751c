import { createHash, createHmac } from "node:crypto";
import type { Fields } from "../../core/fields.js";
import { type Spec, type Value, canonicalJson, isObject } from "../../core/json.js";
import { isFile, isPicture, isPlaceholder } from "../../core/placeholders.js";
import type { Change, Live, Plan, PlanSeal } from "../../core/plan.js";
import { topName } from "../../core/steps.js";
import { fingerprintForm } from "../forms/index.js";

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

/** What the digest of a plan covers: everything but it and the seal, the statistics and the coverage. */
type Covered = Omit<Plan, "digest" | "seal" | "coverage" | "stats">;

/** The digest of a plan: two plans of the same world have the same one. */
export function digest(plan: Covered): string {
  return hash(plan);
}

/**
 * The digest of what a plan changes: addresses, attributes, and their values before and after. Lines of files and calls with their order do not count, a secret counts by its template
 * and a file by its content. So it stays the same where a comment comes or another change goes first.
 */
export function changesDigest({ instance, changes }: Pick<Plan, "instance" | "changes">): string {
  const said = changes.map((change) => canonicalJson(changeContent(change)));
  return hash({ url: instance.url, changes: said.sort() });
}

/** What a change says beside its lines, ids and calls: values by reference by their template, files by their hash. */
export function changeContent(change: Omit<Change, "calls">): Spec {
  const { address, kind, parent, action, from, identity, attributes, sends, unverifiable } = change;
  return {
    address,
    kind,
    parent,
    action,
    from,
    identity,
    sends: byContent(sends),
    attributes: attributes.map(({ path, before, after }) => [path, { before: byContent(before), after: byContent(after) }]),
    unverifiable: unverifiable.map(({ path }) => path),
  };
}

function byContent(value: Value | undefined): Value | undefined {
  if (isFile(value) || isPicture(value)) return { sha256: value.sha256 };
  if (Array.isArray(value)) return value.map((one: Value) => byContent(one) ?? null);
  if (!isObject(value) || isPlaceholder(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, byContent(part)]));
}

/** HMAC-SHA256 over the digest of a plan and what its seal says beside it: only who has the key can have made it. */
export function sealMark(said: Pick<Plan, "digest"> & Omit<PlanSeal, "hmac">, key: string): string {
  return `hmac-sha256:${hmac(said, key)}`;
}

/** The same over a file and the sha256 of its content, cut to 128 bits: without the key nobody can guess what was in it. */
export function fileMark(file: string, sha256: string, key: string): string {
  return hmac([file, sha256], key).slice(0, 32);
}

function hmac(value: Value, key: string): string {
  return createHmac("sha256", key).update(canonicalJson(value)).digest("hex");
}

function hash(value: object): string {
  return `sha256:${createHash("sha256").update(canonicalJson(value)).digest("hex")}`;
}
