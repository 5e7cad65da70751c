import { LEVEL, checkUnmodified, groupFor, isProject, projectFor, writableProject } from "../../core/access.js";
import { type Context, type Handler, page } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import type { GroupOrProject, JsonObject } from "../../core/records.js";
import { HttpError, conflict, created, forbidden, noContent, notFound, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { approvalRuleTable } from "../approval-rules/records.js";
import {
  BRANCH_ACTIONS,
  type BranchAction,
  type BranchRule,
  type ProtectedBranch,
  accessOf,
  admits,
  ownRules,
  protectedBranchTable,
  rulesOver,
} from "./access.js";
import { applyAccess } from "./entries.js";
import { presentGroupProtectedBranch, presentProtectedBranch } from "./present.js";

const SHORTEST_PART = 3;

/** Protected branches of projects and of top-level groups (beyond the documents; the reference of real servers, section C and kinds, section 2.2). */
export default {
  operations: {
    ...operationsOf("projects", {
      read: (context) => projectFor(context, LEVEL.developer),
      write: (context) => writableProject(context, LEVEL.maintainer),
    }),
    ...operationsOf("groups", {
      read: (context) => groupFor(context, LEVEL.owner),
      write: (context) => groupFor(context, LEVEL.owner),
    }),
  },
} satisfies Resource;

function operationsOf(
  place: "projects" | "groups",
  { read, write }: Readonly<Record<"read" | "write", (context: Context) => GroupOrProject>>,
): Record<string, Handler> {
  const at = `/${place}/{id}/protected_branches`;
  const present = place === "projects" ? presentProtectedBranch : presentGroupProtectedBranch;
  return {
    [`GET ${at}`]: (context) => {
      const rules = rulesIn(context, read(context));
      const search = context.params.text("search")?.toLowerCase() ?? "";
      const protectedBranches = rules.filter((rule) => rule.name.toLowerCase().includes(search));
      return page(protectedBranches, context, (rule) => present(context, rule));
    },
    [`GET ${at}/{name}`]: (context) => ok(present(context, find(context, read(context)))),
    [`POST ${at}`]: (context) => {
      const holder = write(context);
      const draft = begin(context, holder);
      requireUnprotect(context, holder, draft);
      return created(present(context, context.store.of(protectedBranchTable).insert(draft)));
    },
    [`PATCH ${at}/{name}`]: (context) => {
      const holder = write(context);
      const rule = find(context, holder);
      requireUnprotect(context, holder, rule);
      return ok(present(context, context.store.of(protectedBranchTable).update(rule.id, change(context, holder, rule))));
    },
    [`DELETE ${at}/{name}`]: (context) => {
      const holder = write(context);
      const rule = find(context, holder);
      requireUnprotect(context, holder, rule);
      if (isProject(holder)) checkUnmodified(context, rule.updated_at ?? "");
      remove(context, rule);
      return isProject(holder) || context.instance.dialect === "neutral" ? noContent() : ok(present(context, rule));
    },
  };
}

function rulesIn({ store }: Context, holder: GroupOrProject): ProtectedBranch[] {
  return isProject(holder) ? rulesOver(store, holder) : ownRules(store, holder);
}

/** A protected branch of the project or group itself, by name: what a project has from its group is not found there. */
function find(context: Context, holder: GroupOrProject): ProtectedBranch {
  const rule = named(context, holder);
  if (rule === undefined) throw isProject(holder) ? notFound() : notFound("ProtectedBranch");
  return rule;
}

/**
 * The protected branch that a request names. Real servers look for that of a group as for a search: the oldest whose name holds the one that is given, in
 * any letter case, if that has three characters or more; so `main` also finds `domain`.
 */
function named({ store, params, instance }: Context, holder: GroupOrProject): ProtectedBranch | undefined {
  const name = params.requiredText("name");
  const rules = ownRules(store, holder);
  if (isProject(holder) || instance.dialect === "neutral") return rules.find((rule) => rule.name === name);
  const part = name.toLowerCase();
  const isLong = part.length >= SHORTEST_PART;
  return rules.find((rule) => (isLong ? rule.name.toLowerCase().includes(part) : rule.name.toLowerCase() === part));
}

/** Throws 403 unless the caller may unprotect the branch of a project, which changing and, on a new one, protecting it takes too. */
function requireUnprotect({ store, instance, user }: Context, holder: GroupOrProject, rule: BranchRule): void {
  const entries = accessOf(rule, "unprotect");
  if (!isProject(holder) || user === undefined || user.is_admin || entries.length === 0 || !exists(instance, { tier: "premium" }))
    return;
  if (!entries.some((entry) => admits(store, entry, user, holder))) throw forbidden();
}

/** A new protected branch. Throws 409 when its name is there already. */
function begin(context: Context, holder: GroupOrProject): BranchRule {
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
function change(context: Context, holder: GroupOrProject, before: BranchRule): BranchRule {
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
  holder: GroupOrProject,
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
  store.of(protectedBranchTable).delete(id);
  const rules =
    project_id === null ? store.of(approvalRuleTable).all() : store.of(approvalRuleTable).where("project", project_id);
  for (const rule of rules) {
    if (!rule.protected_branch_ids.includes(id)) continue;
    store.of(approvalRuleTable).update(rule.id, { protected_branch_ids: rule.protected_branch_ids.filter((row) => row !== id) });
  }
}
