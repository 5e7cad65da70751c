import { fold, formatAddress } from "../../core/address.js";
import { glob } from "../../core/glob.js";
import { type Kinds, type PlacedKind, addressIn, kindAt, topKind } from "../../core/kind.js";
import type { Layers } from "../../core/layer.js";
import { liesInLeaving } from "../../core/leaving-name.js";
import type { Desired, DesiredState, Live } from "../../core/plan.js";
import { speaksOfThis } from "../../policies/index.js";
import { type Basis, type BelowNeed, type Facts, type TreeNeed, each, together } from "../snapshot/index.js";
import { candidatePaths, movesOf } from "./moves.js";
import { type Subtree, liveOf, movingOut, needsWithin, wholeTree } from "./subtree.js";

/** A group or project that policies may hold for. */
export interface Candidate {
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
export function candidates(basis: Basis, state: DesiredState, layers: Layers, within: Subtree, facts: Facts): Candidate[] {
  const [declared, found] = together(
    () => each(declaredCandidates(basis.kinds, state, layers, within), (one) => withLive(one, facts)),
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
  for (const one of [...absent, ...movingOut(within, basis.kinds, state.resources)]) spoken.add(one);
  const isGoing = goingAway(basis, state);
  const reached = found.flatMap(({ kind, pattern, live }) => {
    const matches = glob(pattern);
    return live.flatMap((one): Candidate[] => {
      const { path = "", scheduledForDeletion } = one;
      // Somebody ordered its deletion: only who declares it can take that back.
      if (scheduledForDeletion) return [];
      const names = [placeOf(kind, path), `${kind.name} ${one.id}`];
      if (!matches(path) || !within.holds(path) || names.some((name) => spoken.has(name)) || liesInLeaving(path)) return [];
      if (isGoing(kind, path)) return [];
      for (const name of names) spoken.add(name);
      return [{ kind, path, address: formatAddress(addressIn(kind, path, undefined)), live: one }];
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
  const named = new Set([...layers.policies, ...layers.presets.filter((one) => speaksOfThis([one]))].map(({ kind }) => kind));
  const moves = movesOf(state.resources);
  return state.resources.flatMap((desired): DeclaredCandidate[] => {
    const kind = kindAt(kinds, desired);
    if (!named.has(desired.kind) || !kind.tree || desired.ensure === "absent" || !within.holds(desired.path ?? "")) return [];
    const attributes = attributesOf(layers, kind, Object.keys(desired.spec));
    const needs = candidatePaths(kind, desired, moves).map(
      (path) => ({ read: "tree", kind: kind.name, path, attributes }) as const,
    );
    return [{ desired, kind, needs }];
  });
}

function withLive({ desired, kind, needs }: DeclaredCandidate, facts: Facts): Candidate {
  const [own, ...older] = each(needs, facts);
  return {
    kind,
    desired,
    address: desired.address,
    path: desired.path ?? "",
    live: own ?? older.find((live) => live !== undefined),
  };
}

function reaches(kinds: Kinds, layers: Layers, within: Subtree, seesAll: boolean): Reach[] {
  return layers.policies
    .filter(({ undeclared }) => undeclared)
    .flatMap(({ kind: name, globs }) => {
      const kind = topKind(kinds, name);
      const attributes = attributesOf(layers, kind, []);
      const more = { attributes, meansRoot: true, ...(seesAll ? {} : ({ own: true } as const)) };
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
  const desired = state.resources.find((one) => one.kind === kind.name && fold(one.path ?? "") === fold(path));
  const attributes = attributesOf(layers, kind, [...Object.keys(desired?.spec ?? {}), ...beside]);
  const live = facts({ read: "tree", kind: kind.name, path, attributes });
  return { kind, path: desired?.path ?? path, address: desired?.address ?? address, desired, live };
}

/** Every attribute of a kind that layers may read or give, so that each reply is kept with all of them. */
function attributesOf(layers: Layers, { name, fields }: PlacedKind, own: readonly string[]): string[] {
  const policies = layers.policies.filter(({ kind }) => kind === name);
  const bodies = [...policies, ...layers.presets.filter(({ kind }) => kind === name), ...layers.things.values()];
  const said = [
    ...bodies.flatMap((layer) => layer.bodies).flatMap(({ child, statements }) => (child ? [] : statements)),
    ...policies.flatMap(({ where }) => where),
    ...layers.exceptions.flatMap(({ statement, attribute }) => (statement && !attribute.child ? [statement] : [])),
  ];
  const called = speaksOfThis(bodies) && Object.hasOwn(fields, "name") ? ["name"] : [];
  const names = [...own, ...called, ...said.map(({ path: [first = ""] }) => first)];
  return [...new Set(names.flatMap((one) => [one, ...(fields[one]?.requires ?? [])]))].sort();
}
