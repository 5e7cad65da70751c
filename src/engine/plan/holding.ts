import type { Spec } from "../../core/json.js";
import { fieldsOf } from "../../core/kind.js";
import type { DesiredState } from "../../core/plan.js";
import { type ExplainedSubject, holdByFiles, type Holding, noLayers, rulesOf } from "../../policies/index.js";
import { type Basis, type Facts, type Observed, ifReadable } from "../snapshot/index.js";
import { candidateAt } from "./candidates.js";
import { withoutLiveSecrets } from "./compare.js";
import { type LayerQuestions, underPolicies } from "./layered.js";
import { observe } from "./observe.js";

/** Something with what may be shown of what is live of it. */
export interface Lived {
  readonly address: string;
  /** Undefined where it is not there. */
  readonly spec: Spec | undefined;
}

/** Which policies hold for a thing as it is live, and what is live of it and of what hangs on it. A pure function of facts. */
export function decideHolding(
  basis: Basis,
  state: DesiredState,
  { subject, differs }: { readonly subject: ExplainedSubject; readonly differs: LayerQuestions["differs"] },
  facts: Facts,
): { readonly holding: Holding; readonly lived: readonly Lived[] } {
  const layers = state.layers ?? noLayers;
  const rules = rulesOf(basis, state, layers);
  if (!subject.top.tree) {
    const holding: Holding = holdByFiles(basis.kinds, subject)(state);
    const mine = state.resources.filter(({ kind, path }) => kind === subject.top.name && (path ?? "") === subject.path);
    return {
      holding,
      lived: ifReadable(() => observe(basis, { resources: mine, deleteUndeclared: {} }, facts).observed.map(toLived)) ?? [],
    };
  }
  const candidate = candidateAt(subject, state, layers, facts);
  const found = underPolicies({ basis, state, rules, differs }, candidate, facts);
  const reasons = new Map<string, string>();
  for (const policy of rules.index.naming(subject.top.name, subject.path)) {
    if (found.inForce.includes(policy)) continue;
    reasons.set(policy.name, whyNot(policy, found, candidate.desired === undefined));
  }
  const observed = ifReadable(() => observe(basis, { resources: found.resources, deleteUndeclared: {} }, facts).observed) ?? [];
  const { address, live } = candidate;
  const own = { address, spec: live && withoutLiveSecrets(fieldsOf(subject.top), live.spec) };
  const lived = [own, ...observed.map(toLived)];
  return { holding: { inForce: found.inForce, notInForce: reasons }, lived };
}

function toLived({ desired: { address, key }, kind, live }: Pick<Observed, "desired" | "kind" | "live">): Lived {
  return { address, spec: live && withoutLiveSecrets(fieldsOf(kind, { key }), live.spec) };
}

function whyNot(policy: Holding["inForce"][number], found: ReturnType<typeof underPolicies>, isUndeclared: boolean): string {
  if (isUndeclared && !policy.undeclared) return "it is for declared things alone";
  if (found.reported.includes(policy)) return `only reported (rollout: ${policy.rollout}%)`;
  if (found.unknown.includes(policy)) return "what its where reads is not shown to this token";
  return "its where is not fulfilled, or the thing is archived or scheduled for deletion";
}
