import { fold, isUnder, lastSegment, parentPath, parseAddress } from "../../core/address.js";
import { TrueupError } from "../../core/errors.js";
import { typeOf } from "../../core/fields.js";
import { addressGlob, covers, glob, globRoot, mustMatch, overlaps } from "../../core/glob.js";
import { fieldsOf, isTopLevel, kindAt, type Kinds, type PlacedKind } from "../../core/kind.js";
import { didYouMean } from "../../core/names.js";
import type { Change, Desired, DesiredState, Live } from "../../core/plan.js";
import type { BelowNeed, Facts, TreeNeed, Undeclared } from "../snapshot/index.js";
import { holdsSecret } from "./compare.js";

/** What a plan is restricted to. */
export interface Targeting {
  /** Address globs; empty for everything. */
  readonly targets: readonly string[];
  /** True where they are addresses of a plan of the whole, in which nothing is a wildcard. */
  readonly areAddresses?: true;
}

/** The part of the desired state that targets name. What is undeclared is left alone, unless the targets are addresses of a plan of the whole (`goingOf`). */
export function targeted(state: DesiredState, { targets, areAddresses }: Targeting): DesiredState {
  if (targets.length === 0) return state;
  if (areAddresses) {
    const named = new Set(targets);
    return { ...state, resources: state.resources.filter(({ address }) => named.has(address)) };
  }
  const tests = targets.map((pattern) => addressGlob(pattern));
  const resources = state.resources.filter((resource) => tests.some((test) => test(resource.address)));
  return { ...state, resources, deleteUndeclared: {} };
}

/** What nobody declares and targets that are addresses name. */
export function goingOf(undeclared: readonly Undeclared[], { targets, areAddresses }: Targeting): readonly Undeclared[] {
  const named = areAddresses && new Set(targets);
  return named ? undeclared.filter(({ live }) => named.has(live.address)) : undeclared;
}

/** The part of the desired state that lies in a part of the tree. What is undeclared there still goes if the files say so. */
export function scoped(state: DesiredState, kinds: Kinds, subtree: Subtree): DesiredState {
  return subtree.under.length === 0 ? state : { ...state, resources: state.resources.filter(liesIn(subtree, kinds)) };
}

/** Throws TrueupError `path.nothing` for a glob under which files say nothing and `changes`, what is planned there, neither: a slip in it would look like a part that is as it should be. */
export function mustHold(state: DesiredState, kinds: Kinds, under: readonly string[], changes: readonly Change[]): void {
  const deleted = Object.values(state.deleteUndeclared).flatMap(({ patterns }) => patterns);
  const planned = changes.map(({ address }) => parseAddress(address).path ?? "");
  const lost = under.find((pattern) => {
    const subtree = subtreeOf([pattern]);
    const isSaid = state.resources.some(liesIn(subtree, kinds)) || planned.some((path) => subtree.holds(path));
    return !isSaid && !deleted.some((path) => subtree.covers(path));
  });
  if (lost === undefined) return;
  const paths = state.resources.flatMap((resource) => (kindAt(kinds, resource).tree ? (resource.path ?? []) : []));
  const near = didYouMean(lost.replaceAll(/\/?\*+/g, ""), paths);
  throw new TrueupError({
    code: "path.nothing",
    message: `--under ${lost} matches no path in the files`,
    hint: near === undefined ? "It is a glob of full paths, such as acme/shop/**." : `Did you mean ${near}?`,
  });
}

/** Throws TrueupError `address.nothing` for a target that names nothing declared or `live`, and for values to be sent again where that part has none that is never shown. */
export function mustName(
  state: DesiredState,
  kinds: Kinds,
  { targets, resendSecrets }: { readonly targets: readonly string[]; readonly resendSecrets: readonly string[] },
  live: readonly string[] = [],
): void {
  const addresses = state.resources.map(({ address }) => address);
  mustMatch(targets, { option: "--target", whose: "the files declare", addresses: [...addresses, ...live] });
  if (resendSecrets.length === 0) return;
  const within = targeted(state, { targets }).resources;
  const part = targets.length === 0 ? "" : " among the targets";
  mustMatch(resendSecrets, {
    option: "--resend-secrets",
    whose: `the files declare${part}`,
    addresses: within.map(({ address }) => address),
  });
  mustMatch(resendSecrets, {
    option: "--resend-secrets",
    whose: `has a secret or another value that the server never shows${part}`,
    addresses: within.filter((desired) => hidesValues(desired, kinds)).map(({ address }) => address),
  });
}

/** True for what says a value that a server may never show again. */
function hidesValues(desired: Desired, kinds: Kinds): boolean {
  const fields = fieldsOf(kindAt(kinds, desired), { key: desired.key });
  return Object.entries(desired.spec).some(
    ([name, value]) => holdsSecret(value) || fields[name]?.unreadable || fields[name]?.secret || typeOf(fields[name])?.isUploaded,
  );
}

/** Some values stand for others (a deletion period of 0 for both delays off): what the files leave out is filled in. */
export function withImplied(state: DesiredState, kinds: Kinds): DesiredState {
  const resources = state.resources.map((resource) => {
    const implied = kindAt(kinds, resource).implied?.(resource.spec) ?? {};
    return Object.keys(implied).length === 0 ? resource : { ...resource, spec: { ...implied, ...resource.spec } };
  });
  return { ...state, resources };
}

/** Stands among the globs of a part for what belongs to the instance as a whole, under no path. */
export const instancePart = ".";

/** The part of the tree of groups and projects that a plan is about. */
export interface Subtree {
  /** Globs of full paths, as they were given; empty for all. */
  readonly under: readonly string[];
  /** True if what belongs to the instance as a whole is a part of it. */
  readonly hasInstance: boolean;
  /** True for a path that lies in it. */
  readonly holds: (path: string) => boolean;
  /** True if all that a glob means lies in it. */
  readonly covers: (pattern: string) => boolean;
  /** Below which paths all lies that a glob means in it; none where it means nothing in it. */
  readonly rootsOf: (pattern: string) => readonly string[];
}

/** All that there is. */
export const wholeTree: Subtree = {
  under: [],
  hasInstance: true,
  holds: () => true,
  covers: () => true,
  rootsOf: (pattern) => [globRoot(pattern)],
};

/** What lies under globs of full paths; a path without a wildcard stands for itself and all below it. */
export function subtreeOf(under: readonly string[]): Subtree {
  if (under.length === 0) return wholeTree;
  const parts = under
    .filter((given) => given !== instancePart)
    .map((given) => (given.includes("*") ? given : `${given}/**`))
    .map((pattern) => ({ pattern, root: globRoot(pattern), matches: glob(pattern) }));
  const rootsOf = (pattern: string) => {
    const patternRoot = globRoot(pattern);
    const met = parts.filter((part) => overlaps(part.pattern, pattern));
    return [
      ...new Set(
        met.map(({ root }) =>
          root.split("/").length > patternRoot.split("/").length || patternRoot === "" ? root : patternRoot,
        ),
      ),
    ];
  };
  return {
    under,
    hasInstance: under.includes(instancePart),
    holds: (path) => parts.some(({ matches }) => matches(path)),
    covers: (inner) => parts.some((part) => covers(part.pattern, inner)),
    rootsOf,
  };
}

/** True for what the part has: groups and projects below its paths with their children, and what belongs to no group if the part has that, too. */
function liesIn(subtree: Subtree, kinds: Kinds): (desired: Desired) => boolean {
  if (subtree === wholeTree) return () => true;
  return (desired) => {
    const kind = kindAt(kinds, desired);
    if (kind.tree === undefined && isTopLevel(kind)) return subtree.hasInstance;
    return desired.path !== undefined && subtree.holds(desired.path);
  };
}

/** How it is looked for what a glob means. */
interface NeedsOptions extends Pick<TreeNeed, "attributes">, Pick<BelowNeed, "onlyInvolved"> {
  /** True if the glob means the group at its root, too. */
  readonly meansRoot: boolean;
}

/** What finds all that a glob means in a part of the tree: lists of what lies below, and reads of what those do not show. */
export function needsWithin(
  subtree: Subtree,
  kind: PlacedKind,
  pattern: string,
  { attributes, onlyInvolved, meansRoot }: NeedsOptions,
): readonly (BelowNeed | TreeNeed)[] {
  const at = (path: string): TreeNeed => ({ read: "tree", kind: kind.name, path, attributes });
  if (!pattern.includes("*")) return subtree.holds(pattern) ? [at(pattern)] : [];
  const matches = glob(pattern);
  return subtree.rootsOf(pattern).flatMap((root) => {
    const isAll = root === "" && onlyInvolved ? { onlyInvolved } : {};
    const below: BelowNeed = { read: "below", kind: kind.name, root, attributes, ...isAll };
    // A list of what lies below something does not show that itself; what holds nothing may be what a part is about.
    const mayBe = root !== globRoot(pattern) || (kind.tree?.parent === kind.name && meansRoot);
    return root !== "" && mayBe && matches(root) && subtree.holds(root) ? [below, at(root)] : [below];
  });
}

/** What such a need finds. */
export function liveOf(need: BelowNeed | TreeNeed, facts: Facts): readonly Live[] {
  if (need.read === "below") return facts(need);
  const live = facts(need);
  return live ? [live] : [];
}

/** Where what the files declare outside of a part may still live inside, because moves take it out: nobody else's, and not undeclared. As `kind:path`, folded. */
export function movingOut(subtree: Subtree, kinds: Kinds, resources: readonly Desired[]): ReadonlySet<string> {
  const moves = subtree === wholeTree ? [] : movesOf(resources);
  if (moves.length === 0) return new Set();
  const isInside = liesIn(subtree, kinds);
  return new Set(
    resources.flatMap((desired) => {
      const kind = kindAt(kinds, desired);
      if (!kind.tree || desired.reached || isInside(desired)) return [];
      return candidatePaths(kind, desired, moves).map((path) => `${kind.name}:${fold(path)}`);
    }),
  );
}

/** A declared move of a group or project. */
export interface Move {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

/** The moves that the resources ask for. */
export function movesOf(resources: readonly Desired[]): Move[] {
  return resources.flatMap(({ kind, path, movedFrom }) =>
    movedFrom === undefined || path === undefined ? [] : [{ kind, from: movedFrom, to: path }],
  );
}

/** Every path under which a declared group or project may live: its own, the one it moves from, and those of moving groups above it. */
export function candidatePaths(kind: PlacedKind, desired: Desired, moves: readonly Move[]): string[] {
  const path = desired.path ?? "";
  const paths = desired.movedFrom === undefined ? [path] : [path, desired.movedFrom];
  for (const move of moves) {
    if (move.kind === kind.tree?.parent && isUnder(path, move.to)) paths.push(move.from + path.slice(move.to.length));
  }
  return paths;
}

/** The reads of all these paths, with some attributes beside those that are always read. */
export function candidateNeeds(kind: PlacedKind, desired: Desired, moves: readonly Move[], attributes: readonly string[]) {
  return candidatePaths(kind, desired, moves).map((path): TreeNeed => ({ read: "tree", kind: kind.name, path, attributes }));
}

/** Where a group or project that lives at a path lies once the groups above it have moved, without a move of its own. */
export function carriedPath(kind: PlacedKind, path: string, moves: readonly Move[]): string {
  const above = parentPath(path);
  if (above === undefined) return path;
  const move = moves.find((candidate) => candidate.kind === kind.tree?.parent && fold(candidate.from) === fold(above));
  const holder = move?.to ?? carriedPath(kind, above, moves);
  return `${holder}/${lastSegment(path)}`;
}
