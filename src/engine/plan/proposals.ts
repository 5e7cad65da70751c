import { createHash } from "node:crypto";
import { parentKey } from "../../core/address-key.js";
import { fold } from "../../core/address.js";
import { append } from "../../core/collections.js";
import { canonicalJson, isObject, type JsonObject, textAt, type Value } from "../../core/json.js";
import { type Committed, kindAt, kindIn, kindOf, type Kinds, type PlacedKind, placedKinds } from "../../core/kind.js";
import type { Desired, DesiredState, Live, PlanDiagnostic } from "../../core/plan.js";
import {
  type Basis,
  each,
  type Facts,
  type Observations,
  type Observed,
  type ParentNeed,
  type Proposed,
  together,
} from "../snapshot/index.js";
import type { HeldBack } from "./acknowledgements.js";
import { fileActions, filesBesideOf, parentsIn, targetOf } from "./commits.js";
import { allDiagnostics, type ChangeDraft, type PlanDiagnostics, type PlanSoFar, source } from "./draft.js";
import { undeclaredDraft } from "./drafts.js";
import { nearestName, suggested } from "./shown.js";

/** The desired state in which each file says itself how it is written; what said it for all files of a thing is left out. */
export function withCommitRules(state: DesiredState, kinds: Kinds): DesiredState {
  const committed = placedKinds(kinds).flatMap((kind) => (kind.committed ? [[kind.name, kind.committed.by] as const] : []));
  const ruling = new Set(committed.map(([, { kind }]) => kind));
  if (!state.resources.some(({ kind }) => ruling.has(kind))) return state;
  const rules = new Map<string, Desired>();
  const files = new Map<string, number>();
  const placeOf = (desired: Desired) => parentKey(kindAt(kinds, desired), desired.path, kinds) ?? "";
  for (const resource of state.resources) {
    if (ruling.has(resource.kind) && resource.ensure === "present") rules.set(placeOf(resource), resource);
    if (kindAt(kinds, resource).committed) files.set(placeOf(resource), (files.get(placeOf(resource)) ?? 0) + 1);
  }
  const byKind = new Map(committed);
  const resources = state.resources.flatMap((resource): Desired[] => {
    if (ruling.has(resource.kind)) return [];
    const [rule, by] = [rules.get(placeOf(resource)), byKind.get(resource.kind)];
    if (!rule || !by) return [resource];
    const { beside, proposal } = by.rules(rule.spec);
    const spec = { ...beside, ...resource.spec };
    return [{ ...resource, spec, ...(proposal ? { proposal: { ...proposal, files: files.get(placeOf(resource)) ?? 0 } } : {}) }];
  });
  return { ...state, resources };
}

/** Where a merge request proposes files. */
interface Place {
  readonly kind: PlacedKind;
  readonly committed: Committed;
  readonly parent: ParentNeed;
  /** The branch that it comes from. */
  readonly from: string;
}

/** The files of one thing that are to get into one branch by a merge request. */
interface Proposable extends Place {
  readonly files: readonly Observed[];
  readonly drafts: readonly ChangeDraft[];
  readonly into: string;
  /** True where the plan is about all files that are declared of the thing: a part would take the others out of the merge request. */
  readonly isWhole: boolean;
}

/** What becomes of files that are to be proposed. */
interface Ruling extends Partial<PlanDiagnostics> {
  /** In place of the drafts of the files. */
  readonly drafts?: readonly ChangeDraft[];
  readonly held?: readonly PlanDiagnostic[];
}

/** Drafts of files that a merge request proposes, or none where that is done or somebody else has decided. Where nothing is left to propose, the branch of an open one goes. */
export function withProposals(basis: Basis, observations: Observations, { drafted, held }: HeldBack, facts: Facts): HeldBack {
  const isAsked = observations.observed.some(({ desired }) => desired.proposal ?? desired.closes !== undefined);
  if (!isAsked) return { drafted, held };
  const closing = each(drafted.drafts, (draft) => withClosing(basis, draft, facts));
  const waiting = new Set(held.flatMap(({ addresses }) => addresses));
  const groups = proposable({ basis, observations, drafts: closing, facts });
  if (groups.length === 0) return { drafted: { ...drafted, drafts: closing }, held };

  const rulings = each(groups, (group): Ruling => {
    if (group.drafts.length > 0) return ruled(basis, group, facts);
    const isSettled = group.files.every(({ desired }) => !waiting.has(desired.address)) && group.isWhole;
    return isSettled ? { drafts: closed(basis, group, facts) } : {};
  });
  const proposed = new Set(groups.flatMap(({ drafts }) => drafts));
  return {
    drafted: {
      ...drafted,
      drafts: [...closing.filter((draft) => !proposed.has(draft)), ...rulings.flatMap(({ drafts = [] }) => drafts)],
      ...allDiagnostics([drafted, ...rulings]),
    },
    held: [...held, ...rulings.flatMap((ruling) => ruling.held ?? [])],
  };
}

/** Files by what they lie in and the branch that they are to get into. What this plan creates, and what has no commit yet, has no branch that anything could be proposed for. */
function proposable({ basis: { kinds }, observations, drafts, facts }: PlanSoFar): readonly Proposable[] {
  const draftOf = new Map(drafts.map((draft) => [draft.desired, draft]));
  const isUnread = new Set(observations.unread.map(({ kind, path }) => `${kind}:${fold(path)}`));
  const holder = parentsIn(kinds, observations);
  const holderOf = ({ kind, desired }: Observed) => holder(kind, desired.path);
  const files = observations.observed.filter(
    (observed) => observed.desired.proposal && observed.kind.committed && observed.parent && holderOf(observed)?.live,
  );
  const groups = new Map<string, Observed[]>();
  const seen = new Map<Observed | undefined, number>();
  for (const file of files) seen.set(holderOf(file), (seen.get(holderOf(file)) ?? 0) + 1);
  const placed = each(files, (observed) => {
    const place = { kind: observed.kind, key: observed.desired.key, livePath: holderOf(observed)?.livePath };
    return [observed, targetOf(kinds, place, facts)] as const;
  });
  for (const [observed, into] of placed)
    if (into !== undefined && !isUnread.has(`${observed.kind.name}:${fold(observed.desired.path ?? "")}`))
      append(groups, JSON.stringify([parentKey(observed.kind, observed.desired.path, kinds), into]), observed);
  const intoOf = new Map(placed);
  return [...groups.values()].flatMap((group): Proposable[] => {
    const [{ kind, parent }] = group as [Observed];
    const into = intoOf.get(group[0] as Observed);
    if (!parent || !kind.committed || into === undefined) return [];
    const place = { kind, committed: kind.committed, parent, from: kind.committed.proposing.branchFor(into) };
    const isWhole = group.every((observed) => (seen.get(holderOf(observed)) ?? 0) >= (observed.desired.proposal?.files ?? 0));
    return [{ ...place, files: group, drafts: group.flatMap(({ desired }) => draftOf.get(desired) ?? []), into, isWhole }];
  });
}

/** What becomes of files that differ. */
function ruled(basis: Basis, group: Proposable, facts: Facts): Ruling {
  const { drafts, from, into } = group;
  if (!group.isWhole) {
    const path = drafts[0]?.path ?? "";
    const message = `one merge request proposes all files of ${path}, and this plan is about some of them: say --target '${group.kind.name}:${path}:*'`;
    return { refusals: [about(drafts, message)] };
  }
  const digest = digestOf(drafts);
  const [last, open] = together(
    () => lastCommit(basis, group, facts),
    () => proposedIn(group, "open", facts),
  );
  const done = decidedBefore(group, { last, open, digest }, facts);
  if (done) return done;
  const { reviewerIds, refusals } = reviewersOf(group, facts);
  if (refusals.length > 0) return { refusals };
  const where = { from, into, digest, ...(open ? { number: open.number } : {}), ...(last ? { again: true as const } : {}) };
  return {
    drafts: drafts.map((draft): ChangeDraft => {
      const { title = "", labels = [], reviewers = [] } = draft.desired?.proposal ?? {};
      return { ...draft, proposal: { title, labels, reviewers, ...where }, reviewerIds };
    }),
  };
}

function about(drafts: readonly ChangeDraft[], message: string, rule = "commit.proposed"): PlanDiagnostic {
  return { rule, message, addresses: drafts.map(({ address }) => address), ...source(drafts[0]?.desired) };
}

/** What becomes of files that are proposed already, or about which somebody else has decided; undefined where they are to be proposed. */
function decidedBefore(
  group: Proposable,
  { last, open, digest }: { readonly last: LastCommit | undefined; readonly open: Proposed | undefined; readonly digest: string },
  facts: Facts,
): Ruling | undefined {
  const { drafts, from, committed } = group;
  if (!last) return undefined;
  const lastDigest = committed.proposing.digestIn(last.commit);
  const inOpen = (more: string) => ({ warnings: [about(drafts, `proposed in !${open?.number}${more}`)] });
  if (lastDigest === undefined) {
    if (open) return inOpen(", which has commits of somebody else: trueup leaves it as it is");
    const message = `${from} has commits of somebody else, and no merge request is open: open one, or delete that branch`;
    return { held: [about(drafts, message)] };
  }
  if (lastDigest !== digest) return undefined;
  if (open) return inOpen("");
  const refused = proposedIn(group, "closed", facts);
  if (refused?.head !== last.id) return undefined;
  const message = `somebody closed !${refused.number}, which proposed this: open it again, or delete ${from}`;
  return { held: [about(drafts, message)] };
}

/** The numbers of whom the merge request asks for a review, and whom nobody knows. */
function reviewersOf(
  { drafts, committed }: Proposable,
  facts: Facts,
): { readonly reviewerIds: readonly number[]; readonly refusals: readonly PlanDiagnostic[] } {
  const { people: target } = committed.proposing;
  const idOf = (name: string | number) => (typeof name === "number" ? name : facts({ read: "id", target, name }));
  const people = each(drafts[0]?.desired?.proposal?.reviewers ?? [], (name) => ({ name, id: idOf(name) }));
  const unknown = people.filter(({ id }) => id === undefined);
  const refusals = each(unknown, ({ name }) => {
    const near = suggested(nearestName({ target, name: String(name) }, facts));
    return about(drafts, `there is no ${target} ${name} that this token may see${near}`, "reference");
  });
  return { reviewerIds: people.flatMap(({ id }) => id ?? []), refusals };
}

/** Of all that is asked for, and of the commits that it was compared with. */
function digestOf(drafts: readonly ChangeDraft[]): string {
  const asked = drafts.map((draft) => canonicalJson(fileActions(draft, draft) as Value));
  return createHash("sha256").update(asked.sort().join("\n")).digest("hex").slice(0, 32);
}

/** The last commit of a branch that proposes, and what is live of the branch. */
interface LastCommit {
  readonly commit: JsonObject;
  readonly id: string;
  readonly live: Live;
}

/** The last commit of the branch that proposes; undefined where there is no such branch. */
function lastCommit({ kinds }: Basis, { committed, parent, from }: Place, facts: Facts): LastCommit | undefined {
  const { last } = committed.proposing;
  const { name } = kindOf(kinds, committed.writable.kind);
  const [live] = facts({ read: "siblings", kind: name, parent, attributes: [last.in], key: from }) ?? [];
  const shown = live?.marks[last.in];
  if (!live || !isObject(shown)) return undefined;
  return { commit: shown, id: textAt(shown, last.id), live };
}

function proposedIn({ kind, parent, from }: Place, state: "open" | "closed", facts: Facts): Proposed | undefined {
  return facts({ read: "proposed", kind: kind.name, parent, from, state })[0];
}

/** The open merge request of a place, and what is live of its branch, where its last commit is from here: nobody else has a part in it. */
function untouched(basis: Basis, place: Place, facts: Facts): (Proposed & { readonly live: Live }) | undefined {
  const open = proposedIn(place, "open", facts);
  const last = open && lastCommit(basis, place, facts);
  const isOwn = last && place.committed.proposing.digestIn(last.commit) !== undefined;
  return open && isOwn ? { ...open, live: last.live } : undefined;
}

/** The draft of a plan that was made before, and deletes the branch of a merge request: as that plan says, if that still holds. */
function withClosing(basis: Basis, draft: ChangeDraft, facts: Facts): ChangeDraft {
  const { desired, key: from = "", livePath = "" } = draft;
  if (desired?.closes === undefined) return draft;
  const parent = { kind: draft.kind.parent, paths: [livePath] };
  const kind = filesBesideOf(basis.kinds, draft.kind);
  const open = kind && untouched(basis, { kind, committed: kind.committed, parent, from }, facts);
  return open?.number === desired.closes ? { ...draft, closes: open.number } : draft;
}

/** The delete of the branch whose open merge request has nothing to propose any more; nothing where somebody else has a part in it. */
function closed(basis: Basis, group: Proposable, facts: Facts): ChangeDraft[] {
  const open = untouched(basis, group, facts);
  const [first] = group.files;
  if (!open || !first) return [];
  const { from: key, committed } = group;
  const kind = kindIn(kindOf(basis.kinds, committed.writable.kind), group.kind.parent);
  const { path = "", origin } = first.desired;
  return [{ ...undeclaredDraft({ live: open.live, kind, path, key, origin }), closes: open.number }];
}
