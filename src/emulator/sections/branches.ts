import { conflict, badRequest, notFound } from "../errors.js";
import { LEVEL, refuseArchived, requireLevel } from "../access.js";
import type { Json } from "../json.js";
import { findProject } from "../lookup.js";
import { page } from "../pages.js";
import { addBranch, branchNamed, branchesOf, hasBranch, removeBranch, resolveRef } from "../repository.js";
import type { Project } from "../records.js";
import { created, ok } from "../replies.js";
import type { Context, Section } from "../section.js";

import { presentReleaseCommit } from "./commit.js";
import { isProtected } from "./projects/protection.js";

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

function present({ store, instance }: Context, project: Project, name: string): Record<string, Json> {
  const commit = resolveRef(store, project.id, name);
  return {
    name,
    commit: commit === undefined ? null : presentReleaseCommit(commit),
    merged: false,
    protected: isProtected(store, project.id, name),
    developers_can_push: false,
    developers_can_merge: false,
    can_push: true,
    default: project.attributes["default_branch"] === name,
    web_url: `${instance.url}/${project.path_with_namespace}/-/tree/${name}`,
  };
}
