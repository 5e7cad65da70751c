// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { TrueupDataSource, TrueupResource } from "./resource.js";

/** Which container images are deleted by themselves, and when. */
export interface ProjectContainerExpirationPolicy {
  /** Images are cleaned up. Default: `false`. */
  readonly enabled?: boolean | IResolvable;
  /** How often images are cleaned up. Allowed: `1d`, `7d`, `14d`, `1month`, `3month`. Default: `1d`. */
  readonly cadence?: "1d" | "7d" | "14d" | "1month" | "3month" | IResolvable;
  /** Tags of each image that are kept at least; null keeps all. Allowed: at least 1. Default: `10`. Can be unset: name it in `unset`. */
  readonly keepN?: number;
  /** Age at which tags are deleted; null deletes all. Allowed: `7d`, `14d`, `30d`, `60d`, `90d`. Default: `90d`. Can be unset: name it in `unset`. */
  readonly olderThan?: "7d" | "14d" | "30d" | "60d" | "90d" | IResolvable;
  /** Tags that are deleted, as a regular expression. Default: `.*`. Can be unset: name it in `unset`. */
  readonly nameRegex?: string;
  /** Tags that are kept, as a regular expression. Can be unset: name it in `unset`. */
  readonly nameRegexKeep?: string;
}

/** Groups whose members may use this project. Default: `[]`. */
export interface ProjectSharedWithGroups {
  /** Group that it is shared with, by full path. */
  readonly group?: string;
  /** Highest access level that members of that group get. Allowed: `guest`, `reporter`, `developer`, `maintainer`, `owner`. */
  readonly accessLevel: "guest" | "reporter" | "developer" | "maintainer" | "owner" | number | IResolvable;
  /** Day on which the share ends. */
  readonly expiresAt?: string;
}

/** A repository with its issues, merge requests and pipelines. */
export interface ProjectProps extends TerraformMetaArguments {
  /** Full path of the project, such as `acme/platform/web`. A change of it renames or transfers it in place: nothing is deleted. */
  readonly fullPath: string;
  /** Name that people see; without it, the last part of the path. Allowed: 1 to 255 characters. While it is not set, it is taken from the last part of the path. */
  readonly name?: string;
  /** What the project is about. Allowed: at most 2000 characters. Can be unset: name it in `unset`. */
  readonly description?: string;
  /** Who can see the project; not more than can see its group. Allowed: `private`, `internal`, `public`. */
  readonly visibility?: "private" | "internal" | "public" | IResolvable;
  /** Topics by which the project is found. Default: `[]`. */
  readonly topics?: readonly string[] | IResolvable;
  /**
   * Deprecated: use topics.
   *
   * @deprecated Use topics in its place.
   */
  readonly tagList?: readonly string[] | IResolvable;
  /** Picture of the project; null removes it. Can be unset: name it in `unset`. */
  readonly avatar?: string;
  /** Branch that clones and merge requests start from. Allowed: at least 1 characters. While it is not set, it is taken from the group that holds it, else the group at the top, else default_branch_name of application_settings. Default: `main`. */
  readonly defaultBranch?: string;
  /** The project is read-only. Default: `false`. */
  readonly archived?: boolean | IResolvable;
  /** The project starts with a README file. Default: `false`. Only taken when the thing is created: a later change sends nothing, and the plan warns of it. The platform never shows it: drift cannot be seen. */
  readonly initializeWithReadme?: boolean | IResolvable;
  /** Address that the repository is imported from; credentials in it are never returned. */
  readonly importUrl?: string;
  /** Built-in template that the project starts from. Only taken when the thing is created: a later change sends nothing, and the plan warns of it. The platform never shows it: drift cannot be seen. */
  readonly templateName?: string;
  /** Project whose content the project starts from. Needs tier premium. Only taken when the thing is created: a later change sends nothing, and the plan warns of it. The platform never shows it: drift cannot be seen. */
  readonly templateProjectId?: string;
  /** The template is one of the instance or of a group. Needs tier premium. Only taken when the thing is created: a later change sends nothing, and the plan warns of it. The platform never shows it: drift cannot be seen. */
  readonly useCustomTemplate?: boolean | IResolvable;
  /** Group that holds the template. Needs tier premium. Only taken when the thing is created: a later change sends nothing, and the plan warns of it. The platform never shows it: drift cannot be seen. */
  readonly groupWithProjectTemplatesId?: string;
  /** How the repository names its objects. Allowed: `sha1`, `sha256`. Default: `sha1`. Since release 16.0. Only taken when the thing is created: a later change sends nothing, and the plan warns of it. */
  readonly repositoryObjectFormat?: "sha1" | "sha256" | IResolvable;
  /** Storage that holds the repository; only administrators may see and change it. Default: `default`. */
  readonly repositoryStorage?: string;
  /** Git LFS may be used. While it is not set, it is taken from the group that holds it. Default: `true`. */
  readonly lfsEnabled?: boolean | IResolvable;
  /** Users may ask to become members. Default: `true`. */
  readonly requestAccessEnabled?: boolean | IResolvable;
  /** No e-mails are sent about the project. While it is not set, it is taken from emails_enabled of project. Default: `false`. */
  readonly emailsDisabled?: boolean | IResolvable;
  /** E-mails are sent about the project. Default: `true`. Since release 16.5. */
  readonly emailsEnabled?: boolean | IResolvable;
  /** The usual reactions are offered. Default: `true`. The platform never shows it: drift cannot be seen. */
  readonly showDefaultAwardEmojis?: boolean | IResolvable;
  /** E-mails about comments on code show the code. While it is not set, it is taken from the group that holds it. Default: `true`. */
  readonly showDiffPreviewInEmail?: boolean | IResolvable;
  /** Code with characters that may deceive is marked. Default: `true`. */
  readonly warnAboutPotentiallyUnwantedCharacters?: boolean | IResolvable;
  /** Uploaded files are shown only to those who may see the project. Default: `true`. */
  readonly enforceAuthChecksOnUploads?: boolean | IResolvable;
  /** The package registry is on. Default: `true`. */
  readonly packagesEnabled?: boolean | IResolvable;
  /** Which container images are deleted by themselves, and when. */
  readonly containerExpirationPolicy?: ProjectContainerExpirationPolicy | IResolvable;
  /** Label by which the external service decides who may use the project. Needs tier premium. Can be unset: name it in `unset`. */
  readonly externalAuthorizationClassificationLabel?: string;
  /** The repository is pulled from import_url again and again. Default: `false`. Needs tier premium. */
  readonly mirror?: boolean | IResolvable;
  /** User in whose name the mirror is updated. Needs tier premium. */
  readonly mirrorUserId?: string;
  /** Updates of the mirror start pipelines. Default: `false`. Needs tier premium. */
  readonly mirrorTriggerBuilds?: boolean | IResolvable;
  /** Only protected branches are mirrored. Default: `false`. Needs tier premium. */
  readonly onlyMirrorProtectedBranches?: boolean | IResolvable;
  /** Branches that are mirrored, as a regular expression. Needs tier premium. Since release 16.0. The platform never shows it: drift cannot be seen. */
  readonly mirrorBranchRegex?: string;
  /** The mirror overwrites branches that went another way. Default: `false`. Needs tier premium. */
  readonly mirrorOverwritesDivergedBranches?: boolean | IResolvable;
  /** Commits made on the web pages are signed. While it is not set, it is taken from the group that holds it. Default: `false`. Since release 16.0. */
  readonly webBasedCommitSigningEnabled?: boolean | IResolvable;
  /** AI flows may run on the server. Since release 16.0. */
  readonly duoRemoteFlowsEnabled?: boolean | IResolvable;
  /** AI looks for false alarms of code scanning. Since release 16.0. */
  readonly duoSastFpDetectionEnabled?: boolean | IResolvable;
  /** AI looks for false alarms of secret detection. Since release 16.0. */
  readonly duoSecretDetectionFpEnabled?: boolean | IResolvable;
  /** AI proposes how to mend what code scanning found. Since release 16.0. */
  readonly duoSastVrWorkflowEnabled?: boolean | IResolvable;
  /** Who may use issues. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly issuesAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use the repository. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly repositoryAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use merge requests. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly mergeRequestsAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use forks. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly forkingAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use the wiki. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly wikiAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use pipelines and jobs. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly buildsAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use snippets. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly snippetsAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use the package registry. Allowed: `disabled`, `private`, `enabled`, `public`. Default: `enabled`. Since release 16.0. */
  readonly packageRegistryAccessLevel?: "disabled" | "private" | "enabled" | "public" | IResolvable;
  /** Who may see the project's pages. Allowed: `disabled`, `private`, `enabled`, `public`. While it is not set, it is taken from visibility of project. Default: `private`. */
  readonly pagesAccessLevel?: "disabled" | "private" | "enabled" | "public" | IResolvable;
  /** Who may use analytics. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly analyticsAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use the container registry. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly containerRegistryAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use security and compliance. Allowed: `disabled`, `private`, `enabled`. Default: `private`. */
  readonly securityAndComplianceAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use releases. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly releasesAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use environments. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly environmentsAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use feature flags. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly featureFlagsAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use infrastructure. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly infrastructureAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use monitoring. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. */
  readonly monitorAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use model experiments. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. Since release 16.0. */
  readonly modelExperimentsAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use the model registry. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. Since release 16.0. */
  readonly modelRegistryAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use requirements. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. Needs tier ultimate. */
  readonly requirementsAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Who may use operations; newer servers have a level for each part. Allowed: `disabled`, `private`, `enabled`. Default: `enabled`. Gone since release 16.0. */
  readonly operationsAccessLevel?: "disabled" | "private" | "enabled" | IResolvable;
  /** Issues can be opened by e-mail. Default: `true`. */
  readonly serviceDeskEnabled?: boolean | IResolvable;
  /**
   * Deprecated: use issues_access_level.
   *
   * @deprecated Use issues_access_level in its place.
   */
  readonly issuesEnabled?: boolean | IResolvable;
  /**
   * Deprecated: use merge_requests_access_level.
   *
   * @deprecated Use merge_requests_access_level in its place.
   */
  readonly mergeRequestsEnabled?: boolean | IResolvable;
  /**
   * Deprecated: use wiki_access_level.
   *
   * @deprecated Use wiki_access_level in its place.
   */
  readonly wikiEnabled?: boolean | IResolvable;
  /**
   * Deprecated: use builds_access_level.
   *
   * @deprecated Use builds_access_level in its place.
   */
  readonly jobsEnabled?: boolean | IResolvable;
  /**
   * Deprecated: use snippets_access_level.
   *
   * @deprecated Use snippets_access_level in its place.
   */
  readonly snippetsEnabled?: boolean | IResolvable;
  /**
   * Deprecated: use container_registry_access_level.
   *
   * @deprecated Use container_registry_access_level in its place.
   */
  readonly containerRegistryEnabled?: boolean | IResolvable;
  /** How merge requests are merged. Allowed: `merge`, `rebase_merge`, `ff`. Default: `merge`. */
  readonly mergeMethod?: "merge" | "rebase_merge" | "ff" | IResolvable;
  /** Whether commits are squashed. Allowed: `never`, `always`, `default_on`, `default_off`. Default: `default_off`. */
  readonly squashOption?: "never" | "always" | "default_on" | "default_off" | IResolvable;
  /** Merge requests are merged only after a successful pipeline. Default: `false`. */
  readonly onlyAllowMergeIfPipelineSucceeds?: boolean | IResolvable;
  /** A skipped pipeline counts as successful. Default: `false`. */
  readonly allowMergeOnSkippedPipeline?: boolean | IResolvable;
  /** Merge requests are merged only with all threads resolved. Default: `false`. */
  readonly onlyAllowMergeIfAllDiscussionsAreResolved?: boolean | IResolvable;
  /** Merge requests are merged only after all status checks have passed. Default: `false`. Needs tier ultimate. Since release 15.5. */
  readonly onlyAllowMergeIfAllStatusChecksPassed?: boolean | IResolvable;
  /** Threads on lines that change are resolved. Default: `false`. */
  readonly resolveOutdatedDiffDiscussions?: boolean | IResolvable;
  /** The source branch is deleted after the merge. Default: `true`. */
  readonly removeSourceBranchAfterMerge?: boolean | IResolvable;
  /** A push answers with a link to open a merge request. Default: `true`. */
  readonly printingMergeRequestLinkEnabled?: boolean | IResolvable;
  /** Merging closes the issues that the merge request names. Default: `true`. */
  readonly autocloseReferencedIssues?: boolean | IResolvable;
  /** Merge requests of this fork aim at the fork itself. Default: `false`. */
  readonly mrDefaultTargetSelf?: boolean | IResolvable;
  /** Template of the title of merge requests. Since release 16.0. Can be unset: name it in `unset`. */
  readonly mrDefaultTitleTemplate?: string;
  /** Commit message of applied suggestions. Can be unset: name it in `unset`. */
  readonly suggestionCommitMessage?: string;
  /** Template of the message of merge commits. Can be unset: name it in `unset`. */
  readonly mergeCommitTemplate?: string;
  /** Template of the message of squashed commits. Can be unset: name it in `unset`. */
  readonly squashCommitTemplate?: string;
  /** Template of the name of branches made from issues. Can be unset: name it in `unset`. */
  readonly issueBranchTemplate?: string;
  /** Regular expression that titles of merge requests must match. Since release 16.0. Can be unset: name it in `unset`. */
  readonly mergeRequestTitleRegex?: string;
  /** What people are told about the titles of merge requests. Since release 16.0. Can be unset: name it in `unset`. */
  readonly mergeRequestTitleRegexDescription?: string;
  /** Template of new issues. Needs tier premium. Can be unset: name it in `unset`. */
  readonly issuesTemplate?: string;
  /** Template of new merge requests. Needs tier premium. Can be unset: name it in `unset`. */
  readonly mergeRequestsTemplate?: string;
  /**
   * Number of approvals that a merge request needs. Allowed: at least 0. Default: `0`. Needs tier premium.
   *
   * @deprecated Use approval rules.
   */
  readonly approvalsBeforeMerge?: number;
  /** Approvals needed where no rule applies. Allowed: at least 0. Needs tier premium. The platform never shows it: drift cannot be seen. */
  readonly fallbackApprovalsRequired?: number;
  /** Merge requests must name an issue of the external tracker. Default: `false`. Needs tier premium. Since release 16.0. */
  readonly preventMergeWithoutJiraIssue?: boolean | IResolvable;
  /** Pipelines run on the merged result. Default: `false`. Needs tier premium. */
  readonly mergePipelinesEnabled?: boolean | IResolvable;
  /** Merge requests are merged one after the other, each tested with those before it. Default: `false`. Needs tier premium. Goes together with `merge_pipelines_enabled`. */
  readonly mergeTrainsEnabled?: boolean | IResolvable;
  /** A merge request may be merged past the train. Default: `false`. Needs tier premium. Since release 16.0. */
  readonly mergeTrainsSkipTrainAllowed?: boolean | IResolvable;
  /** Pipelines that a merge train runs at once. Allowed: at least 1. Needs tier premium. Since release 16.0. */
  readonly maxPipelinesPerMergeTrain?: number;
  /** Merge requests are reviewed by AI. While it is not set, it is taken from the group that holds it. Default: `false`. Needs tier ultimate. Since release 16.0. */
  readonly autoDuoCodeReviewEnabled?: boolean | IResolvable;
  /** How jobs get the repository. Allowed: `fetch`, `clone`. Default: `fetch`. */
  readonly buildGitStrategy?: "fetch" | "clone" | IResolvable;
  /** Seconds that a job may take. Allowed: at least 1. Default: `3600`. */
  readonly buildTimeout?: number;
  /** Whether a push cancels the pipelines of older commits. Allowed: `enabled`, `disabled`. Default: `enabled`. */
  readonly autoCancelPendingPipelines?: "enabled" | "disabled" | IResolvable;
  /** Path of the CI configuration; unset is .gitlab-ci.yml. While it is not set, it is taken from default_ci_config_path of application_settings. Can be unset: name it in `unset`. */
  readonly ciConfigPath?: string;
  /** Commits that jobs fetch; null or 0 fetches all. Allowed: at least 0. Default: `20`. Can be unset: name it in `unset`. */
  readonly ciDefaultGitDepth?: number;
  /** The latest artifacts of each branch never expire. While it is not set, it is taken from keep_latest_artifact of application_settings. Default: `true`. */
  readonly keepLatestArtifact?: boolean | IResolvable;
  /** Jobs may run on the runners of the instance. While it is not set, it is taken from shared_runners_setting of group, else shared_runners_enabled of application_settings. Default: `true`. */
  readonly sharedRunnersEnabled?: boolean | IResolvable;
  /** Jobs may run on the runners of the group. Default: `true`. */
  readonly groupRunnersEnabled?: boolean | IResolvable;
  /** Everybody who sees the project sees its jobs. Default: `true`. */
  readonly publicJobs?: boolean | IResolvable;
  /** Order in which jobs of a resource group run. Allowed: `unordered`, `oldest_first`, `newest_first`, `newest_ready_first`. Default: `unordered`. Since release 16.0. */
  readonly resourceGroupDefaultProcessMode?: "unordered" | "oldest_first" | "newest_first" | "newest_ready_first" | IResolvable;
  /** The project gets a ready-made pipeline without a CI configuration. While it is not set, it is taken from the group that holds it, else auto_devops_enabled of application_settings. Default: `true`. */
  readonly autoDevopsEnabled?: boolean | IResolvable;
  /** How the ready-made pipeline deploys. Allowed: `continuous`, `manual`, `timed_incremental`. Default: `continuous`. */
  readonly autoDevopsDeployStrategy?: "continuous" | "manual" | "timed_incremental" | IResolvable;
  /** Deployments of older commits are stopped. Default: `true`. */
  readonly ciForwardDeploymentEnabled?: boolean | IResolvable;
  /** Older deployments may be run again. Default: `true`. Since release 16.0. */
  readonly ciForwardDeploymentRollbackAllowed?: boolean | IResolvable;
  /** Pipelines of forks may run in this project. Default: `true`. */
  readonly ciAllowForkPipelinesToRunInParentProject?: boolean | IResolvable;
  /** Protected branches have a cache of their own. Default: `true`. */
  readonly ciSeparatedCaches?: boolean | IResolvable;
  /** Only Maintainers may give variables to a pipeline. Default: `false`. */
  readonly restrictUserDefinedVariables?: boolean | IResolvable;
  /** Who may give variables to a pipeline. Allowed: `no_one_allowed`, `developer`, `maintainer`, `owner`. Since release 16.0. */
  readonly ciPipelineVariablesMinimumOverrideRole?: "no_one_allowed" | "developer" | "maintainer" | "owner" | IResolvable;
  /** Jobs may push with their token. Default: `false`. Since release 16.0. */
  readonly ciPushRepositoryForJobTokenAllowed?: boolean | IResolvable;
  /** Parts of the subject of ID tokens. Default: `["project_path","ref_type","ref"]`. Since release 16.0. */
  readonly ciIdTokenSubClaimComponents?: readonly string[] | IResolvable;
  /** Age in seconds at which pipelines are deleted; null is never. Allowed: at least 0. Since release 16.0. Can be unset: name it in `unset`. */
  readonly ciDeletePipelinesInSeconds?: number;
  /** Largest artifact of a job, in MB; null inherits. Allowed: at least 0. Since release 16.0. Can be unset: name it in `unset`. */
  readonly maxArtifactsSize?: number;
  /** Pipelines of merge requests may use protected variables and runners. Since release 16.0. */
  readonly protectMergeRequestPipelines?: boolean | IResolvable;
  /** Variables given to a pipeline are shown. Default: `false`. Since release 16.0. */
  readonly ciDisplayPipelineVariables?: boolean | IResolvable;
  /** Lowest role that may cancel pipelines. Default: `developer`. Needs tier premium. Since release 16.0. */
  readonly ciRestrictPipelineCancellationRole?: string;
  /** Who starts a pipeline may approve its deployments. Default: `false`. Needs tier premium. */
  readonly allowPipelineTriggerApproveDeployment?: boolean | IResolvable;
  /** Pipelines of security policies must succeed. Needs tier ultimate. Since release 16.0. */
  readonly securityPolicyPipelineMustSucceed?: boolean | IResolvable;
  /** Pipelines may read the repository that holds the security policies. Needs tier ultimate. Since release 16.0. */
  readonly sppRepositoryPipelineAccess?: boolean | IResolvable;
  /**
   * Deprecated: use public_jobs.
   *
   * @deprecated Use public_jobs in its place.
   */
  readonly publicBuilds?: boolean | IResolvable;
  /** Groups whose members may use this project. Default: `[]`. */
  readonly sharedWithGroups?: readonly (ProjectSharedWithGroups | IResolvable)[] | IResolvable;
  /** Attributes that are to be unset, which leaving them out does not do: names, with dots for what stands inside of another. What `null` says in the files. */
  readonly unset?: readonly string[] | IResolvable;
  /** An object of attributes that this release does not know yet, by name: compared and sent as they are. */
  readonly unchecked?: { readonly [name: string]: unknown } | IResolvable;
}

/** Names in Terraform. */
const namesOfProject = {
  fullPath: "full_path",
  name: "name",
  description: "description",
  visibility: "visibility",
  topics: "topics",
  tagList: "tag_list",
  avatar: "avatar",
  defaultBranch: "default_branch",
  archived: "archived",
  initializeWithReadme: "initialize_with_readme",
  importUrl: "import_url",
  templateName: "template_name",
  templateProjectId: "template_project_id",
  useCustomTemplate: "use_custom_template",
  groupWithProjectTemplatesId: "group_with_project_templates_id",
  repositoryObjectFormat: "repository_object_format",
  repositoryStorage: "repository_storage",
  lfsEnabled: "lfs_enabled",
  requestAccessEnabled: "request_access_enabled",
  emailsDisabled: "emails_disabled",
  emailsEnabled: "emails_enabled",
  showDefaultAwardEmojis: "show_default_award_emojis",
  showDiffPreviewInEmail: "show_diff_preview_in_email",
  warnAboutPotentiallyUnwantedCharacters: "warn_about_potentially_unwanted_characters",
  enforceAuthChecksOnUploads: "enforce_auth_checks_on_uploads",
  packagesEnabled: "packages_enabled",
  containerExpirationPolicy: {
    name: "container_expiration_policy",
    mode: "single",
    attributes: {
      enabled: "enabled",
      cadence: "cadence",
      keepN: "keep_n",
      olderThan: "older_than",
      nameRegex: "name_regex",
      nameRegexKeep: "name_regex_keep",
    },
  },
  externalAuthorizationClassificationLabel: "external_authorization_classification_label",
  mirror: "mirror",
  mirrorUserId: "mirror_user_id",
  mirrorTriggerBuilds: "mirror_trigger_builds",
  onlyMirrorProtectedBranches: "only_mirror_protected_branches",
  mirrorBranchRegex: "mirror_branch_regex",
  mirrorOverwritesDivergedBranches: "mirror_overwrites_diverged_branches",
  webBasedCommitSigningEnabled: "web_based_commit_signing_enabled",
  duoRemoteFlowsEnabled: "duo_remote_flows_enabled",
  duoSastFpDetectionEnabled: "duo_sast_fp_detection_enabled",
  duoSecretDetectionFpEnabled: "duo_secret_detection_fp_enabled",
  duoSastVrWorkflowEnabled: "duo_sast_vr_workflow_enabled",
  issuesAccessLevel: "issues_access_level",
  repositoryAccessLevel: "repository_access_level",
  mergeRequestsAccessLevel: "merge_requests_access_level",
  forkingAccessLevel: "forking_access_level",
  wikiAccessLevel: "wiki_access_level",
  buildsAccessLevel: "builds_access_level",
  snippetsAccessLevel: "snippets_access_level",
  packageRegistryAccessLevel: "package_registry_access_level",
  pagesAccessLevel: "pages_access_level",
  analyticsAccessLevel: "analytics_access_level",
  containerRegistryAccessLevel: "container_registry_access_level",
  securityAndComplianceAccessLevel: "security_and_compliance_access_level",
  releasesAccessLevel: "releases_access_level",
  environmentsAccessLevel: "environments_access_level",
  featureFlagsAccessLevel: "feature_flags_access_level",
  infrastructureAccessLevel: "infrastructure_access_level",
  monitorAccessLevel: "monitor_access_level",
  modelExperimentsAccessLevel: "model_experiments_access_level",
  modelRegistryAccessLevel: "model_registry_access_level",
  requirementsAccessLevel: "requirements_access_level",
  operationsAccessLevel: "operations_access_level",
  serviceDeskEnabled: "service_desk_enabled",
  issuesEnabled: "issues_enabled",
  mergeRequestsEnabled: "merge_requests_enabled",
  wikiEnabled: "wiki_enabled",
  jobsEnabled: "jobs_enabled",
  snippetsEnabled: "snippets_enabled",
  containerRegistryEnabled: "container_registry_enabled",
  mergeMethod: "merge_method",
  squashOption: "squash_option",
  onlyAllowMergeIfPipelineSucceeds: "only_allow_merge_if_pipeline_succeeds",
  allowMergeOnSkippedPipeline: "allow_merge_on_skipped_pipeline",
  onlyAllowMergeIfAllDiscussionsAreResolved: "only_allow_merge_if_all_discussions_are_resolved",
  onlyAllowMergeIfAllStatusChecksPassed: "only_allow_merge_if_all_status_checks_passed",
  resolveOutdatedDiffDiscussions: "resolve_outdated_diff_discussions",
  removeSourceBranchAfterMerge: "remove_source_branch_after_merge",
  printingMergeRequestLinkEnabled: "printing_merge_request_link_enabled",
  autocloseReferencedIssues: "autoclose_referenced_issues",
  mrDefaultTargetSelf: "mr_default_target_self",
  mrDefaultTitleTemplate: "mr_default_title_template",
  suggestionCommitMessage: "suggestion_commit_message",
  mergeCommitTemplate: "merge_commit_template",
  squashCommitTemplate: "squash_commit_template",
  issueBranchTemplate: "issue_branch_template",
  mergeRequestTitleRegex: "merge_request_title_regex",
  mergeRequestTitleRegexDescription: "merge_request_title_regex_description",
  issuesTemplate: "issues_template",
  mergeRequestsTemplate: "merge_requests_template",
  approvalsBeforeMerge: "approvals_before_merge",
  fallbackApprovalsRequired: "fallback_approvals_required",
  preventMergeWithoutJiraIssue: "prevent_merge_without_jira_issue",
  mergePipelinesEnabled: "merge_pipelines_enabled",
  mergeTrainsEnabled: "merge_trains_enabled",
  mergeTrainsSkipTrainAllowed: "merge_trains_skip_train_allowed",
  maxPipelinesPerMergeTrain: "max_pipelines_per_merge_train",
  autoDuoCodeReviewEnabled: "auto_duo_code_review_enabled",
  buildGitStrategy: "build_git_strategy",
  buildTimeout: "build_timeout",
  autoCancelPendingPipelines: "auto_cancel_pending_pipelines",
  ciConfigPath: "ci_config_path",
  ciDefaultGitDepth: "ci_default_git_depth",
  keepLatestArtifact: "keep_latest_artifact",
  sharedRunnersEnabled: "shared_runners_enabled",
  groupRunnersEnabled: "group_runners_enabled",
  publicJobs: "public_jobs",
  resourceGroupDefaultProcessMode: "resource_group_default_process_mode",
  autoDevopsEnabled: "auto_devops_enabled",
  autoDevopsDeployStrategy: "auto_devops_deploy_strategy",
  ciForwardDeploymentEnabled: "ci_forward_deployment_enabled",
  ciForwardDeploymentRollbackAllowed: "ci_forward_deployment_rollback_allowed",
  ciAllowForkPipelinesToRunInParentProject: "ci_allow_fork_pipelines_to_run_in_parent_project",
  ciSeparatedCaches: "ci_separated_caches",
  restrictUserDefinedVariables: "restrict_user_defined_variables",
  ciPipelineVariablesMinimumOverrideRole: "ci_pipeline_variables_minimum_override_role",
  ciPushRepositoryForJobTokenAllowed: "ci_push_repository_for_job_token_allowed",
  ciIdTokenSubClaimComponents: "ci_id_token_sub_claim_components",
  ciDeletePipelinesInSeconds: "ci_delete_pipelines_in_seconds",
  maxArtifactsSize: "max_artifacts_size",
  protectMergeRequestPipelines: "protect_merge_request_pipelines",
  ciDisplayPipelineVariables: "ci_display_pipeline_variables",
  ciRestrictPipelineCancellationRole: "ci_restrict_pipeline_cancellation_role",
  allowPipelineTriggerApproveDeployment: "allow_pipeline_trigger_approve_deployment",
  securityPolicyPipelineMustSucceed: "security_policy_pipeline_must_succeed",
  sppRepositoryPipelineAccess: "spp_repository_pipeline_access",
  publicBuilds: "public_builds",
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

/** A repository with its issues, merge requests and pipelines. */
export class Project extends TrueupResource {
  static readonly tfResourceType = "trueup_project";

  constructor(scope: Construct, id: string, properties: ProjectProps) {
    super(scope, id, Project.tfResourceType, namesOfProject, properties);
  }

  /** The number that the platform knows it by, as text. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the project, such as `acme/platform/web`. A change of it renames or transfers it in place: nothing is deleted. */
  get fullPath(): string {
    return this.getStringAttribute("full_path");
  }

  /** Name that people see; without it, the last part of the path. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** What the project is about. */
  get description(): string {
    return this.getStringAttribute("description");
  }

  /** Who can see the project; not more than can see its group. */
  get visibility(): IResolvable {
    return this.interpolationForAttribute("visibility");
  }

  /** Topics by which the project is found. */
  get topics(): string[] {
    return this.getListAttribute("topics");
  }

  /**
   * Deprecated: use topics.
   *
   * @deprecated Use topics in its place.
   */
  get tagList(): string[] {
    return this.getListAttribute("tag_list");
  }

  /** Picture of the project; null removes it. */
  get avatar(): string {
    return this.getStringAttribute("avatar");
  }

  /** sha256 of the picture avatar. */
  get avatarSha256(): string {
    return this.getStringAttribute("avatar_sha256");
  }

  /** Branch that clones and merge requests start from. */
  get defaultBranch(): string {
    return this.getStringAttribute("default_branch");
  }

  /** The project is read-only. */
  get archived(): IResolvable {
    return this.getBooleanAttribute("archived");
  }

  /** The project starts with a README file. */
  get initializeWithReadme(): IResolvable {
    return this.getBooleanAttribute("initialize_with_readme");
  }

  /** Address that the repository is imported from; credentials in it are never returned. */
  get importUrl(): string {
    return this.getStringAttribute("import_url");
  }

  /** Built-in template that the project starts from. */
  get templateName(): string {
    return this.getStringAttribute("template_name");
  }

  /** Project whose content the project starts from. */
  get templateProjectId(): string {
    return this.getStringAttribute("template_project_id");
  }

  /** The template is one of the instance or of a group. */
  get useCustomTemplate(): IResolvable {
    return this.getBooleanAttribute("use_custom_template");
  }

  /** Group that holds the template. */
  get groupWithProjectTemplatesId(): string {
    return this.getStringAttribute("group_with_project_templates_id");
  }

  /** How the repository names its objects. */
  get repositoryObjectFormat(): IResolvable {
    return this.interpolationForAttribute("repository_object_format");
  }

  /** Storage that holds the repository; only administrators may see and change it. */
  get repositoryStorage(): string {
    return this.getStringAttribute("repository_storage");
  }

  /** Git LFS may be used. */
  get lfsEnabled(): IResolvable {
    return this.getBooleanAttribute("lfs_enabled");
  }

  /** Users may ask to become members. */
  get requestAccessEnabled(): IResolvable {
    return this.getBooleanAttribute("request_access_enabled");
  }

  /** No e-mails are sent about the project. */
  get emailsDisabled(): IResolvable {
    return this.getBooleanAttribute("emails_disabled");
  }

  /** E-mails are sent about the project. */
  get emailsEnabled(): IResolvable {
    return this.getBooleanAttribute("emails_enabled");
  }

  /** The usual reactions are offered. */
  get showDefaultAwardEmojis(): IResolvable {
    return this.getBooleanAttribute("show_default_award_emojis");
  }

  /** E-mails about comments on code show the code. */
  get showDiffPreviewInEmail(): IResolvable {
    return this.getBooleanAttribute("show_diff_preview_in_email");
  }

  /** Code with characters that may deceive is marked. */
  get warnAboutPotentiallyUnwantedCharacters(): IResolvable {
    return this.getBooleanAttribute("warn_about_potentially_unwanted_characters");
  }

  /** Uploaded files are shown only to those who may see the project. */
  get enforceAuthChecksOnUploads(): IResolvable {
    return this.getBooleanAttribute("enforce_auth_checks_on_uploads");
  }

  /** The package registry is on. */
  get packagesEnabled(): IResolvable {
    return this.getBooleanAttribute("packages_enabled");
  }

  /** Which container images are deleted by themselves, and when. */
  get containerExpirationPolicy(): IResolvable {
    return this.interpolationForAttribute("container_expiration_policy");
  }

  /** Label by which the external service decides who may use the project. */
  get externalAuthorizationClassificationLabel(): string {
    return this.getStringAttribute("external_authorization_classification_label");
  }

  /** The repository is pulled from import_url again and again. */
  get mirror(): IResolvable {
    return this.getBooleanAttribute("mirror");
  }

  /** User in whose name the mirror is updated. */
  get mirrorUserId(): string {
    return this.getStringAttribute("mirror_user_id");
  }

  /** Updates of the mirror start pipelines. */
  get mirrorTriggerBuilds(): IResolvable {
    return this.getBooleanAttribute("mirror_trigger_builds");
  }

  /** Only protected branches are mirrored. */
  get onlyMirrorProtectedBranches(): IResolvable {
    return this.getBooleanAttribute("only_mirror_protected_branches");
  }

  /** Branches that are mirrored, as a regular expression. */
  get mirrorBranchRegex(): string {
    return this.getStringAttribute("mirror_branch_regex");
  }

  /** The mirror overwrites branches that went another way. */
  get mirrorOverwritesDivergedBranches(): IResolvable {
    return this.getBooleanAttribute("mirror_overwrites_diverged_branches");
  }

  /** Commits made on the web pages are signed. */
  get webBasedCommitSigningEnabled(): IResolvable {
    return this.getBooleanAttribute("web_based_commit_signing_enabled");
  }

  /** AI flows may run on the server. */
  get duoRemoteFlowsEnabled(): IResolvable {
    return this.getBooleanAttribute("duo_remote_flows_enabled");
  }

  /** AI looks for false alarms of code scanning. */
  get duoSastFpDetectionEnabled(): IResolvable {
    return this.getBooleanAttribute("duo_sast_fp_detection_enabled");
  }

  /** AI looks for false alarms of secret detection. */
  get duoSecretDetectionFpEnabled(): IResolvable {
    return this.getBooleanAttribute("duo_secret_detection_fp_enabled");
  }

  /** AI proposes how to mend what code scanning found. */
  get duoSastVrWorkflowEnabled(): IResolvable {
    return this.getBooleanAttribute("duo_sast_vr_workflow_enabled");
  }

  /** Who may use issues. */
  get issuesAccessLevel(): IResolvable {
    return this.interpolationForAttribute("issues_access_level");
  }

  /** Who may use the repository. */
  get repositoryAccessLevel(): IResolvable {
    return this.interpolationForAttribute("repository_access_level");
  }

  /** Who may use merge requests. */
  get mergeRequestsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("merge_requests_access_level");
  }

  /** Who may use forks. */
  get forkingAccessLevel(): IResolvable {
    return this.interpolationForAttribute("forking_access_level");
  }

  /** Who may use the wiki. */
  get wikiAccessLevel(): IResolvable {
    return this.interpolationForAttribute("wiki_access_level");
  }

  /** Who may use pipelines and jobs. */
  get buildsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("builds_access_level");
  }

  /** Who may use snippets. */
  get snippetsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("snippets_access_level");
  }

  /** Who may use the package registry. */
  get packageRegistryAccessLevel(): IResolvable {
    return this.interpolationForAttribute("package_registry_access_level");
  }

  /** Who may see the project's pages. */
  get pagesAccessLevel(): IResolvable {
    return this.interpolationForAttribute("pages_access_level");
  }

  /** Who may use analytics. */
  get analyticsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("analytics_access_level");
  }

  /** Who may use the container registry. */
  get containerRegistryAccessLevel(): IResolvable {
    return this.interpolationForAttribute("container_registry_access_level");
  }

  /** Who may use security and compliance. */
  get securityAndComplianceAccessLevel(): IResolvable {
    return this.interpolationForAttribute("security_and_compliance_access_level");
  }

  /** Who may use releases. */
  get releasesAccessLevel(): IResolvable {
    return this.interpolationForAttribute("releases_access_level");
  }

  /** Who may use environments. */
  get environmentsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("environments_access_level");
  }

  /** Who may use feature flags. */
  get featureFlagsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("feature_flags_access_level");
  }

  /** Who may use infrastructure. */
  get infrastructureAccessLevel(): IResolvable {
    return this.interpolationForAttribute("infrastructure_access_level");
  }

  /** Who may use monitoring. */
  get monitorAccessLevel(): IResolvable {
    return this.interpolationForAttribute("monitor_access_level");
  }

  /** Who may use model experiments. */
  get modelExperimentsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("model_experiments_access_level");
  }

  /** Who may use the model registry. */
  get modelRegistryAccessLevel(): IResolvable {
    return this.interpolationForAttribute("model_registry_access_level");
  }

  /** Who may use requirements. */
  get requirementsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("requirements_access_level");
  }

  /** Who may use operations; newer servers have a level for each part. */
  get operationsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("operations_access_level");
  }

  /** Issues can be opened by e-mail. */
  get serviceDeskEnabled(): IResolvable {
    return this.getBooleanAttribute("service_desk_enabled");
  }

  /**
   * Deprecated: use issues_access_level.
   *
   * @deprecated Use issues_access_level in its place.
   */
  get issuesEnabled(): IResolvable {
    return this.getBooleanAttribute("issues_enabled");
  }

  /**
   * Deprecated: use merge_requests_access_level.
   *
   * @deprecated Use merge_requests_access_level in its place.
   */
  get mergeRequestsEnabled(): IResolvable {
    return this.getBooleanAttribute("merge_requests_enabled");
  }

  /**
   * Deprecated: use wiki_access_level.
   *
   * @deprecated Use wiki_access_level in its place.
   */
  get wikiEnabled(): IResolvable {
    return this.getBooleanAttribute("wiki_enabled");
  }

  /**
   * Deprecated: use builds_access_level.
   *
   * @deprecated Use builds_access_level in its place.
   */
  get jobsEnabled(): IResolvable {
    return this.getBooleanAttribute("jobs_enabled");
  }

  /**
   * Deprecated: use snippets_access_level.
   *
   * @deprecated Use snippets_access_level in its place.
   */
  get snippetsEnabled(): IResolvable {
    return this.getBooleanAttribute("snippets_enabled");
  }

  /**
   * Deprecated: use container_registry_access_level.
   *
   * @deprecated Use container_registry_access_level in its place.
   */
  get containerRegistryEnabled(): IResolvable {
    return this.getBooleanAttribute("container_registry_enabled");
  }

  /** How merge requests are merged. */
  get mergeMethod(): IResolvable {
    return this.interpolationForAttribute("merge_method");
  }

  /** Whether commits are squashed. */
  get squashOption(): IResolvable {
    return this.interpolationForAttribute("squash_option");
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

  /** Merge requests are merged only after all status checks have passed. */
  get onlyAllowMergeIfAllStatusChecksPassed(): IResolvable {
    return this.getBooleanAttribute("only_allow_merge_if_all_status_checks_passed");
  }

  /** Threads on lines that change are resolved. */
  get resolveOutdatedDiffDiscussions(): IResolvable {
    return this.getBooleanAttribute("resolve_outdated_diff_discussions");
  }

  /** The source branch is deleted after the merge. */
  get removeSourceBranchAfterMerge(): IResolvable {
    return this.getBooleanAttribute("remove_source_branch_after_merge");
  }

  /** A push answers with a link to open a merge request. */
  get printingMergeRequestLinkEnabled(): IResolvable {
    return this.getBooleanAttribute("printing_merge_request_link_enabled");
  }

  /** Merging closes the issues that the merge request names. */
  get autocloseReferencedIssues(): IResolvable {
    return this.getBooleanAttribute("autoclose_referenced_issues");
  }

  /** Merge requests of this fork aim at the fork itself. */
  get mrDefaultTargetSelf(): IResolvable {
    return this.getBooleanAttribute("mr_default_target_self");
  }

  /** Template of the title of merge requests. */
  get mrDefaultTitleTemplate(): string {
    return this.getStringAttribute("mr_default_title_template");
  }

  /** Commit message of applied suggestions. */
  get suggestionCommitMessage(): string {
    return this.getStringAttribute("suggestion_commit_message");
  }

  /** Template of the message of merge commits. */
  get mergeCommitTemplate(): string {
    return this.getStringAttribute("merge_commit_template");
  }

  /** Template of the message of squashed commits. */
  get squashCommitTemplate(): string {
    return this.getStringAttribute("squash_commit_template");
  }

  /** Template of the name of branches made from issues. */
  get issueBranchTemplate(): string {
    return this.getStringAttribute("issue_branch_template");
  }

  /** Regular expression that titles of merge requests must match. */
  get mergeRequestTitleRegex(): string {
    return this.getStringAttribute("merge_request_title_regex");
  }

  /** What people are told about the titles of merge requests. */
  get mergeRequestTitleRegexDescription(): string {
    return this.getStringAttribute("merge_request_title_regex_description");
  }

  /** Template of new issues. */
  get issuesTemplate(): string {
    return this.getStringAttribute("issues_template");
  }

  /** Template of new merge requests. */
  get mergeRequestsTemplate(): string {
    return this.getStringAttribute("merge_requests_template");
  }

  /**
   * Number of approvals that a merge request needs.
   *
   * @deprecated Use approval rules.
   */
  get approvalsBeforeMerge(): number {
    return this.getNumberAttribute("approvals_before_merge");
  }

  /** Approvals needed where no rule applies. */
  get fallbackApprovalsRequired(): number {
    return this.getNumberAttribute("fallback_approvals_required");
  }

  /** Merge requests must name an issue of the external tracker. */
  get preventMergeWithoutJiraIssue(): IResolvable {
    return this.getBooleanAttribute("prevent_merge_without_jira_issue");
  }

  /** Pipelines run on the merged result. */
  get mergePipelinesEnabled(): IResolvable {
    return this.getBooleanAttribute("merge_pipelines_enabled");
  }

  /** Merge requests are merged one after the other, each tested with those before it. */
  get mergeTrainsEnabled(): IResolvable {
    return this.getBooleanAttribute("merge_trains_enabled");
  }

  /** A merge request may be merged past the train. */
  get mergeTrainsSkipTrainAllowed(): IResolvable {
    return this.getBooleanAttribute("merge_trains_skip_train_allowed");
  }

  /** Pipelines that a merge train runs at once. */
  get maxPipelinesPerMergeTrain(): number {
    return this.getNumberAttribute("max_pipelines_per_merge_train");
  }

  /** Merge requests are reviewed by AI. */
  get autoDuoCodeReviewEnabled(): IResolvable {
    return this.getBooleanAttribute("auto_duo_code_review_enabled");
  }

  /** How jobs get the repository. */
  get buildGitStrategy(): IResolvable {
    return this.interpolationForAttribute("build_git_strategy");
  }

  /** Seconds that a job may take. */
  get buildTimeout(): number {
    return this.getNumberAttribute("build_timeout");
  }

  /** Whether a push cancels the pipelines of older commits. */
  get autoCancelPendingPipelines(): IResolvable {
    return this.interpolationForAttribute("auto_cancel_pending_pipelines");
  }

  /** Path of the CI configuration; unset is .gitlab-ci.yml. */
  get ciConfigPath(): string {
    return this.getStringAttribute("ci_config_path");
  }

  /** Commits that jobs fetch; null or 0 fetches all. */
  get ciDefaultGitDepth(): number {
    return this.getNumberAttribute("ci_default_git_depth");
  }

  /** The latest artifacts of each branch never expire. */
  get keepLatestArtifact(): IResolvable {
    return this.getBooleanAttribute("keep_latest_artifact");
  }

  /** Jobs may run on the runners of the instance. */
  get sharedRunnersEnabled(): IResolvable {
    return this.getBooleanAttribute("shared_runners_enabled");
  }

  /** Jobs may run on the runners of the group. */
  get groupRunnersEnabled(): IResolvable {
    return this.getBooleanAttribute("group_runners_enabled");
  }

  /** Everybody who sees the project sees its jobs. */
  get publicJobs(): IResolvable {
    return this.getBooleanAttribute("public_jobs");
  }

  /** Order in which jobs of a resource group run. */
  get resourceGroupDefaultProcessMode(): IResolvable {
    return this.interpolationForAttribute("resource_group_default_process_mode");
  }

  /** The project gets a ready-made pipeline without a CI configuration. */
  get autoDevopsEnabled(): IResolvable {
    return this.getBooleanAttribute("auto_devops_enabled");
  }

  /** How the ready-made pipeline deploys. */
  get autoDevopsDeployStrategy(): IResolvable {
    return this.interpolationForAttribute("auto_devops_deploy_strategy");
  }

  /** Deployments of older commits are stopped. */
  get ciForwardDeploymentEnabled(): IResolvable {
    return this.getBooleanAttribute("ci_forward_deployment_enabled");
  }

  /** Older deployments may be run again. */
  get ciForwardDeploymentRollbackAllowed(): IResolvable {
    return this.getBooleanAttribute("ci_forward_deployment_rollback_allowed");
  }

  /** Pipelines of forks may run in this project. */
  get ciAllowForkPipelinesToRunInParentProject(): IResolvable {
    return this.getBooleanAttribute("ci_allow_fork_pipelines_to_run_in_parent_project");
  }

  /** Protected branches have a cache of their own. */
  get ciSeparatedCaches(): IResolvable {
    return this.getBooleanAttribute("ci_separated_caches");
  }

  /** Only Maintainers may give variables to a pipeline. */
  get restrictUserDefinedVariables(): IResolvable {
    return this.getBooleanAttribute("restrict_user_defined_variables");
  }

  /** Who may give variables to a pipeline. */
  get ciPipelineVariablesMinimumOverrideRole(): IResolvable {
    return this.interpolationForAttribute("ci_pipeline_variables_minimum_override_role");
  }

  /** Jobs may push with their token. */
  get ciPushRepositoryForJobTokenAllowed(): IResolvable {
    return this.getBooleanAttribute("ci_push_repository_for_job_token_allowed");
  }

  /** Parts of the subject of ID tokens. */
  get ciIdTokenSubClaimComponents(): string[] {
    return this.getListAttribute("ci_id_token_sub_claim_components");
  }

  /** Age in seconds at which pipelines are deleted; null is never. */
  get ciDeletePipelinesInSeconds(): number {
    return this.getNumberAttribute("ci_delete_pipelines_in_seconds");
  }

  /** Largest artifact of a job, in MB; null inherits. */
  get maxArtifactsSize(): number {
    return this.getNumberAttribute("max_artifacts_size");
  }

  /** Pipelines of merge requests may use protected variables and runners. */
  get protectMergeRequestPipelines(): IResolvable {
    return this.getBooleanAttribute("protect_merge_request_pipelines");
  }

  /** Variables given to a pipeline are shown. */
  get ciDisplayPipelineVariables(): IResolvable {
    return this.getBooleanAttribute("ci_display_pipeline_variables");
  }

  /** Lowest role that may cancel pipelines. */
  get ciRestrictPipelineCancellationRole(): string {
    return this.getStringAttribute("ci_restrict_pipeline_cancellation_role");
  }

  /** Who starts a pipeline may approve its deployments. */
  get allowPipelineTriggerApproveDeployment(): IResolvable {
    return this.getBooleanAttribute("allow_pipeline_trigger_approve_deployment");
  }

  /** Pipelines of security policies must succeed. */
  get securityPolicyPipelineMustSucceed(): IResolvable {
    return this.getBooleanAttribute("security_policy_pipeline_must_succeed");
  }

  /** Pipelines may read the repository that holds the security policies. */
  get sppRepositoryPipelineAccess(): IResolvable {
    return this.getBooleanAttribute("spp_repository_pipeline_access");
  }

  /**
   * Deprecated: use public_jobs.
   *
   * @deprecated Use public_jobs in its place.
   */
  get publicBuilds(): IResolvable {
    return this.getBooleanAttribute("public_builds");
  }

  /** Groups whose members may use this project. */
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

/** Reads it. A repository with its issues, merge requests and pipelines. */
export interface DataTrueupProjectProps extends TerraformMetaArguments {
  /** Full path of the project, such as `acme/platform/web`. A change of it renames or transfers it in place: nothing is deleted. */
  readonly fullPath: string;
}

/** Names in Terraform. */
const namesOfDataTrueupProject = {
  fullPath: "full_path",
} as const;

/** Reads it. A repository with its issues, merge requests and pipelines. */
export class DataTrueupProject extends TrueupDataSource {
  static readonly tfResourceType = "trueup_project";

  constructor(scope: Construct, id: string, properties: DataTrueupProjectProps) {
    super(scope, id, DataTrueupProject.tfResourceType, namesOfDataTrueupProject, properties);
  }

  /** The number that the platform knows it by, as text. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the project, such as `acme/platform/web`. A change of it renames or transfers it in place: nothing is deleted. */
  get fullPath(): string {
    return this.getStringAttribute("full_path");
  }

  /** Name that people see; without it, the last part of the path. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** What the project is about. */
  get description(): string {
    return this.getStringAttribute("description");
  }

  /** Who can see the project; not more than can see its group. */
  get visibility(): IResolvable {
    return this.interpolationForAttribute("visibility");
  }

  /** Topics by which the project is found. */
  get topics(): string[] {
    return this.getListAttribute("topics");
  }

  /** sha256 of the picture avatar. */
  get avatarSha256(): string {
    return this.getStringAttribute("avatar_sha256");
  }

  /** Branch that clones and merge requests start from. */
  get defaultBranch(): string {
    return this.getStringAttribute("default_branch");
  }

  /** The project is read-only. */
  get archived(): IResolvable {
    return this.getBooleanAttribute("archived");
  }

  /** Address that the repository is imported from; credentials in it are never returned. */
  get importUrl(): string {
    return this.getStringAttribute("import_url");
  }

  /** How the repository names its objects. */
  get repositoryObjectFormat(): IResolvable {
    return this.interpolationForAttribute("repository_object_format");
  }

  /** Storage that holds the repository; only administrators may see and change it. */
  get repositoryStorage(): string {
    return this.getStringAttribute("repository_storage");
  }

  /** Git LFS may be used. */
  get lfsEnabled(): IResolvable {
    return this.getBooleanAttribute("lfs_enabled");
  }

  /** Users may ask to become members. */
  get requestAccessEnabled(): IResolvable {
    return this.getBooleanAttribute("request_access_enabled");
  }

  /** No e-mails are sent about the project. */
  get emailsDisabled(): IResolvable {
    return this.getBooleanAttribute("emails_disabled");
  }

  /** E-mails are sent about the project. */
  get emailsEnabled(): IResolvable {
    return this.getBooleanAttribute("emails_enabled");
  }

  /** E-mails about comments on code show the code. */
  get showDiffPreviewInEmail(): IResolvable {
    return this.getBooleanAttribute("show_diff_preview_in_email");
  }

  /** Code with characters that may deceive is marked. */
  get warnAboutPotentiallyUnwantedCharacters(): IResolvable {
    return this.getBooleanAttribute("warn_about_potentially_unwanted_characters");
  }

  /** Uploaded files are shown only to those who may see the project. */
  get enforceAuthChecksOnUploads(): IResolvable {
    return this.getBooleanAttribute("enforce_auth_checks_on_uploads");
  }

  /** The package registry is on. */
  get packagesEnabled(): IResolvable {
    return this.getBooleanAttribute("packages_enabled");
  }

  /** Which container images are deleted by themselves, and when. */
  get containerExpirationPolicy(): IResolvable {
    return this.interpolationForAttribute("container_expiration_policy");
  }

  /** Label by which the external service decides who may use the project. */
  get externalAuthorizationClassificationLabel(): string {
    return this.getStringAttribute("external_authorization_classification_label");
  }

  /** The repository is pulled from import_url again and again. */
  get mirror(): IResolvable {
    return this.getBooleanAttribute("mirror");
  }

  /** User in whose name the mirror is updated. */
  get mirrorUserId(): string {
    return this.getStringAttribute("mirror_user_id");
  }

  /** Updates of the mirror start pipelines. */
  get mirrorTriggerBuilds(): IResolvable {
    return this.getBooleanAttribute("mirror_trigger_builds");
  }

  /** Only protected branches are mirrored. */
  get onlyMirrorProtectedBranches(): IResolvable {
    return this.getBooleanAttribute("only_mirror_protected_branches");
  }

  /** The mirror overwrites branches that went another way. */
  get mirrorOverwritesDivergedBranches(): IResolvable {
    return this.getBooleanAttribute("mirror_overwrites_diverged_branches");
  }

  /** Commits made on the web pages are signed. */
  get webBasedCommitSigningEnabled(): IResolvable {
    return this.getBooleanAttribute("web_based_commit_signing_enabled");
  }

  /** AI flows may run on the server. */
  get duoRemoteFlowsEnabled(): IResolvable {
    return this.getBooleanAttribute("duo_remote_flows_enabled");
  }

  /** AI looks for false alarms of code scanning. */
  get duoSastFpDetectionEnabled(): IResolvable {
    return this.getBooleanAttribute("duo_sast_fp_detection_enabled");
  }

  /** AI looks for false alarms of secret detection. */
  get duoSecretDetectionFpEnabled(): IResolvable {
    return this.getBooleanAttribute("duo_secret_detection_fp_enabled");
  }

  /** AI proposes how to mend what code scanning found. */
  get duoSastVrWorkflowEnabled(): IResolvable {
    return this.getBooleanAttribute("duo_sast_vr_workflow_enabled");
  }

  /** Who may use issues. */
  get issuesAccessLevel(): IResolvable {
    return this.interpolationForAttribute("issues_access_level");
  }

  /** Who may use the repository. */
  get repositoryAccessLevel(): IResolvable {
    return this.interpolationForAttribute("repository_access_level");
  }

  /** Who may use merge requests. */
  get mergeRequestsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("merge_requests_access_level");
  }

  /** Who may use forks. */
  get forkingAccessLevel(): IResolvable {
    return this.interpolationForAttribute("forking_access_level");
  }

  /** Who may use the wiki. */
  get wikiAccessLevel(): IResolvable {
    return this.interpolationForAttribute("wiki_access_level");
  }

  /** Who may use pipelines and jobs. */
  get buildsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("builds_access_level");
  }

  /** Who may use snippets. */
  get snippetsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("snippets_access_level");
  }

  /** Who may use the package registry. */
  get packageRegistryAccessLevel(): IResolvable {
    return this.interpolationForAttribute("package_registry_access_level");
  }

  /** Who may see the project's pages. */
  get pagesAccessLevel(): IResolvable {
    return this.interpolationForAttribute("pages_access_level");
  }

  /** Who may use analytics. */
  get analyticsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("analytics_access_level");
  }

  /** Who may use the container registry. */
  get containerRegistryAccessLevel(): IResolvable {
    return this.interpolationForAttribute("container_registry_access_level");
  }

  /** Who may use security and compliance. */
  get securityAndComplianceAccessLevel(): IResolvable {
    return this.interpolationForAttribute("security_and_compliance_access_level");
  }

  /** Who may use releases. */
  get releasesAccessLevel(): IResolvable {
    return this.interpolationForAttribute("releases_access_level");
  }

  /** Who may use environments. */
  get environmentsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("environments_access_level");
  }

  /** Who may use feature flags. */
  get featureFlagsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("feature_flags_access_level");
  }

  /** Who may use infrastructure. */
  get infrastructureAccessLevel(): IResolvable {
    return this.interpolationForAttribute("infrastructure_access_level");
  }

  /** Who may use monitoring. */
  get monitorAccessLevel(): IResolvable {
    return this.interpolationForAttribute("monitor_access_level");
  }

  /** Who may use model experiments. */
  get modelExperimentsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("model_experiments_access_level");
  }

  /** Who may use the model registry. */
  get modelRegistryAccessLevel(): IResolvable {
    return this.interpolationForAttribute("model_registry_access_level");
  }

  /** Who may use requirements. */
  get requirementsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("requirements_access_level");
  }

  /** Who may use operations; newer servers have a level for each part. */
  get operationsAccessLevel(): IResolvable {
    return this.interpolationForAttribute("operations_access_level");
  }

  /** Issues can be opened by e-mail. */
  get serviceDeskEnabled(): IResolvable {
    return this.getBooleanAttribute("service_desk_enabled");
  }

  /** How merge requests are merged. */
  get mergeMethod(): IResolvable {
    return this.interpolationForAttribute("merge_method");
  }

  /** Whether commits are squashed. */
  get squashOption(): IResolvable {
    return this.interpolationForAttribute("squash_option");
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

  /** Merge requests are merged only after all status checks have passed. */
  get onlyAllowMergeIfAllStatusChecksPassed(): IResolvable {
    return this.getBooleanAttribute("only_allow_merge_if_all_status_checks_passed");
  }

  /** Threads on lines that change are resolved. */
  get resolveOutdatedDiffDiscussions(): IResolvable {
    return this.getBooleanAttribute("resolve_outdated_diff_discussions");
  }

  /** The source branch is deleted after the merge. */
  get removeSourceBranchAfterMerge(): IResolvable {
    return this.getBooleanAttribute("remove_source_branch_after_merge");
  }

  /** A push answers with a link to open a merge request. */
  get printingMergeRequestLinkEnabled(): IResolvable {
    return this.getBooleanAttribute("printing_merge_request_link_enabled");
  }

  /** Merging closes the issues that the merge request names. */
  get autocloseReferencedIssues(): IResolvable {
    return this.getBooleanAttribute("autoclose_referenced_issues");
  }

  /** Merge requests of this fork aim at the fork itself. */
  get mrDefaultTargetSelf(): IResolvable {
    return this.getBooleanAttribute("mr_default_target_self");
  }

  /** Template of the title of merge requests. */
  get mrDefaultTitleTemplate(): string {
    return this.getStringAttribute("mr_default_title_template");
  }

  /** Commit message of applied suggestions. */
  get suggestionCommitMessage(): string {
    return this.getStringAttribute("suggestion_commit_message");
  }

  /** Template of the message of merge commits. */
  get mergeCommitTemplate(): string {
    return this.getStringAttribute("merge_commit_template");
  }

  /** Template of the message of squashed commits. */
  get squashCommitTemplate(): string {
    return this.getStringAttribute("squash_commit_template");
  }

  /** Template of the name of branches made from issues. */
  get issueBranchTemplate(): string {
    return this.getStringAttribute("issue_branch_template");
  }

  /** Regular expression that titles of merge requests must match. */
  get mergeRequestTitleRegex(): string {
    return this.getStringAttribute("merge_request_title_regex");
  }

  /** What people are told about the titles of merge requests. */
  get mergeRequestTitleRegexDescription(): string {
    return this.getStringAttribute("merge_request_title_regex_description");
  }

  /** Template of new issues. */
  get issuesTemplate(): string {
    return this.getStringAttribute("issues_template");
  }

  /** Template of new merge requests. */
  get mergeRequestsTemplate(): string {
    return this.getStringAttribute("merge_requests_template");
  }

  /**
   * Number of approvals that a merge request needs.
   *
   * @deprecated Use approval rules.
   */
  get approvalsBeforeMerge(): number {
    return this.getNumberAttribute("approvals_before_merge");
  }

  /** Merge requests must name an issue of the external tracker. */
  get preventMergeWithoutJiraIssue(): IResolvable {
    return this.getBooleanAttribute("prevent_merge_without_jira_issue");
  }

  /** Pipelines run on the merged result. */
  get mergePipelinesEnabled(): IResolvable {
    return this.getBooleanAttribute("merge_pipelines_enabled");
  }

  /** Merge requests are merged one after the other, each tested with those before it. */
  get mergeTrainsEnabled(): IResolvable {
    return this.getBooleanAttribute("merge_trains_enabled");
  }

  /** A merge request may be merged past the train. */
  get mergeTrainsSkipTrainAllowed(): IResolvable {
    return this.getBooleanAttribute("merge_trains_skip_train_allowed");
  }

  /** Pipelines that a merge train runs at once. */
  get maxPipelinesPerMergeTrain(): number {
    return this.getNumberAttribute("max_pipelines_per_merge_train");
  }

  /** Merge requests are reviewed by AI. */
  get autoDuoCodeReviewEnabled(): IResolvable {
    return this.getBooleanAttribute("auto_duo_code_review_enabled");
  }

  /** How jobs get the repository. */
  get buildGitStrategy(): IResolvable {
    return this.interpolationForAttribute("build_git_strategy");
  }

  /** Seconds that a job may take. */
  get buildTimeout(): number {
    return this.getNumberAttribute("build_timeout");
  }

  /** Whether a push cancels the pipelines of older commits. */
  get autoCancelPendingPipelines(): IResolvable {
    return this.interpolationForAttribute("auto_cancel_pending_pipelines");
  }

  /** Path of the CI configuration; unset is .gitlab-ci.yml. */
  get ciConfigPath(): string {
    return this.getStringAttribute("ci_config_path");
  }

  /** Commits that jobs fetch; null or 0 fetches all. */
  get ciDefaultGitDepth(): number {
    return this.getNumberAttribute("ci_default_git_depth");
  }

  /** The latest artifacts of each branch never expire. */
  get keepLatestArtifact(): IResolvable {
    return this.getBooleanAttribute("keep_latest_artifact");
  }

  /** Jobs may run on the runners of the instance. */
  get sharedRunnersEnabled(): IResolvable {
    return this.getBooleanAttribute("shared_runners_enabled");
  }

  /** Jobs may run on the runners of the group. */
  get groupRunnersEnabled(): IResolvable {
    return this.getBooleanAttribute("group_runners_enabled");
  }

  /** Everybody who sees the project sees its jobs. */
  get publicJobs(): IResolvable {
    return this.getBooleanAttribute("public_jobs");
  }

  /** Order in which jobs of a resource group run. */
  get resourceGroupDefaultProcessMode(): IResolvable {
    return this.interpolationForAttribute("resource_group_default_process_mode");
  }

  /** The project gets a ready-made pipeline without a CI configuration. */
  get autoDevopsEnabled(): IResolvable {
    return this.getBooleanAttribute("auto_devops_enabled");
  }

  /** How the ready-made pipeline deploys. */
  get autoDevopsDeployStrategy(): IResolvable {
    return this.interpolationForAttribute("auto_devops_deploy_strategy");
  }

  /** Deployments of older commits are stopped. */
  get ciForwardDeploymentEnabled(): IResolvable {
    return this.getBooleanAttribute("ci_forward_deployment_enabled");
  }

  /** Older deployments may be run again. */
  get ciForwardDeploymentRollbackAllowed(): IResolvable {
    return this.getBooleanAttribute("ci_forward_deployment_rollback_allowed");
  }

  /** Pipelines of forks may run in this project. */
  get ciAllowForkPipelinesToRunInParentProject(): IResolvable {
    return this.getBooleanAttribute("ci_allow_fork_pipelines_to_run_in_parent_project");
  }

  /** Protected branches have a cache of their own. */
  get ciSeparatedCaches(): IResolvable {
    return this.getBooleanAttribute("ci_separated_caches");
  }

  /** Only Maintainers may give variables to a pipeline. */
  get restrictUserDefinedVariables(): IResolvable {
    return this.getBooleanAttribute("restrict_user_defined_variables");
  }

  /** Who may give variables to a pipeline. */
  get ciPipelineVariablesMinimumOverrideRole(): IResolvable {
    return this.interpolationForAttribute("ci_pipeline_variables_minimum_override_role");
  }

  /** Jobs may push with their token. */
  get ciPushRepositoryForJobTokenAllowed(): IResolvable {
    return this.getBooleanAttribute("ci_push_repository_for_job_token_allowed");
  }

  /** Parts of the subject of ID tokens. */
  get ciIdTokenSubClaimComponents(): string[] {
    return this.getListAttribute("ci_id_token_sub_claim_components");
  }

  /** Age in seconds at which pipelines are deleted; null is never. */
  get ciDeletePipelinesInSeconds(): number {
    return this.getNumberAttribute("ci_delete_pipelines_in_seconds");
  }

  /** Largest artifact of a job, in MB; null inherits. */
  get maxArtifactsSize(): number {
    return this.getNumberAttribute("max_artifacts_size");
  }

  /** Pipelines of merge requests may use protected variables and runners. */
  get protectMergeRequestPipelines(): IResolvable {
    return this.getBooleanAttribute("protect_merge_request_pipelines");
  }

  /** Variables given to a pipeline are shown. */
  get ciDisplayPipelineVariables(): IResolvable {
    return this.getBooleanAttribute("ci_display_pipeline_variables");
  }

  /** Lowest role that may cancel pipelines. */
  get ciRestrictPipelineCancellationRole(): string {
    return this.getStringAttribute("ci_restrict_pipeline_cancellation_role");
  }

  /** Who starts a pipeline may approve its deployments. */
  get allowPipelineTriggerApproveDeployment(): IResolvable {
    return this.getBooleanAttribute("allow_pipeline_trigger_approve_deployment");
  }

  /** Pipelines of security policies must succeed. */
  get securityPolicyPipelineMustSucceed(): IResolvable {
    return this.getBooleanAttribute("security_policy_pipeline_must_succeed");
  }

  /** Pipelines may read the repository that holds the security policies. */
  get sppRepositoryPipelineAccess(): IResolvable {
    return this.getBooleanAttribute("spp_repository_pipeline_access");
  }

  /** Groups whose members may use this project. */
  get sharedWithGroups(): IResolvable {
    return this.interpolationForAttribute("shared_with_groups");
  }
}
