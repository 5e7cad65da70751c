import { LEVEL, LEVEL_NAMES, accessLevel, canSee, groupAt, groupChain, userNamed } from "../core/access.js";
import { textOf } from "../core/collection/homes.js";
import type { Entry } from "../core/collection/spec.js";
import type { PlatformState } from "../core/context.js";
import { exists, release } from "../core/instance.js";
import { presentUser } from "../core/people.js";
import type { Group, GroupOrProject, Json, Project, User } from "../core/records.js";
import { memberRoleTable } from "../resources/member-roles/records.js";
import { fullName, namespaceName, namespaceOf } from "../resources/namespaces/records.js";
import { type Connection, type PageWish, connectionOf } from "./connections.js";

/** What is answered about one thing: values, and functions for what is only worked out if it is asked for. */
type Answer = Readonly<Record<string, unknown>>;

const globalId = (type: string, id: number): string => `gid://gitlab/${type}/${id}`;

const numberIn = (type: string, text: string): number => Number(new RegExp(`^(?:gid://gitlab/${type}/)?(\\d+)$`).exec(text)?.[1]);

/** The fields of `Query` for a caller: what may not be seen is null, as what is not there. */
export function answersFor(world: PlatformState, caller: User | undefined): Answer {
  const { store, instance } = world;
  const person = (user: User | undefined): Answer | null =>
    caller === undefined || user === undefined ? null : personOf(world, user);
  return {
    currentUser: person(caller),
    echo: ({ text }: { text: string }) =>
      caller === undefined ? `nil says: ${text}` : `${JSON.stringify(caller.username)} says: ${text}`,
    metadata: caller === undefined ? null : { ...release(instance), enterprise: instance.tier !== "free" },
    memberRoles: (wish: PageWish) => rolesFor(world, caller, wish, "instance", [0]),
    user: ({ id, username }: { id?: string; username?: string }) =>
      person(id === undefined ? userNamed(store, username ?? "") : store.users.get(numberIn("User", id))),
    users: ({ ids, usernames, ...wish }: PageWish & { ids?: string[]; usernames?: string[] }) => {
      const names = usernames?.map((name) => name.toLowerCase());
      const numbers = ids?.map((id) => numberIn("User", id));
      const isAsked = ({ id, username }: User): boolean =>
        numbers?.includes(id) !== false && names?.includes(username.toLowerCase()) !== false;
      return caller === undefined ? null : connectionOf(store.users.all().filter(isAsked), wish, person);
    },
    group: ({ fullPath }: { fullPath: string }) => seen(world, caller, groupAt(store, fullPath), groupAnswer),
    project: ({ fullPath }: { fullPath: string }) =>
      seen(world, caller, store.projects.first("full_path", fullPath.toLowerCase()), projectAnswer),
  };
}

/** What is answered about a group or project; null where the caller may not know of it. */
function seen<T extends GroupOrProject>(
  world: PlatformState,
  caller: User | undefined,
  thing: T | undefined,
  answer: (world: PlatformState, caller: User | undefined, thing: T) => Answer,
): Answer | null {
  return thing !== undefined && canSee(world.store, caller, thing) ? answer(world, caller, thing) : null;
}

function personOf(world: PlatformState, user: User): Answer {
  const shown = presentUser(world, user);
  const { name, username, state } = user;
  return {
    id: globalId("User", user.id),
    name,
    username,
    state,
    active: state === "active",
    bot: user.bot !== undefined && user.bot !== "ghost",
    publicEmail: shown["public_email"] ?? null,
    avatarUrl: shown["avatar_url"] ?? null,
    webUrl: shown["web_url"],
  };
}

function groupAnswer(world: PlatformState, caller: User | undefined, group: Group): Answer {
  const { store, instance } = world;
  return {
    id: globalId("Group", group.id),
    name: group.name,
    path: group.path,
    fullName: fullName(store, group),
    fullPath: group.full_path,
    description: described(group.attributes["description"]),
    visibility: group.visibility,
    webUrl: `${instance.url}/groups/${group.full_path}`,
    createdAt: group.created_at,
    parent: () => seen(world, caller, store.groups.get(group.parent_id ?? 0), groupAnswer),
    memberRoles: (wish: PageWish) => {
      const isMember = caller !== undefined && (caller.is_admin || accessLevel(store, caller, group) >= LEVEL.guest);
      return isMember ? rolesFor(world, caller, wish, "group", groupChain(store, group.id)) : null;
    },
  };
}

function projectAnswer(world: PlatformState, caller: User | undefined, project: Project): Answer {
  const { store, instance } = world;
  const { name, path, path_with_namespace, visibility, archived, created_at } = project;
  const namespace = namespaceOf(store, project.namespace_id);
  return {
    id: globalId("Project", project.id),
    name,
    path,
    fullPath: path_with_namespace,
    nameWithNamespace: namespace === undefined ? name : `${namespaceName(store, namespace)} / ${name}`,
    description: described(project.attributes["description"]),
    visibility,
    archived,
    webUrl: `${instance.url}/${path_with_namespace}`,
    createdAt: created_at,
    group: () => seen(world, caller, store.groups.get(project.namespace_id), groupAnswer),
  };
}

const described = (text: Json | undefined): string | null => (typeof text === "string" ? text : null);

/** Custom roles of the instance, or of groups; none where the licence has none. */
function rolesFor(
  { store, instance }: PlatformState,
  caller: User | undefined,
  wish: PageWish,
  kind: string,
  homes: readonly number[],
): Connection | null {
  if (caller === undefined) return null;
  const isLicensed = exists(instance, { tier: "ultimate" });
  const roles = isLicensed ? store.of(memberRoleTable).all() : [];
  const matchingRoles = roles.filter(({ home }) => home.kind === kind && homes.includes(home.id));
  return connectionOf(matchingRoles, wish, roleAnswer);
}

function roleAnswer(role: Entry): Answer {
  const level = Number(role["base_access_level"]);
  return {
    id: globalId("MemberRole", role.id),
    name: textOf(role["name"]),
    description: described(role["description"]),
    createdAt: role["created_at"] ?? null,
    baseAccessLevel: { integerValue: level, stringValue: LEVEL_NAMES[level]?.toUpperCase().replace(" ", "_") ?? null },
  };
}
