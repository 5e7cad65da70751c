import { flag, onText, partsOfText } from "../../core/fields.js";
import type { Json } from "../../core/json.js";
import type { Shape } from "../../core/kind.js";
import { address, branches, chatEvents, checkCertificate, events, requiredText, optional, token } from "./parameters.js";

const issueTracker: Shape = {
  description: "Links issues to an external issue tracker.",
  fields: {
    new_issue_url: address("Address of the form for a new issue."),
    issues_url: address("Address of an issue; :id stands for its number."),
    project_url: address("Address of the project in the tracker."),
  },
};

const chat: Shape = {
  description: "Tells a chat room about events.",
  fields: {
    webhook: token("Address that messages are posted to; it is a secret."),
    notify_only_broken_pipelines: flag("Reports only failed pipelines.", { default: true }),
    branches_to_be_notified: branches("default"),
    ...chatEvents,
  },
};

/** A text of lines whose outer blanks and line ends do not count. */
const trimmedLines = (value: Json) => onText(value, (text) => partsOfText(text, /\r?\n/).join("\n"));

/** Parameters by slug (document 2, Project integrations; slugs and vendor names from the reference of real servers). */
export const shapes: Readonly<Record<string, Shape>> = {
  asana: {
    description: "Adds commit messages as comments to tasks.",
    fields: {
      api_key: token("Token of the user in whose name comments are made."),
      restrict_to_branch: optional("Branches whose commits are looked at, comma-separated; unset is all.", {
        normalise: "comma-text",
      }),
    },
  },
  assembla: {
    description: "Sends commits to a source-commit endpoint.",
    fields: { token: token("Token for the endpoint."), subdomain: optional("Subdomain of the endpoint.") },
  },
  bamboo: {
    description: "Runs builds on a build server with plan keys.",
    fields: {
      buildserver_url: address("Address of the build server.", { vendor: "bamboo_url" }),
      enable_ssl_verification: checkCertificate(),
      build_key: requiredText("Key of the build plan."),
      username: requiredText("User who may start the build."),
      password: token("Password of that user."),
    },
  },
  "custom-issue-tracker": issueTracker,
  bugzilla: issueTracker,
  ewm: {
    description: "Links issues to work items of an external tracker.",
    fields: {
      ...issueTracker.fields,
      issues_url: address("Address of a work item; :id stands for its number.", {
        pattern: { like: ":id", hint: "an address that contains :id" },
      }),
    },
  },
  buildkite: {
    description: "Starts pipelines of an external CI service.",
    fields: {
      token: token("Token that the service gave for the project."),
      project_url: address("Address of the pipeline at the service."),
      enable_ssl_verification: flag("Has no effect: certificates are always checked.", {
        deprecated: { replacement: "nothing: certificates are always checked" },
        unreadable: true,
      }),
      ...events("push_events", "merge_requests_events", "tag_push_events"),
    },
  },
  campfire: {
    description: "Tells a chat room about pushes.",
    fields: {
      token: token("Token for the chat service."),
      subdomain: optional("Subdomain of the chat service."),
      room: optional("Id of the room, the last part of its address."),
    },
  },
  datadog: {
    description: "Sends data on pipelines to a monitoring service.",
    fields: {
      api_key: token("Key for the monitoring service."),
      api_url: optional("Address of the service, instead of the site.", { format: "url" }),
      monitoring_env: optional("Environment that data is tagged with.", { vendor: "datadog_env" }),
      monitoring_service: optional("Service that data is tagged with.", { vendor: "datadog_service" }),
      monitoring_site: optional("Site of the service that data is sent to.", {
        vendor: "datadog_site",
        default: "datadoghq.com",
      }),
      monitoring_tags: optional("Further tags, one key:value on each line.", { vendor: "datadog_tags", normalise: trimmedLines }),
      archive_trace_events: flag("Job logs are sent too.", { default: false }),
    },
    refined: { datadog_ci_visibility: { description: "Reports pipelines and jobs." } },
  },
  "unify-circuit": chat,
  pumble: chat,
  "webex-teams": chat,
  discord: {
    description: "Tells a chat room about events.",
    fields: { webhook: token("Address that messages are posted to; it is a secret.") },
  },
  "drone-ci": {
    description: "Starts pipelines on an external CI server.",
    fields: {
      token: token("Token for the CI server."),
      ciserver_url: address("Address of the CI server.", { vendor: "drone_url" }),
      enable_ssl_verification: checkCertificate(),
      ...events("push_events", "merge_requests_events", "tag_push_events"),
    },
  },
  "emails-on-push": {
    description: "Sends an e-mail about each push.",
    fields: {
      recipients: requiredText("Addresses that e-mails go to, separated by blanks.", { normalise: "words" }),
      disable_diffs: flag("E-mails leave out the code that changed.", { default: false }),
      send_from_committer_email: flag("E-mails come from the address of the committer.", { default: false }),
      ...events("push_events", "tag_push_events"),
      branches_to_be_notified: branches("all"),
    },
  },
  confluence: {
    description: "Puts a link to a workspace in the place of the wiki.",
    fields: { workspace_url: address("Address of the workspace.", { vendor: "confluence_url" }) },
  },
  "external-wiki": {
    description: "Puts a link to an external wiki in the place of the wiki.",
    fields: { external_wiki_url: address("Address of the external wiki.") },
  },
  flowdock: {
    description: "Sends Git activity to a chat flow.",
    fields: { token: token("Token of the flow.") },
  },
  github: {
    description: "Sends the status of pipelines to commits of an external repository.",
    tier: "premium",
    fields: {
      token: token("Token for the external repository, with the scope for commit statuses."),
      repository_url: address("Address of the external repository."),
      static_context: flag("The instance's name, not the branch, is added to the name of the check.", { default: true }),
    },
  },
};
