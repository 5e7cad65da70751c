import { groupChain } from "../../access.js";
import type { Project } from "../../records.js";
import { defineEntries, homeKeyOf } from "../../row/spec.js";
import type { Store } from "../../store.js";

/** How merge requests are approved, by group: flags under the names of the group's setting. */
export const groupApprovalTable = defineEntries("group_approval_settings");

/** A flag: its name at the setting's own route, and how the project's approval configuration calls it. */
export interface ApprovalFlag {
  readonly name: string;
  readonly ofProject: string;
  /** The project's is on where this is off. */
  readonly isOpposite: boolean;
  /** The value that holds for all below, once it is set above. */
  readonly strict: boolean;
  /** The instance's setting that is strict when it is on. */
  readonly ofInstance?: string;
}

const flag = (name: string, ofProject: string, isOpposite: boolean, strict: boolean, ofInstance?: string): ApprovalFlag => ({
  name,
  ofProject,
  isOpposite,
  strict,
  ...(ofInstance === undefined ? {} : { ofInstance }),
});

export const APPROVAL_FLAGS: readonly ApprovalFlag[] = [
  flag("allow_author_approval", "merge_requests_author_approval", false, false, "prevent_merge_requests_author_approval"),
  flag(
    "allow_committer_approval",
    "merge_requests_disable_committers_approval",
    true,
    false,
    "prevent_merge_requests_committers_approval",
  ),
  flag(
    "allow_overrides_to_approver_list_per_merge_request",
    "disable_overriding_approvers_per_merge_request",
    true,
    false,
    "disable_overriding_approvers_per_merge_request",
  ),
  flag("retain_approvals_on_push", "reset_approvals_on_push", true, false),
  flag("selective_code_owner_removals", "selective_code_owner_removals", false, true),
  flag("require_password_to_approve", "require_password_to_approve", false, true),
];

/** What a group wrote of a flag; undefined where it wrote nothing. */
export function groupFlag(store: Store, groupId: number, name: string): boolean | undefined {
  const value = store.of(groupApprovalTable).first("home", homeKeyOf({ kind: "group", id: groupId }))?.[name];
  return typeof value === "boolean" ? value : undefined;
}

/** The value that the top-level group forces on a project's approval configuration, by the name that this has; undefined where it is free. */
export function forcedByGroup(store: Store, project: Project, name: string): boolean | undefined {
  const found = APPROVAL_FLAGS.find(({ ofProject }) => ofProject === name);
  const top = groupChain(store, project.namespace_id).at(-1);
  if (found === undefined || top === undefined || groupFlag(store, top, found.name) !== found.strict) return undefined;
  return found.isOpposite ? !found.strict : found.strict;
}
