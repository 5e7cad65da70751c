import { addressKey, namesKey, thingKey } from "../../core/address-key.js";
import { firstSegment, fold, isAtOrUnder, isUnder, parentPath, pathsAbove } from "../../core/address.js";
import type { NamedReference } from "../../core/body-fields.js";
import type { Field } from "../../core/fields.js";
import { asList, isObject, type Spec, type Value } from "../../core/json.js";
import { fieldsOf, isTopLevel, type Kinds, kindsUnder, levelIn, makesMembers, topKind } from "../../core/kind.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { type Basis, each, type Facts, ifReadable, type MembershipNeed } from "../snapshot/index.js";
import { type ChangeDraft, planDiagnostic, draftKey, type PlanSoFar } from "./draft.js";
import { placeNeed } from "./shown.js";

/** All that is known of who is a member of what. */
export interface KnownMembers {
  readonly basis: Basis;
  readonly facts: Facts;
  readonly drafts: ReadonlyMap<string, ChangeDraft>;
  /** Numbers of what is observed and live, by key. */
  readonly ids: ReadonlyMap<string, number | string>;
}

/** Whether a user can be named in a draft: who is a member now (`there`), who becomes one by the same plan (`joins`), or why nobody can. */
type Standing = "there" | "joins" | { readonly why: string };

/** Why a user cannot be named in a draft: only members of what it hangs on, or of a group above, can be. */
export function whyNoMember(...asked: Parameters<typeof memberStanding>): string | undefined {
  const standing = memberStanding(...asked);
  return typeof standing === "string" ? undefined : standing.why;
}

/** Whether a user can be named in a draft, now or once the plan has made the user a member. */
export function memberStanding(known: KnownMembers, draft: Pick<ChangeDraft, "kind" | "path">, named: NamedReference): Standing {
  const { basis, facts, drafts, ids } = known;
  const minimum = named.field.eligible?.minimum ?? 0;
  const path = draft.path ?? "";
  const { parent } = draft.kind;
  const memberKey = namesKey(draft, basis.kinds) ?? "";
  const id = ids.get(memberKey);
  if (id === undefined && fold(basis.capabilities.user.username) === fold(named.name)) return "there";
  const memberships = memberKeys(draft, named.name, basis.kinds).map((key) => drafts.get(key));
  if (memberships.some((membership) => membership?.action !== "delete" && givesLevel(membership, membership?.write, minimum)))
    return memberships.some((membership) => givesLevel(membership, membership?.live?.spec, minimum)) ? "there" : "joins";
  const holder = basis.kinds.get(parent)?.tree?.parent ?? parent;
  const start = parent === holder ? path : (parentPath(path) ?? "");
  const at = (from: string) => ({
    kind: holder,
    at: nearest(from, (place) => ids.get(addressKey({ kind: holder, path: place }, basis.kinds))),
  });
  // Who is a member at the top is one everywhere below it: mostly one list serves a whole tree.
  const groups = basis.kinds.get(holder)?.tree ? [at(firstSegment(start)), at(start)] : [];
  const among: MembershipNeed["among"] = [
    ...groups,
    ...(id === undefined || parent === holder ? [] : [{ kind: parent, at: [id] }]),
  ];
  if (facts({ read: "membership", username: fold(named.name), minimum, among })) return "there";
  const above = pathsAbove(path).map((at) => addressKey({ kind: holder, path: at }, basis.kinds));
  if ([memberKey, ...above].some((key) => isShared(drafts.get(key)))) return "joins";
  const level = minimum > 30 ? " with the Maintainer role or above" : "";
  return { why: `${named.name} is no member${level} of ${path}: the server would drop the name without a word` };
}

function isShared(draft: ChangeDraft | undefined): boolean {
  return draft !== undefined && Object.keys(draft.write).some((name) => draft.fields[name]?.links);
}

/** A path and those above it, up to the first whose number is known. */
function nearest(path: string, idAt: (path: string) => number | string | undefined): (string | number)[] {
  if (path === "") return [];
  const id = idAt(path);
  return typeof id === "number" ? [id] : [path, ...nearest(parentPath(path) ?? "", idAt)];
}

/** Keys of what makes somebody a member of what a draft hangs on, or of a group above it. */
export function memberKeys({ kind, path = "" }: Pick<ChangeDraft, "kind" | "path">, name: string, kinds: Kinds): string[] {
  const direct = kindsUnder(kinds, kind.parent)
    .filter(makesMembers)
    .map((place) => thingKey(place, path, name));
  const holder = kinds.get(kind.parent)?.tree?.parent;
  const above = holder === undefined ? [] : kindsUnder(kinds, holder).filter(makesMembers);
  return [...direct, ...pathsAbove(path).flatMap((at) => above.map((place) => thingKey(place, at, name)))];
}

/** True for what makes who asks a member. */
export function isOwnMembership(
  { kind, key = "" }: Pick<ChangeDraft, "kind" | "key">,
  { capabilities }: Pick<Basis, "capabilities">,
): boolean {
  return makesMembers(kind) && fold(key) === fold(capabilities.user.username);
}

function givesLevel(draft: ChangeDraft | undefined, spec: Spec | undefined, minimum: number): boolean {
  const level = draft && levelIn(draft.kind, draft.fields, spec);
  return level !== undefined && level >= minimum;
}

/** True for a draft that deletes something, or gives a member less than before. */
export function falls({ action, kind, fields, write, live }: ChangeDraft): boolean {
  const [level, before] = [levelIn(kind, fields, write), levelIn(kind, fields, live?.spec)];
  return action === "delete" || (level !== undefined && before !== undefined && level < before);
}

/** Who is to have less than a group above gives, which the platform refuses. Where the same plan gives the person less above, what is live tells nothing. */
export function belowInherited({ basis, drafts, facts }: PlanSoFar): PlanDiagnostic[] {
  const planned = new Map(drafts.filter(({ kind }) => makesMembers(kind)).map((draft) => [draftKey(draft), draft]));
  const members = [...planned.values()].filter(({ action }) => action !== "delete");
  return each(members, (draft): PlanDiagnostic[] => {
    const [holder, above] = [basis.kinds.get(draft.kind.parent)?.tree?.parent, parentPath(draft.path ?? "")];
    const level = levelIn(draft.kind, draft.fields, draft.write);
    if (holder === undefined || above === undefined || level === undefined) return [];
    const minimum = level + 1;
    const others = draftsAbove(basis, draft, holder, planned);
    const isGiven = others.some(
      (candidate) =>
        candidate.action !== "delete" && (levelIn(candidate.kind, candidate.fields, candidate.write) ?? 0) >= minimum,
    );
    const among = [{ kind: holder, at: pathsFrom(above) }];
    // Where that cannot be read the platform will say it.
    const isLive = (): boolean =>
      ifReadable(() => facts({ read: "membership", username: fold(draft.key ?? ""), minimum, among })) ?? false;
    if (!isGiven && (others.length > 0 || !isLive())) return [];
    const message = `${draft.key ?? ""} has a higher role in a group above, which no ${draft.kind.parent} below it can lower: give at least that one here, or less there`;
    const { short } = draft.kind;
    return [planDiagnostic(draft, "member.inherited", message, typeof short === "string" ? short : undefined)];
  }).flat();
}

/** Changes of the same person in groups above. */
function draftsAbove(
  { kinds }: Basis,
  { path = "", key }: ChangeDraft,
  holder: string,
  planned: ReadonlyMap<string, ChangeDraft>,
): ChangeDraft[] {
  const places = kindsUnder(kinds, holder).filter(makesMembers);
  return pathsFrom(parentPath(path) ?? "").flatMap((at) =>
    places.flatMap((place) => planned.get(thingKey(place, at, key)) ?? []),
  );
}

function pathsFrom(path: string): string[] {
  return path === "" ? [] : [path, ...pathsFrom(parentPath(path) ?? "")];
}

type KnownGroups = Omit<KnownMembers, "ids">;

/** Why a group is none that may be named in a place. */
export interface Unrelated {
  readonly rule: "reference.ineligible" | "reference.uninvited";
  readonly message: string;
  /** It stops nothing: servers keep the name. */
  readonly isWarning?: true;
}

/** Why a group cannot be named in a draft, now or once the plan has shared what the draft belongs to; undefined if it can. */
export function whyUnrelated(known: KnownGroups, draft: ChangeDraft, named: NamedReference): Unrelated | undefined {
  const { kind, path = "" } = draft;
  const { name, field } = named;
  const ineligible = (message: string) => ({ rule: "reference.ineligible", message }) as const;
  const isInGroup = kind.parent === field.target;
  // The documents take subgroups only; real servers also the group itself and those that it is shared with.
  if (known.basis.capabilities.dialect === "neutral" && isInGroup)
    return isUnder(name, path)
      ? undefined
      : ineligible(`${name} is no subgroup of ${path}: the server would drop the name without a word`);
  const { among, kept } = field.eligible ?? {};
  const isAbove = among === "invited" && isUnder(path, name);
  if (isAbove || isAtOrUnder(name, path) || (!isTopLevel(kind) && isSharedWith(known, kind.parent, path, named)))
    return undefined;
  // Only groups hold groups.
  if (isInGroup)
    return ineligible(`${name} is neither ${path} nor a subgroup of it: the server would drop the name without a word`);
  if (among === "invited" && isSharedAbove(known, draft, named)) return undefined;
  const effect = kept ?? "the server would refuse the name, or drop it without a word";
  const message = `${path} is not shared with ${name}: ${effect}; share ${path} with the group`;
  return { rule: "reference.uninvited", message, ...(kept === undefined ? {} : { isWarning: true }) };
}

/** True if a group above is shared with the group. What cannot be read of those counts as shared. */
function isSharedAbove(known: KnownGroups, { kind, path = "" }: ChangeDraft, named: NamedReference): boolean {
  const holder = known.basis.kinds.get(kind.parent)?.tree?.parent;
  if (holder === undefined) return false;
  return each(pathsAbove(path), (at) => ifReadable(() => isSharedWith(known, holder, at, named)) ?? true).includes(true);
}

function isSharedWith(
  { basis, facts, drafts }: KnownGroups,
  kind: string,
  path: string,
  { field, name }: NamedReference,
): boolean {
  const fields = fieldsOf(topKind(basis.kinds, kind));
  const attributes = Object.keys(fields).filter((candidate) => fields[candidate]?.links);
  const shown = facts({ ...placeNeed(kind, path), attributes, long: true })?.spec ?? {};
  const declared = drafts.get(addressKey({ kind, path }, basis.kinds))?.desired?.spec ?? {};
  const sharedWith = attributes.flatMap((attribute) =>
    [declared[attribute], shown[attribute]].flatMap((list) => entryNames(fields[attribute], list)),
  );
  const id = field.target === undefined ? undefined : facts(placeNeed(field.target, name))?.id;
  return sharedWith.some((item) => item === id || (typeof item === "string" && fold(item) === fold(name)));
}

/** Names and numbers that the entries of a list point at. */
function entryNames(field: Field | undefined, list: Value | undefined): Value[] {
  const parts = field?.identity ?? [];
  return asList(list).flatMap((entry) => (isObject(entry) ? parts.map((part) => entry[part] ?? null) : []));
}
