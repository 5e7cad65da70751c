import { TrueupError } from "../core/errors.js";
import type { Plan } from "../core/plan.js";
import { acknowledgedNothing, layerNames, unacknowledged } from "../engine/plan/index.js";
import { kinds } from "./kinds.js";

/**
 * Holds what `--ack` was given against a plan that is to be applied. Throws TrueupError `ack.unknown` for what names no policy and no preset of it, and
 * `guard.many-updates` where one must be named and is not.
 * @param given as `--ack` takes it: `many-updates:NAME`
 * @param names the policies and presets of the files; none of a plan from a file, which knows those of its changes
 */
export function checkAcknowledged(plan: Plan, given: readonly string[], names: readonly string[] | undefined): void {
  // A plan file with nothing to do names no policy, and there is nothing to acknowledge: what always says --ack goes on.
  if (plan.changes.length === 0 && names === undefined) return;
  const all = [...new Set([...(names ?? []), ...layerNames({}, plan.changes)])];
  const [slip] = acknowledgedNothing(given, all);
  if (slip) {
    throw new TrueupError({
      code: "ack.unknown",
      message: `--ack ${slip.given} names no policy and no preset of this plan`,
      hint:
        slip.nearest === undefined
          ? "It takes many-updates:NAME, with the name of a policy or preset. Take away what is not needed any more."
          : `Did you mean --ack ${slip.nearest}?`,
    });
  }
  const [first, ...more] = unacknowledged(kinds, plan, given);
  if (!first) return;
  throw new TrueupError({
    code: first.rule,
    message: [first, ...more].map(({ message }) => message).join("; "),
    hint: "Nothing was changed. Look at what the plan says of it before.",
  });
}
