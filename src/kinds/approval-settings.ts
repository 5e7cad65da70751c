import { flag, integer } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** The instance or a group above may lock a setting: the write succeeds, and the reply shows the locked value. */
const lockable = {
  default: false,
  effective: true,
  dropped: "the instance or a group above has locked this setting",
} as const;

/** While a setting of the instance is on, a project's is one value. */
const locked = (field: string, value: boolean) =>
  ({ ...lockable, lockedBy: [{ kind: "application_settings", field, is: true, value }] }) as const;

/** How merge requests of a project are approved (document 2, Merge request approvals; locks from the reference of real servers). */
export const approvalSettings = defineKind({
  name: "approval_settings",
  title: "Approval settings",
  description: "How merge requests of a project are approved.",
  source: "document 2, Merge request approvals",
  oddities: [
    "What the instance or the group at the top decides is accepted here, ignored, and shown as it is decided there.",
    "Keeping approvals of code owners and taking back all approvals at a push exclude each other.",
  ],
  as: "one",
  parents: {
    project: {
      file: "approval_settings",
      routes: { read: "GET /projects/{project}/approvals", update: "POST /projects/{project}/approvals" },
    },
  },
  slots: true,
  tier: "premium",
  chained: true,
  fields: {
    reset_approvals_on_push: flag("A push to the source branch removes all approvals.", {
      ...lockable,
      default: true,
    }),
    disable_overriding_approvers_per_merge_request: flag(
      "Approval rules cannot be changed in a merge request.",
      locked("disable_overriding_approvers_per_merge_request", true),
    ),
    merge_requests_author_approval: flag(
      "Authors may approve their own merge requests.",
      locked("prevent_merge_requests_author_approval", false),
    ),
    merge_requests_disable_committers_approval: flag(
      "Users who added commits may not approve.",
      locked("prevent_merge_requests_committers_approval", true),
    ),
    require_password_to_approve: flag("Approving takes the user's password.", {
      ...lockable,
      twin: "require_reauthentication_to_approve",
      inVendor: { deprecated: { replacement: "require_reauthentication_to_approve" } },
    }),
    require_reauthentication_to_approve: flag("Approving takes a new sign-in.", { ...lockable, dialect: "vendor" }),
    selective_code_owner_removals: flag("A push removes only approvals of code owners whose files changed.", {
      ...lockable,
      dialect: "vendor",
    }),
    approvals_before_merge: integer("Number of approvals that a merge request needs.", {
      default: 0,
      min: 0,
      deprecated: { replacement: "approval rules" },
    }),
  },
  example: { reset_approvals_on_push: true, merge_requests_author_approval: false },
});
