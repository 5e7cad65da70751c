import { addressKey, parentKey } from "../../core/address-key.js";
import { fold, isUnder } from "../../core/address.js";
import { append } from "../../core/collections.js";
import { switchOf } from "../../core/fields.js";
import { binaryOf, pointsAt } from "../../core/git-blob.js";
import { textGlob } from "../../core/glob.js";
import { type Spec, type Value, canonicalJson } from "../../core/json.js";
import { type Committed, keyParts, type Kinds, type PlacedKind, placedKinds, topKind } from "../../core/kind.js";
import { isRef, lookup } from "../../core/placeholders.js";
import type { Live, PlanDiagnostic } from "../../core/plan.js";
import { encodeBody } from "../forms/index.js";
import {
  type Basis,
  type Facts,
  type Observations,
  type Observed,
  type ParentNeed,
  each,
  ifReadable,
} from "../snapshot/index.js";
import { type CallFacts, type ChangeContent, parentParams } from "./change-content.js";
import { type ChangeDraft, type DraftCall, type PlanSoFar, type ResolvedParents, source } from "./draft.js";

/** The attribute of what does the work of a commit, in its call. */
const actionsOf = "actions";

/** The draft of a file with what is in it now and which commit has changed it last; none where all that differs is that its content is kept elsewhere (Git LFS). */
export function withRevision(draft: ChangeDraft, parent: ParentNeed | undefined, facts: Facts): ChangeDraft | undefined {
  const { kind, live, key } = draft;
  if (!kind.committed || !live || !parent || key === undefined) return draft;
  const { content, read } = kind.committed;
  const [now] = facts({ read: "siblings", kind: kind.name, parent, attributes: [content], key }) ?? [];
  const text = now?.spec[content];
  if (now === undefined || typeof text !== "string") return draft;
  const revised: Live = { ...live, marks: { ...live.marks, [read.last]: now.marks[read.last] ?? null } };
  const asked = draft.write[content];
  if (draft.action === "update" && typeof asked === "string" && pointsAt(text, asked)) {
    const { [content]: _, ...write } = draft.write;
    const differences = draft.differences.filter(({ path }) => path !== content);
    return differences.length === 0 ? undefined : { ...draft, live: revised, differences, write };
  }
  const differences = draft.differences.map((difference) =>
    difference.path === content ? { ...difference, before: text } : difference,
  );
  return { ...draft, live: revised, differences };
}

/** The call that commits a change of a file; those of one branch become one call (`joined`). */
export function commitCall(asked: ChangeContent, facts: CallFacts): DraftCall {
  const { kind, key = "", fields, write, action } = asked;
  const { committed, routes } = kind;
  const beside = Object.fromEntries(Object.entries(write).filter(([name]) => fields[name]?.on === "call"));
  const to = facts.committedTo ?? keyParts(kind, key).scope;
  const target = committed ? { [committed.parameter]: to, [committed.message.parameter]: committed.message.default } : {};
  const parameters: Spec = { ...target, ...encodeBody(fields, beside, facts.dialect, facts.resolve) };
  const proposed = asked.proposal && committed ? committed.proposing.commit(parameters, asked.proposal) : {};
  const body: Spec = { ...parameters, ...proposed, [actionsOf]: fileActions(asked, facts) };
  const route = action === "create" ? routes.create : action === "delete" ? routes.delete : routes.update;
  return { route: route ?? "", params: parentParams(asked, facts), body, joins: actionsOf, phase: "main" };
}

/** The call that opens the merge request of a proposal, where it is not open yet: one for all files of it. */
export function proposingCalls(asked: ChangeContent, facts: CallFacts): DraftCall[] {
  const { kind, proposal } = asked;
  if (!proposal || proposal.number !== undefined || !kind.committed) return [];
  const { open } = kind.committed.proposing;
  const body = open.body(proposal, proposal.from, proposal.into, facts.reviewerIds ?? []);
  return [{ route: open.route, params: parentParams(asked, facts), body, joins: true, phase: "late" }];
}

/** The call that closes the merge request from a branch that goes. */
export function closingCalls(asked: ChangeContent, facts: CallFacts, kinds: Kinds): DraftCall[] {
  const { closes } = asked;
  const proposing = closes === undefined ? undefined : filesBesideOf(kinds, asked.kind)?.committed.proposing;
  if (closes === undefined || !proposing) return [];
  const { route, body } = proposing.close;
  return [{ route, params: { ...parentParams(asked, facts), number: closes }, body, phase: "open" }];
}

/** What a commit does with one file. */
export function fileActions(
  { kind, key = "", write, action }: Pick<ChangeContent, "kind" | "key" | "write" | "action">,
  { live }: { readonly live: Live | undefined },
): Spec[] {
  const { committed } = kind;
  if (!committed) return [];
  const last = live?.marks[committed.read.last] ?? undefined;
  const named: Spec = { file_path: keyParts(kind, key).name };
  const lasting: Spec = last === undefined ? {} : { last_commit_id: last };
  if (action === "delete") return [{ action, ...named, ...lasting }];
  const [content, executable] = [write[committed.content], write[committed.executable]];
  const isNew = action === "create";
  const written: Spec[] =
    typeof content === "string" ? [{ action: isNew ? "create" : "update", ...named, ...contentSent(content), ...lasting }] : [];
  const isSaid = typeof executable === "boolean" && (!isNew || executable);
  return [...written, ...(isSaid ? [{ action: "chmod", ...named, execute_filemode: executable, ...lasting }] : [])];
}

function contentSent(content: string): Spec {
  const encoded = binaryOf(content);
  return encoded === undefined ? { content } : { content: encoded, encoding: "base64" };
}

/** Calls that say the same but for a list, as one call that says the whole list: what goes first, since something else may come in its place. */
export function joined(calls: ReadonlyMap<ChangeDraft, readonly DraftCall[]>): ReadonlyMap<ChangeDraft, readonly DraftCall[]> {
  const groups = new Map<string, { readonly draft: ChangeDraft; readonly call: DraftCall }[]>();
  for (const [draft, draftCalls] of calls)
    for (const call of draftCalls) {
      if (call.joins === undefined) continue;
      const rest = Object.fromEntries(Object.entries(call.body ?? {}).filter(([name]) => name !== call.joins));
      append(groups, canonicalJson([call.route, call.params, rest] as Value), { draft, call });
    }
  const made = new Map<DraftCall, DraftCall>();
  for (const group of groups.values()) {
    const sorted = group.toSorted((a, b) => rank(a.draft) - rank(b.draft) || (a.draft.address < b.draft.address ? -1 : 1));
    const [first] = sorted;
    if (!first?.call.joins || sorted.length === 1) continue;
    const { joins } = first.call;
    const list = joins === true ? [] : sorted.flatMap(({ call }) => (call.body?.[joins] ?? []) as readonly Value[]);
    const body = joins === true ? first.call.body : { ...first.call.body, [joins]: list };
    const jointCall: DraftCall = { ...first.call, ...(body ? { body } : {}), joint: true };
    for (const { call } of sorted) made.set(call, jointCall);
  }
  if (made.size === 0) return calls;
  return new Map([...calls].map(([draft, callsOfDraft]) => [draft, callsOfDraft.map((call) => made.get(call) ?? call)]));
}

function rank({ action }: ChangeDraft): number {
  return action === "delete" ? 0 : 1;
}

/** The kind of the files whose branches are of a kind. */
export function filesBesideOf(kinds: Kinds, branch: PlacedKind): (PlacedKind & { readonly committed: Committed }) | undefined {
  return placedKinds(kinds).find(
    (kind): kind is PlacedKind & { readonly committed: Committed } =>
      kind.parent === branch.parent && kind.committed?.writable.kind === branch.name,
  );
}

/** Finds what a thing of a kind at a path lies in. */
export function parentsIn(
  kinds: Kinds,
  { unnamedParents, observed }: Observations,
): (kind: PlacedKind, path: string | undefined) => Observed | undefined {
  const holders = new Map([...unnamedParents, ...observed].map((resource) => [addressKey(resource.desired, kinds), resource]));
  return (kind, path) => holders.get(parentKey(kind, path, kinds) ?? "");
}

/** What is known of the branches that drafts commit to. */
export interface Commits {
  /** By draft: the branch, or what stands for it. */
  readonly branches: ReadonlyMap<ChangeDraft, Value>;
  /** By the draft of a file: the draft of the protection that lets the token's user commit it, which comes before. */
  readonly lets: ReadonlyMap<ChangeDraft, ChangeDraft>;
  readonly refusals: readonly PlanDiagnostic[];
}

/** Finds the branch of each file that changes, and refuses what nobody lets the token's user commit, before anything is sent. */
export function commitsOf({ basis, observations, drafts, facts }: PlanSoFar, places: ResolvedParents): Commits {
  const holderOf = parentsIn(basis.kinds, observations);
  const files = drafts.filter(({ kind }) => kind.committed);
  const lets = new Map<ChangeDraft, ChangeDraft>();
  const placed = each(files, (draft): readonly [ChangeDraft, Value, string | undefined] => {
    const isNew = isRef(places.get(draft)?.parentId);
    const holder = holderOf(draft.kind, draft.path);
    const at = { ...draft, livePath: holder?.livePath ?? draft.livePath };
    const branch = branchOf(basis, at, isNew ? holder?.desired.spec : undefined, facts);
    const closed = Object.entries(holder?.live ? topKind(basis.kinds, draft.kind.parent).fields : {}).find(
      ([name, field]) => switchOf(field) && holder?.live?.spec[name] === true && holder.desired.spec[name] !== false,
    );
    if (closed) return [draft, branch, `what it lies in is ${closed[0]}: nothing is committed there`];
    const why = isNew || typeof branch !== "string" ? undefined : whyNot(at, branch, facts);
    const letting =
      why === undefined ? undefined : drafts.find((candidate) => letsCommit(basis, candidate, { draft: at, to: branch }, facts));
    if (letting) lets.set(draft, letting);
    return [draft, branch, letting ? undefined : why];
  });
  return {
    branches: new Map(placed.map(([draft, branch]) => [draft, branch])),
    lets,
    refusals: placed.flatMap(([{ address, desired }, , message]) =>
      message === undefined ? [] : [{ rule: "commit.refused", message, addresses: [address], ...source(desired) }],
    ),
  };
}

/** The branch of a file's key, or the default one: as it is shown, or for what begins empty as its first commit makes it. `made` is what is asked of a new holder. */
function branchOf({ kinds }: Basis, draft: ChangeDraft, made: Spec | undefined, facts: Facts): Value {
  const { kind, key = "", path = "", livePath = path, proposal } = draft;
  if (proposal) return proposal.from;
  const { scope = "" } = keyParts(kind, key);
  const { committed } = kind;
  if (!committed || scope !== kind.key?.scope?.default) return scope;
  const { defaultBranch: attribute, firstBranch } = committed;
  const { fields, routes } = topKind(kinds, kind.parent);
  const startsFull = Object.entries(made ?? {}).some(([name, value]) => value && fields[name]?.starts);
  if (startsFull && routes.read !== undefined) return lookup(routes.read, attribute);
  return (made ? made[attribute] : targetOf(kinds, { kind, key, livePath }, facts)) || firstBranch;
}

/** The branch that a file of what is there is in; undefined where that has no commit yet. `livePath` is where that is by now. */
export function targetOf(
  kinds: Kinds,
  { kind, key = "", livePath = "" }: Pick<ChangeDraft, "kind" | "key" | "livePath">,
  facts: Facts,
): string | undefined {
  const { scope } = keyParts(kind, key);
  if (!kind.committed || scope !== kind.key?.scope?.default) return scope;
  const { defaultBranch } = kind.committed;
  const shown = facts({ read: "tree", kind: topKind(kinds, kind.parent).name, path: livePath, attributes: [defaultBranch] });
  const branch = shown?.spec[defaultBranch];
  return typeof branch === "string" && branch !== "" ? branch : undefined;
}

/** Why the token's user may not commit to a branch, where the branch is there and says so. */
function whyNot({ kind, path, livePath }: ChangeDraft, branch: string, facts: Facts): string | undefined {
  const { writable } = kind.committed ?? {};
  if (!writable) return undefined;
  const parent = { kind: kind.parent, paths: [livePath ?? path ?? ""] };
  // Of a branch that cannot be read the platform will say it.
  const need = { read: "siblings", kind: writable.kind, parent, attributes: [writable.mark], key: branch } as const;
  const [live] = ifReadable(() => facts(need)) ?? [];
  const message = `the branch ${branch} is protected against commits of this token's user: ${writable.otherwise}`;
  return live?.marks[writable.mark] === false ? message : undefined;
}

/** True for the draft of a protection that is about a branch, and after which the token's user may commit to it. Of several such the loosest counts. */
function letsCommit(
  { kinds, capabilities: { user } }: Basis,
  { kind, path = "", key = "", action, live, write }: ChangeDraft,
  { draft: file, to }: { readonly draft: ChangeDraft; readonly to: Value },
  facts: Facts,
): boolean {
  const { writable } = file.kind.committed ?? {};
  if (!writable || kind.key?.kind !== writable.kind || action === "delete" || typeof to !== "string") return false;
  const { path: at = "", livePath = at } = file;
  const isAbout = kind.parent === file.kind.parent ? fold(path) === fold(at) : isUnder(at, path);
  if (!isAbout || !textGlob(key)(to)) return false;
  const isMember = (of: string, place: string, minimum: number) =>
    ifReadable(() => facts({ read: "membership", username: fold(user.username), minimum, among: [{ kind: of, at: [place] }] })) ??
    false;
  const holder = topKind(kinds, file.kind.parent);
  return writable.by({ ...live?.spec, ...write }).some((right) => {
    if ("name" in right) return fold(right.name) === fold(user.username);
    if ("membersOf" in right) return isMember(holder.tree?.parent ?? "", right.membersOf, 0);
    return user.administrator || isMember(holder.name, livePath, right.level);
  });
}
