import { fold, formatAddress, parentPath } from "../../core/address.js";
import type { Origin } from "../../core/errors.js";
import { glob, globRoot } from "../../core/glob.js";
import type { JsonObject } from "../../core/json.js";
import {
  addressIn,
  fieldsOf,
  instance,
  isAbsent,
  isInherent,
  isNeverStray,
  isTopLevel,
  kindAt,
  type Kinds,
  kindsUnder,
  type PlacedKind,
  topKind,
} from "../../core/kind.js";
import type { Desired, DesiredState, Live } from "../../core/plan.js";
import { numbersIn, withNames } from "../forms/names.js";
import { lackingKind } from "./guard.js";
import { hasKey, isMisnamed, matchMembers, memberKey, namesSaid, shownKey } from "./members.js";
import { candidatePaths, movesOf } from "./moves.js";
import { both, each, type Facts, type HolderNeed, type TreeNeed } from "./needs.js";
import { addressKey, type Basis, type Observed, parentKey, type Stray, type World } from "./world.js";

/** What is desired, as far as looking at the platform goes. */
export type Observable = Pick<DesiredState, "resources" | "deleteUndeclared">;

interface Declared {
  readonly desired: Desired;
  readonly kind: PlacedKind;
}

/** Members of one kind on one thing. */
interface Siblings {
  readonly kind: PlacedKind;
  readonly members: readonly Desired[];
  /** The thing that they hang on; undefined at the top. */
  readonly on: Desired | undefined;
  readonly holder: HolderNeed | undefined;
}

/** The live side of everything that the desired state names, and the strays that it wants deleted; asks for nothing else. */
export function observe(basis: Basis, state: Observable, facts: Facts): World {
  const { kinds } = basis;
  const bare = bareParents(kinds, state.resources);
  const all = [...state.resources, ...bare].map((desired): Declared => ({ desired, kind: kindAt(kinds, desired) }));
  const known = { ...state, resources: all.map(({ desired }) => desired) };
  const moves = movesOf(known.resources);
  const [trees, [others, strays]] = both(
    () => observeTrees(kinds, known.resources, facts),
    () =>
      both(
        () => each(siblingsOf(basis, known, all, moves), (one) => observeSiblings(basis, known, one, facts)),
        () => strayTrees(basis, known, all, facts),
      ),
  );
  const siblings = others.flatMap((one) => one.observed);
  const isBare = new Set(bare);
  const [roots, children] = [true, false].map((isTop) => siblings.filter(({ kind }) => isTopLevel(kind) === isTop));
  return {
    observed: [...(roots ?? []), ...trees.filter((one) => !isBare.has(one.desired)), ...(children ?? [])],
    unnamedParents: trees.filter((one) => isBare.has(one.desired)),
    strays: [...others.flatMap((one) => one.strays), ...strays],
  };
}

/** What hangs on a group or project is read by its id: a bare body stands in for a parent that nobody asks for (a target may name a child alone). */
function bareParents(kinds: Kinds, resources: readonly Desired[]): Desired[] {
  const named = new Set(resources.map((one) => addressKey(one, kinds)));
  return resources.flatMap((one) => {
    const kind = kindAt(kinds, one);
    const key = parentKey(kind, one.path, kinds);
    if (key === undefined || one.path === undefined || named.has(key)) return [];
    named.add(key);
    const parent = addressIn(topKind(kinds, kind.parent), one.path, undefined);
    const address = formatAddress(parent);
    return [{ ...parent, address, ensure: "present" as const, spec: {}, origins: {}, origin: one.origin }];
  });
}

/** Everything that is asked for of groups and projects in any case: at every path where a declared one may live, and the groups that hold them. */
export function treeNeeds(kinds: Kinds, resources: readonly Desired[]): TreeNeed[] {
  return [...declaredTrees(kinds, resources).flatMap(({ needs }) => needs), ...holderNeeds(kinds, resources)];
}

function declaredTrees(kinds: Kinds, resources: readonly Desired[]): (Declared & { readonly needs: readonly TreeNeed[] })[] {
  const moves = movesOf(resources);
  return resources.flatMap((desired) => {
    const kind = kindAt(kinds, desired);
    if (!kind.tree) return [];
    const attributes = wantedOf(kind, [desired]);
    const needs = candidatePaths(kind, desired, moves).map(
      (path) => ({ read: "tree", kind: kind.name, path, attributes }) as const,
    );
    return [{ desired, kind, needs }];
  });
}

/** The groups that hold declared things and are not declared themselves. */
function holderNeeds(kinds: Kinds, resources: readonly Desired[]): TreeNeed[] {
  const declared = resources.map((desired) => ({ desired, kind: kindAt(kinds, desired) })).filter(({ kind }) => kind.tree);
  const named = new Set(declared.map(({ desired, kind }) => `${kind.name}:${fold(desired.path ?? "")}`));
  return declared.flatMap(({ desired, kind }) => {
    const holder = kind.tree?.holder ?? "";
    const path = parentPath(desired.path ?? "");
    const key = `${holder}:${fold(path ?? "")}`;
    if (path === undefined || named.has(key) || desired.ensure === "absent") return [];
    named.add(key);
    return [placeNeed(holder, path)];
  });
}

/** Asks what is at a path, and for nothing of it but what the engine always needs. */
export function placeNeed(kind: string, path: string): TreeNeed {
  return { read: "tree", kind, path, attributes: [] };
}

function observeTrees(kinds: Kinds, resources: readonly Desired[], facts: Facts): Observed[] {
  const [observed] = both(
    () =>
      each(declaredTrees(kinds, resources), ({ desired, kind, needs }): Observed => {
        const [own, ...older] = each(needs, facts);
        const old = older.find((live) => live !== undefined);
        const live = own ?? old;
        return {
          desired,
          kind,
          live: live && addressed(named(kind, live, facts), desired),
          livePath: live?.path,
          conflict: desired.movedFrom !== undefined && own !== undefined && old !== undefined && own.id !== old.id,
        };
      }),
    () => each(holderNeeds(kinds, resources), facts),
  );
  return observed;
}

/** The kinds of the instance and of each declared group and project of which something is declared, or undeclared ones are to go. */
function siblingsOf(
  basis: Basis,
  state: Observable,
  all: readonly Declared[],
  moves: Parameters<typeof candidatePaths>[2],
): readonly Siblings[] {
  const { kinds } = basis;
  const groups = new Map<string, Siblings & { readonly members: Desired[] }>();
  const parents = new Map(all.filter(({ kind }) => kind.tree).map((one) => [addressKey(one.desired, kinds), one]));
  const add = (kind: PlacedKind, on: string, desired: Desired | undefined) => {
    const parent = parents.get(on);
    if (!isTopLevel(kind) && !parent) return;
    const key = `${kind.name} ${on}`;
    const group = groups.get(key) ?? { kind, members: [], on: parent?.desired, holder: parent && holderNeed(parent, moves) };
    groups.set(key, group);
    if (desired) group.members.push(desired);
  };
  for (const { desired, kind } of all) if (!kind.tree) add(kind, parentKey(kind, desired.path, kinds) ?? "", desired);
  for (const kind of kindsUnder(kinds, instance))
    if (kind.as === "map" && strayRule(basis, state, kind, "")) add(kind, "", undefined);
  for (const [on, { desired, kind: under }] of parents)
    for (const kind of kindsUnder(kinds, under.name))
      if (strayRule(basis, state, kind, desired.path ?? "")) add(kind, on, undefined);
  return [...groups.values()];
}

function holderNeed({ kind, desired }: Declared, moves: Parameters<typeof candidatePaths>[2]): HolderNeed {
  return { kind: kind.name, paths: candidatePaths(kind, desired, moves) };
}

interface ObservedSiblings {
  readonly observed: readonly Observed[];
  readonly strays: readonly Stray[];
}

function observeSiblings(basis: Basis, state: Observable, siblings: Siblings, facts: Facts): ObservedSiblings {
  const { kind, members, on } = siblings;
  const absent = {
    observed: members.map((desired) => ({ desired, kind, live: undefined, livePath: undefined, conflict: false })),
    strays: [],
  };
  if (on?.ensure === "absent") return absent;
  if (kind.as === "one") return { observed: observeOne(siblings, facts), strays: [] };
  const rule = strayRule(basis, state, kind, on?.path ?? "");
  const wanted = membersNeed(siblings);
  const isByKey = kind.listed === "short";
  const [listed, single] = both(
    () => (!isByKey || rule ? facts(wanted) : []),
    () => (isByKey ? each(members, (desired) => facts({ ...wanted, key: memberKey(kind, desired) })) : []),
  );
  if (!listed || single.some((one) => !one)) return absent;
  const matches = matchMembers(kind, members, listed);
  const found = members.map((desired, index) => (isByKey ? single[index]?.[0] : matches.get(desired)));
  const observed = each(
    members.map((desired, index) => ({ desired, shown: found[index] })),
    ({ desired, shown }): Observed => {
      const live = shown && !isAbsent(kind, shown.marks) ? shown : undefined;
      return {
        desired,
        kind,
        live: live && addressed(named(kind, live, facts), desired),
        livePath: on?.path,
        conflict:
          live !== undefined &&
          isMisnamed(kind, desired, live.marks) &&
          listed.some((other) => other !== live && hasKey(kind, desired, other.marks)),
      };
    },
  );
  const claimed = new Set(matches.values());
  const undeclared = listed.filter((live) => !claimed.has(live));
  return { observed, strays: rule ? straysAmong(basis.kinds, state, siblings, undeclared, rule.origin) : [] };
}

function membersNeed({ kind, members, holder }: Siblings) {
  return { read: "members", kind: kind.name, ...(holder ? { holder } : {}), attributes: wantedOf(kind, members) } as const;
}

function observeOne({ kind, members, holder }: Siblings, facts: Facts): Observed[] {
  return each(members, (desired): Observed => {
    const live = facts({ read: "one", kind: kind.name, ...(holder ? { holder } : {}), attributes: wantedOf(kind, [desired]) });
    return {
      desired,
      kind,
      live: live && addressed(named(kind, live, facts), desired),
      livePath: live && desired.path,
      conflict: false,
    };
  });
}

/** Listed members that nobody declares, under a rule that asks for their delete. */
function straysAmong(
  kinds: Kinds,
  state: Observable,
  { kind, on }: Siblings,
  undeclared: readonly Live[],
  origin: Origin,
): Stray[] {
  const said = namesSaid(kinds, state.resources, kind);
  return undeclared.flatMap((live): Stray[] => {
    const { marks } = live;
    if (isAbsent(kind, marks) || isInherent(kind, marks) || isNeverStray(kind, marks)) return [];
    const key = shownKey(kind, marks);
    if (kind.slots && kind.key?.values && !kind.key.values.includes(key)) return [];
    if (on === undefined && said.has(fold(key))) return [];
    return [{ ...(on?.path === undefined ? { path: key } : { path: on.path, key }), kind, live, origin }];
  });
}

function strayRule(basis: Basis, state: Observable, kind: PlacedKind, path: string): { readonly origin: Origin } | undefined {
  const rule = ruleFor(basis, state, kind);
  return rule?.patterns.some((pattern) => isTopLevel(kind) || glob(pattern)(path)) ? rule : undefined;
}

/** What the files say of undeclared members of a kind; undefined for one that the server does not have: nothing of it can be live. */
function ruleFor(basis: Basis, state: Observable, kind: PlacedKind): DesiredState["deleteUndeclared"][string] | undefined {
  const rule = state.deleteUndeclared[kind.file];
  const isMissing = rule && lackingKind(basis, {}, kind).some((lack) => lack.rule !== "role");
  return isMissing ? undefined : rule;
}

function strayTrees(basis: Basis, state: Observable, all: readonly Declared[], facts: Facts): Stray[] {
  const ruled = kindsUnder(basis.kinds, instance).flatMap((kind) => {
    const rule = kind.tree && ruleFor(basis, state, kind);
    return rule ? rule.patterns.map((pattern) => ({ kind, pattern, origin: rule.origin })) : [];
  });
  const moves = movesOf(state.resources);
  const spoken = new Set(
    all.flatMap(({ kind, desired }) =>
      kind.tree ? candidatePaths(kind, desired, moves).map((path) => `${kind.name}:${fold(path)}`) : [],
    ),
  );
  const found = each(ruled, (one) => ({
    ...one,
    live: facts({ read: "below", kind: one.kind.name, root: globRoot(one.pattern) }),
  }));
  return found.flatMap(({ kind, pattern, origin, live: all }) => {
    const matches = glob(pattern);
    return all.flatMap((live): Stray[] => {
      const { path = "" } = live;
      const key = `${kind.name}:${fold(path)}`;
      if (!matches(path) || spoken.has(key) || live.scheduledForDeletion) return [];
      spoken.add(key);
      return [{ live, kind, path, origin }];
    });
  });
}

/** Attributes that bodies name, and those that their calls may have to take along. */
function wantedOf(kind: PlacedKind, members: readonly Desired[]): string[] {
  const names = members.flatMap(({ key, spec }) => {
    const fields = fieldsOf(kind, { key });
    return Object.keys(spec).flatMap((name) => [name, ...(fields[name]?.requires ?? [])]);
  });
  return [...new Set(names)];
}

/** A live thing with names in place of numbers. */
export function named(kind: PlacedKind, live: Live, facts: Facts): Live {
  const fields = fieldsOf(kind, { key: live.key });
  const numbers = numbersIn(fields, live.spec);
  if (numbers.length === 0) return live;
  const names = new Map(each(numbers, ({ target, id }) => [`${target} ${id}`, facts({ read: "name", target, id })] as const));
  const spec: JsonObject = withNames(fields, live.spec, ({ target, id }) => names.get(`${target} ${id}`) ?? id);
  return { ...live, spec };
}

/** A live thing under the address that the files give it. */
function addressed(live: Live, { kind, parent, path, key, address }: Desired): Live {
  if (live.address === address) return live;
  return {
    ...live,
    kind,
    ...(parent === undefined ? {} : { parent }),
    ...(path === undefined ? {} : { path }),
    ...(key === undefined ? {} : { key }),
    address,
  };
}
