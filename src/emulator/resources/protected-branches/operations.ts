import { LEVEL, isProject, refuseArchived, requireLevel } from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import { HttpError, conflict, forbidden, notFound } from "../../core/errors.js";
import { exists } from "../../core/instance.js";
import type { Json, JsonObject } from "../../core/json.js";
import { checkUnmodified, findGroup, findProject } from "../../core/lookup.js";
import { page } from "../../core/pages.js";
import type { Group, Project, ProtectedBranch } from "../../core/records.js";
import { type Reply, created, noContent, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { BRANCH_ACTIONS, type BranchAction, type BranchRule, accessOf, admits, rulesOver } from "./access.js";
import { applyAccess } from "./entries.js";
import { presentGroupProtectedBranch, presentProtectedBranch } from "./present.js";

const SHORTEST_PART = 3;

/** Protected branches of projects and of top-level groups (beyond the documents; the reference of real servers, section C and kinds, section 2.2). */
export default {
  operations: {
    "GET /projects/{id}/protected_branches": (context) =>
      list(context, rulesOver(context.store, readable(context, LEVEL.developer)), presentProtectedBranch),
    "GET /projects/{id}/protected_branches/{name}": (context) =>
      ok(presentProtectedBranch(context, find(context, readable(context, LEVEL.developer)))),
    "POST /projects/{id}/protected_branches": (context) => {
      const project = writable(context);
      const draft = begin(context, project);
      requireUnprotect(context, project, draft);
      return created(presentProtectedBranch(context, context.store.protectedBranches.insert(draft)));
    },
    "PATCH /projects/{id}/protected_branches/{name}": (context) => {
      const project = writable(context);
      const rule = find(context, project);
      requireUnprotect(context, project, rule);
      const changed = context.store.protectedBranches.update(rule.id, change(context, project, rule));
      return ok(presentProtectedBranch(context, changed));
    },
    "DELETE /projects/{id}/protected_branches/{name}": (context) => {
      const project = writable(context);
      const rule = find(context, project);
      requireUnprotect(context, project, rule);
      checkUnmodified(context, rule.updated_at ?? "");
      remove(context, rule);
      return noContent();
    },
    "GET /groups/{id}/protected_branches": (context) =>
      list(context, context.store.protectedBranches.where("group", owned(context).id), presentGroupProtectedBranch),
    "GET /groups/{id}/protected_branches/{name}": (context) =>
      ok(presentGroupProtectedBranch(context, find(context, owned(context)))),
    "POST /groups/{id}/protected_branches": (context) => {
      const draft = begin(context, owned(context));
      return created(presentGroupProtectedBranch(context, context.store.protectedBranches.insert(draft)));
    },
    "PATCH /groups/{id}/protected_branches/{name}": (context) => {
      const group = owned(context);
      const rule = find(context, group);
      const changed = context.store.protectedBranches.update(rule.id, change(context, group, rule));
      return ok(presentGroupProtectedBranch(context, changed));
    },
    "DELETE /groups/{id}/protected_branches/{name}": (context) => {
      const rule = find(context, owned(context));
      remove(context, rule);
      return context.instance.dialect === "vendor" ? ok(presentGroupProtectedBranch(context, rule)) : noContent();
    },
  },
} satisfies Resource;

function list(
  context: Context,
  rules: readonly ProtectedBranch[],
  present: (world: PlatformState, rule: ProtectedBranch) => Record<string, Json>,
): Reply {
  const search = context.params.text("search")?.toLowerCase() ?? "";
  const found = rules.filter((rule) => rule.name.toLowerCase().includes(search));
  return page(found, context, (rule) => present(context, rule));
}

function readable(context: Context, level: number): Project {
  const project = findProject(context);
  requireLevel(context, project, level);
  return project;
}

function writable(context: Context): Project {
  const project = readable(context, LEVEL.maintainer);
  refuseArchived(project);
  return project;
}

function owned(context: Context): Group {
  const group = findGroup(context);
  requireLevel(context, group, LEVEL.owner);
  return group;
}

/** A protected branch of the project or group itself, by name: what a project has from its group is not found there. */
function find(context: Context, holder: Group | Project): ProtectedBranch {
  const rule = named(context, holder);
  if (rule === undefined) throw isProject(holder) ? notFound() : notFound("ProtectedBranch");
  return rule;
}

/**
 * The protected branch that a request names. Real servers look for that of a group as for a search: the oldest whose name holds the one that is given, in
 * any letter case, if that has three characters or more; so `main` also finds `domain`.
 */
function named({ store, params, instance }: Context, holder: Group | Project): ProtectedBranch | undefined {
  const name = params.requiredText("name");
  const rules = store.protectedBranches.where(isProject(holder) ? "project" : "group", holder.id);
  if (isProject(holder) || instance.dialect === "neutral") return rules.find((rule) => rule.name === name);
  const part = name.toLowerCase();
  const isLong = part.length >= SHORTEST_PART;
  return rules.find((rule) => (isLong ? rule.name.toLowerCase().includes(part) : rule.name.toLowerCase() === part));
}

/** Throws 403 unless the caller may unprotect the branch, which changing and, on a new one, protecting it takes too. */
function requireUnprotect({ store, instance, user }: Context, project: Project, rule: BranchRule): void {
  const entries = accessOf(rule, "unprotect");
  if (user === undefined || user.is_admin || entries.length === 0 || !exists(instance, { tier: "premium" })) return;
  if (!entries.some((entry) => admits(store, entry, user, project))) throw forbidden();
}

/** A new protected branch. Throws 409 when its name is there already. */
function begin(context: Context, holder: Group | Project): BranchRule {
  const name = context.params.requiredText("name");
  if (named(context, holder) !== undefined) throw conflict(`Protected branch '${name}' already exists`);
  return change(context, holder, {
    ...(isProject(holder) ? { project_id: holder.id } : { project_id: null, group_id: holder.id }),
    name,
    push_access_levels: [],
    merge_access_levels: [],
    unprotect_access_levels: [],
    allow_force_push: false,
    code_owner_approval_required: false,
  });
}

/** A protected branch after a request; a new one has no id yet. Throws 422 with sentences when it is not valid. */
function change(context: Context, holder: Group | Project, before: BranchRule): BranchRule {
  const { params, limits } = context;
  const problems = Object.values(limits).flatMap((messages) => messages.map((text) => `Name ${text}`));
  if (!isProject(holder) && holder.parent_id !== null) problems.push("cannot be associated with a subgroup");
  const lists = BRANCH_ACTIONS.map((action) => {
    const changed = changeAccess(context, holder, action, before);
    problems.push(...changed.problems);
    return [`${action}_access_levels`, changed.entries] as const;
  });
  if (problems.length > 0) throw new HttpError(422, { message: problems });
  return {
    ...before,
    ...Object.fromEntries(lists),
    allow_force_push: params.flag("allow_force_push") ?? before.allow_force_push,
    code_owner_approval_required: params.flag("code_owner_approval_required") ?? before.code_owner_approval_required,
    updated_at: new Date().toISOString(),
  };
}

/** The level and the entries that are sent add up. A new branch for which none are sent is for Maintainers. */
function changeAccess(
  { store, params, instance }: Context,
  holder: Group | Project,
  action: BranchAction,
  before: BranchRule,
): ReturnType<typeof applyAccess> {
  const level = params.number(`${action}_access_level`);
  // Without a licence there is one role for each of two lists, and it stays as it was made.
  const isLicensed = exists(instance, { tier: "premium" });
  const isTaken = level !== undefined && (isLicensed || (before.id === undefined && action !== "unprotect"));
  const sent: JsonObject[] = [
    ...(isTaken ? [{ access_level: level }] : []),
    ...(isLicensed ? (params.records(`allowed_to_${action}`) ?? []) : []),
  ];
  if (before.id === undefined && sent.length === 0) sent.push({ access_level: LEVEL.maintainer });
  return applyAccess(store, holder, action, accessOf(before, action), sent);
}

/** Takes a protection off; approval rules that are for it alone lose it. */
function remove({ store }: Context, { id, project_id }: ProtectedBranch): void {
  store.protectedBranches.delete(id);
  const rules = project_id === null ? store.approvalRules.all() : store.approvalRules.where("project", project_id);
  for (const rule of rules) {
    if (!rule.protected_branch_ids.includes(id)) continue;
    store.approvalRules.update(rule.id, { protected_branch_ids: rule.protected_branch_ids.filter((one) => one !== id) });
  }
}
