import { addressKey, thingKey } from "../core/address-key.js";
import { lastSegment } from "../core/address.js";
import { defined } from "../core/collections.js";
import { isTopLevel, type Kinds, type PlacedKind } from "../core/kind.js";
import type { Layers, Policy } from "../core/layer.js";
import type { Desired, DesiredState } from "../core/plan.js";
import { type LayerRules, rulesOf, type Thing } from "./composer.js";
import { byFiles, inForceBy, type PolicyStanding, standingsOf, valueWhenNew, whenMade } from "./in-force.js";

/** Which policies hold for a thing, and why the others that name it do not. */
export interface Holding {
  /** All that name it, weakest first. */
  readonly named: readonly Policy[];
  readonly inForce: readonly Policy[];
  /** Of which what is known does not tell. */
  readonly unknown: readonly Policy[];
  /** By name: what does not hold, or not surely. */
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
  /** The name of the top where no file declares one: as it is live. */
  readonly liveName?: string | undefined;
}

/** Tells which policies hold; asked again for a state that lacks a line. */
export type Hold = (state: DesiredState) => Holding;

/** What is to be of the thing and of all that hangs on it. */
export function effectiveDesired(kinds: Kinds, state: DesiredState, subject: ExplainedSubject, hold: Hold): readonly Desired[] {
  const rules = rulesOf(kinds, state.resources, state.layers ?? noLayers);
  return rules.composer.resources(thingOf(rules, subject), hold(state).inForce);
}

/** Which policies hold as far as files alone can tell: what `where` reads and the thing does not declare itself is not known, nor who is in a rollout. */
export function holdByFiles(kinds: Kinds, subject: ExplainedSubject): Hold {
  return (state) => {
    const rules = rulesOf(kinds, state.resources, state.layers ?? noLayers);
    const thing = thingOf(rules, subject);
    return holdingOf(rules, thing, standingsOf(rules, thing, byFiles));
  };
}

/** All that is declared, with what layers say of it as far as files alone can tell; policies of which they cannot are left out, and answered by name with why. */
export function declaredByFiles(
  kinds: Kinds,
  state: DesiredState,
): { readonly resources: readonly Desired[]; readonly notTold: ReadonlyMap<string, string> } {
  const notTold = new Map<string, string>();
  if (!state.layers) return { resources: state.resources, notTold };
  const rules = rulesOf(kinds, state.resources, state.layers);
  const resources = rules.things.flatMap((thing) => {
    const { inForce, notInForce } = holdingOf(rules, thing, standingsOf(rules, thing, byFiles));
    for (const [name, why] of notInForce) if (why !== unfulfilled) notTold.set(name, why);
    return rules.composer.resources({ ...thing, liveName: lastSegment(thing.path) }, inForce);
  });
  return { resources: [...resources, ...rules.orphans], notTold };
}

/** What the files alone say of all that they declare, every layer merged, as if nothing of it were live yet. */
export function expand({ resources, layers }: DesiredState, kinds: Kinds): readonly Desired[] {
  if (!layers) return resources;
  const rules = rulesOf(kinds, resources, layers);
  const made = rules.things.flatMap((thing) => {
    const known = whenMade((name) => valueWhenNew(thing, name));
    const named = { ...thing, liveName: lastSegment(thing.path) };
    return rules.composer.resources(named, inForceBy(standingsOf(rules, thing, known)).inForce);
  });
  return [...made, ...rules.orphans];
}

const unfulfilled = "its where is not fulfilled";

/** Which policies hold for a thing by how they stand to it. `isLive` where what is live is known. */
export function holdingOf({ index }: LayerRules, thing: Thing, standings: readonly PolicyStanding[], isLive = false): Holding {
  const { inForce, unknown } = inForceBy(standings);
  const known = new Map(standings.map((standing) => [standing.policy, standing]));
  const named = index.naming(thing.kind.name, thing.path);
  const notInForce = named.flatMap((policy): (readonly [string, string])[] => {
    if (inForce.includes(policy)) return [];
    if (!thing.desired && !policy.undeclared) return [[policy.name, "it is for declared things alone"]];
    return [[policy.name, whyNot(known.get(policy), policy, isLive)]];
  });
  return { named, inForce, unknown, notInForce: new Map(notInForce) };
}

/** The same, as if some of those of which what is known does not tell held. */
export function assuming(hold: Hold, isAssumed: (policy: Policy) => boolean): Hold {
  return (state) => {
    const { named, inForce, unknown, notInForce } = hold(state);
    const assumed = new Set(unknown.filter(isAssumed));
    const names = new Set([...assumed].map(({ name }) => name));
    return {
      named,
      inForce: named.filter((policy) => inForce.includes(policy) || assumed.has(policy)),
      unknown: unknown.filter((policy) => !assumed.has(policy)),
      notInForce: new Map([...notInForce].filter(([name]) => !names.has(name))),
    };
  };
}

function whyNot(standing: PolicyStanding | undefined, { rollout }: Policy, isLive: boolean): string {
  if (!standing || standing.isMeant === false)
    return isLive ? `${unfulfilled}, or the thing is archived or scheduled for deletion` : unfulfilled;
  if (standing.isRolledOut === false) return `only reported (rollout: ${rollout}%)`;
  if (isLive) return "what its where reads is not shown to this token";
  const question = standing.isMeant ? `it is in the rollout of ${rollout}%` : "its where is fulfilled";
  return `whether ${question} can be told from what is live alone (--live)`;
}

/** What says nothing for many things. */
export const noLayers: Layers = { policies: [], presets: [], exceptions: [], things: new Map(), today: "" };

/** True for what an explanation is about. */
export function isSubject(desired: Desired, { kind, path, key }: ExplainedSubject, kinds: Kinds): boolean {
  const names = { kind: kind.name, ...defined({ parent: desired.parent && kind.parent, key }), path };
  const address = isTopLevel(kind) && path === "" ? { kind: kind.name } : names;
  return desired.kind === kind.name && addressKey(desired, kinds) === addressKey(address, kinds);
}

/** What stands at the top, with what hangs on it. */
export function thingOf({ things, children }: LayerRules, { top, path, address, liveName }: ExplainedSubject): Thing {
  const key = thingKey(top, path === "" ? undefined : path, undefined);
  const declared = isTopLevel(top)
    ? things.find((thing) => thingKey(thing.kind, thing.desired.path, thing.desired.key) === key)
    : undefined;
  return { ...(declared ?? { kind: top, children: children.get(key) ?? [], address, path }), liveName };
}
