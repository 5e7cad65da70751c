import { fold } from "../../core/address.js";
import { fieldsOf, isTopLevel, type Kinds, type PlacedKind } from "../../core/kind.js";
import type { Layers, Policy } from "../../core/layers/layer.js";
import { valueAtSteps } from "../../core/layers/steps.js";
import { holds } from "../../core/layers/where.js";
import type { Desired, DesiredState, Live } from "../../core/plan.js";
import { addressKey, type Basis, type Facts, ifReadable } from "../snapshot/index.js";
import { candidateAt } from "./candidates.js";
import { type LayerQuestions, type LayerRules, rulesOf, underPolicies } from "./layered.js";
import { observe } from "./observe.js";

/** Which policies hold for a thing, and why the others that name it do not. */
export interface Holding {
  readonly inForce: readonly Policy[];
  /** By name. */
  readonly notInForce: ReadonlyMap<string, string>;
}

/** What is explained: a group, project or thing of the instance, or what hangs on it. */
export interface ExplainedSubject {
  readonly top: PlacedKind;
  readonly path: string;
  /** Of the top. */
  readonly address: string;
  readonly kind: PlacedKind;
  readonly key?: string | undefined;
  /** Attributes of the top that it is looked up how they are live, beside those that files speak of. */
  readonly beside?: readonly string[];
}

/** Tells which policies hold; asked again for a state that lacks a line. */
export type Hold = (state: DesiredState) => Holding;

/** What is to be of the thing and of all that hangs on it. */
export function effective(kinds: Kinds, state: DesiredState, subject: ExplainedSubject, hold: Hold): readonly Desired[] {
  const rules = rulesOf({ kinds }, state, state.layers ?? noLayers);
  return rules.composer.resources(thingOf(kinds, state, subject, rules), hold(state).inForce);
}

/** Which policies hold as far as files alone can tell: what `where` reads and the thing does not declare itself is not known, nor who is in a rollout. */
export function holdByFiles(kinds: Kinds, subject: ExplainedSubject): Hold {
  return (state) => {
    const rules = rulesOf({ kinds }, state, state.layers ?? noLayers);
    const thing = thingOf(kinds, state, subject, rules);
    const own = rules.composer.own(thing);
    const fields = fieldsOf(subject.top);
    const inForce: Policy[] = [];
    const notInForce = new Map<string, string>();
    for (const policy of rules.index.naming(subject.top.name, subject.path)) {
      const isMeant = policy.scheduledForDeletion ? undefined : holds(policy.where, fields, (path) => valueAtSteps(own, path));
      const why =
        isMeant === false
          ? "its where is not fulfilled"
          : isMeant === undefined
            ? "whether its where is fulfilled can be told from what is live alone (--live)"
            : policy.rollout <= 0
              ? "only reported (rollout: 0%)"
              : policy.rollout < 100
                ? `whether it is in the rollout of ${policy.rollout}% can be told from what is live alone (--live)`
                : !thing.desired && !policy.undeclared
                  ? "it is for declared things alone"
                  : undefined;
      if (why === undefined) inForce.push(policy);
      else notInForce.set(policy.name, why);
    }
    return { inForce, notInForce };
  };
}

/** Something with what is live of it. */
export interface Lived {
  readonly address: string;
  readonly live: Live | undefined;
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
  const lived = [{ address: candidate.address, live: candidate.live }, ...observed.map(toLived)];
  return { holding: { inForce: found.inForce, notInForce: reasons }, lived };
}

function toLived({ desired, live }: { readonly desired: { readonly address: string }; readonly live: Live | undefined }): Lived {
  return { address: desired.address, live };
}

function whyNot(policy: Holding["inForce"][number], found: ReturnType<typeof underPolicies>, isUndeclared: boolean): string {
  if (isUndeclared && !policy.undeclared) return "it is for declared things alone";
  if (found.reported.includes(policy)) return `only reported (rollout: ${policy.rollout}%)`;
  if (found.unknown.includes(policy)) return "what its where reads is not shown to this token";
  return "its where is not fulfilled, or the thing is archived or scheduled for deletion";
}

/** What says nothing for many things. */
export const noLayers: Layers = { policies: [], presets: [], exceptions: [], things: new Map(), today: "" };

/** True for what an explanation is about. */
export function isSubject(one: Desired, { kind, path, key }: ExplainedSubject, kinds: Kinds): boolean {
  const names = {
    kind: kind.name,
    ...(one.parent === undefined ? {} : { parent: kind.parent }),
    path,
    ...(key === undefined ? {} : { key }),
  };
  const own = isTopLevel(kind) && path === "" ? { kind: kind.name } : names;
  return one.kind === kind.name && addressKey(one, kinds) === addressKey(own, kinds);
}

/** What stands at the top, with what hangs on it. */
export function thingOf(kinds: Kinds, state: DesiredState, { top, path, address }: ExplainedSubject, { children }: LayerRules) {
  const desired = state.resources.find(
    (one) => one.kind === top.name && isTopLevel(top) && fold(one.path ?? "") === fold(path) && one.key === undefined,
  );
  const key = addressKey({ kind: top.name, ...(path === "" ? {} : { path }) }, kinds);
  return { kind: top, desired, children: children.get(key) ?? [], address, path };
}
