import { LEVEL } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { isBefore } from "../../core/git/history.js";
import type { Branch } from "../../core/git/records.js";
import { covers } from "../../core/path-pattern.js";
import type { Json, Project } from "../../core/records.js";
import { headOf, resolveRef } from "../../core/repository.js";
import { presentCommit, presentReleaseCommit } from "../commits/present.js";
import { mayPushTo } from "../projects/protection.js";
import { type BranchAccess, type BranchAction, accessOf, rulesOver } from "../protected-branches/access.js";

/** True for a branch whose head the default branch has, but as its own head. */
export function isMerged({ store }: Pick<Context, "store">, project: Project, sha: string): boolean {
  const head = headOf(store, project);
  return head !== undefined && head !== sha && isBefore(store, project.id, sha, head);
}

export const isVendor = ({ instance }: Context): boolean => instance.dialect === "vendor";

/** A branch with its head and what its protection comes to. */
export function presentBranch(context: Context, project: Project, { name, sha }: Branch): Record<string, Json> {
  const { store, instance, user } = context;
  const commit = resolveRef(store, project.id, sha);
  const rules = rulesOver(store, project).filter((rule) => covers(rule.name, name));
  const lets = (action: BranchAction): boolean =>
    rules.some((rule) => accessOf(rule, action).some((entry) => isForDevelopers(entry)));
  const present = isVendor(context) ? presentCommit.bind(undefined, context, project) : presentReleaseCommit;
  return {
    name,
    commit: commit === undefined ? null : present(commit),
    merged: isVendor(context) && isMerged(context, project, sha),
    protected: rules.length > 0,
    developers_can_push: lets("push"),
    developers_can_merge: lets("merge"),
    can_push: user !== undefined && mayPushTo(store, user, project, name),
    default: project.attributes["default_branch"] === name,
    web_url: `${instance.url}/${project.path_with_namespace}/-/tree/${name}`,
  };
}

function isForDevelopers({ access_level, user_id, group_id }: BranchAccess): boolean {
  return access_level === LEVEL.developer && user_id === null && group_id === null;
}
