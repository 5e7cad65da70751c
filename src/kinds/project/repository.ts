import { alias, flag, image, integer, oneOf, record, reference, refs, setOf, text } from "../../core/fields.js";
import { visibilities } from "../../core/names.js";
import { emailsDisabled, olderEmails } from "../parts/emails.js";

/** Asked for when the project is created, never returned. */
const atBirth = { on: "create", unreadable: true } as const;
/** Stored by the releases of the documents' time, and shown by later ones. */
const shownLater = { shown: "sometimes" } as const;

const topics = setOf("Topics by which the project is found.", refs("topic", { wire: "name" }), { default: [] });

/** The default branch needs a repository with a commit: without one, real servers refuse any other than the one that the first commit makes (400), and those of the documents ignore it. */
const withoutRepository = {
  shown: { empty_repo: true },
  newWithout: ["initialize_with_readme", "import_url", "template_name", "template_project_id"],
  reason: "the repository is empty: a default branch needs a first commit (or initialize_with_readme)",
} as const;

/** Attributes of what a project is: name, visibility, repository, import, packages. */
export const repository = {
  name: text("Name that people see; without it, the last part of the path.", {
    min: 1,
    max: 255,
    defaultFrom: ["path"],
    role: "owner",
  }),
  description: text("What the project is about.", { nullable: true, max: 2000 }),
  visibility: oneOf("Visibility of the project, at most that of its group.", visibilities, {
    ordered: "within-parent",
    role: "owner",
  }),
  topics,
  tag_list: alias("topics", topics),
  avatar: image("Picture of the project; null removes it.", {
    nullable: { unset: "" },
    read: "avatar_url",
    picture: "GET /projects/{project}/avatar",
  }),
  default_branch: text("Branch that clones and merge requests start from.", {
    shown: "sometimes",
    min: 1,
    default: "main",
    defaultFrom: ["parent-or-top", { kind: "application_settings", field: "default_branch_name" }],
    dropped: "the repository was still empty",
    inapplicable: withoutRepository,
    eligible: { among: "parts", lookup: "branch" },
  }),
  archived: flag("The project is read-only.", {
    default: false,
    through: { on: "POST /projects/{project}/archive", off: "POST /projects/{project}/unarchive" },
  }),
  initialize_with_readme: flag("The project starts with a README file.", { ...atBirth, default: false, starts: "first-branch" }),
  import_url: text("Address that the repository is imported from; credentials in it are never returned.", {
    shown: "sometimes",
    format: "url",
    normalise: "without-credentials",
    starts: "import",
    // Without a mirror it only tells where the repository once came from.
    exported: { while: "mirror" },
  }),
  template_name: text("Built-in template that the project starts from.", { ...atBirth, starts: "import" }),
  template_project_id: reference("Project whose content the project starts from.", "project", "id", {
    ...atBirth,
    tier: "premium",
    starts: "import",
  }),
  use_custom_template: flag("The template is one of the instance or of a group.", { ...atBirth, tier: "premium" }),
  group_with_project_templates_id: reference("Group that holds the template.", "group", "id", { ...atBirth, tier: "premium" }),
  repository_object_format: oneOf("How the repository names its objects.", ["sha1", "sha256"], {
    on: "create",
    default: "sha1",
  }),
  repository_storage: text("Storage that holds the repository; only administrators may see and change it.", {
    shown: "sometimes",
    default: "default",
    exported: false,
    dropped: "the move to another storage goes on in the background, or the token is not an administrator's",
  }),
  lfs_enabled: flag("Git LFS may be used.", {
    shown: "inherited",
    default: true,
    defaultFrom: ["parent"],
    dropped: "Git LFS is switched off on the server",
  }),
  request_access_enabled: flag("Users may ask to become members.", { default: true }),
  emails_disabled: emailsDisabled("the project"),
  emails_enabled: flag("E-mails are sent about the project.", {
    ...olderEmails,
    default: true,
    dropped: "the token may not switch e-mails off",
  }),
  show_default_award_emojis: flag("The usual reactions are offered.", { default: true, unreadable: true }),
  show_diff_preview_in_email: flag("E-mails about comments on code show the code.", {
    ...shownLater,
    default: true,
    defaultFrom: ["parent"],
    lockedBy: [{ kind: "group", field: "show_diff_preview_in_email", is: false, value: false }],
  }),
  warn_about_potentially_unwanted_characters: flag("Code with characters that may deceive is marked.", {
    ...shownLater,
    default: true,
  }),
  enforce_auth_checks_on_uploads: flag("Uploaded files are shown only to those who may see the project.", { default: true }),
  packages_enabled: flag("The package registry is on.", {
    default: true,
    twin: "package_registry_access_level",
    inVendor: { deprecated: { replacement: "package_registry_access_level" } },
  }),
  container_expiration_policy: record(
    "Which container images are deleted by themselves, and when.",
    {
      enabled: flag("Images are cleaned up.", { default: false }),
      cadence: oneOf("How often images are cleaned up.", ["1d", "7d", "14d", "1month", "3month"], {
        ordered: true,
        default: "1d",
      }),
      keep_n: integer("Tags of each image that are kept at least; null keeps all.", {
        nullable: true,
        default: 10,
        min: 1,
        greatest: [null],
      }),
      older_than: oneOf("Age at which tags are deleted; null deletes all.", ["7d", "14d", "30d", "60d", "90d"], {
        ordered: true,
        nullable: true,
        default: "90d",
      }),
      name_regex: text("Tags that are deleted, as a regular expression.", { nullable: true, default: ".*" }),
      name_regex_keep: text("Tags that are kept, as a regular expression.", { nullable: true }),
    },
    {
      shown: "sometimes",
      write: "container_expiration_policy_attributes",
    },
  ),
  external_authorization_classification_label: text("Label by which the external service decides who may use the project.", {
    nullable: true,
    tier: "premium",
  }),
  mirror: flag("The repository is pulled from import_url again and again.", { default: false, tier: "premium" }),
  mirror_user_id: reference("User in whose name the mirror is updated.", "user", "id", {
    shown: "sometimes",
    on: "update",
    tier: "premium",
  }),
  mirror_trigger_builds: flag("Updates of the mirror start pipelines.", { shown: "sometimes", tier: "premium", default: false }),
  only_mirror_protected_branches: flag("Only protected branches are mirrored.", {
    shown: "sometimes",
    on: "update",
    tier: "premium",
    default: false,
  }),
  mirror_branch_regex: text("Branches that are mirrored, as a regular expression.", {
    on: "update",
    tier: "premium",
    unreadable: true,
  }),
  mirror_overwrites_diverged_branches: flag("The mirror overwrites branches that went another way.", {
    shown: "sometimes",
    default: false,
    on: "update",
    tier: "premium",
  }),
  web_based_commit_signing_enabled: flag("Commits made on the web pages are signed.", {
    on: "update",
    default: false,
    defaultFrom: ["parent"],
  }),
  duo_remote_flows_enabled: flag("AI flows may run on the server.", {
    default: true,
    defaultFrom: [{ kind: "application_settings", field: "duo_remote_flows_enabled" }],
  }),
  duo_sast_fp_detection_enabled: flag("AI looks for false alarms of code scanning.", { default: false }),
  duo_secret_detection_fp_enabled: flag("AI looks for false alarms of secret detection.", { default: true }),
  duo_sast_vr_workflow_enabled: flag("AI proposes how to mend what code scanning found.", { default: false }),
};
