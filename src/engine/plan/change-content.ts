import { createHash, createHmac } from "node:crypto";
import { type Address, parseAddress } from "../../core/address.js";
import type { Preparation } from "../../core/behaviour.js";
import { keyReference, type NamedReference } from "../../core/body-fields.js";
import { type Field, type Fields, switchOf } from "../../core/fields.js";
import { canonicalJson, canonicalPieces, isObject, placeholdersIn, type Spec, type Value } from "../../core/json.js";
import {
  addressIn,
  fieldsOf,
  isTopLevel,
  keyParts,
  kindAt,
  kindIn,
  kindOf,
  type Kinds,
  parentsOf,
  type PlacedKind,
  shownInRoutes,
} from "../../core/kind.js";
import { isFile, isPicture, isPlaceholder, isRef, ref } from "../../core/placeholders.js";
import type { Action, Change, Desired, Live, Plan, PlanSeal, Wait } from "../../core/plan.js";
import type { Proposal } from "../../core/proposal.js";
import { routeParameters } from "../../core/route.js";
import { topName } from "../../core/steps.js";
import { fingerprintForm, movedName, type ResolveReference } from "../forms/index.js";
import { routeKey } from "../snapshot/index.js";
import { type ChangeDraft, draftKey, type Preserved, type ResolvedParent } from "./draft.js";

/** What a change of a plan asks the platform for: all that its calls are made of, beside what is live. */
export interface ChangeContent {
  readonly kind: PlacedKind;
  readonly fields: Fields;
  readonly path: string | undefined;
  readonly key: string | undefined;
  readonly action: Action;
  /** Attributes to write, in file form with placeholders. */
  readonly write: Spec;
  readonly preserved: readonly Preserved[];
  readonly proposal?: Proposal;
  readonly closes?: number;
}

/** What a change of a plan document asks for. */
export function askedBy(change: Omit<Change, "calls">, kinds: Kinds): ChangeContent {
  const address = addressOfChange(change, kinds);
  const kind = kindAt(kinds, address);
  const { path, key } = address;
  const { action, kept: preserved, proposal, closes } = change;
  const write = { ...attributesOf(change, kind, key), ...change.sends };
  const proposed = { ...(proposal ? { proposal } : {}), ...(closes === undefined ? {} : { closes }) };
  return { kind, fields: fieldsOf(kind, { key }), path, key, action, write, preserved, ...proposed };
}

/** The attributes that a change gives, in file form: parts of records under their record. */
export function attributesOf({ attributes }: Pick<Change, "attributes">, kind: PlacedKind, key: string | undefined): Spec {
  const spec: Record<string, Value | undefined> = {};
  for (const { path, after } of attributes) {
    const name = topName(path);
    if (after === undefined || isName(kind, key, name)) continue;
    const whole = spec[name];
    spec[name] = path === name ? after : { ...(isObject(whole) ? whole : {}), [path.slice(name.length + 1)]: after };
  }
  return spec;
}

/** What of a draft's writes the attributes of its change do not tell; a flag with routes of its own that stays on while the rest is written is one, too. */
export function sendsOf(
  { kind, key, write, desired, live, fields, action }: ChangeDraft,
  attributes: Change["attributes"],
): Pick<Change, "sends"> {
  if (action === "delete") return Object.keys(write).length === 0 ? {} : { sends: write };
  const given = attributesOf({ attributes }, kind, key);
  const staysOn = Object.keys(fields).filter(
    (name) => switchOf(fields[name]) && write[name] === undefined && desired?.spec[name] === true && live?.spec[name] === true,
  );
  const sends = Object.entries({ ...write, ...Object.fromEntries(staysOn.map((name) => [name, true])) }).filter(
    ([name, value]) => value !== undefined && (given[name] === undefined || canonicalJson(given[name]) !== canonicalJson(value)),
  );
  return sends.length === 0 ? {} : { sends: Object.fromEntries(sends) };
}

/** True for an attribute that is set by calls of its own, not by the update. */
export function isApart(field: Field | undefined): boolean {
  return field?.links !== undefined || field?.through !== undefined;
}

/** What of a thing that is to go is said to the call before that, or by the call that it goes with. */
export function saidOnDelete(fields: Fields, { spec }: Pick<Desired, "spec">): Spec {
  const isSaid = (on: Field["on"]) => on === "delete" || on === "call";
  return Object.fromEntries(Object.entries(spec).filter(([name]) => isSaid(fields[name]?.on)));
}

/** What of a thing that is to stay is written. */
export function saidOfState(fields: Fields, spec: Spec): Spec {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => fields[name]?.on !== "delete"));
}

/** True for what a change calls the full path or the key, which is no attribute. */
function isName(kind: PlacedKind, key: string | undefined, name: string): boolean {
  return name === (kind.tree ? movedName : kind.key?.read) && !Object.hasOwn(fieldsOf(kind, { key }), name);
}

/** The address of a change. One that an older release wrote says no parent where its kind had only one: that is the first. */
export function addressOfChange(change: Pick<Change, "address" | "kind" | "parent">, kinds: Kinds): Address {
  const kind = kindOf(kinds, change.kind);
  const { path, key } = parseAddress(change.address);
  return addressIn(kindIn(kind, change.parent ?? parentsOf(kind)[0] ?? ""), path, key);
}

/** sha256 over the id and the normalised live attributes that a change compares or sends, without secrets and files: while it is the same, nothing that the plan relies on has changed. */
export function fingerprint(
  fields: Fields,
  live: Live | undefined,
  change: Pick<Change, "attributes" | "kept" | "unverifiable">,
): string {
  const names = new Set(
    [...change.attributes, ...change.kept, ...change.unverifiable].map((attribute) => topName(attribute.path)),
  );
  const shown = Object.fromEntries(Object.entries(live?.spec ?? {}).filter(([name]) => names.has(name)));
  return hash({ id: live?.id ?? null, live: live ? fingerprintForm(fields, shown) : null });
}

/** The digest of a plan, over everything but the seal, the statistics and the coverage: two plans of the same world have the same one. */
export function digest(plan: Omit<Plan, "digest" | "seal" | "coverage" | "stats">): string {
  return hash(plan);
}

/**
 * The digest of what a plan changes: addresses, attributes, and their values before and after. Lines of files and calls with their order do not count, a secret counts by its template
 * and a file by its content. So it stays the same where a comment comes or another change goes first.
 */
export function changesDigest({ instance, changes }: Pick<Plan, "instance" | "changes">): string {
  const contents = changes.map((change) => canonicalJson(changeContent(change)));
  return hash({ url: instance.url, changes: contents.sort() });
}

/** What a change says beside its lines, ids and calls: values by reference by their template, files by their hash. */
export function changeContent(change: Omit<Change, "calls">): Spec {
  const { address, kind, parent, action, from, identity, attributes, sends, unverifiable, proposal, closes } = change;
  return {
    address,
    kind,
    parent,
    action,
    from,
    identity,
    sends: byContent(sends),
    ...(proposal ? { proposal: { ...proposal } } : {}),
    ...(closes === undefined ? {} : { closes }),
    attributes: attributes.map(({ path, before, after }) => [path, { before: byContent(before), after: byContent(after) }]),
    unverifiable: unverifiable.map(({ path }) => path),
  };
}

function byContent(value: Value | undefined): Value | undefined {
  if (isFile(value) || isPicture(value)) return { sha256: value.sha256 };
  if (Array.isArray(value)) return value.map((item: Value) => byContent(item) ?? null);
  if (!isObject(value) || isPlaceholder(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, byContent(part)]));
}

/** HMAC-SHA256 over the digest of a plan and what its seal says beside it: only who has the key can have made it. */
export function sealMark(sealed: Pick<Plan, "digest"> & Omit<PlanSeal, "hmac">, key: string): string {
  return `hmac-sha256:${hmac(sealed, key)}`;
}

/** The same over a file and the sha256 of its content, cut to 128 bits: without the key nobody can guess what was in it. */
export function fileMark(file: string, sha256: string, key: string): string {
  return hmac([file, sha256], key).slice(0, 32);
}

function hmac(value: Value, key: string): string {
  return createHmac("sha256", key).update(canonicalJson(value)).digest("hex");
}

function hash(value: object): string {
  const sum = createHash("sha256");
  for (const piece of canonicalPieces(value)) sum.update(piece);
  return `sha256:${sum.digest("hex")}`;
}

/** What calls depend on beside what is asked for: what is live and where, what names mean, and what the server can do. All of it can be read again. */
export interface CallFacts {
  readonly dialect: "neutral" | "vendor";
  readonly version: string;
  /** Who plans and applies. */
  readonly user?: string;
  readonly resolve: ResolveReference;
  readonly place: ResolvedParent;
  readonly live: Live | undefined;
  /** What becomes part of it. */
  readonly merges?: Live | undefined;
  /** Who asks, where the change makes that one a member: the number. */
  readonly ownId?: number | undefined;
  /** Where a move of its own starts from: the live path, after the groups above it have moved. */
  readonly start?: string | undefined;
  /** Of a file: the branch that it lies in. */
  readonly committedTo?: Value | undefined;
  /** Of a file that is proposed: whom the merge request asks for a review. */
  readonly reviewerIds?: readonly number[] | undefined;
  /** The plan commits to what it hangs on: that may be the first commit there. */
  readonly fillsHolder?: boolean;
  /** What comes by itself once its call has given something the first content: the call waits for that. */
  readonly begun?: Wait | undefined;
  /** One has come by itself in its place by the time that it is created: that is deleted first. */
  readonly replaces?: boolean;
  /** True for somebody who gets in by another change of the plan. */
  readonly joins?: (named: NamedReference) => boolean;
  /** Another one is about all its names, before and after the plan. */
  readonly isCovered?: boolean;
  /** What comes by itself with the thing, and what later calls look up: the last call but those that close it again waits for it. */
  readonly awaited?: Wait | undefined;
}

/** Parameters that say which group or project a call is about. */
export function parentParams({ kind }: ChangeContent, { place }: CallFacts): Spec {
  const id = isTopLevel(kind) ? undefined : (place.parentId ?? undefined);
  return id === undefined ? {} : { [kind.parent]: id };
}

/** Parameters of a route about the thing itself: its id (of the live thing, or of the create call), and its key. */
export function ownParams(asked: ChangeContent, facts: CallFacts): Spec {
  const { kind, key, path } = asked;
  const used = new Set(Object.values(kind.routes).flatMap((route) => (typeof route === "string" ? routeParameters(route) : [])));
  const parts = keyParts(kind, key ?? path ?? "");
  return {
    ...parentParams(asked, facts),
    ...(used.has(kind.name) ? { [kind.name]: facts.live?.id ?? ref(draftKey(asked), "id") } : {}),
    ...(used.has("key") ? { key: parts.name } : {}),
    ...(used.has("scope") ? { scope: parts.scope } : {}),
    ...(used.has("by") ? { by: parts.by } : {}),
    ...Object.fromEntries(shownInRoutes(kind, asked.fields).map((name) => [name, facts.live?.marks[name]])),
  };
}

/** The call that servers need before a change of what is live, where they need one. */
export function preparationOf(
  { kind, action }: Pick<ChangeContent, "kind" | "action">,
  { live, user }: { readonly live: Live | undefined; readonly user?: string | undefined },
): Preparation | undefined {
  if (!live || action === "create") return undefined;
  return kind.before?.({
    action: action === "delete" ? "delete" : "update",
    parent: kind.parent,
    marks: live.marks,
    ...(user === undefined ? {} : { user }),
  });
}

/** True for a value that only the reply of another call gives. */
export function namesCreated(value: Value | undefined): boolean {
  return placeholdersIn(value).some((placeholder) => isRef(placeholder));
}

/** What a create says of the key. */
export function keyBody(asked: ChangeContent, facts: CallFacts): Spec {
  const { key } = asked.kind;
  if (key?.oneOf !== undefined) {
    const { by = "", name } = keyParts(asked.kind, ownKey(asked));
    return { [by]: name };
  }
  if (key?.write === undefined) return {};
  const { name, scope } = keyParts(asked.kind, ownKey(asked));
  const named = keyReference(asked.kind);
  return {
    [key.write]: named ? facts.resolve(named, name) : name,
    ...(key.scope === undefined ? {} : { [key.scope.field]: scope }),
  };
}

/** The key that a change is about. */
export function ownKey({ kind, path = "", key }: Pick<ChangeContent, "kind" | "path" | "key">): string {
  return routeKey(kind, { path, ...(key === undefined ? {} : { key }) });
}

/** How things differ from what a plan was made with: they are as it asks for already, or otherwise. */
export type MovedChanges = ReadonlyMap<Change, "as-asked" | "otherwise">;
