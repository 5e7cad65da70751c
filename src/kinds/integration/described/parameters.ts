import type { Refinements } from "../../../core/kind-data.js";
import { described } from "../../parts/described.js";

const happenings: Readonly<Record<string, string>> = {
  push: "pushes",
  tag_push: "tag pushes",
  issues: "changes of issues",
  confidential_issues: "changes of confidential issues",
  work_item: "changes of work items",
  confidential_work_item: "changes of confidential work items",
  merge_requests: "changes of merge requests",
  note: "comments",
  confidential_note: "comments on confidential items",
  pipeline: "pipelines",
  build: "jobs",
  wiki_page: "changes of wiki pages",
  deployment: "deployments",
  alert: "new alerts",
  incident: "new incidents",
  vulnerability: "new vulnerabilities",
  subgroup: "changes of subgroups",
  project: "changes of projects",
  commit: "commits that name an issue",
};

const channels: Readonly<Record<string, string>> = {
  push: "pushes",
  tag_push: "tag pushes",
  issue: "issues",
  confidential_issue: "confidential issues",
  merge_request: "merge requests",
  note: "comments",
  confidential_note: "comments on confidential items",
  pipeline: "pipelines",
  wiki_page: "wiki pages",
  deployment: "deployments",
  alert: "alerts",
  incident: "incidents",
  vulnerability: "vulnerabilities",
};

function each(names: Readonly<Record<string, string>>, suffix: string, sentence: (what: string) => string): Refinements {
  return described(Object.fromEntries(Object.entries(names).map(([name, what]) => [`${name}_${suffix}`, sentence(what)])));
}

/** What parameters mean that several integrations share. */
export const sharedParameters: Refinements = {
  ...each(happenings, "events", (what) => `Reacts to ${what}.`),
  ...each(channels, "channel", (what) => `Channel for ${what}; empty is the default channel.`),
  ...described({
    branches_to_be_notified: "Branches to report: all, default, protected, or default_and_protected.",
    channel: "Channel for events that have none of their own.",
    enable_ssl_verification: "The certificate of the other server is checked.",
    issues_url: "Address of an issue in the tracker; :id stands for its number.",
    new_issue_url: "Address of the form for a new issue in the tracker.",
    notify_only_broken_pipelines: "Reports only failed pipelines.",
    notify_only_default_branch: "Former name of branches_to_be_notified: reports only the default branch.",
    notify_only_when_pipeline_status_changes: "Reports a pipeline only if its result differs from the one before on the branch.",
    project_url: "Address of the project in the tracker.",
    restrict_to_branch: "Branches whose commits are looked at, separated by commas; empty is all.",
    webhook: "Address that messages are posted to; it is a secret.",
  }),
  ...described(
    {
      labels_to_be_notified: "Labels whose issues, merge requests and comments are reported, separated by commas; empty is all.",
    },
    { normalise: "comma-text" },
  ),
  ...described(
    { labels_to_be_notified_behavior: "Whether one of those labels is enough, match_any, or all must be there, match_all." },
    { nullable: true },
  ),
};
