import { conflict, badRequest, notFound } from "../errors.js";
import { LEVEL, refuseArchived, requireLevel } from "../access.js";
import type { Json } from "../json.js";
import { findProject } from "../lookup.js";
import { page } from "../pages.js";
import type { Project } from "../records.js";
import { created, ok } from "../replies.js";
import type { Context, Section, World } from "../section.js";
import { defineTable } from "../table.js";
import type { Store } from "../store.js";

import { isProtected } from "./projects/protection.js";

type Branch = { readonly id: number; readonly project_id: number; readonly name: string };

const branchTable = defineTable<Branch, "project" | "branch">("branches", {
  project: (branch) => branch.project_id,
  branch: (branch) => `${branch.project_id}:${branch.name}`,
});

/** Branches of repositories, by name alone: no commits are kept (beyond the documents; the reference of real servers, ordering, section 1). */
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
      if (!hasBranch(store, project.id, params.requiredText("ref"))) throw badRequest("Invalid reference name");
      addBranch(context, project, name);
      return created(present(context, project, name));
    },
    deleteBranch: (context) => {
      const project = findProject(context);
      requireLevel(context, project, LEVEL.developer);
      refuseArchived(project);
      const name = context.params.requiredText("branch");
      const branch = context.store.of(branchTable).first("branch", `${project.id}:${name}`);
      if (branch === undefined) throw notFound("Branch");
      if (name === project.attributes["default_branch"]) throw conflict("Cannot remove HEAD branch");
      context.store.of(branchTable).delete(branch.id);
      return { status: 204 };
    },
  },
};

/** Names of a project's branches; none while its repository is empty. */
export function branchesOf(store: Store, projectId: number): string[] {
  return store
    .of(branchTable)
    .where("project", projectId)
    .map((branch) => branch.name);
}

export function hasBranch(store: Store, projectId: number, name: string): boolean {
  return store.of(branchTable).count("branch", `${projectId}:${name}`) > 0;
}

/** Adds a branch; the first of a repository becomes the default branch. */
export function addBranch({ store }: World, project: Project, name: string): void {
  if (hasBranch(store, project.id, name)) return;
  const isFirst = store.of(branchTable).count("project", project.id) === 0;
  store.of(branchTable).insert({ project_id: project.id, name });
  const row = store.projects.get(project.id);
  if (isFirst && row !== undefined)
    store.projects.update(project.id, { attributes: { ...row.attributes, default_branch: name } });
}

export function forgetBranches(store: Store, projectId: number): void {
  for (const branch of store.of(branchTable).where("project", projectId)) store.of(branchTable).delete(branch.id);
}

function present({ store, instance }: Context, project: Project, name: string): Record<string, Json> {
  return {
    name,
    merged: false,
    protected: isProtected(store, project.id, name),
    developers_can_push: false,
    developers_can_merge: false,
    can_push: true,
    default: project.attributes["default_branch"] === name,
    web_url: `${instance.url}/${project.path_with_namespace}/-/tree/${name}`,
  };
}
