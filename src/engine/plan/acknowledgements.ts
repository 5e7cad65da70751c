import {
  type Acknowledged,
  acknowledgedBy,
  type AcknowledgedRule,
  acknowledgedRules,
  type Acknowledgement,
  acknowledges,
  isAcknowledged,
} from "../../core/acknowledgement.js";
import { fold } from "../../core/address.js";
import { kindAt, type Kinds } from "../../core/kind.js";
import { didYouMean } from "../../core/names.js";
import type { Change, Plan, PlanDiagnostic } from "../../core/plan.js";
import type { Basis, Observations } from "../snapshot/index.js";
import { addressOfChange } from "./change-address.js";
import type { ChangeDraft } from "./draft.js";
import { reasonsToAsk } from "./unacknowledged.js";

const manyUpdates = 50;
const largeShare = 0.1;
const guardName: AcknowledgedRule = "many-updates";

/**
 * Which policies and presets change so much that apply must be told their names: more than 50 things of a kind that are more than 10 % of those that the plan knows.
 * @param totals by kind, how many things the plan knows
 */
export function acknowledgementsOf(
  kinds: Kinds,
  changes: readonly Change[],
  totals: ReadonlyMap<string, number>,
): readonly Acknowledgement[] {
  return changedBy(kinds, changes).flatMap((one) => {
    const of = Math.max(one.changed, totals.get(one.kind) ?? 0);
    return one.changed > manyUpdates && one.changed > of * largeShare ? [{ ...one, of }] : [];
  });
}

/**
 * The same for a plan from a file, by its changes as they were planned again. How many things did not change nobody can tell then: the file is believed as far as its
 * own counts allow.
 */
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
    const own = there.filter((change) => change.kind === kind && namesIn(kinds, change).has(name));
    const message = `${name} changes ${changed} of ${of} known of ${kind}: say --ack ${askedAs(name)} if that is meant`;
    return { rule: "guard.many-updates", message, addresses: own.map(({ address }) => address) };
  });
}

/** Of what `--ack` was given: what names no rule, or no policy or preset, each with the nearest that would. */
export function acknowledgedNothing(
  given: readonly string[],
  names: readonly string[],
): readonly { readonly given: string; readonly nearest: string | undefined }[] {
  const known = names.map(askedAs);
  const isKnown = (one: string) => {
    const { rule, match } = acknowledgedBy(one) ?? {};
    return rule === guardName ? match === undefined || known.includes(one) : rule !== undefined;
  };
  const near = (one: string) => known.find((name) => name === askedAs(one)) ?? didYouMean(one, [...known, ...acknowledgedRules]);
  return given.filter((one) => !isKnown(one)).map((one) => ({ given: one, nearest: near(one) }));
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
    .filter((one) => !drafts.some((draft) => isAsked(one, draft) && acknowledges(one, one.rule, draft.address)))
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
  const told = changes.flatMap(({ attributes }) => attributes.flatMap(({ layer }) => layerName(layer ?? "") ?? []));
  return [...new Set([...declared, ...told])];
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

/**
 * The policies and presets that bring a change about. What the thing's own body creates would be created without them: a group or project, which no policy makes, and
 * what hangs on one of which its own body says something.
 */
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
