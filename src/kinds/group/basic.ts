import { flag, image, integer, oneOf, reference, setOf, refs, text } from "../../core/fields.js";
import { visibilities } from "../../core/names.js";
import { branchDefaults } from "../parts/branch-defaults.js";
import { emailsDisabled, olderEmails } from "../parts/emails.js";

/** Only the details of one group show it, not the list. */
const details = { shown: "read" } as const;
/** A subgroup without a value of its own has that of the group above it. */
const inherited = { defaultFrom: ["parent"] } as const;
/** While a group above says so, this is as it is there. */
const lockedFrom = (field: string) => ({ lockedBy: [{ kind: "group", field, is: true }] }) as const;
/** While a group above has this value, so do all below. */
const forced = (field: string, value: boolean | string) => ({ lockedBy: [{ kind: "group", field, is: value, value }] }) as const;
const topLevel = { ...details, tier: "ultimate", on: "update", dropped: "only top-level groups have it" } as const;

/** The instance's default_project_creation in words of a group. */
const creators = { 0: "noone", 1: "maintainer", 2: "developer", 3: "administrator", 4: "owner" } as const;

/** A server that meets an attribute of top-level groups on a subgroup ignores it. */
const ignoredOnSubgroups = { shown: { parent_id: { not: null } }, reason: "only top-level groups have this setting" } as const;

/** Attributes of every group: name, visibility, who may do what, and defaults of what lies in it. */
export const basic = {
  name: text("Name that people see.", { required: true, min: 1, max: 255 }),
  description: text("What the group is about.", { nullable: true, default: "", max: 500 }),
  visibility: oneOf("Visibility of the group, at most that of its parent.", visibilities, {
    ordered: "within-parent",
  }),
  avatar: image("Picture of the group; null removes it.", {
    nullable: { unset: "" },
    read: "avatar_url",
    picture: "GET /groups/{group}/avatar",
  }),
  organization_id: integer("Number of the organization that the group belongs to.", {
    ...details,
    on: "create",
    default: 1,
    exported: false,
  }),
  share_with_group_lock: flag("Projects of the group cannot be shared with other groups.", { ...inherited, default: false }),
  require_two_factor_authentication: flag("All members need two-factor authentication.", { default: false }),
  two_factor_grace_period: integer("Hours until two-factor authentication is enforced.", { default: 48, min: 0 }),
  project_creation_level: oneOf(
    "Who may create projects in the group.",
    ["noone", "administrator", "owner", "maintainer", "developer"],
    {
      ordered: true,
      default: "developer",
      defaultFrom: [{ kind: "application_settings", field: "default_project_creation", values: creators }],
    },
  ),
  subgroup_creation_level: oneOf("Who may create subgroups.", ["owner", "maintainer"], { ordered: true, default: "maintainer" }),
  auto_devops_enabled: flag("Projects without a CI configuration get a ready-made pipeline; null inherits.", { nullable: true }),
  emails_disabled: emailsDisabled("the group"),
  emails_enabled: flag("E-mails are sent about the group.", {
    ...olderEmails,
    ...inherited,
    ...forced("emails_enabled", false),
    default: true,
  }),
  show_diff_preview_in_email: flag("E-mails about comments on code show the code.", {
    ...details,
    ...inherited,
    ...forced("show_diff_preview_in_email", false),
    default: true,
  }),
  mentions_disabled: flag("The group cannot be mentioned as a whole.", { nullable: true }),
  lfs_enabled: flag("Projects of the group may use Git LFS.", { shown: "inherited", default: true }),
  request_access_enabled: flag("Users may ask to become members.", { default: true }),
  default_branch: text("Name of the first branch of new projects in the group.", { ...details, nullable: true }),
  default_branch_protection: oneOf(
    "Protection of default branches: 0 none, 1 partial, 2 full, 3 against pushes, 4 full after the first push.",
    [0, 1, 2, 3, 4],
    {
      shown: "inherited",
      default: 2,
      defaultFrom: [{ kind: "application_settings", field: "default_branch_protection" }],
      twin: "default_branch_protection_defaults",
      inVendor: { deprecated: { replacement: "default_branch_protection_defaults" } },
    },
  ),
  default_branch_protection_defaults: branchDefaults(details),
  enabled_git_access_protocol: oneOf("Protocols for Git.", ["ssh", "http", "all"], { ...details, default: "all" }),
  shared_runners_setting: oneOf(
    "Whether shared runners work below this group, and whether subgroups may decide otherwise.",
    ["enabled", "disabled_with_override", "disabled_and_overridable", "disabled_and_unoverridable"],
    {
      ...details,
      on: "update",
      ordered: true,
      default: "enabled",
      defaultFrom: ["parent"],
      inVendor: { from: "17.10", values: ["enabled", "disabled_and_overridable", "disabled_and_unoverridable"] },
      ...forced("shared_runners_setting", "disabled_and_unoverridable"),
      // Two releases' words for one thing.
      normalise: [["disabled_with_override", "disabled_and_overridable"]],
    },
  ),
  prevent_sharing_groups_outside_hierarchy: flag("Groups below this one cannot be shared with groups outside.", {
    ...details,
    on: "update",
    default: false,
    defaultFrom: ["parent"],
    dropped: "subgroups ignore it: only top-level groups have it",
    inapplicable: ignoredOnSubgroups,
  }),
  step_up_auth_required_oauth_provider: text("Sign-in provider that members must have signed in with anew.", {
    ...details,
    on: "update",
    nullable: true,
  }),
  math_rendering_limits_enabled: flag("Formulas are rendered up to a limit only.", {
    ...details,
    ...inherited,
    ...lockedFrom("lock_math_rendering_limits_enabled"),
    on: "update",
    default: true,
  }),
  lock_math_rendering_limits_enabled: flag("Subgroups cannot change the limit of formulas.", {
    ...details,
    on: "update",
    default: false,
  }),
  max_artifacts_size: integer("Largest artifact of a job, in MB.", { ...details, on: "update", min: 0 }),
  web_based_commit_signing_enabled: flag("Commits made on the web pages are signed.", {
    ...details,
    ...inherited,
    on: "update",
    default: false,
  }),
  allow_personal_snippets: flag("Members may have personal snippets.", { ...details, on: "update", default: true }),
  built_in_project_templates_enabled: flag("Projects can be created from the built-in templates.", {
    ...details,
    ...lockedFrom("lock_built_in_project_templates_enabled"),
    on: "update",
    default: true,
  }),
  lock_built_in_project_templates_enabled: flag("Subgroups cannot change the setting of built-in templates.", {
    ...details,
    on: "update",
    default: false,
  }),
  unique_project_download_limit: integer("Projects that a user may download before being banned; 0 is no limit.", {
    ...topLevel,
    greatest: [0],
    default: 0,
    min: 0,
    max: 10_000,
  }),
  unique_project_download_limit_interval_in_seconds: integer("Seconds over which downloads are counted.", {
    ...topLevel,
    default: 0,
    min: 0,
    max: 864_000,
  }),
  unique_project_download_limit_allowlist: setOf("Usernames that the download limit spares.", text("A username."), {
    ...topLevel,
    default: [],
  }),
  unique_project_download_limit_alertlist: setOf("Users who get a message when somebody exceeds the limit.", refs("user"), {
    ...topLevel,
    default: [],
  }),
  auto_ban_user_on_excessive_projects_download: flag("Users who exceed the download limit are banned.", {
    ...topLevel,
    default: false,
  }),
  ip_restriction_ranges: text("IP ranges from which the group can be reached, comma-separated.", {
    ...details,
    on: "update",
    tier: "premium",
    nullable: { unset: "" },
    normalise: "comma-text",
    dropped: "only top-level groups have it",
  }),
  allowed_email_domains_list: text("E-mail domains whose users may become members, comma-separated.", {
    ...details,
    on: "update",
    tier: "premium",
    nullable: { unset: "" },
    normalise: "comma-text",
  }),
  file_template_project_id: reference("Project whose files are the templates of the group.", "project", "id", {
    on: "update",
    tier: "premium",
    nullable: true,
    shown: "set",
    dropped: "without the licence for it the server ignores this setting",
  }),
};
