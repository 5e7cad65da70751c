import { addressKey, parentKey } from "../../core/address-key.js";
import { fold } from "../../core/address.js";
import type { Origin } from "../../core/errors.js";
import { glob } from "../../core/glob.js";
import {
  type PlacedKind,
  fieldsOf,
  isAbsent,
  isInherent,
  isKeptUndeclared,
  isTopLevel,
  kindsUnder,
  listScope,
  shownKey,
  topParent,
} from "../../core/kind.js";
import type { Desired, DesiredState, Live } from "../../core/plan.js";
import { meansWhole } from "../../policies/index.js";
import {
  type Basis,
  type Facts,
  type Observations,
  type Observed,
  type ParentNeed,
  type Undeclared,
  each,
  hasKey,
  isForeignSlot,
  isMisnamed,
  lackingKind,
  matchSiblings,
  mergedInto,
  namesSaid,
  othersMeant,
  routeKey,
  together,
} from "../snapshot/index.js";
import { isOwnMembership } from "./membership.js";
import { candidatePaths, type Move, type Subtree } from "./scope.js";
import { type AskBeside, desiredNames, shownAs } from "./shown.js";

/** What is desired, as far as looking at the platform goes. */
export interface Observable extends Pick<DesiredState, "resources" | "deleteUndeclared"> {
  /** Where only a part of the tree is looked at: that, and where in it things live that are no part of it (`movingOut`). */
  readonly part?: { readonly subtree: Subtree; readonly spoken: ReadonlySet<string> };
}

/** A declared thing with its kind. */
export interface DeclaredSiblings {
  readonly desired: Desired;
  readonly kind: PlacedKind;
}

/** Members of one kind on one thing. */
export interface Siblings {
  readonly kind: PlacedKind;
  readonly members: readonly Desired[];
  /** The thing that they hang on; undefined at the top. */
  readonly on: Desired | undefined;
  readonly parent: ParentNeed | undefined;
  /** Where there is a list for each scope: that of these. */
  readonly scope?: string | undefined;
}

/** The kinds of the instance and of each declared group and project of which something is declared, or undeclared ones are to go. */
export function siblingsOf(
  basis: Basis,
  state: Observable,
  all: readonly DeclaredSiblings[],
  moves: readonly Move[],
): readonly Siblings[] {
  const { kinds } = basis;
  const groups = new Map<string, Siblings & { readonly members: Desired[] }>();
  const parents = new Map(all.filter(({ kind }) => kind.tree).map((resource) => [addressKey(resource.desired, kinds), resource]));
  const add = (kind: PlacedKind, on: string, desired: Desired | undefined) => {
    const parent = parents.get(on);
    if (!isTopLevel(kind) && !parent) return;
    const scope = desired && listScope(kind, routeKey(kind, desired));
    const key = JSON.stringify([kind.name, on, scope]);
    const place = {
      on: parent?.desired,
      parent: parent && { kind: parent.kind.name, paths: candidatePaths(parent.kind, parent.desired, moves) },
    };
    const group = groups.get(key) ?? { kind, members: [], ...place, ...(scope === undefined ? {} : { scope }) };
    groups.set(key, group);
    if (desired) group.members.push(desired);
  };
  for (const { desired, kind } of all) if (!kind.tree) add(kind, parentKey(kind, desired.path, kinds) ?? "", desired);
  for (const kind of kindsUnder(kinds, topParent))
    if (kind.as === "map" && undeclaredRule(basis, state, kind, "")) add(kind, "", undefined);
  for (const [on, { desired, kind: under }] of parents)
    for (const kind of desired.reached ? [] : kindsUnder(kinds, under.name))
      if (undeclaredRule(basis, state, kind, desired.path ?? "")) add(kind, on, undefined);
  return [...groups.values()];
}

/** The live side of members of one kind on one thing. */
export function observeSiblings(
  basis: Basis,
  state: Observable,
  siblings: Siblings,
  facts: Facts,
  askBeside: AskBeside,
): Pick<Observations, "observed" | "undeclared"> {
  const { kind, members, on, parent } = siblings;
  const nothing = { live: undefined, livePath: undefined, conflict: false };
  const absent = { observed: members.map((desired) => ({ desired, kind, ...nothing })), undeclared: [] };
  if (on?.ensure === "absent") return absent;
  if (kind.as === "one") return { observed: observeOne(siblings, facts, askBeside), undeclared: [] };
  const rule = on?.reached ? undefined : undeclaredRule(basis, state, kind, on?.path ?? "");
  const need = siblingsNeed(siblings);
  const isByKey = kind.listed === "short";
  const [listed, single] = together(
    () => (!isByKey || rule ? facts(need) : []),
    () => (isByKey ? each(members, (desired) => facts({ ...need, key: routeKey(kind, desired) })) : []),
  );
  if (!listed || single.some((list) => !list)) return absent;
  const matches = matchSiblings(kind, members, listed);
  const merged = new Map(members.map((desired) => [desired, mergedInto(kind, desired, matches.get(desired), listed)]));
  const spoken = new Set([...matches.values(), ...merged.values()]);
  const undeclared = listed.filter((live) => !spoken.has(live));
  const beside = undeclared.filter(({ marks }) => !isAbsent(kind, marks) && !isInherent(kind, marks));
  const liveOf = members.map((desired, index) => (isByKey ? single[index]?.[0] : matches.get(desired)));
  const observed = each(
    members.map((desired, index) => ({ desired, shown: liveOf[index] })),
    ({ desired, shown }): Observed => {
      const live = shown && !isAbsent(kind, shown.marks) ? withOwn(siblings, desired, shown, facts) : undefined;
      const merges = merged.get(desired);
      const alike = othersMeant(kind, desired, listed);
      return {
        desired,
        kind,
        live: live && shownAs(desired, kind, live, facts, askBeside),
        livePath: on?.path,
        ...(parent ? { parent } : {}),
        ...(merges ? { merges } : {}),
        ...(live && !kind.key?.covers ? {} : { beside }),
        ...(alike.length === 0 ? {} : { alike: alike.map(({ id }) => id) }),
        conflict: live !== undefined && isNameTaken(kind, desired, live, listed),
      };
    },
  );
  return { observed, undeclared: rule ? undeclaredAmong(basis, state, siblings, undeclared, rule.origin) : [] };
}

/** True if what is to get its key is not what has it. */
function isNameTaken(kind: PlacedKind, desired: Desired, live: Live, listed: readonly Live[]): boolean {
  return isMisnamed(kind, desired, live.marks) && listed.some((other) => other !== live && hasKey(kind, desired, other.marks));
}

function siblingsNeed({ kind, members, parent, scope }: Siblings) {
  const place = { ...(parent ? { parent } : {}), ...(scope === undefined ? {} : { scope }) };
  return { read: "siblings", kind: kind.name, ...place, attributes: desiredNames(kind, members) } as const;
}

function observeOne({ kind, members, parent }: Siblings, facts: Facts, askBeside: AskBeside): Observed[] {
  return each(members, (desired): Observed => {
    const place = { kind: kind.name, ...(parent ? { parent } : {}) };
    const reply = facts({ read: "one", ...place, attributes: desiredNames(kind, [desired]) });
    const live = reply && withOwn({ kind, parent }, desired, reply, facts);
    return {
      desired,
      kind,
      live: live && shownAs(desired, kind, live, facts, askBeside),
      livePath: live && desired.path,
      conflict: false,
    };
  });
}

/** A live thing with what it is asked for and routes of its own show. */
function withOwn({ kind, parent }: Pick<Siblings, "kind" | "parent">, { key, spec }: Desired, live: Live, facts: Facts): Live {
  const fields = fieldsOf(kind, { key });
  const attributes = Object.keys(spec).filter((name) => fields[name]?.links?.list ?? fields[name]?.links?.read);
  if (attributes.length === 0) return live;
  const shown = facts({ read: "own", kind: kind.name, ...(parent ? { parent } : {}), id: live.id, attributes });
  return { ...live, spec: { ...live.spec, ...shown?.spec }, entryKeys: { ...live.entryKeys, ...shown?.entryKeys } };
}

/** Listed members that nobody declares, under a rule that asks for their delete. */
function undeclaredAmong(
  basis: Basis,
  state: Observable,
  { kind, on }: Siblings,
  undeclared: readonly Live[],
  origin: Origin,
): Undeclared[] {
  const names = namesSaid(basis.kinds, state.resources, kind);
  return undeclared.flatMap((live): Undeclared[] => {
    const { marks } = live;
    if (isAbsent(kind, marks) || isInherent(kind, marks) || isKeptUndeclared(kind, live)) return [];
    const key = shownKey(kind, marks);
    if (isOwnMembership({ kind, key }, basis)) return [];
    if (isForeignSlot(kind, key)) return [];
    if (on === undefined && names.has(fold(key))) return [];
    if (on?.ignored?.some((pattern) => meansWhole(pattern, { kind: kind.name, key }))) return [];
    return [{ ...(on?.path === undefined ? { path: key } : { path: on.path, key }), kind, live, origin }];
  });
}

function undeclaredRule(basis: Basis, state: Observable, kind: PlacedKind, path: string): ReturnType<typeof ruleFor> {
  const rule = ruleFor(basis, state, kind);
  return rule?.patterns.some((pattern) => (isTopLevel(kind) ? !state.part : glob(pattern)(path))) ? rule : undefined;
}

/** What the files say of undeclared members of a kind; undefined for one that the server does not have: nothing of it can be live. */
export function ruleFor(basis: Basis, state: Observable, kind: PlacedKind): DesiredState["deleteUndeclared"][string] | undefined {
  const rule = state.deleteUndeclared[kind.file];
  const isMissing = rule && lackingKind(basis, {}, kind).some((lack) => lack.rule !== "role");
  return isMissing ? undefined : rule;
}
