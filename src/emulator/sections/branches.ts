import { LEVEL, refuseArchived, requireLevel } from "../access.js";
import { conflict, badRequest, notFound } from "../errors.js";
import type { Json } from "../json.js";
import { findProject } from "../lookup.js";
import { page } from "../pages.js";
import type { BranchAccess, Project } from "../records.js";
import { created, ok } from "../replies.js";
import { addBranch, branchNamed, branchesOf, hasBranch, removeBranch, resolveRef } from "../repository.js";
import type { Context, Section } from "../section.js";
import { presentReleaseCommit } from "./commit.js";
import { covers, mayPushTo } from "./projects/protection.js";
import { accessOf, rulesOver } from "./protected-branches/access.js";
import type { BranchAction } from "./protected-branches/access.js";

/** Branches of repositories (beyond the documents; the reference of real servers, ordering, section 1). */
export const branches: Section = {
  handlers: {
    listBranches: (context) => {
      const project = findProject(context);
      const search = context.params.text("search")?.toLowerCase() ?? "";
      const found = branchesOf(context.store, project.id).filter((name) => name.toLowerCase().includes(search));
      return page(found, context, (name) => present(context, project, name));
    },
    getBranch: (context) => {
      const project = findProject(context);
      const name = context.params.requiredText("branch");
      if (!hasBranch(context.store, project.id, name)) throw notFound("Branch");
      return ok(present(context, project, name));
    },
    createBranch: (context) => {
      const project = findProject(context);
      requireLevel(context, project, LEVEL.developer);
      refuseArchived(project);
      const { store, params } = context;
      const name = params.requiredText("branch");
      if (hasBranch(store, project.id, name)) throw badRequest("Branch already exists");
      const start = resolveRef(store, project.id, params.requiredText("ref"));
      if (start === undefined) throw badRequest("Invalid reference name");
      addBranch(context, project, name, start.sha);
      return created(present(context, project, name));
    },
    deleteBranch: (context) => {
      const project = findProject(context);
      requireLevel(context, project, LEVEL.developer);
      refuseArchived(project);
      const name = context.params.requiredText("branch");
      const branch = branchNamed(context.store, project.id, name);
      if (branch === undefined) throw notFound("Branch");
      if (name === project.attributes["default_branch"]) throw conflict("Cannot remove HEAD branch");
      removeBranch(context.store, branch);
      return { status: 204 };
    },
  },
};

function present({ store, instance, user }: Context, project: Project, name: string): Record<string, Json> {
  const commit = resolveRef(store, project.id, name);
  const rules = rulesOver(store, project).filter((rule) => covers(rule.name, name));
  const lets = (action: BranchAction): boolean =>
    rules.some((rule) => accessOf(rule, action).some((entry) => isForDevelopers(entry)));
  return {
    name,
    commit: commit === undefined ? null : presentReleaseCommit(commit),
    merged: false,
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
