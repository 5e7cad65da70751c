import { LEVEL, accessLevel, canSee, groupAt, groupChain, userNamed } from "../core/access.js";
import { textOf } from "../core/collection/homes.js";
import type { Entry } from "../core/collection/spec.js";
import type { PlatformState } from "../core/context.js";
import { exists, release } from "../core/instance.js";
import type { Json } from "../core/json.js";
import { presentUser } from "../core/people.js";
import type { Group, Project, User } from "../core/records.js";
import { memberRoleTable } from "../resources/member-roles/records.js";
import { fullName, namespaceName, namespaceOf } from "../resources/namespaces/records.js";
import { type Connection, type PageWish, connectionOf } from "./connections.js";

/** What is answered about one thing: values, and functions for what is only worked out if it is asked for. */
type Answer = Readonly<Record<string, unknown>>;

const LEVELS: readonly [number, string][] = [
  [LEVEL.minimal, "MINIMAL_ACCESS"],
  [LEVEL.guest, "GUEST"],
  [15, "PLANNER"],
  [LEVEL.reporter, "REPORTER"],
  [25, "SECURITY_MANAGER"],
  [LEVEL.developer, "DEVELOPER"],
  [LEVEL.maintainer, "MAINTAINER"],
  [LEVEL.owner, "OWNER"],
  [LEVEL.admin, "ADMIN"],
];

const globalId = (type: string, id: number): string => `gid://gitlab/${type}/${id}`;

const numberIn = (type: string, text: string): number => Number(new RegExp(`^(?:gid://gitlab/${type}/)?(\\d+)$`).exec(text)?.[1]);

/** The fields of `Query` for a caller: what may not be seen is null, as what is not there. */
export function answersFor(world: PlatformState, caller: User | undefined): Answer {
  const { store, instance } = world;
  const people = (all: readonly User[], wish: PageWish): Connection<Answer> | null =>
    caller === undefined
      ? null
      : mapped(
          connectionOf(all, ({ id }) => id, wish),
          (user) => personOf(world, user),
        );
  return {
    currentUser: caller === undefined ? null : personOf(world, caller),
    echo: ({ text }: { text: string }) =>
      caller === undefined ? `nil says: ${text}` : `${JSON.stringify(caller.username)} says: ${text}`,
    metadata: caller === undefined ? null : { ...release(instance), enterprise: instance.tier !== "free" },
    memberRoles: (wish: PageWish) => rolesFor(world, caller, wish, "instance", [0]),
    user: ({ id, username }: { id?: string; username?: string }) => {
      const found = id === undefined ? userNamed(store, username ?? "") : store.users.get(numberIn("User", id));
      return caller === undefined || found === undefined ? null : personOf(world, found);
    },
    users: ({ ids, usernames, ...wish }: PageWish & { ids?: string[]; usernames?: string[] }) => {
      const names = usernames?.map((name) => name.toLowerCase());
      const numbers = ids?.map((id) => numberIn("User", id));
      const isAsked = ({ id, username }: User): boolean =>
        numbers?.includes(id) !== false && names?.includes(username.toLowerCase()) !== false;
      return people(store.users.all().filter(isAsked), wish);
    },
    group: ({ fullPath }: { fullPath: string }) => {
      const group = groupAt(store, fullPath);
      return group !== undefined && canSee(store, caller, group) ? groupAnswer(world, caller, group) : null;
    },
    project: ({ fullPath }: { fullPath: string }) => {
      const project = store.projects.first("full_path", fullPath.toLowerCase());
      return project !== undefined && canSee(store, caller, project) ? projectAnswer(world, caller, project) : null;
    },
  };
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
    parent: () => {
      const parent = group.parent_id === null ? undefined : store.groups.get(group.parent_id);
      return parent !== undefined && canSee(store, caller, parent) ? groupAnswer(world, caller, parent) : null;
    },
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
    group: () => {
      const group = store.groups.get(project.namespace_id);
      return group !== undefined && canSee(store, caller, group) ? groupAnswer(world, caller, group) : null;
    },
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
): Connection<Answer> | null {
  if (caller === undefined) return null;
  const isLicensed = exists(instance, { tier: "ultimate" });
  const roles = isLicensed ? store.of(memberRoleTable).all() : [];
  const found = roles.filter(({ home }) => home.kind === kind && homes.includes(home.id));
  return mapped(
    connectionOf(found, ({ id }) => id, wish),
    roleAnswer,
  );
}

function roleAnswer(role: Entry): Answer {
  const level = Number(role["base_access_level"]);
  return {
    id: globalId("MemberRole", role.id),
    name: textOf(role["name"]),
    description: described(role["description"]),
    createdAt: role["created_at"] ?? null,
    baseAccessLevel: { integerValue: level, stringValue: LEVELS.find(([number]) => number === level)?.[1] ?? null },
  };
}

function mapped<T>(connection: Connection<T>, answer: (one: T) => Answer): Connection<Answer> {
  const edges = connection.edges.map(({ cursor, node }) => ({ cursor, node: answer(node) }));
  return { ...connection, edges, nodes: edges.map(({ node }) => node) };
}
