import {
  LEVEL,
  accessLevel,
  checkUnmodified,
  findProject,
  refuseArchived,
  requireLevel,
  requireUser,
} from "../../core/access.js";
import { type Context, checkLimits } from "../../core/context.js";
import { nextInternalId } from "../../core/internal-ids.js";
import { type Project, type User, given } from "../../core/records.js";
import { forbidden, invalid } from "../../core/replies.js";
import { mayUse } from "../projects/rules.js";
import { type Issue, issueTable } from "../work-items/records.js";
import { forgetIssue } from "../work-items/removal.js";
import { sentAssignees, sentLabels, sentMilestone, timeSent } from "../work-items/sent.js";
import { findIssue } from "./lookup.js";

/** Room between neighbours that were never moved. */
export const STEP = 513;

/** POST of an issue (beyond the documents; the reference of real servers, section H): for everybody who takes part in the project's issues. */
export function createIssue(context: Context): Issue {
  const { store, params } = context;
  const project = findProject(context);
  const user = requireUser(context);
  if (!mayUse(store, user, project, "issues_access_level", LEVEL.guest)) throw forbidden();
  refuseArchived(project);
  checkLimits(context);
  const level = levelOf(context, project, user);
  const now = (level >= LEVEL.owner ? timeSent(context, "created_at") : undefined) ?? new Date().toISOString();
  const iid = nextIssueNumber(context, project);
  return store.of(issueTable).insert({
    ...FRESH,
    iid,
    project_id: project.id,
    author_id: user.id,
    title: params.requiredText("title"),
    relative_position: iid * STEP,
    user_agent: context.request.headers.get("user-agent") ?? "",
    created_at: now,
    updated_at: now,
    ...texts(context),
    ...(level >= LEVEL.guest ? planning(context, project, undefined) : {}),
  });
}

/**
 * PUT of an issue: fields and `state_event`. For its author, its assignees, Reporters and up; who is no Reporter changes its texts and its state, and what
 * plans it is left as it was without a word, as on real servers.
 */
export function updateIssue(context: Context): Issue {
  const { store, params } = context;
  const { issue, project } = findIssue(context);
  const user = requireUser(context);
  const level = levelOf(context, project, user);
  const isNamed = issue.author_id === user.id || issue.assignee_ids.includes(user.id);
  if (!isNamed && level < LEVEL.reporter) throw forbidden();
  refuseArchived(project);
  checkLimits(context);
  if (params.has("title") && (params.text("title") ?? "").trim() === "") throw invalid({ title: ["can't be blank"] });
  return store.of(issueTable).update(issue.id, {
    ...texts(context),
    ...(level >= LEVEL.reporter ? planning(context, project, issue) : {}),
    ...turn(context, issue, user),
    updated_at: new Date().toISOString(),
  });
}

/** DELETE of an issue: for Owners and administrators. */
export function deleteIssue(context: Context): void {
  const { issue, project } = findIssue(context);
  requireLevel(context, project, LEVEL.owner);
  refuseArchived(project);
  checkUnmodified(context, issue.updated_at);
  forgetIssue(context, issue);
}

/** What a new issue has that nobody says. */
export const FRESH = {
  description: "",
  state: "opened",
  issue_type: "issue",
  severity: "UNKNOWN",
  assignee_ids: [],
  label_ids: [],
  milestone_id: null,
  epic_id: null,
  iteration_id: null,
  weight: null,
  health_status: null,
  due_date: null,
  confidential: false,
  discussion_locked: null,
  moved_to_id: null,
  duplicated_to_id: null,
  closed_by_id: null,
  time_estimate: 0,
  total_time_spent: 0,
  ip_address: "127.0.0.1",
  closed_at: null,
} as const;

const TYPES = ["issue", "incident", "test_case"] as const;

function texts({ params }: Context): Partial<Issue> {
  return {
    ...given({ title: params.text("title") }),
    ...(params.has("description") ? { description: params.text("description") ?? "" } : {}),
  };
}

function planning(context: Context, project: Project, before: Issue | undefined): Partial<Issue> {
  const { params } = context;
  const due = params.text("due_date") ?? "";
  return {
    ...sentAssignees(context, project),
    ...sentMilestone(context, project),
    ...sentLabels(context, project, before?.label_ids ?? []),
    ...given({ confidential: params.flag("confidential"), issue_type: TYPES.find((text) => text === params.text("issue_type")) }),
    ...(params.has("due_date") ? { due_date: due === "" ? null : due.slice(0, 10) } : {}),
    ...(params.has("weight") ? { weight: params.number("weight") ?? null } : {}),
    ...(params.has("discussion_locked") ? { discussion_locked: params.flag("discussion_locked") ?? null } : {}),
  };
}

/** `state_event`: what is open is closed, what is closed is opened again. */
function turn({ params }: Context, { state }: Issue, user: User): Partial<Issue> {
  const event = params.text("state_event");
  if (event === "close" && state === "opened")
    return { state: "closed", closed_at: new Date().toISOString(), closed_by_id: user.id };
  return event === "reopen" && state === "closed" ? { state: "opened", closed_at: null, closed_by_id: null } : {};
}

function levelOf({ store }: Context, project: Project, user: User): number {
  return user.is_admin ? LEVEL.admin : accessLevel(store, user, project);
}

/** The next number of an issue in its project. */
export function nextIssueNumber({ store }: Context, project: Project): number {
  const highest = (): number => store.of(issueTable).where("project", project.id).at(-1)?.iid ?? 0;
  return nextInternalId(store, "issues", project.id, highest);
}
