import { thingKey } from "../../core/address-key.js";
import { fold, formatAddress, isAtOrUnder, pathsAbove } from "../../core/address.js";
import { type NamedReference, referencesIn } from "../../core/body-fields.js";
import { type Field, hidesValue } from "../../core/fields.js";
import { asList, canonicalJson, type JsonObject, type Value } from "../../core/json.js";
import {
  addressIn,
  canHangOn,
  fieldsOf,
  isAbsent,
  isInherent,
  isListedShort,
  kindsUnder,
  makesMembers,
  type PlacedKind,
  shownKey,
  topKind,
} from "../../core/kind.js";
import type { Live, PlanDiagnostic } from "../../core/plan.js";
import { topName } from "../../core/steps.js";
import { accessLevels } from "../../core/types/access-level.js";
import { directionOf } from "../../core/weakening.js";
import { entryIdentity, same } from "../forms/index.js";
import { type Basis, each, ifReadable, lackingKind, together } from "../snapshot/index.js";
import { type ChangeDraft, planDiagnostic, draftKey, idleDraft, isReplaced, liveKey, type PlanSoFar } from "./draft.js";
import { named } from "./shown.js";

/** Tells what of that which a link drops in between is written again; undefined where nothing is. */
export type MayGiveBack = ((draft: ChangeDraft) => boolean) | undefined;

/** The drafts with those that give back what relinks drop, and what the plan says of each relink. */
export interface GivenBack {
  readonly drafts: readonly ChangeDraft[];
  /** What may not be written again although it loses something. */
  readonly withheld: readonly ChangeDraft[];
  readonly warnings: readonly PlanDiagnostic[];
}

/**
 * While a link is taken away and given again, the server drops whom only this link lets others name. Whatever named them is written again after that, declared or not, if `mayWrite` says so. What
 * cannot be known is only reported: of very many groups and projects, of what moves, of a link that gives less than before, and where nothing else may be changed (no `mayWrite`).
 */
export function withGivenBack(plan: PlanSoFar, mayWrite: MayGiveBack): GivenBack {
  const { basis, observations, drafts } = plan;
  const relinks = drafts.flatMap(relinksOf);
  if (relinks.length === 0) return { drafts, withheld: [], warnings: [] };
  const drops = each(relinks, (relink) => {
    const dropped = mayWrite === undefined || !relink.isAsMuch ? undefined : ifReadable(() => droppedBy({ relink, ...plan }));
    return { relink, dropped };
  });
  const lost = new Map<string, Dropped>();
  for (const { dropped = [] } of drops)
    for (const drop of dropped) lost.set(drop.id, lost.has(drop.id) ? joined(lost.get(drop.id) as Dropped, drop) : drop);
  const observedOf = new Map(
    observations.observed.flatMap((observed) =>
      observed.live ? [[liveKey(observed.kind, observed.livePath, observed.live), observed] as const] : [],
    ),
  );
  const draftOf = new Map(drafts.map((draft) => [draft.live && liveKey(draft.kind, draft.livePath, draft.live), draft]));
  const written = drafts.map((draft) => {
    const dropped =
      draft.live && draft.action !== "delete" ? lost.get(liveKey(draft.kind, draft.livePath, draft.live)) : undefined;
    return dropped ? writtenBack(draft, dropped, basis) : draft;
  });
  const others = [...lost].flatMap(([id, dropped]) => {
    if (draftOf.has(id)) return [];
    const { desired } = observedOf.get(id) ?? {};
    if (desired?.ensure === "absent") return [];
    const { kind, path, key, live } = dropped;
    const names = { address: desired?.address ?? formatAddress(addressIn(kind, path, key)), path, key: desired?.key ?? key };
    const draft = { action: "update" as const, ...idleDraft({ ...names, kind, desired, live, livePath: path }) };
    return [writtenBack(draft, dropped, basis)];
  });
  const withheld = others.filter((draft) => mayWrite?.(draft) === false);
  const isWhole = ({ draft }: Relink) => withheld.every(({ meanwhile }) => !meanwhile?.after.includes(draftKey(draft)));
  const warnings = drops.map(({ relink, dropped }) => warningOf(relink, dropped !== undefined && isWhole(relink)));
  return { drafts: [...written, ...others.filter((draft) => !withheld.includes(draft))], withheld, warnings };
}

/** What two relinks drop of one thing. */
function joined(dropped: Dropped, other: Dropped): Dropped {
  const both = Object.keys(other.left).map((name) => {
    const stay = new Set(asList(other.left[name]).map(canonicalJson));
    return [
      name,
      asList(dropped.left[name] ?? dropped.live.spec[name]).filter((entry) => stay.has(canonicalJson(entry))),
    ] as const;
  });
  return { ...dropped, left: { ...dropped.left, ...Object.fromEntries(both) } as JsonObject, by: [...dropped.by, ...other.by] };
}

/** What is asked once the link is there again; what the server can only make anew is told whole. */
function writtenBack(draft: ChangeDraft, { live, left, by }: Dropped, { capabilities }: Basis): ChangeDraft {
  const replaced = isReplaced({ ...draft, write: {} }, capabilities.version);
  const differing = new Set(draft.differences.map(({ path }) => topName(path)));
  const names = Object.entries(draft.fields).flatMap(([name, field]) => {
    const isCarried = field.carried === true || (field.carried === "replaced" && replaced);
    const isKept = (isCarried || left[name] !== undefined) && !differing.has(name) && !hidesValue(field);
    return isKept && (live.spec[name] ?? null) !== null ? [name] : [];
  });
  const again = Object.fromEntries(names.map((name) => [name, live.spec[name] as Value]));
  const known = new Set(draft.preserved.map(({ path }) => path));
  const preserved = names.filter((name) => !known.has(name)).map((path) => ({ path, value: again[path] as Value }));
  const whole = { ...live, ...draft.live, spec: { ...live.spec, ...draft.live?.spec }, entryKeys: live.entryKeys ?? {} };
  return {
    ...draft,
    live: whole,
    write: { ...again, ...draft.write },
    preserved: [...draft.preserved, ...preserved],
    meanwhile: { live: { ...whole, spec: { ...whole.spec, ...left } }, after: by },
  };
}

function warningOf({ draft, attribute }: Relink, isPutBack: boolean): PlanDiagnostic {
  const then = isPutBack ? "this plan puts them back after that" : "apply again right after, which puts back what the files say";
  const message = `the server cannot change an entry of ${attribute}: it is taken away and given again. The server drops who is there by it from approval rules and protections: ${then}`;
  return planDiagnostic(draft, "link.again", message, attribute);
}

/** Below so many groups and projects it is asked who is named by a link; of more it would take too long. */
const most = 100;

/** An entry of links that the server takes away and gives again. */
interface Relink {
  readonly draft: ChangeDraft;
  readonly attribute: string;
  /** The group that it links with. */
  readonly linked: { readonly kind: string; readonly name: string };
  /** Whoever is named by it may still be named afterwards. */
  readonly isAsMuch: boolean;
}

/** The links that a draft has taken away and given again. */
export function relinksOf(draft: ChangeDraft): Relink[] {
  const { action, fields, write, live, kind } = draft;
  if (action === "create" || action === "delete") return [];
  return Object.entries(fields).flatMap(([attribute, field]) => {
    if (!field.links || field.links.change || !field.identity) return [];
    const shown = asList(live?.spec[attribute]);
    return asList(write[attribute]).flatMap((entry): Relink[] => {
      const before = shown.find((item) => entryIdentity(field, item) === entryIdentity(field, entry));
      if (before === undefined || same(fields, attribute, [entry], [before])) return [];
      const isAsMuch = directionOf(kind.weakens, attribute, field, [before], [entry]) !== "tightens";
      return [{ draft, attribute, linked: groupOf(field, entry), isAsMuch }];
    });
  });
}

/** A live thing that a relink drops entries of. */
interface Dropped {
  readonly id: string;
  readonly kind: PlacedKind;
  readonly path: string;
  readonly key: string;
  readonly live: Live;
  /** Attributes of which it drops something, without that. */
  readonly left: JsonObject;
  /** The groups and projects whose links change, by the keys of their drafts. */
  readonly by: readonly string[];
}

/** What is known of where a relink drops names. */
interface Around extends PlanSoFar {
  readonly relink: Relink;
}

/** A group or project. */
interface Place {
  readonly parent: string;
  readonly path: string;
}

/** All that names somebody by a relink alone, on what is linked and below it; undefined where that is not asked. */
function droppedBy(around: Around): readonly Dropped[] | undefined {
  const { basis, relink, drafts } = around;
  const { kind, path = "" } = relink.draft;
  const moves = drafts.some((draft) => draft.action === "move" && draft.kind.tree && isAtOrUnder(draft.livePath ?? "", path));
  const places = moves ? undefined : placesBelow(around, kind, path);
  if (places === undefined || places.length > most) return undefined;
  return each(
    places.flatMap(({ parent, path: at }) =>
      kindsUnder(basis.kinds, parent)
        .filter((child) => canHangOn(child, at) && lackingKind(basis, {}, child).length === 0)
        .map((child) => ({ child, at })),
    ),
    ({ child, at }) => droppedAt(around, child, at),
  ).flat();
}

/** What is linked, and all groups and projects in it. */
function placesBelow({ basis, facts }: Around, kind: PlacedKind, path: string): Place[] {
  const within = [...basis.kinds.values()].filter(({ tree }) => tree?.parent === kind.name);
  const below = each(within, ({ name }) =>
    facts({ read: "below", kind: name, root: path }).map((live) => ({ name, live })),
  ).flat();
  const places = below.flatMap(({ name, live }) =>
    live.scheduledForDeletion || live.path === undefined ? [] : [{ parent: name, path: live.path }],
  );
  return [{ parent: kind.name, path }, ...places];
}

function droppedAt(around: Around, kind: PlacedKind, path: string): Dropped[] {
  const { facts, relink } = around;
  const fields = fieldsOf(kind);
  const names = Object.keys(fields).filter((name) => namesEligible(fields[name] as Field));
  if (names.length === 0 || isListedShort(kind) || kind.as !== "map") return [];
  const attributes = Object.keys(fields).filter((name) => names.includes(name) || fields[name]?.carried !== undefined);
  const parent = { kind: kind.parent, paths: [path] };
  const listed = facts({ read: "siblings", kind: kind.name, parent, attributes }) ?? [];
  return each(listed, (reply): Dropped[] => {
    if (isAbsent(kind, reply.marks) || isInherent(kind, reply.marks)) return [];
    const live = named(kind, { ...reply, path }, facts);
    const left = each(names, (name): [string, Value][] => {
      const field = fields[name];
      const list = asList(live.spec[name]);
      if (field === undefined || list.length === 0) return [];
      const isLost = each(list, (entry) =>
        each(referencesIn(field, [entry], name), (reference) => loses(around, reference, { parent: kind.parent, path })).includes(
          true,
        ),
      );
      return isLost.includes(true) ? [[name, list.filter((_, index) => !isLost[index])]] : [];
    }).flat();
    if (left.length === 0) return [];
    const key = shownKey(kind, live.marks);
    const by = [draftKey(relink.draft)];
    return [{ id: liveKey(kind, path, live), kind, path, key, live, left: Object.fromEntries(left) as JsonObject, by }];
  }).flat();
}

/** True for a name that may stand there by the link alone. */
function loses(around: Around, { field, name }: NamedReference, { parent, path }: Place): boolean {
  const { relink, facts } = around;
  const { eligible } = field;
  // Servers keep the names of groups that are invited no more.
  if (eligible === undefined || eligible.among === "invited") return false;
  if (eligible.among === "relatives")
    return fold(name) === fold(relink.linked.name) && fold(path) === fold(relink.draft.path ?? "");
  const isIn = (groups: readonly string[]) => {
    const among = groups.map((group) => ({ kind: relink.linked.kind, at: [group] }));
    // Developers and above may be named wherever only members may.
    return among.length > 0 && facts({ read: "membership", username: fold(name), minimum: accessLevels.developer, among });
  };
  if (!isIn([relink.linked.name])) return false;
  const holders = [{ parent, path }, ...pathsAbove(path).map((at) => ({ parent: relink.linked.kind, path: at }))];
  const [direct, others] = together(
    () => each(holders, (place) => isDirect(around, name, place)),
    () => each(holders, (place) => otherLinks(around, place)).flat(),
  );
  return !direct.includes(true) && !isIn(others);
}

/** True for who is a member without any link, or becomes one by the same plan. */
function isDirect({ basis, drafts, facts }: Around, name: string, { parent, path }: Place): boolean {
  return each(kindsUnder(basis.kinds, parent), (kind) => {
    if (!makesMembers(kind)) return false;
    const key = thingKey(kind, path, name);
    if (drafts.some((draft) => draft.action === "create" && draftKey(draft) === key)) return true;
    const listed = facts({ read: "siblings", kind: kind.name, parent: { kind: parent, paths: [path] }, attributes: [] }) ?? [];
    return listed.some(({ marks }) => fold(shownKey(kind, marks)) === fold(name) && !isInherent(kind, marks));
  }).includes(true);
}

/** The groups of all links but those that are given again. */
function otherLinks({ basis, drafts, facts }: Around, { parent, path }: Place): string[] {
  const kind = topKind(basis.kinds, parent);
  const again = drafts
    .filter((draft) => draft.kind.name === parent && fold(draft.path ?? "") === fold(path))
    .flatMap((draft) => relinksOf(draft).map(({ linked }) => fold(linked.name)));
  const fields = fieldsOf(kind);
  const attributes = Object.keys(fields).filter((name) => fields[name]?.links && fields[name].identity);
  const group = facts({ read: "tree", kind: parent, path, attributes });
  const live = group && named(kind, group, facts);
  return attributes.flatMap((attribute) => {
    const field = fields[attribute];
    const groups = field ? asList(live?.spec[attribute]).map((entry) => groupOf(field, entry).name) : [];
    return groups.filter((name) => !again.includes(fold(name)));
  });
}

/** The group that an entry of links names. */
function groupOf(field: Field, entry: Value): Relink["linked"] {
  const { identity = [] } = field;
  const [reference] = referencesIn(field, [entry], "").filter(({ path }) => identity.some((part) => path.endsWith(`.${part}`)));
  return { kind: reference?.field.target ?? "", name: reference?.name ?? "" };
}

/** True for an attribute in which only members or groups that are linked may be named. */
function namesEligible({ eligible, item, fields = {} }: Field): boolean {
  return (
    eligible !== undefined || item?.eligible !== undefined || Object.values(fields).some((field) => field.eligible !== undefined)
  );
}
