import { thingKey } from "../../core/address-key.js";
import { fold, parentPath, pathsAbove } from "../../core/address.js";
import { referencesIn } from "../../core/body-fields.js";
import { groupedBy, oncePer } from "../../core/collections.js";
import type { Field, Fields } from "../../core/fields.js";
import type { Spec, Value } from "../../core/json.js";
import { everyFieldsOf, fieldsOf, type Kinds, kindsUnder, levelIn, makesMembers, type PlacedKind } from "../../core/kind.js";
import type { Live, PlanDiagnostic } from "../../core/plan.js";
import { accessLevels } from "../../core/types/access-level.js";
import { directionOf, wayOf } from "../../core/weakening.js";
import { type Basis, each, type Facts, ifReadable, lackingKind, together } from "../snapshot/index.js";
import { type ChangeDraft, draftKey, liveKey, planDiagnostic, type PlanSoFar, source } from "./draft.js";
import { belowInherited, falls } from "./membership.js";
import { named } from "./shown.js";

/** Why members cannot be as the drafts want them: who has more from above, and who cannot leave. */
export function whyNoSuchMembers(plan: PlanSoFar): PlanDiagnostic[] {
  return together(
    () => belowInherited(plan),
    () => whoCannotLeave(plan),
  ).flat();
}

/** Members who cannot leave: the last owner of a group, whom the server keeps, and the last user who can fulfil a rule. */
function whoCannotLeave(plan: PlanSoFar): PlanDiagnostic[] {
  const { basis, drafts, facts } = plan;
  const members = drafts.filter(({ kind }) => makesMembers(kind));
  if (!members.some(falls)) return [];
  return together(
    () => each(membersByGroup(basis, members), (leaving) => lastOwners(leaving, facts)).flat(),
    () => rulesLeft(plan),
  ).flat();
}

/** Changes of members by their group at the top: below it, owners are inherited. */
function membersByGroup({ kinds }: Basis, members: readonly ChangeDraft[]): (readonly ChangeDraft[])[] {
  const atTop = members.filter(
    ({ kind, path = "" }) => parentPath(path) === undefined && kinds.get(kind.parent)?.tree?.parent === kind.parent,
  );
  const byGroup = groupedBy(atTop, ({ path = "" }) => fold(path));
  return [...byGroup.values()].filter((drafts) => drafts.some((draft) => falls(draft) && isOwner(draft, draft.live)));
}

function lastOwners(drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const [first] = drafts as [ChangeDraft];
  const { kind, path = "", livePath = path } = first;
  const changed = new Map(drafts.map((draft) => [fold(draft.key ?? ""), draft]));
  const becomesOwner = drafts.some((draft) => !falls(draft) && levelIn(kind, draft.fields, draft.write) === accessLevels.owner);
  if (becomesOwner) return [];
  const need = { read: "siblings", kind: kind.name, parent: { kind: kind.parent, paths: [livePath] } } as const;
  const live = ifReadable(() => facts({ ...need, attributes: [typeof kind.short === "string" ? kind.short : ""] })) ?? [];
  const stays = (member: Live) => !changed.has(fold(member.key ?? "")) && isOwner(first, member);
  if (live.length === 0 || live.some(stays)) return [];
  const lost = drafts.filter((draft) => falls(draft) && isOwner(draft, draft.live));
  return lost.map((draft) => {
    const { key = "" } = draft;
    const message = `${key} is the last owner of ${path}: make somebody else an owner first`;
    return planDiagnostic(draft, "member.last-owner", message, key);
  });
}

function isOwner({ kind, fields }: ChangeDraft, live: Live | undefined): boolean {
  return live !== undefined && levelIn(kind, fields, live.spec) === accessLevels.owner;
}

/** A resource that names members and may need them, such as an approval rule. */
interface Rule {
  readonly place: PlacedKind;
  readonly fields: Fields;
  readonly path: string;
  readonly address: string;
  /** Undefined of a rule that the plan creates. */
  readonly live?: Live | undefined;
  /** The change of the rule itself. */
  readonly draft?: ChangeDraft | undefined;
}

/** Members who cannot leave, because nobody could fulfil a rule without them: servers take such a rule for fulfilled. Below a group, projects count that the plan has read or creates. */
function rulesLeft({ basis, observations, drafts, facts }: PlanSoFar): PlanDiagnostic[] {
  const planned = new Map(drafts.map((draft) => [draftKey(draft), draft]));
  const leaving = drafts.filter(({ action, kind }) => action === "delete" && makesMembers(kind));
  if (leaving.length === 0) return [];
  const paths = new Set(leaving.map(({ path = "" }) => fold(path)));
  const isLeft = (fields: Fields, path: string) =>
    namingMembers(fields).length > 0 && [path, ...pathsAbove(path)].some((at) => paths.has(fold(at)));
  const below = observations.observed.flatMap(({ kind: place, desired: { path = "", key }, live }) => {
    const fields = fieldsOf(place, { key });
    return live && isLeft(fields, path) ? [{ place, fields, path, live }] : [];
  });
  const known = new Map(
    [...below, ...rulesBeside(basis, leaving, facts)].map((rule) => [liveKey(rule.place, rule.path, rule.live), rule]),
  );
  const changes = new Map(drafts.flatMap((draft) => (draft.live ? [[liveKey(draft.kind, draft.path, draft.live), draft]] : [])));
  const created = drafts.filter(({ action, fields, path = "" }) => action === "create" && isLeft(fields, path));
  const rules: readonly Rule[] = [
    ...[...known].map(([key, rule]) => ({ ...rule, address: rule.live.address, draft: changes.get(key) })),
    ...created.map((draft) => ({
      place: draft.kind,
      fields: draft.fields,
      path: draft.path ?? "",
      address: draft.address,
      draft,
    })),
  ];
  const leaver = new Map(leaving.map((draft) => [leaverKey(draft.key, draft.path), draft]));
  return each(rules, (rule): PlanDiagnostic[] => {
    const places = [rule.path, ...pathsAbove(rule.path)];
    const named = new Set(listsOf(rule).flatMap(({ field, items }) => membersIn(field, items)));
    const leavers = [...named].flatMap((user) => places.flatMap((at) => leaver.get(leaverKey(user, at)) ?? [])[0] ?? []);
    if (whyUnfulfilled(rule, leavers).length === 0) return [];
    const access = each(leavers, ({ key = "" }) => keepsAccess(basis.kinds, planned, { rule, user: key }, facts));
    const lost = leavers.filter((_, index) => !access[index]);
    const [first] = lost;
    const beside = {
      rule: "member.last-approver",
      addresses: lost.map(({ address }) => address),
      ...source(first?.desired, first?.key),
    };
    const todo = "name somebody else there, or delete it, in the same plan";
    return whyUnfulfilled(rule, lost).map((reason) => ({ ...beside, message: `${reason}: ${todo}` }));
  }).flat();
}

function leaverKey(user = "", path = ""): string {
  return `${fold(user)} ${fold(path)}`;
}

/** Live rules of the groups and projects that members leave. */
function rulesBeside(
  basis: Basis,
  leaving: readonly ChangeDraft[],
  facts: Facts,
): readonly (Pick<Rule, "place" | "fields" | "path"> & { readonly live: Live })[] {
  const places = leaving.flatMap((draft) => placesToRead(basis, draft.kind.parent).map((place) => ({ draft, place })));
  return each(places, ({ draft: { path = "", livePath = path, kind }, place }) => {
    const parent = { kind: kind.parent, paths: [livePath] };
    const need = { read: "siblings", kind: place.name, parent, attributes: everyFieldsOf(place).flatMap(namingMembers) } as const;
    const siblings = ifReadable(() => each(facts(need) ?? [], (live) => named(place, live, facts))) ?? [];
    return siblings.map((live) => ({ place, fields: fieldsOf(place, { key: live.key }), path, live }));
  }).flat();
}

/** Attributes that name users who must be members. */
const namingMembers = oncePer((fields: Fields): readonly string[] => {
  const isMembers = ({ eligible }: Field) => eligible?.among === "members";
  const inner = ({ item, fields: parts = {} }: Field) => [...(item ? [item] : []), ...Object.values(parts)];
  return Object.entries(fields).flatMap(([name, field]) => (inner(field).some(isMembers) ? [name] : []));
});

/** Kinds of which a live resource may need a member: no others are read. A guard judges sets of names; entries of a live list count by what they do to protection. */
function placesToRead(basis: Basis, parent: string): readonly PlacedKind[] {
  return kindsUnder(basis.kinds, parent).filter((place) => {
    const mayNeed = everyFieldsOf(place).some((fields) =>
      namingMembers(fields).some((name) => {
        const [field, way] = [fields[name], wayOf(place.weakens, name)];
        const isJudged = place.guard !== undefined && field?.item !== undefined;
        return isJudged || field?.required === true || (way !== undefined && way !== "more");
      }),
    );
    return mayNeed && lackingKind(basis, {}, place).length === 0;
  });
}

/** What a rule will say of its attributes that name members, once the plan is carried out. */
function listsOf({ fields, live, draft }: Rule) {
  if (draft?.action === "delete") return [];
  return namingMembers(fields).flatMap((name) => {
    const [field, value] = [fields[name], draft?.write[name] ?? live?.spec[name]];
    return field && Array.isArray(value) ? [{ name, field, items: value as readonly Value[] }] : [];
  });
}

/** The members whom a value names, folded. */
function membersIn(field: Field, value: Value): readonly string[] {
  const names = referencesIn(field, value, "").filter((reference) => reference.field.eligible?.among === "members");
  return names.map(({ name }) => fold(name));
}

/** Why a rule cannot do without some members; nothing where it does not name them, or can. */
function whyUnfulfilled(rule: Rule, members: readonly ChangeDraft[]): readonly string[] {
  const { place, address, live, draft } = rule;
  const users = members.map(({ key = "" }) => key);
  const gone = new Set(users.map(fold));
  const lists = listsOf(rule).flatMap(({ name, field, items }) => {
    const left = items.filter((item) => !membersIn(field, [item]).some((user) => gone.has(user)));
    return left.length === items.length ? [] : [{ name, field, items, left }];
  });
  if (lists.length === 0) return [];
  const about = live ? ({ action: "update", live } as const) : ({ action: "create" } as const);
  const mustNotBe = (spec: Spec = {}) =>
    (place.guard?.({ ...about, spec, text: () => undefined }) ?? []).some(({ isWarning }) => !isWarning);
  const without = { ...draft?.write, ...Object.fromEntries(lists.map(({ name, left }) => [name, left])) };
  // What is refused in any case is no reason to stay.
  const isRefused = mustNotBe(without) && !mustNotBe(draft?.write);
  const who = users.join(" and ");
  const reasons = lists.flatMap(({ name, field, items, left }) => {
    if (left.length === 0 && field.fields && (field.required || isRefused))
      return [`without ${who}, ${name} of ${address} would be empty`];
    // A new resource gets the default in place of an empty list.
    const direction = directionOf(place.weakens, name, field, items, left.length === 0 && !live ? undefined : left);
    const isLess = direction !== undefined && direction !== "tightens";
    return isLess ? [`without ${who}, ${name} of ${address} would protect less`] : [];
  });
  if (reasons.length > 0 || !isRefused) return reasons;
  return [`${who} ${users.length > 1 ? "are the last users" : "is the last user"} who can fulfil ${address}`];
}

/** True if something still makes the user a member of what a rule belongs to, or of a group above it, once the plan is carried out. */
function keepsAccess(
  kinds: Kinds,
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
