import { groupChain } from "../../core/access.js";
import { defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import type { PlatformState } from "../../core/context.js";
import { flagSetting } from "../../core/instance-settings.js";
import type { Attributes, Project } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { type Row, defineTable } from "../../core/table.js";

type ApprovalSettings = Row & { readonly project_id: number; readonly attributes: Attributes };

export const approvalSettingsTable = defineTable<ApprovalSettings, "project">("approval_settings", {
  project: (settings) => settings.project_id,
});

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

/** Where a flag of a project is locked: by a setting of the instance, or by its top-level group. */
export function lockOf(store: Store, flag: ApprovalFlag, project: Project): "instance" | "group" | null {
  if (isForcedByInstance(store, flag)) return "instance";
  const top = groupChain(store, project.namespace_id).at(-1);
  return top !== undefined && groupFlag(store, top, flag.name) === flag.strict ? "group" : null;
}

export function isForcedByInstance(store: Store, { ofInstance }: ApprovalFlag): boolean {
  return ofInstance !== undefined && flagSetting(store, ofInstance);
}

/** Values of a new project (the reference of real servers; the documents give none). */
export const PRESETS: Attributes = {
  reset_approvals_on_push: true,
  disable_overriding_approvers_per_merge_request: false,
  merge_requests_author_approval: false,
  merge_requests_disable_committers_approval: false,
  require_password_to_approve: false,
};

/** Names that only real servers have. */
const VENDOR_PRESETS: Attributes = { selective_code_owner_removals: false };

/** True when a flag of the approval configuration holds for a project, by its own value or by a lock of the instance or of its top-level group. */
export function approvalFlag(world: PlatformState, project: Project, name: string): boolean {
  return (lock(world, project, name) ?? ownFlags(world, project)[name]) === true;
}

/** The project's own values, for the names that the instance's dialect has. */
export function ownFlags(context: PlatformState, project: Project): Attributes {
  const [row] = context.store.of(approvalSettingsTable).where("project", project.id);
  const presets = presetsOf(context);
  return Object.fromEntries(Object.entries(presets).map(([name, preset]) => [name, row?.attributes[name] ?? preset]));
}

export function presetsOf({ instance }: PlatformState): Attributes {
  return instance.dialect === "vendor" ? { ...PRESETS, ...VENDOR_PRESETS } : PRESETS;
}

/** The value that the instance or the top-level group forces on a setting; undefined when it is free. */
export function lock({ store }: PlatformState, project: Project, name: string): boolean | undefined {
  const flag = APPROVAL_FLAGS.find(({ ofProject }) => ofProject === name);
  return flag === undefined || lockOf(store, flag, project) === null ? undefined : flag.strict !== flag.isOpposite;
}
