import type { PlatformState } from "../../context.js";
import { commitsBetween, commitWith } from "../../git/history.js";
import { tables } from "../../records.js";
import type { Member, Project, User } from "../../records.js";
import { branchTable, tagTable } from "../../records/repository.js";
import type { Branch, Tag } from "../../records/repository.js";
import { epicTable, issueTable, mergeRequestTable, noteTable } from "../../records/work-items.js";
import type { Epic, Issue, MergeRequest, Note } from "../../records/work-items.js";
import type { Change } from "../../table.js";
import { switchOffSchedules } from "../schedules/table.js";
import { pipelinesOfMergeRequest, pipelinesOfPush } from "./pipelines.js";
import { userEventTable } from "./records.js";
import type { UserEvent } from "./records.js";
import { recordResourceEvents } from "./resources.js";
import { recordVersion } from "./versions.js";

/** What is known of an event beside its author and its time. */
type Told = Pick<UserEvent, "action" | "action_name"> &
  Partial<Pick<UserEvent, "target_type" | "target_id" | "target_iid" | "target_title" | "push_data" | "note_id">>;

/** What follows on real servers from what a user's request changed: events of the user, of issues and merge requests, and pipelines of pushes. */
export function followChanges(world: PlatformState, author: User | undefined): void {
  if (author === undefined || world.instance.dialect !== "vendor") return;
  const whole = new Map<string, Change>();
  for (const change of world.store.changed()) {
    if (!Object.hasOwn(FOLLOWS, change.table)) continue;
    const key = `${change.table} ${change.id}`;
    whole.set(key, { ...change, before: (whole.get(key) ?? change).before });
  }
  for (const { table, before, after } of whole.values()) FOLLOWS[table]?.(world, author, before, after);
}

type Follow = (world: PlatformState, author: User, before: Change["before"], after: Change["after"]) => void;

const FOLLOWS: Readonly<Record<string, Follow>> = {
  [tables.projects.name]: (world, author, before, after) => {
    if (before === undefined && after !== undefined) tell(world, author, after.id, { action: "created", action_name: "created" });
  },
  [tables.users.name]: ({ store }, _, before, after) => {
    const [past, user] = [before as User | undefined, after as User | undefined];
    if (past !== undefined && past.state !== user?.state && user?.state !== "active") switchOffSchedules(store, past.id);
  },
  [tables.members.name]: (world, _, before, after) =>
    memberMoved(world, before as Member | undefined, after as Member | undefined),
  [branchTable.name]: (world, author, before, after) =>
    branchMoved(world, author, before as Branch | undefined, after as Branch | undefined),
  [tagTable.name]: (world, author, before, after) => {
    const tag = (after ?? before) as Tag | undefined;
    const [from, to] = [before as Tag | undefined, after as Tag | undefined];
    if (tag !== undefined && from?.sha !== to?.sha) tellPush(world, author, tag, "tag", from?.sha, to?.sha);
  },
  [issueTable.name]: (world, author, before, after) => {
    if (after === undefined) return;
    const [past, issue] = [before as Issue | undefined, after as Issue];
    recordResourceEvents(world, "issue", past, issue, author);
    itemMoved(world, author, "Issue", past, issue);
  },
  [mergeRequestTable.name]: (world, author, before, after) => {
    if (after === undefined) return;
    const [past, mergeRequest] = [before as MergeRequest | undefined, after as MergeRequest];
    recordResourceEvents(world, "merge_request", past, mergeRequest, author);
    itemMoved(world, author, "MergeRequest", past, mergeRequest);
    if (past === undefined) pipelinesOfMergeRequest(world, mergeRequest, author);
    if (past?.sha !== mergeRequest.sha) recordVersion(world, mergeRequest, new Date().toISOString());
  },
  [epicTable.name]: (world, author, before, after) => {
    if (after !== undefined) recordResourceEvents(world, "epic", before as Epic | undefined, after as Epic, author);
  },
  [noteTable.name]: (world, author, before, after) => {
    if (before === undefined && after !== undefined) noted(world, author, after as Note);
  },
};

function tell({ store }: PlatformState, author: User, projectId: number, told: Told): void {
  store.of(userEventTable).insert({
    home: { kind: "project", id: projectId },
    author_id: author.id,
    target_type: null,
    target_id: null,
    target_iid: null,
    target_title: null,
    ...told,
    created_at: new Date().toISOString(),
  });
}

function memberMoved(world: PlatformState, before: Member | undefined, after: Member | undefined): void {
  const member = after ?? before;
  if (member?.source.kind !== "project" || (before !== undefined && after !== undefined)) return;
  const user = world.store.users.get(member.user_id);
  const isThere = world.store.projects.get(member.source.id) !== undefined;
  const action = after === undefined ? "left" : "joined";
  if (user !== undefined && isThere) tell(world, user, member.source.id, { action, action_name: action });
}

function branchMoved(world: PlatformState, author: User, before: Branch | undefined, after: Branch | undefined): void {
  const branch = after ?? before;
  if (branch === undefined || before?.sha === after?.sha) return;
  const project = world.store.projects.get(branch.project_id);
  if (project === undefined) return;
  tellPush(world, author, branch, "branch", before?.sha, after?.sha);
  if (after !== undefined) pipelinesOfPush(world, project, after.name, author);
}

function tellPush(
  world: PlatformState,
  author: User,
  ref: Pick<Branch, "project_id" | "name">,
  ref_type: "branch" | "tag",
  from: string | undefined,
  to: string | undefined,
): void {
  const { store } = world;
  const project: Project | undefined = store.projects.get(ref.project_id);
  if (project === undefined) return;
  const commits = from === undefined || to === undefined ? [] : commitsBetween(store, project.id, from, to);
  const head = to === undefined ? undefined : commitWith(store, project.id, to);
  const action = from === undefined ? "created" : to === undefined ? "removed" : "pushed";
  const names = { created: "pushed new", removed: "deleted", pushed: "pushed to" } as const;
  tell(world, author, project.id, {
    action: "pushed",
    action_name: names[action],
    push_data: {
      commit_count: from === undefined && to !== undefined ? 1 : commits.length,
      action,
      ref_type,
      commit_from: from ?? null,
      commit_to: to ?? null,
      ref: ref.name,
      commit_title: head?.message.split("\n")[0] ?? null,
      ref_count: null,
    },
  });
}

function itemMoved(
  world: PlatformState,
  author: User,
  target_type: "Issue" | "MergeRequest",
  before: Issue | MergeRequest | undefined,
  after: Issue | MergeRequest,
): void {
  if (before?.state === after.state) return;
  const { id: target_id, iid: target_iid, title: target_title, project_id, state } = after;
  const target = { target_type, target_id, target_iid, target_title };
  if (state === "opened") {
    const action = before === undefined ? "created" : "reopened";
    tell(world, author, project_id, { action, action_name: before === undefined ? "opened" : "reopened", ...target });
  } else if (state === "closed") tell(world, author, project_id, { action: "closed", action_name: "closed", ...target });
  else if (state === "merged") tell(world, author, project_id, { action: "merged", action_name: "accepted", ...target });
}

function noted(world: PlatformState, author: User, note: Note): void {
  if (note.system) return;
  const { store } = world;
  const { kind, id } = note.noteable;
  const item =
    kind === "issue" ? store.of(issueTable).get(id) : kind === "merge_request" ? store.of(mergeRequestTable).get(id) : undefined;
  if (item === undefined) return;
  tell(world, author, item.project_id, {
    action: "commented",
    action_name: "commented on",
    target_type: note.type === null ? "Note" : "DiscussionNote",
    target_id: note.id,
    target_iid: note.id,
    target_title: item.title,
    note_id: note.id,
  });
}
