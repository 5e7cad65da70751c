import { LEVEL, canSee, checkUnmodified, findProject, refuseArchived, requireLevel } from "../../core/access.js";
import { type Context, checkLimits } from "../../core/context.js";
import { nextInternalId } from "../../core/internal-ids.js";
import type { Project, User } from "../../core/records.js";
import { HttpError, conflict, forbidden, invalid, notFound } from "../../core/replies.js";
import { branchNamed, fetchCommits, hasBranch } from "../../core/repository.js";
import { approvalFlag } from "../approval-settings/records.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { forgetMergeRequest } from "../work-items/removal.js";
import { sightOf } from "../work-items/visibility.js";
import { requireEditor, sentFields } from "./fields.js";
import type { FoundMergeRequest } from "./lookup.js";
import { recheckMergeStatus } from "./mergeability.js";

/** POST of a merge request from the project of the path, into it or into the one that it is a fork of (the reference of real servers, section H). */
export function createMergeRequest(context: Context): MergeRequest {
  const { params, store } = context;
  const source = findProject(context);
  const user = requireLevel(context, source, LEVEL.developer);
  const project = targetOf(context, source, user);
  refuseArchived(project);
  checkLimits(context);
  const [source_branch, target_branch] = [params.requiredText("source_branch"), params.requiredText("target_branch")];
  const sha = checkBranches(context, source, project, source_branch, target_branch);
  fetchCommits(store, source.id, project.id, sha);
  const now = new Date().toISOString();
  const { squash_option, remove_source_branch_after_merge } = project.attributes;
  const row = store.of(mergeRequestTable).insert({
    ...FRESH,
    iid: nextNumber(context, project),
    project_id: project.id,
    source_project_id: source.id,
    source_branch,
    target_branch,
    author_id: user.id,
    title: params.requiredText("title"),
    sha,
    squash: squash_option === "default_on" || squash_option === "always",
    force_remove_source_branch: remove_source_branch_after_merge !== false,
    created_at: now,
    updated_at: now,
    ...sentFields(context, project, undefined),
  });
  return recheckMergeStatus(context, row);
}

/** PUT of a merge request: fields, `state_event` and `target_branch`. */
export function updateMergeRequest(context: Context, hit: FoundMergeRequest): MergeRequest {
  const { params, store } = context;
  const { project, mergeRequest, user } = hit;
  requireEditor(context, hit);
  refuseArchived(project);
  checkLimits(context);
  if (params.text("title")?.trim() === "") throw invalid({ title: ["can't be blank"] });
  const changed = store.of(mergeRequestTable).update(mergeRequest.id, {
    ...sentFields(context, project, mergeRequest),
    ...retarget(context, project, mergeRequest),
    ...turn(context, mergeRequest, user),
    updated_at: new Date().toISOString(),
  });
  return recheckMergeStatus(context, changed);
}

/** DELETE of a merge request: for Owners and administrators. */
export function deleteMergeRequest(context: Context, { project, mergeRequest }: FoundMergeRequest): void {
  requireLevel(context, project, LEVEL.owner);
  refuseArchived(project);
  checkUnmodified(context, mergeRequest.updated_at);
  forgetMergeRequest(context, mergeRequest);
}

/** What a new merge request has that nobody says. */
export const FRESH = {
  description: "",
  state: "opened",
  assignee_ids: [],
  reviewer_ids: [],
  label_ids: [],
  milestone_id: null,
  draft: false,
  merge_status: "unchecked",
  merge_when_pipeline_succeeds: false,
  merge_params: {},
  merge_user_id: null,
  merge_error: null,
  merge_commit_sha: null,
  squash_commit_sha: null,
  rebase_in_progress: false,
  discussion_locked: null,
  should_remove_source_branch: null,
  allow_collaboration: false,
  closed_by_id: null,
  head_pipeline_id: null,
  approvals: [],
  approvals_before_merge: null,
  time_estimate: 0,
  total_time_spent: 0,
  merged_at: null,
  closed_at: null,
} as const;

/** The project that it goes into. Throws 404 for one that the caller does not see, 422 for one that the source is no fork of. */
function targetOf({ params, store }: Context, source: Project, user: User): Project {
  const id = params.number("target_project_id") ?? source.id;
  const project = store.projects.get(id);
  if (project === undefined || !canSee(store, user, project)) throw notFound("Project");
  if (!sightOf(store, user)(project).mergeRequests) throw forbidden();
  if (id !== source.id && source.forked_from_id !== id)
    throw new HttpError(422, { error: ["Source project is not a fork of the target project"] });
  return project;
}

/** The head of the source branch. Throws 400 for branches that are not there, 422 when they are one, 409 when they have an open merge request. */
function checkBranches(context: Context, source: Project, project: Project, from: string, into: string): string {
  const { store } = context;
  if (source.id === project.id && from === into)
    throw new HttpError(422, { error: ["You can't use same project/branch for source and target"] });
  const head = branchNamed(store, source.id, from);
  if (head === undefined) throw invalid({ source_branch: ["does not exist"] });
  if (!hasBranch(store, project.id, into)) throw invalid({ target_branch: ["does not exist"] });
  refuseTwin(context, { project_id: project.id, source_project_id: source.id, source_branch: from, target_branch: into });
  return head.sha;
}

/** What no two open merge requests have alike. */
const ENDS = ["project_id", "source_project_id", "source_branch", "target_branch"] as const;

/** Throws 409 when another open merge request has the same branches. */
function refuseTwin({ store }: Context, request: Pick<MergeRequest, (typeof ENDS)[number]> & { readonly id?: number }): void {
  const twin = store
    .of(mergeRequestTable)
    .where("source", request.source_project_id)
    .find((row) => row.state === "opened" && row.id !== request.id && ENDS.every((name) => row[name] === request[name]));
  if (twin !== undefined)
    throw new HttpError(409, { message: [`Another open merge request already exists for this source branch: !${twin.iid}`] });
}

/** Another target branch; approvals are for what was seen, so that they go where a push takes them away too. */
function retarget(context: Context, project: Project, mergeRequest: MergeRequest): Partial<MergeRequest> {
  const target_branch = context.params.text("target_branch");
  if (target_branch === undefined || target_branch === mergeRequest.target_branch) return {};
  if (!hasBranch(context.store, project.id, target_branch)) throw invalid({ target_branch: ["does not exist"] });
  refuseTwin(context, { ...mergeRequest, target_branch });
  const resets = approvalFlag(context, project, "reset_approvals_on_push");
  return { target_branch, merge_status: "unchecked", ...(resets ? { approvals: [] } : {}) };
}

/** `state_event`: what is open is closed, what is closed is opened again; anything else stays as it is. */
function turn(context: Context, mergeRequest: MergeRequest, user: User): Partial<MergeRequest> {
  const event = context.params.text("state_event");
  if (event === "close" && mergeRequest.state === "opened")
    return { state: "closed", closed_at: new Date().toISOString(), closed_by_id: user.id, merge_when_pipeline_succeeds: false };
  if (event !== "reopen" || mergeRequest.state !== "closed") return {};
  if (!hasBranch(context.store, mergeRequest.source_project_id, mergeRequest.source_branch))
    throw conflict("Source branch does not exist");
  refuseTwin(context, mergeRequest);
  return { state: "opened", closed_at: null, closed_by_id: null, merge_status: "unchecked" };
}

function nextNumber({ store }: Context, project: Project): number {
  const highest = (): number => store.of(mergeRequestTable).where("project", project.id).at(-1)?.iid ?? 0;
  return nextInternalId(store, "merge_requests", project.id, highest);
}
