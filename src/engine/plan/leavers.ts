import { thingKey } from "../../core/address-key.js";
import { depth, fold, isAtOrUnder, parentPath, pathsAbove } from "../../core/address.js";
import { append } from "../../core/collections.js";
import type { Field } from "../../core/fields.js";
import type { Spec, Value } from "../../core/json.js";
import { kindsUnder, levelIn, makesMembers, type PlacedKind } from "../../core/kind.js";
import { referencesIn } from "../../core/named.js";
import type { Live, PlanDiagnostic } from "../../core/plan.js";
import { accessLevels } from "../../core/types/access-level.js";
import { directionOf, wayOf } from "../../core/weakening.js";
import { type Basis, each, type Facts, ifReadable, lackingKind, type Observations, together } from "../snapshot/index.js";
import { type ChangeDraft, draftKey, source } from "./draft.js";
import { belowInherited, falls } from "./membership.js";
import { named } from "./shown.js";

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
  if (!members.some(falls)) return [];
  const byUser = new Map<string, ChangeDraft[]>();
  for (const draft of members) if (draft.action === "delete") append(byUser, fold(draft.key ?? ""), draft);
  const [owners, rules] = together(
    () => each(membersByGroup(basis, members), (own) => lastOwners(own, facts)).flat(),
    () => each(byUser.values(), (leaving) => rulesLeft({ basis, observations, drafts }, leaving, facts)).flat(),
  );
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

/** What names members and may need them, beside the draft of whom it would lose. */
interface Rule {
  readonly place: PlacedKind;
  readonly path: string;
  readonly address: string;
  /** Undefined of a rule that the plan creates. */
  readonly live?: Live | undefined;
  /** The change of the rule itself. */
  readonly draft?: ChangeDraft | undefined;
}

interface Around {
  readonly basis: Basis;
  readonly observations: Observations;
  readonly drafts: readonly ChangeDraft[];
}

/** Rules that nobody could fulfil any more without a user, by all that the user leaves. */
function rulesLeft(around: Around, leaving: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const planned = new Map(around.drafts.map((draft) => [draftKey(draft), draft]));
  const nearestFirst = leaving.toSorted((a, b) => depth(b.path ?? "") - depth(a.path ?? ""));
  const user = leaving[0]?.key ?? "";
  return each(rulesOf(around, leaving, facts), (rule) => {
    const reasons = whyUnfulfilled(rule, user);
    const from = nearestFirst.find(({ path = "" }) => isAtOrUnder(rule.path, path));
    if (!from || reasons.length === 0 || keepsAccess(around.basis, planned, { rule, user }, facts)) return [];
    const todo = "name somebody else there, or delete it, in the same plan";
    return reasons.map((reason) => refusal(from, "member.last-approver", `${reason}: ${todo}`));
  }).flat();
}

/** Rules at what is left, and those below it that are observed or created, each once. */
function rulesOf({ basis, observations, drafts }: Around, leaving: readonly ChangeDraft[], facts: Facts): readonly Rule[] {
  const rules = new Map<string, Rule>();
  const changes = new Map(drafts.flatMap((draft) => (draft.live ? [[liveKey(draft.kind, draft.path, draft.live), draft]] : [])));
  const add = (place: PlacedKind, path: string, live: Live) => {
    const key = liveKey(place, path, live);
    if (!rules.has(key)) rules.set(key, { place, path, address: live.address, live, draft: changes.get(key) });
  };
  const isLeft = (path: string) => leaving.some((draft) => isAtOrUnder(path, draft.path ?? ""));
  const places = leaving.flatMap((draft) => placesToRead(basis, draft.kind.parent).map((place) => ({ draft, place })));
  const beside = each(places, ({ draft: { path = "", livePath = path, kind }, place }) => {
    const parent = { kind: kind.parent, paths: [livePath] };
    const need = { read: "siblings", kind: place.name, parent, attributes: namesOfMembers(place) } as const;
    const live = ifReadable(() => each(facts(need) ?? [], (shown) => named(place, shown, facts)));
    return { place, path, live: live ?? [] };
  });
  for (const { place, path, live } of beside) for (const shown of live) add(place, path, shown);
  for (const { kind, desired, live } of observations.observed)
    if (live && isLeft(desired.path ?? "")) add(kind, desired.path ?? "", live);
  const created = drafts.filter(({ action, path = "" }) => action === "create" && isLeft(path));
  return [
    ...rules.values(),
    ...created.map((draft) => ({ place: draft.kind, path: draft.path ?? "", address: draft.address, draft })),
  ];
}

/** The key of what is live, whatever it is to be called. */
function liveKey(kind: PlacedKind, path: string | undefined, { id }: Live): string {
  return thingKey(kind, path, String(id));
}

/** Attributes that name users who must be members. */
function namesOfMembers({ fields }: PlacedKind): string[] {
  const isMembers = ({ eligible }: Field) => eligible?.among === "members";
  return Object.keys(fields).filter((name) => {
    const { item, fields: parts = {} } = fields[name] ?? {};
    return [...(item ? [item] : []), ...Object.values(parts)].some(isMembers);
  });
}

/** Kinds whose live things may be worse off without a user: a list of them need not be read of any other. */
function placesToRead(basis: Basis, parent: string): readonly PlacedKind[] {
  return kindsUnder(basis.kinds, parent).filter((place) => {
    const mayNeed = namesOfMembers(place).some((name) => {
      const [field, way] = [place.fields[name], wayOf(place.weakens, name)];
      return (
        field?.required === true || (way === "more" ? place.guard !== undefined && field?.item !== undefined : way !== undefined)
      );
    });
    return mayNeed && lackingKind(basis, {}, place).length === 0;
  });
}

/** Why a rule cannot do without a user; nothing where it does not name the user, or can. */
function whyUnfulfilled({ place, address, live, draft }: Rule, user: string): readonly string[] {
  if (draft?.action === "delete") return [];
  const spec: Spec = { ...live?.spec, ...draft?.write };
  const lists = namesOfMembers(place).flatMap((name) => {
    const [field, value] = [place.fields[name], spec[name]];
    const left = field && withoutUser(field, value, user);
    return field && left ? [{ name, field, value, left }] : [];
  });
  if (lists.length === 0) return [];
  const without = { ...draft?.write, ...Object.fromEntries(lists.map(({ name, left }) => [name, left])) };
  const judged = live ? ({ action: "update", live } as const) : ({ action: "create" } as const);
  const isRefused = (place.guard?.({ ...judged, spec: without, text: () => undefined }) ?? []).some(
    ({ isWarning }) => !isWarning,
  );
  const reasons = lists.flatMap(({ name, field, value, left }) => {
    if (left.length === 0 && field.fields && (field.required || isRefused))
      return [`without ${user}, ${name} of ${address} would be empty`];
    // A new thing gets the default in place of an empty list.
    const after = left.length === 0 && !live ? undefined : left;
    const direction = directionOf(place.weakens, name, field, value, after);
    return direction === undefined || direction === "tightens"
      ? []
      : [`without ${user}, ${name} of ${address} would protect less`];
  });
  return reasons.length > 0 || !isRefused ? reasons : [`${user} is the last user who can fulfil ${address}`];
}

/** A list that names a user as a member, without the user; undefined where it does not. */
function withoutUser(field: Field, value: Value | undefined, user: string): readonly Value[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const left = (value as readonly Value[]).filter(
    (item) =>
      !referencesIn(field, [item], "").some(
        (reference) => reference.field.eligible?.among === "members" && fold(reference.name) === fold(user),
      ),
  );
  return left.length === value.length ? undefined : left;
}

/** True if something still makes the user a member of what a rule belongs to, or of a group above it, once the plan is carried out. */
function keepsAccess(
  { kinds }: Basis,
  planned: ReadonlyMap<string, ChangeDraft>,
  { rule, user }: { readonly rule: Rule; readonly user: string },
  facts: Facts,
): boolean {
  const { parent } = rule.place;
  const group = kinds.get(parent)?.tree?.parent ?? parent;
  const holders = [{ kind: parent, path: rule.path }, ...pathsAbove(rule.path).map((path) => ({ kind: group, path }))].map(
    ({ kind, path }) => {
      const places = kindsUnder(kinds, kind).filter(makesMembers);
      return { kind, path, places, changes: places.flatMap((place) => planned.get(thingKey(place, path, user)) ?? []) };
    },
  );
  if (holders.some(({ changes }) => changes.some(({ action }) => action !== "delete"))) return true;
  // Lists of all members tell nothing below what the user leaves, because they name those of groups above as well.
  const top = holders.findLastIndex(({ changes }) => changes.length > 0);
  const above = holders.slice(top + 1).map(({ path }) => path);
  const among = [{ kind: group, at: above }];
  const below = holders
    .slice(0, top)
    .flatMap(({ changes, places, ...holder }) => (changes.length > 0 ? [] : places.map((place) => ({ place, holder }))));
  const [isAbove, isBelow] = together(
    () => above.length > 0 && ifReadable(() => facts({ read: "membership", username: fold(user), minimum: 0, among })) === true,
    () =>
      each(below, ({ place, holder }) => {
        const need = {
          read: "siblings",
          kind: place.name,
          parent: { kind: holder.kind, paths: [holder.path] },
          attributes: [],
        } as const;
        return ifReadable(() => facts(need))?.some(({ key = "" }) => fold(key) === fold(user)) ?? false;
      }),
  );
  return isAbove || isBelow.includes(true);
}

function refusal({ address, desired, key }: ChangeDraft, rule: string, message: string): PlanDiagnostic {
  return { rule, message, addresses: [address], ...source(desired, key) };
}
