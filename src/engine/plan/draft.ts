import { thingKey } from "../../core/address-key.js";
import type { KindCall } from "../../core/behaviour.js";
import { formatOrigin, type Origin } from "../../core/errors.js";
import { type Fields, hidesValue, switchOf } from "../../core/fields.js";
import type { Spec, Value } from "../../core/json.js";
import { twinOf } from "../../core/kind-check.js";
import { fieldsOf, hiddenInKey, isUnchangeable, type PlacedKind } from "../../core/kind.js";
import { compareVersions } from "../../core/names.js";
import type { Action, AttributeChange, Desired, DesiredState, Live, PlanDiagnostic, Wait } from "../../core/plan.js";
import type { Proposal } from "../../core/proposal.js";
import type { WriteRoute } from "../../core/route.js";
import { topName } from "../../core/steps.js";
import type { Direction } from "../../core/weakening.js";
import type { Difference } from "../forms/index.js";
import type { Basis, Facts, Observations } from "../snapshot/index.js";

/** One call of a draft, before it has an id and knows the calls of other drafts. */
export interface DraftCall extends KindCall {
  readonly wait?: Wait;
  readonly displaces?: WriteRoute;
  /** The list in the body in which it may be one call with others that say the same beside it; true where it has none. */
  readonly joins?: string | true;
  /** It is that one call, of several drafts. */
  readonly joint?: true;
  /** It adds those whom other changes of the plan let in: it alone waits for these. */
  readonly joining?: true;
  /** What it does to protection; undefined where it does nothing to it. */
  readonly direction?: Direction | undefined;
}

/** An attribute that nobody manages and that a call must carry. */
export interface Preserved {
  readonly path: string;
  readonly value?: Value;
}

/** A change in the making: what differs, and what is to be written. */
export interface ChangeDraft {
  readonly address: string;
  readonly kind: PlacedKind;
  readonly fields: Fields;
  readonly path: string | undefined;
  readonly key: string | undefined;
  readonly action: Action;
  readonly desired: Desired | undefined;
  readonly live: Live | undefined;
  readonly livePath: string | undefined;
  /** Where its own move starts from: the live path, after the groups above it have moved. */
  readonly carriedPath?: string;
  /** What becomes part of it. */
  readonly merges?: Live;
  /** Attributes that differ, in file form, masked. */
  readonly differences: readonly Difference[];
  /** Attributes to write, in file form with placeholders for secrets and files. */
  readonly write: Spec;
  readonly preserved: readonly Preserved[];
  readonly unverifiable: readonly { readonly path: string; readonly reason: string; readonly source?: string }[];
  /** What is live by the time of its calls, after a link was taken away and given again by the drafts with these keys. */
  readonly meanwhile?: { readonly live: Live; readonly after: readonly string[] };
  /** Of a file: the merge request that proposes it, and the numbers of whom it asks for a review. */
  readonly proposal?: Proposal;
  readonly reviewerIds?: readonly number[];
  /** Of the branch of such a merge request: the number of that, which is closed before. */
  readonly closes?: number;
  /** Where the files ask for the delete although no body says `ensure: absent`. */
  readonly undeclaredOrigin?: Origin;
}

/** A plan as far as it is made, and what can be asked of the platform. */
export interface PlanSoFar {
  readonly basis: Basis;
  readonly observations: Observations;
  readonly drafts: readonly ChangeDraft[];
  readonly facts: Facts;
}

/** Where a draft's thing lies. */
export interface ResolvedParent {
  /** Id of what holds it or will: a number, or a `$ref` to what creates it; null in the caller's own namespace; undefined if there is none. */
  readonly parentId?: Value | undefined;
  /** What that group has now of what it bounds. */
  readonly bound?: Value | undefined;
  /** A move to another holder would meet its own old path or name there: it gets its new ones before. */
  readonly renamesFirst?: true;
  /** Why a move to another holder cannot be done at all. */
  readonly blocked?: string;
}

/** By draft. */
export type ResolvedParents = ReadonlyMap<ChangeDraft, ResolvedParent>;

/** A draft that writes nothing yet, but for what it does. */
export function idleDraft(
  thing: Pick<ChangeDraft, "address" | "kind" | "path" | "key" | "desired" | "live" | "livePath">,
): Omit<ChangeDraft, "action"> {
  const fields = fieldsOf(thing.kind, { key: thing.key });
  return { fields, ...thing, differences: [], write: {}, preserved: [], unverifiable: [] };
}

/** What tells the thing of a draft from all others; `$ref` of a value that its reply gives, before calls have ids. */
export function draftKey({ kind, path, key }: Pick<ChangeDraft, "kind" | "path" | "key">): string {
  return thingKey(kind, path, key);
}

/** The key of what is live, whatever it is to be called. */
export function liveKey(kind: PlacedKind, path: string | undefined, { id }: Live): string {
  return thingKey(kind, path, String(id));
}

/** True for a draft that gives its thing another key, where it is. */
export function isRenamed({ action, kind }: Pick<ChangeDraft, "action" | "kind">): boolean {
  return action === "move" && !kind.tree;
}

/** What the user must know (warnings) and what stops the plan (refusals). */
export interface PlanDiagnostics {
  readonly warnings: readonly PlanDiagnostic[];
  readonly refusals: readonly PlanDiagnostic[];
}

/** All of several. */
export function allDiagnostics(diagnostics: readonly Partial<PlanDiagnostics>[]): PlanDiagnostics {
  return {
    warnings: diagnostics.flatMap(({ warnings = [] }) => warnings),
    refusals: diagnostics.flatMap(({ refusals = [] }) => refusals),
  };
}

/** True if this server cannot make such a change in place: the thing is deleted and created again. */
export function isReplaced({ kind, fields, write }: Pick<ChangeDraft, "kind" | "fields" | "write">, version: string): boolean {
  if (isUnchangeable(kind) || Object.keys(write).some((name) => fields[name]?.unlicensed?.remade)) return true;
  if (hiddenInKey(kind).some((name) => write[name] !== undefined)) return true;
  return kind.routes.updateSince !== undefined && compareVersions(version, kind.routes.updateSince) < 0;
}

/** A draft with the live values that its update must repeat: what the call replaces or requires, companions, and all where the thing is made again. */
export function withPreserved(draft: ChangeDraft, version: string): ChangeDraft {
  const isUpdate = draft.action === "update" || draft.action === "restore" || isRenamed(draft);
  if (!isUpdate || draft.live === undefined || (Object.keys(draft.write).length === 0 && !isRenamed(draft))) return draft;
  const replaced = isReplaced(draft, version);
  const names = Object.entries(draft.fields).flatMap(([name, field]) => [
    ...(field.carried === true || (field.carried === "replaced" && replaced) ? [name] : []),
    ...(draft.write[name] === true ? (field.requires ?? []) : []),
  ]);
  const preserved = [...new Set(names)].flatMap((name) => preservedOf(draft, name));
  return preserved.length === 0 ? draft : { ...draft, preserved: [...draft.preserved, ...preserved] };
}

/** A draft with the flag that its calls take back and set again (archived), where nobody manages it. */
export function withToggle(draft: ChangeDraft): ChangeDraft {
  // What is scheduled for deletion reads as archived; taking that back opens it again.
  if (draft.action === "delete" || draft.action === "restore") return draft;
  const preserved = Object.entries(draft.fields).flatMap(([name, field]): Preserved[] => {
    const isManaged = draft.write[name] !== undefined || draft.desired?.spec[name] !== undefined;
    return switchOf(field) && !isManaged && draft.live?.spec[name] === true ? [{ path: name, value: true }] : [];
  });
  return preserved.length === 0 ? draft : { ...draft, preserved: [...draft.preserved, ...preserved] };
}

function preservedOf(draft: ChangeDraft, name: string): Preserved[] {
  const value = draft.live?.spec[name];
  const twin = twinOf(draft.fields, name) ?? name;
  const isManaged = [name, twin].some(
    (spelling) => draft.write[spelling] !== undefined || draft.desired?.spec[spelling] !== undefined,
  );
  if (isManaged || value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return [];
  // A plan holds no secret, not even one that the platform returns: the files must name it for it to be sent.
  return hidesValue(draft.fields[name]) ? [] : [{ path: name, value }];
}

/** What files say of something: a body, or the rule by which something undeclared goes. */
type Sourced = Pick<Desired, "origin"> & Partial<Pick<Desired, "origins">>;

/** The layer that gives the attribute at a dotted path, by the words of `AttributeChange.layer`; none for what the body itself gives. */
export function layer(declaration: Pick<Desired, "layers"> | undefined, path: string): { readonly layer?: string } {
  const name = declaration?.layers?.[path] ?? declaration?.layers?.[topName(path)];
  return name === undefined ? {} : { layer: name };
}

/** The variables that the value of the attribute at a dotted path was made of. */
export function variables(
  declaration: Sourced | undefined,
  path: string,
  { variables: uses }: Pick<DesiredState, "variables">,
): Pick<AttributeChange, "variables"> {
  const origin = declaration?.origins?.[path] ?? declaration?.origins?.[topName(path)];
  const used = origin && uses?.get(formatOrigin(origin));
  return used === undefined ? {} : { variables: used };
}

/** Where the files ask for something, as `file:line:column`: the attribute at a dotted path, else the body. */
export function source(declaration: Sourced | undefined, path?: string): { readonly source?: string } {
  if (declaration === undefined) return {};
  const { origin, origins = {} } = declaration;
  const place: Origin | undefined = path === undefined ? undefined : (origins[path] ?? origins[topName(path)]);
  const { file } = place ?? origin;
  return file === "" ? {} : { source: formatOrigin(place ?? origin) };
}

/** A diagnostic of one thing, at the line where files say it or the attribute at a dotted path. */
export function planDiagnostic(
  { address, desired }: { readonly address: string; readonly desired?: Sourced | undefined },
  rule: string,
  message: string,
  path?: string,
): PlanDiagnostic {
  return { rule, message, addresses: [address], ...source(desired, path) };
}

/** Where the files ask for a change: in a body, or where they ask for deletes of what they do not declare. */
export function askedAt({ desired, undeclaredOrigin }: Pick<ChangeDraft, "desired" | "undeclaredOrigin">): {
  readonly source?: string;
} {
  return source(desired ?? (undeclaredOrigin && { origin: undeclaredOrigin }));
}
