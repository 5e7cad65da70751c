import { fold } from "../../core/address.js";
import { type Field, type Fields, whyInapplicable } from "../../core/fields.js";
import type { Spec, Value } from "../../core/json.js";
import { hiddenInKey, type Kinds, type PlacedKind, shownKey, comesByItself } from "../../core/kind.js";
import { didYouMean } from "../../core/names.js";
import { isSecret } from "../../core/placeholders.js";
import { type Desired, isLeftOutReason, type PlanDiagnostic, type Unread } from "../../core/plan.js";
import { topName } from "../../core/steps.js";
import { type Difference, diffName, diffNew, movedName } from "../forms/index.js";
import {
  each,
  type Facts,
  isMisnamed,
  type Observations,
  type Observed,
  orUnread,
  routeKey,
  type Undeclared,
} from "../snapshot/index.js";
import { type CallFacts, type ChangeContent, ownParams, saidOfState, saidOnDelete } from "./change-content.js";
import { withRevision } from "./commits.js";
import {
  type AppliedSecrets,
  compare,
  type Comparison,
  eachOnce,
  isAsApplied,
  type Lack,
  lackingOf,
  leftOutOf,
  type LeftOutValue,
  missingSecrets,
  notComparedOnce,
  type ResolveSecret,
  type SaysAnew,
  withApplied,
  withNewTemplates,
} from "./compare.js";
import {
  allDiagnostics,
  type ChangeDraft,
  planDiagnostic,
  type DraftCall,
  idleDraft,
  type PlanDiagnostics,
  source,
} from "./draft.js";
import { judged, judgedCreate } from "./refused-drafts.js";
import { carriedPath, type Move, movesOf } from "./scope.js";
import { nearestPath, suggested } from "./shown.js";

/** Options of the comparison that the user gives. */
interface DraftOptions {
  readonly resolve: ResolveSecret;
  readonly applied?: AppliedSecrets | undefined;
  /** Where the files are those of a request. */
  readonly saysAnew?: SaysAnew | undefined;
  /** True for addresses whose unverifiable values are to be sent again. */
  readonly resend: (address: string) => boolean;
  readonly kinds: Kinds;
  /** See PlanOptions. */
  readonly isPart: boolean;
}

/** What comparing found: drafts of what changes, how many things do not, and what the user must know. */
export interface Drafted extends PlanDiagnostics {
  readonly drafts: readonly ChangeDraft[];
  readonly unchanged: number;
  /** What could not be compared because something of it could not be read. */
  readonly unread: readonly Unread[];
}

/** Compares every observed thing with its live side: a draft for each that changes; the rest is counted. */
export function draftChanges(observations: Observations, options: DraftOptions, facts: Facts): Drafted {
  const moves = movesOf(observations.observed.map((observed) => observed.desired));
  const drafted = each(observations.observed, (observed): DraftedOne => {
    if (observed.desired.done) return {};
    const result = orUnread(() => draftOne(observed, moves, options, facts));
    return "decision" in result ? result.decision : { unread: unreadAt(observed, result.unread) };
  });
  // Whoever resolves a secret knows from then on what to mask: a plain text of the files may repeat one that only a call carries.
  for (const { draft } of drafted) if (draft) missingSecrets(draft.write, options.resolve);
  const undeclared = observations.undeclared.map(undeclaredDraft);
  const { warnings, refusals } = allDiagnostics(drafted);
  return {
    drafts: [...drafted.flatMap(({ draft }) => (draft ? [draft] : [])), ...undeclared],
    unchanged: observations.observed.filter((observed, index) => {
      const { draft, unread } = drafted[index] ?? {};
      return !draft && !unread && observed.desired.ensure === "present";
    }).length,
    unread: drafted.flatMap(({ unread = [] }) => unread),
    warnings: [...warnings, ...notComparedOnce(drafted.flatMap(({ leftOut = [] }) => leftOut))],
    refusals: [...refusals, ...eachOnce(drafted.flatMap(({ lacking = [] }) => lacking))],
  };
}

/** The delete of what nobody declares. */
export function undeclaredDraft({ live, kind, path, key, origin }: Undeclared): ChangeDraft {
  const thing = { address: live.address, kind, path, key, desired: undefined, live, livePath: path };
  return { action: "delete", undeclaredOrigin: origin, ...idleDraft(thing) };
}

/** What comparing one thing found. */
interface DraftedOne extends Partial<PlanDiagnostics> {
  readonly draft?: ChangeDraft;
  /** What cannot be compared because a secret is not there: others may lack the same one. */
  readonly lacking?: readonly Lack[];
  /** Each value that is not compared for its references. */
  readonly leftOut?: readonly LeftOutValue[];
  readonly unread?: Unread;
}

/** What the thing of a draft, or of what is observed, is to be told as where something of it could not be read. */
export function unreadAt({ kind, desired }: Pick<Observed | ChangeDraft, "kind" | "desired">, status: number): Unread {
  return { kind: kind.name, path: desired?.path ?? "", status };
}

function draftOne(observed: Observed, moves: readonly Move[], options: DraftOptions, facts: Facts): DraftedOne {
  const { desired, kind, live, livePath } = observed;
  const { address, path, key } = desired;
  const idle = idleDraft({ address, kind, path, key, desired, live, livePath });
  const { fields } = idle;
  if (observed.conflict || observed.alike) return unclear(observed);
  if (desired.ensure === "absent") {
    if (!live || live.scheduledForDeletion) return {};
    const gone: ChangeDraft = { action: "delete", ...idle, write: saidOnDelete(fields, desired) };
    return drafted(withRevision(gone, observed.parent, facts));
  }
  if (!live && comesByItself(kind)) return waits(desired);
  if (!live) {
    const refusals = options.isPart ? [] : nothingToMove(observed, options.kinds, facts);
    return refusals.length > 0 ? { refusals } : draftCreate(idle, desired, options.resolve);
  }
  const shown = compare(fields, ownOf(kind, desired), live, options.resolve, facts);
  const applied = withApplied(shown, desired, options.applied, options.resolve);
  const renewed = options.saysAnew ? withNewTemplates(applied, desired, options.saysAnew) : applied;
  const comparison = options.resend(desired.address) ? withCredentials(renewed, kind, fields, desired) : renewed;
  const { warnings, refusals } = judged({ kind, action: "update", desired, live }, options.resolve);
  const outcome = {
    lacking: lackingOf(comparison, desired),
    leftOut: leftOutOf(applied).map(({ reason }) => ({ kind: kind.name, address: desired.address, reason })),
    warnings: [...warningsOf(comparison, desired, observed.unknown), ...warnings],
  };
  if (refusals.length > 0) return { ...outcome, refusals };
  const carried = livePath !== undefined && kind.tree ? carriedPath(kind, livePath, moves) : undefined;
  const names = namesOf(observed, carried);
  const moved = names.length > 0;
  const resend = comparison.unverifiable.length > 0 && options.resend(desired.address);
  if (comparison.differences.length === 0 && !moved && !resend && !live.scheduledForDeletion) return outcome;
  const draft: ChangeDraft = {
    action: live.scheduledForDeletion ? "restore" : moved ? "move" : "update",
    ...idle,
    ...(carried === undefined ? {} : { carriedPath: carried }),
    ...(observed.merges ? { merges: observed.merges } : {}),
    differences: [...names, ...comparison.differences],
    unverifiable: [...comparison.unverifiable, ...comparison.leftOut],
    write: { ...(moved && !kind.tree ? carriedByDeclaration(fields, desired) : {}), ...written(fields, desired, comparison) },
  };
  return Object.assign(drafted(withRevision(draft, observed.parent, facts)), outcome);
}

function drafted(draft: ChangeDraft | undefined): DraftedOne {
  return draft === undefined ? {} : { draft };
}

function waits(desired: Desired): DraftedOne {
  const message = "it is not there yet: the platform makes it when it is first used, and nothing is changed until then";
  return { warnings: [planDiagnostic({ address: desired.address, desired }, "waits", message)] };
}

function unclear(observed: Observed): DraftedOne {
  const { desired, conflict } = observed;
  const rule = conflict ? "move.both-exist" : "match.ambiguous";
  const message = conflict ? bothExist(observed) : severalMeant(observed);
  return { refusals: [{ rule, message, addresses: [desired.address], ...source(desired) }] };
}

/** What is compared: of what is to be as it is above nothing but that. */
function ownOf({ inherent }: PlacedKind, desired: Desired): Desired {
  const flag = inherent?.flag;
  if (flag === undefined || desired.spec[flag] !== true) return desired;
  return { ...desired, spec: { [flag]: true } };
}

/** What is sent again counts the credentials in an address too: the platform shows the address without them. */
function withCredentials(comparison: Comparison, kind: PlacedKind, fields: Fields, { spec }: Desired): Comparison {
  const apart = hiddenInKey(kind);
  const hidden = Object.keys(spec).filter(
    (name) =>
      (apart.includes(name) || (fields[name]?.normalise === "without-credentials" && isSecret(spec[name]))) &&
      !comparison.differences.some(({ path }) => path === name),
  );
  const reason = "the credentials in it are never shown";
  return { ...comparison, unverifiable: [...comparison.unverifiable, ...hidden.map((path) => ({ path, reason }))] };
}

/** The difference of its full path or of its key, where it is to get another one. */
function namesOf(observed: Observed, carried: string | undefined): Difference[] {
  const { desired, kind, live, livePath, merges } = observed;
  // That one thing becomes part of another is told as the other's name, which the first takes on.
  const other = merges ?? (live && isMisnamed(kind, desired, live.marks) ? live : undefined);
  if (other) return diffName(kind.key?.read ?? "", routeKey(kind, desired), shownKey(kind, other.marks));
  if (desired.path === undefined || livePath === undefined || carried === undefined) return [];
  return movesItself({ desired, livePath }, carried) ? diffName(movedName, desired.path, livePath) : [];
}

/** A move without anything to move would make a second thing, empty, while the first is somewhere else. */
function nothingToMove({ desired, kind, beside = [] }: Observed, kinds: Kinds, facts: Facts): PlanDiagnostic[] {
  const { movedFrom, formerKey, address } = desired;
  const from = kind.tree ? movedFrom : formerKey;
  if (from === undefined) return [];
  const near = kind.tree
    ? nearestPath(kinds, kind.name, from, facts)
    : didYouMean(
        from,
        beside.map(({ marks }) => shownKey(kind, marks)),
      );
  const what = kind.title.toLowerCase();
  const message = `there is no ${what} ${from} to move, and no ${routeKey(kind, desired)} either${suggested(near)}: name where it is now, or take moved_from away if a new one is meant`;
  return [{ rule: "move.missing", message, addresses: [address], ...source(desired, "moved_from") }];
}

function bothExist({ desired, kind, live }: Observed): string {
  if (kind.tree || !live)
    return `both ${desired.movedFrom ?? ""} and ${desired.path ?? ""} exist: remove or rename one of them, or do not ask for the move (moved_from)`;
  return `both ${shownKey(kind, live.marks)} and ${routeKey(kind, desired)} exist: remove one of them`;
}

function severalMeant({ desired, kind, alike = [] }: Observed): string {
  const what = kind.title.toLowerCase();
  return `${alike.length} live ones are called ${routeKey(kind, desired)} (${alike.join(", ")}): delete all but one ${what} of them, since nobody can say which is meant`;
}

/** A group that moves takes what lies in it along: what asks for a move of its own still needs one only if it is to end up elsewhere. */
function movesItself({ desired, livePath }: Pick<Observed, "desired" | "livePath">, carried: string): boolean {
  if (desired.movedFrom === undefined || fold(desired.movedFrom) !== fold(livePath ?? "")) return false;
  return fold(desired.path ?? "") !== fold(carried);
}

function draftCreate(idle: Omit<ChangeDraft, "action">, desired: Desired, resolve: ResolveSecret): DraftedOne {
  const { fields, kind } = idle;
  const asked = Object.entries(saidOfState(fields, { ...desired.initial, ...desired.spec })).map(([name, value]) => ({
    name,
    value,
    reason: whyInapplicable(fields[name]?.inapplicable, undefined, desired.spec),
  }));
  const inapplicable = asked.flatMap(({ name, reason }) => (reason === undefined ? [] : [{ path: name, reason }]));
  const write: Spec = Object.fromEntries(
    asked.flatMap(({ name, value, reason }) =>
      reason === undefined && value !== undefined && !isUnsetOnCreate(fields, name, value) ? [[name, value]] : [],
    ),
  );
  const unverifiable = Object.keys(write)
    .filter((name) => fields[name]?.unreadable)
    .map((path) => ({ path, reason: "the server never returns it", ...source(desired, path) }));
  const { warnings, refusals } = judgedCreate(kind, desired, resolve);
  return {
    draft: { action: "create", ...idle, differences: diffNew(fields, write), unverifiable, write },
    warnings: [...warningsOf({ unverifiable: [], inapplicable }, desired), ...warnings],
    refusals,
  };
}

/** A new thing has nothing to unset but what the platform gives it by itself. */
function isUnsetOnCreate(fields: Fields, name: string, value: Value): boolean {
  return value === null && fields[name] !== undefined && (fields[name].default ?? null) === null;
}

/** What an update writes: what differs, what cannot be seen, and (for a restored or moved thing) nothing more. */
function written(fields: Fields, desired: Desired, comparison: Comparison): Spec {
  const names = [...comparison.differences, ...comparison.unverifiable].map(({ path }) => topName(path));
  // What is switched on takes its companions along: the platform checks them within one request.
  const companions = names.flatMap((name) => (desired.spec[name] === true ? (fields[name]?.requires ?? []) : []));
  const asked = [...names, ...companions].map((name) => [name, desired.spec[name]] as const);
  const write: Spec = Object.fromEntries(asked.filter(([, value]) => value !== undefined));
  const isRemade = Object.keys(write).some((name) => fields[name]?.unlicensed?.remade);
  return Object.keys(write).length > 0 ? { ...write, ...carriedByDeclaration(fields, desired, isRemade) } : write;
}

/** What an update repeats of what the files say, because the call replaces or requires it; what would have the thing made again only where that is done. */
export function carriedByDeclaration(fields: Fields, { spec }: Desired, isRemade = false): Spec {
  const isSaid = ({ carried, on, unlicensed }: Field) => (carried && (!unlicensed?.remade || isRemade)) || on === "call";
  return Object.fromEntries(Object.entries(spec).filter(([name]) => fields[name] && isSaid(fields[name])));
}

function warningsOf(
  { inapplicable, unverifiable }: Pick<Comparison, "inapplicable" | "unverifiable">,
  desired: Desired,
  unknown: readonly string[] = [],
): PlanDiagnostic[] {
  const thing = { address: desired.address, desired };
  const ignored = inapplicable.map(({ path, reason }) =>
    planDiagnostic(thing, "attribute.inapplicable", `${path} is left out: ${reason}`, path),
  );
  const unseen = unverifiable
    .filter((attribute) => !isAsApplied(attribute) && !isLeftOutReason(attribute.reason) && !unknown.includes(attribute.path))
    .map(({ path, reason }) => planDiagnostic(thing, "attribute.unverifiable", `cannot be compared: ${path} (${reason})`, path));
  return [...ignored, ...unseen];
}

/** The call that makes one of two. */
export function mergeCall(asked: ChangeContent, facts: CallFacts): DraftCall {
  const { merge } = asked.kind.routes;
  const body = merge ? { [merge.from]: facts.merges?.id ?? null, [merge.into]: facts.live?.id ?? null } : {};
  return { route: merge?.route ?? "", params: ownParams(asked, facts), body, phase: "open" };
}

/** Nobody can take one of two apart again: that asks for what a delete of data asks for. */
export function lastingMerges(drafts: readonly ChangeDraft[], allowDelete: readonly string[]): PlanDiagnostic[] {
  return drafts.flatMap(({ kind, merges, live, address, desired }): PlanDiagnostic[] => {
    if (!merges || !live || allowDelete.includes(kind.name)) return [];
    const [from, into] = [merges, live].map(({ marks }) => shownKey(kind, marks));
    const message = `both exist, so ${from} becomes part of ${into}, which nobody can undo: say --allow-delete ${kind.name}`;
    return [{ rule: "guard.allow-delete", message, addresses: [address], ...source(desired, "moved_from") }];
  });
}
