import { LEVEL, refuseArchived, requireLevel, requireUser } from "../access.js";
import { checkLimits } from "../context.js";
import type { Context, PlatformState } from "../context.js";
import { invalid } from "../errors.js";
import { addKnown } from "../facts/shown.js";
import { flagSetting } from "../instance-settings.js";
import type { Json } from "../json.js";
import { findProject } from "../lookup.js";
import type { Attributes, Project } from "../records.js";
import { created, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { seedProject } from "../seed-values.js";
import { forcedByGroup } from "../vendor/configuration/approval-setting-records.js";

type SeedSettings = Readonly<Record<string, Json>> & { readonly project: string };

/** Values of a new project (the reference of real servers; the documents give none). */
const PRESETS: Attributes = {
  reset_approvals_on_push: true,
  disable_overriding_approvers_per_merge_request: false,
  merge_requests_author_approval: false,
  merge_requests_disable_committers_approval: false,
  require_password_to_approve: false,
};

/** Names that only real servers have. */
const VENDOR_PRESETS: Attributes = { selective_code_owner_removals: false };

/** Instance settings that lock a project's: while one is on, the project's value is the one given here. */
const LOCKS: Readonly<Record<string, { readonly setting: string; readonly value: boolean }>> = {
  merge_requests_author_approval: { setting: "prevent_merge_requests_author_approval", value: false },
  merge_requests_disable_committers_approval: { setting: "prevent_merge_requests_committers_approval", value: true },
  disable_overriding_approvers_per_merge_request: { setting: "disable_overriding_approvers_per_merge_request", value: true },
};

/** Approval configuration of projects (document 2, Merge request approvals; locks from the reference of real servers, section E). */
export const approvalSettings: Resource = {
  operations: {
    "GET /projects/{id}/approvals": (context) => {
      requireUser(context);
      return ok(present(context, findProject(context)));
    },
    "POST /projects/{id}/approvals": (context) => {
      const project = findProject(context);
      requireLevel(context, project, LEVEL.maintainer);
      refuseArchived(project);
      checkLimits(context);
      return created(present(context, save(context, project)));
    },
  },
  seeds: [
    {
      key: "approval_settings",
      about: "How merge requests of a project are approved, where it differs from the presets.",
      entry: {
        type: "object",
        required: ["project"],
        additionalProperties: false,
        properties: {
          project: { type: "string" },
          ...Object.fromEntries(Object.keys(PRESETS).map((name) => [name, { type: "boolean" }])),
        },
      },
      load: (world, entries) => {
        for (const entry of entries) addSettings(world, entry as SeedSettings);
      },
    },
  ],
};

function addSettings(world: PlatformState, { project, ...attributes }: SeedSettings): void {
  world.store.approvalSettings.insert({ project_id: seedProject(world, project).id, attributes });
}

/** Stores what was sent. Locked settings are dropped without a word. */
function save(context: Context, project: Project): Project {
  const { store, params } = context;
  const presets = presetsOf(context);
  const sent = Object.keys(presets).filter(
    (name) => params.flag(name) !== undefined && lock(context, project, name) === undefined,
  );
  const further = context.knowledge === undefined ? {} : params.sent(["id", "approvals_before_merge", ...Object.keys(presets)]);
  const changes = Object.fromEntries(sent.map((name) => [name, params.flag(name) ?? false]));
  writeApprovalFlags(context, project, { ...changes, ...further });
  const approvals_before_merge = params.number("approvals_before_merge");
  if (approvals_before_merge === undefined) return project;
  return store.projects.update(project.id, { attributes: { ...project.attributes, approvals_before_merge } });
}

/** Approval configuration (document 2). `approvals_before_merge` is an attribute of the project, which shows it too. */
function present(context: Context, project: Project): Record<string, Json> {
  const attributes = own(context, project);
  const effective = Object.entries(attributes).map(([name, value]) => [name, lock(context, project, name) ?? value] as const);
  return addKnown(context, furtherOf(context, project), {
    ...(context.instance.dialect === "vendor" ? { approvers: [], approver_groups: [] } : {}),
    approvals_before_merge: project.attributes["approvals_before_merge"] ?? 0,
    ...Object.fromEntries(effective),
  });
}

/** All that was written, what only facts of the release know included. */
function furtherOf({ store }: PlatformState, project: Project): Attributes {
  return store.approvalSettings.where("project", project.id)[0]?.attributes ?? {};
}

/** True when a flag of the approval configuration holds for a project, by its own value or by a lock of the instance or of its top-level group. */
export function approvalFlag(world: PlatformState, project: Project, name: string): boolean {
  return (lock(world, project, name) ?? own(world, project)[name]) === true;
}

/** A project's own flag, whatever locks it. */
export function ownApprovalFlag(world: PlatformState, project: Project, name: string): boolean {
  return own(world, project)[name] === true;
}

/** Writes flags of a project's own. Throws 400 where they contradict each other. */
export function writeApprovalFlags(world: PlatformState, project: Project, changes: Attributes): void {
  const { store } = world;
  const attributes: Attributes = { ...furtherOf(world, project), ...own(world, project), ...changes };
  if (attributes["selective_code_owner_removals"] === true && attributes["reset_approvals_on_push"] === true)
    throw invalid({ base: ["selective_code_owner_removals can only be enabled when reset_approvals_on_push is disabled"] });
  const [row] = store.approvalSettings.where("project", project.id);
  if (row === undefined) store.approvalSettings.insert({ project_id: project.id, attributes });
  else store.approvalSettings.update(row.id, { attributes });
}

/** The project's own values, for the names that the instance's dialect has. */
function own(context: PlatformState, project: Project): Attributes {
  const [row] = context.store.approvalSettings.where("project", project.id);
  const presets = presetsOf(context);
  return Object.fromEntries(Object.entries(presets).map(([name, preset]) => [name, row?.attributes[name] ?? preset]));
}

function presetsOf({ instance }: PlatformState): Attributes {
  return instance.dialect === "vendor" ? { ...PRESETS, ...VENDOR_PRESETS } : PRESETS;
}

/** The value that the instance or the top-level group forces on a setting; undefined when it is free. */
function lock({ store }: PlatformState, project: Project, name: string): boolean | undefined {
  const found = LOCKS[name];
  return found !== undefined && flagSetting(store, found.setting) ? found.value : forcedByGroup(store, project, name);
}
