import { described } from "../../parts/described.js";

/** Repositories and what becomes of them. */
const repositories = described({
  custom_http_clone_url_root: "Beginning of addresses for cloning over HTTP; empty is the server's own address.",
  decompress_archive_file_timeout: ["Seconds that unpacking an archive may take; 0 is no limit.", 210],
  diff_max_commits: "Number of commits that one version of a merge request may have.",
  diff_max_versions: "Number of versions that one merge request may have.",
  gitaly_timeout_default: ["Seconds that most calls to the Git storage may take; 0 is no limit.", 55],
  gitaly_timeout_fast: ["Seconds that short calls to the Git storage may take; 0 is no limit.", 10],
  gitaly_timeout_medium: ["Seconds that calls of middle length to the Git storage may take; 0 is no limit.", 30],
  hashed_storage_enabled: "Has no effect any more: paths of repositories are always hashes.",
  housekeeping_enabled: ["Repositories are tidied up by themselves.", true],
  housekeeping_full_repack_period: "Former setting: pushes after which a repository was repacked as a whole.",
  housekeeping_gc_period: "Former setting: pushes after which garbage of a repository was collected.",
  housekeeping_incremental_repack_period: "Former setting: pushes after which a repository was repacked in part.",
  housekeeping_optimize_repository_period: ["Pushes after which a repository is tidied up.", 10],
  push_event_activities_limit: ["Branches and tags of one push up to which each is an event of its own.", 3],
  push_event_hooks_limit: ["Branches and tags of one push up to which webhooks are called.", 3],
  receive_max_input_size: "Largest push, in MB; empty is no limit.",
  repository_checks_enabled: ["Repositories are checked for damage at times.", true],
  require_sha_for_merge: "Merging through the API needs the commit that is merged.",
  lock_require_sha_for_merge: "Groups cannot change whether merging through the API needs the commit.",
  static_objects_external_storage_auth_token: "Token for the external storage of archives and raw files.",
  static_objects_external_storage_url: "Address of an external storage from which archives and raw files come.",
  background_operations_max_jobs: ["Operations on many records that run in the background at the same time.", 10],
});

const licensedRepositories = described(
  {
    default_project_deletion_protection: ["Only administrators may delete projects.", false],
    group_owners_can_manage_default_branch_protection: ["Group owners may change how default branches are protected.", true],
    repository_size_limit: ["Largest repository, in MB; 0 is no limit.", 0],
    disable_overriding_approvers_per_merge_request: ["Merge requests cannot change who must approve them.", false],
    prevent_merge_requests_author_approval: ["Authors cannot approve their own merge requests.", false],
    prevent_merge_requests_committers_approval: ["Users who add commits to a merge request cannot approve it.", false],
  },
  { tier: "premium" },
);

/** Mirrors and other sites. */
const mirrors = {
  ...described({ mirror_available: ["Maintainers may set up mirrors of repositories.", true] }),
  ...described(
    {
      mirror_capacity_threshold: ["Free places that there must be before more mirrors are taken up ahead of time.", 50],
      mirror_max_capacity: ["Mirrors that are updated at the same time.", 100],
      mirror_max_delay: ["Minutes after which a mirror is updated again at the latest.", 300],
    },
    { tier: "premium" },
  ),
};

/** Imports and exports. */
const transfers = described({
  allow_application_default_credentials_for_offline_transfer:
    "Transfers by files may use the cloud credentials of the server itself.",
  allow_bypass_placeholder_confirmation: [
    "Administrators may give placeholder users' contributions to somebody without asking them.",
    false,
  ],
  allow_contribution_mapping_to_admins: ["Imported contributions may be given to administrators.", false],
  allow_s3_compatible_storage_for_offline_transfer: "Transfers by files may use any storage that speaks the S3 protocol.",
  bulk_import_concurrent_pipeline_batch_limit: ["Batches that direct transfers work on at the same time.", 25],
  bulk_import_enabled: ["Groups and projects may be imported from another server by direct transfer.", false],
  concurrent_bitbucket_import_jobs_limit: ["Import jobs from Bitbucket Cloud that run at the same time.", 100],
  concurrent_bitbucket_server_import_jobs_limit: ["Import jobs from Bitbucket Server that run at the same time.", 100],
  concurrent_github_import_jobs_limit: ["Import jobs from GitHub that run at the same time.", 1000],
  concurrent_pull_request_import_jobs_limit: "Import jobs of pull requests that run at the same time.",
  concurrent_relation_batch_export_limit: ["Batches of an export that run at the same time.", 8],
  import_sources: "Where projects may be imported from.",
  max_decompressed_archive_size: ["Largest unpacked import, in MB; 0 is no limit.", 25_600],
  max_github_response_json_value_count: ["Values that one answer of GitHub to an import may hold.", 250_000],
  max_github_response_size_limit: ["Largest answer of GitHub to an import, in MB.", 8],
  max_import_remote_file_size: ["Largest import from object storage, in MB; 0 is no limit.", 10_240],
  offline_transfer_exports_enabled: "Groups and projects may be exported for transfer by files.",
  offline_transfer_imports_enabled: "Groups and projects may be imported by transfer of files.",
  project_export_enabled: ["Projects may be exported.", true],
  relation_export_batch_size: ["Records in each batch of an export.", 50],
  silent_admin_exports_enabled: ["Nobody gets an e-mail when an administrator exports a group or project.", false],
});

/** Groups and projects, and those that nobody uses any more. */
const dormant = described({
  inactive_projects_delete_after_months: ["Months without activity after which a dormant project is deleted.", 2],
  inactive_projects_min_size_mb: ["Size in MB from which on a project can count as dormant.", 0],
  inactive_projects_send_warning_email_after_months: [
    "Months without activity after which maintainers of a dormant project are warned.",
    1,
  ],
  top_level_group_creation_enabled: ["Groups at the top may be created through the API.", true],
  namespace_aggregation_schedule_lease_duration_in_seconds: ["Seconds between two updates of a namespace's statistics.", 300],
});

/** What is known of plain settings of repositories, mirrors, transfers and dormant projects. */
export const describedRepositories = { ...repositories, ...licensedRepositories, ...mirrors, ...transfers, ...dormant };
