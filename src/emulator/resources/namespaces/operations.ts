import {
  LEVEL,
  accessLevel,
  canSee,
  findGroup,
  findProject,
  groupChain,
  groupFor,
  isCurrent,
  requireUser,
} from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import { presentUser } from "../../core/people.js";
import type { Group, Json, User } from "../../core/records.js";
import { type Reply, notFound, ok, orNotFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { presentBriefly, presentListedGroup } from "../groups/present.js";
import { allMembers, directMember } from "../members/records.js";
import { presentNamespace } from "./records.js";
import { type Namespace, namespaceNamed, namespacePath } from "./records.js";

/** Where projects lie (the reference of real servers, section C), and who and what is around a project or group. */
export default {
  operations: {
    "GET /namespaces/{id}": (context) => ok(presentNamespace(context, seenNamespace(context))),
    "GET /namespaces": listNamespaces,
    "GET /namespaces/{id}/exists": { parameters: { parent_id: { type: ["integer", "null"] } }, handler: isTaken },
    "GET /projects/{id}/users": { role: "anyone", handler: listUsersOfProject },
    "GET /projects/{id}/groups": { role: "anyone", handler: listGroupsOfProject },
    "GET /projects/{id}/invited_groups": { role: "anyone", handler: listInvitedToProject },
    "GET /groups/{id}/invited_groups": { role: "anyone", handler: listInvitedToGroup },
    "GET /groups/{id}/provisioned_users": { tier: "premium", handler: listProvisioned },
  },
  instead: { "GET /namespaces/{id}": { handler: (context) => ok(present(context, seenNamespace(context))) } },
} satisfies Resource;

/** A namespace; who administers it hears how many people are in it. */
function present(context: Context, namespace: Namespace): Record<string, Json> {
  const { store, user, instance } = context;
  const shown = presentNamespace(context, namespace);
  if (namespace.kind === "user") return shown;
  const isKept = user?.is_admin === true || (user !== undefined && accessLevel(store, user, namespace.group) >= LEVEL.owner);
  if (!isKept) return shown;
  const isLicensed = exists(instance, { tier: "premium" });
  const members = allMembers(store, namespace.group).map(({ user_id }) => store.users.get(user_id));
  const billable = members.filter((member) => member?.state === "active" && member.bot === undefined).length;
  return {
    ...shown,
    members_count_with_descendants: members.length,
    ...(isLicensed ? { billable_members_count: billable, plan: instance.tier, trial: false, trial_ends_on: null } : {}),
  };
}

/** The own namespace and the groups that the caller is a member of; all of them for administrators. */
function listNamespaces(context: Context): Reply {
  const { store, params } = context;
  const caller = requireUser(context);
  const least = params.flag("owned_only") === true ? LEVEL.owner : LEVEL.minimal;
  const isMember = (group: Group): boolean => (directMember(store, group, caller.id)?.access_level ?? LEVEL.none) >= least;
  const groups = store.groups.all().filter((group) => caller.is_admin || isMember(group));
  const users = caller.is_admin ? store.users.all() : [caller];
  const all: Namespace[] = [
    ...groups.map((group): Namespace => ({ kind: "group", group })),
    ...users.map((user): Namespace => ({ kind: "user", user })),
  ];
  const search = params.text("search")?.toLowerCase() ?? "";
  const isFull = params.flag("full_path_search") === true;
  const textsOf = (namespace: Namespace): readonly string[] =>
    namespace.kind === "user"
      ? [namespace.user.username, namespace.user.name]
      : [namespace.group.name, isFull ? namespace.group.full_path : namespace.group.path];
  const namespaces = all
    .filter((row) => params.flag("top_level_only") !== true || row.kind === "user" || row.group.parent_id === null)
    .filter((namespace) => search === "" || textsOf(namespace).some((text) => text.toLowerCase().includes(search)));
  return page(namespaces, context, (namespace) => present(context, namespace));
}

function seenNamespace(context: Context): Namespace {
  const { store, params } = context;
  const caller = requireUser(context);
  const namespace = orNotFound(namespaceNamed(store, params.requiredText("id")), "Namespace");
  const isSeen = namespace.kind === "user" ? namespace.user.id === caller.id : canSee(store, caller, namespace.group);
  if (!isSeen && !caller.is_admin) throw notFound("Namespace");
  return namespace;
}

/** Whether something lies at a path, and a path that is free. */
function isTaken({ store, params }: Context): Reply {
  const path = params.requiredText("id");
  const parent = params.number("parent_id");
  const taken = (candidate: string): boolean => {
    const full = parent === undefined ? candidate : `${store.groups.get(parent)?.full_path ?? ""}/${candidate}`;
    const namespace = namespaceNamed(store, /^\d+$/.test(full) ? `${full}/` : full);
    return namespace !== undefined && namespacePath(namespace).toLowerCase() === full.toLowerCase();
  };
  if (!taken(path)) return ok({ exists: false, suggests: [] });
  let number = 1;
  while (taken(`${path}${number}`)) number += 1;
  return ok({ exists: true, suggests: [`${path}${number}`] });
}

function matches(search: string | undefined, texts: readonly string[]): boolean {
  return search === undefined || texts.some((text) => text.toLowerCase().includes(search.toLowerCase()));
}

const isIn = (list: Json | undefined, item: Json): boolean => Array.isArray(list) && list.includes(item);

function listUsersOfProject(context: Context): Reply {
  const { store, params } = context;
  const users = allMembers(store, findProject(context)).flatMap(({ user_id }) => store.users.get(user_id) ?? []);
  const matchingUsers = users.filter(
    (user) => !isIn(params.get("skip_users"), user.id) && matches(params.text("search"), [user.name, user.username]),
  );
  return page(matchingUsers, context, (user) => presentUser(context, user));
}

/** The groups above a project; with `with_shared` those, too, that it is shared with. */
function listGroupsOfProject(context: Context): Reply {
  const { store, params, user } = context;
  const project = findProject(context);
  const least = params.number("shared_min_access_level") ?? 0;
  const shares = store.projectShares
    .where("project", project.id)
    .filter((share) => isCurrent(share) && share.group_access >= least);
  const isVisibleOnly = params.flag("shared_visible_only") === true;
  const shared = shares
    .flatMap(({ group_id }) => store.groups.get(group_id) ?? [])
    .filter((group) => !isVisibleOnly || canSee(store, user, group));
  const above = groupChain(store, project.namespace_id).flatMap((id) => store.groups.get(id) ?? []);
  const all = params.flag("with_shared") === true ? [...above, ...shared] : above;
  const matchingGroups = all.filter(
    (group) => !isIn(params.get("skip_groups"), group.id) && matches(params.text("search"), [group.name, group.full_path]),
  );
  return page(
    [...new Set(matchingGroups)].toSorted((a, b) => a.id - b.id),
    context,
    (group) => presentBriefly(context, group),
  );
}

/** Shares by which groups are invited, of the thing itself and of the groups above it, as `relation` asks. */
function listInvited(
  context: Context,
  direct: readonly { readonly id: number; readonly level: number }[],
  inherited: readonly { readonly id: number; readonly level: number }[],
): Reply {
  const { store, params, user } = context;
  const relation = params.get("relation");
  const isAsked = (word: string): boolean => !Array.isArray(relation) || relation.length === 0 || isIn(relation, word);
  const least = params.number("min_access_level") ?? 0;
  const all = [...(isAsked("direct") ? direct : []), ...(isAsked("inherited") ? inherited : [])];
  const ids = new Set(all.filter(({ level }) => level >= least).map(({ id }) => id));
  const matchingGroups = [...ids]
    .flatMap((id) => store.groups.get(id) ?? [])
    .filter((group) => canSee(store, user, group) && matches(params.text("search"), [group.name, group.full_path]));
  return page(matchingGroups, context, (group) => presentListedGroup(context, group));
}

function sharesOf({ store }: Context, ids: readonly number[]): { id: number; level: number }[] {
  const shares = ids.flatMap((id) => store.groupShares.where("group", id)).filter(isCurrent);
  return shares.map((share) => ({ id: share.shared_with_group_id, level: share.group_access }));
}

function listInvitedToProject(context: Context): Reply {
  const project = findProject(context);
  const shares = context.store.projectShares.where("project", project.id).filter(isCurrent);
  return listInvited(
    context,
    shares.map((share) => ({ id: share.group_id, level: share.group_access })),
    sharesOf(context, groupChain(context.store, project.namespace_id)),
  );
}

function listInvitedToGroup(context: Context): Reply {
  const group = findGroup(context);
  const [, ...above] = groupChain(context.store, group.id);
  return listInvited(context, sharesOf(context, [group.id]), sharesOf(context, above));
}

/** The users that a group made: its service accounts. */
function listProvisioned(context: Context): Reply {
  const { store, params } = context;
  const group = groupFor(context, LEVEL.maintainer);
  const isOwn = ({ provisioned_by: home, bot }: User): boolean =>
    bot !== "project_bot" && home?.kind === "group" && home.id === group.id;
  const matchingUsers = store.users
    .all()
    .filter(isOwn)
    .filter((user) => params.flag("active") !== true || user.state === "active")
    .filter((user) => params.flag("blocked") !== true || user.state === "blocked")
    .filter(
      (user) => matches(params.text("username"), [user.username]) && matches(params.text("search"), [user.name, user.username]),
    );
  return page(matchingUsers.toReversed(), context, (user) => presentUser(context, user));
}
