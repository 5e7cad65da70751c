import { flag, integer, oneOf, text } from "../../core/fields.js";

const premiumUpdate = { tier: "premium", on: "update" } as const;
const templates = {
  ...premiumUpdate,
  nullable: true,
  dropped: "without the licence for it the server ignores this setting",
} as const;

/** Attributes of issues and merge requests: how they are written, approved and merged. */
export const mergeRequests = {
  merge_method: oneOf("How merge requests are merged.", ["merge", "rebase_merge", "ff"], { default: "merge" }),
  squash_option: oneOf("Whether commits are squashed.", ["never", "always", "default_on", "default_off"], {
    default: "default_off",
  }),
  only_allow_merge_if_pipeline_succeeds: flag("Merge requests are merged only after a successful pipeline.", { default: false }),
  allow_merge_on_skipped_pipeline: flag("A skipped pipeline counts as successful.", {
    default: false,
    normalise: [[null, false]],
  }),
  only_allow_merge_if_all_discussions_are_resolved: flag("Merge requests are merged only with all threads resolved.", {
    default: false,
  }),
  only_allow_merge_if_all_status_checks_passed: flag("Merge requests are merged only after all status checks have passed.", {
    default: false,
    tier: "ultimate",
  }),
  resolve_outdated_diff_discussions: flag("Threads on lines that change are resolved.", { default: false }),
  remove_source_branch_after_merge: flag("The source branch is deleted after the merge.", { default: true }),
  printing_merge_request_link_enabled: flag("A push answers with a link to open a merge request.", { default: true }),
  autoclose_referenced_issues: flag("Merging closes the issues that the merge request names.", { default: true }),
  mr_default_target_self: flag("Merge requests of this fork aim at the fork itself.", {
    shown: "sometimes",
    default: false,
    dropped: "only forks have this setting",
  }),
  mr_default_title_template: text("Template of the title of merge requests.", { nullable: true }),
  suggestion_commit_message: text("Commit message of applied suggestions.", { nullable: true }),
  merge_commit_template: text("Template of the message of merge commits.", { nullable: true }),
  squash_commit_template: text("Template of the message of squashed commits.", { nullable: true }),
  issue_branch_template: text("Template of the name of branches made from issues.", { nullable: true }),
  merge_request_title_regex: text("Regular expression that titles of merge requests must match.", { nullable: true }),
  merge_request_title_regex_description: text("Message about the titles that merge requests must have.", {
    nullable: true,
  }),
  issues_template: text("Template of new issues.", templates),
  merge_requests_template: text("Template of new merge requests.", templates),
  approvals_before_merge: integer("Number of approvals that a merge request needs.", {
    default: 0,
    min: 0,
    tier: "premium",
    deprecated: { replacement: "approval rules" },
  }),
  fallback_approvals_required: integer("Approvals needed where no rule applies.", { ...premiumUpdate, min: 0, unreadable: true }),
  prevent_merge_without_jira_issue: flag("Merge requests must name an issue of the external tracker.", {
    tier: "premium",
    default: false,
  }),
  merge_pipelines_enabled: flag("Pipelines run on the merged result.", { ...premiumUpdate, default: false }),
  merge_trains_enabled: flag("Merge requests are merged one after the other, each tested with those before it.", {
    ...premiumUpdate,
    default: false,
    requires: ["merge_pipelines_enabled"],
  }),
  merge_trains_skip_train_allowed: flag("A merge request may be merged past the train.", {
    ...premiumUpdate,
    default: false,
  }),
  max_pipelines_per_merge_train: integer("Pipelines that a merge train runs at once.", { ...premiumUpdate, min: 1 }),
  auto_duo_code_review_enabled: flag("Merge requests are reviewed by AI.", {
    tier: "ultimate",
    default: false,
    defaultFrom: ["parent"],
  }),
};
