import { firstNames } from "../core/collections.js";
import { TrueupError } from "../core/errors.js";
import type { Plan } from "../core/plan.js";
import { dayOf, hasPassed } from "../core/time.js";
import { notCompared } from "../engine/plan/index.js";

/** Throws for a plan that left out what references give, which nobody knows to be as the files say. */
export function refuseUncompared({ warnings }: Plan): void {
  const warning = warnings.find(({ rule }) => rule === notCompared);
  if (!warning) return;
  throw new TrueupError({
    code: "plan.without-secrets",
    message: `the plan was made without secrets: ${warning.message}`,
    hint: "Plan again with a value for each reference, without --without-secrets.",
  });
}

/** Throws where an exception has ended that the plan goes by: the files say something else by now. */
export function refuseEnded({ exceptions = [] }: Plan, now: Date): void {
  const ended = exceptions.find((exception) => hasPassed(exception, dayOf(now)));
  if (!ended) return;
  throw new TrueupError({
    code: "plan.stale",
    message: `the plan goes by an exception of policy ${ended.policy} (${ended.match}: ${ended.attribute}) that ended on ${ended.until}: nothing was applied`,
    where: ended.source,
    hint: "Plan again.",
  });
}

const mostReasons = 20;
const mostAddresses = 3;

/** The error for a plan with refusals, which names the first ones. */
export function refused(planned: Plan): TrueupError {
  const [first] = planned.refusals;
  const reasons = planned.refusals
    .slice(0, mostReasons)
    .map(({ addresses, message }) => `${firstNames(addresses, mostAddresses)}: ${message}`);
  const more = planned.refusals.length > mostReasons ? ` (and ${planned.refusals.length - mostReasons} more)` : "";
  return new TrueupError({
    code: first?.rule ?? "plan.refused",
    message: `the plan is refused: ${reasons.join("; ")}${more}`,
    ...(first?.source === undefined ? {} : { where: first.source }),
    hint: "Nothing was changed.",
  });
}
