import { type CalledChange, type KindCall, namesGone } from "../core/behaviour.js";
import { flag, mapOf, onText, secret, setOf, text } from "../core/fields.js";
import { canonicalJson, type JsonObject } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { splitAddress } from "../core/secret-names.js";
import { described } from "./parts/described.js";
import { asPairs, byName } from "./parts/pairs.js";
import { collection } from "./parts/routes.js";

/** What is sent along and stands in the address without being shown. */
const part = (description: string, value: string) =>
  mapOf(description, secret(value, { secret: { mayBePlain: true }, unreadable: true }), {
    default: {},
    decode: byName("key"),
    encode: asPairs("key"),
  });
const hidden = {
  custom_headers: part("Headers that are sent along, by name; their values are never shown.", "Value of the header."),
  url_variables: part(
    "Secret parts of the address, by the name in braces; the server never shows the values.",
    "What stands for it.",
  ),
};

const hookRoutes = {
  project: collection("/projects/{project}/hooks", "{hook}"),
  group: collection("/groups/{group}/hooks", "{hook}"),
  instance: collection("/hooks", "{hook}"),
};

/** Events by name, switched on; push, which a new hook has by itself, is off unless it is among them. */
function eventsOf(events: readonly string[]): JsonObject {
  return { push_events: false, ...Object.fromEntries(events.map((event) => [`${event.replace(/_events$/, "")}_events`, true])) };
}

/** An update adds to what is there: what goes has a route of its own. */
function withRemovals(
  calls: readonly KindCall[],
  { action, parent, write, live = {}, params }: CalledChange,
): readonly KindCall[] {
  if (action === "create") return calls;
  const route = hookRoutes[parent as keyof typeof hookRoutes].delete;
  return [
    ...calls,
    ...Object.keys(hidden).flatMap((name) =>
      (write[name] === undefined ? [] : namesGone(write[name], live[name])).map((key): KindCall => ({
        route: `${route}/${name}/{key}`,
        params: { ...params, key },
        phase: "main",
      })),
    ),
  ];
}

/** Addresses that are called when something happens (the reference of real servers, hooks). */
export const hook = defineKind({
  name: "hook",
  title: "Hook",
  description: "An address that is called when something happens.",
  source: "the reference of real servers, hooks",
  oddities: {
    "The server never returns tokens and values of headers.": "GitLab lib/api/entities/hook.rb",
    "A user name, a password or a token in the address is not part of the key. Write {username}, {password} or {token} in the key, and set the value in url_variables.":
      null,
    "If the address of a hook changes, the server removes the headers. The server also removes the token, unless the call sends the token again.":
      "GitLab app/models/concerns/web_hooks/hook.rb",
    "Some releases remove the token if a change does not send the token. If a file declares the token, trueup therefore sends the token with every change of the hook.":
      null,
    "The server allows two hooks with the same address. trueup cannot tell them apart.":
      "GitLab app/models/concerns/web_hooks/hook.rb",
  },
  weakens: { itself: "more", less: ["enable_ssl_verification", "token", "signing_token"] },
  dialect: "vendor",
  parents: {
    project: { file: "hooks", routes: hookRoutes.project },
    group: { file: "hooks", routes: hookRoutes.group, tier: "premium" },
    instance: { file: "system_hooks", routes: hookRoutes.instance },
  },
  marks: ["alert_status"],
  calls: withRemovals,
  guard: ({ action, live }) =>
    action === "update" && live?.marks["alert_status"] === "disabled"
      ? [
          {
            rule: "ailing",
            message: "the server does not call it any more, because calls of it have failed: try it on the server's pages",
            isWarning: true,
          },
        ]
      : [],
  key: {
    description: "The address that is called.",
    write: "url",
    read: "url",
    repeated: true,
    repeatable: true,
    form: (value) => onText(value, (address) => splitAddress(address).address),
    variables: "url_variables",
    // With a new address servers drop the token and the headers: it is another hook.
    fixed: true,
    max: 2048,
  },
  short: {
    field: setOf("Events at which it is called, without _events.", text("An event.", { min: 1 })),
    example: ["push", "merge_requests"],
    expand: (value) => (Array.isArray(value) && value.every((event) => typeof event === "string") ? eventsOf(value) : undefined),
    shorten: (spec) => {
      const events = Object.keys(spec)
        .filter((name) => spec[name] === true)
        .map((name) => name.replace(/_events$/, ""));
      return events.length > 0 && canonicalJson(eventsOf(events)) === canonicalJson({ ...spec }) ? events : undefined;
    },
  },
  fields: {
    token: secret("Sent along, so that the address knows who calls.", {
      nullable: { unset: "" },
      unreadable: true,
      carried: true,
      shown: { presence: "token_present" },
    }),
    push_events: flag("It is called when somebody pushes.", { default: true }),
    tag_push_events: flag("It is called when somebody pushes a tag.", { default: false }),
    merge_requests_events: flag("It is called when merge requests change.", { default: false }),
    ...hidden,
    enable_ssl_verification: flag("The certificate of the address is checked.", { default: true }),
    name: text("Name that people see.", { nullable: true }),
    description: text("What it is for.", { nullable: true }),
  },
  refined: {
    ...described(
      {
        confidential_issues_events: "It is called when confidential issues change.",
        confidential_note_events: "It is called when somebody comments on what is confidential.",
        deployment_events: "It is called when a deployment starts or ends.",
        emoji_events: "It is called when somebody gives or takes back an emoji.",
        feature_flag_events: "It is called when a feature flag changes.",
        issues_events: "It is called when issues change.",
        job_events: "It is called when jobs change their state.",
        member_events: "It is called when members come and go.",
        milestone_events: "It is called when milestones change.",
        note_events: "It is called when somebody comments.",
        pipeline_events: "It is called when pipelines change their state.",
        project_events: "It is called when projects of the group come and go.",
        releases_events: "It is called when releases change.",
        resource_access_token_events: "It is called when access tokens are about to end.",
        resource_deploy_token_events: "It is called when deploy tokens are about to end.",
        subgroup_events: "It is called when subgroups come and go.",
        vulnerability_events: "It is called when vulnerabilities change.",
        wiki_page_events: "It is called when pages of the wiki change.",
        repository_update_events: "It is called when a push changes a repository, once for all that it changes.",
      },
      { default: false },
    ),
    branch_filter_strategy: { description: "How the filter of branches is read.", default: "wildcard" },
    custom_webhook_template: { description: "What is sent in place of the usual.", default: null },
    push_events_branch_filter: { description: "Branches whose pushes count; empty for all.", default: "" },
    signing_token: {
      description: "Key that signs requests: whsec_ and 32 bytes in Base64.",
      shown: { presence: "signing_token_present", specimen: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" },
    },
  },
  example: { push_events: true, token: "${env:HOOK_TOKEN}" },
  exampleKey: "https://ci.example.com/hook",
});
