import type { Context } from "../../context.js";
import { exists } from "../../instance.js";
import type { Json } from "../../json.js";
import { userNamed } from "../../lookup.js";
import { Parameters } from "../../parameters.js";
import type { Project, User } from "../../records.js";
import { labelTable, milestoneTable } from "../../records/work-items.js";
import type { Issue, Label, MergeRequest } from "../../records/work-items.js";
import { updateIssue } from "../issues/writes.js";
import { updateMergeRequest } from "../merge-requests/writes.js";
import { setSubscribed } from "../work-items/noteables.js";
import { homesOf } from "../work-items/sent.js";
import { finishTodos, markTodo } from "../work-items/todos.js";

/** What quick actions are done to, and by whom. */
export interface Target {
  readonly context: Context;
  readonly kind: "issue" | "merge_request";
  readonly thing: Issue | MergeRequest;
  readonly project: Project;
  readonly user: User;
}

/** What a quick action does, in words and as `commands_changes`. */
export interface Deed {
  readonly said: string;
  readonly changes?: Readonly<Record<string, Json>>;
  /** Throws where the one who speaks may not do it. */
  readonly act: () => void;
}

/** Undefined where the quick action cannot be done to the thing as it stands. */
export type Action = (on: Target, argument: string) => Deed | undefined;

/** A change as the call makes it that changes the thing, with all that this checks. */
export function update(on: Target, said: string, sent: Readonly<Record<string, Json>>): Deed {
  const { context, thing, project, user } = on;
  const act = (): void => {
    const place = { id: context.params.get("id") ?? null, issue_iid: thing.iid };
    const own: Context = { ...context, params: new Parameters({ ...place, ...sent }), limits: {} };
    if ("source_branch" in thing) updateMergeRequest(own, { mergeRequest: thing, project, user });
    else updateIssue(own);
  };
  return { said, changes: sent, act };
}

const noun = ({ kind }: Target): string => kind.replace("_", " ");

const label: Action = (on, argument) => {
  const labels = labelsNamed(on, argument);
  const sent = { add_labels: labels.map(({ name }) => name) };
  return labels.length === 0 ? undefined : update(on, `Added ${labels.map(({ name }) => `~"${name}"`).join(" ")} labels.`, sent);
};

const unlabel: Action = (on, argument) => {
  const ids: readonly number[] = on.thing.label_ids;
  const all = on.context.store.of(labelTable);
  const labels = argument === "" ? ids.flatMap((id) => all.get(id) ?? []) : labelsNamed(on, argument);
  const sent = { remove_labels: labels.map(({ name }) => name) };
  return labels.length === 0
    ? undefined
    : update(on, `Removed ${labels.map(({ name }) => `~"${name}"`).join(" ")} labels.`, sent);
};

/** Quick actions that issues and merge requests have alike. */
export const onBoth: Readonly<Record<string, Action>> = {
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
    const found = known.find((one) => one.title === title);
    return found === undefined ? undefined : update(on, `Set the milestone to %"${title}".`, { milestone_id: found.id });
  },
  remove_milestone: (on) =>
    on.thing.milestone_id === null ? undefined : update(on, "Removed the milestone.", { milestone_id: null }),
  lock: (on) => update(on, "Locked the discussion.", { discussion_locked: true }),
  unlock: (on) => update(on, "Unlocked the discussion.", { discussion_locked: false }),
  todo: (on) => ({
    said: "Added a to-do item.",
    changes: { todo_event: "add" },
    act: () => markTodo(on.context.store, noteableOf(on), on.user),
  }),
  done: (on) => ({
    said: "Marked to-do item as done.",
    changes: { todo_event: "done" },
    act: () => finishTodos(on.context.store, noteableOf(on), on.user),
  }),
  subscribe: (on) => subscription(on, true),
  unsubscribe: (on) => subscription(on, false),
};

function subscription(on: Target, wanted: boolean): Deed {
  const [said, event] = wanted ? ["Subscribed to", "subscribe"] : ["Unsubscribed from", "unsubscribe"];
  const act = (): void => setSubscribed(on.context.store, noteableOf(on), on.user, wanted);
  return { said: `${said} this ${noun(on)}.`, changes: { subscription_event: event }, act };
}

function noteableOf({ kind, thing }: Target): { readonly kind: Target["kind"]; readonly id: number } {
  return { kind, id: thing.id };
}

/** Those who are there and those who are named; without a licence there is room for one. Undefined where nobody is named. */
export function added(on: Target, before: readonly number[], argument: string): number[] | undefined {
  const named = peopleIn(on, argument);
  if (named.length === 0) return undefined;
  return exists(on.context.instance, { tier: "premium" }) ? [...new Set([...before, ...named])] : named;
}

/** Those who are there but for those who are named; nobody where none is named. */
export function left(on: Target, before: readonly number[], argument: string): number[] {
  const named = peopleIn(on, argument);
  return argument === "" ? [] : before.filter((id) => !named.includes(id));
}

function peopleIn({ context, user }: Target, argument: string): number[] {
  return namesIn(argument, "@").flatMap((name) => (name === "me" ? user.id : (userNamed(context.store, name)?.id ?? [])));
}

/** Labels that are there: a quick action makes none. */
function labelsNamed({ context: { store }, project }: Target, argument: string): Label[] {
  const known = homesOf({ store }, project).flatMap((home) => store.of(labelTable).where("home", home));
  return namesIn(argument, "~").flatMap((name) => known.find((one) => one.name === name) ?? []);
}

/** Names in quotes or without any, with or without their sign. */
function namesIn(argument: string, sign: "~" | "%" | "@"): string[] {
  const parts = argument.matchAll(/([~%@]?)(?:"([^"]+)"|([^\s",]+))/g);
  return [...parts].filter(([, own]) => own === "" || own === sign).map(([, , quoted, plain]) => quoted ?? plain ?? "");
}
