import { addressKey } from "../../core/address-key.js";
import { boundedAttribute } from "../../core/bounded.js";
import { InvalidFilesError } from "../../core/errors.js";
import type { Spec, Value } from "../../core/json.js";
import { fieldsOf, placedKinds } from "../../core/kind.js";
import type { Policy, PolicyException, WrongForThis } from "../../core/layer.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import {
  type InForce,
  type LayerRules,
  inForceBy,
  nameWhenMade,
  type PolicyIndex,
  rulesOf,
  type PolicyStanding,
  standingsOf,
  valueWhenNew,
  whenMade,
  whileLive,
  wrongForThis,
} from "../../policies/index.js";
import { same } from "../forms/index.js";
import { type Basis, type Facts, each } from "../snapshot/index.js";
import { type Candidate, candidates } from "./candidates.js";
import type { Subtree } from "./subtree.js";

/** A group or project with the policies that name it. */
export interface ThingUnderPolicies extends InForce {
  readonly candidate: Candidate;
  readonly standings: readonly PolicyStanding[];
  /** Those of policies in force. */
  readonly exceptions: readonly PolicyException[];
  /** What it and what hangs on it is to be. */
  readonly resources: readonly Desired[];
  /** What cannot be read for it of what is in force. */
  readonly wrong: readonly WrongForThis[];
  /** What that would be if one more of the policies that name it were in force. */
  readonly resourcesWith: (policy: Policy) => readonly Desired[];
}

/** What is desired of everything, whichever layer says it. */
export interface Layered {
  readonly state: DesiredState;
  readonly things: readonly ThingUnderPolicies[];
}

/** How it is found out what layers hold for. */
export interface LayerQuestions {
  /** What is looked at. */
  readonly within: Subtree;
  /** True if what is live is not as these say. */
  readonly differs: (resources: readonly Desired[]) => boolean;
}

/**
 * The desired state with all that policies, presets and words say of it: what is declared first, then what only policies reach. A pure function of the files and of facts;
 * files that say nothing of the sort stay as they are, and nothing is asked for.
 */
export function withLayers(basis: Basis, state: DesiredState, { within, differs }: LayerQuestions, facts: Facts): Layered {
  const { layers } = state;
  if (!layers) return { state, things: [] };
  const rules = rulesOf(basis.kinds, state.resources, layers);
  const found = candidates(basis, state, layers, within, facts);
  const isCandidate = new Set(found.map(({ desired }) => desired));
  const things = each(found, (candidate) => underPolicies({ basis, state, rules, differs }, candidate, facts));
  const wrong = wrongForThis(things.flatMap((thing) => thing.wrong));
  if (wrong.length > 0) throw new InvalidFilesError(wrong);
  const others = rules.things.filter(({ desired }) => !isCandidate.has(desired));
  const rest = others.flatMap((thing) => rules.composer.resources({ ...thing, liveName: nameWhenMade(thing.path) }, []));
  return { state: { ...state, resources: [...things.flatMap(({ resources }) => resources), ...rest, ...rules.orphans] }, things };
}

/** What one thing is looked at with. */
export interface PolicyContext extends Pick<LayerQuestions, "differs"> {
  readonly basis: Basis;
  readonly state: DesiredState;
  readonly rules: LayerRules;
}

/** Which policies hold for one thing, and what it therefore is to be. */
export function underPolicies(
  { basis, state, rules, differs }: PolicyContext,
  candidate: Candidate,
  facts: Facts,
): ThingUnderPolicies {
  const { index, composer, children } = rules;
  const { kind, path, desired, live } = candidate;
  const own = children.get(addressKey({ kind: kind.name, path }, basis.kinds)) ?? [];
  const thing = { ...candidate, children: own, liveName: liveName(live?.spec, path) };
  const known = live
    ? whileLive(live, fieldsOf(kind), (policy, weaker) => {
        const overriding = composer.overrides(thing, policy, weaker, same);
        return overriding.length > 0 && !differs(overriding);
      })
    : whenMade((name) => valueOfNew(basis, state, candidate, name, facts));
  // What somebody ordered to go is reached by no policy, unless it is declared.
  const isReachable = desired !== undefined || live?.scheduledForDeletion !== true;
  const standings = isReachable ? standingsOf(rules, thing, known) : [];
  const inForce = inForceBy(standings);
  const layers = whileMade(candidate, inForce.inForce);
  const made = composer.resources(thing, layers);
  const wrong = rules.isOfThis ? composer.wrong(thing, layers) : [];
  const resources = sparing(made, candidate, inForce.reported);
  const resourcesWith = (policy: Policy) =>
    composer.resources(
      thing,
      standings.map((one) => one.policy).filter((one) => one === policy || inForce.inForce.includes(one)),
    );
  const exceptions = exceptionsIn(index, path, inForce.inForce);
  return { candidate, standings, ...inForce, exceptions, resources, wrong, resourcesWith };
}

/** What something is called where its body does not say it. */
export function liveName(spec: Spec | undefined, path: string): string {
  const name = spec?.["name"];
  return typeof name === "string" ? name : nameWhenMade(path);
}

/**
 * What is made is in every rollout while it is made, and perhaps in none afterwards: were its attributes ignored now and not then, the next plan would change what this one
 * made. So they are sent.
 */
function whileMade({ live }: Candidate, inForce: readonly Policy[]): readonly Policy[] {
  if (live || inForce.every(({ rollout, ignore }) => rollout >= 100 || ignore.length === 0)) return inForce;
  return inForce.map((policy) => (policy.rollout >= 100 ? policy : { ...policy, ignore: [] }));
}

/** What a policy names that is only reported is nobody's to delete: it came by that policy, or stays with it. */
function sparing(resources: readonly Desired[], { desired }: Candidate, reported: readonly Policy[]): readonly Desired[] {
  const [head, ...others] = resources;
  const spared = reported.flatMap(({ bodies }) =>
    bodies.flatMap(({ child, origin }) => (child ? [{ child, path: [], text: child.key ?? child.kind, origin }] : [])),
  );
  if (!desired || !head || spared.length === 0) return resources;
  return [{ ...head, ignored: [...(head.ignored ?? []), ...spared] }, ...others];
}

function exceptionsIn(index: PolicyIndex, path: string, inForce: readonly Policy[]): readonly PolicyException[] {
  return index.exceptionsAt(path).filter(({ policy }) => inForce.some(({ name }) => name === policy));
}

/** What a thing that this plan makes gets of an attribute that no layer gives it: of what its holder bounds the instance says it. */
function valueOfNew(basis: Basis, state: DesiredState, candidate: Candidate, name: string, facts: Facts): Value | undefined {
  const { tree } = candidate.kind;
  if (name !== boundedAttribute(fieldsOf(candidate.kind)) || !tree) return valueWhenNew(candidate, name);
  const { kind, field } = tree.defaultVisibility;
  const declared = state.resources.find((one) => one.kind === kind)?.spec[field];
  if (declared !== undefined || !basis.capabilities.user.administrator) return declared;
  const trees = placedKinds(basis.kinds).flatMap((placed) => placed.tree?.defaultVisibility ?? []);
  const attributes = trees.filter((one) => one.kind === kind).map((one) => one.field);
  return facts({ read: "one", kind, attributes })?.spec[field];
}
