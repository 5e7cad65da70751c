import {
  LEVEL,
  LEVEL_NAMES,
  accessLevel,
  checkUnmodified,
  findRow,
  groupChain,
  isProject,
  requireLevel,
} from "../../core/access.js";
import { type Context, checkLimits } from "../../core/context.js";
import { exists, isAtLeast } from "../../core/instance.js";
import type { Group, GroupOrProject, Member, User } from "../../core/records.js";
import { HttpError, badParameters, conflict, forbidden, invalid, orNotFound } from "../../core/replies.js";
import { groupsBelow, projectsIn } from "../groups/reach.js";
import { revokeBranchAccess } from "../protected-branches/seed.js";
import { revokeEntries } from "../protected-environments/access.js";
import { allMembers, directMember, directMembers, membershipAbove, sourceOf } from "./records.js";

/** Roles that came with a release: planner and security manager. */
const ROLES_SINCE: ReadonlyMap<number, string> = new Map([
  [15, "17.7"],
  [25, "19.1"],
]);

/** POST members. Throws 404 for an unknown user, 409 for a member, 400 for less than the user has from above. */
export function addMember(context: Context, holder: GroupOrProject): Member {
  requireKeeper(context, holder);
  refuseLocked(context, holder);
  return enrollMember(context, holder, findRow(context, context.store.users, "user_id", "User"), {});
}

/** Makes a user a member as the request says, who may keep members having been asked before. */
export function enrollMember(context: Context, holder: GroupOrProject, user: User, more: Pick<Member, "member_role_id">): Member {
  const { store, params } = context;
  checkMembership(context, holder, user.id);
  if (directMember(store, holder, user.id) !== undefined) throw conflict("Member already exists");
  for (const member of store.members.where("user", user.id))
    if (member.source.id === holder.id && member.source.kind === sourceOf(holder).kind) store.members.delete(member.id);
  return store.members.insert({
    source: sourceOf(holder),
    user_id: user.id,
    access_level: params.requiredNumber("access_level"),
    expires_at: expiry(context),
    created_at: new Date().toISOString(),
    created_by_id: context.user?.id ?? null,
    ...more,
  });
}

/** PUT members/:user_id. The last owner of a group stays one. */
export function updateMember(context: Context, holder: GroupOrProject, more: Pick<Member, "member_role_id"> = {}): Member {
  const { store, params } = context;
  requireKeeper(context, holder);
  const member = findDirect(context, holder);
  refuseHigher(context, holder, member);
  if (member.override === false) throw forbidden();
  const access_level = params.requiredNumber("access_level");
  if (access_level < LEVEL.owner) refuseLastOwner(context, holder, member);
  checkMembership(context, holder, member.user_id);
  const expires_at = params.has("expires_at") ? expiry(context) : member.expires_at;
  const changed = store.members.update(member.id, { access_level, expires_at, ...more });
  if (!isProject(holder)) revokeEntries(context, holder);
  return changed;
}

/**
 * DELETE members/:user_id, also by the member. What the user is in subgroups and projects goes too, unless `skip_subresources` is sent, and with it
 * the entries of protected environments and branches that name the user (the reference of real servers, ordering, section 2).
 */
export function removeMember(context: Context, holder: GroupOrProject): void {
  const { store, user, params } = context;
  const isSelf = user !== undefined && user.id === params.requiredNumber("user_id");
  if (!isSelf) requireKeeper(context, holder);
  const member = findDirect(context, holder);
  if (!isSelf) refuseHigher(context, holder, member);
  refuseLastOwner(context, holder, member);
  checkUnmodified(context, member.created_at);
  store.members.delete(member.id);
  if (!isProject(holder) && params.flag("skip_subresources") !== true) removeBelow(context, holder, member.user_id);
  revokeBranchAccess(store, holder);
  if (!isProject(holder)) revokeEntries(context, holder);
}

/** A direct member by `user_id`. Throws `404 Not found`. */
export function findDirect({ store, params }: Context, holder: GroupOrProject): Member {
  return orNotFound(directMember(store, holder, params.requiredNumber("user_id")));
}

/** Owners keep the members of a group, Maintainers those of a project. */
export function requireKeeper(context: Context, holder: GroupOrProject): void {
  requireLevel(context, holder, isProject(holder) ? LEVEL.maintainer : LEVEL.owner);
}

/** Nobody gives or changes a higher level than the own. */
export function refuseHigher(
  { store, user }: Context,
  holder: GroupOrProject,
  { access_level }: Pick<Member, "access_level">,
): void {
  if (user !== undefined && !user.is_admin && accessLevel(store, user, holder) < access_level) throw forbidden();
}

function refuseLastOwner({ store }: Context, holder: GroupOrProject, member: Member): void {
  if (isProject(holder) || member.access_level < LEVEL.owner) return;
  const above = groupChain(store, holder.id)
    .slice(1)
    .flatMap((id) => store.groups.get(id) ?? []);
  const owners = [holder, ...above]
    .flatMap((group) => directMembers(store, group))
    .filter((candidate) => candidate.access_level >= LEVEL.owner);
  if (!owners.some((owner) => owner.user_id !== member.user_id)) throw forbidden();
}

/** Real servers answer 405 where the group takes the membership of its projects into its own hands (`membership_lock`). */
export function refuseLocked({ store, instance }: Context, holder: GroupOrProject): void {
  if (!isProject(holder) || !exists(instance, { tier: "premium" })) return;
  if (store.groups.get(holder.namespace_id)?.attributes["membership_lock"] === true)
    throw new HttpError(405, { message: "405 Method Not Allowed" });
}

function checkMembership(context: Context, holder: GroupOrProject, userId: number): void {
  const { store, params, instance } = context;
  const access_level = params.requiredNumber("access_level");
  const since = ROLES_SINCE.get(access_level);
  const isKnown = since === undefined || isAtLeast(instance.version, since);
  const isMinimalHere = !isProject(holder) && holder.parent_id === null && exists(instance, { tier: "premium" });
  if (!isKnown || (access_level === LEVEL.minimal && !isMinimalHere))
    throw badParameters("access_level does not have a valid value");
  refuseHigher(context, holder, { access_level });
  checkLimits(context);
  const above = membershipAbove(store, holder, userId);
  if (above !== undefined && access_level < above.access_level) {
    const group = store.groups.get(above.source.id)?.name ?? "";
    const least = LEVEL_NAMES[above.access_level] ?? String(above.access_level);
    throw invalid({ access_level: [`should be greater than or equal to ${least} inherited membership from group ${group}`] });
  }
}

/** The day on which the membership ends; blank for never. Throws 400 for a day that has passed. */
export function expiry({ params }: Context): string | null {
  const text = params.text("expires_at") ?? "";
  if (text === "") return null;
  const day = text.slice(0, 10);
  if (Date.parse(day) < Date.now() - 24 * 60 * 60 * 1000) throw invalid({ expires_at: ["cannot be a date in the past"] });
  return day;
}

/** Takes what a user is in the groups and projects below a group. */
function removeBelow({ store }: Pick<Context, "store">, holder: Group, userId: number): void {
  for (const thing of [...groupsBelow(store, holder.id), ...projectsIn(store, holder)]) {
    const member = directMember(store, thing, userId);
    if (member !== undefined) store.members.delete(member.id);
  }
}

/** One of all members by `user_id`. Throws `404 Not found`. */
export function findAnywhere({ store, params }: Context, holder: GroupOrProject): ReturnType<typeof allMembers>[number] {
  return orNotFound(allMembers(store, holder).find((member) => member.user_id === params.requiredNumber("user_id")));
}
