import type { PlatformState } from "../../core/context.js";
import { commitWith } from "../../core/git/history.js";
import { type Branch, type Tag, branchTable, tagTable } from "../../core/git/records.js";
import type { Change, Row, TableDefinition } from "../../core/table.js";
import { type Pipeline, jobTable, pipelineTable } from "../pipelines/records.js";
import { issueTable, mergeRequestTable, noteTable, snippetTable } from "../work-items/records.js";
import type { Issue, MergeRequest, Note } from "../work-items/records.js";

/** Something that happened in a project, of which integrations are told. */
export interface ProjectEvent {
  readonly project_id: number;
  /** The toggle that an integration hears of it by (document 1, Events). */
  readonly toggle: string;
  readonly text: string;
  /** The branch that it is about, where integrations may choose by branch. */
  readonly branch?: string;
  /** True for what an integration that is told of broken pipelines alone is not told. */
  readonly isFine?: boolean;
}

type Tell<T> = (world: PlatformState, before: T | undefined, after: T | undefined) => ProjectEvent | undefined;

/** The changes of one transaction to some tables: one for each row, from what it was before all of them. */
export function netChanges(changes: readonly Change[], tables: object): Change[] {
  const whole = new Map<string, Change>();
  for (const change of changes) {
    if (!Object.hasOwn(tables, change.table)) continue;
    const key = `${change.table} ${change.id}`;
    whole.set(key, { ...change, before: (whole.get(key) ?? change).before });
  }
  return [...whole.values()];
}

/** Events of the changes of one transaction. Only those count that real servers send to chats: no change of a title, no system note. */
export function eventsOf(world: PlatformState, changes: readonly Change[]): ProjectEvent[] {
  return netChanges(changes, TELLS).flatMap(({ table, before, after }) => TELLS[table]?.(world, before, after) ?? []);
}

const telling = <T extends Row>({ name }: TableDefinition<T, string>, tell: Tell<T>): [string, Tell<Row>] => [
  name,
  tell as Tell<Row>,
];

const TELLS: Readonly<Record<string, Tell<Row>>> = Object.fromEntries([
  telling(branchTable, pushed),
  telling(tagTable, tagged),
  telling(issueTable, issueMoved),
  telling(mergeRequestTable, mergeRequestMoved),
  telling(noteTable, noted),
  telling(pipelineTable, pipelineEnded),
]);

function pushed({ store }: PlatformState, before: Branch | undefined, after: Branch | undefined): ProjectEvent | undefined {
  const branch = after ?? before;
  if (branch === undefined || before?.sha === after?.sha) return undefined;
  const { project_id, name } = branch;
  const [title] = after === undefined ? [] : (commitWith(store, project_id, after.sha)?.message.split("\n") ?? []);
  const done = before === undefined ? "was created" : after === undefined ? "was deleted" : "was pushed to";
  const text = `branch ${name} ${done}${title === undefined ? "" : `: ${title}`}`;
  return { project_id, toggle: "push_events", text, branch: name };
}

function tagged(_: PlatformState, before: Tag | undefined, after: Tag | undefined): ProjectEvent | undefined {
  const tag = after ?? before;
  if (tag === undefined || before?.sha === after?.sha) return undefined;
  const text = `tag ${tag.name} was ${after === undefined ? "deleted" : "created"}`;
  return { project_id: tag.project_id, toggle: "tag_push_events", text };
}

function issueMoved(_: PlatformState, before: Issue | undefined, after: Issue | undefined): ProjectEvent | undefined {
  const done = moveOf(before?.state, after?.state);
  if (after === undefined || done === undefined) return undefined;
  const toggle = after.confidential ? "confidential_issues_events" : "issues_events";
  return { project_id: after.project_id, toggle, text: `issue #${after.iid} was ${done}: ${after.title}` };
}

function mergeRequestMoved(
  _: PlatformState,
  before: MergeRequest | undefined,
  after: MergeRequest | undefined,
): ProjectEvent | undefined {
  const done = moveOf(before?.state, after?.state);
  if (after === undefined || done === undefined) return undefined;
  const text = `merge request !${after.iid} was ${done}: ${after.title}`;
  return { project_id: after.project_id, toggle: "merge_requests_events", text };
}

/** `opened`, `closed`, `reopened` or `merged`; undefined for what is none of these. */
function moveOf(before: string | undefined, after: string | undefined): string | undefined {
  if (after === undefined || before === after || after === "locked") return undefined;
  return before === "closed" && after === "opened" ? "reopened" : after;
}

function noted(world: PlatformState, before: Note | undefined, note: Note | undefined): ProjectEvent | undefined {
  const place = before !== undefined || note === undefined || note.system ? undefined : placeOf(world, note);
  if (note === undefined || place === undefined) return undefined;
  const author = world.store.users.get(note.author_id)?.name ?? "Somebody";
  const toggle = place.confidential ? "confidential_note_events" : "note_events";
  return { project_id: place.project_id, toggle, text: `${author} commented on ${place.name}: ${note.body}` };
}

/** What a note is on; undefined for epics, which no project has. */
function placeOf(
  { store }: PlatformState,
  { noteable: { kind, id } }: Note,
): { project_id: number; name: string; confidential: boolean } | undefined {
  if (kind === "issue") {
    const issue = store.of(issueTable).get(id);
    return issue && { project_id: issue.project_id, name: `issue #${issue.iid}`, confidential: issue.confidential };
  }
  if (kind === "merge_request") {
    const request = store.of(mergeRequestTable).get(id);
    return request && { project_id: request.project_id, name: `merge request !${request.iid}`, confidential: false };
  }
  const snippet = kind === "snippet" ? store.of(snippetTable).get(id) : undefined;
  if (snippet === undefined || snippet.project_id === null) return undefined;
  return { project_id: snippet.project_id, name: `snippet $${snippet.id}`, confidential: false };
}

function pipelineEnded(
  { store }: PlatformState,
  before: Pipeline | undefined,
  after: Pipeline | undefined,
): ProjectEvent | undefined {
  if (after === undefined || before?.status === after.status) return undefined;
  if (after.status !== "failed" && after.status !== "success") return undefined;
  const failed = store
    .of(jobTable)
    .where("pipeline", after.id)
    .filter(({ status }) => status === "failed");
  const jobs = failed.length === 0 ? "" : ` (${failed.map(({ name }) => name).join(", ")})`;
  const text = `pipeline #${after.id} of ${after.ref} ${after.status === "failed" ? "failed" : "passed"}${jobs}`;
  const isFine = after.status === "success";
  return { project_id: after.project_id, toggle: "pipeline_events", text, branch: after.ref, isFine };
}
