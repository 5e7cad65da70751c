// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { TrueupDataSource, TrueupResource } from "./resource.js";

/** The settings of the whole instance. Only for administrators of the instance. */
export interface ApplicationSettingsProps extends TerraformMetaArguments {
  /** Administrators sign in again before they do administrative tasks. Default: `false`. */
  readonly adminMode?: boolean | IResolvable;
  /**
   * Deprecated: use abuse_notification_email.
   *
   * @deprecated Use abuse_notification_email in its place.
   */
  readonly adminNotificationEmail?: string;
  /** Address that abuse reports are sent to. Can be unset: name it in `unset`. */
  readonly abuseNotificationEmail?: string;
  /** Address that users are sent to when they sign out. Can be unset: name it in `unset`. */
  readonly afterSignOutPath?: string;
  /** Text that users see after they have signed up, in Markdown. Can be unset: name it in `unset`. */
  readonly afterSignUpText?: string;
  /** Group owners may manage LDAP links. Default: `true`. Needs tier premium. */
  readonly allowGroupOwnersToManageLdap?: boolean | IResolvable;
  /** SSH keys are written to the authorized_keys file. Default: `true`. */
  readonly authorizedKeysEnabled?: boolean | IResolvable;
  /** The spam filter checks what users write. Default: `false`. Goes together with `spamfilter_api_key`. */
  readonly spamfilterEnabled?: boolean | IResolvable;
  /** Key of the spam filter's service. Can be unset: name it in `unset`. Write-only: it is in no plan and no state. Raise `spamfilter_api_key_version` to send it again. */
  readonly spamfilterApiKey?: string;
  /** Any number; when it changes, spamfilter_api_key is sent again. */
  readonly spamfilterApiKeyVersion?: number;
  /** Users who have been away for long are deactivated. Default: `false`. */
  readonly deactivateDormantUsers?: boolean | IResolvable;
  /** Days without activity after which a user is deactivated. Allowed: at least 1. Default: `90`. Since release 15.3. */
  readonly deactivateDormantUsersPeriod?: number;
  /** Number of projects that a new user may create. Allowed: at least 0. Default: `100000`. */
  readonly defaultProjectsLimit?: number;
  /** Feeds and calendars can no longer be read with a token in the address. Default: `false`. Since release 13.7. */
  readonly disableFeedToken?: boolean | IResolvable;
  /** Sign-in providers that are switched off. Default: `[]`. Can be unset: name it in `unset`. */
  readonly disabledOauthSignInSources?: readonly string[] | IResolvable;
  /** The list of blocked e-mail domains is in force. Default: `false`. Goes together with `domain_denylist`. */
  readonly domainDenylistEnabled?: boolean | IResolvable;
  /** E-mail domains that may not sign up; wildcards are allowed. Default: `[]`. Can be unset: name it in `unset`. */
  readonly domainDenylist?: readonly string[] | IResolvable;
  /** E-mail domains that may sign up; empty allows all. Default: `[]`. Can be unset: name it in `unset`. */
  readonly domainAllowlist?: readonly string[] | IResolvable;
  /** Smallest DSA key in bits that users may add; 0 allows all, -1 none. Allowed: `0`, `1024`, `2048`, `3072`, `-1`. Default: `0`. */
  readonly dsaKeyRestriction?: 0 | 1024 | 2048 | 3072 | -1 | IResolvable;
  /** Smallest ECDSA key in bits that users may add; 0 allows all, -1 none. Allowed: `0`, `256`, `384`, `521`, `-1`. Default: `0`. */
  readonly ecdsaKeyRestriction?: 0 | 256 | 384 | 521 | -1 | IResolvable;
  /** Smallest ECDSA_SK key in bits that users may add; 0 allows all, -1 none. Allowed: `0`, `256`, `-1`. Default: `0`. Since release 14.8. */
  readonly ecdsaSkKeyRestriction?: 0 | 256 | -1 | IResolvable;
  /** Smallest Ed25519 key in bits that users may add; 0 allows all, -1 none. Allowed: `0`, `256`, `-1`. Default: `0`. */
  readonly ed25519KeyRestriction?: 0 | 256 | -1 | IResolvable;
  /** Smallest Ed25519_SK key in bits that users may add; 0 allows all, -1 none. Allowed: `0`, `256`, `-1`. Default: `0`. Since release 14.8. */
  readonly ed25519SkKeyRestriction?: 0 | 256 | -1 | IResolvable;
  /** The only protocol for Git; null or nil allows both. Allowed: `ssh`, `http`, `nil`. Can be unset: name it in `unset`. */
  readonly enabledGitAccessProtocol?: "ssh" | "http" | "nil" | IResolvable;
  /** Users must accept the terms of service. Default: `false`. Goes together with `terms`. */
  readonly enforceTerms?: boolean | IResolvable;
  /** The terms of service, in Markdown. Can be unset: name it in `unset`. */
  readonly terms?: string;
  /** Visitors may sign up. Default: `true`. */
  readonly signupEnabled?: boolean | IResolvable;
  /** Users may sign in to the web pages with a password. Default: `true`. */
  readonly passwordAuthenticationEnabledForWeb?: boolean | IResolvable;
  /** An administrator approves each new user. Default: `true`. */
  readonly requireAdminApprovalAfterUserSignup?: boolean | IResolvable;
  /** Minutes until a session ends; takes effect after a restart. Allowed: at least 0. Default: `10080`. */
  readonly sessionExpireDelay?: number;
  /** Users may register OAuth applications. Default: `true`. */
  readonly userOauthApplications?: boolean | IResolvable;
  /** What every new personal access token begins with. Allowed: letters, digits and _ + = / @ : . -. Default: `glpat-`. Can be unset: name it in `unset`. */
  readonly personalAccessTokenPrefix?: string;
  /** Users without an SSH key are told to add one. Default: `true`. */
  readonly userShowAddSshKeyMessage?: boolean | IResolvable;
  /** Avatars come from the external avatar service. Default: `true`. */
  readonly avatarserviceEnabled?: boolean | IResolvable;
  /** Text on the sign-in page, in Markdown. Can be unset: name it in `unset`. */
  readonly signInText?: string;
  /** Address that visitors who are not signed in are sent to. Can be unset: name it in `unset`. */
  readonly homePageUrl?: string;
  /** An external service decides who may use a project. Default: `false`. Goes together with `external_authorization_service_default_label`, `external_authorization_service_timeout`, `external_authorization_service_url`. */
  readonly externalAuthorizationServiceEnabled?: boolean | IResolvable;
  /** Address of the external authorization service. Can be unset: name it in `unset`. */
  readonly externalAuthorizationServiceUrl?: string;
  /** Classification label of projects that have none of their own. Can be unset: name it in `unset`. */
  readonly externalAuthorizationServiceDefaultLabel?: string;
  /** Seconds that the authorization service has to answer. Allowed: 0.001 to 10. Default: `0.5`. */
  readonly externalAuthorizationServiceTimeout?: number;
  /** Name of the first branch of new projects; unset is main. Can be unset: name it in `unset`. */
  readonly defaultBranchName?: string;
  /** Protection of new default branches: 0 none, 1 partial, 2 full. Allowed: `0`, `1`, `2`. Default: `2`. */
  readonly defaultBranchProtection?: 0 | 1 | 2 | IResolvable;
  /** Visibility of new groups. Allowed: `private`, `internal`, `public`. Default: `private`. */
  readonly defaultGroupVisibility?: "private" | "internal" | "public" | IResolvable;
  /** Visibility of new projects. Allowed: `private`, `internal`, `public`. Default: `private`. */
  readonly defaultProjectVisibility?: "private" | "internal" | "public" | IResolvable;
  /** Visibility of new snippets. Allowed: `private`, `internal`, `public`. Default: `private`. */
  readonly defaultSnippetVisibility?: "private" | "internal" | "public" | IResolvable;
  /** Who may create projects in groups: 0 no one, 1 Maintainers, 2 Developers too. Allowed: `0`, `1`, `2`. Default: `2`. */
  readonly defaultProjectCreation?: 0 | 1 | 2 | IResolvable;
  /** Visibility levels that only administrators may give. Allowed: `private`, `internal`, `public`. Default: `[]`. Can be unset: name it in `unset`. */
  readonly restrictedVisibilityLevels?: readonly ("private" | "internal" | "public" | IResolvable)[] | IResolvable;
  /** Projects are deleted after a delay; only with delayed_group_deletion. Default: `false`. Needs tier premium. Gone since release 16.0. */
  readonly delayedProjectDeletion?: boolean | IResolvable;
  /** Groups are deleted after a delay. Default: `true`. Needs tier premium. Since release 15.0. Gone since release 16.0. */
  readonly delayedGroupDeletion?: boolean | IResolvable;
  /** Days until what was deleted is gone; 0 switches both delayed deletions off. Allowed: 0 to 90. Default: `7`. Needs tier premium. */
  readonly deletionAdjournedPeriod?: number;
  /** Projects that nobody uses are deleted. Default: `false`. Since release 14.10. */
  readonly deleteInactiveProjects?: boolean | IResolvable;
  /** Project whose files are the templates of the instance. Needs tier premium. Can be unset: name it in `unset`. */
  readonly fileTemplateProjectId?: string;
  /**
   * Storages that take new repositories. Default: `["default"]`.
   *
   * @deprecated Use repository_storages_weighted.
   */
  readonly repositoryStorages?: readonly string[] | IResolvable;
  /** Storages that take new repositories, each with its weight. Default: `{"default":100}`. */
  readonly repositoryStoragesWeighted?: { readonly [key: string]: number } | IResolvable;
  /** Licensed features follow the plan of each namespace. Default: `false`. Needs tier premium. */
  readonly checkNamespacePlan?: boolean | IResolvable;
  /** Purchased storage is given to projects by itself. Default: `false`. */
  readonly automaticPurchasedStorageAllocation?: boolean | IResolvable;
  /** Namespaces may not outgrow their storage limit. Default: `false`. */
  readonly enforceNamespaceStorageLimit?: boolean | IResolvable;
  /** Projects without a CI configuration get a ready-made pipeline. Default: `true`. */
  readonly autoDevopsEnabled?: boolean | IResolvable;
  /** Domain under which ready-made pipelines deploy. Can be unset: name it in `unset`. */
  readonly autoDevopsDomain?: string;
  /** Age after which jobs are archived, such as 15 days; unset is never. Can be unset: name it in `unset`. */
  readonly archiveBuildsInHumanReadable?: string;
  /** Time after which job artifacts expire; 0 is never. Allowed: at least 1 characters. Default: `30 days`. */
  readonly defaultArtifactsExpireIn?: string;
  /** Path of the CI configuration in new projects; unset is .gitlab-ci.yml. Allowed: no leading slash and no .. Can be unset: name it in `unset`. */
  readonly defaultCiConfigPath?: string;
  /** The latest artifacts of each branch never expire. Default: `true`. */
  readonly keepLatestArtifact?: boolean | IResolvable;
  /** Clean-up policies also work in projects of before they existed. Default: `false`. */
  readonly containerExpirationPoliciesEnableHistoricEntries?: boolean | IResolvable;
  /** Tags that one clean-up run may delete. Allowed: at least 0. Default: `200`. */
  readonly containerRegistryCleanupTagsServiceMaxListSize?: number;
  /** Seconds that deleting one batch of tags may take. Allowed: at least 0. Default: `250`. */
  readonly containerRegistryDeleteTagsServiceTimeout?: number;
  /** Clean-up runs cache what they learn of tags. Default: `true`. */
  readonly containerRegistryExpirationPoliciesCaching?: boolean | IResolvable;
  /** Workers that clean up container images. Allowed: at least 0. Default: `4`. */
  readonly containerRegistryExpirationPoliciesWorkerCapacity?: number;
  /** Minutes until a token for the container registry ends. Allowed: at least 1. Default: `5`. */
  readonly containerRegistryTokenExpireDelay?: number;
  /** Workers that clean up packages. Allowed: at least 0. Default: `2`. Since release 15.0. */
  readonly packageRegistryCleanupPoliciesWorkerCapacity?: number;
  /** Requests for npm packages that are not here go on to the public registry. Default: `true`. Needs tier premium. */
  readonly npmPackageRequestsForwarding?: boolean | IResolvable;
  /** Requests for PyPI packages that are not here go on to the public index. Default: `true`. Needs tier premium. */
  readonly pypiPackageRequestsForwarding?: boolean | IResolvable;
  /**
   * Deprecated: use allow_local_requests_from_web_hooks_and_services.
   *
   * @deprecated Use allow_local_requests_from_web_hooks_and_services in its place.
   */
  readonly allowLocalRequestsFromHooksAndServices?: boolean | IResolvable;
  /** Webhooks and integrations may call addresses of the local network. Default: `false`. */
  readonly allowLocalRequestsFromWebHooksAndServices?: boolean | IResolvable;
  /** System hooks may call addresses of the local network. Default: `true`. */
  readonly allowLocalRequestsFromSystemHooks?: boolean | IResolvable;
  /** Local addresses and domains that hooks may call all the same. Default: `[]`. Can be unset: name it in `unset`. */
  readonly outboundLocalRequestsWhitelist?: readonly string[] | IResolvable;
  /** Addresses that hooks call are checked against DNS rebinding. Default: `true`. */
  readonly dnsRebindingProtectionEnabled?: boolean | IResolvable;
  /** External images are loaded through a proxy; takes effect after a restart. Default: `false`. Goes together with `asset_proxy_url`, `asset_proxy_secret_key`. */
  readonly assetProxyEnabled?: boolean | IResolvable;
  /** Address of the proxy for external images; takes effect after a restart. Can be unset: name it in `unset`. */
  readonly assetProxyUrl?: string;
  /** Key shared with the proxy for external images; takes effect after a restart. Can be unset: name it in `unset`. Write-only: it is in no plan and no state. Raise `asset_proxy_secret_key_version` to send it again. */
  readonly assetProxySecretKey?: string;
  /** Any number; when it changes, asset_proxy_secret_key is sent again. */
  readonly assetProxySecretKeyVersion?: number;
  /** Domains whose images are not proxied; wildcards are allowed. Default: `[]`. Can be unset: name it in `unset`. */
  readonly assetProxyAllowlist?: readonly string[] | IResolvable;
  /**
   * Deprecated: use asset_proxy_allowlist.
   *
   * @deprecated Use asset_proxy_allowlist in its place.
   */
  readonly assetProxyWhitelist?: readonly string[] | IResolvable;
  /** Clusters can be created in the cloud provider's cluster service. Default: `false`. Goes together with `cluster_service_account_id`, `cluster_service_access_key_id`, `cluster_service_secret_access_key`. */
  readonly clusterServiceIntegrationEnabled?: boolean | IResolvable;
  /** Account at the cloud provider, 12 digits. Allowed: 12 digits. Can be unset: name it in `unset`. */
  readonly clusterServiceAccountId?: string;
  /** Id of the access key for the cluster service. Allowed: 16 to 128 characters. Can be unset: name it in `unset`. Write-only: it is in no plan and no state. Raise `cluster_service_access_key_id_version` to send it again. */
  readonly clusterServiceAccessKeyId?: string;
  /** Any number; when it changes, cluster_service_access_key_id is sent again. */
  readonly clusterServiceAccessKeyIdVersion?: number;
  /** Secret access key for the cluster service. Can be unset: name it in `unset`. Write-only: it is in no plan and no state. Raise `cluster_service_secret_access_key_version` to send it again. */
  readonly clusterServiceSecretAccessKey?: string;
  /** Any number; when it changes, cluster_service_secret_access_key is sent again. */
  readonly clusterServiceSecretAccessKeyVersion?: number;
  /** Address of the service that approves each pipeline. Can be unset: name it in `unset`. */
  readonly externalPipelineValidationServiceUrl?: string;
  /** Token sent to the service that approves each pipeline. Can be unset: name it in `unset`. Write-only: it is in no plan and no state. Raise `external_pipeline_validation_service_token_version` to send it again. */
  readonly externalPipelineValidationServiceToken?: string;
  /** Any number; when it changes, external_pipeline_validation_service_token is sent again. */
  readonly externalPipelineValidationServiceTokenVersion?: number;
  /** Seconds that the service which approves pipelines has to answer. Allowed: at least 1. Can be unset: name it in `unset`. */
  readonly externalPipelineValidationServiceTimeout?: number;
  /** IP addresses and ranges from which secondary sites may connect, comma-separated. Allowed: 1 to 255 characters. Default: `0.0.0.0/0, ::/0`. Needs tier premium. */
  readonly geoNodeAllowedIps?: string;
  /** Seconds that a secondary site has to tell its status. Allowed: at least 1. Default: `10`. Needs tier premium. */
  readonly geoStatusTimeout?: number;
  /** Addresses of the search engine, comma-separated. Allowed: at least 1 characters. Default: `http://localhost:9200`. Needs tier premium. */
  readonly searchengineUrl?: string;
  /** User name at the search engine. Allowed: at most 255 characters. Needs tier premium. Can be unset: name it in `unset`. */
  readonly searchengineUsername?: string;
  /** Password at the search engine. Allowed: at most 255 characters. Needs tier premium. Can be unset: name it in `unset`. Write-only: it is in no plan and no state. Raise `searchengine_password_version` to send it again. */
  readonly searchenginePassword?: string;
  /** Any number; when it changes, searchengine_password is sent again. */
  readonly searchenginePasswordVersion?: number;
  /** What users write is indexed by the search engine. Default: `false`. Needs tier premium. Goes together with `searchengine_url`. */
  readonly searchengineIndexing?: boolean | IResolvable;
  /** Searches use the search engine. Default: `false`. Needs tier premium. */
  readonly searchengineSearch?: boolean | IResolvable;
  /** Only the listed namespaces and projects are indexed. Default: `false`. Needs tier premium. */
  readonly searchengineLimitIndexing?: boolean | IResolvable;
  /** Groups that are indexed when indexing is limited. Default: `[]`. Needs tier premium. Can be unset: name it in `unset`. */
  readonly searchengineNamespaceIds?: readonly string[] | IResolvable;
  /** Projects that are indexed when indexing is limited. Default: `[]`. Needs tier premium. Can be unset: name it in `unset`. */
  readonly searchengineProjectIds?: readonly string[] | IResolvable;
  /** Characters of a text that are indexed; 0 is no limit. Allowed: at least 0. Default: `0`. Needs tier premium. */
  readonly searchengineIndexedFieldLengthLimit?: number;
  /** Largest file that is indexed, in KB. Allowed: at least 1. Default: `1024`. Needs tier premium. */
  readonly searchengineIndexedFileSizeLimitKb?: number;
  /** Bulk requests that may run at once for each indexing operation. Allowed: at least 1. Default: `10`. Needs tier premium. */
  readonly searchengineMaxBulkConcurrency?: number;
  /** Largest bulk request, in MB. Allowed: at least 1. Default: `10`. Needs tier premium. */
  readonly searchengineMaxBulkSizeMb?: number;
  /** The search engine is hosted by the cloud provider. Default: `false`. Needs tier premium. Goes together with `searchengine_cloud_region`. */
  readonly searchengineCloudHosted?: boolean | IResolvable;
  /** Region of the hosted search engine. Default: `us-east-1`. Needs tier premium. Can be unset: name it in `unset`. */
  readonly searchengineCloudRegion?: string;
  /** Id of the access key for the hosted search engine. Needs tier premium. Can be unset: name it in `unset`. Write-only: it is in no plan and no state. Raise `searchengine_cloud_access_key_version` to send it again. */
  readonly searchengineCloudAccessKey?: string;
  /** Any number; when it changes, searchengine_cloud_access_key is sent again. */
  readonly searchengineCloudAccessKeyVersion?: number;
  /** Secret access key for the hosted search engine. Needs tier premium. Can be unset: name it in `unset`. Write-only: it is in no plan and no state. Raise `searchengine_cloud_secret_access_key_version` to send it again. */
  readonly searchengineCloudSecretAccessKey?: string;
  /** Any number; when it changes, searchengine_cloud_secret_access_key is sent again. */
  readonly searchengineCloudSecretAccessKeyVersion?: number;
  /** Largest diff of one file that is shown, in bytes. Allowed: 204800 to 512000. Default: `204800`. */
  readonly diffMaxPatchBytes?: number;
  /** Number of files that a diff shows at most. Allowed: 1000 to 3000. Default: `1000`. */
  readonly diffMaxFiles?: number;
  /** Number of lines that a diff shows at most. Allowed: 50000 to 100000. Default: `50000`. */
  readonly diffMaxLines?: number;
  /** Largest attachment, in MB. Allowed: at least 1. Default: `10`. */
  readonly maxAttachmentSize?: number;
  /** Largest export, in MB; 0 is no limit. Allowed: at least 0. Default: `0`. Since release 15.0. */
  readonly maxExportSize?: number;
  /** Largest import, in MB; 0 is no limit. Allowed: at least 0. Default: `0`. */
  readonly maxImportSize?: number;
  /** Largest snippet, in bytes. Allowed: at least 1. Default: `52428800`. */
  readonly snippetSizeLimit?: number;
  /** Largest wiki page, in bytes. Allowed: at least 1024. Default: `52428800`. */
  readonly wikiPageMaxContentBytes?: number;
  /** Issues that a user may create each minute; 0 is no limit. Allowed: at least 0. Default: `300`. */
  readonly issuesCreateLimit?: number;
  /** Requests a minute for one raw file; 0 is no limit. Allowed: at least 0. Default: `300`. */
  readonly rawBlobRequestLimit?: number;
  /** Answer to a client that sends too many requests; unset is Retry later. Allowed: at most 255 characters. Can be unset: name it in `unset`. */
  readonly rateLimitingResponseText?: string;
  /** Seconds until a web terminal closes; 0 is never. Allowed: at least 0. Default: `0`. */
  readonly terminalMaxSessionTime?: number;
  /** Factor by which pages poll less often; 0 switches polling off. Allowed: at least 0. Default: `1`. */
  readonly pollingIntervalMultiplier?: number;
  /** Raising it renders all Markdown anew. Allowed: 0 to 65535. Default: `0`. */
  readonly localMarkdownVersion?: number;
  /** First day of the week: 0 Sunday, 1 Monday, 6 Saturday. Allowed: `0`, `1`, `6`. Default: `0`. */
  readonly firstDayOfWeek?: 0 | 1 | 6 | IResolvable;
  /** Group whose members may see the performance bar. Can be unset: name it in `unset`. */
  readonly performanceBarAllowedGroupId?: string;
  /** Host name of the private commit addresses of users. Allowed: a host name without @. */
  readonly commitEmailHostname?: string;
  /** Text at the end of every e-mail. Allowed: at most 10000 characters. Needs tier premium. Can be unset: name it in `unset`. */
  readonly emailAdditionalText?: string;
  /** E-mails name their author in the text, for servers that rewrite the sender. Default: `false`. */
  readonly emailAuthorInBody?: boolean | IResolvable;
  /** Attributes that are to be unset, which leaving them out does not do: names, with dots for what stands inside of another. What `null` says in the files. */
  readonly unset?: readonly string[] | IResolvable;
  /** An object of attributes that this release does not know yet, by name: compared and sent as they are. */
  readonly unchecked?: { readonly [name: string]: unknown } | IResolvable;
}

/** Names in Terraform. */
const namesOfApplicationSettings = {
  adminMode: "admin_mode",
  adminNotificationEmail: "admin_notification_email",
  abuseNotificationEmail: "abuse_notification_email",
  afterSignOutPath: "after_sign_out_path",
  afterSignUpText: "after_sign_up_text",
  allowGroupOwnersToManageLdap: "allow_group_owners_to_manage_ldap",
  authorizedKeysEnabled: "authorized_keys_enabled",
  spamfilterEnabled: "spamfilter_enabled",
  spamfilterApiKey: "spamfilter_api_key",
  spamfilterApiKeyVersion: "spamfilter_api_key_version",
  deactivateDormantUsers: "deactivate_dormant_users",
  deactivateDormantUsersPeriod: "deactivate_dormant_users_period",
  defaultProjectsLimit: "default_projects_limit",
  disableFeedToken: "disable_feed_token",
  disabledOauthSignInSources: "disabled_oauth_sign_in_sources",
  domainDenylistEnabled: "domain_denylist_enabled",
  domainDenylist: "domain_denylist",
  domainAllowlist: "domain_allowlist",
  dsaKeyRestriction: "dsa_key_restriction",
  ecdsaKeyRestriction: "ecdsa_key_restriction",
  ecdsaSkKeyRestriction: "ecdsa_sk_key_restriction",
  ed25519KeyRestriction: "ed25519_key_restriction",
  ed25519SkKeyRestriction: "ed25519_sk_key_restriction",
  enabledGitAccessProtocol: "enabled_git_access_protocol",
  enforceTerms: "enforce_terms",
  terms: "terms",
  signupEnabled: "signup_enabled",
  passwordAuthenticationEnabledForWeb: "password_authentication_enabled_for_web",
  requireAdminApprovalAfterUserSignup: "require_admin_approval_after_user_signup",
  sessionExpireDelay: "session_expire_delay",
  userOauthApplications: "user_oauth_applications",
  personalAccessTokenPrefix: "personal_access_token_prefix",
  userShowAddSshKeyMessage: "user_show_add_ssh_key_message",
  avatarserviceEnabled: "avatarservice_enabled",
  signInText: "sign_in_text",
  homePageUrl: "home_page_url",
  externalAuthorizationServiceEnabled: "external_authorization_service_enabled",
  externalAuthorizationServiceUrl: "external_authorization_service_url",
  externalAuthorizationServiceDefaultLabel: "external_authorization_service_default_label",
  externalAuthorizationServiceTimeout: "external_authorization_service_timeout",
  defaultBranchName: "default_branch_name",
  defaultBranchProtection: "default_branch_protection",
  defaultGroupVisibility: "default_group_visibility",
  defaultProjectVisibility: "default_project_visibility",
  defaultSnippetVisibility: "default_snippet_visibility",
  defaultProjectCreation: "default_project_creation",
  restrictedVisibilityLevels: "restricted_visibility_levels",
  delayedProjectDeletion: "delayed_project_deletion",
  delayedGroupDeletion: "delayed_group_deletion",
  deletionAdjournedPeriod: "deletion_adjourned_period",
  deleteInactiveProjects: "delete_inactive_projects",
  fileTemplateProjectId: "file_template_project_id",
  repositoryStorages: "repository_storages",
  repositoryStoragesWeighted: "repository_storages_weighted",
  checkNamespacePlan: "check_namespace_plan",
  automaticPurchasedStorageAllocation: "automatic_purchased_storage_allocation",
  enforceNamespaceStorageLimit: "enforce_namespace_storage_limit",
  autoDevopsEnabled: "auto_devops_enabled",
  autoDevopsDomain: "auto_devops_domain",
  archiveBuildsInHumanReadable: "archive_builds_in_human_readable",
  defaultArtifactsExpireIn: "default_artifacts_expire_in",
  defaultCiConfigPath: "default_ci_config_path",
  keepLatestArtifact: "keep_latest_artifact",
  containerExpirationPoliciesEnableHistoricEntries: "container_expiration_policies_enable_historic_entries",
  containerRegistryCleanupTagsServiceMaxListSize: "container_registry_cleanup_tags_service_max_list_size",
  containerRegistryDeleteTagsServiceTimeout: "container_registry_delete_tags_service_timeout",
  containerRegistryExpirationPoliciesCaching: "container_registry_expiration_policies_caching",
  containerRegistryExpirationPoliciesWorkerCapacity: "container_registry_expiration_policies_worker_capacity",
  containerRegistryTokenExpireDelay: "container_registry_token_expire_delay",
  packageRegistryCleanupPoliciesWorkerCapacity: "package_registry_cleanup_policies_worker_capacity",
  npmPackageRequestsForwarding: "npm_package_requests_forwarding",
  pypiPackageRequestsForwarding: "pypi_package_requests_forwarding",
  allowLocalRequestsFromHooksAndServices: "allow_local_requests_from_hooks_and_services",
  allowLocalRequestsFromWebHooksAndServices: "allow_local_requests_from_web_hooks_and_services",
  allowLocalRequestsFromSystemHooks: "allow_local_requests_from_system_hooks",
  outboundLocalRequestsWhitelist: "outbound_local_requests_whitelist",
  dnsRebindingProtectionEnabled: "dns_rebinding_protection_enabled",
  assetProxyEnabled: "asset_proxy_enabled",
  assetProxyUrl: "asset_proxy_url",
  assetProxySecretKey: "asset_proxy_secret_key",
  assetProxySecretKeyVersion: "asset_proxy_secret_key_version",
  assetProxyAllowlist: "asset_proxy_allowlist",
  assetProxyWhitelist: "asset_proxy_whitelist",
  clusterServiceIntegrationEnabled: "cluster_service_integration_enabled",
  clusterServiceAccountId: "cluster_service_account_id",
  clusterServiceAccessKeyId: "cluster_service_access_key_id",
  clusterServiceAccessKeyIdVersion: "cluster_service_access_key_id_version",
  clusterServiceSecretAccessKey: "cluster_service_secret_access_key",
  clusterServiceSecretAccessKeyVersion: "cluster_service_secret_access_key_version",
  externalPipelineValidationServiceUrl: "external_pipeline_validation_service_url",
  externalPipelineValidationServiceToken: "external_pipeline_validation_service_token",
  externalPipelineValidationServiceTokenVersion: "external_pipeline_validation_service_token_version",
  externalPipelineValidationServiceTimeout: "external_pipeline_validation_service_timeout",
  geoNodeAllowedIps: "geo_node_allowed_ips",
  geoStatusTimeout: "geo_status_timeout",
  searchengineUrl: "searchengine_url",
  searchengineUsername: "searchengine_username",
  searchenginePassword: "searchengine_password",
  searchenginePasswordVersion: "searchengine_password_version",
  searchengineIndexing: "searchengine_indexing",
  searchengineSearch: "searchengine_search",
  searchengineLimitIndexing: "searchengine_limit_indexing",
  searchengineNamespaceIds: "searchengine_namespace_ids",
  searchengineProjectIds: "searchengine_project_ids",
  searchengineIndexedFieldLengthLimit: "searchengine_indexed_field_length_limit",
  searchengineIndexedFileSizeLimitKb: "searchengine_indexed_file_size_limit_kb",
  searchengineMaxBulkConcurrency: "searchengine_max_bulk_concurrency",
  searchengineMaxBulkSizeMb: "searchengine_max_bulk_size_mb",
  searchengineCloudHosted: "searchengine_cloud_hosted",
  searchengineCloudRegion: "searchengine_cloud_region",
  searchengineCloudAccessKey: "searchengine_cloud_access_key",
  searchengineCloudAccessKeyVersion: "searchengine_cloud_access_key_version",
  searchengineCloudSecretAccessKey: "searchengine_cloud_secret_access_key",
  searchengineCloudSecretAccessKeyVersion: "searchengine_cloud_secret_access_key_version",
  diffMaxPatchBytes: "diff_max_patch_bytes",
  diffMaxFiles: "diff_max_files",
  diffMaxLines: "diff_max_lines",
  maxAttachmentSize: "max_attachment_size",
  maxExportSize: "max_export_size",
  maxImportSize: "max_import_size",
  snippetSizeLimit: "snippet_size_limit",
  wikiPageMaxContentBytes: "wiki_page_max_content_bytes",
  issuesCreateLimit: "issues_create_limit",
  rawBlobRequestLimit: "raw_blob_request_limit",
  rateLimitingResponseText: "rate_limiting_response_text",
  terminalMaxSessionTime: "terminal_max_session_time",
  pollingIntervalMultiplier: "polling_interval_multiplier",
  localMarkdownVersion: "local_markdown_version",
  firstDayOfWeek: "first_day_of_week",
  performanceBarAllowedGroupId: "performance_bar_allowed_group_id",
  commitEmailHostname: "commit_email_hostname",
  emailAdditionalText: "email_additional_text",
  emailAuthorInBody: "email_author_in_body",
  unset: "unset",
  unchecked: "unchecked",
} as const;

/** The settings of the whole instance. Only for administrators of the instance. */
export class ApplicationSettings extends TrueupResource {
  static readonly tfResourceType = "trueup_application_settings";

  constructor(scope: Construct, id: string, properties: ApplicationSettingsProps = {}) {
    super(scope, id, ApplicationSettings.tfResourceType, namesOfApplicationSettings, properties);
  }

  /** The address, as in the files. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Administrators sign in again before they do administrative tasks. */
  get adminMode(): IResolvable {
    return this.getBooleanAttribute("admin_mode");
  }

  /**
   * Deprecated: use abuse_notification_email.
   *
   * @deprecated Use abuse_notification_email in its place.
   */
  get adminNotificationEmail(): string {
    return this.getStringAttribute("admin_notification_email");
  }

  /** Address that abuse reports are sent to. */
  get abuseNotificationEmail(): string {
    return this.getStringAttribute("abuse_notification_email");
  }

  /** Address that users are sent to when they sign out. */
  get afterSignOutPath(): string {
    return this.getStringAttribute("after_sign_out_path");
  }

  /** Text that users see after they have signed up, in Markdown. */
  get afterSignUpText(): string {
    return this.getStringAttribute("after_sign_up_text");
  }

  /** Group owners may manage LDAP links. */
  get allowGroupOwnersToManageLdap(): IResolvable {
    return this.getBooleanAttribute("allow_group_owners_to_manage_ldap");
  }

  /** SSH keys are written to the authorized_keys file. */
  get authorizedKeysEnabled(): IResolvable {
    return this.getBooleanAttribute("authorized_keys_enabled");
  }

  /** The spam filter checks what users write. */
  get spamfilterEnabled(): IResolvable {
    return this.getBooleanAttribute("spamfilter_enabled");
  }

  /** Any number; when it changes, spamfilter_api_key is sent again. */
  get spamfilterApiKeyVersion(): number {
    return this.getNumberAttribute("spamfilter_api_key_version");
  }

  /** Users who have been away for long are deactivated. */
  get deactivateDormantUsers(): IResolvable {
    return this.getBooleanAttribute("deactivate_dormant_users");
  }

  /** Days without activity after which a user is deactivated. */
  get deactivateDormantUsersPeriod(): number {
    return this.getNumberAttribute("deactivate_dormant_users_period");
  }

  /** Number of projects that a new user may create. */
  get defaultProjectsLimit(): number {
    return this.getNumberAttribute("default_projects_limit");
  }

  /** Feeds and calendars can no longer be read with a token in the address. */
  get disableFeedToken(): IResolvable {
    return this.getBooleanAttribute("disable_feed_token");
  }

  /** Sign-in providers that are switched off. */
  get disabledOauthSignInSources(): string[] {
    return this.getListAttribute("disabled_oauth_sign_in_sources");
  }

  /** The list of blocked e-mail domains is in force. */
  get domainDenylistEnabled(): IResolvable {
    return this.getBooleanAttribute("domain_denylist_enabled");
  }

  /** E-mail domains that may not sign up; wildcards are allowed. */
  get domainDenylist(): string[] {
    return this.getListAttribute("domain_denylist");
  }

  /** E-mail domains that may sign up; empty allows all. */
  get domainAllowlist(): string[] {
    return this.getListAttribute("domain_allowlist");
  }

  /** Smallest DSA key in bits that users may add; 0 allows all, -1 none. */
  get dsaKeyRestriction(): IResolvable {
    return this.interpolationForAttribute("dsa_key_restriction");
  }

  /** Smallest ECDSA key in bits that users may add; 0 allows all, -1 none. */
  get ecdsaKeyRestriction(): IResolvable {
    return this.interpolationForAttribute("ecdsa_key_restriction");
  }

  /** Smallest ECDSA_SK key in bits that users may add; 0 allows all, -1 none. */
  get ecdsaSkKeyRestriction(): IResolvable {
    return this.interpolationForAttribute("ecdsa_sk_key_restriction");
  }

  /** Smallest Ed25519 key in bits that users may add; 0 allows all, -1 none. */
  get ed25519KeyRestriction(): IResolvable {
    return this.interpolationForAttribute("ed25519_key_restriction");
  }

  /** Smallest Ed25519_SK key in bits that users may add; 0 allows all, -1 none. */
  get ed25519SkKeyRestriction(): IResolvable {
    return this.interpolationForAttribute("ed25519_sk_key_restriction");
  }

  /** The only protocol for Git; null or nil allows both. */
  get enabledGitAccessProtocol(): IResolvable {
    return this.interpolationForAttribute("enabled_git_access_protocol");
  }

  /** Users must accept the terms of service. */
  get enforceTerms(): IResolvable {
    return this.getBooleanAttribute("enforce_terms");
  }

  /** The terms of service, in Markdown. */
  get terms(): string {
    return this.getStringAttribute("terms");
  }

  /** Visitors may sign up. */
  get signupEnabled(): IResolvable {
    return this.getBooleanAttribute("signup_enabled");
  }

  /** Users may sign in to the web pages with a password. */
  get passwordAuthenticationEnabledForWeb(): IResolvable {
    return this.getBooleanAttribute("password_authentication_enabled_for_web");
  }

  /** An administrator approves each new user. */
  get requireAdminApprovalAfterUserSignup(): IResolvable {
    return this.getBooleanAttribute("require_admin_approval_after_user_signup");
  }

  /** Minutes until a session ends; takes effect after a restart. */
  get sessionExpireDelay(): number {
    return this.getNumberAttribute("session_expire_delay");
  }

  /** Users may register OAuth applications. */
  get userOauthApplications(): IResolvable {
    return this.getBooleanAttribute("user_oauth_applications");
  }

  /** What every new personal access token begins with. */
  get personalAccessTokenPrefix(): string {
    return this.getStringAttribute("personal_access_token_prefix");
  }

  /** Users without an SSH key are told to add one. */
  get userShowAddSshKeyMessage(): IResolvable {
    return this.getBooleanAttribute("user_show_add_ssh_key_message");
  }

  /** Avatars come from the external avatar service. */
  get avatarserviceEnabled(): IResolvable {
    return this.getBooleanAttribute("avatarservice_enabled");
  }

  /** Text on the sign-in page, in Markdown. */
  get signInText(): string {
    return this.getStringAttribute("sign_in_text");
  }

  /** Address that visitors who are not signed in are sent to. */
  get homePageUrl(): string {
    return this.getStringAttribute("home_page_url");
  }

  /** An external service decides who may use a project. */
  get externalAuthorizationServiceEnabled(): IResolvable {
    return this.getBooleanAttribute("external_authorization_service_enabled");
  }

  /** Address of the external authorization service. */
  get externalAuthorizationServiceUrl(): string {
    return this.getStringAttribute("external_authorization_service_url");
  }

  /** Classification label of projects that have none of their own. */
  get externalAuthorizationServiceDefaultLabel(): string {
    return this.getStringAttribute("external_authorization_service_default_label");
  }

  /** Seconds that the authorization service has to answer. */
  get externalAuthorizationServiceTimeout(): number {
    return this.getNumberAttribute("external_authorization_service_timeout");
  }

  /** Name of the first branch of new projects; unset is main. */
  get defaultBranchName(): string {
    return this.getStringAttribute("default_branch_name");
  }

  /** Protection of new default branches: 0 none, 1 partial, 2 full. */
  get defaultBranchProtection(): IResolvable {
    return this.interpolationForAttribute("default_branch_protection");
  }

  /** Visibility of new groups. */
  get defaultGroupVisibility(): IResolvable {
    return this.interpolationForAttribute("default_group_visibility");
  }

  /** Visibility of new projects. */
  get defaultProjectVisibility(): IResolvable {
    return this.interpolationForAttribute("default_project_visibility");
  }

  /** Visibility of new snippets. */
  get defaultSnippetVisibility(): IResolvable {
    return this.interpolationForAttribute("default_snippet_visibility");
  }

  /** Who may create projects in groups: 0 no one, 1 Maintainers, 2 Developers too. */
  get defaultProjectCreation(): IResolvable {
    return this.interpolationForAttribute("default_project_creation");
  }

  /** Visibility levels that only administrators may give. */
  get restrictedVisibilityLevels(): IResolvable {
    return this.interpolationForAttribute("restricted_visibility_levels");
  }

  /** Projects are deleted after a delay; only with delayed_group_deletion. */
  get delayedProjectDeletion(): IResolvable {
    return this.getBooleanAttribute("delayed_project_deletion");
  }

  /** Groups are deleted after a delay. */
  get delayedGroupDeletion(): IResolvable {
    return this.getBooleanAttribute("delayed_group_deletion");
  }

  /** Days until what was deleted is gone; 0 switches both delayed deletions off. */
  get deletionAdjournedPeriod(): number {
    return this.getNumberAttribute("deletion_adjourned_period");
  }

  /** Projects that nobody uses are deleted. */
  get deleteInactiveProjects(): IResolvable {
    return this.getBooleanAttribute("delete_inactive_projects");
  }

  /** Project whose files are the templates of the instance. */
  get fileTemplateProjectId(): string {
    return this.getStringAttribute("file_template_project_id");
  }

  /**
   * Storages that take new repositories.
   *
   * @deprecated Use repository_storages_weighted.
   */
  get repositoryStorages(): string[] {
    return this.getListAttribute("repository_storages");
  }

  /** Storages that take new repositories, each with its weight. */
  get repositoryStoragesWeighted(): IResolvable {
    return this.interpolationForAttribute("repository_storages_weighted");
  }

  /** Licensed features follow the plan of each namespace. */
  get checkNamespacePlan(): IResolvable {
    return this.getBooleanAttribute("check_namespace_plan");
  }

  /** Purchased storage is given to projects by itself. */
  get automaticPurchasedStorageAllocation(): IResolvable {
    return this.getBooleanAttribute("automatic_purchased_storage_allocation");
  }

  /** Namespaces may not outgrow their storage limit. */
  get enforceNamespaceStorageLimit(): IResolvable {
    return this.getBooleanAttribute("enforce_namespace_storage_limit");
  }

  /** Projects without a CI configuration get a ready-made pipeline. */
  get autoDevopsEnabled(): IResolvable {
    return this.getBooleanAttribute("auto_devops_enabled");
  }

  /** Domain under which ready-made pipelines deploy. */
  get autoDevopsDomain(): string {
    return this.getStringAttribute("auto_devops_domain");
  }

  /** Age after which jobs are archived, such as 15 days; unset is never. */
  get archiveBuildsInHumanReadable(): string {
    return this.getStringAttribute("archive_builds_in_human_readable");
  }

  /** Time after which job artifacts expire; 0 is never. */
  get defaultArtifactsExpireIn(): string {
    return this.getStringAttribute("default_artifacts_expire_in");
  }

  /** Path of the CI configuration in new projects; unset is .gitlab-ci.yml. */
  get defaultCiConfigPath(): string {
    return this.getStringAttribute("default_ci_config_path");
  }

  /** The latest artifacts of each branch never expire. */
  get keepLatestArtifact(): IResolvable {
    return this.getBooleanAttribute("keep_latest_artifact");
  }

  /** Clean-up policies also work in projects of before they existed. */
  get containerExpirationPoliciesEnableHistoricEntries(): IResolvable {
    return this.getBooleanAttribute("container_expiration_policies_enable_historic_entries");
  }

  /** Tags that one clean-up run may delete. */
  get containerRegistryCleanupTagsServiceMaxListSize(): number {
    return this.getNumberAttribute("container_registry_cleanup_tags_service_max_list_size");
  }

  /** Seconds that deleting one batch of tags may take. */
  get containerRegistryDeleteTagsServiceTimeout(): number {
    return this.getNumberAttribute("container_registry_delete_tags_service_timeout");
  }

  /** Clean-up runs cache what they learn of tags. */
  get containerRegistryExpirationPoliciesCaching(): IResolvable {
    return this.getBooleanAttribute("container_registry_expiration_policies_caching");
  }

  /** Workers that clean up container images. */
  get containerRegistryExpirationPoliciesWorkerCapacity(): number {
    return this.getNumberAttribute("container_registry_expiration_policies_worker_capacity");
  }

  /** Minutes until a token for the container registry ends. */
  get containerRegistryTokenExpireDelay(): number {
    return this.getNumberAttribute("container_registry_token_expire_delay");
  }

  /** Workers that clean up packages. */
  get packageRegistryCleanupPoliciesWorkerCapacity(): number {
    return this.getNumberAttribute("package_registry_cleanup_policies_worker_capacity");
  }

  /** Requests for npm packages that are not here go on to the public registry. */
  get npmPackageRequestsForwarding(): IResolvable {
    return this.getBooleanAttribute("npm_package_requests_forwarding");
  }

  /** Requests for PyPI packages that are not here go on to the public index. */
  get pypiPackageRequestsForwarding(): IResolvable {
    return this.getBooleanAttribute("pypi_package_requests_forwarding");
  }

  /**
   * Deprecated: use allow_local_requests_from_web_hooks_and_services.
   *
   * @deprecated Use allow_local_requests_from_web_hooks_and_services in its place.
   */
  get allowLocalRequestsFromHooksAndServices(): IResolvable {
    return this.getBooleanAttribute("allow_local_requests_from_hooks_and_services");
  }

  /** Webhooks and integrations may call addresses of the local network. */
  get allowLocalRequestsFromWebHooksAndServices(): IResolvable {
    return this.getBooleanAttribute("allow_local_requests_from_web_hooks_and_services");
  }

  /** System hooks may call addresses of the local network. */
  get allowLocalRequestsFromSystemHooks(): IResolvable {
    return this.getBooleanAttribute("allow_local_requests_from_system_hooks");
  }

  /** Local addresses and domains that hooks may call all the same. */
  get outboundLocalRequestsWhitelist(): string[] {
    return this.getListAttribute("outbound_local_requests_whitelist");
  }

  /** Addresses that hooks call are checked against DNS rebinding. */
  get dnsRebindingProtectionEnabled(): IResolvable {
    return this.getBooleanAttribute("dns_rebinding_protection_enabled");
  }

  /** External images are loaded through a proxy; takes effect after a restart. */
  get assetProxyEnabled(): IResolvable {
    return this.getBooleanAttribute("asset_proxy_enabled");
  }

  /** Address of the proxy for external images; takes effect after a restart. */
  get assetProxyUrl(): string {
    return this.getStringAttribute("asset_proxy_url");
  }

  /** Any number; when it changes, asset_proxy_secret_key is sent again. */
  get assetProxySecretKeyVersion(): number {
    return this.getNumberAttribute("asset_proxy_secret_key_version");
  }

  /** Domains whose images are not proxied; wildcards are allowed. */
  get assetProxyAllowlist(): string[] {
    return this.getListAttribute("asset_proxy_allowlist");
  }

  /**
   * Deprecated: use asset_proxy_allowlist.
   *
   * @deprecated Use asset_proxy_allowlist in its place.
   */
  get assetProxyWhitelist(): string[] {
    return this.getListAttribute("asset_proxy_whitelist");
  }

  /** Clusters can be created in the cloud provider's cluster service. */
  get clusterServiceIntegrationEnabled(): IResolvable {
    return this.getBooleanAttribute("cluster_service_integration_enabled");
  }

  /** Account at the cloud provider, 12 digits. */
  get clusterServiceAccountId(): string {
    return this.getStringAttribute("cluster_service_account_id");
  }

  /** Any number; when it changes, cluster_service_access_key_id is sent again. */
  get clusterServiceAccessKeyIdVersion(): number {
    return this.getNumberAttribute("cluster_service_access_key_id_version");
  }

  /** Any number; when it changes, cluster_service_secret_access_key is sent again. */
  get clusterServiceSecretAccessKeyVersion(): number {
    return this.getNumberAttribute("cluster_service_secret_access_key_version");
  }

  /** Address of the service that approves each pipeline. */
  get externalPipelineValidationServiceUrl(): string {
    return this.getStringAttribute("external_pipeline_validation_service_url");
  }

  /** Any number; when it changes, external_pipeline_validation_service_token is sent again. */
  get externalPipelineValidationServiceTokenVersion(): number {
    return this.getNumberAttribute("external_pipeline_validation_service_token_version");
  }

  /** Seconds that the service which approves pipelines has to answer. */
  get externalPipelineValidationServiceTimeout(): number {
    return this.getNumberAttribute("external_pipeline_validation_service_timeout");
  }

  /** IP addresses and ranges from which secondary sites may connect, comma-separated. */
  get geoNodeAllowedIps(): string {
    return this.getStringAttribute("geo_node_allowed_ips");
  }

  /** Seconds that a secondary site has to tell its status. */
  get geoStatusTimeout(): number {
    return this.getNumberAttribute("geo_status_timeout");
  }

  /** Addresses of the search engine, comma-separated. */
  get searchengineUrl(): string {
    return this.getStringAttribute("searchengine_url");
  }

  /** User name at the search engine. */
  get searchengineUsername(): string {
    return this.getStringAttribute("searchengine_username");
  }

  /** Any number; when it changes, searchengine_password is sent again. */
  get searchenginePasswordVersion(): number {
    return this.getNumberAttribute("searchengine_password_version");
  }

  /** What users write is indexed by the search engine. */
  get searchengineIndexing(): IResolvable {
    return this.getBooleanAttribute("searchengine_indexing");
  }

  /** Searches use the search engine. */
  get searchengineSearch(): IResolvable {
    return this.getBooleanAttribute("searchengine_search");
  }

  /** Only the listed namespaces and projects are indexed. */
  get searchengineLimitIndexing(): IResolvable {
    return this.getBooleanAttribute("searchengine_limit_indexing");
  }

  /** Groups that are indexed when indexing is limited. */
  get searchengineNamespaceIds(): string[] {
    return this.getListAttribute("searchengine_namespace_ids");
  }

  /** Projects that are indexed when indexing is limited. */
  get searchengineProjectIds(): string[] {
    return this.getListAttribute("searchengine_project_ids");
  }

  /** Characters of a text that are indexed; 0 is no limit. */
  get searchengineIndexedFieldLengthLimit(): number {
    return this.getNumberAttribute("searchengine_indexed_field_length_limit");
  }

  /** Largest file that is indexed, in KB. */
  get searchengineIndexedFileSizeLimitKb(): number {
    return this.getNumberAttribute("searchengine_indexed_file_size_limit_kb");
  }

  /** Bulk requests that may run at once for each indexing operation. */
  get searchengineMaxBulkConcurrency(): number {
    return this.getNumberAttribute("searchengine_max_bulk_concurrency");
  }

  /** Largest bulk request, in MB. */
  get searchengineMaxBulkSizeMb(): number {
    return this.getNumberAttribute("searchengine_max_bulk_size_mb");
  }

  /** The search engine is hosted by the cloud provider. */
  get searchengineCloudHosted(): IResolvable {
    return this.getBooleanAttribute("searchengine_cloud_hosted");
  }

  /** Region of the hosted search engine. */
  get searchengineCloudRegion(): string {
    return this.getStringAttribute("searchengine_cloud_region");
  }

  /** Any number; when it changes, searchengine_cloud_access_key is sent again. */
  get searchengineCloudAccessKeyVersion(): number {
    return this.getNumberAttribute("searchengine_cloud_access_key_version");
  }

  /** Any number; when it changes, searchengine_cloud_secret_access_key is sent again. */
  get searchengineCloudSecretAccessKeyVersion(): number {
    return this.getNumberAttribute("searchengine_cloud_secret_access_key_version");
  }

  /** Largest diff of one file that is shown, in bytes. */
  get diffMaxPatchBytes(): number {
    return this.getNumberAttribute("diff_max_patch_bytes");
  }

  /** Number of files that a diff shows at most. */
  get diffMaxFiles(): number {
    return this.getNumberAttribute("diff_max_files");
  }

  /** Number of lines that a diff shows at most. */
  get diffMaxLines(): number {
    return this.getNumberAttribute("diff_max_lines");
  }

  /** Largest attachment, in MB. */
  get maxAttachmentSize(): number {
    return this.getNumberAttribute("max_attachment_size");
  }

  /** Largest export, in MB; 0 is no limit. */
  get maxExportSize(): number {
    return this.getNumberAttribute("max_export_size");
  }

  /** Largest import, in MB; 0 is no limit. */
  get maxImportSize(): number {
    return this.getNumberAttribute("max_import_size");
  }

  /** Largest snippet, in bytes. */
  get snippetSizeLimit(): number {
    return this.getNumberAttribute("snippet_size_limit");
  }

  /** Largest wiki page, in bytes. */
  get wikiPageMaxContentBytes(): number {
    return this.getNumberAttribute("wiki_page_max_content_bytes");
  }

  /** Issues that a user may create each minute; 0 is no limit. */
  get issuesCreateLimit(): number {
    return this.getNumberAttribute("issues_create_limit");
  }

  /** Requests a minute for one raw file; 0 is no limit. */
  get rawBlobRequestLimit(): number {
    return this.getNumberAttribute("raw_blob_request_limit");
  }

  /** Answer to a client that sends too many requests; unset is Retry later. */
  get rateLimitingResponseText(): string {
    return this.getStringAttribute("rate_limiting_response_text");
  }

  /** Seconds until a web terminal closes; 0 is never. */
  get terminalMaxSessionTime(): number {
    return this.getNumberAttribute("terminal_max_session_time");
  }

  /** Factor by which pages poll less often; 0 switches polling off. */
  get pollingIntervalMultiplier(): number {
    return this.getNumberAttribute("polling_interval_multiplier");
  }

  /** Raising it renders all Markdown anew. */
  get localMarkdownVersion(): number {
    return this.getNumberAttribute("local_markdown_version");
  }

  /** First day of the week: 0 Sunday, 1 Monday, 6 Saturday. */
  get firstDayOfWeek(): IResolvable {
    return this.interpolationForAttribute("first_day_of_week");
  }

  /** Group whose members may see the performance bar. */
  get performanceBarAllowedGroupId(): string {
    return this.getStringAttribute("performance_bar_allowed_group_id");
  }

  /** Host name of the private commit addresses of users. */
  get commitEmailHostname(): string {
    return this.getStringAttribute("commit_email_hostname");
  }

  /** Text at the end of every e-mail. */
  get emailAdditionalText(): string {
    return this.getStringAttribute("email_additional_text");
  }

  /** E-mails name their author in the text, for servers that rewrite the sender. */
  get emailAuthorInBody(): IResolvable {
    return this.getBooleanAttribute("email_author_in_body");
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

/** Reads it. The settings of the whole instance. Only for administrators of the instance. */
export type DataTrueupApplicationSettingsProps = TerraformMetaArguments;

/** Names in Terraform. */
const namesOfDataTrueupApplicationSettings = {
} as const;

/** Reads it. The settings of the whole instance. Only for administrators of the instance. */
export class DataTrueupApplicationSettings extends TrueupDataSource {
  static readonly tfResourceType = "trueup_application_settings";

  constructor(scope: Construct, id: string, properties: DataTrueupApplicationSettingsProps = {}) {
    super(scope, id, DataTrueupApplicationSettings.tfResourceType, namesOfDataTrueupApplicationSettings, properties);
  }

  /** The address, as in the files. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Administrators sign in again before they do administrative tasks. */
  get adminMode(): IResolvable {
    return this.getBooleanAttribute("admin_mode");
  }

  /** Address that abuse reports are sent to. */
  get abuseNotificationEmail(): string {
    return this.getStringAttribute("abuse_notification_email");
  }

  /** Address that users are sent to when they sign out. */
  get afterSignOutPath(): string {
    return this.getStringAttribute("after_sign_out_path");
  }

  /** Text that users see after they have signed up, in Markdown. */
  get afterSignUpText(): string {
    return this.getStringAttribute("after_sign_up_text");
  }

  /** Group owners may manage LDAP links. */
  get allowGroupOwnersToManageLdap(): IResolvable {
    return this.getBooleanAttribute("allow_group_owners_to_manage_ldap");
  }

  /** SSH keys are written to the authorized_keys file. */
  get authorizedKeysEnabled(): IResolvable {
    return this.getBooleanAttribute("authorized_keys_enabled");
  }

  /** The spam filter checks what users write. */
  get spamfilterEnabled(): IResolvable {
    return this.getBooleanAttribute("spamfilter_enabled");
  }

  /** Users who have been away for long are deactivated. */
  get deactivateDormantUsers(): IResolvable {
    return this.getBooleanAttribute("deactivate_dormant_users");
  }

  /** Days without activity after which a user is deactivated. */
  get deactivateDormantUsersPeriod(): number {
    return this.getNumberAttribute("deactivate_dormant_users_period");
  }

  /** Number of projects that a new user may create. */
  get defaultProjectsLimit(): number {
    return this.getNumberAttribute("default_projects_limit");
  }

  /** Feeds and calendars can no longer be read with a token in the address. */
  get disableFeedToken(): IResolvable {
    return this.getBooleanAttribute("disable_feed_token");
  }

  /** Sign-in providers that are switched off. */
  get disabledOauthSignInSources(): string[] {
    return this.getListAttribute("disabled_oauth_sign_in_sources");
  }

  /** The list of blocked e-mail domains is in force. */
  get domainDenylistEnabled(): IResolvable {
    return this.getBooleanAttribute("domain_denylist_enabled");
  }

  /** E-mail domains that may not sign up; wildcards are allowed. */
  get domainDenylist(): string[] {
    return this.getListAttribute("domain_denylist");
  }

  /** E-mail domains that may sign up; empty allows all. */
  get domainAllowlist(): string[] {
    return this.getListAttribute("domain_allowlist");
  }

  /** Smallest DSA key in bits that users may add; 0 allows all, -1 none. */
  get dsaKeyRestriction(): IResolvable {
    return this.interpolationForAttribute("dsa_key_restriction");
  }

  /** Smallest ECDSA key in bits that users may add; 0 allows all, -1 none. */
  get ecdsaKeyRestriction(): IResolvable {
    return this.interpolationForAttribute("ecdsa_key_restriction");
  }

  /** Smallest ECDSA_SK key in bits that users may add; 0 allows all, -1 none. */
  get ecdsaSkKeyRestriction(): IResolvable {
    return this.interpolationForAttribute("ecdsa_sk_key_restriction");
  }

  /** Smallest Ed25519 key in bits that users may add; 0 allows all, -1 none. */
  get ed25519KeyRestriction(): IResolvable {
    return this.interpolationForAttribute("ed25519_key_restriction");
  }

  /** Smallest Ed25519_SK key in bits that users may add; 0 allows all, -1 none. */
  get ed25519SkKeyRestriction(): IResolvable {
    return this.interpolationForAttribute("ed25519_sk_key_restriction");
  }

  /** The only protocol for Git; null or nil allows both. */
  get enabledGitAccessProtocol(): IResolvable {
    return this.interpolationForAttribute("enabled_git_access_protocol");
  }

  /** Users must accept the terms of service. */
  get enforceTerms(): IResolvable {
    return this.getBooleanAttribute("enforce_terms");
  }

  /** The terms of service, in Markdown. */
  get terms(): string {
    return this.getStringAttribute("terms");
  }

  /** Visitors may sign up. */
  get signupEnabled(): IResolvable {
    return this.getBooleanAttribute("signup_enabled");
  }

  /** Users may sign in to the web pages with a password. */
  get passwordAuthenticationEnabledForWeb(): IResolvable {
    return this.getBooleanAttribute("password_authentication_enabled_for_web");
  }

  /** An administrator approves each new user. */
  get requireAdminApprovalAfterUserSignup(): IResolvable {
    return this.getBooleanAttribute("require_admin_approval_after_user_signup");
  }

  /** Minutes until a session ends; takes effect after a restart. */
  get sessionExpireDelay(): number {
    return this.getNumberAttribute("session_expire_delay");
  }

  /** Users may register OAuth applications. */
  get userOauthApplications(): IResolvable {
    return this.getBooleanAttribute("user_oauth_applications");
  }

  /** What every new personal access token begins with. */
  get personalAccessTokenPrefix(): string {
    return this.getStringAttribute("personal_access_token_prefix");
  }

  /** Users without an SSH key are told to add one. */
  get userShowAddSshKeyMessage(): IResolvable {
    return this.getBooleanAttribute("user_show_add_ssh_key_message");
  }

  /** Avatars come from the external avatar service. */
  get avatarserviceEnabled(): IResolvable {
    return this.getBooleanAttribute("avatarservice_enabled");
  }

  /** Text on the sign-in page, in Markdown. */
  get signInText(): string {
    return this.getStringAttribute("sign_in_text");
  }

  /** Address that visitors who are not signed in are sent to. */
  get homePageUrl(): string {
    return this.getStringAttribute("home_page_url");
  }

  /** An external service decides who may use a project. */
  get externalAuthorizationServiceEnabled(): IResolvable {
    return this.getBooleanAttribute("external_authorization_service_enabled");
  }

  /** Address of the external authorization service. */
  get externalAuthorizationServiceUrl(): string {
    return this.getStringAttribute("external_authorization_service_url");
  }

  /** Classification label of projects that have none of their own. */
  get externalAuthorizationServiceDefaultLabel(): string {
    return this.getStringAttribute("external_authorization_service_default_label");
  }

  /** Seconds that the authorization service has to answer. */
  get externalAuthorizationServiceTimeout(): number {
    return this.getNumberAttribute("external_authorization_service_timeout");
  }

  /** Name of the first branch of new projects; unset is main. */
  get defaultBranchName(): string {
    return this.getStringAttribute("default_branch_name");
  }

  /** Protection of new default branches: 0 none, 1 partial, 2 full. */
  get defaultBranchProtection(): IResolvable {
    return this.interpolationForAttribute("default_branch_protection");
  }

  /** Visibility of new groups. */
  get defaultGroupVisibility(): IResolvable {
    return this.interpolationForAttribute("default_group_visibility");
  }

  /** Visibility of new projects. */
  get defaultProjectVisibility(): IResolvable {
    return this.interpolationForAttribute("default_project_visibility");
  }

  /** Visibility of new snippets. */
  get defaultSnippetVisibility(): IResolvable {
    return this.interpolationForAttribute("default_snippet_visibility");
  }

  /** Who may create projects in groups: 0 no one, 1 Maintainers, 2 Developers too. */
  get defaultProjectCreation(): IResolvable {
    return this.interpolationForAttribute("default_project_creation");
  }

  /** Visibility levels that only administrators may give. */
  get restrictedVisibilityLevels(): IResolvable {
    return this.interpolationForAttribute("restricted_visibility_levels");
  }

  /** Projects are deleted after a delay; only with delayed_group_deletion. */
  get delayedProjectDeletion(): IResolvable {
    return this.getBooleanAttribute("delayed_project_deletion");
  }

  /** Groups are deleted after a delay. */
  get delayedGroupDeletion(): IResolvable {
    return this.getBooleanAttribute("delayed_group_deletion");
  }

  /** Days until what was deleted is gone; 0 switches both delayed deletions off. */
  get deletionAdjournedPeriod(): number {
    return this.getNumberAttribute("deletion_adjourned_period");
  }

  /** Projects that nobody uses are deleted. */
  get deleteInactiveProjects(): IResolvable {
    return this.getBooleanAttribute("delete_inactive_projects");
  }

  /** Project whose files are the templates of the instance. */
  get fileTemplateProjectId(): string {
    return this.getStringAttribute("file_template_project_id");
  }

  /**
   * Storages that take new repositories.
   *
   * @deprecated Use repository_storages_weighted.
   */
  get repositoryStorages(): string[] {
    return this.getListAttribute("repository_storages");
  }

  /** Storages that take new repositories, each with its weight. */
  get repositoryStoragesWeighted(): IResolvable {
    return this.interpolationForAttribute("repository_storages_weighted");
  }

  /** Licensed features follow the plan of each namespace. */
  get checkNamespacePlan(): IResolvable {
    return this.getBooleanAttribute("check_namespace_plan");
  }

  /** Purchased storage is given to projects by itself. */
  get automaticPurchasedStorageAllocation(): IResolvable {
    return this.getBooleanAttribute("automatic_purchased_storage_allocation");
  }

  /** Namespaces may not outgrow their storage limit. */
  get enforceNamespaceStorageLimit(): IResolvable {
    return this.getBooleanAttribute("enforce_namespace_storage_limit");
  }

  /** Projects without a CI configuration get a ready-made pipeline. */
  get autoDevopsEnabled(): IResolvable {
    return this.getBooleanAttribute("auto_devops_enabled");
  }

  /** Domain under which ready-made pipelines deploy. */
  get autoDevopsDomain(): string {
    return this.getStringAttribute("auto_devops_domain");
  }

  /** Age after which jobs are archived, such as 15 days; unset is never. */
  get archiveBuildsInHumanReadable(): string {
    return this.getStringAttribute("archive_builds_in_human_readable");
  }

  /** Time after which job artifacts expire; 0 is never. */
  get defaultArtifactsExpireIn(): string {
    return this.getStringAttribute("default_artifacts_expire_in");
  }

  /** Path of the CI configuration in new projects; unset is .gitlab-ci.yml. */
  get defaultCiConfigPath(): string {
    return this.getStringAttribute("default_ci_config_path");
  }

  /** The latest artifacts of each branch never expire. */
  get keepLatestArtifact(): IResolvable {
    return this.getBooleanAttribute("keep_latest_artifact");
  }

  /** Clean-up policies also work in projects of before they existed. */
  get containerExpirationPoliciesEnableHistoricEntries(): IResolvable {
    return this.getBooleanAttribute("container_expiration_policies_enable_historic_entries");
  }

  /** Tags that one clean-up run may delete. */
  get containerRegistryCleanupTagsServiceMaxListSize(): number {
    return this.getNumberAttribute("container_registry_cleanup_tags_service_max_list_size");
  }

  /** Seconds that deleting one batch of tags may take. */
  get containerRegistryDeleteTagsServiceTimeout(): number {
    return this.getNumberAttribute("container_registry_delete_tags_service_timeout");
  }

  /** Clean-up runs cache what they learn of tags. */
  get containerRegistryExpirationPoliciesCaching(): IResolvable {
    return this.getBooleanAttribute("container_registry_expiration_policies_caching");
  }

  /** Workers that clean up container images. */
  get containerRegistryExpirationPoliciesWorkerCapacity(): number {
    return this.getNumberAttribute("container_registry_expiration_policies_worker_capacity");
  }

  /** Minutes until a token for the container registry ends. */
  get containerRegistryTokenExpireDelay(): number {
    return this.getNumberAttribute("container_registry_token_expire_delay");
  }

  /** Workers that clean up packages. */
  get packageRegistryCleanupPoliciesWorkerCapacity(): number {
    return this.getNumberAttribute("package_registry_cleanup_policies_worker_capacity");
  }

  /** Requests for npm packages that are not here go on to the public registry. */
  get npmPackageRequestsForwarding(): IResolvable {
    return this.getBooleanAttribute("npm_package_requests_forwarding");
  }

  /** Requests for PyPI packages that are not here go on to the public index. */
  get pypiPackageRequestsForwarding(): IResolvable {
    return this.getBooleanAttribute("pypi_package_requests_forwarding");
  }

  /** Webhooks and integrations may call addresses of the local network. */
  get allowLocalRequestsFromWebHooksAndServices(): IResolvable {
    return this.getBooleanAttribute("allow_local_requests_from_web_hooks_and_services");
  }

  /** System hooks may call addresses of the local network. */
  get allowLocalRequestsFromSystemHooks(): IResolvable {
    return this.getBooleanAttribute("allow_local_requests_from_system_hooks");
  }

  /** Local addresses and domains that hooks may call all the same. */
  get outboundLocalRequestsWhitelist(): string[] {
    return this.getListAttribute("outbound_local_requests_whitelist");
  }

  /** Addresses that hooks call are checked against DNS rebinding. */
  get dnsRebindingProtectionEnabled(): IResolvable {
    return this.getBooleanAttribute("dns_rebinding_protection_enabled");
  }

  /** External images are loaded through a proxy; takes effect after a restart. */
  get assetProxyEnabled(): IResolvable {
    return this.getBooleanAttribute("asset_proxy_enabled");
  }

  /** Address of the proxy for external images; takes effect after a restart. */
  get assetProxyUrl(): string {
    return this.getStringAttribute("asset_proxy_url");
  }

  /** Domains whose images are not proxied; wildcards are allowed. */
  get assetProxyAllowlist(): string[] {
    return this.getListAttribute("asset_proxy_allowlist");
  }

  /** Clusters can be created in the cloud provider's cluster service. */
  get clusterServiceIntegrationEnabled(): IResolvable {
    return this.getBooleanAttribute("cluster_service_integration_enabled");
  }

  /** Account at the cloud provider, 12 digits. */
  get clusterServiceAccountId(): string {
    return this.getStringAttribute("cluster_service_account_id");
  }

  /** Address of the service that approves each pipeline. */
  get externalPipelineValidationServiceUrl(): string {
    return this.getStringAttribute("external_pipeline_validation_service_url");
  }

  /** Seconds that the service which approves pipelines has to answer. */
  get externalPipelineValidationServiceTimeout(): number {
    return this.getNumberAttribute("external_pipeline_validation_service_timeout");
  }

  /** IP addresses and ranges from which secondary sites may connect, comma-separated. */
  get geoNodeAllowedIps(): string {
    return this.getStringAttribute("geo_node_allowed_ips");
  }

  /** Seconds that a secondary site has to tell its status. */
  get geoStatusTimeout(): number {
    return this.getNumberAttribute("geo_status_timeout");
  }

  /** Addresses of the search engine, comma-separated. */
  get searchengineUrl(): string {
    return this.getStringAttribute("searchengine_url");
  }

  /** User name at the search engine. */
  get searchengineUsername(): string {
    return this.getStringAttribute("searchengine_username");
  }

  /** What users write is indexed by the search engine. */
  get searchengineIndexing(): IResolvable {
    return this.getBooleanAttribute("searchengine_indexing");
  }

  /** Searches use the search engine. */
  get searchengineSearch(): IResolvable {
    return this.getBooleanAttribute("searchengine_search");
  }

  /** Only the listed namespaces and projects are indexed. */
  get searchengineLimitIndexing(): IResolvable {
    return this.getBooleanAttribute("searchengine_limit_indexing");
  }

  /** Groups that are indexed when indexing is limited. */
  get searchengineNamespaceIds(): string[] {
    return this.getListAttribute("searchengine_namespace_ids");
  }

  /** Projects that are indexed when indexing is limited. */
  get searchengineProjectIds(): string[] {
    return this.getListAttribute("searchengine_project_ids");
  }

  /** Characters of a text that are indexed; 0 is no limit. */
  get searchengineIndexedFieldLengthLimit(): number {
    return this.getNumberAttribute("searchengine_indexed_field_length_limit");
  }

  /** Largest file that is indexed, in KB. */
  get searchengineIndexedFileSizeLimitKb(): number {
    return this.getNumberAttribute("searchengine_indexed_file_size_limit_kb");
  }

  /** Bulk requests that may run at once for each indexing operation. */
  get searchengineMaxBulkConcurrency(): number {
    return this.getNumberAttribute("searchengine_max_bulk_concurrency");
  }

  /** Largest bulk request, in MB. */
  get searchengineMaxBulkSizeMb(): number {
    return this.getNumberAttribute("searchengine_max_bulk_size_mb");
  }

  /** The search engine is hosted by the cloud provider. */
  get searchengineCloudHosted(): IResolvable {
    return this.getBooleanAttribute("searchengine_cloud_hosted");
  }

  /** Region of the hosted search engine. */
  get searchengineCloudRegion(): string {
    return this.getStringAttribute("searchengine_cloud_region");
  }

  /** Largest diff of one file that is shown, in bytes. */
  get diffMaxPatchBytes(): number {
    return this.getNumberAttribute("diff_max_patch_bytes");
  }

  /** Number of files that a diff shows at most. */
  get diffMaxFiles(): number {
    return this.getNumberAttribute("diff_max_files");
  }

  /** Number of lines that a diff shows at most. */
  get diffMaxLines(): number {
    return this.getNumberAttribute("diff_max_lines");
  }

  /** Largest attachment, in MB. */
  get maxAttachmentSize(): number {
    return this.getNumberAttribute("max_attachment_size");
  }

  /** Largest export, in MB; 0 is no limit. */
  get maxExportSize(): number {
    return this.getNumberAttribute("max_export_size");
  }

  /** Largest import, in MB; 0 is no limit. */
  get maxImportSize(): number {
    return this.getNumberAttribute("max_import_size");
  }

  /** Largest snippet, in bytes. */
  get snippetSizeLimit(): number {
    return this.getNumberAttribute("snippet_size_limit");
  }

  /** Largest wiki page, in bytes. */
  get wikiPageMaxContentBytes(): number {
    return this.getNumberAttribute("wiki_page_max_content_bytes");
  }

  /** Issues that a user may create each minute; 0 is no limit. */
  get issuesCreateLimit(): number {
    return this.getNumberAttribute("issues_create_limit");
  }

  /** Requests a minute for one raw file; 0 is no limit. */
  get rawBlobRequestLimit(): number {
    return this.getNumberAttribute("raw_blob_request_limit");
  }

  /** Answer to a client that sends too many requests; unset is Retry later. */
  get rateLimitingResponseText(): string {
    return this.getStringAttribute("rate_limiting_response_text");
  }

  /** Seconds until a web terminal closes; 0 is never. */
  get terminalMaxSessionTime(): number {
    return this.getNumberAttribute("terminal_max_session_time");
  }

  /** Factor by which pages poll less often; 0 switches polling off. */
  get pollingIntervalMultiplier(): number {
    return this.getNumberAttribute("polling_interval_multiplier");
  }

  /** Raising it renders all Markdown anew. */
  get localMarkdownVersion(): number {
    return this.getNumberAttribute("local_markdown_version");
  }

  /** First day of the week: 0 Sunday, 1 Monday, 6 Saturday. */
  get firstDayOfWeek(): IResolvable {
    return this.interpolationForAttribute("first_day_of_week");
  }

  /** Group whose members may see the performance bar. */
  get performanceBarAllowedGroupId(): string {
    return this.getStringAttribute("performance_bar_allowed_group_id");
  }

  /** Host name of the private commit addresses of users. */
  get commitEmailHostname(): string {
    return this.getStringAttribute("commit_email_hostname");
  }

  /** Text at the end of every e-mail. */
  get emailAdditionalText(): string {
    return this.getStringAttribute("email_additional_text");
  }

  /** E-mails name their author in the text, for servers that rewrite the sender. */
  get emailAuthorInBody(): IResolvable {
    return this.getBooleanAttribute("email_author_in_body");
  }
}
