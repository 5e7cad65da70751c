import type { Context, PlatformState } from "../../context.js";
import { changesBetween } from "../../git/commit-trees.js";
import { commitsBetween, mergeBase } from "../../git/history.js";
import type { Json } from "../../json.js";
import { startOf } from "../../merge-request-commits.js";
import type { Project } from "../../records.js";
import { deployedMergeRequestTable, deploymentTable, environmentTable } from "../../records/delivery.js";
import type { MergeRequest } from "../../records/work-items.js";
import { branchNamed } from "../../repository.js";
import { mayUpdateBranch } from "../projects/protection.js";
import { mergeRequestItem, subscribed } from "../work-items/noteables.js";
import { headPipeline, presentHeadPipeline, presentPipeline } from "./pipelines.js";

const MOST_CHANGES = 1000;

/** What single reads and actions show beyond lists (document 3, Merge request). */
export function singleFields(context: Context, mergeRequest: MergeRequest, project: Project): Record<string, Json> {
  const { store, user, params } = context;
  const pipeline = headPipeline(context, mergeRequest);
  return {
    subscribed: subscribed(store, mergeRequestItem(mergeRequest), user),
    merge_error: mergeRequest.merge_error,
    ...diff(context, mergeRequest),
    latest_build_started_at: pipeline?.started_at ?? null,
    latest_build_finished_at: pipeline?.finished_at ?? null,
    first_deployed_to_production_at: firstInProduction(context, mergeRequest),
    pipeline: pipeline === undefined ? null : presentPipeline(context, pipeline),
    head_pipeline: pipeline === undefined ? null : presentHeadPipeline(context, pipeline),
    user: { can_merge: user !== undefined && mayUpdateBranch(store, user, project, mergeRequest.target_branch) },
    ...(params.flag("include_diverged_commits_count") === true
      ? { diverged_commits_count: divergedCommits(context, mergeRequest) }
      : {}),
    ...(params.flag("include_rebase_in_progress") === true ? { rebase_in_progress: mergeRequest.rebase_in_progress } : {}),
  };
}

/** `changes_count` and `diff_refs`: the merge base, the head, and where the target branch stood. */
function diff({ store }: PlatformState, mergeRequest: MergeRequest): Record<string, Json> {
  const { project_id, sha } = mergeRequest;
  const start_sha = startOf(store, mergeRequest);
  const base = start_sha === undefined ? undefined : mergeBase(store, project_id, start_sha, sha);
  if (start_sha === undefined || base === undefined) return { changes_count: null, diff_refs: null };
  const files = changesBetween(store, project_id, base.sha, sha).length;
  return {
    changes_count: files > MOST_CHANGES ? `${MOST_CHANGES}+` : String(files),
    diff_refs: { base_sha: base.sha, head_sha: sha, start_sha },
  };
}

/** Commits that the target branch has and the source branch has not. */
function divergedCommits({ store }: PlatformState, { project_id, target_branch, sha }: MergeRequest): number {
  const target = branchNamed(store, project_id, target_branch)?.sha;
  return target === undefined ? 0 : commitsBetween(store, project_id, sha, target).length;
}

function firstInProduction({ store }: PlatformState, { id }: MergeRequest): string | null {
  const times = store
    .of(deployedMergeRequestTable)
    .where("merge_request", id)
    .flatMap(({ deployment_id }) => store.of(deploymentTable).get(deployment_id) ?? [])
    .filter(({ status, environment_id }) => {
      return status === "success" && store.of(environmentTable).get(environment_id)?.tier === "production";
    })
    .flatMap(({ finished_at }) => finished_at ?? []);
  return times.toSorted()[0] ?? null;
}
