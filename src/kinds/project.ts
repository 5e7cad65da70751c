import type { Diagnostic } from "../core/errors.js";
import { alias } from "../core/fields.js";
import type { Spec, Value } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { collection } from "./parts/routes.js";
import { shares } from "./parts/shares.js";
import { features } from "./project/features.js";
import { mergeRequests } from "./project/merge-requests.js";
import { ownRoutes } from "./project/own-routes.js";
import { pipelines } from "./project/pipelines.js";
import { repository } from "./project/repository.js";

/** Projects (document 3, Project; what may be written and how from the reference of real servers). */
export const project = defineKind({
  name: "project",
  title: "Project",
  description: "A repository with its issues, merge requests and pipelines.",
  source: "document 3, Projects",
  oddities: {
    'The default branch needs a repository with a commit. On an empty repository, real servers refuse a change of the default branch (400, "Could not change HEAD: branch … does not exist").':
      null,
    "If the repository is empty, the plan leaves the default branch out and reports this. trueup sets the default branch once the branch exists.":
      null,
    "If a project is imported or created from a template, its repository appears later than the project. trueup waits with changes that need the repository.":
      null,
    "Shortly after the first commit, the server protects the default branch as the group or the instance prescribes.":
      "GitLab app/services/projects/protect_default_branch_service.rb",
    "The server may only schedule a delete. The server then appends -deletion_scheduled- (in older releases -deleted-) and the ID of the project to path and name. The old path becomes free.":
      "GitLab app/services/projects/mark_for_deletion_service.rb",
    "The API still returns a project whose deletion is scheduled.": null,
    "The server returns the flags of features (*_enabled) as they apply to the user who asks. The matching access levels are the same for every user.":
      "GitLab lib/api/entities/project.rb",
    "The server cannot change a share with a group. trueup deletes the share and creates it again.": null,
    "While trueup replaces a share, users and groups with access only through the share disappear from approval rules and protections. In the same run, apply restores these entries. After apply --plan, run apply again.":
      null,
    "The server accepts and ignores attributes that its licence does not include. Replies do not contain these attributes.": null,
    "No project can have a more open visibility than its group.": "GitLab doc/user/public_access.md",
  },
  weakens: {
    more: [
      "visibility",
      "shared_with_groups",
      "shared_with_groups.access_level",
      "issues_access_level",
      "repository_access_level",
      "merge_requests_access_level",
      "forking_access_level",
      "wiki_access_level",
      "builds_access_level",
      "snippets_access_level",
      "package_registry_access_level",
      "pages_access_level",
      "analytics_access_level",
      "container_registry_access_level",
      "security_and_compliance_access_level",
      "releases_access_level",
      "environments_access_level",
      "feature_flags_access_level",
      "infrastructure_access_level",
      "monitor_access_level",
      "model_experiments_access_level",
      "model_registry_access_level",
      "requirements_access_level",
      "operations_access_level",
      "public_jobs",
      "allow_merge_on_skipped_pipeline",
      "merge_trains_skip_train_allowed",
      "ci_allow_fork_pipelines_to_run_in_parent_project",
      "ci_push_repository_for_job_token_allowed",
      "ci_display_pipeline_variables",
      "protect_merge_request_pipelines",
      "allow_pipeline_trigger_approve_deployment",
      "spp_repository_pipeline_access",
      "mirror_overwrites_diverged_branches",
    ],
    less: [
      "only_allow_merge_if_pipeline_succeeds",
      "only_allow_merge_if_all_discussions_are_resolved",
      "only_allow_merge_if_all_status_checks_passed",
      "prevent_merge_without_jira_issue",
      "merge_request_title_regex",
      "approvals_before_merge",
      "fallback_approvals_required",
      "enforce_auth_checks_on_uploads",
      "warn_about_potentially_unwanted_characters",
      "only_mirror_protected_branches",
      "ci_separated_caches",
      "restrict_user_defined_variables",
      "ci_pipeline_variables_minimum_override_role",
      "security_policy_pipeline_must_succeed",
      "ci_inbound_job_token_scope_enabled",
      "secret_push_protection_enabled",
    ],
    other: ["default_branch"],
  },
  mistaken: { tags: "topics" },
  parents: {
    instance: {
      file: "projects",
      role: { create: "developer", update: "maintainer", delete: "owner" },
      routes: { ...collection("/projects", "{project}"), list: "GET /groups/{group}/projects" },
    },
  },
  tree: {
    parent: "group",
    fullPath: "path_with_namespace",
    parentParameter: "namespace_id",
    pathParameter: "path",
    uniqueName: "name",
    within: "GET /groups/{group}/projects",
    withinQuery: { include_subgroups: true, with_shared: false, order_by: "id", sort: "asc" },
    beside: "GET /groups/{group}/projects",
    besideQuery: { with_shared: false, order_by: "id", sort: "asc" },
    all: "GET /projects",
    allQuery: { order_by: "id", sort: "asc" },
    ownQuery: { membership: true },
    personal: "GET /users/{user}/projects",
    standing: {
      read: "GET /projects/{project}/members/all/{user}",
      level: "access_level",
      custom: "member_role",
      shares: "shared_with_groups",
    },
    restore: "POST /projects/{project}/restore",
    transfer: { route: "PUT /projects/{project}/transfer", parameter: "namespace" },
    scheduled: "marked_for_deletion_on",
    importing: { status: "import_status", running: ["scheduled", "started"], failed: "failed", error: "import_error" },
    defaultVisibility: { kind: "application_settings", field: "default_project_visibility" },
  },
  holdsData: true,
  planted: { names: ["topics"], repository: true },
  fields: {
    ...repository,
    ...features,
    ...mergeRequests,
    ...pipelines,
    ...ownRoutes,
    public_builds: alias("public_jobs", pipelines.public_jobs),
    shared_with_groups: shares("Groups whose members may use this project.", "/projects/{project}", {
      lockedBy: [{ kind: "group", field: "share_with_group_lock", is: true, noMore: true }],
    }),
  },
  further: async () => (await import("./project/further.js")).further,
  check: (spec) => [...beginnings(spec), ...trains(spec), ...splitTopics(spec)],
  example: {
    description: "Storefront",
    visibility: "internal",
    topics: ["typescript"],
    merge_method: "ff",
    wiki_access_level: "disabled",
    container_expiration_policy: { enabled: true, cadence: "7d", keep_n: 5 },
    shared_with_groups: [{ group: "acme/release", access_level: "developer" }],
  },
  exampleKey: "acme/platform/web",
});

/** A project starts from one thing only (the reference of real servers, projects: create-only attributes). */
function beginnings(spec: Spec): Diagnostic[] {
  const sources = ["import_url", "template_name", "template_project_id"].filter((name) => spec[name] !== undefined);
  if (spec["initialize_with_readme"] !== true || sources.length === 0) return [];
  return [
    {
      attribute: "initialize_with_readme",
      about: sources,
      message: `a project that starts from ${sources.join(" and ")} cannot start with a README`,
      allowed: `initialize_with_readme or ${sources.join(" or ")}, not both`,
      rule: "project.beginning",
    },
  ];
}

/** Servers take a list of topics as one text with commas (GitLab lib/api/validations/types/comma_separated_to_array.rb). */
function splitTopics({ topics }: Spec): Diagnostic[] {
  const named = Array.isArray(topics) ? (topics as readonly Value[]) : [];
  return named
    .filter((name) => typeof name === "string" && name.includes(","))
    .map((name) => ({
      attribute: "topics",
      message: `the server makes several topics of ${JSON.stringify(name)}, one for each part between commas`,
      allowed: "a topic for each item of the list",
      rule: "project.topics",
    }));
}

function trains(spec: Spec): Diagnostic[] {
  if (spec["merge_trains_enabled"] !== true || spec["merge_pipelines_enabled"] !== false) return [];
  return [
    {
      attribute: "merge_trains_enabled",
      about: ["merge_pipelines_enabled"],
      message: "merge trains need pipelines on the merged result",
      allowed: "merge_pipelines_enabled: true, or merge_trains_enabled: false",
      rule: "project.merge-trains",
    },
  ];
}
