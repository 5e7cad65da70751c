import { refuseArchived, userNamed } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import { Parameters } from "../../core/parameters.js";
import type { Json, Project, User } from "../../core/records.js";
import { HttpError } from "../../core/replies.js";
import { findIssue } from "../issues/lookup.js";
import { promote } from "../issues/promotion.js";
import { updateIssue } from "../issues/writes.js";
import { mayApprove } from "../merge-request-approvals/records.js";
import { type FoundMergeRequest, findMergeRequest } from "../merge-requests/lookup.js";
import { isPipelineActive } from "../merge-requests/mergeability.js";
import { accept } from "../merge-requests/records.js";
import { updateMergeRequest } from "../merge-requests/writes.js";
import { finishTodos, markTodo } from "../todos/records.js";
import { setSubscribed } from "../work-items/noteables.js";
import {
  type Issue,
  type Label,
  type MergeRequest,
  labelTable,
  mergeRequestTable,
  milestoneTable,
} from "../work-items/records.js";
import { homesOf } from "../work-items/sent.js";
import { type Called, takeCommands } from "./text.js";

/** What quick actions in a comment do: the text that stays, `commands_changes`, the same in words, and the deed itself, which tells the other two. */
export interface Commands {
  readonly body: string;
  readonly changes: Readonly<Record<string, Json>>;
  readonly summary: readonly string[];
  readonly carryOut: () => void;
}

/** A comment without quick actions. */
export function noCommands(body: string): Commands {
  return { body, changes: {}, summary: [], carryOut: () => undefined };
}

/**
 * The quick actions in a comment on an issue or a merge request. Each is done with the rights of who speaks; what these do not reach is said in the summary
 * and left (real servers). The documents know `/promote` alone.
 */
export function commandsOn(context: Context, user: User, kind: Target["kind"], text: string): Commands {
  const actions = actionsOf(context, kind);
  const { rest, called } = takeCommands(text, Object.keys(actions));
  if (called.length === 0) return noCommands(text);
  const changes: Record<string, Json> = {};
  const summary: string[] = [];
  const carryOut = (): void => {
    const deeds = called.map((command) => carriedOut(context, user, kind, actions, command));
    for (const { changes: deedChanges } of deeds) Object.assign(changes, deedChanges);
    summary.push(deeds.map((deed) => deed.summary).join(" "));
  };
  return { body: rest, changes, summary, carryOut };
}

function actionsOf({ instance }: Context, kind: Target["kind"]): Readonly<Record<string, Action>> {
  const further = kind === "merge_request" ? onMergeRequests : exists(instance, { tier: "premium" }) ? { promote: toEpic } : {};
  if (instance.dialect === "vendor") return { ...onBoth, ...further };
  return kind === "issue" ? further : {};
}

/** What became of a quick action. The thing is looked up anew, because one before may have changed it. */
function carriedOut(
  context: Context,
  user: User,
  kind: Target["kind"],
  actions: Readonly<Record<string, Action>>,
  { name, argument }: Called,
): Omit<Deed, "act"> {
  const failed = { summary: `Could not apply ${name} command.` };
  const hit = kind === "issue" ? findIssue(context) : findMergeRequest(context);
  const thing = "issue" in hit ? hit.issue : hit.mergeRequest;
  const deed = actions[name]?.({ context, kind, thing, project: hit.project, user }, argument);
  if (deed === undefined) return failed;
  try {
    deed.act();
    return deed;
  } catch (error) {
    if (!(error instanceof HttpError) || name === "promote") throw error;
    return failed;
  }
}

/** What cannot become an epic refuses the whole comment, with the reason. */
const toEpic: Action = ({ context, thing, project, user }) => {
  if ("source_branch" in thing) return undefined;
  const act = (): void => promote(context, project, thing, user);
  return { summary: "Promoted issue to an epic.", changes: { promote_to_epic: true }, act };
};

/** What quick actions are done to, and by whom. */
interface Target {
  readonly context: Context;
  readonly kind: "issue" | "merge_request";
  readonly thing: Issue | MergeRequest;
  readonly project: Project;
  readonly user: User;
}

/** What a quick action does, in words and as `commands_changes`. */
interface Deed {
  readonly summary: string;
  readonly changes?: Readonly<Record<string, Json>>;
  /** Throws where the one who speaks may not do it. */
  readonly act: () => void;
}

/** Undefined where the quick action cannot be done to the thing as it stands. */
type Action = (on: Target, argument: string) => Deed | undefined;

/** A change as the call makes it that changes the thing, with all that this checks. */
function update(on: Target, text: string, sent: Readonly<Record<string, Json>>): Deed {
  const { context, thing, project, user } = on;
  const act = (): void => {
    const place = { id: context.params.get("id") ?? null, issue_iid: thing.iid };
    const inner: Context = { ...context, params: new Parameters({ ...place, ...sent }), limits: {} };
    if ("source_branch" in thing) updateMergeRequest(inner, { mergeRequest: thing, project, user });
    else updateIssue(inner);
  };
  return { summary: text, changes: sent, act };
}

const noun = ({ kind }: Target): string => kind.replace("_", " ");

function labelling(on: Target, verb: "Added" | "Removed", labels: readonly Label[]): Deed | undefined {
  const names = labels.map(({ name }) => name);
  const sent = verb === "Added" ? { add_labels: names } : { remove_labels: names };
  const text = `${verb} ${names.map((name) => `~"${name}"`).join(" ")} labels.`;
  return names.length === 0 ? undefined : update(on, text, sent);
}

const label: Action = (on, argument) => labelling(on, "Added", labelsNamed(on, argument));

const unlabel: Action = (on, argument) => {
  const ids: readonly number[] = on.thing.label_ids;
  const all = on.context.store.of(labelTable);
  return labelling(on, "Removed", argument === "" ? ids.flatMap((id) => all.get(id) ?? []) : labelsNamed(on, argument));
};

/** Quick actions that issues and merge requests have alike. */
const onBoth: Readonly<Record<string, Action>> = {
  close: (on) => (on.thing.state === "opened" ? update(on, `Closed this ${noun(on)}.`, { state_event: "close" }) : undefined),
  reopen: (on) => (on.thing.state === "closed" ? update(on, `Reopened this ${noun(on)}.`, { state_event: "reopen" }) : undefined),
  title: (on, title) =>
    title === "" || title.length > 255 ? undefined : update(on, `Changed the title to "${title}".`, { title }),
  label,
  labels: label,
  unlabel,
  remove_label: unlabel,
  assign: (on, argument) => {
    const people = added(on, on.thing.assignee_ids, argument);
    return people === undefined ? undefined : update(on, `Assigned ${argument}.`, { assignee_ids: people });
  },
  unassign: (on, argument) => update(on, "Removed assignees.", { assignee_ids: left(on, on.thing.assignee_ids, argument) }),
  milestone: (on, argument) => {
    const { store } = on.context;
    const [title = ""] = namesIn(argument, "%");
    const known = homesOf({ store }, on.project).flatMap((home) => store.of(milestoneTable).where("home", home));
    const listed = known.find((candidate) => candidate.title === title);
    return listed === undefined ? undefined : update(on, `Set the milestone to %"${title}".`, { milestone_id: listed.id });
  },
  remove_milestone: (on) =>
    on.thing.milestone_id === null ? undefined : update(on, "Removed the milestone.", { milestone_id: null }),
  lock: (on) => update(on, "Locked the discussion.", { discussion_locked: true }),
  unlock: (on) => update(on, "Unlocked the discussion.", { discussion_locked: false }),
  todo: (on) => ({
    summary: "Added a to-do item.",
    changes: { todo_event: "add" },
    act: () => void markTodo(on.context.store, noteableOf(on), on.user),
  }),
  done: (on) => ({
    summary: "Marked to-do item as done.",
    changes: { todo_event: "done" },
    act: () => finishTodos(on.context.store, noteableOf(on), on.user),
  }),
  subscribe: (on) => subscription(on, true),
  unsubscribe: (on) => subscription(on, false),
};

function subscription(on: Target, wanted: boolean): Deed {
  const [text, event] = wanted ? ["Subscribed to", "subscribe"] : ["Unsubscribed from", "unsubscribe"];
  const act = (): void => setSubscribed(on.context.store, noteableOf(on), on.user, wanted);
  return { summary: `${text} this ${noun(on)}.`, changes: { subscription_event: event }, act };
}

function noteableOf({ kind, thing }: Target): { readonly kind: Target["kind"]; readonly id: number } {
  return { kind, id: thing.id };
}

/** Those who are there and those who are named; without a licence there is room for one. Undefined where nobody is named. */
function added(on: Target, before: readonly number[], argument: string): number[] | undefined {
  const named = peopleIn(on, argument);
  if (named.length === 0) return undefined;
  return exists(on.context.instance, { tier: "premium" }) ? [...new Set([...before, ...named])] : named;
}

/** Those who are there but for those who are named; nobody where none is named. */
function left(on: Target, before: readonly number[], argument: string): number[] {
  const named = peopleIn(on, argument);
  return argument === "" ? [] : before.filter((id) => !named.includes(id));
}

function peopleIn({ context, user }: Target, argument: string): number[] {
  return namesIn(argument, "@").flatMap((name) => (name === "me" ? user.id : (userNamed(context.store, name)?.id ?? [])));
}

/** Labels that are there: a quick action makes none. */
function labelsNamed({ context: { store }, project }: Target, argument: string): Label[] {
  const known = homesOf({ store }, project).flatMap((home) => store.of(labelTable).where("home", home));
  return namesIn(argument, "~").flatMap((name) => known.find((candidate) => candidate.name === name) ?? []);
}

/** Names in quotes or without any, with or without their sign. */
function namesIn(argument: string, sign: "~" | "%" | "@"): string[] {
  const parts = argument.matchAll(/([~%@]?)(?:"([^"]+)"|([^\s",]+))/g);
  return [...parts].filter(([, mark]) => mark === "" || mark === sign).map(([, , quoted, plain]) => quoted ?? plain ?? "");
}

/** A quick action of merge requests alone. */
function action(of: (on: Target, hit: FoundMergeRequest, argument: string) => Deed | undefined): Action {
  return (on, argument) => {
    const { thing, project, user } = on;
    return "source_branch" in thing ? of(on, { mergeRequest: thing, project, user }, argument) : undefined;
  };
}

const review = action((on, { mergeRequest }, argument) => {
  const people = added(on, mergeRequest.reviewer_ids, argument);
  return people === undefined ? undefined : update(on, `Requested a review from ${argument}.`, { reviewer_ids: people });
});

const noReview = action((on, { mergeRequest }, argument) =>
  update(on, "Removed reviewers.", { reviewer_ids: left(on, mergeRequest.reviewer_ids, argument) }),
);

/** Quick actions that merge requests have beside those that issues have too. */
const onMergeRequests: Readonly<Record<string, Action>> = {
  assign_reviewer: review,
  reviewer: review,
  request_review: review,
  unassign_reviewer: noReview,
  remove_reviewer: noReview,
  draft: action((on, { mergeRequest: { draft, title } }) =>
    draft ? undefined : update(on, "Set the Draft status.", { title: `Draft: ${title}` }),
  ),
  ready: action((on, { mergeRequest: { draft, title } }) =>
    draft
      ? update(on, "Marked this merge request as ready.", { title: title.replace(/^\s*(?:draft:|\[draft\]|\(draft\))\s*/i, "") })
      : undefined,
  ),
  target_branch: action((on, _, target_branch) =>
    target_branch === "" ? undefined : update(on, `Set target branch to ${target_branch}.`, { target_branch }),
  ),
  approve: action(({ context }, { project, mergeRequest, user }) => {
    if (!mayApprove(context, project, mergeRequest, user)) return undefined;
    const approvals = [...mergeRequest.approvals, { user_id: user.id, created_at: new Date().toISOString() }];
    return approving(context, { project, mergeRequest, user }, "Approved the current merge request.", approvals);
  }),
  unapprove: action(({ context }, hit) => {
    const { approvals } = hit.mergeRequest;
    const others = approvals.filter(({ user_id }) => user_id !== hit.user.id);
    if (others.length === approvals.length) return undefined;
    return approving(context, hit, "Unapproved the current merge request.", others);
  }),
  merge: action(({ context }, hit) => merging(context, hit)),
};

function approving(
  { store }: Context,
  { project, mergeRequest }: FoundMergeRequest,
  text: string,
  approvals: MergeRequest["approvals"],
): Deed {
  const act = (): void => {
    refuseArchived(project);
    store.of(mergeRequestTable).update(mergeRequest.id, { approvals, updated_at: new Date().toISOString() });
  };
  return { summary: text, act };
}

/** Only what the one who speaks has seen is merged: the request says which commit that is. */
function merging(context: Context, hit: FoundMergeRequest): Deed | undefined {
  const { mergeRequest } = hit;
  if (mergeRequest.state !== "opened") return undefined;
  const sha = context.params.has("merge_request_diff_head_sha") ? context.params.text("merge_request_diff_head_sha") : undefined;
  if (sha === undefined)
    return { summary: "The `/merge` quick action requires the SHA of the head of the branch.", act: () => undefined };
  if (sha !== mergeRequest.sha)
    return { summary: "Branch has been updated since the merge was requested.", act: () => undefined };
  const params = new Parameters({ sha, merge_when_pipeline_succeeds: isPipelineActive(context, mergeRequest) });
  return {
    summary: "Merged this merge request.",
    changes: { merge: sha },
    act: () => void accept({ ...context, params }, hit),
  };
}
