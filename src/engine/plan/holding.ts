import type { Spec } from "../../core/json.js";
import { fieldsOf } from "../../core/kind.js";
import type { DesiredState } from "../../core/plan.js";
import { type ExplainedSubject, holdByFiles, type Holding, holdingOf, noLayers, rulesOf } from "../../policies/index.js";
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
  const rules = rulesOf(basis.kinds, state.resources, layers);
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
  const observed = ifReadable(() => observe(basis, { resources: found.resources, deleteUndeclared: {} }, facts).observed) ?? [];
  const { address, live } = candidate;
  const own = { address, spec: live && withoutLiveSecrets(fieldsOf(subject.top), live.spec) };
  const lived = [own, ...observed.map(toLived)];
  return { holding: holdingOf(rules, { ...candidate, children: [] }, found.standings, true), lived };
}

function toLived({ desired: { address, key }, kind, live }: Pick<Observed, "desired" | "kind" | "live">): Lived {
  return { address, spec: live && withoutLiveSecrets(fieldsOf(kind, { key }), live.spec) };
}
