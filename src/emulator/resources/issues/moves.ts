import { accessLevel, refuseArchived, requireLevel, requireUser } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import type { Project, User } from "../../core/records.js";
import { HttpError, type Reply, badParameters, badRequest, created, ok, orNotFound } from "../../core/replies.js";
import { addNote, addSystemNote } from "../discussions/text.js";
import { numbered } from "../issue-links/records.js";
import { PLANNER } from "../milestones/records.js";
import { notesOf } from "../work-items/noteables.js";
import { type Issue, type Noteable, issueTable, labelTable, milestoneTable, noteTable } from "../work-items/records.js";
import { homesOf } from "../work-items/sent.js";
import { findIssue } from "./lookup.js";
import { presentIssue } from "./present.js";
import { nextIssueNumber } from "./writes.js";

export const at = "/projects/{id}/issues/{issue_iid}";

export const parameters = numbered("issue_iid");

/** The project that an issue goes to, for who plans in both. Throws 404 and 400. */
function target(context: Context, from: Project, verb: "move" | "clone"): { user: User; to: Project } {
  const { store, params } = context;
  const user = requireUser(context);
  const to = orNotFound(store.projects.get(params.requiredNumber("to_project_id")), "Project");
  const plans = (project: Project): boolean =>
    !project.archived && (user.is_admin || accessLevel(store, user, project) >= PLANNER);
  if (verb === "move" && to.id === from.id) throw badRequest("Cannot move issue to project it originates from!");
  if (!plans(from) || !plans(to)) throw badRequest(`Cannot ${verb} issue due to insufficient permissions!`);
  return { user, to };
}

/** Labels and the milestone of the same names, as far as the other project has them. */
function planned({ store }: Context, issue: Issue, to: Project): Pick<Issue, "label_ids" | "milestone_id"> {
  const homes = homesOf({ store }, to);
  const labels = homes.flatMap((home) => store.of(labelTable).where("home", home));
  const milestones = homes.flatMap((home) => store.of(milestoneTable).where("home", home));
  const title = issue.milestone_id === null ? undefined : store.of(milestoneTable).get(issue.milestone_id)?.title;
  return {
    label_ids: issue.label_ids.flatMap((id) => {
      const name = store.of(labelTable).get(id)?.name;
      return labels.find((label) => label.name === name)?.id ?? [];
    }),
    milestone_id: milestones.find((milestone) => milestone.title === title)?.id ?? null,
  };
}

function copyTo(context: Context, issue: Issue, to: Project, more: Partial<Issue>): Issue {
  const { store } = context;
  const { id: _, ...columns } = issue;
  const now = new Date().toISOString();
  return store.of(issueTable).insert({
    ...columns,
    ...planned(context, issue, to),
    project_id: to.id,
    iid: nextIssueNumber(context, to),
    state: "opened",
    closed_at: null,
    closed_by_id: null,
    updated_at: now,
    ...more,
  });
}

/** Notes go with the issue, each in its thread. */
function copyNotes({ store }: Context, from: Issue, to: Issue): void {
  const noteable: Noteable = { kind: "issue", id: to.id };
  const threads = new Map<string, string>();
  for (const note of notesOf(store, { kind: "issue", id: from.id })) {
    const { body, author_id, type, system, created_at } = note;
    const discussion_id = threads.get(note.discussion_id);
    const copy = addNote(store, { noteable, body, author_id, type, system, at: created_at, discussion_id });
    threads.set(note.discussion_id, copy.discussion_id);
    store.of(noteTable).update(copy.id, { resolvable: note.resolvable });
  }
}

/** `#12`, with its project where it is another's. */
function referenceOf(issue: Issue, project: Project): string {
  return `${project.path_with_namespace}#${issue.iid}`;
}

/** The issue is closed here and goes on there, with what was said of it. */
export function move(context: Context): Reply {
  const { store } = context;
  const { issue, project } = findIssue(context);
  const { user, to } = target(context, project, "move");
  if (issue.moved_to_id !== null) throw badRequest("Cannot move issue due to insufficient permissions!");
  const moved = copyTo(context, issue, to, {});
  copyNotes(context, issue, moved);
  addSystemNote(store, { kind: "issue", id: moved.id }, user.id, `moved from ${referenceOf(issue, project)}`);
  addSystemNote(store, { kind: "issue", id: issue.id }, user.id, `moved to ${referenceOf(moved, to)}`);
  const now = new Date().toISOString();
  store.of(issueTable).update(issue.id, {
    state: "closed",
    closed_at: issue.closed_at ?? now,
    closed_by_id: issue.closed_by_id ?? user.id,
    moved_to_id: moved.id,
    updated_at: now,
  });
  return created(presentIssue(context, moved));
}

export function clone(context: Context): Reply {
  const { store, params } = context;
  const { issue, project } = findIssue(context);
  const { user, to } = target(context, project, "clone");
  const created_at = new Date().toISOString();
  const copy = copyTo(context, issue, to, { author_id: user.id, created_at, time_estimate: 0, total_time_spent: 0 });
  if (params.flag("with_notes") === true) copyNotes(context, issue, copy);
  addSystemNote(store, { kind: "issue", id: copy.id }, user.id, `cloned from ${referenceOf(issue, project)}`);
  addSystemNote(store, { kind: "issue", id: issue.id }, user.id, `cloned to ${referenceOf(copy, to)}`);
  return created(presentIssue(context, copy));
}

/** Between its new neighbours, of which one is enough. */
export function reorder(context: Context): Reply {
  const { store, params } = context;
  const { issue, project } = findIssue(context);
  requireLevel(context, project, PLANNER);
  refuseArchived(project);
  const [after, before] = [params.number("move_after_id"), params.number("move_before_id")];
  if (after === undefined && before === undefined)
    throw badParameters("move_after_id, move_before_id are missing, at least one parameter must be provided");
  const placeOf = (id: number | undefined): number | undefined => {
    if (id === undefined) return undefined;
    const neighbour = store.of(issueTable).get(id);
    if (neighbour?.project_id !== project.id) throw new HttpError(422, { message: "422 Unprocessable Entity" });
    return neighbour.relative_position;
  };
  const [low, high] = [placeOf(after), placeOf(before)];
  const [from, to] = [low ?? (high ?? 0) - 1026, high ?? (low ?? 0) + 1026];
  return ok(presentIssue(context, store.of(issueTable).update(issue.id, { relative_position: Math.round((from + to) / 2) })));
}
