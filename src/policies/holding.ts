import { addressKey, thingKey } from "../core/address-key.js";
import { fold } from "../core/address.js";
import type { Spec } from "../core/json.js";
import { fieldsOf, isTopLevel, kindAt, type Kinds, type PlacedKind } from "../core/kind.js";
import type { Layers, Policy } from "../core/layer.js";
import type { Desired, DesiredState } from "../core/plan.js";
import { valueAtSteps } from "../core/steps.js";
import { type LayerRules, rulesOf, type Thing } from "./composer.js";
import { conditionsOf, holds } from "./where.js";

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
  return rules.composer.resources(thingOf(state, subject, rules), hold(state).inForce);
}

/** Which policies hold as far as files alone can tell: what `where` reads and the thing does not declare itself is not known, nor who is in a rollout. */
export function holdByFiles(kinds: Kinds, subject: ExplainedSubject): Hold {
  return (state) => {
    const rules = rulesOf({ kinds }, state, state.layers ?? noLayers);
    return heldByFiles(rules, thingOf(state, subject, rules));
  };
}

/** All that is declared, with what layers say of it as far as files alone can tell; policies of which they cannot are left out, and answered by name with why. */
export function declaredByFiles(
  kinds: Kinds,
  state: DesiredState,
): { readonly resources: readonly Desired[]; readonly notTold: ReadonlyMap<string, string> } {
  const notTold = new Map<string, string>();
  if (!state.layers) return { resources: state.resources, notTold };
  const rules = rulesOf({ kinds }, state, state.layers);
  const made = new Set<Desired>();
  const resources = state.resources.flatMap((desired) => {
    const kind = kindAt(kinds, desired);
    if (!isTopLevel(kind)) return [];
    const children = rules.children.get(addressKey(desired, kinds)) ?? [];
    for (const one of children) made.add(one);
    const thing = { kind, desired, children, address: desired.address, path: desired.path ?? "" };
    const { inForce, notInForce } = heldByFiles(rules, thing);
    for (const [name, why] of notInForce) if (why !== unfulfilled) notTold.set(name, why);
    return rules.composer.resources(thing, inForce);
  });
  const orphans = state.resources.filter((one) => !isTopLevel(kindAt(kinds, one)) && !made.has(one));
  return { resources: [...resources, ...orphans], notTold };
}

const unfulfilled = "its where is not fulfilled";

function heldByFiles({ index, composer }: LayerRules, thing: Thing): Holding {
  const own = composer.own(thing);
  const inForce: Policy[] = [];
  const notInForce = new Map<string, string>();
  for (const policy of index.naming(thing.kind.name, thing.path)) {
    const why = whyNotByFiles(policy, thing, own);
    if (why === undefined) inForce.push(policy);
    else notInForce.set(policy.name, why);
  }
  return { inForce, notInForce };
}

function whyNotByFiles(policy: Policy, { kind, desired }: Thing, own: Spec): string | undefined {
  const fields = fieldsOf(kind);
  // What nobody declares closed counts as open.
  const valueOf = (path: readonly string[]) => {
    const isAsked = policy.where.some((one) => one.path[0] === path[0]);
    return valueAtSteps(own, path) ?? (isAsked ? undefined : false);
  };
  const isMeant = holds(conditionsOf(policy, fields), fields, valueOf);
  if (isMeant === false) return unfulfilled;
  if (isMeant === undefined) return "whether its where is fulfilled can be told from what is live alone (--live)";
  if (policy.rollout <= 0) return "only reported (rollout: 0%)";
  if (policy.rollout < 100)
    return `whether it is in the rollout of ${policy.rollout}% can be told from what is live alone (--live)`;
  return !desired && !policy.undeclared ? "it is for declared things alone" : undefined;
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
export function thingOf(state: DesiredState, { top, path, address }: ExplainedSubject, { children }: LayerRules) {
  const desired = state.resources.find(
    (one) => one.kind === top.name && isTopLevel(top) && fold(one.path ?? "") === fold(path) && one.key === undefined,
  );
  const key = thingKey(top, path === "" ? undefined : path, undefined);
  return { kind: top, desired, children: children.get(key) ?? [], address, path };
}
