import { flag, integer } from "../core/fields.js";
import { isObject, type Json } from "../core/json.js";
import { defineKind } from "../core/kind.js";

/** The instance or a group above may lock a setting: the write succeeds, and the reply shows the locked value. */
const lockable = {
  default: false,
  shown: "inherited",
  dropped: "the instance or a group above has locked this setting",
} as const;

/** While a setting of the instance is on, a project's is one value. */
const locked = (field: string, value: boolean) =>
  ({ ...lockable, lockedBy: [{ kind: "application_settings", field, is: true, value }] }) as const;

/** The value of what a reply shows along with whether something above has locked it. */
const ofLockable = (value: Json) => (isObject(value) ? (value["value"] ?? value) : value);
const oppositeOfLockable = (value: Json) => {
  const shown = ofLockable(value);
  return typeof shown === "boolean" ? !shown : value;
};

/** Servers say each setting of a group along with what locks it. */
const shown = (name: string) => ({
  read: name,
  write: name,
  inapplicable: { shown: { [`${name}.locked`]: true }, reason: lockable.dropped },
});
const same = (name: string) => ({ ...shown(name), decode: ofLockable }) as const;
/** What is said the other way round there. */
const opposite = (name: string) =>
  ({
    ...shown(name),
    decode: oppositeOfLockable,
    encode: [
      [true, false],
      [false, true],
    ],
  }) as const;

const texts = {
  reset: "A push to the source branch removes all approvals.",
  overriding: "Approval rules cannot be changed in a merge request.",
  authors: "Authors may approve their own merge requests.",
  committers: "Users who added commits may not approve.",
  password: "Approving takes the user's password.",
  reauthentication: "Approving takes a new sign-in.",
  owners: "A push removes only approvals of code owners whose files changed.",
} as const;
const renamed = {
  twin: "require_reauthentication_to_approve",
  inVendor: { deprecated: { replacement: "require_reauthentication_to_approve" } },
} as const;

/** How merge requests of a project, or of all projects below a group, are approved (document 2, Merge request approvals; groups and locks from the reference of real servers). */
export const approvalSettings = defineKind({
  name: "approval_settings",
  title: "Approval settings",
  description: "How merge requests of a project, or of all projects below a group, are approved.",
  source: "document 2, Merge request approvals; the reference of real servers, approval settings of groups",
  oddities: {
    "If the instance or the top-level group enforces a setting, groups and projects below cannot change the setting.":
      "GitLab doc/user/project/merge_requests/approvals/settings.md",
    "The server accepts and ignores a change of an enforced setting. The reply shows the enforced value.": null,
    "If a setting of a group is stricter than the setting of a project, the setting of the group applies. Projects cannot override the setting of the group.":
      "GitLab doc/user/project/merge_requests/approvals/settings.md",
    "The API has other names for the settings of groups, and some of these names have the opposite meaning. Files use the same names for groups and projects.":
      "GitLab doc/api/merge_request_approval_settings.md",
    "A push removes all approvals, or only the approvals of code owners whose files changed. The two settings exclude each other.":
      "GitLab doc/api/merge_request_approvals.md",
  },
  weakens: {
    more: ["merge_requests_author_approval"],
    less: [
      "reset_approvals_on_push",
      "disable_overriding_approvers_per_merge_request",
      "merge_requests_disable_committers_approval",
      "require_password_to_approve",
      "require_reauthentication_to_approve",
      "selective_code_owner_removals",
      "approvals_before_merge",
    ],
  },
  parents: {
    project: {
      file: "approval_settings",
      routes: { read: "GET /projects/{project}/approvals", update: "POST /projects/{project}/approvals" },
      fields: {
        approvals_before_merge: integer("Number of approvals that a merge request needs.", {
          default: 0,
          min: 0,
          deprecated: { replacement: "approval rules" },
        }),
      },
    },
    group: {
      file: "approval_settings",
      routes: {
        read: "GET /groups/{group}/merge_request_approval_setting",
        update: "PUT /groups/{group}/merge_request_approval_setting",
      },
      fields: {
        reset_approvals_on_push: flag(texts.reset, { ...lockable, ...opposite("retain_approvals_on_push") }),
        disable_overriding_approvers_per_merge_request: flag(texts.overriding, {
          ...locked("disable_overriding_approvers_per_merge_request", true),
          ...opposite("allow_overrides_to_approver_list_per_merge_request"),
        }),
        merge_requests_author_approval: flag(texts.authors, {
          ...locked("prevent_merge_requests_author_approval", false),
          default: true,
          ...same("allow_author_approval"),
        }),
        merge_requests_disable_committers_approval: flag(texts.committers, {
          ...locked("prevent_merge_requests_committers_approval", true),
          ...opposite("allow_committer_approval"),
        }),
        require_password_to_approve: flag(texts.password, {
          ...lockable,
          ...renamed,
          ...same("require_password_to_approve"),
        }),
        require_reauthentication_to_approve: flag(texts.reauthentication, {
          ...lockable,
          dialect: "vendor",
          ...same("require_reauthentication_to_approve"),
        }),
        selective_code_owner_removals: flag(texts.owners, {
          ...lockable,
          dialect: "vendor",
          ...same("selective_code_owner_removals"),
        }),
      },
      dialect: "vendor",
      topOnly: true,
    },
  },
  slots: true,
  tier: "premium",
  chained: true,
  fields: {
    reset_approvals_on_push: flag(texts.reset, { ...lockable, default: true }),
    disable_overriding_approvers_per_merge_request: flag(
      texts.overriding,
      locked("disable_overriding_approvers_per_merge_request", true),
    ),
    merge_requests_author_approval: flag(texts.authors, locked("prevent_merge_requests_author_approval", false)),
    merge_requests_disable_committers_approval: flag(
      texts.committers,
      locked("prevent_merge_requests_committers_approval", true),
    ),
    require_password_to_approve: flag(texts.password, { ...lockable, ...renamed }),
    require_reauthentication_to_approve: flag(texts.reauthentication, { ...lockable, dialect: "vendor" }),
    selective_code_owner_removals: flag(texts.owners, { ...lockable, dialect: "vendor" }),
  },
  example: { reset_approvals_on_push: true, merge_requests_author_approval: false },
});
