// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { TrueupDataSource, TrueupResource } from "./resource.js";

/** Who may push. */
export interface GroupDefaultBranchProtectionDefaultsAllowedToPush {
  /** Access level that may push. Allowed: `no_access`, `developer`, `maintainer`, `admin`. */
  readonly accessLevel?: "no_access" | "developer" | "maintainer" | "admin" | number | IResolvable;
}

/** Who may merge. */
export interface GroupDefaultBranchProtectionDefaultsAllowedToMerge {
  /** Access level that may merge. Allowed: `no_access`, `developer`, `maintainer`, `admin`. */
  readonly accessLevel?: "no_access" | "developer" | "maintainer" | "admin" | number | IResolvable;
}

/** Protection of default branches in detail. Since release 17.0. */
export interface GroupDefaultBranchProtectionDefaults {
  /** Who may push. */
  readonly allowedToPush?: readonly (GroupDefaultBranchProtectionDefaultsAllowedToPush | IResolvable)[] | IResolvable;
  /** Who may merge. */
  readonly allowedToMerge?: readonly (GroupDefaultBranchProtectionDefaultsAllowedToMerge | IResolvable)[] | IResolvable;
  /** Those who may push may also force it. Default: `false`. */
  readonly allowForcePush?: boolean | IResolvable;
  /** Developers may make the first push. Default: `false`. */
  readonly developerCanInitialPush?: boolean | IResolvable;
}

/** Ready-made agents that are on or off. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
export interface GroupFoundationalAgentsStatuses {
  /** The agent's reference. */
  readonly reference?: string;
  /** The agent is on. */
  readonly enabled: boolean | IResolvable;
}

/** Settings of AI features in detail. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
export interface GroupAiSettingsAttributes {
  /** The agent platform is on. */
  readonly duoAgentPlatformEnabled?: boolean | IResolvable;
  /** Agents may use the Model Context Protocol. */
  readonly duoWorkflowMcpEnabled?: boolean | IResolvable;
  /** Data on the use of AI features is collected. */
  readonly aiUsageDataCollectionEnabled?: boolean | IResolvable;
  /** New ready-made agents are on. */
  readonly foundationalAgentsDefaultEnabled?: boolean | IResolvable;
  /** What happens when a prompt looks forged. Allowed: `no_checks`, `log_only`, `interrupt`. */
  readonly promptInjectionProtectionLevel?: "no_checks" | "log_only" | "interrupt" | IResolvable;
}

/** The group that gives access. */
export interface GroupDuoNamespaceAccessRulesThroughNamespace {
  /** Full path of the group. */
  readonly group?: string;
}

/** AI features by the group that gives access to them. Default: `[]`. Needs tier premium. Since release 16.0. */
export interface GroupDuoNamespaceAccessRules {
  /** The group that gives access. */
  readonly throughNamespace?: GroupDuoNamespaceAccessRulesThroughNamespace | IResolvable;
  /** Features that its members may use. */
  readonly features: readonly string[] | IResolvable;
}

/** Groups whose members may use this group. Default: `[]`. */
export interface GroupSharedWithGroups {
  /** Group that it is shared with, by full path. */
  readonly group?: string;
  /** Highest access level that members of that group get. Allowed: `guest`, `reporter`, `developer`, `maintainer`, `owner`. */
  readonly accessLevel: "guest" | "reporter" | "developer" | "maintainer" | "owner" | number | IResolvable;
  /** Day on which the share ends. */
  readonly expiresAt?: string;
}

/** A namespace that holds projects and subgroups. */
export interface GroupProps extends TerraformMetaArguments {
  /** Full path of the group, such as `acme/platform`. A change of it renames or transfers it in place: nothing is deleted. */
  readonly fullPath: string;
  /** Name that people see. Allowed: 1 to 255 characters. */
  readonly name: string;
  /** What the group is about. Allowed: at most 500 characters. Can be unset: name it in `unset`. */
  readonly description?: string;
  /** Who can see the group; not more than can see its parent. Allowed: `private`, `internal`, `public`. */
  readonly visibility?: "private" | "internal" | "public" | IResolvable;
  /** Picture of the group; null removes it. Can be unset: name it in `unset`. */
  readonly avatar?: string;
  /** Number of the organization that the group belongs to. Default: `1`. Since release 16.0. Only taken when the thing is created: a later change sends nothing, and the plan warns of it. */
  readonly organizationId?: number;
  /** Projects of the group cannot be shared with other groups. While it is not set, it is taken from the group that holds it. Default: `false`. */
  readonly shareWithGroupLock?: boolean | IResolvable;
  /** All members need two-factor authentication. Default: `false`. */
  readonly requireTwoFactorAuthentication?: boolean | IResolvable;
  /** Hours until two-factor authentication is enforced. Allowed: at least 0. Default: `48`. */
  readonly twoFactorGracePeriod?: number;
  /** Who may create projects in the group. Allowed: `noone`, `owner`, `maintainer`, `developer`, `administrator`. While it is not set, it is taken from default_project_creation of application_settings. Default: `developer`. */
  readonly projectCreationLevel?: "noone" | "owner" | "maintainer" | "developer" | "administrator" | IResolvable;
  /** Who may create subgroups. Allowed: `owner`, `maintainer`. Default: `maintainer`. */
  readonly subgroupCreationLevel?: "owner" | "maintainer" | IResolvable;
  /** Projects without a CI configuration get a ready-made pipeline; null inherits. Can be unset: name it in `unset`. */
  readonly autoDevopsEnabled?: boolean | IResolvable;
  /** No e-mails are sent about the group. While it is not set, it is taken from emails_enabled of group, else the group that holds it. Can be unset: name it in `unset`. */
  readonly emailsDisabled?: boolean | IResolvable;
  /** E-mails are sent about the group. While it is not set, it is taken from the group that holds it. Default: `true`. Since release 16.5. */
  readonly emailsEnabled?: boolean | IResolvable;
  /** E-mails about comments on code show the code. While it is not set, it is taken from the group that holds it. Default: `true`. Since release 16.0. */
  readonly showDiffPreviewInEmail?: boolean | IResolvable;
  /** The group cannot be mentioned as a whole. Can be unset: name it in `unset`. */
  readonly mentionsDisabled?: boolean | IResolvable;
  /** Projects of the group may use Git LFS. Default: `true`. */
  readonly lfsEnabled?: boolean | IResolvable;
  /** Users may ask to become members. Default: `true`. */
  readonly requestAccessEnabled?: boolean | IResolvable;
  /** Name of the first branch of new projects in the group. Since release 16.0. Can be unset: name it in `unset`. */
  readonly defaultBranch?: string;
  /** Protection of default branches: 0 none, 1 partial, 2 full, 3 against pushes, 4 full after the first push. Allowed: `0`, `1`, `2`, `3`, `4`. While it is not set, it is taken from default_branch_protection of application_settings. Default: `2`. */
  readonly defaultBranchProtection?: 0 | 1 | 2 | 3 | 4 | IResolvable;
  /** Protection of default branches in detail. Since release 17.0. */
  readonly defaultBranchProtectionDefaults?: GroupDefaultBranchProtectionDefaults | IResolvable;
  /** Protocols for Git. Allowed: `ssh`, `http`, `all`. Default: `all`. Since release 16.0. */
  readonly enabledGitAccessProtocol?: "ssh" | "http" | "all" | IResolvable;
  /** Whether shared runners work below this group, and whether subgroups may decide otherwise. Allowed: `enabled`, `disabled_with_override`, `disabled_and_overridable`, `disabled_and_unoverridable`. While it is not set, it is taken from the group that holds it. Default: `enabled`. */
  readonly sharedRunnersSetting?: "enabled" | "disabled_with_override" | "disabled_and_overridable" | "disabled_and_unoverridable" | IResolvable;
  /** Groups below this one cannot be shared with groups outside. While it is not set, it is taken from the group that holds it. Default: `false`. */
  readonly preventSharingGroupsOutsideHierarchy?: boolean | IResolvable;
  /** Sign-in provider that members must have signed in with anew. Since release 16.0. Can be unset: name it in `unset`. */
  readonly stepUpAuthRequiredOauthProvider?: string;
  /** Formulas are rendered up to a limit only. While it is not set, it is taken from the group that holds it. Default: `true`. Since release 16.0. */
  readonly mathRenderingLimitsEnabled?: boolean | IResolvable;
  /** Subgroups cannot change the limit of formulas. Default: `false`. Since release 16.0. */
  readonly lockMathRenderingLimitsEnabled?: boolean | IResolvable;
  /** Largest artifact of a job, in MB. Allowed: at least 0. Since release 16.0. */
  readonly maxArtifactsSize?: number;
  /** Commits made on the web pages are signed. While it is not set, it is taken from the group that holds it. Default: `false`. Since release 16.0. */
  readonly webBasedCommitSigningEnabled?: boolean | IResolvable;
  /** Members may have personal snippets. Default: `true`. Since release 16.0. */
  readonly allowPersonalSnippets?: boolean | IResolvable;
  /** Projects can be created from the built-in templates. Default: `true`. Since release 16.0. */
  readonly builtInProjectTemplatesEnabled?: boolean | IResolvable;
  /** Subgroups cannot change the setting of built-in templates. Default: `false`. Since release 16.0. */
  readonly lockBuiltInProjectTemplatesEnabled?: boolean | IResolvable;
  /** Projects that a user may download before being banned; 0 is no limit. Allowed: 0 to 10000. Default: `0`. Needs tier ultimate. */
  readonly uniqueProjectDownloadLimit?: number;
  /** Seconds over which downloads are counted. Allowed: 0 to 864000. Default: `0`. Needs tier ultimate. */
  readonly uniqueProjectDownloadLimitIntervalInSeconds?: number;
  /** Usernames that the download limit spares. Default: `[]`. Needs tier ultimate. */
  readonly uniqueProjectDownloadLimitAllowlist?: readonly string[] | IResolvable;
  /** Users who are told when somebody exceeds the limit. Default: `[]`. Needs tier ultimate. Since release 16.0. */
  readonly uniqueProjectDownloadLimitAlertlist?: readonly string[] | IResolvable;
  /** Users who exceed the download limit are banned. Default: `false`. Needs tier ultimate. */
  readonly autoBanUserOnExcessiveProjectsDownload?: boolean | IResolvable;
  /** IP ranges from which the group can be reached, comma-separated. Needs tier premium. Can be unset: name it in `unset`. */
  readonly ipRestrictionRanges?: string;
  /** E-mail domains whose users may become members, comma-separated. Needs tier premium. Since release 16.0. Can be unset: name it in `unset`. */
  readonly allowedEmailDomainsList?: string;
  /** Project whose files are the templates of the group. Needs tier premium. Can be unset: name it in `unset`. */
  readonly fileTemplateProjectId?: string;
  /** Members can be added to projects only through the group. Default: `false`. Needs tier premium. */
  readonly membershipLock?: boolean | IResolvable;
  /** Common name of the LDAP group that is linked. Needs tier premium. Goes together with `ldap_access`. */
  readonly ldapCn?: string;
  /** Access level that members of the LDAP group get. Allowed: `guest`, `reporter`, `developer`, `maintainer`, `owner`. Needs tier premium. Goes together with `ldap_cn`. */
  readonly ldapAccess?: "guest" | "reporter" | "developer" | "maintainer" | "owner" | number | IResolvable;
  /** Minutes a month on shared runners; null is the default, 0 no limit. Allowed: at least 0. Needs tier premium. Can be unset: name it in `unset`. */
  readonly sharedRunnersMinutesLimit?: number;
  /** Minutes on shared runners beyond the monthly ones. Allowed: at least 0. Needs tier premium. Can be unset: name it in `unset`. */
  readonly extraSharedRunnersMinutesLimit?: number;
  /** Who may use the group's wiki. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. Needs tier premium. Since release 16.0. */
  readonly wikiAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Projects cannot be forked to outside of the group. Default: `false`. Needs tier premium. */
  readonly preventForkingOutsideGroup?: boolean | IResolvable;
  /** Tokens of service accounts must end. Default: `true`. Needs tier premium. Since release 16.0. */
  readonly serviceAccessTokensExpirationEnforced?: boolean | IResolvable;
  /** Merge requests are merged only after a successful pipeline. Default: `false`. Needs tier premium. Since release 16.0. */
  readonly onlyAllowMergeIfPipelineSucceeds?: boolean | IResolvable;
  /** A skipped pipeline counts as successful. Default: `false`. Needs tier premium. Since release 16.0. */
  readonly allowMergeOnSkippedPipeline?: boolean | IResolvable;
  /** Merge requests are merged only with all threads resolved. Default: `false`. Needs tier premium. Since release 16.0. */
  readonly onlyAllowMergeIfAllDiscussionsAreResolved?: boolean | IResolvable;
  /** Whether AI features are on. Allowed: `default_on`, `default_off`, `never_on`. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly duoAvailability?: "default_on" | "default_off" | "never_on" | IResolvable;
  /** AI flows may run on the server. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly duoRemoteFlowsAvailability?: boolean | IResolvable;
  /** Ready-made AI flows are on. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly duoFoundationalFlowsAvailability?: boolean | IResolvable;
  /** Agents of one's own are on. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly duoCustomAgentsAvailability?: boolean | IResolvable;
  /** Flows of one's own are on. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly duoCustomFlowsAvailability?: boolean | IResolvable;
  /** External agents are on. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly duoExternalAgentsAvailability?: boolean | IResolvable;
  /** Whether tools may be approved for a whole session. Allowed: `default_on`, `default_off`, `never_on`. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly toolApprovalForSessionAvailability?: "default_on" | "default_off" | "never_on" | IResolvable;
  /** Merge requests are reviewed by the external AI service. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly amazonQAutoReviewEnabled?: boolean | IResolvable;
  /** Experimental features are on. Default: `false`. Needs tier premium. Since release 16.0. */
  readonly experimentFeaturesEnabled?: boolean | IResolvable;
  /** Models may cache prompts. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly modelPromptCacheEnabled?: boolean | IResolvable;
  /** Ready-made agents that are on or off. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly foundationalAgentsStatuses?: readonly (GroupFoundationalAgentsStatuses | IResolvable)[] | IResolvable;
  /** Settings of AI features in detail. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly aiSettingsAttributes?: GroupAiSettingsAttributes | IResolvable;
  /** The basic AI features are on. Needs tier premium. Since release 16.0. */
  readonly duoCoreFeaturesEnabled?: boolean | IResolvable;
  /** AI features may be used in the group. While it is not set, it is taken from the group that holds it. Default: `true`. Needs tier premium. Since release 16.0. */
  readonly duoFeaturesEnabled?: boolean | IResolvable;
  /** Subgroups cannot change whether AI features may be used. Default: `false`. Needs tier premium. Since release 16.0. */
  readonly lockDuoFeaturesEnabled?: boolean | IResolvable;
  /** Merge requests are reviewed by AI. While it is not set, it is taken from the group that holds it. Default: `false`. Needs tier premium. Since release 16.0. */
  readonly autoDuoCodeReviewEnabled?: boolean | IResolvable;
  /** Ready-made AI flows that are on. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly enabledFoundationalFlows?: readonly string[] | IResolvable;
  /** Project that holds the AI templates. Needs tier premium. Since release 16.0. Can be unset: name it in `unset`. The platform never shows it: drift cannot be seen. */
  readonly duoTemplateProjectId?: string;
  /** AI features by the group that gives access to them. Default: `[]`. Needs tier premium. Since release 16.0. */
  readonly duoNamespaceAccessRules?: readonly (GroupDuoNamespaceAccessRules | IResolvable)[] | IResolvable;
  /** Groups whose members may use this group. Default: `[]`. */
  readonly sharedWithGroups?: readonly (GroupSharedWithGroups | IResolvable)[] | IResolvable;
  /** Attributes that are to be unset, which leaving them out does not do: names, with dots for what stands inside of another. What `null` says in the files. */
  readonly unset?: readonly string[] | IResolvable;
  /** An object of attributes that this release does not know yet, by name: compared and sent as they are. */
  readonly unchecked?: { readonly [name: string]: unknown } | IResolvable;
}

/** Names in Terraform. */
const namesOfGroup = {
  fullPath: "full_path",
  name: "name",
  description: "description",
  visibility: "visibility",
  avatar: "avatar",
  organizationId: "organization_id",
  shareWithGroupLock: "share_with_group_lock",
  requireTwoFactorAuthentication: "require_two_factor_authentication",
  twoFactorGracePeriod: "two_factor_grace_period",
  projectCreationLevel: "project_creation_level",
  subgroupCreationLevel: "subgroup_creation_level",
  autoDevopsEnabled: "auto_devops_enabled",
  emailsDisabled: "emails_disabled",
  emailsEnabled: "emails_enabled",
  showDiffPreviewInEmail: "show_diff_preview_in_email",
  mentionsDisabled: "mentions_disabled",
  lfsEnabled: "lfs_enabled",
  requestAccessEnabled: "request_access_enabled",
  defaultBranch: "default_branch",
  defaultBranchProtection: "default_branch_protection",
  defaultBranchProtectionDefaults: {
    name: "default_branch_protection_defaults",
    mode: "single",
    attributes: {
      allowedToPush: {
        name: "allowed_to_push",
        mode: "set",
        attributes: {
          accessLevel: "access_level",
        },
      },
      allowedToMerge: {
        name: "allowed_to_merge",
        mode: "set",
        attributes: {
          accessLevel: "access_level",
        },
      },
      allowForcePush: "allow_force_push",
      developerCanInitialPush: "developer_can_initial_push",
    },
  },
  enabledGitAccessProtocol: "enabled_git_access_protocol",
  sharedRunnersSetting: "shared_runners_setting",
  preventSharingGroupsOutsideHierarchy: "prevent_sharing_groups_outside_hierarchy",
  stepUpAuthRequiredOauthProvider: "step_up_auth_required_oauth_provider",
  mathRenderingLimitsEnabled: "math_rendering_limits_enabled",
  lockMathRenderingLimitsEnabled: "lock_math_rendering_limits_enabled",
  maxArtifactsSize: "max_artifacts_size",
  webBasedCommitSigningEnabled: "web_based_commit_signing_enabled",
  allowPersonalSnippets: "allow_personal_snippets",
  builtInProjectTemplatesEnabled: "built_in_project_templates_enabled",
  lockBuiltInProjectTemplatesEnabled: "lock_built_in_project_templates_enabled",
  uniqueProjectDownloadLimit: "unique_project_download_limit",
  uniqueProjectDownloadLimitIntervalInSeconds: "unique_project_download_limit_interval_in_seconds",
  uniqueProjectDownloadLimitAllowlist: "unique_project_download_limit_allowlist",
  uniqueProjectDownloadLimitAlertlist: "unique_project_download_limit_alertlist",
  autoBanUserOnExcessiveProjectsDownload: "auto_ban_user_on_excessive_projects_download",
  ipRestrictionRanges: "ip_restriction_ranges",
  allowedEmailDomainsList: "allowed_email_domains_list",
  fileTemplateProjectId: "file_template_project_id",
  membershipLock: "membership_lock",
  ldapCn: "ldap_cn",
  ldapAccess: "ldap_access",
  sharedRunnersMinutesLimit: "shared_runners_minutes_limit",
  extraSharedRunnersMinutesLimit: "extra_shared_runners_minutes_limit",
  wikiAccessLevel: "wiki_access_level",
  preventForkingOutsideGroup: "prevent_forking_outside_group",
  serviceAccessTokensExpirationEnforced: "service_access_tokens_expiration_enforced",
  onlyAllowMergeIfPipelineSucceeds: "only_allow_merge_if_pipeline_succeeds",
  allowMergeOnSkippedPipeline: "allow_merge_on_skipped_pipeline",
  onlyAllowMergeIfAllDiscussionsAreResolved: "only_allow_merge_if_all_discussions_are_resolved",
  duoAvailability: "duo_availability",
  duoRemoteFlowsAvailability: "duo_remote_flows_availability",
  duoFoundationalFlowsAvailability: "duo_foundational_flows_availability",
  duoCustomAgentsAvailability: "duo_custom_agents_availability",
  duoCustomFlowsAvailability: "duo_custom_flows_availability",
  duoExternalAgentsAvailability: "duo_external_agents_availability",
  toolApprovalForSessionAvailability: "tool_approval_for_session_availability",
  amazonQAutoReviewEnabled: "amazon_q_auto_review_enabled",
  experimentFeaturesEnabled: "experiment_features_enabled",
  modelPromptCacheEnabled: "model_prompt_cache_enabled",
  foundationalAgentsStatuses: {
    name: "foundational_agents_statuses",
    mode: "set",
    attributes: {
      reference: "reference",
      enabled: "enabled",
    },
  },
  aiSettingsAttributes: {
    name: "ai_settings_attributes",
    mode: "single",
    attributes: {
      duoAgentPlatformEnabled: "duo_agent_platform_enabled",
      duoWorkflowMcpEnabled: "duo_workflow_mcp_enabled",
      aiUsageDataCollectionEnabled: "ai_usage_data_collection_enabled",
      foundationalAgentsDefaultEnabled: "foundational_agents_default_enabled",
      promptInjectionProtectionLevel: "prompt_injection_protection_level",
    },
  },
  duoCoreFeaturesEnabled: "duo_core_features_enabled",
  duoFeaturesEnabled: "duo_features_enabled",
  lockDuoFeaturesEnabled: "lock_duo_features_enabled",
  autoDuoCodeReviewEnabled: "auto_duo_code_review_enabled",
  enabledFoundationalFlows: "enabled_foundational_flows",
  duoTemplateProjectId: "duo_template_project_id",
  duoNamespaceAccessRules: {
    name: "duo_namespace_access_rules",
    mode: "set",
    attributes: {
      throughNamespace: {
        name: "through_namespace",
        mode: "single",
        attributes: {
          group: "group",
        },
      },
      features: "features",
    },
  },
  sharedWithGroups: {
    name: "shared_with_groups",
    mode: "set",
    attributes: {
      group: "group",
      accessLevel: "access_level",
      expiresAt: "expires_at",
    },
  },
  unset: "unset",
  unchecked: "unchecked",
} as const;

/** A namespace that holds projects and subgroups. */
export class Group extends TrueupResource {
  static readonly tfResourceType = "trueup_group";

  constructor(scope: Construct, id: string, properties: GroupProps) {
    super(scope, id, Group.tfResourceType, namesOfGroup, properties);
  }

  /** The number that the platform knows it by, as text. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the group, such as `acme/platform`. A change of it renames or transfers it in place: nothing is deleted. */
  get fullPath(): string {
    return this.getStringAttribute("full_path");
  }

  /** Name that people see. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** What the group is about. */
  get description(): string {
    return this.getStringAttribute("description");
  }

  /** Who can see the group; not more than can see its parent. */
  get visibility(): IResolvable {
    return this.interpolationForAttribute("visibility");
  }

  /** Picture of the group; null removes it. */
  get avatar(): string {
    return this.getStringAttribute("avatar");
  }

  /** sha256 of the picture avatar. */
  get avatarSha256(): string {
    return this.getStringAttribute("avatar_sha256");
  }

  /** Number of the organization that the group belongs to. */
  get organizationId(): number {
    return this.getNumberAttribute("organization_id");
  }

  /** Projects of the group cannot be shared with other groups. */
  get shareWithGroupLock(): IResolvable {
    return this.getBooleanAttribute("share_with_group_lock");
  }

  /** All members need two-factor authentication. */
  get requireTwoFactorAuthentication(): IResolvable {
    return this.getBooleanAttribute("require_two_factor_authentication");
  }

  /** Hours until two-factor authentication is enforced. */
  get twoFactorGracePeriod(): number {
    return this.getNumberAttribute("two_factor_grace_period");
  }

  /** Who may create projects in the group. */
  get projectCreationLevel(): IResolvable {
    return this.interpolationForAttribute("project_creation_level");
  }

  /** Who may create subgroups. */
  get subgroupCreationLevel(): IResolvable {
    return this.interpolationForAttribute("subgroup_creation_level");
  }

  /** Projects without a CI configuration get a ready-made pipeline; null inherits. */
  get autoDevopsEnabled(): IResolvable {
    return this.getBooleanAttribute("auto_devops_enabled");
  }

  /** No e-mails are sent about the group. */
  get emailsDisabled(): IResolvable {
    return this.getBooleanAttribute("emails_disabled");
  }

  /** E-mails are sent about the group. */
  get emailsEnabled(): IResolvable {
    return this.getBooleanAttribute("emails_enabled");
  }

  /** E-mails about comments on code show the code. */
  get showDiffPreviewInEmail(): IResolvable {
    return this.getBooleanAttribute("show_diff_preview_in_email");
  }

  /** The group cannot be mentioned as a whole. */
  get mentionsDisabled(): IResolvable {
    return this.getBooleanAttribute("mentions_disabled");
  }

  /** Projects of the group may use Git LFS. */
  get lfsEnabled(): IResolvable {
    return this.getBooleanAttribute("lfs_enabled");
  }

  /** Users may ask to become members. */
  get requestAccessEnabled(): IResolvable {
    return this.getBooleanAttribute("request_access_enabled");
  }

  /** Name of the first branch of new projects in the group. */
  get defaultBranch(): string {
    return this.getStringAttribute("default_branch");
  }

  /** Protection of default branches: 0 none, 1 partial, 2 full, 3 against pushes, 4 full after the first push. */
  get defaultBranchProtection(): IResolvable {
    return this.interpolationForAttribute("default_branch_protection");
  }

  /** Protection of default branches in detail. */
  get defaultBranchProtectionDefaults(): IResolvable {
    return this.interpolationForAttribute("default_branch_protection_defaults");
  }

  /** Protocols for Git. */
  get enabledGitAccessProtocol(): IResolvable {
    return this.interpolationForAttribute("enabled_git_access_protocol");
  }

  /** Whether shared runners work below this group, and whether subgroups may decide otherwise. */
  get sharedRunnersSetting(): IResolvable {
    return this.interpolationForAttribute("shared_runners_setting");
  }

  /** Groups below this one cannot be shared with groups outside. */
  get preventSharingGroupsOutsideHierarchy(): IResolvable {
    return this.getBooleanAttribute("prevent_sharing_groups_outside_hierarchy");
  }

  /** Sign-in provider that members must have signed in with anew. */
  get stepUpAuthRequiredOauthProvider(): string {
    return this.getStringAttribute("step_up_auth_required_oauth_provider");
  }

  /** Formulas are rendered up to a limit only. */
  get mathRenderingLimitsEnabled(): IResolvable {
    return this.getBooleanAttribute("math_rendering_limits_enabled");
  }

  /** Subgroups cannot change the limit of formulas. */
  get lockMathRenderingLimitsEnabled(): IResolvable {
    return this.getBooleanAttribute("lock_math_rendering_limits_enabled");
  }

  /** Largest artifact of a job, in MB. */
  get maxArtifactsSize(): number {
    return this.getNumberAttribute("max_artifacts_size");
  }

  /** Commits made on the web pages are signed. */
  get webBasedCommitSigningEnabled(): IResolvable {
    return this.getBooleanAttribute("web_based_commit_signing_enabled");
  }

  /** Members may have personal snippets. */
  get allowPersonalSnippets(): IResolvable {
    return this.getBooleanAttribute("allow_personal_snippets");
  }

  /** Projects can be created from the built-in templates. */
  get builtInProjectTemplatesEnabled(): IResolvable {
    return this.getBooleanAttribute("built_in_project_templates_enabled");
  }

  /** Subgroups cannot change the setting of built-in templates. */
  get lockBuiltInProjectTemplatesEnabled(): IResolvable {
    return this.getBooleanAttribute("lock_built_in_project_templates_enabled");
  }

  /** Projects that a user may download before being banned; 0 is no limit. */
  get uniqueProjectDownloadLimit(): number {
    return this.getNumberAttribute("unique_project_download_limit");
  }

  /** Seconds over which downloads are counted. */
  get uniqueProjectDownloadLimitIntervalInSeconds(): number {
    return this.getNumberAttribute("unique_project_download_limit_interval_in_seconds");
  }

  /** Usernames that the download limit spares. */
  get uniqueProjectDownloadLimitAllowlist(): string[] {
    return this.getListAttribute("unique_project_download_limit_allowlist");
  }

  /** Users who are told when somebody exceeds the limit. */
  get uniqueProjectDownloadLimitAlertlist(): string[] {
    return this.getListAttribute("unique_project_download_limit_alertlist");
  }

  /** Users who exceed the download limit are banned. */
  get autoBanUserOnExcessiveProjectsDownload(): IResolvable {
    return this.getBooleanAttribute("auto_ban_user_on_excessive_projects_download");
  }

  /** IP ranges from which the group can be reached, comma-separated. */
  get ipRestrictionRanges(): string {
    return this.getStringAttribute("ip_restriction_ranges");
  }

  /** E-mail domains whose users may become members, comma-separated. */
  get allowedEmailDomainsList(): string {
    return this.getStringAttribute("allowed_email_domains_list");
  }

  /** Project whose files are the templates of the group. */
  get fileTemplateProjectId(): string {
    return this.getStringAttribute("file_template_project_id");
  }

  /** Members can be added to projects only through the group. */
  get membershipLock(): IResolvable {
    return this.getBooleanAttribute("membership_lock");
  }

  /** Common name of the LDAP group that is linked. */
  get ldapCn(): string {
    return this.getStringAttribute("ldap_cn");
  }

  /** Access level that members of the LDAP group get. */
  get ldapAccess(): IResolvable {
    return this.interpolationForAttribute("ldap_access");
  }

  /** Minutes a month on shared runners; null is the default, 0 no limit. */
  get sharedRunnersMinutesLimit(): number {
    return this.getNumberAttribute("shared_runners_minutes_limit");
  }

  /** Minutes on shared runners beyond the monthly ones. */
  get extraSharedRunnersMinutesLimit(): number {
    return this.getNumberAttribute("extra_shared_runners_minutes_limit");
  }

  /** Who may use the group's wiki. */
  get wikiAccessLevel(): IResolvable {
    return this.interpolationForAttribute("wiki_access_level");
  }

  /** Projects cannot be forked to outside of the group. */
  get preventForkingOutsideGroup(): IResolvable {
    return this.getBooleanAttribute("prevent_forking_outside_group");
  }

  /** Tokens of service accounts must end. */
  get serviceAccessTokensExpirationEnforced(): IResolvable {
    return this.getBooleanAttribute("service_access_tokens_expiration_enforced");
  }

  /** Merge requests are merged only after a successful pipeline. */
  get onlyAllowMergeIfPipelineSucceeds(): IResolvable {
    return this.getBooleanAttribute("only_allow_merge_if_pipeline_succeeds");
  }

  /** A skipped pipeline counts as successful. */
  get allowMergeOnSkippedPipeline(): IResolvable {
    return this.getBooleanAttribute("allow_merge_on_skipped_pipeline");
  }

  /** Merge requests are merged only with all threads resolved. */
  get onlyAllowMergeIfAllDiscussionsAreResolved(): IResolvable {
    return this.getBooleanAttribute("only_allow_merge_if_all_discussions_are_resolved");
  }

  /** Whether AI features are on. */
  get duoAvailability(): IResolvable {
    return this.interpolationForAttribute("duo_availability");
  }

  /** AI flows may run on the server. */
  get duoRemoteFlowsAvailability(): IResolvable {
    return this.getBooleanAttribute("duo_remote_flows_availability");
  }

  /** Ready-made AI flows are on. */
  get duoFoundationalFlowsAvailability(): IResolvable {
    return this.getBooleanAttribute("duo_foundational_flows_availability");
  }

  /** Agents of one's own are on. */
  get duoCustomAgentsAvailability(): IResolvable {
    return this.getBooleanAttribute("duo_custom_agents_availability");
  }

  /** Flows of one's own are on. */
  get duoCustomFlowsAvailability(): IResolvable {
    return this.getBooleanAttribute("duo_custom_flows_availability");
  }

  /** External agents are on. */
  get duoExternalAgentsAvailability(): IResolvable {
    return this.getBooleanAttribute("duo_external_agents_availability");
  }

  /** Whether tools may be approved for a whole session. */
  get toolApprovalForSessionAvailability(): IResolvable {
    return this.interpolationForAttribute("tool_approval_for_session_availability");
  }

  /** Merge requests are reviewed by the external AI service. */
  get amazonQAutoReviewEnabled(): IResolvable {
    return this.getBooleanAttribute("amazon_q_auto_review_enabled");
  }

  /** Experimental features are on. */
  get experimentFeaturesEnabled(): IResolvable {
    return this.getBooleanAttribute("experiment_features_enabled");
  }

  /** Models may cache prompts. */
  get modelPromptCacheEnabled(): IResolvable {
    return this.getBooleanAttribute("model_prompt_cache_enabled");
  }

  /** Ready-made agents that are on or off. */
  get foundationalAgentsStatuses(): IResolvable {
    return this.interpolationForAttribute("foundational_agents_statuses");
  }

  /** Settings of AI features in detail. */
  get aiSettingsAttributes(): IResolvable {
    return this.interpolationForAttribute("ai_settings_attributes");
  }

  /** The basic AI features are on. */
  get duoCoreFeaturesEnabled(): IResolvable {
    return this.getBooleanAttribute("duo_core_features_enabled");
  }

  /** AI features may be used in the group. */
  get duoFeaturesEnabled(): IResolvable {
    return this.getBooleanAttribute("duo_features_enabled");
  }

  /** Subgroups cannot change whether AI features may be used. */
  get lockDuoFeaturesEnabled(): IResolvable {
    return this.getBooleanAttribute("lock_duo_features_enabled");
  }

  /** Merge requests are reviewed by AI. */
  get autoDuoCodeReviewEnabled(): IResolvable {
    return this.getBooleanAttribute("auto_duo_code_review_enabled");
  }

  /** Ready-made AI flows that are on. */
  get enabledFoundationalFlows(): string[] {
    return this.getListAttribute("enabled_foundational_flows");
  }

  /** Project that holds the AI templates. */
  get duoTemplateProjectId(): string {
    return this.getStringAttribute("duo_template_project_id");
  }

  /** AI features by the group that gives access to them. */
  get duoNamespaceAccessRules(): IResolvable {
    return this.interpolationForAttribute("duo_namespace_access_rules");
  }

  /** Groups whose members may use this group. */
  get sharedWithGroups(): IResolvable {
    return this.interpolationForAttribute("shared_with_groups");
  }

  /** Attributes that are to be unset, which leaving them out does not do: names, with dots for what stands inside of another. What `null` says in the files. */
  get unset(): string[] {
    return this.getListAttribute("unset");
  }

  /** An object of attributes that this release does not know yet, by name: compared and sent as they are. */
  get unchecked(): IResolvable {
    return this.interpolationForAttribute("unchecked");
  }
}

/** Reads it. A namespace that holds projects and subgroups. */
export interface DataTrueupGroupProps extends TerraformMetaArguments {
  /** Full path of the group, such as `acme/platform`. A change of it renames or transfers it in place: nothing is deleted. */
  readonly fullPath: string;
}

/** Names in Terraform. */
const namesOfDataTrueupGroup = {
  fullPath: "full_path",
} as const;

/** Reads it. A namespace that holds projects and subgroups. */
export class DataTrueupGroup extends TrueupDataSource {
  static readonly tfResourceType = "trueup_group";

  constructor(scope: Construct, id: string, properties: DataTrueupGroupProps) {
    super(scope, id, DataTrueupGroup.tfResourceType, namesOfDataTrueupGroup, properties);
  }

  /** The number that the platform knows it by, as text. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the group, such as `acme/platform`. A change of it renames or transfers it in place: nothing is deleted. */
  get fullPath(): string {
    return this.getStringAttribute("full_path");
  }

  /** Name that people see. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** What the group is about. */
  get description(): string {
    return this.getStringAttribute("description");
  }

  /** Who can see the group; not more than can see its parent. */
  get visibility(): IResolvable {
    return this.interpolationForAttribute("visibility");
  }

  /** sha256 of the picture avatar. */
  get avatarSha256(): string {
    return this.getStringAttribute("avatar_sha256");
  }

  /** Number of the organization that the group belongs to. */
  get organizationId(): number {
    return this.getNumberAttribute("organization_id");
  }

  /** Projects of the group cannot be shared with other groups. */
  get shareWithGroupLock(): IResolvable {
    return this.getBooleanAttribute("share_with_group_lock");
  }

  /** All members need two-factor authentication. */
  get requireTwoFactorAuthentication(): IResolvable {
    return this.getBooleanAttribute("require_two_factor_authentication");
  }

  /** Hours until two-factor authentication is enforced. */
  get twoFactorGracePeriod(): number {
    return this.getNumberAttribute("two_factor_grace_period");
  }

  /** Who may create projects in the group. */
  get projectCreationLevel(): IResolvable {
    return this.interpolationForAttribute("project_creation_level");
  }

  /** Who may create subgroups. */
  get subgroupCreationLevel(): IResolvable {
    return this.interpolationForAttribute("subgroup_creation_level");
  }

  /** Projects without a CI configuration get a ready-made pipeline; null inherits. */
  get autoDevopsEnabled(): IResolvable {
    return this.getBooleanAttribute("auto_devops_enabled");
  }

  /** No e-mails are sent about the group. */
  get emailsDisabled(): IResolvable {
    return this.getBooleanAttribute("emails_disabled");
  }

  /** E-mails are sent about the group. */
  get emailsEnabled(): IResolvable {
    return this.getBooleanAttribute("emails_enabled");
  }

  /** E-mails about comments on code show the code. */
  get showDiffPreviewInEmail(): IResolvable {
    return this.getBooleanAttribute("show_diff_preview_in_email");
  }

  /** The group cannot be mentioned as a whole. */
  get mentionsDisabled(): IResolvable {
    return this.getBooleanAttribute("mentions_disabled");
  }

  /** Projects of the group may use Git LFS. */
  get lfsEnabled(): IResolvable {
    return this.getBooleanAttribute("lfs_enabled");
  }

  /** Users may ask to become members. */
  get requestAccessEnabled(): IResolvable {
    return this.getBooleanAttribute("request_access_enabled");
  }

  /** Name of the first branch of new projects in the group. */
  get defaultBranch(): string {
    return this.getStringAttribute("default_branch");
  }

  /** Protection of default branches: 0 none, 1 partial, 2 full, 3 against pushes, 4 full after the first push. */
  get defaultBranchProtection(): IResolvable {
    return this.interpolationForAttribute("default_branch_protection");
  }

  /** Protection of default branches in detail. */
  get defaultBranchProtectionDefaults(): IResolvable {
    return this.interpolationForAttribute("default_branch_protection_defaults");
  }

  /** Protocols for Git. */
  get enabledGitAccessProtocol(): IResolvable {
    return this.interpolationForAttribute("enabled_git_access_protocol");
  }

  /** Whether shared runners work below this group, and whether subgroups may decide otherwise. */
  get sharedRunnersSetting(): IResolvable {
    return this.interpolationForAttribute("shared_runners_setting");
  }

  /** Groups below this one cannot be shared with groups outside. */
  get preventSharingGroupsOutsideHierarchy(): IResolvable {
    return this.getBooleanAttribute("prevent_sharing_groups_outside_hierarchy");
  }

  /** Sign-in provider that members must have signed in with anew. */
  get stepUpAuthRequiredOauthProvider(): string {
    return this.getStringAttribute("step_up_auth_required_oauth_provider");
  }

  /** Formulas are rendered up to a limit only. */
  get mathRenderingLimitsEnabled(): IResolvable {
    return this.getBooleanAttribute("math_rendering_limits_enabled");
  }

  /** Subgroups cannot change the limit of formulas. */
  get lockMathRenderingLimitsEnabled(): IResolvable {
    return this.getBooleanAttribute("lock_math_rendering_limits_enabled");
  }

  /** Largest artifact of a job, in MB. */
  get maxArtifactsSize(): number {
    return this.getNumberAttribute("max_artifacts_size");
  }

  /** Commits made on the web pages are signed. */
  get webBasedCommitSigningEnabled(): IResolvable {
    return this.getBooleanAttribute("web_based_commit_signing_enabled");
  }

  /** Members may have personal snippets. */
  get allowPersonalSnippets(): IResolvable {
    return this.getBooleanAttribute("allow_personal_snippets");
  }

  /** Projects can be created from the built-in templates. */
  get builtInProjectTemplatesEnabled(): IResolvable {
    return this.getBooleanAttribute("built_in_project_templates_enabled");
  }

  /** Subgroups cannot change the setting of built-in templates. */
  get lockBuiltInProjectTemplatesEnabled(): IResolvable {
    return this.getBooleanAttribute("lock_built_in_project_templates_enabled");
  }

  /** Projects that a user may download before being banned; 0 is no limit. */
  get uniqueProjectDownloadLimit(): number {
    return this.getNumberAttribute("unique_project_download_limit");
  }

  /** Seconds over which downloads are counted. */
  get uniqueProjectDownloadLimitIntervalInSeconds(): number {
    return this.getNumberAttribute("unique_project_download_limit_interval_in_seconds");
  }

  /** Usernames that the download limit spares. */
  get uniqueProjectDownloadLimitAllowlist(): string[] {
    return this.getListAttribute("unique_project_download_limit_allowlist");
  }

  /** Users who are told when somebody exceeds the limit. */
  get uniqueProjectDownloadLimitAlertlist(): string[] {
    return this.getListAttribute("unique_project_download_limit_alertlist");
  }

  /** Users who exceed the download limit are banned. */
  get autoBanUserOnExcessiveProjectsDownload(): IResolvable {
    return this.getBooleanAttribute("auto_ban_user_on_excessive_projects_download");
  }

  /** IP ranges from which the group can be reached, comma-separated. */
  get ipRestrictionRanges(): string {
    return this.getStringAttribute("ip_restriction_ranges");
  }

  /** E-mail domains whose users may become members, comma-separated. */
  get allowedEmailDomainsList(): string {
    return this.getStringAttribute("allowed_email_domains_list");
  }

  /** Project whose files are the templates of the group. */
  get fileTemplateProjectId(): string {
    return this.getStringAttribute("file_template_project_id");
  }

  /** Members can be added to projects only through the group. */
  get membershipLock(): IResolvable {
    return this.getBooleanAttribute("membership_lock");
  }

  /** Common name of the LDAP group that is linked. */
  get ldapCn(): string {
    return this.getStringAttribute("ldap_cn");
  }

  /** Access level that members of the LDAP group get. */
  get ldapAccess(): IResolvable {
    return this.interpolationForAttribute("ldap_access");
  }

  /** Minutes a month on shared runners; null is the default, 0 no limit. */
  get sharedRunnersMinutesLimit(): number {
    return this.getNumberAttribute("shared_runners_minutes_limit");
  }

  /** Minutes on shared runners beyond the monthly ones. */
  get extraSharedRunnersMinutesLimit(): number {
    return this.getNumberAttribute("extra_shared_runners_minutes_limit");
  }

  /** Who may use the group's wiki. */
  get wikiAccessLevel(): IResolvable {
    return this.interpolationForAttribute("wiki_access_level");
  }

  /** Projects cannot be forked to outside of the group. */
  get preventForkingOutsideGroup(): IResolvable {
    return this.getBooleanAttribute("prevent_forking_outside_group");
  }

  /** Tokens of service accounts must end. */
  get serviceAccessTokensExpirationEnforced(): IResolvable {
    return this.getBooleanAttribute("service_access_tokens_expiration_enforced");
  }

  /** Merge requests are merged only after a successful pipeline. */
  get onlyAllowMergeIfPipelineSucceeds(): IResolvable {
    return this.getBooleanAttribute("only_allow_merge_if_pipeline_succeeds");
  }

  /** A skipped pipeline counts as successful. */
  get allowMergeOnSkippedPipeline(): IResolvable {
    return this.getBooleanAttribute("allow_merge_on_skipped_pipeline");
  }

  /** Merge requests are merged only with all threads resolved. */
  get onlyAllowMergeIfAllDiscussionsAreResolved(): IResolvable {
    return this.getBooleanAttribute("only_allow_merge_if_all_discussions_are_resolved");
  }

  /** Experimental features are on. */
  get experimentFeaturesEnabled(): IResolvable {
    return this.getBooleanAttribute("experiment_features_enabled");
  }

  /** The basic AI features are on. */
  get duoCoreFeaturesEnabled(): IResolvable {
    return this.getBooleanAttribute("duo_core_features_enabled");
  }

  /** AI features may be used in the group. */
  get duoFeaturesEnabled(): IResolvable {
    return this.getBooleanAttribute("duo_features_enabled");
  }

  /** Subgroups cannot change whether AI features may be used. */
  get lockDuoFeaturesEnabled(): IResolvable {
    return this.getBooleanAttribute("lock_duo_features_enabled");
  }

  /** Merge requests are reviewed by AI. */
  get autoDuoCodeReviewEnabled(): IResolvable {
    return this.getBooleanAttribute("auto_duo_code_review_enabled");
  }

  /** AI features by the group that gives access to them. */
  get duoNamespaceAccessRules(): IResolvable {
    return this.interpolationForAttribute("duo_namespace_access_rules");
  }

  /** Groups whose members may use this group. */
  get sharedWithGroups(): IResolvable {
    return this.interpolationForAttribute("shared_with_groups");
  }
}
