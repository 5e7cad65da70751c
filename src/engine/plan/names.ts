import { addressKey, namedKey, namesKey, thingKey } from "../../core/address-key.js";
import { firstSegment, fold, parentPath } from "../../core/address.js";
import { keyReference, type NamedReference, referencesIn, referencesOf } from "../../core/body-fields.js";
import { type Field, foldName } from "../../core/fields.js";
import type { Value } from "../../core/json.js";
import { fieldsOf, isTopLevel, keyParts, type Kind, placesOf } from "../../core/kind.js";
import { type Lookup, lookupOf } from "../../core/lookup.js";
import { didYouMean } from "../../core/names.js";
import { lookup as atApply, ref } from "../../core/placeholders.js";
import type { PlanDiagnostic, Wait } from "../../core/plan.js";
import type { ReadRoute } from "../../core/route.js";
import { topName } from "../../core/steps.js";
import { type Basis, each, type Observed, orUnread } from "../snapshot/index.js";
import { type ChangeDraft, planDiagnostic, draftKey, idleDraft, isReplaced, type PlanSoFar, type Preserved } from "./draft.js";
import { carriedByDeclaration } from "./drafts.js";
import { type KnownMembers, memberStanding, type Unrelated, whyUnrelated } from "./membership.js";
import { calledKey, nearestName, nearestPath, placeNeed, suggested } from "./shown.js";

/** What names turned out to be. */
export interface ResolvedNames {
  /** By `referenceKey`: a number, a `$ref` to the call that creates it, or a `$lookup` for when the plan is applied. */
  readonly values: ReadonlyMap<string, Value>;
  /** Names that do not exist or may not be named there: real servers drop them without a word. */
  readonly refusals: readonly PlanDiagnostic[];
  /** Names that servers keep there without effect. */
  readonly warnings: readonly PlanDiagnostic[];
  /** What comes by itself with what this plan creates and is looked up then, by the key of the draft that creates it. */
  readonly awaited: ReadonlyMap<string, Wait>;
  /** By `joiningKey`: users whom drafts name, and who become members by the same plan. */
  readonly joining: ReadonlySet<string>;
  /** The status by the key of each draft of which some name could not be looked up. */
  readonly unread: ReadonlyMap<string, number>;
}

/** Resolves every name that the drafts write. */
export function resolveNames({ basis, observations, drafts, facts }: PlanSoFar): ResolvedNames {
  const context: Around = {
    basis,
    facts,
    drafts: new Map(drafts.map((draft) => [draftKey(draft), draft])),
    called: new Map(
      observations.observed.flatMap(({ desired, kind, called }) =>
        called === undefined
          ? []
          : [[calledKey(basis.kinds, kind.name, called, { kind, path: desired.path }), addressKey(desired, basis.kinds)]],
      ),
    ),
    ids: new Map(
      [...observations.observed, ...observations.unnamedParents].flatMap((observed) =>
        observed.live ? [[addressKey(observed.desired, basis.kinds), observed.live.id] as const] : [],
      ),
    ),
  };
  const asked = drafts.filter(({ action }) => action !== "delete").flatMap(namesIn);
  const lookups = each(asked, (question) => ({ ...question, ...orUnread(() => resolve(context, question)) }));
  const resolved = lookups.flatMap((lookup) => ("decision" in lookup ? [{ ...lookup, ...lookup.decision }] : []));
  const reported = (isAsked: (refusal: Refusal) => boolean) =>
    resolved.flatMap(({ draft, named, refusal }) =>
      refusal && isAsked(refusal) ? [planDiagnostic(draft, refusal.rule, `${named.path}: ${refusal.message}`, named.path)] : [],
    );
  return {
    values: new Map(
      resolved.flatMap(({ draft, named, value }) =>
        value === undefined ? [] : [[referenceKey(basis, draft, named.field, named.name), value] as const],
      ),
    ),
    refusals: reported((refusal) => !refusal.isWarning),
    warnings: reported((refusal) => refusal.isWarning === true),
    unread: new Map(lookups.flatMap((lookup) => ("unread" in lookup ? [[draftKey(lookup.draft), lookup.unread] as const] : []))),
    joining: new Set(resolved.flatMap(({ draft, named, joins }) => (joins ? [joiningKey(draft, named.name)] : []))),
    awaited: new Map(resolved.flatMap(({ awaits }) => (awaits ? [awaits] : [])).toReversed()),
  };
}

/** What tells a user whom a draft names. */
export function joiningKey(draft: ChangeDraft, user: string): string {
  return JSON.stringify([draftKey(draft), fold(user)]);
}

/** What lies within another thing is named within it; everything else is one name in the instance. */
export function referenceKey({ kinds, directory }: Basis, draft: ChangeDraft, field: Field, name: string): string {
  const { target = "" } = field;
  const within = lookupOf(kinds, directory, target, holderKind(draft))?.within;
  const parent = within === undefined ? "" : (namesKey(draft, kinds) ?? "");
  return `${target}:${field.wire ?? ""}:${parent}:${foldName(field, name)}`;
}

/** A name that a draft writes. */
interface Asked {
  readonly draft: ChangeDraft;
  readonly named: NamedReference;
}

/** What is known beside the names. */
interface Around extends KnownMembers {
  /** Keys of what others name otherwise than by its key, by `calledKey`. */
  readonly called: ReadonlyMap<string, string>;
}

/** What a name turned out to be, or why it may not be said. */
interface Resolved {
  readonly value?: Value;
  readonly refusal?: Refusal;
  /** It names a user who becomes a member by the same plan. */
  readonly joins?: boolean;
  /** The draft whose last call waits for what comes by itself. */
  readonly awaits?: readonly [string, Wait];
}

/** Why a name may not be said: there is nothing of that name, or it is not one that may be named there. */
interface Refusal {
  readonly rule: "reference" | Unrelated["rule"];
  readonly message: string;
  /** It stops nothing. */
  readonly isWarning?: true;
}

function namesIn(draft: ChangeDraft): Asked[] {
  const preserved = Object.fromEntries(draft.preserved.map(({ path, value }) => [path, value]));
  const named = [...keyNamed(draft), ...referencesOf(draft.fields, draft.write), ...referencesOf(draft.fields, preserved)];
  return named
    .filter(({ field }) => field.target !== undefined && field.wire !== "name")
    .map((reference) => ({ draft, named: reference }));
}

/** What the key of a new thing names. */
function keyNamed({ action, kind, key }: ChangeDraft): NamedReference[] {
  const field = action === "create" ? keyReference(kind) : undefined;
  return field === undefined || key === undefined ? [] : [{ field, name: keyParts(kind, key).name, path: kind.key?.read ?? "" }];
}

/** The kind of what names in a draft lie in, where they are told apart within one thing. */
function holderKind({ kind }: ChangeDraft): string {
  return kind.tree ? kind.name : kind.parent;
}

function resolve(context: Around, asked: Asked): Resolved {
  const { draft, named } = asked;
  const value = valueOf(context, asked);
  if (value === undefined) {
    const { target = "" } = named.field;
    const { kinds, directory } = context.basis;
    const { called, title = kinds.get(target)?.title.toLowerCase() ?? target } = lookupOf(kinds, directory, target) ?? {};
    const how = called === undefined ? suggested(nearTo(context, asked)) : `; one is named by ${called}`;
    const message = `there is no ${title} ${named.name} that this token may see${how}`;
    return { refusal: { rule: "reference", message } };
  }
  const standing = named.field.eligible && isNew(draft, named) ? standingOf(context, asked) : "there";
  if (typeof standing === "string") return { ...value, joins: standing === "joins" };
  return { ...value, refusal: standing };
}

/** The name that is nearest to one that nothing has: of what this plan makes, or of what is there. */
function nearTo({ basis, facts, drafts, ids }: Around, { draft, named: { field, name } }: Asked): string | undefined {
  const { target = "" } = field;
  const isTree = basis.kinds.get(target)?.tree !== undefined;
  const made = [...drafts.values()].filter((candidate) => candidate.action === "create" && candidate.kind.name === target);
  const near = made.filter((candidate) => isTree || isTopLevel(candidate.kind) || candidate.path === draft.path);
  const planned = didYouMean(
    name,
    near.map((candidate) => (isTree || isTopLevel(candidate.kind) ? candidate.path : candidate.key) ?? ""),
  );
  if (planned !== undefined) return planned;
  if (isTree) return nearestPath(basis.kinds, target, name, facts);
  const lookup = lookupOf(basis.kinds, basis.directory, target, holderKind(draft));
  if (lookup?.within === undefined) return nearestName({ target, name }, facts);
  const id = ids.get(namesKey(draft, basis.kinds) ?? "");
  return id === undefined ? undefined : nearestName({ target, name, within: { kind: holderKind(draft), id } }, facts);
}

function valueOf(context: Around, { draft, named }: Asked): Resolved | undefined {
  const { basis, facts, drafts, ids } = context;
  const { field, name } = named;
  const { target = "" } = field;
  const kind = basis.kinds.get(target);
  const key = context.called.get(calledKey(basis.kinds, target, name, draft)) ?? namedKey(target, name, draft, basis.kinds) ?? "";
  const other = drafts.get(key);
  if (other?.action === "delete") return undefined;
  if (other && getsNumber(other, basis.capabilities.version))
    return { value: ref(key, field.wire === "path" ? (kind?.tree?.fullPath ?? "") : "id") };
  const known = ids.get(key) ?? (kind?.tree ? facts(placeNeed(target, name))?.id : undefined);
  if (known !== undefined) return { value: field.wire === "path" ? name : known };
  if (kind?.tree) return undefined;
  const lookup = lookupOf(basis.kinds, basis.directory, target, holderKind(draft));
  if (lookup?.within === undefined) {
    const top = lookup?.ofTop === undefined || draft.path === undefined ? {} : { top: firstSegment(draft.path) };
    return resolvedTo(facts({ read: "id", target, name, ...top }));
  }
  const holder = namesKey(draft, basis.kinds) ?? "";
  const id = ids.get(holder);
  const direct =
    id === undefined
      ? comingWith(drafts.get(holder), lookup, name)
      : resolvedTo(facts({ read: "id", target, name, within: { kind: holderKind(draft), id } }));
  return direct ?? (kind && inherited(context, draft, kind, name));
}

/** What a thing has from a group above it and shows as its own list's: the group's, made by the same plan or there already. */
function inherited({ basis, drafts, ids }: Around, draft: ChangeDraft, kind: Kind, name: string): Resolved | undefined {
  if (kind.absent === undefined) return undefined;
  for (const place of placesOf(kind).filter(({ parent }) => parent !== holderKind(draft))) {
    for (let at = parentPath(draft.path ?? ""); at !== undefined; at = parentPath(at)) {
      const key = thingKey(place, at, name);
      const other = drafts.get(key);
      if (other && getsNumber(other, basis.capabilities.version)) return { value: ref(key, "id") };
      const id = other?.action === "delete" ? undefined : ids.get(key);
      if (id !== undefined) return { value: id };
    }
  }
  return undefined;
}

/** What comes by itself with what this plan creates: its id is known only after it has come. */
function comingWith(holder: ChangeDraft | undefined, { item, comesWithParent }: Lookup, name: string): Resolved | undefined {
  if (!item || !comesWithParent || holder?.action !== "create" || !startsFilled(holder)) return undefined;
  const read = item.replace("{name}", encodeURIComponent(name)) as ReadRoute;
  return { value: atApply(read, "id"), awaits: [draftKey(holder), { for: comesWithParent, read }] };
}

function resolvedTo(id: number | undefined): Resolved | undefined {
  return id === undefined ? undefined : { value: id };
}

/** What the platform already accepted needs no second look. */
function isNew({ live, fields }: ChangeDraft, { field, name, path }: NamedReference): boolean {
  const shown = live?.spec[topName(path)];
  const liveField = fields[topName(path)];
  if (shown === undefined || !liveField) return true;
  return !referencesIn(liveField, shown, path).some(
    (reference) => reference.field.target === field.target && fold(reference.name) === fold(name),
  );
}

function standingOf(context: Around, { draft, named }: Asked): "there" | "joins" | Unrelated {
  if (named.field.eligible?.among !== "members") return whyUnrelated(context, draft, named) ?? "there";
  const standing = memberStanding(context, draft, named);
  return typeof standing === "string" ? standing : { rule: "reference.ineligible", message: standing.why };
}

/** True for what starts with content: only then comes what comes with it. */
function startsFilled({ write, fields }: ChangeDraft): boolean {
  return Object.entries(write).some(
    ([name, value]) => fields[name]?.starts === "import" || (fields[name]?.starts === "first-branch" && value === true),
  );
}

/** True for a draft whose thing has another number afterwards, or its first one. */
function getsNumber({ action, kind, fields, write }: ChangeDraft, version: string): boolean {
  return (
    action === "create" || (action === "update" && isReplaced({ kind, fields, write }, version) && Object.keys(write).length > 0)
  );
}

/** What names a thing that is deleted and created again loses it, since the number changes: declared things that do are written again. */
export function withRenumbered({ basis, observations, drafts }: Omit<PlanSoFar, "facts">): readonly ChangeDraft[] {
  const { kinds, capabilities } = basis;
  const renumbered = new Set(
    drafts.filter((draft) => draft.action === "update" && getsNumber(draft, capabilities.version)).map(draftKey),
  );
  if (renumbered.size === 0) return drafts;
  const isLost = (target: string, name: string, { desired, kind }: Observed) =>
    renumbered.has(namedKey(target, name, { ...desired, kind }, kinds) ?? "");
  const lost = new Map(
    observations.observed.flatMap((observed) => {
      const preserved = lostOf(observed, (target, name) => isLost(target, name, observed));
      return preserved.length === 0 ? [] : [[addressKey(observed.desired, kinds), { observed, preserved }] as const];
    }),
  );
  const known = new Set(drafts.map(draftKey));
  const repeated = drafts.map((draft) => {
    const preserved = (lost.get(draftKey(draft))?.preserved ?? []).filter(({ path }) => draft.write[path] === undefined);
    return preserved.length === 0 ? draft : { ...draft, preserved: [...draft.preserved, ...preserved] };
  });
  const others = [...lost].flatMap(([key, { observed, preserved }]) =>
    known.has(key) ? [] : [writtenAgain(observed, preserved)],
  );
  return [...repeated, ...others];
}

/** Attributes of a live thing by which it loses what it names. */
function lostOf({ desired, kind, live }: Observed, isLost: (target: string, name: string) => boolean): Preserved[] {
  if (!live || desired.ensure === "absent") return [];
  const fields = fieldsOf(kind, { key: desired.key });
  return Object.entries(live.spec).flatMap(([path, value]) => {
    const field = fields[path];
    if (!field || value === undefined) return [];
    return referencesIn(field, value, path).some((reference) => isLost(reference.field.target ?? "", reference.name))
      ? [{ path, value }]
      : [];
  });
}

function writtenAgain({ desired, kind, live, livePath }: Observed, preserved: readonly Preserved[]): ChangeDraft {
  const { address, path, key } = desired;
  const idle = idleDraft({ address, kind, path, key, desired, live, livePath });
  const again = Object.fromEntries(preserved.map((attribute) => [attribute.path, attribute.value]));
  return { action: "update", ...idle, write: { ...again, ...carriedByDeclaration(idle.fields, desired) }, preserved };
}
