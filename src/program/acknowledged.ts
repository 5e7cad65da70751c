import { type Acknowledged, acknowledgedRules } from "../core/acknowledgement.js";
import { TrueupError } from "../core/errors.js";
import type { Plan } from "../core/plan.js";
import { acknowledgedNothing, layerNames, unacknowledged } from "../engine/plan/index.js";
import { kinds } from "./kinds.js";

/**
 * Holds what `--ack` was given against a plan. Throws TrueupError `ack.unknown` for what names no rule, or no policy and no preset of it.
 * @param given as `--ack` takes it: `RULE`, `RULE:ADDRESS` or `many-updates:NAME`
 * @param names the policies and presets of the files; none of a plan from a file, which knows those of its changes
 */
export function checkGiven(plan: Plan, given: readonly string[], names: readonly string[] | undefined): void {
  // A plan file with nothing to do names no policy, and there is nothing to acknowledge: what always says --ack goes on.
  if (plan.changes.length === 0 && names === undefined) return;
  const all = [...new Set([...(names ?? []), ...layerNames({}, plan.changes)])];
  const [slip] = acknowledgedNothing(given, all);
  if (slip) {
    throw new TrueupError({
      code: "ack.unknown",
      message: `--ack ${slip.given} names no rule, or no policy and no preset of this plan`,
      hint:
        slip.nearest === undefined
          ? `It takes ${acknowledgedRules.join(", ")}, with an address or, of many-updates, the name of a policy or preset. Take away what is not needed any more.`
          : `Did you mean --ack ${slip.nearest}?`,
    });
  }
}

/** Throws TrueupError `guard.many-updates` where a plan that is to be applied changes so much that a policy or preset must be acknowledged and is not. */
export function checkAcknowledged(plan: Plan, acknowledged: readonly Acknowledged[]): void {
  const [first, ...more] = unacknowledged(kinds, plan, acknowledged);
  if (!first) return;
  throw new TrueupError({
    code: first.rule,
    message: [first, ...more].map(({ message }) => message).join("; "),
    hint: "Nothing was changed. Look at what the plan says of it before.",
  });
}
