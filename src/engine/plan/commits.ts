import { addressKey, parentKey } from "../../core/address-key.js";
import { append } from "../../core/collections.js";
import { switchOf } from "../../core/fields.js";
import { binaryOf, pointsAt } from "../../core/git-blob.js";
import { type Spec, type Value, canonicalJson } from "../../core/json.js";
import { keyParts, topKind } from "../../core/kind.js";
import { isRef, lookup } from "../../core/placeholders.js";
import type { Live, PlanDiagnostic } from "../../core/plan.js";
import { encodeBody } from "../forms/index.js";
import { type Basis, type Facts, type Observations, type ParentNeed, each, ifReadable } from "../snapshot/index.js";
import { type CallFacts, type ChangeContent, parentParams } from "./change-content.js";
import { type ChangeDraft, type DraftCall, type ResolvedParents, source } from "./draft.js";

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
  const differences = draft.differences.map((one) => (one.path === content ? { ...one, before: text } : one));
  return { ...draft, live: revised, differences };
}

/** The call that commits a change of a file; those of one branch become one call (`joined`). */
export function commitCall(asked: ChangeContent, facts: CallFacts): DraftCall {
  const { kind, key = "", fields, write, action } = asked;
  const { committed, routes } = kind;
  const beside = Object.fromEntries(Object.entries(write).filter(([name]) => fields[name]?.on === "call"));
  const to = facts.committedTo ?? keyParts(kind, key).scope;
  const target = committed ? { [committed.parameter]: to, [committed.message.parameter]: committed.message.default } : {};
  const body: Spec = {
    ...target,
    ...encodeBody(fields, beside, facts.dialect, facts.resolve),
    [actionsOf]: fileActions(asked, facts),
  };
  const route = action === "create" ? routes.create : action === "delete" ? routes.delete : routes.update;
  return { route: route ?? "", params: parentParams(asked, facts), body, joins: actionsOf, phase: "main" };
}

function fileActions({ kind, key = "", write, action }: ChangeContent, { live }: CallFacts): Spec[] {
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
    for (const call of draftCalls)
      if (call.joins !== undefined)
        append(groups, canonicalJson([call.route, call.params, rest(call)] as Value), { draft, call });
  const made = new Map<DraftCall, DraftCall>();
  for (const group of groups.values()) {
    const sorted = group.toSorted((a, b) => rank(a.draft) - rank(b.draft) || (a.draft.address < b.draft.address ? -1 : 1));
    const [first] = sorted;
    if (!first?.call.joins || sorted.length === 1) continue;
    const { joins } = first.call;
    const list = sorted.flatMap(({ call }) => (call.body?.[joins] ?? []) as readonly Value[]);
    const one: DraftCall = { ...first.call, body: { ...first.call.body, [joins]: list }, joint: true };
    for (const { call } of sorted) made.set(call, one);
  }
  if (made.size === 0) return calls;
  return new Map([...calls].map(([draft, callsOfDraft]) => [draft, callsOfDraft.map((call) => made.get(call) ?? call)]));
}

function rank({ action }: ChangeDraft): number {
  return action === "delete" ? 0 : 1;
}

function rest({ body = {}, joins }: DraftCall): Spec {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== joins));
}

/** What is known of the branches that drafts commit to. */
export interface Commits {
  /** By draft: the branch, or what stands for it. */
  readonly branches: ReadonlyMap<ChangeDraft, Value>;
  readonly refusals: readonly PlanDiagnostic[];
}

/** Finds the branch of each file that changes, and refuses what nobody lets the token's user commit, before anything is sent. */
export function commitsOf(
  basis: Basis,
  observations: Observations,
  drafts: readonly ChangeDraft[],
  places: ResolvedParents,
  facts: Facts,
): Commits {
  const parents = new Map(
    [...observations.unnamedParents, ...observations.observed].map((one) => [addressKey(one.desired, basis.kinds), one]),
  );
  const files = drafts.filter(({ kind }) => kind.committed);
  const placed = each(files, (draft): readonly [ChangeDraft, Value, string | undefined] => {
    const isNew = isRef(places.get(draft)?.parentId);
    const holder = parents.get(parentKey(draft.kind, draft.path, basis.kinds) ?? "");
    const branch = branchOf(basis, draft, isNew ? holder?.desired.spec : undefined, facts);
    const closed = Object.entries(holder?.live ? topKind(basis.kinds, draft.kind.parent).fields : {}).find(
      ([name, field]) => switchOf(field) && holder?.live?.spec[name] === true && holder.desired.spec[name] !== false,
    );
    if (closed) return [draft, branch, `what it lies in is ${closed[0]}: nothing is committed there`];
    return [draft, branch, isNew || typeof branch !== "string" ? undefined : whyNot(draft, branch, facts)];
  });
  return {
    branches: new Map(placed.map(([draft, branch]) => [draft, branch])),
    refusals: placed.flatMap(([{ address, desired }, , message]) =>
      message === undefined ? [] : [{ rule: "commit.refused", message, addresses: [address], ...source(desired) }],
    ),
  };
}

/** The branch of a file's key, or the default one: as it is shown, or for what begins empty as its first commit makes it. `made` is what is asked of a new holder. */
function branchOf({ kinds }: Basis, draft: ChangeDraft, made: Spec | undefined, facts: Facts): Value {
  const { kind, key = "", path = "", livePath = path } = draft;
  const { scope = "" } = keyParts(kind, key);
  const { committed } = kind;
  if (!committed || scope !== kind.key?.scope?.default) return scope;
  const { defaultBranch: attribute, firstBranch } = committed;
  const { fields, routes } = topKind(kinds, kind.parent);
  const startsFull = Object.entries(made ?? {}).some(([name, value]) => value && fields[name]?.starts);
  if (startsFull && routes.read !== undefined) return lookup(routes.read, attribute);
  const shown = made ?? facts({ read: "tree", kind: kind.parent, path: livePath, attributes: [attribute] })?.spec ?? {};
  return shown[attribute] || firstBranch;
}

/** Why the token's user may not commit to a branch, where the branch is there and says so. */
function whyNot({ kind, path, livePath }: ChangeDraft, branch: string, facts: Facts): string | undefined {
  const { writable } = kind.committed ?? {};
  if (!writable) return undefined;
  const parent = { kind: kind.parent, paths: [livePath ?? path ?? ""] };
  // Of a branch that cannot be read the platform will say it.
  const need = { read: "siblings", kind: writable.kind, parent, attributes: [writable.mark], key: branch } as const;
  const [live] = ifReadable(() => facts(need)) ?? [];
  const message = `the branch ${branch} is protected against commits of this token's user`;
  return live?.marks[writable.mark] === false ? message : undefined;
}
