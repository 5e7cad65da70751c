import type { CodeArea } from "./area.js";

/** Messages about kinds of resources. */
export const area: CodeArea = {
  name: "resources",
  title: "Messages about kinds of resources",
  description: "Combinations of attributes that a server refuses or ignores.",
  entries: {
    "approval-rule.any-approver": {
      means: "An `any_approver` rule names users, groups or other details.",
      cause: "Such a rule applies to everybody who may approve.",
      remedy: "Use `rule_type: regular`, or remove the attribute.",
    },
    "approval-rule.branches": {
      means: "An approval rule names branches in two ways.",
      cause: "`protected_branches` and `applies_to_all_protected_branches: true` are given together.",
      remedy: "Keep one of the two.",
    },
    "approval-rule.nobody": {
      means: "A regular approval rule names nobody.",
      cause: "The server approves such a rule by itself, or makes it a rule for any approver.",
      remedy: "Add users or groups, or write `rule_type: any_approver`.",
    },
    "approval-rule.nobody-left": {
      means: "Nobody is left who could approve.",
      cause: "All named users and groups lost the right to approve, so the rule stops nothing.",
      remedy: "Name users or groups who may approve.",
    },
    "approval-rule.report": {
      means: "`report_type` and `rule_type` do not fit.",
      cause: "`report_type` belongs only to rules of the type `report_approver`.",
      remedy: "Give both, or neither.",
    },
    "container-protection-rule.nobody": {
      means: "A protection rule of the container registry asks for no role.",
      cause: "Without a role the rule protects nothing.",
      remedy: "Give a role for pushes or for deletes.",
    },
    "environment.loose": {
      means: "An attribute of an environment has no effect alone.",
      cause: "It needs another attribute, for example the cluster agent.",
      remedy: "Give both, or neither.",
    },
    "group.ldap": {
      means: "An LDAP link of a group is incomplete.",
      cause: "`ldap_cn` and `ldap_access` belong together.",
      remedy: "Give both.",
    },
    "integration.monitoring": {
      means: "The monitoring integration has no address.",
      cause: "Without a site it needs `api_url`.",
      remedy: "Give `monitoring_site` or `api_url`.",
    },
    "job-token-scope.twice": {
      means: "The scope of job tokens is declared in two places.",
      cause: "The project has `ci_inbound_job_token_scope_enabled` with another value.",
      remedy: "Declare it in one place.",
    },
    "package-protection-rule.nobody": {
      means: "A protection rule of the package registry asks for no role.",
      cause: "Without a role the rule protects nothing.",
      remedy: "Give a role for pushes or for deletes.",
    },
    "project.beginning": {
      means: "A project starts from two sources.",
      cause: "A project that is imported, forked or made from a template cannot begin with a README.",
      remedy: "Remove `initialize_with_readme` or the other source.",
    },
    "project.merge-trains": {
      means: "Merge trains lack pipelines for merged results.",
      cause: "`merge_trains_enabled` needs `merge_pipelines_enabled: true`.",
      remedy: "Switch both on, or merge trains off.",
    },
    "project.topics": {
      means: "A topic contains a comma.",
      cause: "The server splits it into several topics.",
      remedy: "Write an item of the list for each topic.",
    },
    "protected-branch.empty": {
      means: "An empty list lets maintainers in.",
      cause: "The server replaces an empty list with its default on a new protection.",
      remedy: "Write at least one entry. Write `access_level: no_access` for nobody.",
    },
    "protected-branch.nobody": {
      means: "`no_access` has other entries next to it.",
      cause: "It means that nobody has access.",
      remedy: "Keep `no_access` alone, or the others.",
    },
    "protected-environment.approvals": {
      means: "`required_approval_count` has no effect.",
      cause: "`approval_rules` has counts of its own.",
      remedy: "Keep one of the two.",
    },
    "protected-environment.nobody": {
      means: "Nobody may deploy to the environment.",
      cause: "`deploy_access_levels` is empty.",
      remedy: "Add an entry with a role, user or group.",
    },
    "push-mirror.exclusive": {
      means: "A push mirror limits its branches in two ways.",
      cause: "`mirror_branch_regex` and `only_protected_branches` exclude each other.",
      remedy: "Keep one of the two.",
    },
    "settings.archive-builds": {
      means: "The period after which jobs are archived is not valid.",
      cause: "It is no length of time, or less than a day.",
      remedy: "Write, for example, `15 days` or `1 month`.",
    },
    "settings.delayed-deletion": {
      means: "The delayed deletion of projects needs that of groups.",
      cause: "`delayed_group_deletion` is off.",
      remedy: "Switch it on, or `delayed_project_deletion` off.",
    },
    "settings.deletion-period": {
      means: "A deletion period of 0 switches delayed deletion off.",
      cause: "Both the period and the delayed deletion are declared.",
      remedy: "Write a period of 1 to 90, or switch delayed deletion off.",
    },
    "settings.dormant-users": {
      means: "The period for dormant users is too short.",
      cause: "The server deactivates users after 90 days or more.",
      remedy: "Write 90 or more.",
    },
    "settings.key-restrictions": {
      means: "All types of SSH keys are switched off.",
      cause: "Each key restriction is -1.",
      remedy: "Allow at least one type.",
    },
    "settings.outbound-list": {
      means: "The list of allowed outbound addresses is too long.",
      cause: "The server takes 1000 entries at most.",
      remedy: "Remove entries.",
    },
    "settings.requires": {
      means: "A setting needs another setting.",
      cause: "The server refuses the setting without its companion.",
      remedy: "Write the companion beside it, or switch the setting off.",
    },
  },
};
