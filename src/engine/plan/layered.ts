import { addressKey } from "../../core/address-key.js";
import { fold, formatAddress, lastSegment, liesInLeaving } from "../../core/address.js";
import { InvalidFilesError } from "../../core/errors.js";
import { glob } from "../../core/glob.js";
import type { Spec, Value } from "../../core/json.js";
import {
  addressIn,
  fieldsOf,
  isLive,
  kindAt,
  type Kinds,
  type PlacedKind,
  placedKinds,
  topKind,
  type Tree,
} from "../../core/kind.js";
import type { Layers, Policy, PolicyException, WrongForThis } from "../../core/layer.js";
import type { Desired, DesiredState, Live } from "../../core/plan.js";
import { boundedAttribute } from "../../core/strictness.js";
import {
  type InForce,
  inForceBy,
  type LayerRules,
  type PolicyStanding,
  rulesOf,
  speaksOfThis,
  standingsOf,
  valueWhenNew,
  whenMade,
  whileLive,
  wrongForThis,
} from "../../policies/index.js";
import { same } from "../forms/index.js";
import { type Basis, type BelowNeed, each, type Facts, together, type TreeNeed } from "../snapshot/index.js";
import { candidateNeeds, liveOf, movesOf, movingOut, needsWithin, type Subtree, wholeTree } from "./scope.js";

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
}

/** What is desired of everything, whichever layer says it. */
interface Layered {
  readonly state: DesiredState;
  readonly things: readonly ThingUnderPolicies[];
  /** Undefined where files have no layers. */
  readonly rules?: LayerRules;
}

/** How it is found out what layers hold for. */
export interface LayerQuestions {
  /** What is looked at. */
  readonly within: Subtree;
  /** True if what is live is not as these say. */
  readonly differs: (resources: readonly Desired[]) => boolean;
}

/** The desired state with all that policies, presets and words say of it: what is declared first, then what only policies reach. A pure function; without layers nothing is asked for. */
export function withLayers(basis: Basis, state: DesiredState, { within, differs }: LayerQuestions, facts: Facts): Layered {
  const { layers } = state;
  if (!layers) return { state, things: [] };
  const rules = rulesOf(basis.kinds, state.resources, layers);
  const all = candidates(basis, state, layers, within, facts);
  const isCandidate = new Set(all.map(({ desired }) => desired));
  const things = each(all, (candidate) => underPolicies({ basis, state, rules, differs }, candidate, facts));
  const wrong = wrongForThis(things.flatMap((thing) => thing.wrong));
  if (wrong.length > 0) throw new InvalidFilesError(wrong);
  const others = rules.things.filter(({ desired }) => !isCandidate.has(desired));
  const rest = others.flatMap((thing) => rules.composer.resources({ ...thing, liveName: lastSegment(thing.path) }, []));
  const resources = [...things.flatMap((thing) => thing.resources), ...rest, ...rules.orphans];
  return { state: { ...state, resources }, things, rules };
}

/** Which policies hold for one thing, and what it therefore is to be. */
export function underPolicies(
  { basis, state, rules, differs }: Pick<LayerQuestions, "differs"> & { basis: Basis; state: DesiredState; rules: LayerRules },
  candidate: Candidate,
  facts: Facts,
): ThingUnderPolicies {
  const { index, composer } = rules;
  const { kind, path, desired, live } = candidate;
  const thing = composedOf(candidate, rules, basis.kinds);
  const known = live
    ? whileLive(live, fieldsOf(kind), (policy, weaker) => {
        const overriding = composer
          .overrides(thing, policy, weaker, same)
          .filter((resource) => isLive(kindAt(basis.kinds, resource)));
        return overriding.length > 0 && !differs(overriding);
      })
    : whenMade((name) => valueOfNew(basis, state, candidate, name, facts));
  // What somebody ordered to go is reached by no policy, unless it is declared.
  const isReachable = desired !== undefined || live?.scheduledForDeletion !== true;
  const standings = isReachable ? standingsOf(rules, thing, known) : [];
  const { inForce, reported, unknown } = inForceBy(standings);
  const layers = whileMade(candidate, inForce);
  const made = composer.resources(thing, layers);
  const wrong = rules.isOfThis ? composer.wrong(thing, layers) : [];
  const resources = sparing(made, candidate, reported);
  const exceptions = index.exceptionsAt(path).filter(({ policy }) => inForce.some(({ name }) => name === policy));
  return { candidate, standings, inForce, reported, unknown, exceptions, resources, wrong };
}

/** Resources that would be desired of a group or project if one more of the policies that name it were in force. */
export function resourcesWith(
  rules: LayerRules,
  kinds: Kinds,
  { candidate, standings, inForce }: ThingUnderPolicies,
  policy: Policy,
): readonly Desired[] {
  const policies = standings.map((standing) => standing.policy).filter((other) => other === policy || inForce.includes(other));
  return rules.composer.resources(composedOf(candidate, rules, kinds), policies);
}

/** A group or project as its layers are composed, with its declared child resources. */
function composedOf(candidate: Candidate, { children }: LayerRules, kinds: Kinds) {
  const { kind, path, live } = candidate;
  const declared = children.get(addressKey({ kind: kind.name, path }, kinds)) ?? [];
  return { children: declared, liveName: liveName(live?.spec, path), ...candidate };
}

/** What something is called where its body does not say it. */
export function liveName(spec: Spec | undefined, path: string): string {
  const name = spec?.["name"];
  return typeof name === "string" ? name : lastSegment(path);
}

/** What is made is in every rollout while it is made: what is ignored is sent, too, or the next plan would change what this one made. */
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

/** What a thing that this plan makes gets of an attribute that no layer gives it: of what its holder bounds the instance says it. */
function valueOfNew(basis: Basis, state: DesiredState, candidate: Candidate, name: string, facts: Facts): Value | undefined {
  const { tree } = candidate.kind;
  if (name !== boundedAttribute(fieldsOf(candidate.kind)) || !tree) return valueWhenNew(candidate, name);
  const { kind, field } = tree.defaultVisibility;
  return boundOfNew(basis, tree, state.resources.find((resource) => resource.kind === kind)?.spec[field], facts);
}

/** What a thing of a kind gets of what its holder bounds: what settings are said to be, else what the instance says, which only an administrator may read. */
export function boundOfNew(
  { kinds, capabilities }: Basis,
  { defaultVisibility: { kind, field } }: Tree,
  declared: Value | undefined,
  facts: Facts,
): Value | undefined {
  if (declared !== undefined || !capabilities.user.administrator) return declared;
  const trees = placedKinds(kinds).flatMap(({ tree }) => tree?.defaultVisibility ?? []);
  const attributes = trees.filter((place) => place.kind === kind).map((place) => place.field);
  return facts({ read: "one", kind, attributes })?.spec[field];
}

/** A group or project that policies may hold for. */
interface Candidate {
  readonly kind: PlacedKind;
  /** What the files say of it; undefined for what is live and in no file. */
  readonly desired?: Desired | undefined;
  readonly address: string;
  readonly path: string;
  readonly live: Live | undefined;
}

/** What a glob that means also undeclared things asks for: all below its root, or the one that it names. */
interface Reach {
  readonly kind: PlacedKind;
  readonly pattern: string;
  readonly need: BelowNeed | TreeNeed;
}

/** A declared thing of a kind that policies are about, with the needs of where it may live. */
interface DeclaredCandidate {
  readonly desired: Desired;
  readonly kind: PlacedKind;
  readonly needs: readonly TreeNeed[];
}

/** Everything that policies may hold for: what is declared, in the order of the files, and then what is live below their globs, by path. */
function candidates(basis: Basis, state: DesiredState, layers: Layers, within: Subtree, facts: Facts): Candidate[] {
  const [declared, listed] = together(
    () => each(declaredCandidates(basis.kinds, state, layers, within), (candidate) => withLive(candidate, facts)),
    () =>
      each(reaches(basis.kinds, layers, within, basis.capabilities.user.administrator), ({ kind, pattern, need }) => ({
        kind,
        pattern,
        live: liveOf(need, facts),
      })),
  );
  const spoken = new Set(
    declared.flatMap(({ live, kind, path }) => [kind.name, live ? `${kind.name} ${live.id}` : "", placeOf(kind, path)]),
  );
  const absent = state.resources.flatMap(({ kind, path, ensure }) =>
    ensure === "absent" ? [`${kind}:${fold(path ?? "")}`] : [],
  );
  for (const path of [...absent, ...movingOut(within, basis.kinds, state.resources)]) spoken.add(path);
  const isGoing = goingAway(basis, state);
  const reached = listed.flatMap(({ kind, pattern, live }) => {
    const matches = glob(pattern);
    return live.flatMap((reply): Candidate[] => {
      const { path = "", scheduledForDeletion } = reply;
      // Somebody ordered its deletion: only who declares it can take that back.
      if (scheduledForDeletion) return [];
      const names = [placeOf(kind, path), `${kind.name} ${reply.id}`];
      if (!matches(path) || !within.holds(path) || names.some((name) => spoken.has(name)) || liesInLeaving(path)) return [];
      if (isGoing(kind, path)) return [];
      for (const name of names) spoken.add(name);
      return [{ kind, path, address: formatAddress(addressIn(kind, path, undefined)), live: reply }];
    });
  });
  return [...declared, ...reached.sort((a, b) => (fold(a.path) < fold(b.path) ? -1 : 1))];
}

/** What of that can be asked before anything is known of the server, for who reads ahead. */
export function earlyNeeds(kinds: Kinds, state: DesiredState, within: Subtree = wholeTree): (BelowNeed | TreeNeed)[] {
  const { layers } = state;
  if (!layers) return [];
  return [
    ...declaredCandidates(kinds, state, layers, within).flatMap(({ needs }) => needs),
    ...reaches(kinds, layers, within, false).flatMap(({ need }) => (need.read === "below" && need.root === "" ? [] : [need])),
  ];
}

function declaredCandidates(kinds: Kinds, state: DesiredState, layers: Layers, within: Subtree): DeclaredCandidate[] {
  const named = new Set(
    [...layers.policies, ...layers.presets.filter((preset) => speaksOfThis([preset]))].map(({ kind }) => kind),
  );
  const moves = movesOf(state.resources);
  return state.resources.flatMap((desired): DeclaredCandidate[] => {
    const kind = kindAt(kinds, desired);
    if (!named.has(desired.kind) || !kind.tree || desired.ensure === "absent" || !within.holds(desired.path ?? "")) return [];
    const attributes = attributesOf(layers, kind, Object.keys(desired.spec));
    return [{ desired, kind, needs: candidateNeeds(kind, desired, moves, attributes) }];
  });
}

function withLive({ desired, kind, needs }: DeclaredCandidate, facts: Facts): Candidate {
  const [atPath, ...older] = each(needs, facts);
  return {
    kind,
    desired,
    address: desired.address,
    path: desired.path ?? "",
    live: atPath ?? older.find((live) => live !== undefined),
  };
}

function reaches(kinds: Kinds, layers: Layers, within: Subtree, seesAll: boolean): Reach[] {
  return layers.policies
    .filter(({ undeclared }) => undeclared)
    .flatMap(({ kind: name, globs }) => {
      const kind = topKind(kinds, name);
      const attributes = attributesOf(layers, kind, []);
      const more = { attributes, meansRoot: true, ...(seesAll ? {} : ({ onlyInvolved: true } as const)) };
      return globs.flatMap(({ pattern }) =>
        needsWithin(within, kind, pattern, more).map((need): Reach => ({ kind, pattern, need })),
      );
    });
}

function placeOf(kind: PlacedKind, path: string): string {
  return `${kind.name}:${fold(path)}`;
}

/** What the same files delete because nobody declares it: no policy can hold for it. */
function goingAway({ kinds }: Basis, { deleteUndeclared }: DesiredState): (kind: PlacedKind, path: string) => boolean {
  const tests = new Map(
    Object.entries(deleteUndeclared).map(([file, { patterns }]) => [file, patterns.map((pattern) => glob(pattern))] as const),
  );
  return (kind, path) => kinds.has(kind.name) && (tests.get(kind.file)?.some((matches) => matches(path)) ?? false);
}

/** A group or project that may be live, whether or not a policy reaches it. */
export function candidateAt(
  { top: kind, path, beside = [] }: { readonly top: PlacedKind; readonly path: string; readonly beside?: readonly string[] },
  state: DesiredState,
  layers: Layers,
  facts: Facts,
): Candidate {
  const address = formatAddress(addressIn(kind, path, undefined));
  const desired = state.resources.find((resource) => resource.kind === kind.name && fold(resource.path ?? "") === fold(path));
  const attributes = attributesOf(layers, kind, [...Object.keys(desired?.spec ?? {}), ...beside]);
  const live = facts({ read: "tree", kind: kind.name, path, attributes });
  return { kind, path: desired?.path ?? path, address: desired?.address ?? address, desired, live };
}

/** Every attribute of a kind that layers may read or give, so that each reply is kept with all of them. */
function attributesOf(layers: Layers, { name, fields }: PlacedKind, ownNames: readonly string[]): string[] {
  const policies = layers.policies.filter(({ kind }) => kind === name);
  const bodies = [...policies, ...layers.presets.filter(({ kind }) => kind === name), ...layers.things.values()];
  const policyStatements = [
    ...bodies.flatMap((layer) => layer.bodies).flatMap(({ child, statements }) => (child ? [] : statements)),
    ...policies.flatMap(({ where }) => where),
    ...layers.exceptions.flatMap(({ statement, attribute }) => (statement && !attribute.child ? [statement] : [])),
  ];
  const called = speaksOfThis(bodies) && Object.hasOwn(fields, "name") ? ["name"] : [];
  const names = [...ownNames, ...called, ...policyStatements.map(({ path: [first = ""] }) => first)];
  return [...new Set(names.flatMap((written) => [written, ...(fields[written]?.requires ?? [])]))].sort();
}
