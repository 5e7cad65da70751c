import { createHash } from "node:crypto";
import { typeOf } from "../core/fields.js";
import type { Spec, Value } from "../core/json.js";
import { fieldsOf } from "../core/kind.js";
import type { PlacedKind } from "../core/kind.js";
import type { Policy } from "../core/layer.js";
import type { Live } from "../core/plan.js";
import { valueAtSteps } from "../core/steps.js";
import { conditionsOf, holds } from "./where.js";

/** Which of the policies that name a thing hold for it. */
export interface InForce {
  /** Weakest first. */
  readonly inForce: readonly Policy[];
  /** Whose conditions it fulfils, and whose rollout it is not part of yet. */
  readonly reported: readonly Policy[];
  /** Of which it cannot be told, because what `where` reads is not shown. */
  readonly unknown: readonly Policy[];
}

/** What must be known to tell. */
export interface ForceQuestions {
  /** The policies that name it, weakest first. */
  readonly named: readonly Policy[];
  /** What it says itself, by its body and its presets. */
  readonly own: Spec;
  /** What the platform gives it of an attribute while it is created without it. */
  readonly valueOfNew: (attribute: string) => Value | undefined;
  /** True if what a policy says overrides what those weaker ones say, and is live all the same. */
  readonly isObeyed: (policy: Policy, weaker: readonly Policy[]) => boolean;
}

/**
 * Tells which policies hold for a thing: by what it declares itself, else by what is live, and by its share of the rollout. What is made by this plan is in every rollout, and
 * so stays what obeys a policy already: else the next plan would take back what this one made.
 */
export function policiesInForce(
  candidate: { readonly kind: PlacedKind; readonly live?: Live | undefined },
  questions: ForceQuestions,
): InForce {
  const { named, own, isObeyed } = questions;
  const { live, kind } = candidate;
  const fields = fieldsOf(kind);
  const [inForce, reported, unknown]: [Policy[], Policy[], Policy[]] = [[], [], []];
  const valueOf = (path: readonly string[]): Value | undefined => {
    const said = valueAtSteps(own, path);
    if (said !== undefined) return said;
    const [name = ""] = path;
    if (live) return valueAtSteps(live.spec, path) ?? (Object.hasOwn(fields, name) ? undefined : valueAtSteps(live.marks, path));
    const value = questions.valueOfNew(name);
    return value === undefined ? undefined : valueAtSteps({ [name]: value }, path);
  };
  for (const policy of named) {
    const isMeant = holds(conditionsOf(policy, fields), fields, valueOf);
    if (isMeant === undefined) unknown.push(policy);
    else if (isMeant)
      (live === undefined || isRolledOut(policy, live.id) || isObeyed(policy, inForce) ? inForce : reported).push(policy);
  }
  return { inForce, reported, unknown };
}

/** True for what is in the share of a policy's rollout: by name and number, so that raising the share only adds. */
export function isRolledOut({ name, rollout }: Pick<Policy, "name" | "rollout">, id: number | string): boolean {
  if (rollout >= 100) return true;
  const digest = createHash("sha256").update(`${name}\n${id}`).digest();
  return (digest.readUIntBE(0, 6) / 2 ** 48) * 100 < rollout;
}

/** What an attribute is in a thing that is made without it, as the kind says; a set that nobody fills is empty. */
export function valueWhenNew({ kind }: { readonly kind: PlacedKind }, name: string): Value | undefined {
  const field = fieldsOf(kind)[name];
  if (!field) return undefined;
  return field.ofNew ?? field.default ?? (typeOf(field).unordered ? [] : field.nullable ? null : undefined);
}
