import { formatAddress } from "../../core/address.js";
import { hidesValue } from "../../core/fields.js";
import { canonicalJson, type JsonObject, type Value } from "../../core/json.js";
import { addressIn } from "../../core/kind.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { topName } from "../../core/steps.js";
import { type Basis, each, type Facts, ifReadable, type Observations } from "../snapshot/index.js";
import { type ChangeDraft, draftKey } from "./draft.js";
import { isReplaced } from "./preserved.js";
import { source } from "./provenance.js";
import { type Dropped, type Relink, droppedBy, placeId, relinksOf } from "./relinked.js";

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
export function withGivenBack(
  basis: Basis,
  observations: Observations,
  { drafts, mayWrite }: { readonly drafts: readonly ChangeDraft[]; readonly mayWrite: MayGiveBack },
  facts: Facts,
): GivenBack {
  const relinks = drafts.flatMap(relinksOf);
  if (relinks.length === 0) return { drafts, withheld: [], warnings: [] };
  const found = each(relinks, (relink) => {
    const dropped =
      mayWrite === undefined || !relink.isAsMuch ? undefined : ifReadable(() => droppedBy(basis, { relink, drafts }, facts));
    return { relink, dropped };
  });
  const lost = new Map<string, Dropped>();
  for (const { dropped = [] } of found)
    for (const one of dropped) lost.set(one.id, lost.has(one.id) ? joined(lost.get(one.id) as Dropped, one) : one);
  const observedOf = new Map(
    observations.observed.flatMap((one) => (one.live ? [[placeId(one.kind, one.livePath, one.live), one] as const] : [])),
  );
  const own = new Map(drafts.map((draft) => [draft.live && placeId(draft.kind, draft.livePath, draft.live), draft]));
  const written = drafts.map((draft) => {
    const one = draft.live && draft.action !== "delete" ? lost.get(placeId(draft.kind, draft.livePath, draft.live)) : undefined;
    return one ? writtenBack(draft, one, basis) : draft;
  });
  const others = [...lost].flatMap(([id, one]) => {
    if (own.has(id)) return [];
    const { desired } = observedOf.get(id) ?? {};
    if (desired?.ensure === "absent") return [];
    const { kind, path, key, live } = one;
    const names = { address: desired?.address ?? formatAddress(addressIn(kind, path, key)), path, key: desired?.key ?? key };
    const empty = { differences: [], write: {}, preserved: [], unverifiable: [] };
    const draft = { ...names, kind, fields: one.fields, desired, live, livePath: path, action: "update" as const, ...empty };
    return [writtenBack(draft, one, basis)];
  });
  const withheld = others.filter((draft) => mayWrite?.(draft) === false);
  const isWhole = ({ draft }: Relink) => withheld.every(({ meanwhile }) => !meanwhile?.after.includes(draftKey(draft)));
  const warnings = found.map(({ relink, dropped }) => warningOf(relink, dropped !== undefined && isWhole(relink)));
  return { drafts: [...written, ...others.filter((draft) => !withheld.includes(draft))], withheld, warnings };
}

/** What two relinks drop of one thing. */
function joined(one: Dropped, other: Dropped): Dropped {
  const both = Object.keys(other.left).map((name) => {
    const stay = new Set(listOf(other.left[name]).map(canonicalJson));
    return [name, listOf(one.left[name] ?? one.live.spec[name]).filter((entry) => stay.has(canonicalJson(entry)))] as const;
  });
  return { ...one, left: { ...one.left, ...Object.fromEntries(both) } as JsonObject, by: [...one.by, ...other.by] };
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
  return {
    rule: "link.again",
    message: `the server cannot change an entry of ${attribute}: it is taken away and given again. The server drops who is there by it from approval rules and protections: ${then}`,
    addresses: [draft.address],
    ...source(draft.desired, attribute),
  };
}

function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}
