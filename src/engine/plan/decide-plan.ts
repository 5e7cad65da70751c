import { addressKey, parentKey } from "../../core/address-key.js";
import { switchOf } from "../../core/fields.js";
import { addressGlob } from "../../core/glob.js";
import type { Value } from "../../core/json.js";
import { fieldsOf } from "../../core/kind.js";
import type { Change, Desired, DesiredState, Plan, PlanDiagnostic } from "../../core/plan.js";
import { boundedAttribute } from "../../core/strictness.js";
import { withBoundsMet } from "../../policies/index.js";
import { type Basis, type Facts, type Observations, type Observed, each, newerThanFacts, together } from "../snapshot/index.js";
import {
  acknowledgementsOf,
  alsoHeld,
  type HeldBack,
  idleAcknowledgements,
  knownByKind,
  unacknowledgedOnes,
  withoutRestores,
  withoutUnacknowledged,
} from "./acknowledgements.js";
import { callsOfDrafts } from "./calls.js";
import {
  goingAlong,
  idleGlobs,
  layerCautions,
  overlapWarnings,
  reliedExceptions,
  unknownInFiles,
  unsureOnes,
} from "./cautions.js";
import { comingOf } from "./coming.js";
import { commitsOf } from "./commits.js";
import { type AppliedSecrets, pictureHashes, type ResolveSecret } from "./compare.js";
import { allDiagnostics, type ChangeDraft, draftKey, idleDraft, type PlanSoFar, withPreserved, withToggle } from "./draft.js";
import { type Drafted, draftChanges } from "./drafts.js";
import { type GivenBack, type MayGiveBack, withGivenBack } from "./given-back.js";
import { type Allowances, cautions, deprecatedNames, guard, withinReach } from "./guard.js";
import { boundOfNew, withLayers } from "./layered.js";
import { whyNoSuchMembers } from "./leavers.js";
import { lockedOnes } from "./locks.js";
import { lookalikes } from "./lookalikes.js";
import { resolveNames, withRenumbered } from "./names.js";
import { observe } from "./observe.js";
import { order } from "./order.js";
import { resolveParents } from "./parents.js";
import { finishPlan, toChange } from "./plan-document.js";
import { withCommitRules, withProposals } from "./proposals.js";
import { markingBy, type MarkOrigins, withRemoved } from "./revisions.js";
import { goingOf, movingOut, scoped, subtreeOf, targeted, type Targeting, withImplied } from "./scope.js";
import { namesOfNothing, withDeclaredNames, withKnownNames } from "./shown.js";
import {
  mustBeFew,
  unreadBy,
  type UnreadRule,
  unseenOnes,
  withoutLoosening,
  withoutUnreadNames,
  withoutUnseen,
} from "./unread.js";

/** What the user may say beside the files. */
export interface PlanOptions extends Allowances, Targeting {
  /** Globs of full paths: only what lies under them. All without. */
  readonly under?: readonly string[];
  /** Address globs whose unverifiable values are sent again. */
  readonly resendSecrets: readonly string[];
  readonly resolve: ResolveSecret;
  /** True where somebody else knows what was there before and what is beside it: no move needs a thing to move, and nobody is told what looks the same. */
  readonly isPart?: true;
  /** Nothing is changed beside what is desired: what a link that is given again takes along is only reported. */
  readonly alone?: true;
  /** The releases that facts are known of, the oldest first. */
  readonly knownReleases?: readonly string[];
  /** What is kept of the secrets that were last applied. */
  readonly applied?: AppliedSecrets;
  /** What the files said at a revision: what they no longer say is to be absent. */
  readonly before?: { readonly revision: string; readonly state: DesiredState };
  /** What cannot be read is told, and left as it is; without it the first read that fails ends the run. */
  readonly unread?: UnreadRule;
  /** What is desired without the request whose files these are: changes say which of them it asks for. */
  readonly base?: DesiredState;
  /** What is known of the files beside what they say, for the warnings of the plan. */
  readonly notes?: readonly PlanDiagnostic[];
}

/** A plan, and what was live of what it is about. */
export interface Planned {
  readonly plan: Omit<Plan, "stats">;
  /** What is desired, whichever layer says it; targets or not. */
  readonly desired: DesiredState;
  readonly observed: Observations["observed"];
  /** The same by change, as far as something that is desired asks for one. */
  readonly before: ReadonlyMap<Change, Observed>;
}

/**
 * Makes the plan: observe, compare, resolve names, fill in calls, guard, order. A pure function: what it must know of the platform it asks `facts`.
 * Refusals do not throw: they stand in the plan, so that all of them are seen at once; a plan that has some must not be applied.
 */
export function decidePlan(basis: Basis, state: DesiredState, options: PlanOptions, facts: Facts): Planned {
  const { resolve, applied, targets, under = [] } = options;
  const subtree = subtreeOf(under);
  const questions = { within: subtree, differs: differsBy(basis, options, facts) };
  const layered = withLayers(basis, state, questions, facts);
  const ruled = withCommitRules(layered.state, basis.kinds);
  const whole = withRemoved(basis, ruled, options.before, questions, facts);
  const { saysAnew, ...marking } = markingBy(basis, whole, options, questions, facts);
  const desired = withImplied(targeted(scoped(whole, basis.kinds, subtree), options), basis.kinds);
  const { within, refusals } = withinReach(basis, desired.resources);
  const part = under.length > 0 ? { part: { subtree, spoken: movingOut(subtree, basis.kinds, state.resources) } } : {};
  const observable = { resources: within, deleteUndeclared: desired.deleteUndeclared, ...part };
  const seen = observe(basis, observable, facts, (desired, kind, live) =>
    pictureHashes(fieldsOf(kind, { key: desired.key }), desired, live, facts),
  );
  const bounded = state.layers ? seen.observed.map(withBoundsMet) : seen.observed;
  const known = each(bounded, (observed) => withKnownNames(observed, facts));
  const undeclared = goingOf(seen.undeclared, options);
  const observations = { ...seen, undeclared, observed: withDeclaredNames(basis, known, resolve) };
  const matches = options.resendSecrets.map((pattern) => addressGlob(pattern));
  const resend = (address: string) => matches.some((test) => test(address));
  const isPart = options.isPart === true;
  const all = draftChanges(observations, { resolve, applied, resend, kinds: basis.kinds, isPart, saysAnew }, facts);
  const restored = withoutRestores(all, options);
  const readable = alsoHeld(restored, withoutLoosening(restored.drafted, unreadBy(observations, all), basis.kinds));
  const { drafted, held } = alsoHeld(readable, withoutUnacknowledged(basis, readable.drafted, options.acknowledged));
  const declared = layered.state.resources.filter(({ reached }) => !reached);
  const cautionsBeside = () =>
    together(
      () => [...(options.notes ?? []), ...newer(basis, options), ...overlapWarnings(basis, observations)],
      () => (targets.length + under.length > 0 ? [] : idleGlobs(basis, desired, facts)),
      () => (targets.length > 0 ? [] : layerCautions(state, layered.things, under.length === 0)),
      () => (targets.length + under.length > 0 ? [] : idleAcknowledgements(basis, options.acknowledged, all.drafts)),
      () => (isPart ? [] : lookalikes(basis, declared, observations.observed, resolve, facts)),
    ).flat();
  const isAllowed = (draft: ChangeDraft) => unacknowledgedOnes(basis, [draft], options.acknowledged).length === 0;
  const mayGiveBack = options.alone ? undefined : isAllowed;
  const exceptions = reliedExceptions(layered.things);
  const given = { allowances: options, targets, under, mayGiveBack, exceptions, cautionsBeside, ...marking };
  const parts = { observations, drafted, held, refusals, ...given };
  const made = planOf(basis, state, parts, facts);
  mustBeFew(made.plan.unread ?? [], seen.asked, options.unread);
  return { ...made, desired: whole };
}

function newer({ capabilities }: Basis, { knownReleases = [] }: PlanOptions): PlanDiagnostic[] {
  const diagnostic = newerThanFacts(capabilities, knownReleases);
  return diagnostic ? [{ ...diagnostic, addresses: [] }] : [];
}

/** Tells whether what is live is not as these say. */
export function differsBy(
  basis: Basis,
  { resolve }: Pick<PlanOptions, "resolve">,
  facts: Facts,
): (resources: readonly Desired[]) => boolean {
  const beside = { resolve, resend: () => false, kinds: basis.kinds, isPart: true };
  return (resources) => {
    const observations = observe(basis, { resources, deleteUndeclared: {} }, facts);
    const drafted = draftChanges(observations, beside, facts);
    // What cannot be read does not count as obeying.
    return drafted.drafts.length > 0 || unreadBy(observations, drafted).length > 0;
  };
}

/** What a plan is made of: what is live, a draft of each thing that changes, and what was refused before anything was read. */
interface Drafting {
  readonly observations: Observations;
  readonly drafted: Drafted;
  readonly refusals: readonly PlanDiagnostic[];
  readonly allowances: Allowances;
  readonly targets: readonly string[];
  readonly under?: readonly string[];
  readonly mayGiveBack: MayGiveBack;
  /** What waits, and why. */
  readonly held?: readonly PlanDiagnostic[];
  /** Those that what is desired goes by. */
  readonly exceptions?: NonNullable<Plan["exceptions"]>;
  /** Says of each change whether the request asks for it. */
  readonly markOrigins?: MarkOrigins;
  /** What is to be known of what is desired beside the drafts: asked together with all else. */
  readonly cautionsBeside: () => readonly PlanDiagnostic[];
}

/** The second half of `decidePlan`, from drafts on: what must go along, names, calls, guards and the order. */
export function planOf(
  basis: Basis,
  state: Pick<DesiredState, "root" | "variables">,
  drafting: Drafting,
  facts: Facts,
): Omit<Planned, "desired"> {
  const { observations, refusals, allowances, cautionsBeside, targets, under = [], exceptions = [] } = drafting;
  const asked = { drafted: drafting.drafted, held: drafting.held ?? [] };
  const { drafted, held } = withProposals(basis, observations, asked, facts);
  const { drafts, withheld, warnings: relinks } = withFollowing(basis, { ...drafting, drafted }, facts);
  const soFar = { basis, observations, drafts, facts };
  const [places, names, defaults, more, nameless, locked, members, unseen] = together(
    () => resolveParents(soFar),
    () => resolveNames(soFar),
    () => usualBounds(soFar),
    () => together(() => [...goingAlong(basis, drafts, facts), ...unknownInFiles(basis, drafts, facts)], cautionsBeside).flat(),
    () => namesOfNothing(basis, drafts, facts),
    () => lockedOnes(soFar),
    () => whyNoSuchMembers(soFar),
    () => unseenOnes(basis, drafts, facts),
  );
  const again = (rest: HeldBack) => planOf(basis, state, { ...drafting, ...alsoHeld(asked, rest) }, facts);
  if (names.unread.size > 0) return again(withoutUnreadNames(asked.drafted, names.unread, basis.kinds));
  if (unseen.size > 0) return again(withoutUnseen(basis, asked.drafted, unseen));
  const commits = commitsOf(soFar, places);
  const { markOrigins = (_: ChangeDraft, change: ReturnType<typeof toChange>) => change } = drafting;
  const changeOf = new Map(drafts.map((draft) => [draft, markOrigins(draft, toChange(draft, state))]));
  const comings = comingOf(soFar, places, commits);
  const calls = callsOfDrafts(basis, changeOf, { observations, places, names, commits, comings });
  const guards = {
    refusals: guard(basis, { observations, drafts, places, defaults }, allowances).concat(locked, members, commits.refusals),
    warnings: [
      ...cautions(basis, drafts),
      ...relinks,
      ...unsureOnes(basis, observations),
      ...deprecatedNames(observations),
      ...more,
    ],
  };
  const diagnostics = allDiagnostics([{ refusals: [...refusals, ...nameless] }, drafted, names, guards]);
  const ordered = order(calls, { ...basis, joining: names.joining, lets: commits.lets });
  const { changes, before } = changesOf(observations, ordered, changeOf);
  const isLayered = drafts.some(({ desired }) => desired?.layers !== undefined);
  const acknowledgements = isLayered ? acknowledgementsOf(basis.kinds, changes, knownByKind(observations, ordered.drafts)) : [];
  const waiting = unacknowledgedOnes(basis, withheld, allowances.acknowledged);
  const left = { unchanged: drafted.unchanged, held: [...held, ...waiting], unread: unreadBy(observations, drafted) };
  const { calls: numbered, barriers } = ordered;
  const parts = { changes, calls: numbered, barriers, ...left, diagnostics, acknowledgements, exceptions, targets, under };
  return { plan: finishPlan(basis, state, parts), observed: observations.observed, before };
}

/** The drafts with what must be written because of them: what is renumbered, opened for them, or dropped by the server. */
function withFollowing(basis: Basis, { observations, drafted, mayGiveBack: mayWrite }: Drafting, facts: Facts): GivenBack {
  const whole = withRenumbered({ basis, observations, drafts: drafted.drafts });
  const preserving = whole.map((draft) => withPreserved(draft, basis.capabilities.version));
  const { drafts, ...rest } = withGivenBack({ basis, observations, drafts: preserving, facts }, mayWrite);
  return { drafts: [...drafts, ...reopened(basis, observations, drafts)].map(withToggle), ...rest };
}

/** The changes in the order of the plan, and what was live of each. */
function changesOf(
  observations: Observations,
  ordered: Pick<ReturnType<typeof order>, "drafts" | "callsOf">,
  changeOf: ReadonlyMap<ChangeDraft, Omit<Change, "calls">>,
): { readonly changes: readonly Change[]; readonly before: ReadonlyMap<Change, Observed> } {
  const observedOf = new Map(
    [...observations.unnamedParents, ...observations.observed].map((resource) => [resource.desired, resource]),
  );
  const before = new Map<Change, Observed>();
  const changes = ordered.drafts.flatMap((draft): Change[] => {
    const [toldOf, lived] = [changeOf.get(draft), draft.desired && observedOf.get(draft.desired)];
    if (!toldOf) return [];
    const change = { calls: ordered.callsOf.get(draft) ?? [], ...toldOf };
    // What a link drops in between is no longer as it was, by our own doing.
    if (lived && !draft.meanwhile) before.set(change, lived);
    return [change];
  });
  return { changes, before };
}

/** What is created without what its holder bounds gets the instance's default, which only an administrator may read. By kind. */
function usualBounds({ basis, observations, drafts, facts }: PlanSoFar): ReadonlyMap<string, Value> {
  const open = drafts.filter(
    (draft) =>
      draft.action === "create" && draft.kind.tree && draft.desired?.spec[boundedAttribute(draft.fields) ?? ""] === undefined,
  );
  const pairs = each(new Set(open.map(({ kind }) => kind)), ({ name, tree }): [string, Value][] => {
    if (!tree) return [];
    const { kind, field } = tree.defaultVisibility;
    const settings = observations.observed.find((observed) => observed.kind.name === kind);
    const value = boundOfNew(basis, tree, settings?.desired.spec[field] ?? settings?.live?.spec[field], facts);
    return value === undefined ? [] : [[name, value]];
  });
  return new Map(pairs.flat());
}

/** What hangs on an archived project can only be written while it is not archived: it is opened, and closed again. */
function reopened({ kinds }: Basis, observations: Observations, drafts: readonly ChangeDraft[]): ChangeDraft[] {
  const touched = new Set(drafts.map(({ kind, path }) => parentKey(kind, path, kinds)));
  const drafted = new Set(drafts.map(draftKey));
  return [...observations.observed, ...observations.unnamedParents].flatMap(
    ({ desired, kind, live, livePath }): ChangeDraft[] => {
      const key = addressKey(desired, kinds);
      if (!live || !touched.has(key) || drafted.has(key)) return [];
      if (!Object.entries(fieldsOf(kind)).some(([name, field]) => switchOf(field) && live.spec[name] === true)) return [];
      const { address, path } = desired;
      return [{ action: "update", ...idleDraft({ address, kind, path, key: undefined, desired, live, livePath }) }];
    },
  );
}
