import { described } from "../parts/described.js";

/** What is known of attributes that only facts of releases name. */
export const describedProject = {
  ...described({
    automatic_rebase_enabled: "Merge requests are rebased by themselves when they are merged.",
    ci_skip_branch_pipelines_for_mrs: "Branches with an open merge request get no pipelines of their own.",
    cicd_catalog_enabled: "The project's components are in the CI/CD catalog.",
    feature_flags_minimum_role: [
      "Lowest role that may change feature flags: no_one_allowed, developer, maintainer, or owner.",
      "developer",
    ],
  }),
  ...described(
    {
      duo_dependency_bump_breaking_changes_enabled: "AI mends what a new release of a dependency breaks.",
      merge_train_enforcement:
        "Users who may merge past the merge train: allow_bypass anybody, enforce_with_owner_override owners, enforce_for_all_users nobody.",
      reviewer_assignment_strategy:
        "How reviewers of new merge requests are chosen: disabled for not at all, code_owners, or dap_powered by AI.",
    },
    { tier: "premium" },
  ),
};
