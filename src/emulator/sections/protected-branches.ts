import { LEVEL, refuseArchived, requireLevel } from "../access.js";
import { conflict, notFound } from "../errors.js";
import type { Json } from "../json.js";
import { findProject } from "../lookup.js";
import { page } from "../pages.js";
import type { Project, ProtectedBranch } from "../records.js";
import { created, noContent, ok } from "../replies.js";
import { checkLimits } from "../section.js";
import type { Context, Section } from "../section.js";

/** Protected branches (beyond the documents; the reference of real servers, section C). */
export const protectedBranches: Section = {
  handlers: {
    listProtectedBranches: (context) => {
      const project = readable(context);
      const search = context.params.text("search")?.toLowerCase() ?? "";
      const rows = context.store.protectedBranches.where("project", project.id);
      return page(
        rows.filter((row) => row.name.toLowerCase().includes(search)),
        context,
        presentProtectedBranch,
      );
    },
    getProtectedBranch: (context) => ok(presentProtectedBranch(find(context, readable(context)))),
    protectBranch: (context) => {
      const project = writable(context);
      checkLimits(context);
      const { store, params } = context;
      const name = params.requiredText("name");
      if (store.protectedBranches.where("project", project.id).some((row) => row.name === name))
        throw conflict(`Protected branch '${name}' already exists`);
      const row = store.protectedBranches.insert({
        project_id: project.id,
        name,
        push_access_levels: [params.number("push_access_level") ?? LEVEL.maintainer],
        merge_access_levels: [params.number("merge_access_level") ?? LEVEL.maintainer],
        unprotect_access_levels: [params.number("unprotect_access_level") ?? LEVEL.maintainer],
        allow_force_push: params.flag("allow_force_push") ?? false,
        code_owner_approval_required: params.flag("code_owner_approval_required") ?? false,
      });
      return created(presentProtectedBranch(row));
    },
    updateProtectedBranch: (context) => {
      const row = find(context, writable(context));
      const { store, params } = context;
      const changed = store.protectedBranches.update(row.id, {
        allow_force_push: params.flag("allow_force_push") ?? row.allow_force_push,
        code_owner_approval_required: params.flag("code_owner_approval_required") ?? row.code_owner_approval_required,
      });
      return ok(presentProtectedBranch(changed));
    },
    unprotectBranch: (context) => {
      const { store } = context;
      const row = find(context, writable(context));
      store.protectedBranches.delete(row.id);
      for (const rule of store.approvalRules.where("project", row.project_id)) {
        if (!rule.protected_branch_ids.includes(row.id)) continue;
        store.approvalRules.update(rule.id, { protected_branch_ids: rule.protected_branch_ids.filter((id) => id !== row.id) });
      }
      return noContent();
    },
  },
};

/** A protected branch, also as approval rules show it (document 2, Approval rule). */
export function presentProtectedBranch(row: ProtectedBranch): Record<string, Json> {
  const levels = (values: readonly number[]): Json =>
    values.map((access_level) => ({
      id: row.id,
      access_level,
      access_level_description: DESCRIPTIONS[access_level] ?? String(access_level),
      user_id: null,
      group_id: null,
    }));
  return {
    id: row.id,
    name: row.name,
    push_access_levels: levels(row.push_access_levels),
    merge_access_levels: levels(row.merge_access_levels),
    unprotect_access_levels: levels(row.unprotect_access_levels),
    allow_force_push: row.allow_force_push,
    code_owner_approval_required: row.code_owner_approval_required,
    inherited: false,
  };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  0: "No one",
  30: "Developers + Maintainers",
  40: "Maintainers",
  60: "Administrators",
};

function readable(context: Context): Project {
  const project = findProject(context);
  requireLevel(context, project, LEVEL.developer);
  return project;
}

function writable(context: Context): Project {
  const project = findProject(context);
  requireLevel(context, project, LEVEL.maintainer);
  refuseArchived(project);
  return project;
}

function find({ store, params }: Context, project: Project): ProtectedBranch {
  const name = params.requiredText("name");
  const row = store.protectedBranches.where("project", project.id).find((one) => one.name === name);
  if (row === undefined) throw notFound();
  return row;
}
