import { LEVEL, groupChain, userNamed } from "../../core/access.js";
import { type PlatformState, later } from "../../core/context.js";
import { type Group, type Json, type User, isObject, sourceKey } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { removeUpload } from "../../core/uploads.js";
import { removeGroup } from "../groups/removal.js";
import { eraseProject } from "../projects/removal.js";
import { revokeBranchAccess } from "../protected-branches/seed.js";
import { revokeEntries } from "../protected-environments/access.js";
import { issueTable, mergeRequestTable, noteTable } from "../work-items/records.js";
import { forgetIssue, forgetMergeRequest } from "../work-items/removal.js";

/** Rows of these tables are nothing without their user; of others they are contributions, which stay. */
const OWN = new Set([
  "tokens",
  "members",
  "sign_ins",
  "sessions",
  "oauth_grants",
  "oauth_codes",
  "access_requests",
  "user_activities",
  "stars",
  "todos",
  "subscriptions",
  "time_logs",
]);

const LISTS = ["user_ids", "assignee_ids", "reviewer_ids"] as const;

/** Has a user removed in the background, as real servers do. */
export function removeUserLater(world: PlatformState, user: User, isHard: boolean): void {
  later({ store: world.store, instance: world.instance }, world.instance.workerDelay, "removeUser", { id: user.id, isHard });
}

/** Background work: takes a user away. */
export function removeUser(world: PlatformState, input: Json): void {
  if (!isObject(input) || typeof input["id"] !== "number") return;
  const user = world.store.users.get(input["id"]);
  if (user !== undefined) eraseUser(world, user, input["isHard"] === true);
}

/** The groups that would have no owner without the user. */
export function groupsOwnedAlone(store: Store, user: User): Group[] {
  const owned = store.members
    .where("user", user.id)
    .flatMap(({ source, access_level }) =>
      source.kind === "group" && access_level >= LEVEL.owner ? (store.groups.get(source.id) ?? []) : [],
    );
  return owned.filter((group) => !groupChain(store, group.id).some((id) => hasOtherOwner(store, id, user)));
}

function hasOtherOwner(store: Store, id: number, user: User): boolean {
  const members = store.members.where("source", sourceKey({ kind: "group", id }));
  return members.some(({ user_id, access_level }) => access_level >= LEVEL.owner && user_id !== user.id);
}

/**
 * Takes a user away with memberships, tokens, keys and the projects of the own namespace. Contributions go to the user `ghost`; with `isHard` they go too, and
 * so do groups that nobody else owns.
 */
function eraseUser(world: PlatformState, user: User, isHard: boolean): void {
  const { store } = world;
  if (isHard) {
    for (const group of groupsOwnedAlone(store, user)) removeGroup(world, { id: group.id, marked: group.marked_for_deletion_on });
    removeContributions(world, user);
  }
  for (const project of store.projects.where("namespace", user.namespace_id)) eraseProject(world, project);
  store.forget({ kind: "user", id: user.id });
  const ghost = ghostOf(store);
  store.rewrite((table, row) => without(table, row, user.id, ghost.id));
  removeUpload(world, user.avatar ?? null);
  store.users.delete(user.id);
  for (const project of store.projects.all()) revokeBranchAccess(store, project);
  for (const group of store.groups.where("parent", "none")) revokeEntries(world, group);
}

function removeContributions(world: PlatformState, user: User): void {
  const { store } = world;
  for (const issue of store.of(issueTable).all()) if (issue.author_id === user.id) forgetIssue(world, issue);
  for (const row of store.of(mergeRequestTable).all()) if (row.author_id === user.id) forgetMergeRequest(world, row);
  for (const note of store.of(noteTable).all()) if (note.author_id === user.id) store.of(noteTable).delete(note.id);
}

/** A row without a user: contributions become the ghost's, and lists of users have one less. */
function without(
  table: string,
  row: Readonly<Record<string, unknown>>,
  id: number,
  ghost: number,
): Readonly<Record<string, Json>> | null | undefined {
  if (row["user_id"] === id && OWN.has(table)) return null;
  if (row["follower_id"] === id || row["followee_id"] === id) return null;
  const columns: Record<string, Json> = {};
  for (const name of ["user_id", "author_id"]) if (row[name] === id) columns[name] = ghost;
  for (const name of LISTS) {
    const list = row[name];
    if (Array.isArray(list) && list.includes(id))
      columns[name] = list.filter((candidate): candidate is number => typeof candidate === "number" && candidate !== id);
  }
  return Object.keys(columns).length === 0 ? undefined : columns;
}

/** The user to whom belongs what those wrote who are gone; made when the first one goes. */
function ghostOf(store: Store): User {
  return (
    userNamed(store, "ghost") ??
    store.users.insert({
      username: "ghost",
      name: "Ghost User",
      email: "ghost@example.com",
      state: "active",
      bot: "ghost",
      is_admin: false,
      private_profile: false,
      namespace_id: store.groups.allocate(),
      created_at: new Date().toISOString(),
    })
  );
}
