import { groupChain } from "../../core/access.js";
import type { PlatformState } from "../../core/context.js";
import { instanceSetting, numberSetting } from "../../core/instance-settings.js";
import { isAtLeast } from "../../core/instance.js";
import { type Group, type Json, isObject, orPreset } from "../../core/records.js";
import type { Store } from "../../core/store.js";

/** Attributes that every reply on a group shows, with their values before anybody writes them (the reference of real servers, groups). */
const SHORT: Readonly<Record<string, Json>> = {
  share_with_group_lock: false,
  require_two_factor_authentication: false,
  two_factor_grace_period: 48,
  subgroup_creation_level: "maintainer",
  auto_devops_enabled: null,
  mentions_disabled: null,
  request_access_enabled: true,
  ldap_cn: null,
  ldap_access: null,
  file_template_project_id: null,
};

/** Attributes that only the details of one group show. Tier and version gate them in the API description. */
const DETAILS: Readonly<Record<string, Json>> = {
  organization_id: 1,
  membership_lock: false,
  shared_runners_minutes_limit: null,
  extra_shared_runners_minutes_limit: null,
  prevent_forking_outside_group: false,
  default_branch: null,
  default_branch_protection_defaults: null,
  enabled_git_access_protocol: "all",
  step_up_auth_required_oauth_provider: null,
  lock_math_rendering_limits_enabled: false,
  max_artifacts_size: null,
  allow_personal_snippets: true,
  built_in_project_templates_enabled: true,
  lock_built_in_project_templates_enabled: false,
  allowed_email_domains_list: null,
  wiki_access_level: "enabled",
  service_access_tokens_expiration_enforced: true,
  only_allow_merge_if_pipeline_succeeds: false,
  allow_merge_on_skipped_pipeline: false,
  only_allow_merge_if_all_discussions_are_resolved: false,
  experiment_features_enabled: false,
  duo_core_features_enabled: null,
  lock_duo_features_enabled: false,
};

/** Attributes that a group can lock for all groups below it (`lock_` before the name): they are there as they are in that group (real servers). */
const LOCKABLE = ["math_rendering_limits_enabled", "duo_features_enabled", "built_in_project_templates_enabled"] as const;

/** Attributes of the details that a subgroup without a value of its own has from the group above it. */
const CASCADING: Readonly<Record<string, Json>> = {
  math_rendering_limits_enabled: true,
  web_based_commit_signing_enabled: false,
  duo_features_enabled: true,
  auto_duo_code_review_enabled: false,
};

/** Attributes that only top-level groups have: subgroups ignore them and do not show them. */
const TOP_LEVEL: Readonly<Record<string, Json>> = {
  prevent_sharing_groups_outside_hierarchy: false,
  unique_project_download_limit: 0,
  unique_project_download_limit_interval_in_seconds: 0,
  unique_project_download_limit_allowlist: [],
  unique_project_download_limit_alertlist: [],
  auto_ban_user_on_excessive_projects_download: false,
  ip_restriction_ranges: null,
};

export const TOP_LEVEL_ONLY: ReadonlySet<string> = new Set(Object.keys(TOP_LEVEL));

/** How releases before 16.0 call disabled shared runners that subgroups may enable again. */
const OLDER_WORD = "disabled_with_override";

/** Project creation levels by the number that the instance's default has. */
const CREATION_LEVELS: readonly string[] = ["noone", "maintainer", "developer", "administrator", "owner"];

/** What every reply on a group shows of its attributes: own, inherited or the instance's. */
export function shortAttributes(world: PlatformState, group: Group): Record<string, Json> {
  const emailsDisabled = inherited(world.store, group, "emails_disabled");
  return {
    ...orPreset(group.attributes, SHORT),
    description: group.attributes["description"] ?? (world.instance.dialect === "neutral" ? null : ""),
    project_creation_level: projectCreationLevel(world.store, group),
    emails_disabled: emailsDisabled,
    ...(isAtLeast(world.instance.version, "16.5") ? { emails_enabled: emailsDisabled !== true } : {}),
    lfs_enabled: group.attributes["lfs_enabled"] ?? true,
    default_branch_protection: branchProtection(world.store, group),
  };
}

/** What the details show beyond that. */
export function detailedAttributes(world: PlatformState, group: Group): Record<string, Json> {
  const { instance, store } = world;
  const runners = sharedRunners(group);
  return {
    ...orPreset(group.attributes, DETAILS),
    ...Object.fromEntries(Object.entries(CASCADING).map(([name, preset]) => [name, effective(store, group, name, preset)])),
    ...lockedAbove(store, group.parent_id),
    show_diff_preview_in_email: showsDiffs(store, group),
    shared_runners_setting: runners === "disabled_and_overridable" && !isAtLeast(instance.version, "16.0") ? OLDER_WORD : runners,
    ...(group.parent_id === null ? orPreset(group.attributes, TOP_LEVEL) : {}),
    duo_namespace_access_rules: accessRules(store, group.attributes["duo_namespace_access_rules"]),
  };
}

/** Rules name a group by id; replies show which one it is. */
export function accessRules(store: Store, rules: Json | undefined): Json {
  if (!Array.isArray(rules)) return [];
  return rules.map((rule: Json) => {
    const through = isObject(rule) ? rule["through_namespace"] : undefined;
    const named = isObject(through) ? store.groups.get(Number(through["id"])) : undefined;
    if (!isObject(rule) || named === undefined) return rule;
    return { ...rule, through_namespace: { id: named.id, name: named.name, full_path: named.full_path } };
  });
}

/** The default branch protection that holds: the group's, else the instance's. */
export function branchProtection(store: Store, group: Group | undefined): number {
  const level = group?.attributes["default_branch_protection"];
  return typeof level === "number" ? level : numberSetting(store, "default_branch_protection");
}

/** Who may create projects: the group's own level, else the instance's default. */
export function projectCreationLevel(store: Store, group: Group): string {
  const level = group.attributes["project_creation_level"];
  return typeof level === "string"
    ? level
    : (CREATION_LEVELS[Number(instanceSetting(store, "default_project_creation"))] ?? "developer");
}

/** The shared runners setting of a group; a new subgroup has its parent's. */
export function sharedRunners(group: Group | undefined): string {
  const setting = group?.attributes["shared_runners_setting"];
  return typeof setting === "string" ? setting : "enabled";
}

/** True unless the group or one above it keeps code out of e-mails. */
export function showsDiffs(store: Store, group: Group): boolean {
  const chain = groupChain(store, group.id);
  return chain.every((id) => store.groups.get(id)?.attributes["show_diff_preview_in_email"] !== false);
}

/** The own value of the group or the nearest group above that has one. */
export function effective(store: Store, group: Group, name: string, preset: Json): Json {
  for (const id of groupChain(store, group.id)) {
    const value = store.groups.get(id)?.attributes[name] ?? null;
    if (value !== null) return value;
  }
  return preset;
}

/** What groups lock of all that lies below them, for one that lies in the group: of several locks that of the highest counts. */
export function lockedAbove(store: Store, parentId: number | null): Record<string, Json> {
  const above = parentId === null ? [] : groupChain(store, parentId).flatMap((id) => store.groups.get(id) ?? []);
  return Object.fromEntries(
    above.flatMap((group) =>
      LOCKABLE.filter((name) => group.attributes[`lock_${name}`] === true).map((name) => [
        name,
        effective(store, group, name, true),
      ]),
    ),
  );
}

/** A switch that a group above forces on. */
function inherited(store: Store, group: Group, name: string): Json {
  const above = groupChain(store, group.id).slice(1);
  if (above.some((id) => store.groups.get(id)?.attributes[name] === true)) return true;
  return group.attributes[name] ?? null;
}
