import { LEVEL, checkUnmodified, findProject, requireUser, writableProject } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Project } from "../../core/records.js";
import { badParameters, created, noContent, notFound, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { rulesOver } from "../protected-branches/access.js";
import { presentApprovalRule } from "./present.js";
import { type ApprovalRule, approvalRuleTable, checkRule, hiddenGroups, membersOf, seenGroups, unique } from "./records.js";
import { approvalRuleSeed } from "./seed.js";

type Draft = Omit<ApprovalRule, "id">;

const PLACES = ["any_approver", "regular", "code_owner", "report_approver"];

/** Approval rules of projects (document 2, Merge request approvals; silent drops and checks from the reference of real servers, section E). */
export default {
  operations: {
    "GET /projects/{id}/approval_rules": (context) => {
      requireUser(context);
      const project = findProject(context);
      return page(inOrder(context, project), context, (rule) => presentApprovalRule(context, rule));
    },
    "GET /projects/{id}/approval_rules/{approval_rule_id}": (context) => {
      requireUser(context);
      return ok(presentApprovalRule(context, findRule(context, findProject(context))));
    },
    "POST /projects/{id}/approval_rules": (context) => {
      const project = writableProject(context, LEVEL.maintainer);
      const draft = newRule(context, project);
      check(context, draft, undefined);
      return created(presentApprovalRule(context, context.store.of(approvalRuleTable).insert(draft)));
    },
    "PUT /projects/{id}/approval_rules/{approval_rule_id}": (context) => {
      const project = writableProject(context, LEVEL.maintainer);
      const before = findRule(context, project);
      requireDocumented(context);
      const draft = changedRule(context, project, before);
      check(context, draft, before);
      return ok(presentApprovalRule(context, context.store.of(approvalRuleTable).update(before.id, draft)));
    },
    "DELETE /projects/{id}/approval_rules/{approval_rule_id}": (context) => {
      const rule = findRule(context, writableProject(context, LEVEL.maintainer));
      checkUnmodified(context, rule.updated_at);
      context.store.of(approvalRuleTable).delete(rule.id);
      return noContent();
    },
  },
  seeds: [approvalRuleSeed],
} satisfies Resource;

/** The rules of a project. Real servers put the one that takes anybody first, and those for reports last. */
function inOrder({ store, instance }: Context, project: Project): ApprovalRule[] {
  const rules = store.of(approvalRuleTable).where("project", project.id);
  if (instance.dialect === "neutral") return rules;
  return rules.toSorted((a, b) => PLACES.indexOf(a.rule_type) - PLACES.indexOf(b.rule_type));
}

function findRule({ store, params }: Context, project: Project): ApprovalRule {
  const rule = store.of(approvalRuleTable).get(params.requiredNumber("approval_rule_id"));
  if (rule === undefined || rule.project_id !== project.id) throw notFound();
  return rule;
}

/** Document 2 requires name and approvals_required of an update too; real servers only the id. Throws 400. */
function requireDocumented({ params, instance }: Context): void {
  if (instance.dialect === "vendor") return;
  const missing = ["name", "approvals_required"].filter((name) => (params.get(name) ?? null) === null);
  if (missing.length > 0) throw badParameters(missing.map((name) => `${name} is missing`).join(", "));
}

/** A rule of which nobody is left, and whose type was not said, is one that any approver fulfils. */
function newRule(context: Context, project: Project): Draft {
  const { params } = context;
  const user_ids = membersOf(context, project, params.numbers("user_ids") ?? []);
  const group_ids = seenGroups(context, params.numbers("group_ids") ?? []);
  const isForAnybody = user_ids.length === 0 && group_ids.length === 0;
  const rule_type = (params.text("rule_type") ?? (isForAnybody ? "any_approver" : "regular")) as ApprovalRule["rule_type"];
  const applies_to_all_protected_branches = params.flag("applies_to_all_protected_branches") ?? false;
  return {
    project_id: project.id,
    name: params.requiredText("name"),
    rule_type,
    report_type: rule_type === "report_approver" ? (params.text("report_type") ?? null) : null,
    approvals_required: params.requiredNumber("approvals_required"),
    user_ids,
    group_ids,
    protected_branch_ids: applies_to_all_protected_branches ? [] : branchesOf(context, project, []),
    applies_to_all_protected_branches,
    updated_at: new Date().toISOString(),
  };
}

function changedRule(context: Context, project: Project, before: ApprovalRule): Draft {
  const { params, instance } = context;
  const isNeutral = instance.dialect === "neutral";
  const applies_to_all_protected_branches =
    params.flag("applies_to_all_protected_branches") ?? before.applies_to_all_protected_branches;
  return {
    ...before,
    name: params.text("name") ?? before.name,
    approvals_required: params.number("approvals_required") ?? before.approvals_required,
    user_ids: isLeftAlone(context, "user_ids") ? before.user_ids : membersOf(context, project, params.numbers("user_ids") ?? []),
    group_ids: isLeftAlone(context, "group_ids")
      ? before.group_ids
      : [...seenGroups(context, params.numbers("group_ids") ?? []), ...(isNeutral ? [] : hiddenGroups(context, before))],
    protected_branch_ids: applies_to_all_protected_branches
      ? before.protected_branch_ids
      : branchesOf(context, project, before.protected_branch_ids),
    applies_to_all_protected_branches,
    updated_at: new Date().toISOString(),
  };
}

/** Document 2: users and groups that an update does not list are removed. Real servers leave a list alone that was not sent. */
function isLeftAlone({ params, instance }: Context, name: "user_ids" | "group_ids"): boolean {
  return instance.dialect === "vendor" && !params.has(name);
}

/** Protected branches of the project among those sent, inherited ones included; those of other projects are dropped without a word. */
function branchesOf({ store, params }: Context, project: Project, preset: readonly number[]): readonly number[] {
  if (!params.has("protected_branch_ids")) return preset;
  const known = new Set(rulesOver(store, project).map(({ id }) => id));
  return unique(params.numbers("protected_branch_ids") ?? []).filter((id) => known.has(id));
}

/** Throws 400 with all that is wrong with a rule. */
function check(context: Context, draft: Draft, before: ApprovalRule | undefined): void {
  const isReport = draft.rule_type === "report_approver";
  const others = context.store
    .of(approvalRuleTable)
    .where("project", draft.project_id)
    .filter((rule) => rule.id !== before?.id && rule.rule_type === draft.rule_type);
  const lacksReport = isReport && draft.report_type === null;
  // Several rules for a report may have one name (the reference of real servers, ordering, section 3).
  checkRule(context, draft, isReport ? [] : others, "project", lacksReport ? { report_type: ["can't be blank"] } : {});
}
