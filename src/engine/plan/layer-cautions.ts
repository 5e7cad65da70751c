import { append } from "../../core/append.js";
import { formatOrigin } from "../../core/errors.js";
import { glob } from "../../core/glob.js";
import type { Policy } from "../../core/layer.js";
import type { DesiredState, PlanDiagnostic, ReliedException } from "../../core/plan.js";
import type { ThingUnderPolicies } from "./layered.js";
import { source } from "./provenance.js";

/** What is to be known of policies beside what they change: of which it cannot be told whether they hold, which are not in force everywhere yet, and which globs reach nothing. */
export function layerCautions(
  { layers }: DesiredState,
  things: readonly ThingUnderPolicies[],
  looksAtAll: boolean,
): PlanDiagnostic[] {
  const held = new Map<Policy, ThingUnderPolicies[]>();
  const reported = new Map<Policy, ThingUnderPolicies[]>();
  const unknown = new Map<Policy, ThingUnderPolicies[]>();
  for (const thing of things) {
    for (const policy of thing.inForce) append(held, policy, thing);
    for (const policy of thing.reported) append(reported, policy, thing);
    for (const policy of thing.unknown) append(unknown, policy, thing);
  }
  return (layers?.policies ?? []).flatMap((policy) => [
    ...rolloutCaution(policy, held.get(policy)?.length ?? 0, reported.get(policy)?.length ?? 0),
    ...unknownCaution(policy, unknown.get(policy) ?? []),
    // Whether a glob reaches nothing shows only in the whole.
    ...(looksAtAll ? idleCautions(policy, things) : []),
  ]);
}

function rolloutCaution(policy: Policy, held: number, reported: number): PlanDiagnostic[] {
  if (reported === 0) return [];
  const message = `policy ${policy.name} is in force for ${held} of ${held + reported} that it matches (rollout: ${policy.rollout}%); for the other ${reported} it is only reported`;
  return [{ rule: "policy.rollout", message, addresses: [], ...source(policy) }];
}

function unknownCaution(policy: Policy, things: readonly ThingUnderPolicies[]): PlanDiagnostic[] {
  if (things.length === 0) return [];
  const names = [...new Set(policy.where.map(({ path }) => path.join(".")))].join(", ");
  const message = `it cannot be told whether policy ${policy.name} holds here: what its where reads (${names}) is not shown to this token; it is left out`;
  return [{ rule: "policy.unknown", message, addresses: things.map(({ candidate }) => candidate.address), ...source(policy) }];
}

/** Of a policy for declared things alone the files say so already. */
function idleCautions(policy: Policy, things: readonly ThingUnderPolicies[]): PlanDiagnostic[] {
  if (!policy.undeclared) return [];
  const paths = things.flatMap(({ candidate }) => (candidate.kind.name === policy.kind ? [candidate.path] : []));
  return policy.globs.flatMap(({ pattern, origin }) => {
    const matches = glob(pattern);
    if (paths.some((path) => matches(path))) return [];
    const message = `policy ${policy.name}: ${pattern} matches nothing that is live or declared`;
    return [{ rule: "policy.nothing", message, addresses: [], ...source({ origin }) }];
  });
}

/** The exceptions that something in the plan goes by and that end some day. */
export function reliedExceptions(things: readonly ThingUnderPolicies[]): readonly ReliedException[] {
  const relied = new Set(things.flatMap(({ exceptions }) => exceptions));
  return [...relied]
    .flatMap(({ policy, match, attribute, until, origin }): ReliedException[] =>
      until === undefined
        ? []
        : [{ policy, match: match.pattern, attribute: attribute.text, until, source: formatOrigin(origin) }],
    )
    .sort((a, b) => (a.source < b.source ? -1 : 1));
}
