import { addressKey, parentKey } from "../../core/address-key.js";
import { fold, formatAddress, liesInLeaving, parentPath } from "../../core/address.js";
import { glob, globRoot } from "../../core/glob.js";
import {
  type Kinds,
  type PlacedKind,
  addressIn,
  isLive,
  isTopLevel,
  kindAt,
  kindsUnder,
  topKind,
  topParent,
} from "../../core/kind.js";
import type { Desired } from "../../core/plan.js";
import {
  type Basis,
  type BelowNeed,
  type Facts,
  type Observations,
  type Observed,
  type TreeNeed,
  type Undeclared,
  each,
  orUnread,
  together,
} from "../snapshot/index.js";
import { candidateNeeds, candidatePaths, liveOf, movesOf, needsWithin } from "./scope.js";
import { type AskBeside, desiredNames, placeNeed, shownAs, withDoubtsSettled, withUnknown } from "./shown.js";
import { type DeclaredSiblings, type Observable, observeSiblings, ruleFor, siblingsOf } from "./siblings.js";

/** The live side of everything that the desired state names, and the undeclared things that it wants deleted. Asks for nothing else but what `askBeside` does. */
export function observe(basis: Basis, state: Observable, facts: Facts, askBeside: AskBeside = () => undefined): Observations {
  const { kinds } = basis;
  const live = state.resources.filter((resource) => isLive(kindAt(kinds, resource)));
  const bare = bareParents(kinds, live);
  const all = [...live, ...bare].map((desired): DeclaredSiblings => ({ desired, kind: kindAt(kinds, desired) }));
  const known = { ...state, resources: all.map(({ desired }) => desired) };
  const moves = movesOf(known.resources);
  const [trees, others, undeclared] = together(
    () => withDoubtsSettled(observeTrees(kinds, known.resources, facts, askBeside), { basis, facts, askBeside }),
    () =>
      each(siblingsOf(basis, known, all, moves), (group) => ({
        siblings: group,
        ...orUnread(() => observeSiblings(basis, known, group, facts, askBeside)),
      })),
    () => undeclaredTrees(basis, known, all, facts),
  );
  const read = others.flatMap((answer) => ("decision" in answer ? [answer.decision] : []));
  const siblings = read.flatMap((listing) => listing.observed).map((observed) => withUnknown(observed, basis));
  const isBare = new Set(bare);
  const [roots, children] = [true, false].map((isTop) => siblings.filter(({ kind }) => isTopLevel(kind) === isTop));
  return {
    observed: [...(roots ?? []), ...trees.filter((tree) => !isBare.has(tree.desired)), ...(children ?? [])],
    unnamedParents: trees.filter((tree) => isBare.has(tree.desired)),
    undeclared: [...read.flatMap((listing) => listing.undeclared), ...undeclared],
    unread: others.flatMap((answer) =>
      "unread" in answer
        ? [{ kind: answer.siblings.kind.name, path: answer.siblings.on?.path ?? "", status: answer.unread }]
        : [],
    ),
    asked: others.filter(({ siblings: { on } }) => on && on.ensure !== "absent").length,
  };
}

/** What hangs on a group or project is read by its id: a bare body stands in for a parent that nobody asks for (a target may name a child alone). */
function bareParents(kinds: Kinds, resources: readonly Desired[]): Desired[] {
  const named = new Set(resources.map((resource) => addressKey(resource, kinds)));
  return resources.flatMap((resource) => {
    const kind = kindAt(kinds, resource);
    const key = parentKey(kind, resource.path, kinds);
    if (key === undefined || resource.path === undefined || named.has(key)) return [];
    named.add(key);
    const parent = addressIn(topKind(kinds, kind.parent), resource.path, undefined);
    const address = formatAddress(parent);
    const body = { ensure: "present" as const, spec: {}, origins: {}, origin: resource.origin, reached: true as const };
    return [{ ...parent, address, ...body }];
  });
}

/** Everything that is asked for of groups and projects in any case: at every path where a declared one may live, and the groups that hold them. */
export function treeNeeds(kinds: Kinds, resources: readonly Desired[]): TreeNeed[] {
  return [...declaredTrees(kinds, resources).flatMap(({ needs }) => needs), ...holderNeeds(kinds, resources)];
}

function declaredTrees(
  kinds: Kinds,
  resources: readonly Desired[],
): (DeclaredSiblings & { readonly needs: readonly TreeNeed[] })[] {
  const moves = movesOf(resources);
  return resources.flatMap((desired) => {
    const kind = kindAt(kinds, desired);
    if (!kind.tree) return [];
    return [{ desired, kind, needs: candidateNeeds(kind, desired, moves, desiredNames(kind, [desired])) }];
  });
}

/** The groups that hold declared things and are not declared themselves. */
function holderNeeds(kinds: Kinds, resources: readonly Desired[]): TreeNeed[] {
  const declared = resources.map((desired) => ({ desired, kind: kindAt(kinds, desired) })).filter(({ kind }) => kind.tree);
  const named = new Set(declared.map(({ desired, kind }) => `${kind.name}:${fold(desired.path ?? "")}`));
  return declared.flatMap(({ desired, kind }) => {
    // What is there although nobody declares it lies in something.
    if (desired.reached) return [];
    const holder = kind.tree?.parent ?? "";
    const path = parentPath(desired.path ?? "");
    const key = `${holder}:${fold(path ?? "")}`;
    if (path === undefined || named.has(key) || desired.ensure === "absent") return [];
    named.add(key);
    return [placeNeed(holder, path)];
  });
}

function observeTrees(kinds: Kinds, resources: readonly Desired[], facts: Facts, askBeside: AskBeside): Observed[] {
  const [observed] = together(
    () =>
      each(declaredTrees(kinds, resources), ({ desired, kind, needs }): Observed => {
        const [atPath, ...older] = each(needs, facts);
        const old = older.find((live) => live !== undefined);
        const live = atPath ?? old;
        return {
          desired,
          kind,
          live: live && shownAs(desired, kind, live, facts, askBeside),
          livePath: live?.path,
          conflict: desired.movedFrom !== undefined && atPath !== undefined && old !== undefined && atPath.id !== old.id,
        };
      }),
    () => each(holderNeeds(kinds, resources), facts),
  );
  return observed;
}

function undeclaredTrees(basis: Basis, state: Observable, all: readonly DeclaredSiblings[], facts: Facts): Undeclared[] {
  const ruled = kindsUnder(basis.kinds, topParent).flatMap((kind) => {
    const rule = kind.tree && ruleFor(basis, state, kind);
    return rule ? rule.patterns.map((pattern) => ({ kind, pattern, origin: rule.origin })) : [];
  });
  const moves = movesOf(state.resources);
  const spoken = new Set([
    ...(state.part?.spoken ?? []),
    ...all.flatMap(({ kind, desired }) =>
      kind.tree && !desired.reached ? candidatePaths(kind, desired, moves).map((path) => `${kind.name}:${fold(path)}`) : [],
    ),
  ]);
  const needsOf = (kind: PlacedKind, pattern: string): readonly (BelowNeed | TreeNeed)[] =>
    state.part
      ? needsWithin(state.part.subtree, kind, pattern, { attributes: [], meansRoot: false })
      : [{ read: "below", kind: kind.name, root: globRoot(pattern) }];
  const listed = each(ruled, (place) => ({
    ...place,
    below: each(needsOf(place.kind, place.pattern), (need) => liveOf(need, facts)).flat(),
  }));
  return listed.flatMap(({ kind, pattern, origin, below }) => {
    const matches = glob(pattern);
    return below.flatMap((live): Undeclared[] => {
      const { path = "" } = live;
      const key = `${kind.name}:${fold(path)}`;
      if (!matches(path) || spoken.has(key) || live.scheduledForDeletion) return [];
      if (state.part && !state.part.subtree.holds(path)) return [];
      if (liesInLeaving(path)) return [];
      spoken.add(key);
      return [{ live, kind, path, origin }];
    });
  });
}
