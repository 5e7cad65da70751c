import { parentKey } from "../../core/address-key.js";
import { firstSegment, fold, parentPath, pathsAbove } from "../../core/address.js";
import { groupedBy } from "../../core/collections.js";
import { textGlob } from "../../core/glob.js";
import { type Value, canonicalJson, isObject } from "../../core/json.js";
import type { Coming } from "../../core/kind-data.js";
import { type PlacedKind, canHangOn, fieldsOf, kindOf, placedKinds, placesOf } from "../../core/kind.js";
import { isRef } from "../../core/placeholders.js";
import type { Wait } from "../../core/plan.js";
import { each, ifReadable, lackingKind } from "../snapshot/index.js";
import type { Commits } from "./commits.js";
import { type ChangeDraft, type PlanSoFar, type ResolvedParents, draftKey } from "./draft.js";

/** What comes by itself with what the plan makes and fills, and is declared otherwise: the plan waits for it, deletes it, and makes the declared one. */
export interface Comings {
  /** Of drafts whose call gives something its first content: what that call waits for. */
  readonly begun: ReadonlyMap<ChangeDraft, Wait>;
  /** Drafts in whose place one comes by itself before. */
  readonly replacing: ReadonlySet<ChangeDraft>;
}

/** The plan so far, with drafts by where they stand: there may be many thousands. */
interface Placed extends PlanSoFar {
  readonly places: ResolvedParents;
  readonly commits: Commits;
  /** Drafts of a kind at a path, by both. */
  readonly at: ReadonlyMap<string, readonly ChangeDraft[]>;
  /** The first draft of each kind. */
  readonly firstOf: ReadonlyMap<string, ChangeDraft>;
}

function placeOf(kind: string, path = ""): string {
  return `${kind} ${fold(path)}`;
}

/** Finds what is sure to come by itself. Where that cannot be told nothing is planned for it: apply makes room only where the platform says that something is in the way (`displaces`). */
export function comingOf(plan: PlanSoFar, places: ResolvedParents, commits: Commits): Comings {
  const { drafts, basis } = plan;
  const at = groupedBy(drafts, ({ kind, path }) => placeOf(kind.name, path));
  const firstOf = new Map(drafts.toReversed().map((draft) => [draft.kind.name, draft]));
  const around = { places, commits, ...plan, at, firstOf };
  const byKey = new Map(drafts.map((draft) => [draftKey(draft), draft]));
  const declared = drafts.filter(
    (draft) => draft.action === "create" && draft.kind.comesWithParent && isRef(places.get(draft)?.parentId),
  );
  const matched = each(declared, (draft) => {
    const parent = byKey.get(parentKey(draft.kind, draft.path, basis.kinds) ?? "");
    const first = parent && firstContent(around, parent, draft.kind.comesWithParent?.named ?? "");
    return parent && first && first.name === draft.key && comes(around, draft, parent) ? [{ draft, by: first.by }] : [];
  }).flat();
  const begun = matched.flatMap(({ draft, by }) => by.flatMap((maker) => waitFor(draft).map((wait) => [maker, wait] as const)));
  return { begun: new Map(begun), replacing: new Set(matched.map(({ draft }) => draft)) };
}

/** What the platform makes, read as it will be: in the parameters of the call that gives the content. */
function waitFor({ kind: { comesWithParent, routes }, key = "" }: ChangeDraft): Wait[] {
  if (comesWithParent === undefined || routes.read === undefined) return [];
  return [{ for: comesWithParent.for, read: routes.read.replace("{key}", encodeURIComponent(key)) as Wait["read"] }];
}

/** The drafts that give something new its first content, and what that is called; undefined where nothing does, or where only the content tells. */
function firstContent(around: Placed, made: ChangeDraft, named: string) {
  if (made.action !== "create") return undefined;
  const { write, fields } = made;
  const given = Object.keys(write).filter((name) => write[name]);
  if (given.some((name) => fields[name]?.starts === "import")) return undefined;
  if (given.some((name) => fields[name]?.starts === "first-branch")) return { by: [made], name: firstName(around, made, named) };
  const committed = placedKinds(around.basis.kinds).filter((kind) => kind.committed && kind.parent === made.kind.name);
  const by = committed
    .flatMap(({ name }) => around.at.get(placeOf(name, made.path)) ?? [])
    .filter(({ kind, action }) => kind.parent === made.kind.name && action !== "delete");
  const [name, ...others] = new Set(by.map((file) => around.commits.branches.get(file)));
  return typeof name === "string" && others.length === 0 ? { by, name } : undefined;
}

/** What the first content of something is called: as it says itself, else as what decides that. */
function firstName(around: Placed, { kind, fields, desired, path = "" }: ChangeDraft, named: string): string | undefined {
  const [field, declared] = [fields[named], desired?.spec[named]];
  if (typeof declared === "string") return declared;
  const group = kind.tree?.parent ?? "";
  for (const source of field?.defaultFrom ?? []) {
    const above = source === "parent-or-top" ? [parentPath(path), firstSegment(path)] : [parentPath(path)];
    const names =
      typeof source === "object"
        ? [saidBy(around, source.kind, undefined, source.field)]
        : above.map((at) => saidBy(around, group, at, named));
    for (const name of names) {
      if (name === undefined) return undefined;
      if (typeof name === "string" && name !== "") return name;
    }
  }
  return typeof field?.default === "string" ? field.default : undefined;
}

/** True where one is sure to come: a setting says so, and no rule of a group above may be there in its place. */
function comes(around: Placed, { kind, key = "" }: ChangeDraft, parent: ChangeDraft): boolean {
  const { comesWithParent } = kind;
  if (!comesWithParent || kind.routes.read === undefined || kind.routes.delete === undefined) return false;
  const isOwn = around.places.get(parent)?.parentId === null;
  const group = isOwn ? undefined : parentPath(parent.path ?? "");
  const ofGroup =
    group === undefined ? null : verdict(around, comesWithParent, { kind: parent.kind.tree?.parent ?? "", path: group });
  const isSaid = ofGroup ?? (ofGroup === null && verdict(around, comesWithParent, undefined));
  return isSaid === true && !mayBeCovered(around, kind, parent, key);
}

/** Whether a group, or the instance, says that one comes; null where it says nothing, undefined where nobody can tell. */
function verdict(
  around: Placed,
  coming: Coming,
  group: { readonly kind: string; readonly path: string } | undefined,
): boolean | null | undefined {
  const { settings, none } = coming;
  const spec = draftOf(around, group?.kind ?? settings, group?.path)?.desired?.spec ?? {};
  // They are names of one thing: what is written under one of them is soon shown under the others.
  const written = none.filter(({ attribute }) => spec[attribute] !== undefined);
  for (const { attribute, is } of written.length > 0 ? written : none) {
    const setting = saidBy(around, group?.kind ?? settings, group?.path, attribute);
    if (setting === undefined) return undefined;
    if (setting === null || (isObject(setting) && Object.keys(setting).length === 0)) continue;
    const differs = isOther(setting, is);
    if (group === undefined || written.length > 0) return differs;
    // What a group shows may be the instance's, which the plan changes.
    const isChanging = none.some((rule) => draftOf(around, settings, undefined)?.write[rule.attribute] !== undefined);
    return isChanging && verdict(around, coming, undefined) !== differs ? undefined : differs;
  }
  return group === undefined ? undefined : null;
}

/** True for another value; undefined for a record of which only some parts are known to be the same, or that has more. */
function isOther(declared: Value, is: Value): boolean | undefined {
  if (!isObject(declared) || !isObject(is)) return canonicalJson(declared) !== canonicalJson(is);
  const names = Object.keys(declared).filter((name) => declared[name] !== undefined);
  const isDifferent = ([name, value]: [string, Value | undefined]) =>
    declared[name] !== undefined && canonicalJson(declared[name]) !== canonicalJson(value ?? null);
  if (Object.entries(is).some(isDifferent)) return true;
  return names.length === Object.keys(is).length && names.every((name) => Object.hasOwn(is, name)) ? false : undefined;
}

/** What a group, or the instance, says of an attribute once the plan is carried out: null where it says nothing, undefined where nobody can tell. */
function saidBy(around: Placed, name: string, path: string | undefined, attribute: string): Value | undefined {
  const { basis, facts } = around;
  const kind = basis.kinds.get(name);
  if (kind === undefined || fieldsOf(kind)[attribute] === undefined) return null;
  const draft = draftOf(around, name, path);
  const planned = draft?.desired?.spec[attribute];
  if (planned !== undefined) return planned;
  if (draft?.action === "create") return null;
  if (path !== undefined) {
    const at = draft?.livePath ?? path;
    const live = ifReadable(() => facts({ read: "tree", kind: name, path: at, attributes: [attribute], long: true }));
    return live && (live.spec[attribute] ?? null);
  }
  if (!basis.capabilities.user.administrator) return undefined;
  const live = ifReadable(() => facts({ read: "one", kind: name, attributes: [attribute] }));
  return live && (live.spec[attribute] ?? null);
}

function draftOf({ at, firstOf }: Placed, name: string, path: string | undefined): ChangeDraft | undefined {
  return path === undefined ? firstOf.get(name) : at.get(placeOf(name, path))?.[0];
}

/** True where a rule of a group above covers the name, or may by then: none comes beside that. */
function mayBeCovered(around: Placed, kind: PlacedKind, parent: ChangeDraft, key: string): boolean {
  const { basis, facts } = around;
  if (!kind.key?.covers) return false;
  const places = placesOf(kindOf(basis.kinds, kind.name)).filter(
    (place) => place.parent !== kind.parent && lackingKind(basis, { key }, place).length === 0,
  );
  const covers = (pattern = "") => textGlob(pattern)(key);
  return places.some((place) =>
    pathsAbove(parent.path ?? "")
      .filter((at) => canHangOn(place, at))
      .some((at) => {
        const members = (around.at.get(placeOf(kind.name, at)) ?? []).filter((draft) => draft.kind.parent === place.parent);
        if (members.some((member) => covers(member.key))) return true;
        const group = draftOf(around, place.parent, at);
        if (group?.action === "create") return false;
        const paths = [group?.livePath ?? at];
        const live = ifReadable(() =>
          facts({ read: "siblings", kind: kind.name, parent: { kind: place.parent, paths }, attributes: [] }),
        );
        return live === undefined || live.some((reply) => covers(reply.key));
      }),
  );
}
