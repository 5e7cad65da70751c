import { commitsBetween, historyOf } from "../../git/history.js";
import { deployedMergeRequestTable, deploymentTable } from "../../records/delivery.js";
import type { Deployment } from "../../records/delivery.js";
import { mergeRequestTable } from "../../records/work-items.js";
import type { MergeRequest } from "../../records/work-items.js";
import type { Store } from "../../store.js";

/**
 * Remembers which merge requests a deployment brought: the merged ones whose commits it has and the one before in its environment has not, each once in an
 * environment (the reference of real servers, deployments).
 */
export function linkMergeRequests(store: Store, deployment: Deployment, before: Deployment | undefined): void {
  const { id: deployment_id, project_id, sha } = deployment;
  if (before?.sha === sha) return;
  const brought =
    before === undefined
      ? historyOf(store, project_id, sha)
      : new Set(commitsBetween(store, project_id, before.sha, sha).map((commit) => commit.sha));
  const known = deployedTo(store, deployment.environment_id);
  for (const mergeRequest of store.of(mergeRequestTable).where("project", project_id))
    if (!known.has(mergeRequest.id) && isBrought(mergeRequest, brought))
      store.of(deployedMergeRequestTable).insert({ deployment_id, merge_request_id: mergeRequest.id });
}

/** The merge requests that a deployment brought. */
export function mergeRequestsOf(store: Store, deployment: Deployment): MergeRequest[] {
  const rows = store.of(deployedMergeRequestTable).where("deployment", deployment.id);
  return rows.flatMap((row) => store.of(mergeRequestTable).get(row.merge_request_id) ?? []);
}

function isBrought(mergeRequest: MergeRequest, shas: ReadonlySet<string>): boolean {
  const { state, merge_commit_sha, squash_commit_sha, sha } = mergeRequest;
  return state === "merged" && [merge_commit_sha, squash_commit_sha, sha].some((one) => one !== null && shas.has(one));
}

function deployedTo(store: Store, environmentId: number): ReadonlySet<number> {
  const deployments = store.of(deploymentTable).where("environment", environmentId);
  const rows = deployments.flatMap(({ id }) => store.of(deployedMergeRequestTable).where("deployment", id));
  return new Set(rows.map((row) => row.merge_request_id));
}
