import { findGroup, findProject, requireUser } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { type Reply, forbidden } from "../../core/replies.js";
import { projectsIn } from "../groups/reach.js";
import { rulesFor } from "../merge-request-approvals/records.js";
import { type Deployment, deployedMergeRequestTable, deploymentTable, environmentTable } from "../pipelines/records.js";
import {
  COMMON_ORDERS,
  type Filter,
  type FilterGroup,
  type IdOrWord,
  type Question,
  among,
  commonFilters,
  idOrWord,
  namesOf,
  readIdOrWord,
  refuseBoth,
  seenItems,
  sorted,
  userId,
  wordOf,
} from "../work-items/filters.js";
import type { Place } from "../work-items/present.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { sightOf } from "../work-items/visibility.js";
import { recheckLater } from "./mergeability.js";
import { presentMergeRequest } from "./present.js";

/** GET /merge_requests. */
export function listMergeRequests(context: Context): Reply {
  return mergeRequestPage(context, context.store.of(mergeRequestTable).scan({}), null);
}

/** GET /groups/:id/merge_requests, those of its subgroups too. */
export function listGroupMergeRequests(context: Context): Reply {
  requireUser(context);
  const group = findGroup(context);
  const mergeRequests = context.store.of(mergeRequestTable);
  const matchingMergeRequests = projectsIn(context.store, group).flatMap((project) => mergeRequests.where("project", project.id));
  return mergeRequestPage(context, matchingMergeRequests, group);
}

/** GET /projects/:id/merge_requests. Throws 403 when the caller sees the project, but not its merge requests. */
export function listProjectMergeRequests(context: Context): Reply {
  const { store } = context;
  const user = requireUser(context);
  const project = findProject(context);
  if (!sightOf(store, user)(project).mergeRequests) throw forbidden();
  return mergeRequestPage(context, store.of(mergeRequestTable).where("project", project.id), project);
}

/** One page of the given merge requests that the caller sees, with all the filters and orders that the operation declares. */
export function mergeRequestPage(context: Context, candidates: Iterable<MergeRequest>, place: Place): Reply {
  requireUser(context);
  const matchingMergeRequests = seenItems(context, candidates, MERGE_REQUEST_FILTERS, ({ mergeRequests }) => mergeRequests);
  const shown: number[] = [];
  const reply = page(sorted(context, matchingMergeRequests, COMMON_ORDERS), context, (mergeRequest) => {
    shown.push(mergeRequest.id);
    return presentMergeRequest(context, mergeRequest, { place });
  });
  if (context.params.flag("with_merge_status_recheck") === true) recheckLater(context, shown);
  return reply;
}

const finished = ({ finished_at, updated_at }: Deployment): number => Date.parse(finished_at ?? updated_at);

/** All filters of merge request lists (document 3, Merge requests). */
const MERGE_REQUEST_FILTERS: readonly FilterGroup<MergeRequest>[] = [
  ...commonFilters("merge_request"),
  branchFilters,
  reviewerFilters,
  approvalFilters,
  deploymentFilters,
];

/** `source_branch`, `target_branch` and `wip`. */
function branchFilters({ asked }: Question): Filter<MergeRequest>[] {
  const filters: Filter<MergeRequest>[] = [];
  for (const name of ["source_branch", "target_branch"] as const) {
    const branch = asked.text(name) ?? "";
    if (branch !== "") filters.push((mergeRequest) => mergeRequest[name] === branch);
  }
  const wip = asked.text("wip");
  if (wip !== undefined) filters.push((mergeRequest) => mergeRequest.draft === (wip === "yes"));
  return filters;
}

/** `reviewer_id` or `reviewer_username`, each also `None` and `Any`. */
function reviewerFilters(question: Question): Filter<MergeRequest>[] {
  refuseBoth(question, "reviewer_id", "reviewer_username");
  const username = question.asked.text("reviewer_username");
  const byName = username === undefined ? undefined : (wordOf(username) ?? userId(question, username));
  return among(idOrWord(question, "reviewer_id") ?? byName, (mergeRequest) => mergeRequest.reviewer_ids);
}

/** `approver_ids`, who are all named by an approval rule, and `approved_by_ids`, who all approved it; each also `None` and `Any`. */
function approvalFilters(question: Question): Filter<MergeRequest>[] {
  const ids = (parameter: string): IdOrWord[] =>
    namesOf(question, parameter).map((text) => readIdOrWord(text, question.named(parameter)));
  return [
    ...ids("approver_ids").flatMap((id) => among(id, (mergeRequest: MergeRequest) => approvers(question, mergeRequest))),
    ...ids("approved_by_ids").flatMap((id) => among(id, (row: MergeRequest) => row.approvals.map(({ user_id }) => user_id))),
  ];
}

/** Users whom the rules that hold for a merge request name one by one. */
function approvers(world: Question, mergeRequest: MergeRequest): number[] {
  const project = world.store.projects.get(mergeRequest.project_id);
  return project === undefined ? [] : rulesFor(world, project, mergeRequest).rules.flatMap((rule) => rule.user_ids);
}

/** `environment`, `deployed_before` and `deployed_after`: one successful deployment must be as all of them say. */
function deploymentFilters({ asked, store }: Question): Filter<MergeRequest>[] {
  const environment = asked.text("environment");
  const [before, after] = [asked.text("deployed_before"), asked.text("deployed_after")].map((text) => Date.parse(text ?? ""));
  const conditions: Filter<Deployment>[] = [];
  if (environment !== undefined)
    conditions.push(({ environment_id }) => store.of(environmentTable).get(environment_id)?.name === environment);
  if (before !== undefined && !Number.isNaN(before)) conditions.push((deployment) => finished(deployment) <= before);
  if (after !== undefined && !Number.isNaN(after)) conditions.push((deployment) => finished(deployment) >= after);
  if (conditions.length === 0) return [];
  const rows = store.of(deployedMergeRequestTable);
  return [
    ({ id }) =>
      rows
        .where("merge_request", id)
        .flatMap(({ deployment_id }) => store.of(deploymentTable).get(deployment_id) ?? [])
        .some((deployment) => deployment.status === "success" && conditions.every((holds) => holds(deployment))),
  ];
}
