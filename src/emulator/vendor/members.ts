import { isProject } from "../access.js";
import type { Context } from "../context.js";
import { HttpError, badParameters, forbidden, notFound } from "../errors.js";
import { isObject } from "../json.js";
import { findGroup, findProject, userNamed } from "../lookup.js";
import { page } from "../pages.js";
import type { Group, Project, User } from "../records.js";
import { issueTable, mergeRequestTable } from "../records/work-items.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import { textOf } from "../row/text.js";
import type { Schema } from "../schema.js";
import { groupsBelow } from "../sections/groups/lists.js";
import { askedMembers } from "../sections/members.js";
import { allMembers, directMembers } from "../sections/members/inherited.js";
import type { Membership } from "../sections/members/inherited.js";
import {
  enrollMember,
  findAnywhere,
  findDirect,
  refuseLocked,
  removeMember,
  requireKeeper,
  updateMember,
} from "../sections/members/writes.js";
import { wantedRole } from "./members/roles.js";
import { presentMember } from "./members/shown.js";

type Holder = Project | Group;
type Find = (context: Context) => Holder;

const USER: Readonly<Record<string, Schema>> = { user_id: { type: "integer" } };
const LIST: Readonly<Record<string, Schema>> = {
  user_ids: { type: "array", items: { type: "integer" } },
  skip_users: { type: "array", items: { type: "integer" } },
};
const WRITE: Readonly<Record<string, Schema>> = {
  access_level: { type: ["integer", "null"], enum: [5, 10, 15, 20, 25, 30, 40, 50] },
  expires_at: { type: ["string", "null"], format: "date-time" },
  member_role_id: { type: ["integer", "null"] },
};

/** Members of groups and projects, with what real servers say and take beyond the API description. */
export default {
  operations: {
    ...operationsOf("/groups/{id}/members", findGroup),
    ...operationsOf("/projects/{id}/members", findProject),
    "POST /projects/{id}/import_project_members/{project_id}": importMembers,
    "POST /groups/{id}/members/{user_id}/override": { parameters: USER, tier: "premium", handler: overrideBy(true) },
    "DELETE /groups/{id}/members/{user_id}/override": { parameters: USER, tier: "premium", handler: overrideBy(false) },
  },
} satisfies Resource;

function operationsOf(path: string, find: Find): Record<string, OperationDeclaration> {
  const read = (
    handler: (context: Context, holder: Holder) => Reply,
    parameters: OperationDeclaration["parameters"],
  ): OperationDeclaration => ({
    instead: true,
    role: "anyone",
    parameters: parameters ?? {},
    handler: (context) => handler(context, find(context)),
  });
  return {
    [`GET ${path}`]: read((context, holder) => list(context, holder, directMembers(context.store, holder)), LIST),
    [`GET ${path}/all`]: read((context, holder) => list(context, holder, allMembers(context.store, holder)), LIST),
    [`GET ${path}/{user_id}`]: read((context, holder) => one(context, holder, findDirect(context, holder)), USER),
    [`GET ${path}/all/{user_id}`]: read((context, holder) => one(context, holder, findAnywhere(context, holder)), USER),
    [`POST ${path}`]: {
      instead: true,
      parameters: { ...WRITE, user_id: { type: ["integer", "string", "null"] }, username: { type: ["string", "null"] } },
      required: ["access_level"],
      handler: (context) => add(context, find(context)),
    },
    [`PUT ${path}/{user_id}`]: {
      instead: true,
      parameters: { ...USER, ...WRITE },
      required: ["access_level"],
      handler: (context) => change(context, find(context)),
    },
    [`DELETE ${path}/{user_id}`]: { instead: true, parameters: USER, handler: (context) => remove(context, find(context)) },
  };
}

function list(context: Context, holder: Holder, memberships: readonly Membership[]): Reply {
  return page(askedMembers(context, memberships), context, (membership) => presentMember(context, holder, membership));
}

function one(context: Context, holder: Holder, membership: Membership): Reply {
  return ok(presentMember(context, holder, membership));
}

/** Users by number or name, one or several with commas between them. */
function add(context: Context, holder: Holder): Reply {
  const { params } = context;
  requireKeeper(context, holder);
  const [id, username] = [params.get("user_id") ?? null, params.text("username") ?? null];
  if (id === null && username === null)
    throw badParameters("user_id, username are missing, exactly one parameter must be provided");
  if (id !== null && username !== null) throw badParameters("user_id, username are mutually exclusive");
  refuseLocked(context, holder);
  const names = textOf(id ?? username)
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const find = (name: string): User | undefined => userBy(context, name, id !== null);
  if (names.length > 1) return addSeveral(context, holder, names, find);
  const user = find(names[0] ?? "");
  if (user === undefined) throw notFound("User");
  const role = wantedRole(context, holder);
  return created(presentMember(context, holder, enrollMember(context, holder, user, role)));
}

function userBy({ store }: Context, name: string, isNumber: boolean): User | undefined {
  return isNumber ? store.users.get(Number(name)) : userNamed(store, name);
}

/** Several at once are told of by name: those that could not be added do not keep the others out. */
function addSeveral(context: Context, holder: Holder, names: readonly string[], find: (name: string) => User | undefined): Reply {
  const role = wantedRole(context, holder);
  const message: Record<string, string> = {};
  for (const name of names) {
    const user = find(name);
    if (user === undefined) message[name] = "User not found";
    else {
      try {
        enrollMember(context, holder, user, role);
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        message[user.username] = error.status === 409 ? "Member already exists" : sentenceOf(error);
      }
    }
  }
  return created(Object.keys(message).length === 0 ? { status: "success" } : { status: "error", message });
}

/** What a model says of its first attribute, as a sentence: `Access level should be …`. */
function sentenceOf({ body }: HttpError): string {
  const message = isObject(body) ? body["message"] : undefined;
  if (!isObject(message)) return typeof message === "string" ? message : "";
  const [[attribute, problems] = ["", []]] = Object.entries(message);
  const [problem = ""] = Array.isArray(problems) ? problems : [problems];
  return `${attribute.slice(0, 1).toUpperCase()}${attribute.slice(1).replaceAll("_", " ")} ${textOf(problem)}`;
}

function change(context: Context, holder: Holder): Reply {
  requireKeeper(context, holder);
  findDirect(context, holder);
  const role = wantedRole(context, holder);
  return ok(presentMember(context, holder, updateMember(context, holder, role)));
}

function remove(context: Context, holder: Holder): Reply {
  removeMember(context, holder);
  if (context.params.flag("unassign_issuables") === true) unassign(context, holder, context.params.requiredNumber("user_id"));
  return noContent();
}

/** Takes a user off the issues and merge requests of a project, or of all projects below a group. */
function unassign({ store }: Context, holder: Holder, userId: number): void {
  const groups = isProject(holder) ? [] : [holder, ...groupsBelow(store, holder.id)];
  const projects = isProject(holder) ? [holder] : groups.flatMap(({ id }) => store.projects.where("namespace", id));
  for (const table of [store.of(issueTable), store.of(mergeRequestTable)] as const)
    for (const { id } of projects)
      for (const item of table.where("project", id))
        if (item.assignee_ids.includes(userId))
          table.update(item.id, { assignee_ids: item.assignee_ids.filter((one) => one !== userId) });
}

/** Members of one project become members of another, where they are none yet. */
function importMembers(context: Context): Reply {
  const { store } = context;
  const target = findProject(context);
  const source = findProject(context, "project_id");
  requireKeeper(context, target);
  requireKeeper(context, source);
  const there = new Set(directMembers(store, target).map(({ user_id }) => user_id));
  for (const { id: _, source: __, ...member } of directMembers(store, source))
    if (!there.has(member.user_id))
      store.members.insert({ ...member, source: { kind: "project", id: target.id }, created_by_id: context.user?.id ?? null });
  return created({ status: "success" });
}

/** Only memberships that a directory gives can be overridden: seeds say which these are. */
function overrideBy(value: boolean): (context: Context) => Reply {
  return (context) => {
    const group = findGroup(context);
    requireKeeper(context, group);
    const member = findDirect(context, group);
    if (member.override === undefined) throw forbidden();
    const changed = presentMember(context, group, context.store.members.update(member.id, { override: value }));
    return value ? created(changed) : ok(changed);
  };
}
