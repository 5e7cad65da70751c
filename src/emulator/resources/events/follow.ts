import { defineEntries } from "../../core/collection/spec.js";
import type { PlatformState } from "../../core/context.js";
import { changesBetween, commitWith, commitsBetween, mergeBase } from "../../core/git/history.js";
import { type Branch, branchTable, tagTable } from "../../core/git/records.js";
import { type Json, type Member, type Project, type User, tables } from "../../core/records.js";
import { HttpError } from "../../core/replies.js";
import { branchNamed } from "../../core/repository.js";
import { type Row, type TableDefinition, defineTable } from "../../core/table.js";
import { netChanges } from "../integrations/events.js";
import { startOf } from "../merge-requests/lookup.js";
import { switchOffSchedules } from "../pipeline-schedules/records.js";
import type { Pipeline } from "../pipelines/records.js";
import { configPath, startPipeline, textAt } from "../pipelines/start.js";
import { featureLevel } from "../projects/attributes.js";
import {
  type Epic,
  type Issue,
  type MergeRequest,
  type Note,
  epicTable,
  issueTable,
  mergeRequestTable,
  noteTable,
} from "../work-items/records.js";

/** What is known of an event beside its author and its time. */
type Told = Pick<UserEvent, "action" | "action_name"> &
  Partial<Pick<UserEvent, "target_type" | "target_id" | "target_iid" | "target_title" | "push_data" | "note_id">>;

/** What follows on real servers from what a user's request changed: events of the user, of issues and merge requests, and pipelines of pushes. */
export function followChanges(world: PlatformState, author: User | undefined): void {
  if (author === undefined || world.instance.dialect !== "vendor") return;
  for (const { table, before, after } of netChanges(world.store.changed(), FOLLOWS))
    FOLLOWS[table]?.(world, author, before, after);
}

type Follow<T> = (world: PlatformState, author: User, before: T | undefined, after: T | undefined) => void;

const following = <T extends Row>({ name }: TableDefinition<T, string>, follow: Follow<T>): [string, Follow<Row>] => [
  name,
  follow as Follow<Row>,
];

const FOLLOWS: Readonly<Record<string, Follow<Row>>> = Object.fromEntries([
  following(tables.projects, (world, author, before, after) => {
    if (before === undefined && after !== undefined) tell(world, author, after.id, { action: "created", action_name: "created" });
  }),
  following(tables.users, ({ store }, _, before, after) => {
    if (before !== undefined && before.state !== after?.state && after?.state !== "active") switchOffSchedules(store, before.id);
  }),
  following(tables.members, (world, _, before, after) => memberMoved(world, before, after)),
  following(branchTable, branchMoved),
  following(tagTable, (world, author, before, after) => {
    const tag = after ?? before;
    if (tag !== undefined && before?.sha !== after?.sha) tellPush(world, author, tag, "tag", before?.sha, after?.sha);
  }),
  following(issueTable, (world, author, before, after) => {
    if (after === undefined) return;
    recordResourceEvents(world, "issue", before, after, author);
    itemMoved(world, author, "Issue", before, after);
  }),
  following(mergeRequestTable, (world, author, before, after) => {
    if (after === undefined) return;
    recordResourceEvents(world, "merge_request", before, after, author);
    itemMoved(world, author, "MergeRequest", before, after);
    if (before === undefined) pipelinesOfMergeRequest(world, after, author);
    if (before?.sha !== after.sha) recordVersion(world, after, new Date().toISOString());
  }),
  following(epicTable, (world, author, before, after) => {
    if (after !== undefined) recordResourceEvents(world, "epic", before, after, author);
  }),
  following(noteTable, (world, author, before, after) => {
    if (before === undefined && after !== undefined) noted(world, author, after);
  }),
]);

function tell({ store }: PlatformState, author: User, projectId: number, happening: Told): void {
  store.of(userEventTable).insert({
    home: { kind: "project", id: projectId },
    author_id: author.id,
    target_type: null,
    target_id: null,
    target_iid: null,
    target_title: null,
    ...happening,
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

type Item = Issue | MergeRequest | Epic;

/** Writes down what a change did to the labels, milestone, state, weight and iteration of an issue or merge request. */
function recordResourceEvents(
  { store }: PlatformState,
  kind: "issue" | "merge_request" | "epic",
  before: Item | undefined,
  after: Item,
  author: User,
): void {
  const created_at = new Date().toISOString();
  const add = (type: string, columns: Readonly<Record<string, Json>>): void => {
    store.of(resourceEvents).insert({ home: { kind, id: after.id }, type, user_id: author.id, created_at, ...columns });
  };
  const [had, has] = [before?.label_ids ?? [], after.label_ids ?? []];
  for (const label_id of has) if (!had.includes(label_id)) add("label", { action: "add", label_id });
  for (const label_id of had) if (!has.includes(label_id)) add("label", { action: "remove", label_id });
  const [past, present] = [milestoneOf(before), milestoneOf(after)];
  if (past !== present) {
    if (past !== null) add("milestone", { action: "remove", milestone_id: past, state: after.state });
    if (present !== null) add("milestone", { action: "add", milestone_id: present, state: after.state });
  }
  if (before !== undefined && before.state !== after.state)
    add("state", { state: after.state === "opened" ? "reopened" : after.state });
  recordPlanning(before, after, add);
}

const milestoneOf = (item: Item | undefined): number | null =>
  item !== undefined && "milestone_id" in item ? item.milestone_id : null;

/** Weight and iteration, which only issues have. */
function recordPlanning(
  before: Item | undefined,
  after: Item,
  add: (type: string, columns: Readonly<Record<string, Json>>) => void,
): void {
  if (!("weight" in after)) return;
  const earlier = before !== undefined && "weight" in before ? before : undefined;
  if ((earlier?.weight ?? null) !== after.weight) add("weight", { weight: after.weight });
  const [past, present] = [earlier?.iteration_id ?? null, after.iteration_id];
  if (past === present) return;
  if (past !== null) add("iteration", { action: "remove", iteration_id: past });
  if (present !== null) add("iteration", { action: "add", iteration_id: present });
}

/** What a merge request was after a push to its source branch. */
export type MergeRequestVersion = {
  readonly id: number;
  readonly home: { readonly kind: "merge_request"; readonly id: number };
  readonly head_sha: string;
  /** Where the source branch left the target. */
  readonly base_sha: string | null;
  /** Where the target branch stood. */
  readonly start_sha: string | null;
  readonly files: number;
  readonly created_at: string;
};

const versionTable = defineTable<MergeRequestVersion, "home">("merge_request_versions", {
  home: ({ home }) => `${home.kind}:${home.id}`,
});

/** Keeps what a merge request is now. */
function recordVersion({ store }: PlatformState, mergeRequest: MergeRequest, created_at: string): void {
  const { id, project_id, sha } = mergeRequest;
  if (commitWith(store, project_id, sha) === undefined) return;
  const start_sha = startOf(store, mergeRequest) ?? null;
  const base_sha = start_sha === null ? null : (mergeBase(store, project_id, start_sha, sha)?.sha ?? null);
  const files = changesBetween(store, project_id, base_sha ?? undefined, sha).length;
  store.of(versionTable).insert({ home: { kind: "merge_request", id }, head_sha: sha, base_sha, start_sha, files, created_at });
}

/** Its versions, the newest first; one of a seed, whose pushes nobody saw, has the present one. */
export function versionsOf(world: PlatformState, mergeRequest: MergeRequest): MergeRequestVersion[] {
  const kept = (): MergeRequestVersion[] => world.store.of(versionTable).where("home", `merge_request:${mergeRequest.id}`);
  if (kept().length === 0) recordVersion(world, mergeRequest, mergeRequest.created_at);
  return kept().toReversed();
}

/** Starts the pipeline of a branch that was pushed to, and those of the open merge requests that come from it. */
function pipelinesOfPush(world: PlatformState, project: Project, branch: string, user: User): void {
  const { store } = world;
  const head = branchNamed(store, project.id, branch);
  if (head === undefined || !isConfigured(world, project, head.sha)) return;
  quietly(() => startPipeline(world, { project, ref: branch, user, source: "push" }));
  const open = store
    .of(mergeRequestTable)
    .where("source", project.id)
    .filter((mergeRequest) => mergeRequest.state === "opened" && mergeRequest.source_branch === branch);
  for (const mergeRequest of open) pipelinesOfMergeRequest(world, mergeRequest, user);
}

/** Starts the pipeline of a merge request where jobs are for merge requests. */
function pipelinesOfMergeRequest(world: PlatformState, mergeRequest: MergeRequest, user: User): void {
  const { source_project_id, sha } = mergeRequest;
  const project = world.store.projects.get(source_project_id);
  if (project === undefined || !isConfigured(world, project, sha)) return;
  quietly(() => startForMergeRequest(world, project, mergeRequest, user));
}

/** Starts the pipeline of a merge request, which has a ref of its own. Throws 400 in the words of real servers where nothing would run. */
export function startForMergeRequest(
  world: PlatformState,
  project: Project,
  { id, iid, source_branch, sha }: MergeRequest,
  user: User,
): Pipeline {
  const shownAs = `refs/merge-requests/${iid}/head`;
  const started = startPipeline(world, { project, ref: source_branch, user, source: "merge_request_event", sha, shownAs });
  world.store.of(mergeRequestTable).update(id, { head_pipeline_id: started.id });
  return started;
}

/** A commit that says so has no pipeline, and neither has a project without any. */
function isConfigured({ store }: PlatformState, project: Project, sha: string): boolean {
  const message = commitWith(store, project.id, sha)?.message ?? "";
  if (featureLevel(project, "builds_access_level") === "disabled" || /\[(skip ci|ci skip)\]/i.test(message)) return false;
  return textAt(store, project.id, sha, configPath(project.attributes)) !== undefined;
}

/** Nothing is told to who pushes where the configuration is broken or has no job for it. */
function quietly(start: () => Pipeline): void {
  try {
    start();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
  }
}

/** What somebody did in a project, as lists of events tell it. */
export type UserEvent = {
  readonly id: number;
  /** Of the project that it happened in; it goes with that. */
  readonly home: { readonly kind: "project"; readonly id: number };
  readonly author_id: number;
  /** The word that lists are filtered by: `closed`. */
  readonly action: string;
  /** The words that are shown: `pushed to`. */
  readonly action_name: string;
  readonly target_type: string | null;
  readonly target_id: number | null;
  readonly target_iid: number | null;
  readonly target_title: string | null;
  readonly push_data?: { readonly [name: string]: Json };
  readonly note_id?: number;
  readonly created_at: string;
};

export const userEventTable = defineTable<UserEvent, "home" | "author">("user_events", {
  home: ({ home }) => `${home.kind}:${home.id}`,
  author: ({ author_id }) => author_id,
});

/** What changed of labels, milestone, state, weight and iteration of an issue, merge request or epic, on which it hangs. */
export const resourceEvents = defineEntries("resource_events");
