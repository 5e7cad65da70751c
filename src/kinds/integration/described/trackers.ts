import type { Shape } from "../../../core/kind-data.js";
import { describedShape, installedApp } from "./shape.js";

const ultimate = { tier: "ultimate" } as const;

/** Integrations with trackers of issues and requirements. */
export const trackers: Readonly<Record<string, Shape>> = {
  clickup: describedShape("Links tasks of ClickUp."),
  jira: describedShape("Links issues of Jira and changes them from commits and merge requests.", {
    url: "Address of the Jira server.",
    api_url: "Address of Jira's API where it is another one; empty is url.",
    jira_auth_type: "How Jira knows who asks: 0 user name and password or token, 1 personal access token.",
    username: "User name or e-mail address at Jira; not needed for a personal access token.",
    password: "Password, API token or personal access token for Jira.",
    jira_issue_regex: "Regular expression that finds keys of issues in text.",
    jira_issue_prefix: "What stands before keys of issues in text.",
    jira_issue_transition_id: "Numbers of the transitions that close an issue, separated by commas; empty picks them by itself.",
    issues_enabled: ["Issues of Jira are shown here.", { tier: "premium" }],
    project_key: ["Key of the Jira project whose issues vulnerabilities become.", ultimate],
    project_keys: ["Keys of the Jira projects whose issues are shown; empty is all.", { tier: "premium" }],
    vulnerabilities_enabled: ["Issues of Jira can be made of vulnerabilities.", ultimate],
    vulnerabilities_issuetype: ["Number of the type of issue that a vulnerability becomes.", ultimate],
    customize_jira_issue_enabled: ["The form of Jira opens before an issue is made of a vulnerability.", ultimate],
    jira_check_enabled: ["Pushes are refused whose commits do not pass the checks on issues of Jira.", { tier: "premium" }],
    jira_exists_check_enabled: ["The issue that a commit names must exist.", { tier: "premium" }],
    jira_assignee_check_enabled: ["The issue that a commit names must be assigned to who pushes.", { tier: "premium" }],
    jira_status_check_enabled: ["The issue that a commit names must have one of the allowed statuses.", { tier: "premium" }],
    jira_allowed_statuses_as_string: [
      "Statuses that issues named by commits may have, separated by commas.",
      { tier: "premium" },
    ],
    comment_on_event_enabled: "Issues get comments when commits and merge requests name them.",
  }),
  "jira-cloud-app": installedApp("Sends development information to Jira Cloud through its app; it is installed in Jira first.", {
    jira_cloud_app_service_ids: "Ids of the services in Jira Service Management that deployments belong to, separated by commas.",
    jira_cloud_app_enable_deployment_gating: "Deployments wait for their approval in Jira Service Management.",
    jira_cloud_app_deployment_gating_environments: "Environments whose deployments wait, separated by commas.",
  }),
  linear: describedShape("Links issues of Linear.", { workspace_url: "Address of the workspace at Linear." }),
  phorge: describedShape("Links tasks of Phorge."),
  pivotaltracker: describedShape("Adds commit messages as comments to stories of Pivotal Tracker.", {
    token: "Token for Pivotal Tracker.",
  }),
  redmine: describedShape("Links issues of Redmine."),
  "squash-tm": describedShape("Tells Squash TM when issues change, so that requirements follow.", {
    url: "Address of the webhook in Squash TM.",
    token: "Secret token that Squash TM expects.",
  }),
  youtrack: describedShape("Links issues of YouTrack."),
  zentao: describedShape("Shows issues of ZenTao.", {
    url: "Address of the ZenTao server.",
    api_url: "Address of ZenTao's API where it is another one; empty is url.",
    api_token: "Token for ZenTao.",
    zentao_product_xid: "Number of the product in ZenTao.",
  }),
};
