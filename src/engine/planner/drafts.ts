import { fold } from "../../core/address.js";
import { formatOrigin } from "../../core/errors.js";
import { whyInapplicable } from "../../core/field-words.js";
import { type Fields } from "../../core/fields.js";
import type { Value, Spec } from "../../core/json.js";
import { fieldsOf } from "../../core/kind.js";
import type { Desired } from "../../core/plan.js";
import { compare, type Comparison, type ResolveSecret, source } from "./compare.js";
import { type Difference, diffName, diffNew, movedName, topName } from "../forms/diff.js";
import type { Draft, Notices } from "./draft.js";
import { isMisnamed, memberKey, shownKey } from "./members.js";
import { carriedPath, type Move, movesOf } from "./moves.js";
import type { Observed, Outlook, World } from "../world.js";

/** Options of the comparison that the user gives. */
export interface DraftOptions {
  readonly resolve: ResolveSecret;
  /** True for addresses whose unverifiable values are to be sent again. */
  readonly resend: (address: string) => boolean;
}

/** Compares every observed thing with its live side: a draft for each that changes; the rest is counted. */
export async function draftChanges(
  outlook: Outlook,
  world: World,
  options: DraftOptions,
  notices: Notices,
): Promise<{ drafts: Draft[]; unchanged: number }> {
  const moves = movesOf(world.observed.map((one) => one.desired));
  const drafted = await Promise.all(world.observed.map((one) => draftOne(outlook, one, moves, options, notices)));
  const strays = world.strays.map((stray): Draft => ({
    ...emptyDraft(fieldsOf(stray.kind, { key: stray.key })),
    address: stray.live.address,
    kind: stray.kind,
    path: stray.path,
    key: stray.key,
    action: "delete",
    live: stray.live,
    livePath: stray.path,
    strayOrigin: stray.origin,
  }));
  const drafts = [...drafted.filter((draft) => draft !== undefined), ...strays];
  return { drafts, unchanged: world.observed.filter((one, index) => !drafted[index] && one.desired.ensure === "present").length };
}

async function draftOne(
  outlook: Outlook,
  observed: Observed,
  moves: readonly Move[],
  options: DraftOptions,
  notices: Notices,
): Promise<Draft | undefined> {
  const { desired, kind, live, livePath } = observed;
  const fields = fieldsOf(kind, { key: desired.key });
  const shared = {
    ...emptyDraft(fields),
    address: desired.address,
    kind,
    path: desired.path,
    key: desired.key,
    desired,
    live,
    livePath,
  };
  if (observed.conflict) {
    notices.refusals.push({
      rule: "move.both-exist",
      message: bothExist(observed),
      addresses: [desired.address],
      source: formatOrigin(desired.origin),
    });
    return undefined;
  }
  if (desired.ensure === "absent") return live && !live.scheduledForDeletion ? { ...shared, action: "delete" } : undefined;
  if (!live) return draftCreate(shared, desired, notices);
  const comparison = await compare(fields, desired, live, outlook.read, options.resolve);
  warnOf(comparison, desired, notices);
  const carried = livePath !== undefined && kind.tree ? carriedPath(kind, livePath, moves) : undefined;
  const names = namesOf(observed, carried);
  const moved = names.length > 0;
  const resend = comparison.unverifiable.length > 0 && options.resend(desired.address);
  if (comparison.differences.length === 0 && !moved && !resend && !live.scheduledForDeletion) return undefined;
  return {
    ...shared,
    ...(carried === undefined ? {} : { carriedPath: carried }),
    action: live.scheduledForDeletion ? "restore" : moved ? "move" : "update",
    differences: [...names, ...comparison.differences],
    unverifiable: comparison.unverifiable,
    write: { ...(moved && !kind.tree ? carriedByDeclaration(fields, desired) : {}), ...written(fields, desired, comparison) },
  };
}

/** The difference of its full path or of its key, where it is to get another one. */
function namesOf({ desired, kind, live, livePath }: Observed, carried: string | undefined): Difference[] {
  if (live && isMisnamed(kind, desired, live.reply))
    return diffName(kind.key?.read ?? "", memberKey(kind, desired), shownKey(kind, live.reply));
  if (desired.path === undefined || livePath === undefined || carried === undefined) return [];
  return movesItself({ desired, livePath }, carried) ? diffName(movedName, desired.path, livePath) : [];
}

function bothExist({ desired, kind, live }: Observed): string {
  if (kind.tree || !live)
    return `both ${desired.movedFrom ?? ""} and ${desired.path ?? ""} exist: remove or rename one of them, or do not ask for the move (moved_from)`;
  return `both ${shownKey(kind, live.reply)} and ${memberKey(kind, desired)} exist: remove one of them`;
}

/** A group that moves takes what lies in it along: what asks for a move of its own still needs one only if it is to end up elsewhere. */
function movesItself({ desired, livePath }: Pick<Observed, "desired" | "livePath">, carried: string): boolean {
  if (desired.movedFrom === undefined || fold(desired.movedFrom) !== fold(livePath ?? "")) return false;
  return fold(desired.path ?? "") !== fold(carried);
}

function draftCreate(shared: Omit<Draft, "action">, desired: Desired, notices: Notices): Draft {
  const write: Record<string, Value> = {};
  const inapplicable: { path: string; reason: string }[] = [];
  for (const [name, value] of Object.entries(desired.spec)) {
    const reason = whyInapplicable(shared.fields[name]?.inapplicable, undefined, desired.spec);
    if (reason !== undefined) inapplicable.push({ path: name, reason });
    else if (value !== undefined && !isUnsetOnCreate(shared.fields, name, value)) write[name] = value;
  }
  warnOf({ differences: [], unverifiable: [], inapplicable }, desired, notices);
  for (const [name, field] of Object.entries(shared.fields)) {
    if (!field.required || desired.spec[name] !== undefined) continue;
    notices.refusals.push({
      rule: "create.required",
      message: `${name} is needed to create ${desired.address}, which does not exist yet`,
      addresses: [desired.address],
      ...source(desired, name),
    });
  }
  for (const finding of shared.kind.checkNew?.(desired.spec) ?? []) {
    const message = `${finding.attribute}: ${finding.message}${finding.allowed === undefined ? "" : `; allowed: ${finding.allowed}`}`;
    notices.refusals.push({
      rule: finding.rule ?? "check",
      message,
      addresses: [desired.address],
      ...source(desired, finding.attribute),
    });
  }
  const differences = diffNew(shared.fields, write);
  const unverifiable = Object.keys(write)
    .filter((name) => shared.fields[name]?.unreadable)
    .map((path) => ({ path, reason: "the server never returns it", ...source(desired, path) }));
  return { ...shared, action: "create", differences, unverifiable, write };
}

/** A new thing has nothing to unset but what the platform gives it by itself. */
function isUnsetOnCreate(fields: Fields, name: string, value: Value): boolean {
  return value === null && fields[name] !== undefined && (fields[name].default ?? null) === null;
}

/** What an update writes: what differs, what cannot be seen, and (for a restored or moved thing) nothing more. */
function written(fields: Fields, desired: Desired, comparison: Comparison): Spec {
  const names = new Set([...comparison.differences, ...comparison.unverifiable].map((one) => topName(one.path)));
  const write: Record<string, Value> = {};
  for (const name of names) {
    const value = desired.spec[name];
    if (value !== undefined) write[name] = value;
  }
  // What is switched on takes its companions along: the platform checks them within one request.
  for (const name of names) {
    if (desired.spec[name] !== true) continue;
    for (const companion of fields[name]?.requires ?? []) {
      const value = desired.spec[companion];
      if (value !== undefined) write[companion] = value;
    }
  }
  return Object.keys(write).length > 0 ? { ...write, ...carriedByDeclaration(fields, desired) } : write;
}

/** What an update repeats of what the files say, because the call replaces or requires it. */
export function carriedByDeclaration(fields: Fields, desired: Desired): Spec {
  return Object.fromEntries(Object.entries(desired.spec).filter(([name]) => fields[name]?.carried));
}

function warnOf(comparison: Comparison, desired: Desired, notices: Notices): void {
  for (const { path, reason } of comparison.inapplicable) {
    notices.warnings.push({
      rule: "attribute.inapplicable",
      message: `${path} is left out: ${reason}`,
      addresses: [desired.address],
      ...source(desired, path),
    });
  }
  if (comparison.unverifiable.length === 0) return;
  const names = comparison.unverifiable.map((one) => one.path).join(", ");
  notices.warnings.push({
    rule: "attribute.unverifiable",
    message: `cannot be compared: ${names} (${comparison.unverifiable[0]?.reason ?? ""})`,
    addresses: [desired.address],
    ...source(desired, comparison.unverifiable[0]?.path ?? ""),
  });
}

function emptyDraft(
  fields: Fields,
): Pick<Draft, "fields" | "desired" | "differences" | "write" | "kept" | "unverifiable" | "calls"> {
  return { fields, desired: undefined, differences: [], write: {}, kept: [], unverifiable: [], calls: [] };
}
