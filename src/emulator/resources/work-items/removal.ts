import type { PlatformState } from "../../core/context.js";
import type { Store } from "../../core/store.js";
import { forgetMetricImages } from "../issues/images.js";
import { forgetPromotion } from "../issues/promotion.js";
import { mergeRequestsOfProject, removeMergeRequest } from "../merge-requests/records.js";
import {
  epicTable,
  homeKey,
  issueTable,
  iterationTable,
  labelTable,
  milestoneTable,
  noteTable,
  noteableKey,
  reactionTable,
  snippetTable,
  subscriptionTable,
} from "./records.js";
import type { Epic, Home, Issue, MergeRequest, Noteable, Snippet } from "./records.js";
import { forgetTimeLogs } from "./time.js";

/** Forgets the issues, merge requests, snippets, labels and milestones of a project that is gone, with all that hangs on them. */
export function forgetWorkOfProject(world: PlatformState, projectId: number): void {
  const { store } = world;
  const issues = store.of(issueTable).where("project", projectId);
  for (const issue of issues) forgetOwn(world, issue);
  const mergeRequests = mergeRequestsOfProject(store, projectId);
  const snippets = store.of(snippetTable).where("project", projectId);
  forgetTalk(store, [
    ...issues.map(({ id }): Noteable => ({ kind: "issue", id })),
    ...mergeRequests.map(({ id }): Noteable => ({ kind: "merge_request", id })),
    ...snippets.map(({ id }): Noteable => ({ kind: "snippet", id })),
  ]);
  for (const { id } of issues) store.of(issueTable).delete(id);
  for (const mergeRequest of mergeRequests) removeMergeRequest(store, mergeRequest);
  for (const { id } of snippets) store.of(snippetTable).delete(id);
  forgetPlanning(store, { kind: "project", id: projectId });
}

/** Forgets the epics, iterations, labels and milestones of a group that is gone, with all that hangs on them. */
export function forgetWorkOfGroup({ store }: PlatformState, groupId: number): void {
  const epics = store.of(epicTable).where("group", groupId);
  forgetTalk(
    store,
    epics.map(({ id }) => ({ kind: "epic", id })),
  );
  for (const { id } of epics) store.of(epicTable).delete(id);
  for (const { id } of store.of(iterationTable).where("group", groupId)) store.of(iterationTable).delete(id);
  forgetPlanning(store, { kind: "group", id: groupId });
}

/** Forgets an epic that is gone: its issues and the epics that are a part of it stay. */
export function forgetEpic({ store }: PlatformState, { id }: Epic): void {
  forgetTalk(store, [{ kind: "epic", id }]);
  for (const issue of store.of(issueTable).all())
    if (issue.epic_id === id) store.of(issueTable).update(issue.id, { epic_id: null });
  for (const part of store.of(epicTable).all())
    if (part.parent_id === id) store.of(epicTable).update(part.id, { parent_id: null });
  store.of(epicTable).delete(id);
}

/** Forgets an issue that is gone, with all that hangs on it. */
export function forgetIssue(world: PlatformState, issue: Issue): void {
  forgetOwn(world, issue);
  forgetTalk(world.store, [{ kind: "issue", id: issue.id }]);
  world.store.of(issueTable).delete(issue.id);
}

/** What only issues have. */
function forgetOwn(world: PlatformState, issue: Issue): void {
  forgetTimeLogs(world.store, issue);
  forgetPromotion(world.store, issue);
  forgetMetricImages(world, issue);
}

/** Forgets a merge request that is gone, with all that hangs on it. */
export function forgetMergeRequest({ store }: PlatformState, mergeRequest: MergeRequest): void {
  forgetTalk(store, [{ kind: "merge_request", id: mergeRequest.id }]);
  removeMergeRequest(store, mergeRequest);
}

/** Forgets a snippet that is gone, with all that hangs on it. */
export function forgetSnippet({ store }: PlatformState, { id }: Snippet): void {
  forgetTalk(store, [{ kind: "snippet", id }]);
  store.of(snippetTable).delete(id);
}

/** Forgets notes, reactions and subscriptions; every table is gone through once, however many things go. */
function forgetTalk(store: Store, noteables: readonly Noteable[]): void {
  const keys = new Set(noteables.map((noteable) => noteableKey(noteable)));
  if (keys.size === 0) return;
  for (const table of [store.of(noteTable), store.of(reactionTable), store.of(subscriptionTable)])
    for (const row of table.all()) if (keys.has(noteableKey(row.noteable))) table.delete(row.id);
  for (const noteable of noteables) store.forget(noteable);
}

function forgetPlanning(store: Store, home: Home): void {
  for (const table of [store.of(labelTable), store.of(milestoneTable)])
    for (const { id } of table.where("home", homeKey(home))) table.delete(id);
}
