import type { Kinds } from "../../core/kind.js";
import type { Change, Outcome, Plan, Result } from "../../core/plan.js";
import { type AppliedSecret, appliedSecrets, askedBy, type ResolveSecret } from "../plan/index.js";

/** What a plan that was carried out has done to secrets. */
export interface SentSecrets {
  readonly sent: readonly AppliedSecret[];
  /** Addresses of what is not there any more, or goes by another one. */
  readonly gone: readonly string[];
}

/** The secrets of all changes that were done to the end, as they were sent: what failed, was skipped or did not stick tells nothing. */
export function sentSecrets(plan: Plan, { outcomes }: Result, kinds: Kinds, resolve: ResolveSecret): SentSecrets {
  const done = new Set(outcomes.filter(({ status }) => status === "done").map(nameOf));
  const changes = plan.changes.filter((change) => done.has(nameOf(change)));
  const written = changes.filter(({ action }) => action !== "delete");
  return {
    sent: written.flatMap((change) => {
      const { fields, write } = askedBy(change, kinds);
      return appliedSecrets(change.address, fields, write, resolve);
    }),
    gone: changes.filter(({ action }) => action === "delete").map(({ address }) => address),
  };
}

function nameOf({ parent = "", address }: Change | Outcome): string {
  return `${parent} ${address}`;
}
