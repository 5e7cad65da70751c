import { deployedMergeRequestTable, deploymentTable, environmentTable } from "../../records/delivery.js";
import type { Deployment } from "../../records/delivery.js";
import type { MergeRequest } from "../../records/work-items.js";
import { rulesFor } from "../merge-request-approvals/state.js";
import { commonFilters } from "../work-item-filters/common.js";
import { idOrWord, namesOf, readIdOrWord, refuseBoth, wordOf } from "../work-item-filters/filters.js";
import type { Filter, FilterGroup, IdOrWord, Question } from "../work-item-filters/filters.js";
import { among, userId } from "../work-item-filters/people.js";

/** All filters of merge request lists (document 3, Merge requests). */
export const MERGE_REQUEST_FILTERS: readonly FilterGroup<MergeRequest>[] = [
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
    ...ids("approver_ids").flatMap((id) => among(id, (one: MergeRequest) => approvers(question, one))),
    ...ids("approved_by_ids").flatMap((id) => among(id, (one: MergeRequest) => one.approvals.map(({ user_id }) => user_id))),
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

const finished = ({ finished_at, updated_at }: Deployment): number => Date.parse(finished_at ?? updated_at);
