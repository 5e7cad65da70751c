import type { PlatformState } from "../../context.js";
import { badRequest } from "../../errors.js";
import { conflicts } from "../../git/commit-trees.js";
import { commitWith } from "../../git/history.js";
import type { Project, User } from "../../records.js";
import { mergeRequestTable } from "../../records/work-items.js";
import type { MergeRequest } from "../../records/work-items.js";
import { branchNamed, insertCommit } from "../../repository.js";
import { brokenBranches } from "./mergeability.js";

/**
 * The hash of the commit of `refs/merge-requests/:iid/merge`: what the target branch would be after a regular merge. No branch changes. The same commit
 * is answered until one of the branches moves. Throws 400 that says why there is none (document 1, Errors).
 */
export function mergeRef(world: PlatformState, project: Project, mergeRequest: MergeRequest, user: User): string {
  const { store } = world;
  const target = branchNamed(store, project.id, mergeRequest.target_branch);
  const reason = reasonAgainst(world, mergeRequest, target?.sha);
  if (reason !== undefined || target === undefined) throw badRequest(`Merge request is not mergeable: ${reason}`);
  const parent_ids = [target.sha, mergeRequest.sha];
  const known = commitWith(store, project.id, mergeRequest.merge_ref_sha ?? "");
  if (known !== undefined && known.parent_ids.join() === parent_ids.join()) return known.sha;
  const message = `Merge branch '${mergeRequest.source_branch}' into '${mergeRequest.target_branch}'`;
  const { sha } = insertCommit(store, project.id, { message, author: user, parent_ids });
  store.of(mergeRequestTable).update(mergeRequest.id, { merge_ref_sha: sha });
  return sha;
}

function reasonAgainst({ store }: PlatformState, mergeRequest: MergeRequest, targetSha: string | undefined): string | undefined {
  if (mergeRequest.state === "merged") return "it is already merged";
  if (mergeRequest.state === "closed") return "it is closed";
  const found = brokenBranches({ store }, mergeRequest);
  if (found === "branches" || targetSha === undefined) return "its source or target branch does not exist";
  if (found === "commits") return "it is empty, its source branch has no commit that the target branch lacks";
  return conflicts(store, mergeRequest.project_id, targetSha, mergeRequest.sha) ? "its branches have conflicts" : undefined;
}
