import {
  type Acknowledged,
  acknowledgedBy,
  type AcknowledgedRule,
  acknowledgedRules,
  type Acknowledgement,
  acknowledges,
  isAcknowledged,
} from "../../core/acknowledgement.js";
import { fold, isAtOrUnder, isUnder } from "../../core/address.js";
import { typeOf } from "../../core/fields.js";
import { kindAt, type Kinds } from "../../core/kind.js";
import { didYouMean } from "../../core/names.js";
import type { Change, Plan, PlanDiagnostic } from "../../core/plan.js";
import { boundedAttribute, isMore } from "../../core/strictness.js";
import { wayOf } from "../../core/weakening.js";
import type { Basis, Observations } from "../snapshot/index.js";
import { addressOfChange } from "./change-content.js";
import { type ChangeDraft, planDiagnostic, isReplaced, source } from "./draft.js";
import type { Drafted } from "./drafts.js";
import { relinksOf } from "./given-back.js";
import { falls, isOwnMembership } from "./membership.js";
import { directionsOf } from "./safe-order.js";

const manyUpdates = 50;
const largeShare = 0.1;
const guardName: AcknowledgedRule = "many-updates";

/** Policies and presets that change more than 50 things of a kind, and more than 10 % of those known (`totals`, by kind): apply must be told their names. */
export function acknowledgementsOf(
  kinds: Kinds,
  changes: readonly Change[],
  totals: ReadonlyMap<string, number>,
): readonly Acknowledgement[] {
  return changedBy(kinds, changes).flatMap((acknowledgement) => {
    const of = Math.max(acknowledgement.changed, totals.get(acknowledgement.kind) ?? 0);
    return acknowledgement.changed > manyUpdates && acknowledgement.changed > of * largeShare ? [{ ...acknowledgement, of }] : [];
  });
}

/** The same for a plan from a file: of how many things did not change, the file is believed as far as its own counts allow. */
export function acknowledgementsAgain(
  kinds: Kinds,
  claimed: Pick<Plan, "acknowledgements" | "summary">,
  changes: readonly Change[],
): readonly Acknowledgement[] {
  const totals = new Map<string, number>();
  for (const { kind } of changes) totals.set(kind, (totals.get(kind) ?? claimed.summary.unchanged) + 1);
  for (const { kind, of } of claimed.acknowledgements ?? []) totals.set(kind, Math.min(of, totals.get(kind) ?? of));
  return acknowledgementsOf(kinds, changes, totals);
}

/** What a plan must have acknowledged and `given`, as `--ack` takes it, does not name: the reasons not to apply it. */
export function unacknowledged(
  kinds: Kinds,
  plan: Pick<Plan, "acknowledgements" | "changes">,
  given: readonly Acknowledged[],
): readonly PlanDiagnostic[] {
  const lacking = (plan.acknowledgements ?? []).filter(({ name }) => !isAcknowledged(given, guardName, name));
  if (lacking.length === 0) return [];
  const there = ofWhatIsThere(kinds, plan.changes);
  return lacking.map(({ name, kind, changed, of }) => {
    const affected = there.filter((change) => change.kind === kind && namesIn(kinds, change).has(name));
    const message = `${name} changes ${changed} of ${of} known of ${kind}: say --ack ${askedAs(name)} if that is meant`;
    return { rule: "guard.many-updates", message, addresses: affected.map(({ address }) => address) };
  });
}

/** Of what `--ack` was given: what names no rule, or no policy or preset, each with the nearest that would. */
export function acknowledgedNothing(
  given: readonly string[],
  names: readonly string[],
): readonly { readonly given: string; readonly nearest: string | undefined }[] {
  const known = names.map(askedAs);
  const isKnown = (text: string) => {
    const { rule, match } = acknowledgedBy(text) ?? {};
    return rule === guardName ? match === undefined || known.includes(text) : rule !== undefined;
  };
  const near = (text: string) =>
    known.find((name) => name === askedAs(text)) ?? didYouMean(text, [...known, ...acknowledgedRules]);
  return given.filter((name) => !isKnown(name)).map((name) => ({ given: name, nearest: near(name) }));
}

/** Of what was acknowledged at an address: what nothing asks for that is planned. */
export function idleAcknowledgements(
  basis: Pick<Basis, "capabilities">,
  acknowledged: readonly Acknowledged[] | undefined,
  drafts: readonly ChangeDraft[],
): readonly PlanDiagnostic[] {
  const isAsked = ({ rule }: Acknowledged, draft: ChangeDraft): boolean => {
    if (rule === "restore" || rule === "delete" || rule === "many-deletes")
      return draft.action === (rule === "restore" ? "restore" : "delete");
    return reasonsToAsk(basis, draft).some((reason) => reason.rule === rule);
  };
  return (acknowledged ?? [])
    .filter(({ rule, match }) => rule !== guardName && match !== undefined)
    .filter(
      (acknowledgement) =>
        !drafts.some(
          (draft) => isAsked(acknowledgement, draft) && acknowledges(acknowledgement, acknowledgement.rule, draft.address),
        ),
    )
    .map(({ rule, match, source }) => ({
      rule: "ack.idle",
      message: `${rule} of ${match} is acknowledged, and nothing asks for it: take it away`,
      addresses: [],
      ...(source.startsWith("--") ? {} : { source }),
    }));
}

/** The names of all policies and presets that files declare, or that a plan from a file tells of. */
export function layerNames(
  { layers }: { readonly layers?: Readonly<Record<"policies" | "presets", readonly { readonly name: string }[]>> },
  changes: readonly Pick<Change, "attributes">[],
): readonly string[] {
  const declared = [...(layers?.policies ?? []), ...(layers?.presets ?? [])].map(({ name }) => name);
  const reported = changes.flatMap(({ attributes }) => attributes.flatMap(({ layer }) => layerName(layer ?? "") ?? []));
  return [...new Set([...declared, ...reported])];
}

/** The policy or preset that a layer is; undefined for an exception, which somebody asked for by name. */
function layerName(layer: string): string | undefined {
  return /^(?:policy|preset) ([\s\S]+)$/.exec(layer)?.[1];
}

function askedAs(name: string): string {
  return `${guardName}:${name}`;
}

/** Changes without those under a group or project that the plan creates: no policy changes there what anybody has. */
function ofWhatIsThere(kinds: Kinds, changes: readonly Change[]): readonly Change[] {
  const placeOf = (kind: string, path = "") => `${kind} ${fold(path)}`;
  const placed = changes.map((change) => ({ change, address: addressOfChange(change, kinds) }));
  const made = new Set(
    placed.flatMap(({ change: { action, kind }, address }) =>
      action === "create" && kinds.get(kind)?.tree !== undefined ? [placeOf(kind, address.path)] : [],
    ),
  );
  return placed.flatMap(({ change, address }) => {
    const { parent } = kindAt(kinds, address);
    return made.has(placeOf(parent, address.path)) ? [] : [change];
  });
}

/** How many things of each kind each policy and preset changes, in the order of the plan. */
function changedBy(kinds: Kinds, changes: readonly Change[]): Omit<Acknowledgement, "of">[] {
  const counts = new Map<string, Omit<Acknowledgement, "of">>();
  for (const change of ofWhatIsThere(kinds, changes)) {
    const { kind } = change;
    for (const name of namesIn(kinds, change)) {
      const key = JSON.stringify([name, kind]);
      counts.set(key, { name, kind, changed: (counts.get(key)?.changed ?? 0) + 1 });
    }
  }
  return [...counts.values()];
}

/** The policies and presets that bring a change about: not of what is created for its own body, as each group or project is. */
function namesIn(kinds: Kinds, { action, kind, attributes }: Change): ReadonlySet<string> {
  const isAskedFor =
    action === "create" && (kinds.get(kind)?.tree !== undefined || attributes.some(({ layer }) => layer === undefined));
  return new Set(isAskedFor ? [] : attributes.flatMap(({ layer }) => layerName(layer ?? "") ?? []));
}

/** How many things of each kind the plan knows: those that it changes, and those that are as they are asked for. */
export function knownByKind({ observed }: Observations, drafts: readonly ChangeDraft[]): ReadonlyMap<string, number> {
  const drafted = new Set(drafts.map(({ desired }) => desired));
  const unchanged = observed.filter(({ desired }) => desired.ensure === "present" && !drafted.has(desired));
  const known = new Map<string, number>();
  for (const { kind } of [...drafts, ...unchanged]) known.set(kind.name, (known.get(kind.name) ?? 0) + 1);
  return known;
}

/** What a plan knows of the server and of who asks. */
type Asker = Pick<Basis, "capabilities">;

/** Holds back each change that waits for an acknowledgement that nobody gave, and what the server would refuse without it. */
export function withoutUnacknowledged(
  basis: Asker,
  drafted: Drafted,
  acknowledged: readonly Acknowledged[] | undefined,
): HeldBack {
  const waiting = waitingOnes(basis, drafted.drafts, acknowledged);
  if (waiting.size === 0) return { drafted, held: [] };
  const tooOpen = drafted.drafts.filter((draft) => !waiting.has(draft) && needsOpening(draft, [...waiting.keys()]));
  const unmade = tooOpen.filter(({ action }) => action === "create");
  const isWithin = ({ path = "" }: ChangeDraft) => unmade.some((draft) => isAtOrUnder(path, draft.path ?? ""));
  const following = drafted.drafts.filter((draft) => !waiting.has(draft) && (tooOpen.includes(draft) || isWithin(draft)));
  const isHeld = (draft: ChangeDraft) => waiting.has(draft) || following.includes(draft);
  return {
    drafted: { ...drafted, drafts: drafted.drafts.filter((draft) => !isHeld(draft)) },
    held: [
      ...[...waiting.values()].flat(),
      ...following.map((draft) =>
        planDiagnostic(draft, "weakening", "it waits for the group that holds it, whose change is held back"),
      ),
    ],
  };
}

/** The same of a plan from a file, which says what its calls are and is taken or not. */
export function unacknowledgedOnes(
  basis: Asker,
  drafts: readonly ChangeDraft[],
  acknowledged: readonly Acknowledged[] | undefined,
): readonly PlanDiagnostic[] {
  return [...waitingOnes(basis, drafts, acknowledged).values()].flat();
}

/** Changes that nobody acknowledged, each with what it waits for; none where nobody is asked. What goes with its group or project weakens nothing. */
function waitingOnes(
  basis: Asker,
  drafts: readonly ChangeDraft[],
  acknowledged: readonly Acknowledged[] | undefined,
): ReadonlyMap<ChangeDraft, readonly PlanDiagnostic[]> {
  if (acknowledged === undefined) return new Map();
  const deleted = drafts.filter(({ action, kind }) => action === "delete" && kind.tree);
  const goesAlong = ({ path = "", kind }: ChangeDraft) =>
    !kind.tree && deleted.some((draft) => isAtOrUnder(path, draft.path ?? ""));
  return new Map(
    drafts.flatMap((draft) => {
      const reasons = goesAlong(draft) ? [] : reasonsToAsk(basis, draft);
      const lacking = reasons.filter(({ rule }) => !isAcknowledged(acknowledged, rule, draft.address));
      const held = lacking.map(({ rule, why }) =>
        planDiagnostic(draft, rule, `${why}: say --ack ${asArgument(rule, draft)} if that is meant`),
      );
      return held.length === 0 ? [] : [[draft, held] as const];
    }),
  );
}

/** Why somebody must acknowledge a change, by the rule that `--ack` names. */
function reasonsToAsk(
  { capabilities }: Asker,
  draft: ChangeDraft,
): readonly { readonly rule: AcknowledgedRule; readonly why: string }[] {
  const { version, user } = capabilities;
  const weakened = weakenedBy(draft);
  const isGone = draft.action === "update" && draft.kind.weakens?.itself === "less" && isReplaced(draft, version);
  const isRelinked = relinksOf(draft).length > 0;
  const isLockedOut = !user.administrator && isOwnMembership(draft, { capabilities }) && falls(draft);
  const again = "the server takes a link away and gives it again, and drops who is there by it from rules";
  const reasons: readonly { readonly is: boolean; readonly rule: AcknowledgedRule; readonly why: string }[] = [
    { is: weakened.length > 0, rule: "weakening", why: `it weakens protection (${weakened.join(", ")})` },
    { is: isGone, rule: "window", why: "the server deletes it and makes it again, and nothing protects in between" },
    { is: isRelinked, rule: "window", why: again },
    { is: isLockedOut, rule: "lockout", why: `it takes rights from ${user.username}, whose token trueup uses` },
  ];
  return reasons.filter(({ is }) => is);
}

/** How `--ack` names a change; quoted where a shell would take it apart. */
function asArgument(rule: AcknowledgedRule, { address }: ChangeDraft): string {
  const word = `${rule}:${address}`;
  return /^[\w:/.@+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The attributes by which a change lets people do or see more; that it is deleted of what protects. */
export function weakenedBy({ kind, fields, path, key, action, write, preserved, live }: ChangeDraft): readonly string[] {
  if (action === "create") return [];
  if (action === "delete") return kind.weakens?.itself === "less" ? ["deleted"] : [];
  const directions = directionsOf({ kind, fields, path, key, action, write, preserved }, { live });
  // A list that gets somebody in place of somebody else lets that one in.
  const letsIn = (name: string) => {
    const way = wayOf(kind.weakens, name);
    return way === "allowed" || way === "covered" || (typeOf(fields[name])?.unordered !== undefined && way !== "other");
  };
  return [...directions].flatMap(([name, direction]) =>
    direction === "loosens" || (direction === "either" && letsIn(name)) ? [name] : [],
  );
}

/** True for what may not be as open as it is to be while a group above stays as it is. */
function needsOpening({ kind, fields, write, path = "" }: ChangeDraft, waiting: readonly ChangeDraft[]): boolean {
  const bounded = kind.tree ? boundedAttribute(fields) : undefined;
  const value = bounded === undefined ? undefined : write[bounded];
  if (bounded === undefined || value === undefined) return false;
  return waiting.some(
    (holder) =>
      holder.kind.tree && isUnder(path, holder.path ?? "") && isMore(fields[bounded], value, holder.live?.spec[bounded]),
  );
}

/** What the user said of restores. */
interface RestoreAllowances {
  readonly allowRestore?: readonly string[];
  readonly acknowledged?: readonly Acknowledged[];
}

/** True for a restore that somebody allowed, by its kind or by its address. */
export function isRestoreAllowed(
  { kind, address }: ChangeDraft,
  { allowRestore = [], acknowledged }: RestoreAllowances,
): boolean {
  return allowRestore.includes(kind.name) || isAcknowledged(acknowledged, "restore", address);
}

/** Drafts that are carried out, and why others wait. */
export interface HeldBack {
  readonly drafted: Drafted;
  readonly held: readonly PlanDiagnostic[];
}

/** Holds back a change that would undo a deletion which somebody ordered, unless that is allowed, with all that it contains. */
export function withoutRestores(drafted: Drafted, allowances: RestoreAllowances): HeldBack {
  const waiting = drafted.drafts.filter((draft) => draft.action === "restore" && !isRestoreAllowed(draft, allowances));
  if (waiting.length === 0) return { drafted, held: [] };
  const outermost = waiting.filter(
    (draft) => !waiting.some((other) => other !== draft && isUnder(draft.path ?? "", other.path ?? "")),
  );
  const within = (draft: ChangeDraft) => outermost.find(({ path = "" }) => isAtOrUnder(draft.path ?? "", path));
  const all = drafted.drafts.filter(within);
  const addresses = new Set(all.map(({ address }) => fold(address)));
  const isOther = (diagnostic: PlanDiagnostic) =>
    diagnostic.addresses.length === 0 || diagnostic.addresses.some((address) => !addresses.has(fold(address)));
  return {
    drafted: { ...drafted, drafts: drafted.drafts.filter((draft) => !within(draft)), warnings: drafted.warnings.filter(isOther) },
    held: outermost.map((restore): PlanDiagnostic => {
      const others = all.filter((draft) => draft !== restore && within(draft) === restore);
      const kinds = new Set([restore, ...others].flatMap(({ action, kind }) => (action === "restore" ? [kind.name] : [])));
      const along = others.length === 0 ? "" : ", and what is in it waits, too";
      const allowed = [...kinds].map((kind) => `--allow-restore ${kind}`);
      return {
        rule: "restore",
        message: `its deletion is scheduled, and it stays so${along}: say ${allowed.join(" ")} to take that back, or declare it ensure: absent`,
        addresses: [restore, ...others].map(({ address }) => address),
        ...source(restore.desired),
      };
    }),
  };
}

/** What is held back at first, and of the rest for another reason. */
export function alsoHeld(first: HeldBack, second: HeldBack): HeldBack {
  return { drafted: second.drafted, held: [...first.held, ...second.held] };
}
