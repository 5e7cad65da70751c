import { fold } from "../core/address.js";
import type { Judgement, Shown } from "../core/behaviour.js";
import type { Diagnostic } from "../core/errors.js";
import { flag, integer, oneOf, reference, refs, setOf } from "../core/fields.js";
import type { Spec, Value } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { described } from "./parts/described.js";
import { collection } from "./parts/routes.js";

const forAllBranches = "a rule for all protected branches ignores protected_branches";

/** Who must approve the merge requests of a project (document 2, Merge request approvals; silent drops from the reference of real servers). */
export const approvalRule = defineKind({
  name: "approval_rule",
  title: "Approval rule",
  description: "Users who must approve the merge requests of a project, and how many of them.",
  source: "document 2, Merge request approvals",
  oddities: {
    "The server silently ignores users and groups that are not members. The server also ignores users and groups that the user of the token cannot see.":
      "GitLab ee/app/services/concerns/approval_rules/updater.rb",
    "After a write, trueup compares the approvers that the server stored with the declared approvers.":
      "GitLab ee/app/services/concerns/approval_rules/updater.rb",
    "If nobody is left who can approve a regular rule, the rule counts as approved and blocks no merge request.":
      "gitlab issue #390121",
    "trueup refuses a plan that removes the last approver of a regular rule. If the live rule already has no approver, the plan contains a warning.":
      "gitlab issue #390121",
    "Any approver fulfils a new rule that has no users and no groups.": "gitlab issue #500319",
    "A project has at most one rule that any approver fulfils. The server may create this rule by itself, and trueup adopts it.":
      "GitLab ee/app/models/approval_project_rule.rb",
    "If a branch is protected again, the protection gets a new ID. trueup then writes the approval rules again that name this branch.":
      null,
  },
  weakens: {
    itself: "less",
    more: ["users", "groups", "vulnerabilities_allowed"],
    less: ["approvals_required", "applies_to_all_protected_branches"],
    covered: ["protected_branches"],
    // Servers take for approved what more people would have to approve than may; the author may not.
    holds: ({ approvals_required: required, users, groups }, after) =>
      !Array.isArray(users) ||
      (Array.isArray(groups) && groups.length > 0) ||
      users.length > Number(required) ||
      after["approvals_required"] === 0,
  },
  parents: {
    project: { file: "approval_rules", routes: collection("/projects/{project}/approval_rules", "{approval_rule}") },
  },
  key: {
    description: "The rule's name.",
    write: "name",
    repeated: true,
    read: "name",
    max: 255,
    with: { field: "rule_type", default: "regular", alone: "any_approver" },
  },
  tier: "premium",
  chained: true,
  planted: { names: ["users", "groups"] },
  fields: {
    approvals_required: integer("Number of approvals needed; 0 makes them optional.", {
      required: true,
      carried: true,
      min: 0,
      max: 100,
    }),
    rule_type: oneOf(
      "Whether named users approve, anybody, or those of a report.",
      ["regular", "any_approver", "report_approver"],
      {
        default: "regular",
        on: "create",
      },
    ),
    report_type: oneOf("The report that asks for approval.", ["license_scanning", "code_coverage"], {
      on: "create",
      inVendor: { from: "19.0", values: ["code_coverage"] },
    }),
    users: setOf(
      "Users who may approve; they must be members of the project.",
      reference("A user by name.", "user", "id", { eligible: { among: "members" } }),
      { default: [], write: "user_ids", carried: true },
    ),
    groups: setOf(
      "Groups whose members may approve. Share the project with each: only members of the project can approve.",
      refs("group", {
        eligible: { among: "invited", kept: "of its members, only those can approve who are members of the project otherwise" },
      }),
      {
        default: [],
        write: "group_ids",
        carried: true,
      },
    ),
    protected_branches: setOf(
      "Protected branches that the rule is for; none is all branches.",
      refs("protected_branch", { cased: true }),
      {
        default: [],
        write: "protected_branch_ids",
        carried: true,
        inapplicable: { while: { applies_to_all_protected_branches: true }, reason: forAllBranches },
      },
    ),
    applies_to_all_protected_branches: flag("The rule is for all protected branches.", { default: false, carried: true }),
  },
  refined: described(
    {
      scanners: "Security scanners whose findings the rule is about; none is all.",
      severity_levels: "Severities of findings that the rule is about.",
      vulnerabilities_allowed: "Findings up to which nobody has to approve.",
      vulnerability_states: "States of findings that the rule is about.",
    },
    { tier: "ultimate" },
  ),
  // Approvers by name are read as users; the other only takes groups off that the token cannot see.
  ignored: { usernames: "read-elsewhere", remove_hidden_groups: "action" },
  inherent: { shown: { rule_type: "any_approver", approvals_required: 0 } },
  keptUndeclared: { rule_type: "report_approver" },
  check: (spec) => [...approvers(spec), ...reports(spec), ...branches(spec)],
  guard: ({ action, spec, live }) =>
    action === "create" ? nobody(spec) : action === "update" && live ? nobodyCanApprove(spec, live) : [],
  marks: ["rule_type", "contains_hidden_groups", "eligible_approvers"],
  example: { approvals_required: 2, users: ["alice"], groups: ["acme/platform"], protected_branches: ["main"] },
  exampleKey: "Security",
});

function some(value: Value | undefined): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** A regular rule that names nobody stops nothing: new, it is one that any approver fulfils, and later it counts as approved by itself. */
function nobody(spec: Spec): Diagnostic[] {
  if ((spec["rule_type"] ?? "regular") !== "regular" || some(spec["users"]) || some(spec["groups"])) return [];
  return [
    {
      attribute: "rule_type",
      about: ["users", "groups"],
      message: "a regular rule without users and groups is approved by itself, or by any approver where it is new",
      allowed: "users or groups, or rule_type: any_approver",
      rule: "approval-rule.nobody",
    },
  ];
}

/** Refused where the files make it so, and told where it is so already. */
function nobodyCanApprove(spec: Spec, live: Shown): Judgement[] {
  const isWarning = nobodyLeft(live.spec, live).length > 0;
  return nobodyLeft({ ...live.spec, ...spec }, live).map((diagnostic) => ({
    ...diagnostic,
    ...(isWarning ? { isWarning } : {}),
  }));
}

/** Of a live rule that asks for approvals: nobody would be left who could give one. Groups that the token cannot see may have somebody; whom those have that it can, the server says of those that are live. */
function nobodyLeft(whole: Spec, { spec, marks }: Shown): Diagnostic[] {
  const { users, groups, approvals_required: required } = whole;
  const isGuard = (marks["rule_type"] ?? whole["rule_type"]) === "regular" && typeof required === "number" && required > 0;
  if (!isGuard || users === undefined || groups === undefined || marks["contains_hidden_groups"] === true) return [];
  const isAsLive = alike(users, spec["users"]) && alike(groups, spec["groups"]);
  const isNobodys = !some(users) && !some(groups);
  if (!isNobodys && !(isAsLive && marks["eligible_approvers"] === 0)) return [];
  return [
    {
      attribute: "approvals_required",
      message: "nobody is left who could approve, and such a rule is approved by itself: it stops no merge request",
      allowed: "users or groups with somebody who may approve, approvals_required: 0, or no rule (ensure: absent)",
      rule: "approval-rule.nobody-left",
    },
  ];
}

function alike(list: Value | undefined, other: Value | undefined): boolean {
  const names = (value: Value | undefined) => (Array.isArray(value) ? value.map((name) => fold(String(name))).sort() : []);
  return JSON.stringify(names(list)) === JSON.stringify(names(other));
}

/** Where both lists are managed, they must not both be empty; a rule that anybody fulfils names nobody. */
function approvers(spec: Spec): Diagnostic[] {
  if (spec["users"] !== undefined && spec["groups"] !== undefined && nobody(spec).length > 0) return nobody(spec);
  const named = ["users", "groups"].filter((name) => some(spec[name]));
  if (spec["rule_type"] !== "any_approver") return [];
  return named.map((attribute) => ({
    attribute,
    about: ["rule_type"],
    message: `an any_approver rule takes no ${attribute}`,
    allowed: `rule_type: regular, or no ${attribute}`,
    rule: "approval-rule.any-approver",
  }));
}

function reports(spec: Spec): Diagnostic[] {
  const isReport = spec["rule_type"] === "report_approver";
  const hasType = spec["report_type"] !== undefined && spec["report_type"] !== null;
  if (isReport === hasType) return [];
  return [
    {
      attribute: isReport ? "rule_type" : "report_type",
      about: ["rule_type", "report_type"],
      message: isReport ? "a report_approver rule needs report_type" : "report_type is only for report_approver rules",
      allowed: isReport ? "report_type: license_scanning or code_coverage" : "rule_type: report_approver, or no report_type",
      rule: "approval-rule.report",
    },
  ];
}

function branches(spec: Spec): Diagnostic[] {
  if (spec["applies_to_all_protected_branches"] !== true || !some(spec["protected_branches"])) return [];
  return [
    {
      attribute: "protected_branches",
      about: ["applies_to_all_protected_branches"],
      message: forAllBranches,
      allowed: "protected_branches, or applies_to_all_protected_branches: true, not both",
      rule: "approval-rule.branches",
    },
  ];
}
