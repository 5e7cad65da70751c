import type { CodeArea } from "./area.js";

/** Findings of trueup doctor --pipeline. */
export const area: CodeArea = {
  name: "pipeline",
  title: "Findings of `trueup doctor --pipeline`",
  description: "Settings of the repository through which an author could get a token or skip a review.",
  entries: {
    "pipeline.approval": {
      means: "A change can be merged without an approval.",
      cause: "The project requires no approval.",
      remedy: "Require at least one approval as the finding shows.",
    },
    "pipeline.approval-after-push": {
      means: "An approval stays after another push.",
      cause: "The project does not reset approvals.",
      remedy: "Reset approvals on each push as the finding shows.",
    },
    "pipeline.audit-token": {
      means: "The token of this audit may write.",
      cause: "The token has the scope `api`.",
      remedy: "Use a token with the scope `read_api`.",
    },
    "pipeline.checkout": {
      means: "A workflow with secrets checks out the request.",
      cause: "On `pull_request_target`, a program of the request can then read the secrets.",
      remedy: "Remove the checkout. `trueup ci` fetches the files itself.",
    },
    "pipeline.ci-file": {
      means: "An author can change the pipeline in a merge request.",
      cause: "The definition of the pipeline is in the repository itself.",
      remedy: "Move it to another repository with `ci_config_path`.",
    },
    "pipeline.code-owner-approval": {
      means: "Changes to owned files need no approval of the owners.",
      cause: "The protection of the branch does not require it.",
      remedy: "Require the approval of code owners.",
    },
    "pipeline.code-owners": {
      means: "Nobody owns the files of the pipeline.",
      cause: "`CODEOWNERS` is missing, or does not name them.",
      remedy: "Add lines for the files that the finding lists.",
    },
    "pipeline.environment": {
      means: "Other branches can use the environment of the apply job.",
      cause: "The environment is not protected.",
      remedy: "Protect the environment as the finding shows.",
    },
    "pipeline.force-push": {
      means: "Users may rewrite the default branch.",
      cause: "The protection allows force pushes.",
      remedy: "Switch force pushes off.",
    },
    "pipeline.fork-pipelines": {
      means: "A pipeline of a fork can run in this project.",
      cause: "The jobs are those of the fork, and get variables of this project.",
      remedy: "Switch off `ci_allow_fork_pipelines_to_run_in_parent_project`.",
    },
    "pipeline.fork-workflows": {
      means: "Workflows of forks can get secrets or a token.",
      cause: "A setting of the repository allows it.",
      remedy: "Change the setting that the finding names.",
    },
    "pipeline.job-approval": {
      means: "A workflow can approve pull requests.",
      cause: "The settings of actions allow it.",
      remedy: "Switch it off as the finding shows.",
    },
    "pipeline.job-token": {
      means: "A workflow may write to the repository by default.",
      cause: "The default permissions of workflows include writes.",
      remedy: "Make the default read-only.",
    },
    "pipeline.masked-token": {
      means: "A variable with a token is printed in logs or open to more jobs.",
      cause: "The variable is not masked, protected or hidden as it should be.",
      remedy: "Change the variable as the finding shows.",
    },
    "pipeline.merge-without-plan": {
      means: "A change can be merged without a successful plan.",
      cause: "The project does not require a successful pipeline, or accepts a skipped pipeline.",
      remedy: "Require successful pipelines.",
    },
    "pipeline.older-apply": {
      means: "An older apply job can run after a newer job.",
      cause: "Outdated deployment jobs are not prevented.",
      remedy: "Switch on `ci_forward_deployment_enabled`.",
    },
    "pipeline.plain-token": {
      means: "Each job gets the same token.",
      cause: "The variable `TRUEUP_TOKEN` gives it to every command.",
      remedy: "Use a token for each job as the finding shows.",
    },
    "pipeline.protected-requests": {
      means: "A merge request between protected branches gets the write token.",
      cause: "Pipelines of merge requests get protected variables.",
      remedy: "Switch off `protect_merge_request_pipelines`.",
    },
    "pipeline.push": {
      means: "A change can reach the default branch without a request.",
      cause: "Users may push to the branch.",
      remedy: "Let nobody push, and require requests.",
    },
    "pipeline.repeated-apply": {
      means: "A user can run an older apply job again.",
      cause: "The project allows to repeat deployment jobs.",
      remedy: "Switch off `ci_forward_deployment_rollback_allowed`.",
    },
    "pipeline.repository-secret": {
      means: "A workflow of any branch can read the token.",
      cause: "The secret belongs to the repository in place of the environment.",
      remedy: "Move the secret to the protected environment.",
    },
    "pipeline.self-approval": {
      means: "Authors can approve their own changes.",
      cause: "The settings of approvals allow it.",
      remedy: "Forbid it as the finding shows.",
    },
    "pipeline.token-age": {
      means: "A token does not expire, or lives too long.",
      cause: "Its expiry is missing or far away.",
      remedy: "Replace the token with a shorter expiry.",
    },
    "pipeline.token-scope": {
      means: "A token of the project may change its settings.",
      cause: "The token has the role Maintainer and the scope `api`.",
      remedy: "Use a token with the role Reporter.",
    },
    "pipeline.variables": {
      means: "Users can start a pipeline with their own variables.",
      cause: "Such values come before those of the project.",
      remedy: "Set `ci_pipeline_variables_minimum_override_role` to `no_one_allowed`.",
    },
    "pipeline.workflow-permissions": {
      means: "A workflow has more permissions than it needs.",
      cause: "It has no `permissions: {}` at the top.",
      remedy: "Add it, and give each job what it needs.",
    },
    "pipeline.write-token": {
      means: "Jobs that only plan can get the write token.",
      cause: "The variable with the write token is not limited to the apply job.",
      remedy: "Limit it to the protected environment as the finding shows.",
    },
  },
};
