import { LEVEL, findProject, groupFor, projectFor, requireUser, writableProject } from "../../core/access.js";
import { homeKeyOf } from "../../core/collection/spec.js";
import { type Context, type PlatformState, checkLimits } from "../../core/context.js";
import { addKnown } from "../../core/facts/shown.js";
import type { Attributes, Group, Json, Project } from "../../core/records.js";
import { type Reply, badParameters, created, forbidden, invalid, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { FLAG, TEXT, seedObject, seedPart } from "../../core/seed-part.js";
import { seedProject } from "../../core/seed.js";
import {
  APPROVAL_FLAGS,
  type ApprovalFlag,
  PRESETS,
  approvalSettingsTable,
  groupApprovalTable,
  groupFlag,
  isForcedByInstance,
  lock,
  lockOf,
  ownFlags,
  presetsOf,
} from "./records.js";

const ENTRY = seedObject(["project"], {
  project: TEXT,
  ...Object.fromEntries(Object.keys(PRESETS).map((name) => [name, FLAG])),
});

/** Another name of a flag, from 17 on. */
const PASSWORD = ["require_password_to_approve", "require_reauthentication_to_approve"] as const;

/**
 * Approval configuration of projects (document 2, Merge request approvals; locks from the reference of real servers, section E), and how merge requests
 * are approved, by top-level group and by project, with what is locked from where (the same, kinds, section 1).
 */
export default {
  operations: {
    "GET /projects/{id}/approvals": (context) => {
      requireUser(context);
      return ok(present(context, findProject(context)));
    },
    "POST /projects/{id}/approvals": (context) => {
      const project = writableProject(context, LEVEL.maintainer);
      checkLimits(context);
      return created(present(context, save(context, project)));
    },
    "GET /groups/{id}/merge_request_approval_setting": {
      tier: "premium",
      handler: (context) => ok(presentGroup(context, owned(context))),
    },
    "PUT /groups/{id}/merge_request_approval_setting": { tier: "premium", handler: updateGroup },
    "GET /projects/{id}/merge_request_approval_setting": {
      tier: "premium",
      handler: (context) => ok(presentProject(context, projectFor(context, LEVEL.maintainer))),
    },
    "PUT /projects/{id}/merge_request_approval_setting": { tier: "premium", handler: updateProject },
  },
  seeds: [
    seedPart(
      "approval_settings",
      "How merge requests of a project are approved, where it differs from the presets.",
      ENTRY,
      (world, { project, ...attributes }) => {
        world.store.of(approvalSettingsTable).insert({ project_id: seedProject(world, project).id, attributes });
      },
    ),
  ],
} satisfies Resource;

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
  const effective = Object.entries(ownFlags(context, project)).map(([name, value]) => [
    name,
    lock(context, project, name) ?? value,
  ]);
  return addKnown(context, furtherOf(context, project), {
    ...(context.instance.dialect === "vendor" ? { approvers: [], approver_groups: [] } : {}),
    approvals_before_merge: project.attributes["approvals_before_merge"] ?? 0,
    ...(Object.fromEntries(effective) as Attributes),
  });
}

/** All that was written, what only facts of the release know included. */
function furtherOf({ store }: PlatformState, project: Project): Attributes {
  return store.of(approvalSettingsTable).where("project", project.id)[0]?.attributes ?? {};
}

/** Writes flags of a project's own. Throws 400 where they contradict each other. */
function writeApprovalFlags(world: PlatformState, project: Project, changes: Attributes): void {
  const { store } = world;
  const attributes: Attributes = { ...furtherOf(world, project), ...ownFlags(world, project), ...changes };
  if (attributes["selective_code_owner_removals"] === true && attributes["reset_approvals_on_push"] === true)
    throw invalid({ base: ["selective_code_owner_removals can only be enabled when reset_approvals_on_push is disabled"] });
  const [row] = store.of(approvalSettingsTable).where("project", project.id);
  if (row === undefined) store.of(approvalSettingsTable).insert({ project_id: project.id, attributes });
  else store.of(approvalSettingsTable).update(row.id, { attributes });
}

/** The group, which is at the top, for its owners. */
function owned(context: Context): Group {
  const group = groupFor(context, LEVEL.owner);
  if (group.parent_id !== null) throw forbidden();
  return group;
}

/** Flags as they were sent, by their names; those of the two names of one are one. Throws 400 where none was. */
function sent({ params }: Context): ReadonlyMap<string, boolean> {
  const names = [...new Set([...APPROVAL_FLAGS.map(({ name }) => name), ...PASSWORD])];
  const flags = names.flatMap((name) => {
    const value = params.flag(name);
    return value === undefined ? [] : [[name === PASSWORD[1] ? PASSWORD[0] : name, value] as const];
  });
  if (flags.length === 0) throw badParameters(`${names.join(", ")} are missing, at least one parameter must be provided`);
  return new Map(flags);
}

function updateGroup(context: Context): Reply {
  const { store } = context;
  const group = owned(context);
  const home = { kind: "group", id: group.id };
  const table = store.of(groupApprovalTable);
  const before = table.first("home", homeKeyOf(home));
  const wanted = Object.fromEntries(sent(context));
  refuseContradiction({ ...before, ...wanted });
  if (before === undefined) table.insert({ ...wanted, home } as const);
  else table.update(before.id, wanted);
  return ok(presentGroup(context, group));
}

/** Approvals that all stay need nobody to lose theirs alone. */
function refuseContradiction(values: Attributes): void {
  if (values["selective_code_owner_removals"] === true && values["retain_approvals_on_push"] === false)
    throw invalid({ base: ["selective_code_owner_removals can only be enabled when retain_approvals_on_push is enabled"] });
}

/** What is locked above is taken, and changes nothing. */
function updateProject(context: Context): Reply {
  const project = projectFor(context, LEVEL.maintainer);
  const changes: Record<string, boolean> = {};
  for (const [name, value] of sent(context)) {
    const flag = APPROVAL_FLAGS.find((candidate) => candidate.name === name);
    if (flag === undefined || lockOf(context.store, flag, project) !== null) continue;
    changes[flag.ofProject] = flag.isOpposite ? !value : value;
  }
  writeApprovalFlags(context, project, changes);
  return ok(presentProject(context, project));
}

function presentGroup(context: Context, group: Group): Record<string, Json> {
  return shown(context, (flag) => {
    const isForced = isForcedByInstance(context.store, flag);
    const value = isForced ? flag.strict : (groupFlag(context.store, group.id, flag.name) ?? !flag.strict);
    return { value, locked: isForced, inherited_from: isForced ? "instance" : null };
  });
}

function presentProject(context: Context, project: Project): Record<string, Json> {
  return shown(context, (flag) => {
    const lock = lockOf(context.store, flag, project);
    const isOn = ownFlags(context, project)[flag.ofProject] === true;
    const value = lock === null ? isOn !== flag.isOpposite : flag.strict;
    return { value, locked: lock !== null, inherited_from: lock };
  });
}

/** All flags that the release shows. */
function shown({ knowledge }: Context, present: (flag: ApprovalFlag) => Json): Record<string, Json> {
  const flags = APPROVAL_FLAGS.map((flag): [string, Json] => [flag.name, present(flag)]);
  const password = APPROVAL_FLAGS.find(({ name }) => name === PASSWORD[0]);
  if (password !== undefined) flags.push([PASSWORD[1], present(password)]);
  return Object.fromEntries(flags.filter(([name]) => knowledge?.keys.has(name) ?? true));
}
