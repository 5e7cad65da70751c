import { LEVEL, accessLevel, groupChain, isCurrent, isProject } from "../../core/access.js";
import type { PlatformState } from "../../core/context.js";
import { type Group, type GroupOrProject, type JsonObject, type Project, sourceKey } from "../../core/records.js";
import { HttpError, notFound } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import { groupsBelow } from "../groups/reach.js";
import { type EnvironmentAccess, type EnvironmentApproval, protectedEnvironmentTable } from "./records.js";

/** Who is meant by an entry: exactly one of them. */
const KEYS = ["user_id", "group_id", "access_level"] as const;

type Who = Omit<EnvironmentAccess, "id">;

/**
 * Whom an entry of a request names; undefined when it names nobody, several, or somebody who may not be named. Such entries are dropped without a
 * word (document 2, Group-level protected environments; the reference of real servers, section D).
 */
function readWho(world: PlatformState, holder: GroupOrProject, entry: JsonObject): Who | undefined {
  const [key, ...others] = whoOf(entry);
  if (key === undefined || others.length > 0) return undefined;
  const who: Who = { user_id: null, group_id: null, access_level: null, [key]: entry[key] };
  return isQualified(world, holder, who) ? who : undefined;
}

/** The keys by which an entry of a request names somebody. */
function whoOf(entry: JsonObject): (typeof KEYS)[number][] {
  return KEYS.filter((key) => typeof entry[key] === "number");
}

/** True when a request's entry says whom it means, be that allowed or not. */
function namesSomebody(entry: JsonObject): boolean {
  return KEYS.some((key) => (entry[key] ?? null) !== null);
}

/** True while the entry may name whom it names: of a project developers and groups that it is shared with. */
function isQualified(world: PlatformState, holder: GroupOrProject, { user_id, group_id }: Who): boolean {
  if (isProject(holder)) return mayBeNamed(world.store, holder, { user_id, group_id });
  if (user_id !== null) return maintains(world.store, user_id, holder);
  return group_id === null || isAssignable(world, holder, group_id);
}

/** True while an entry of a project's protected environment may name whom it names. */
export function mayBeNamed(
  store: Store,
  project: Project,
  { user_id: userId, group_id: groupId }: Pick<EnvironmentAccess, "user_id" | "group_id">,
): boolean {
  const user = userId === null ? undefined : store.users.get(userId);
  if (userId !== null) return user !== undefined && accessLevel(store, user, project) >= LEVEL.developer;
  const shares = store.projectShares.where("project", project.id).filter(isCurrent);
  return groupId === null || shares.some((share) => share.group_id === groupId);
}

/** Drops the entries of the environments of a group and of those below it that name somebody who may no longer be named. */
export function revokeEntries(world: PlatformState, group: Group): void {
  const { store } = world;
  for (const holder of [group, ...groupsBelow(store, group.id)]) {
    for (const environment of store.of(protectedEnvironmentTable).where("group", holder.id)) {
      const deploy_access_levels = environment.deploy_access_levels.filter((entry) => isQualified(world, holder, entry));
      const approval_rules = environment.approval_rules.filter((entry) => isQualified(world, holder, entry));
      const entries = environment.deploy_access_levels.length + environment.approval_rules.length;
      if (deploy_access_levels.length + approval_rules.length < entries)
        store.of(protectedEnvironmentTable).update(environment.id, { deploy_access_levels, approval_rules });
    }
  }
}

/** Members with the Maintainer role or above, of the group or of one above it. Shares do not count. */
function maintains(store: Store, userId: number, group: Group): boolean {
  return groupChain(store, group.id).some((id) => {
    const member = store.members.first("membership", sourceKey({ kind: "group", id }, userId));
    return member !== undefined && isCurrent(member) && member.access_level >= LEVEL.maintainer;
  });
}

/** Document 2: subgroups of the group. Real servers: also the group itself and groups that it is shared with. */
function isAssignable({ store, instance }: PlatformState, group: Group, id: number): boolean {
  if (groupChain(store, id).slice(1).includes(group.id)) return true;
  if (instance.dialect === "neutral") return false;
  const shares = store.groupShares.where("group", group.id).filter(isCurrent);
  return id === group.id || shares.some((share) => share.shared_with_group_id === id);
}

/** Only numbers the entries: they live inside their environment. */
const entryTable = defineTable<{ readonly id: number }>("protected_environment_entries", {});

/** How a request's entry becomes a stored one; `before` is the entry that it changes. Undefined drops it. */
type Read<T> = (entry: JsonObject, before: T | undefined) => Omit<T, "id"> | undefined;

/** Who may deploy. */
export function readAccess(world: PlatformState, holder: GroupOrProject): Read<EnvironmentAccess> {
  return (entry, before) => {
    const who = before !== undefined && !namesSomebody(entry) ? before : readWho(world, holder, entry);
    const inheritance = entry["group_inheritance_type"];
    return who !== undefined && typeof inheritance === "number" ? { ...who, group_inheritance_type: inheritance } : who;
  };
}

/**
 * Who must approve: as who may deploy, with the number of approvals, 1 unless it is given. Who may not be named is refused with 422; real servers drop
 * such a rule without a word.
 */
export function readApproval(world: PlatformState, holder: GroupOrProject): Read<EnvironmentApproval> {
  const read = readAccess(world, holder);
  return (entry, before) => {
    const who = read(entry, before);
    const isGoing = before !== undefined && entry["_destroy"] === true;
    if (who === undefined && !isGoing && world.instance.dialect === "neutral") throw notAssignable(entry);
    const given = entry["required_approvals"];
    const required_approvals = typeof given === "number" ? given : (before?.required_approvals ?? 1);
    return who && { ...who, required_approvals };
  };
}

function notAssignable(entry: JsonObject): HttpError {
  const named = whoOf(entry).map((key) => `${key} ${JSON.stringify(entry[key])}`);
  const problem =
    named.length === 1
      ? `Approval rules cannot name ${named.join()}: users are members with at least the Maintainer role, groups are subgroups`
      : `Approval rules name exactly one of user_id, group_id and access_level each, and not ${named.join(" and ") || "none"}`;
  return new HttpError(422, { message: [problem] });
}

/**
 * The entries after a request: one without id is added, one with an id changes that entry, or removes it with `_destroy`; entries that are not named
 * stay (the reference of real servers, section D). Throws 404 for an id that is not there.
 */
export function applyEntries<T extends { readonly id: number }>(
  world: PlatformState,
  before: readonly T[],
  entries: readonly JsonObject[] | undefined,
  read: Read<T>,
): T[] {
  const result = new Map(before.map((entry) => [entry.id, entry]));
  for (const entry of entries ?? []) {
    const id = entry["id"];
    const known = typeof id === "number" ? result.get(id) : undefined;
    if (typeof id === "number" && known === undefined) throw notFound();
    const value = read(entry, known);
    if (known !== undefined && entry["_destroy"] === true) result.delete(known.id);
    else if (known !== undefined && value !== undefined) result.set(known.id, { ...known, ...value, id: known.id });
    else if (known === undefined && value !== undefined) {
      const number = world.store.of(entryTable).allocate();
      result.set(number, { ...value, id: number } as T);
    }
  }
  return [...result.values()];
}
