import { fold } from "../../core/address.js";
import { covers, glob, globRoot, overlaps } from "../../core/glob.js";
import { type Kinds, type PlacedKind, isTopLevel, kindAt } from "../../core/kind.js";
import type { Desired, Live } from "../../core/plan.js";
import type { BelowNeed, Facts, TreeNeed } from "../snapshot/index.js";
import { candidatePaths, movesOf } from "./moves.js";

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
    const own = globRoot(pattern);
    const met = parts.filter((part) => overlaps(part.pattern, pattern));
    return [...new Set(met.map(({ root }) => (root.split("/").length > own.split("/").length || own === "" ? root : own)))];
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
export function liesIn(subtree: Subtree, kinds: Kinds): (desired: Desired) => boolean {
  if (subtree === wholeTree) return () => true;
  return (desired) => {
    const kind = kindAt(kinds, desired);
    if (kind.tree === undefined && isTopLevel(kind)) return subtree.hasInstance;
    return desired.path !== undefined && subtree.holds(desired.path);
  };
}

/** How it is looked for what a glob means. */
interface NeedsOptions extends Pick<TreeNeed, "attributes">, Pick<BelowNeed, "own"> {
  /** True if the glob means the group at its root, too. */
  readonly meansRoot: boolean;
}

/** What finds all that a glob means in a part of the tree: lists of what lies below, and reads of what those do not show. */
export function needsWithin(
  subtree: Subtree,
  kind: PlacedKind,
  pattern: string,
  { attributes, own, meansRoot }: NeedsOptions,
): readonly (BelowNeed | TreeNeed)[] {
  const at = (path: string): TreeNeed => ({ read: "tree", kind: kind.name, path, attributes });
  if (!pattern.includes("*")) return subtree.holds(pattern) ? [at(pattern)] : [];
  const matches = glob(pattern);
  return subtree.rootsOf(pattern).flatMap((root) => {
    const isAll = root === "" && own ? { own } : {};
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
