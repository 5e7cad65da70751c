import type { Field } from "../../src/core/fields.js";
import type { Json } from "../../src/core/json.js";
import { rolesSince } from "../../src/core/types/access-level.js";

/** Two valid values of one attribute, in the form of the files. */
export type TwoValues = readonly [Json, Json];

/** What the world of the tests holds, by what may refer to it: two of each. */
const named: Readonly<Record<string, TwoValues>> = {
  user: ["alice", "bob"],
  group: ["acme/one", "acme/two"],
  project: ["acme/base", "acme/spare"],
  protected_branch: ["main", "release"],
  topic: ["typescript", "rust"],
};

/** False for what refers to something that the world of the tests has no two of: a test of the kind that is referred to has them. */
export function hasValues({ type, target = "", item, fields = {} }: Field): boolean {
  // What may be left out of an entry is, where nothing is known for it.
  const parts = [...(item ? [item] : []), ...Object.values(fields).filter((part) => type !== "entries" || part.required)];
  return (type !== "reference" || Object.hasOwn(named, target)) && parts.every(hasValues);
}

/** Secrets that files refer to, by the name of the variable. */
export const secrets: Readonly<Record<string, string>> = {
  FIRST_SECRET: "first-secret-of-the-matrix",
  SECOND_SECRET: "second-secret-of-the-matrix",
  FIRST_HOOK: "https://hooks.example.com/first-secret-of-the-matrix",
  SECOND_HOOK: "https://hooks.example.com/second-secret-of-the-matrix",
  FIRST_SIGNING: `whsec_${Buffer.alloc(32, 1).toString("base64")}`,
  SECOND_SIGNING: `whsec_${Buffer.alloc(32, 2).toString("base64")}`,
};

const hooks: TwoValues = ["${env:FIRST_HOOK}", "${env:SECOND_HOOK}"];
const issues: TwoValues = ["https://first.example.com/:id", "https://second.example.com/:id"];
/** Both on first, both off later: one of them is only possible with the other. */
const hiddenParts: TwoValues = [
  { first: "${env:FIRST_SECRET}" },
  { first: "${env:FIRST_SECRET}", second: "${env:SECOND_SECRET}" },
];
const sshKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJxLh3x1xQ0yHcW0j0iPZ5l7Jm0t0o9yQ2cC8tGzQ3sN";
const together: TwoValues = [true, false];

/** Attributes whose values must keep a rule that no type tells, by kind (or kind and slug) and name. */
const odd: Readonly<Record<string, TwoValues>> = {
  "application_settings.after_sign_out_path": ["https://example.com/bye", "https://example.com/farewell"],
  "application_settings.auto_devops_domain": ["apps.example.com", "apps.example.net"],
  "application_settings.cluster_service_account_id": ["123456789012", "210987654321"],
  "application_settings.commit_email_hostname": ["users.example.com", "people.example.com"],
  "application_settings.deactivate_dormant_users_period": [120, 180],
  "application_settings.default_ci_config_path": ["ci/first.yml", "ci/second.yml"],
  "application_settings.delayed_group_deletion": together,
  "application_settings.delayed_project_deletion": together,
  "application_settings.deletion_adjourned_period": [30, 60],
  "application_settings.disabled_oauth_sign_in_sources": [["github"], ["google_oauth2"]],
  "application_settings.domain_allowlist": [["example.com", "*.example.com"], ["example.net"]],
  "application_settings.domain_denylist": [["example.org"], ["example.edu", "example.org"]],
  "application_settings.geo_node_allowed_ips": ["10.0.0.0/8", "192.168.0.0/16, 10.0.0.0/8"],
  "application_settings.outbound_local_requests_whitelist": [["10.0.0.1"], ["intranet.example.com", "10.0.0.2"]],
  "application_settings.personal_access_token_prefix": ["one-", "two-"],
  "application_settings.repository_storages": [["second"], ["default", "second"]],
  "application_settings.repository_storages_weighted": [{ default: 40 }, { default: 70 }],
  "application_settings.restricted_visibility_levels": [["public"], ["internal", "public"]],
  "application_settings.default_group_visibility": ["internal", "private"],
  "application_settings.default_project_visibility": ["internal", "private"],
  "application_settings.default_snippet_visibility": ["internal", "private"],
  "application_settings.searchengine_url": [
    "http://search.example.com:9200",
    "http://a.example.com:9200,http://b.example.com:9200",
  ],
  "appearance.message_background_color": ["#112233", "#445566"],
  "appearance.message_font_color": ["#abc", "#778899"],
  "approval_rule.rule_type": ["regular", "regular"],
  "group.emails_disabled": together,
  "group.emails_enabled": [false, true],
  "group.ip_restriction_ranges": ["10.0.0.0/8,192.168.0.0/16", "10.0.0.0/8"],
  "group.allowed_email_domains_list": ["example.com,example.net", "example.org"],
  "group.unique_project_download_limit_allowlist": [["alice"], ["alice", "bob"]],
  "group.shared_runners_setting": ["disabled_and_unoverridable", "disabled_and_overridable"],
  "group.visibility": ["internal", "public"],
  "project.ci_config_path": ["ci/first.yml", "ci/second.yml"],
  "project.default_branch": ["main", "release"],
  "project.emails_disabled": together,
  "project.emails_enabled": [false, true],
  "project.import_url": ["https://example.com/first.git", "https://example.com/second.git"],
  "project.initialize_with_readme": [true, true],
  "project.keep_latest_artifact": [false, true],
  "project.merge_pipelines_enabled": together,
  "project.merge_trains_enabled": together,
  "project.packages_enabled": [false, true],
  // Who may not see the code is not shown the path of the CI configuration.
  "project.repository_access_level": ["private", "enabled"],
  "project.repository_storage": ["default", "second"],
  "project.topics": [["typescript"], ["typescript", "rust"]],
  "project.visibility": ["internal", "public"],
  "project.ci_id_token_sub_claim_components": [["project_path"], ["project_path", "ref_type"]],
  "project.ci_restrict_pipeline_cancellation_role": ["developer", "maintainer"],
  "integration.discord.webhook": hooks,
  "integration.bugzilla.issues_url": issues,
  "integration.confluence.workspace_url": ["https://first.atlassian.net/wiki", "https://second.atlassian.net/wiki"],
  "integration.custom-issue-tracker.issues_url": issues,
  "integration.clickup.issues_url": issues,
  "integration.ewm.issues_url": issues,
  "integration.phorge.issues_url": issues,
  "integration.redmine.issues_url": issues,
  "integration.youtrack.issues_url": issues,
  "integration.pumble.webhook": hooks,
  "integration.unify-circuit.webhook": hooks,
  "integration.webex-teams.webhook": hooks,
  "integration.datadog.monitoring_tags": ["team:one\nstage:two", "team:three"],
  // Nobody stands alone, and nobody but maintainers is what a new one has.
  "protected_branch.allowed_to_push.access_level": ["developer", "admin"],
  "protected_branch.allowed_to_merge.access_level": ["developer", "admin"],
  "deploy_key.key": [sshKey, sshKey],
  "push_mirror.host_keys": [[`mirror.example.com ${sshKey}`], [`other.example.com ${sshKey.slice(0, -1)}M`]],
  "deploy_key.expires_at": ["2035-01-31T00:00:00.000Z", "2036-02-28T00:00:00.000Z"],
  "package_protection_rule.package_type": ["npm", "pypi"],
  "pipeline_schedule.ref": ["refs/heads/main", "refs/heads/release"],
  "pipeline_schedule.cron": ["0 4 * * 1", "30 5 * * *"],
  "pipeline_schedule.cron_timezone": ["Etc/UTC", "Europe/Berlin"],
  "freeze_period.freeze_end": ["0 8 * * 1", "30 9 * * 1"],
  "freeze_period.cron_timezone": ["Etc/UTC", "Europe/Berlin"],
  "label.color": ["#112233", "#445566"],
  "branch.ref": ["main", "main"],
  "repository_file.content": ["first\n", "second\n"],
  "broadcast_message.starts_at": ["2035-01-07T06:00:00Z", "2035-01-08T06:00:00Z"],
  "broadcast_message.ends_at": ["2035-01-07T09:00:00Z", "2035-01-08T09:00:00Z"],
  "broadcast_message.color": ["#112233", "#445566"],
  "broadcast_message.font": ["#112233", "#445566"],
  "feature_flag.strategies": [
    [{ name: "default", scopes: ["staging"] }],
    [{ name: "flexibleRollout", parameters: { groupId: "web", rollout: "25", stickiness: "default" }, scopes: ["production"] }],
  ],
  "badge.image_url": ["https://first.example.com/badge.svg", "https://second.example.com/badge.svg"],
  "badge.link_url": ["https://first.example.com/%{project_path}", "https://second.example.com"],
  "environment.external_url": ["https://first.example.com", "https://second.example.com"],
  "pipeline_schedule.inputs": [{ first: "one" }, { first: "two", second: [1, true] }],
  "job_token_scope.projects": [["acme/spare"], []],
  // Only the names are ever shown.
  "hook.custom_headers": hiddenParts,
  "hook.url_variables": hiddenParts,
  "hook.push_events_branch_filter": ["feature/.*", "main"],
  "hook.signing_token": ["${env:FIRST_SIGNING}", "${env:SECOND_SIGNING}"],
  "member.access_level": ["developer", "maintainer"],
  "protected_tag.allowed_to_create.access_level": ["developer", "no_access"],
  "integration.emails-on-push.recipients": ["a@example.com b@example.com", "c@example.com"],
};

/** Parts of entries that can name nothing, because the platform of the tests has none of it. */
const nameless: ReadonlySet<string> = new Set([
  "protected_branch.allowed_to_push.deploy_key",
  "protected_tag.allowed_to_create.deploy_key",
]);

/** Two values of an attribute that the platform accepts; the first is not the platform's default. `at` is the kind (and slug) and the name. */
export function twoValues(field: Field, at: string): TwoValues {
  return odd[at] ?? (field.secret ? ["${env:FIRST_SECRET}", "${env:SECOND_SECRET}"] : ofType(field, at));
}

/** How the attribute is unset: null; for a record, null for what can be unset in it; undefined where nothing can. */
export function unsetValue(field: Field): Json | undefined {
  if (field.nullable) return null;
  if (field.type !== "record") return undefined;
  const inner = Object.entries(field.fields ?? {}).filter(([, part]) => part.nullable);
  return inner.length === 0 ? undefined : Object.fromEntries(inner.map(([name]) => [name, null]));
}

function ofType(field: Field, at: string): TwoValues {
  switch (field.type) {
    case "text":
      return ofText(field, at);
    case "integer":
    case "number":
      return ofNumber(field);
    case "flag":
      return [field.default !== true, field.default === true];
    case "enum":
    case "level":
      return ofWords(field);
    case "source":
      return ["./assets/first.txt", "./assets/second.txt"];
    case "image":
      return ["./assets/first.png", "./assets/second.png"];
    case "reference":
      return named[field.target ?? ""] ?? missing(at);
    case "set":
    case "list":
      return ofList(field, at);
    case "map":
      return [{ first: innerValues(field, at)[0] }, { first: innerValues(field, at)[1] }];
    case "scalar":
      return ["first", "second"];
    case "document":
      return [{ first: ["one"] }, { second: ["one", "two"] }];
    case "record":
      return [ofParts(field, at, 0), ofParts(field, at, 1)];
    case "entries":
      return [ofEntries(field, at, 0), ofEntries(field, at, 1)];
    default:
      return missing(at);
  }
}

function ofText(field: Field, at: string): TwoValues {
  const word = at.slice(at.lastIndexOf(".") + 1).replaceAll("_", "-");
  switch (field.format) {
    case "url":
      return [`https://first.example.com/${word}`, `https://second.example.com/${word}`];
    case "duration":
      return ["15 days", "2 months"];
    case "date":
      return ["2035-01-31", "2036-02-28"];
    case "email":
      return ["first@example.com", "second@example.com"];
    default:
      if (field.pattern !== undefined) return missing(at);
      return [`First ${word}`, `Second ${word}: "quotes", ümlauts & <marks>`];
  }
}

function ofNumber({ min, max, default: usual }: Field): TwoValues {
  const least = min ?? 0;
  const candidates = [least + 2, least + 3, least + 1, max, least].filter(
    (one) => one !== undefined && one !== usual && one <= (max ?? one),
  );
  const [first, second] = candidates;
  return first === undefined || second === undefined ? missing(`a number from ${min} to ${max}`) : [first, second];
}

/** The last word is the one that comes into play, so that both differ from the default where there are three. */
function ofWords(field: Field): TwoValues {
  // Of roles, those that every release has.
  const words = (field.values ?? []).filter((word) => word !== field.default && rolesSince[word] === undefined);
  const [first, second = field.default] = words;
  return first === undefined || second === undefined ? missing(field.description) : [first, second];
}

function ofList(field: Field, at: string): TwoValues {
  const [first, second] = innerValues(field, at);
  return [[first], [second, first]];
}

function innerValues(field: Field, at: string): TwoValues {
  return field.item ? twoValues(field.item, `${at}[]`) : missing(at);
}

function ofParts(field: Field, at: string, which: 0 | 1): Json {
  return Object.fromEntries(
    Object.entries(field.fields ?? {}).map(([name, part]) => [name, twoValues(part, `${at}.${name}`)[which]]),
  );
}

/** First one entry, then another and a changed one: what comes, what goes and what changes. */
function ofEntries(field: Field, at: string, which: 0 | 1): Json {
  // Servers of the documents would drop what they do not know in it.
  const parts = Object.entries(field.fields ?? {}).filter(([, part]) => part.dialect !== "vendor" && hasValues(part));
  const entry = (identity: string, who: 0 | 1, what: 0 | 1): Json =>
    Object.fromEntries(
      parts
        .filter(([name]) => name === identity || !field.identity?.includes(name))
        .map(([name, part]) => [name, twoValues(part, `${at}.${name}`)[name === identity ? who : what]]),
    );
  const identities = (field.identity ?? []).filter((name) => !nameless.has(`${at}.${name}`));
  const first = identities[0] ?? "";
  if (which === 0) return identities.map((identity) => entry(identity, 0, 0));
  return [entry(first, 0, 1), ...identities.map((identity) => entry(identity, 1, 1))];
}

function missing(at: string): never {
  throw new Error(`no two values are known for ${at}: add them to the table`);
}
