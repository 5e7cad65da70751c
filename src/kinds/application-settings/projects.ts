import { flag, integer, mapOf, oneOf, reference, setOf, text } from "../../core/fields.js";
import { visibilities } from "../../core/names.js";
import { emptyList } from "./forms.js";

const unlicensed = { tier: "premium", dropped: "without the licence for it the server ignores this setting" } as const;

/** Settings of projects and groups: defaults, visibility, deletion, CI/CD and packages. */
export const projects = {
  default_branch_name: text("Name of the first branch of new projects; unset is main.", { nullable: true }),
  default_branch_protection: oneOf(
    "Protection of new default branches: 0 none, 1 partial, 2 full; on real servers also 3 against pushes, 4 full after the first push.",
    [0, 1, 2],
    {
      ordered: true,
      default: 2,
      twin: "default_branch_protection_defaults",
      inVendor: { values: [0, 1, 3, 4, 2], deprecated: { replacement: "default_branch_protection_defaults" } },
    },
  ),
  default_group_visibility: oneOf("Visibility of new groups.", visibilities, { ordered: true, default: "private" }),
  default_project_visibility: oneOf("Visibility of new projects.", visibilities, { ordered: true, default: "private" }),
  default_snippet_visibility: oneOf("Visibility of new snippets.", visibilities, { ordered: true, default: "private" }),
  default_project_creation: oneOf(
    "Lowest role that may create projects in groups: 0 no one, 1 Maintainers, 2 Developers too; on real servers also 3 administrators, 4 owners.",
    [0, 1, 2],
    {
      ordered: true,
      default: 2,
      inVendor: { values: [0, 3, 4, 1, 2] },
    },
  ),
  restricted_visibility_levels: setOf(
    "Visibility levels that only administrators may give.",
    oneOf("A visibility level.", visibilities, { ordered: true }),
    emptyList,
  ),
  delayed_project_deletion: flag("Projects are deleted after a delay; only with delayed_group_deletion.", {
    ...unlicensed,
    default: false,
  }),
  delayed_group_deletion: flag("Groups are deleted after a delay.", {
    ...unlicensed,
    default: true,
  }),
  deletion_adjourned_period: integer("Days until what was deleted is gone; 0 switches both delayed deletions off.", {
    ...unlicensed,
    default: 7,
    min: 0,
    max: 90,
    inVendor: { from: "18.4", default: 30, min: 1 },
    // Some releases store 1 for 0; what 0 means stands in the two delayed settings (`implied` of the kind).
    normalise: [[0, 1]],
  }),
  delete_inactive_projects: flag("Projects that nobody uses are deleted.", { default: false }),
  file_template_project_id: reference("Project whose files are the templates of the instance.", "project", "id", {
    ...unlicensed,
    nullable: true,
  }),
  repository_storages: setOf("Storages that take new repositories.", text("A storage's name."), {
    default: ["default"],
    deprecated: { replacement: "repository_storages_weighted" },
  }),
  repository_storages_weighted: mapOf(
    "Storages that take new repositories, each with its weight.",
    integer("Weight of the storage, 0 to 100.", { min: 0, max: 100 }),
    { default: { default: 100 } },
  ),
  check_namespace_plan: flag("Licensed features follow the plan of each namespace.", { default: false, tier: "premium" }),
  automatic_purchased_storage_allocation: flag("Purchased storage is given to projects by itself.", { default: false }),
  enforce_namespace_storage_limit: flag("Namespaces may not outgrow their storage limit.", { default: false }),
  auto_devops_enabled: flag("Projects without a CI configuration get a ready-made pipeline.", { default: true }),
  auto_devops_domain: text("Domain under which ready-made pipelines deploy.", { nullable: true }),
  archive_builds_in_human_readable: text("Age after which jobs are archived, such as 15 days; unset is never.", {
    nullable: { unset: "" },
    format: "duration",
    greatest: [null],
  }),
  default_artifacts_expire_in: text("Time after which job artifacts expire; 0 is never.", {
    default: "30 days",
    min: 1,
    format: "duration",
    greatest: ["0"],
  }),
  default_ci_config_path: text("Path of the CI configuration in new projects; unset is .gitlab-ci.yml.", {
    nullable: true,
    max: 255,
    pattern: { like: String.raw`^(?!/)(?!.*\.\.).*$`, hint: "no leading slash and no .." },
  }),
  keep_latest_artifact: flag("The latest artifacts of each branch never expire.", { default: true }),
  container_expiration_policies_enable_historic_entries: flag("Clean-up policies also work in projects of before they existed.", {
    default: false,
  }),
  container_registry_cleanup_tags_service_max_list_size: integer("Tags that one clean-up run may delete.", {
    default: 200,
    min: 0,
  }),
  container_registry_delete_tags_service_timeout: integer("Seconds that deleting one batch of tags may take.", {
    default: 250,
    min: 0,
  }),
  container_registry_expiration_policies_caching: flag("Clean-up runs cache what they learn of tags.", { default: true }),
  container_registry_expiration_policies_worker_capacity: integer("Workers that clean up container images.", {
    default: 4,
    min: 0,
  }),
  container_registry_token_expire_delay: integer("Minutes until a token for the container registry ends.", {
    default: 5,
    min: 1,
  }),
  package_registry_cleanup_policies_worker_capacity: integer("Workers that clean up packages.", {
    default: 2,
    min: 0,
  }),
  npm_package_requests_forwarding: flag("Requests for npm packages that are not here go on to the public registry.", {
    ...unlicensed,
    default: true,
  }),
  pypi_package_requests_forwarding: flag("Requests for PyPI packages that are not here go on to the public index.", {
    ...unlicensed,
    default: true,
  }),
};
