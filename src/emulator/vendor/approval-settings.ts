import { LEVEL, requireLevel } from "../access.js";
import type { Context } from "../context.js";
import { badParameters, forbidden, invalid } from "../errors.js";
import { flagSetting } from "../instance-settings.js";
import type { Json } from "../json.js";
import { findGroup, findProject } from "../lookup.js";
import type { Attributes, Group, Project } from "../records.js";
import { ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import { homeKeyOf } from "../row/spec.js";
import { ownApprovalFlag, writeApprovalFlags } from "../sections/approval-settings.js";
import { APPROVAL_FLAGS, forcedByGroup, groupApprovalTable, groupFlag } from "./configuration/approval-setting-records.js";
import type { ApprovalFlag } from "./configuration/approval-setting-records.js";

/** Another name of a flag, from 17 on. */
const PASSWORD = ["require_password_to_approve", "require_reauthentication_to_approve"] as const;

/** How merge requests are approved, by top-level group and by project, with what is locked from where (the reference of real servers, kinds, section 1). */
export default {
  operations: {
    "GET /groups/{id}/merge_request_approval_setting": {
      tier: "premium",
      handler: (context) => ok(presentGroup(context, owned(context))),
    },
    "PUT /groups/{id}/merge_request_approval_setting": { tier: "premium", handler: updateGroup },
    "GET /projects/{id}/merge_request_approval_setting": {
      tier: "premium",
      handler: (context) => ok(presentProject(context, maintained(context))),
    },
    "PUT /projects/{id}/merge_request_approval_setting": { tier: "premium", handler: updateProject },
  },
} satisfies Resource;

/** The group, which is at the top, for its owners. */
function owned(context: Context): Group {
  const group = findGroup(context);
  requireLevel(context, group, LEVEL.owner);
  if (group.parent_id !== null) throw forbidden();
  return group;
}

function maintained(context: Context): Project {
  const project = findProject(context);
  requireLevel(context, project, LEVEL.maintainer);
  return project;
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

const isForcedByInstance = ({ store }: Context, { ofInstance }: ApprovalFlag): boolean =>
  ofInstance !== undefined && flagSetting(store, ofInstance);

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
  const project = maintained(context);
  const changes: Record<string, boolean> = {};
  for (const [name, value] of sent(context)) {
    const flag = APPROVAL_FLAGS.find((one) => one.name === name);
    if (flag === undefined || lockOf(context, flag, project) !== null) continue;
    changes[flag.ofProject] = flag.isOpposite ? !value : value;
  }
  writeApprovalFlags(context, project, changes);
  return ok(presentProject(context, project));
}

/** Where a project's flag is locked. */
function lockOf(context: Context, flag: ApprovalFlag, project: Project): "instance" | "group" | null {
  if (isForcedByInstance(context, flag)) return "instance";
  return forcedByGroup(context.store, project, flag.ofProject) === undefined ? null : "group";
}

function presentGroup(context: Context, group: Group): Record<string, Json> {
  return shown(context, (flag) => {
    const isForced = isForcedByInstance(context, flag);
    const value = isForced ? flag.strict : (groupFlag(context.store, group.id, flag.name) ?? !flag.strict);
    return { value, locked: isForced, inherited_from: isForced ? "instance" : null };
  });
}

function presentProject(context: Context, project: Project): Record<string, Json> {
  return shown(context, (flag) => {
    const lock = lockOf(context, flag, project);
    const own = ownApprovalFlag(context, project, flag.ofProject);
    const value = lock === null ? own !== flag.isOpposite : flag.strict;
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
