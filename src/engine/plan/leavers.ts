import { thingKey } from "../../core/address-key.js";
import { fold, isUnder, parentPath, pathsAbove } from "../../core/address.js";
import { append } from "../../core/collections.js";
import type { Spec, Value } from "../../core/json.js";
import { kindsUnder, levelIn, makesMembers, type PlacedKind } from "../../core/kind.js";
import { tierIncludes } from "../../core/names.js";
import type { Live, PlanDiagnostic } from "../../core/plan.js";
import { accessLevels } from "../../core/types/access-level.js";
import { type Basis, each, type Facts, ifReadable, type Observations, together } from "../snapshot/index.js";
import { type ChangeDraft, draftKey, source } from "./draft.js";
import { belowInherited, falls } from "./membership.js";

/** Why members cannot be as the drafts want them: who has more from above, and who cannot leave. */
export function whyNoSuchMembers(
  basis: Basis,
  observations: Observations,
  drafts: readonly ChangeDraft[],
  facts: Facts,
): PlanDiagnostic[] {
  return together(
    () => belowInherited(basis, drafts, facts),
    () => whoCannotLeave(basis, observations, drafts, facts),
  ).flat();
}

/**
 * Members who cannot leave: the last owner of a group, whom the server keeps, and the last user who can fulfil a rule. Without that user, servers take the rule for fulfilled. Rules
 * of the same project are read for each member who leaves it; of other projects, those count that the plan has read.
 */
function whoCannotLeave(
  basis: Basis,
  observations: Observations,
  drafts: readonly ChangeDraft[],
  facts: Facts,
): PlanDiagnostic[] {
  const members = drafts.filter(({ kind }) => makesMembers(kind));
  const leaving = members.filter(({ action }) => action === "delete");
  if (!members.some(falls)) return [];
  const planned = new Map(drafts.map((draft) => [draftKey(draft), draft]));
  const owners = each(membersByGroup(basis, members), (own) => lastOwners(own, facts)).flat();
  const rules = each(leaving, (draft) => {
    return losesAccess(basis, draft, leaving, facts) ? rulesLeft({ basis, observations, planned }, draft, facts) : [];
  }).flat();
  return [...owners, ...rules];
}

/** Changes of members by their group at the top: below it, owners are inherited. */
function membersByGroup({ kinds }: Basis, members: readonly ChangeDraft[]): (readonly ChangeDraft[])[] {
  const byGroup = new Map<string, ChangeDraft[]>();
  for (const draft of members) {
    const { kind, path = "" } = draft;
    const isAtTop = parentPath(path) === undefined && kinds.get(kind.parent)?.tree?.parent === kind.parent;
    if (isAtTop) append(byGroup, fold(path), draft);
  }
  return [...byGroup.values()].filter((own) => own.some((draft) => falls(draft) && isOwner(draft, draft.live)));
}

function lastOwners(own: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const [first] = own as [ChangeDraft];
  const { kind, path = "", livePath = path } = first;
  const changed = new Map(own.map((draft) => [fold(draft.key ?? ""), draft]));
  const becomesOwner = own.some((draft) => !falls(draft) && levelIn(kind, draft.fields, draft.write) === accessLevels.owner);
  if (becomesOwner) return [];
  const need = { read: "siblings", kind: kind.name, parent: { kind: kind.parent, paths: [livePath] } } as const;
  const live = ifReadable(() => facts({ ...need, attributes: [attributeOfLevel(kind)] })) ?? [];
  const stays = ({ key = "", spec }: Live) => !changed.has(fold(key)) && levelOf(first, spec) === accessLevels.owner;
  if (live.length === 0 || live.some(stays)) return [];
  const lost = own.filter((draft) => falls(draft) && isOwner(draft, draft.live));
  return lost.map((draft) =>
    refusal(draft, "member.last-owner", `${draft.key ?? ""} is the last owner of ${path}: make somebody else an owner first`),
  );
}

function attributeOfLevel({ short }: PlacedKind): string {
  return typeof short === "string" ? short : "";
}

function levelOf({ kind, fields }: ChangeDraft, spec: Spec): number | undefined {
  return levelIn(kind, fields, spec);
}

function isOwner(draft: ChangeDraft, live: Live | undefined): boolean {
  return live !== undefined && levelOf(draft, live.spec) === accessLevels.owner;
}

/** True unless a group above still gives the user access. */
function losesAccess(basis: Basis, draft: ChangeDraft, leaving: readonly ChangeDraft[], facts: Facts): boolean {
  const { key = "", path = "", kind } = draft;
  const above = pathsAbove(path);
  const holder = basis.kinds.get(kind.parent)?.tree?.parent ?? kind.parent;
  const alsoLeaves = leaving.some(
    (one) => fold(one.key ?? "") === fold(key) && above.some((at) => fold(at) === fold(one.path ?? "")),
  );
  if (above.length === 0 || alsoLeaves) return true;
  const among = [{ kind: holder, at: [...above] }];
  return !(ifReadable(() => facts({ read: "membership", username: fold(key), minimum: 0, among })) ?? false);
}

interface Around {
  readonly basis: Basis;
  readonly observations: Observations;
  readonly planned: ReadonlyMap<string, ChangeDraft>;
}

/** Rules that nobody could fulfil any more. */
function rulesLeft({ basis, observations, planned }: Around, draft: ChangeDraft, facts: Facts): PlanDiagnostic[] {
  const { key = "", kind, path = "", livePath = path } = draft;
  const beside = guardedKinds(basis, kind.parent, kind).flatMap(({ place, names }) => {
    const need = { read: "siblings", kind: place.name, parent: { kind: kind.parent, paths: [livePath] } } as const;
    const live = ifReadable(() => facts({ ...need, attributes: [...names] })) ?? [];
    return live.map((one) => ({ place, live: one, names }));
  });
  const observed = observations.observed.flatMap(({ kind: of, live }) => {
    const [found] = live ? guardedKinds(basis, of.parent, kind).filter(({ place }) => place.name === of.name) : [];
    return live && found && isUnder(live.path ?? "", path) ? [{ place: found.place, live, names: found.names }] : [];
  });
  return [...beside, ...observed].flatMap(({ place, live, names }) => {
    const own = planned.get(thingKey(place, live.path, live.key));
    const without = Object.fromEntries(names.flatMap((name) => withoutUser(name, own?.write[name] ?? live.spec[name], key)));
    if (own?.action === "delete" || Object.keys(without).length === 0) return [];
    const judged = place.guard?.({ action: "update", spec: { ...own?.write, ...without }, live, text: () => undefined }) ?? [];
    if (judged.every(({ isWarning }) => isWarning)) return [];
    const message = `${key} is the last user who can fulfil ${live.address}: name somebody else there, or delete it, in the same plan`;
    return [refusal(draft, "member.last-approver", message)];
  });
}

/** The set that names a user, without the user; nothing where it does not. */
function withoutUser(name: string, value: Value | undefined, user: string): readonly (readonly [string, Value])[] {
  if (!Array.isArray(value)) return [];
  const left = (value as readonly Value[]).filter((one) => typeof one !== "string" || fold(one) !== fold(user));
  return left.length === value.length ? [] : [[name, left]];
}

/** Kinds that judge their members and name users who must be members, with the attributes that name them. */
function guardedKinds(
  { kinds, capabilities }: Basis,
  parent: string,
  { key }: PlacedKind,
): { readonly place: PlacedKind; readonly names: readonly string[] }[] {
  return kindsUnder(kinds, parent).flatMap((place) => {
    const names = Object.keys(place.fields).filter((name) => {
      const { target, eligible } = place.fields[name]?.item ?? {};
      return target === key?.target && eligible?.among === "members";
    });
    const isThere = place.tier === undefined || capabilities.tier === undefined || tierIncludes(capabilities.tier, place.tier);
    return place.guard && names.length > 0 && isThere ? [{ place, names }] : [];
  });
}

function refusal({ address, desired, key }: ChangeDraft, rule: string, message: string): PlanDiagnostic {
  return { rule, message, addresses: [address], ...source(desired, key) };
}
