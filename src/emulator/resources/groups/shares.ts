import { LEVEL, canSee, findGroup, groupChain, groupFor, groupNamed, requireLevel } from "../../core/access.js";
import { type Context, checkLimits } from "../../core/context.js";
import type { Group, GroupOrProject } from "../../core/records.js";
import { type Reply, conflict, noContent, notFound } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { revokeApprovers } from "../approval-rules/records.js";
import { wantedRole } from "../member-roles/records.js";
import { revokeBranchAccess } from "../protected-branches/seed.js";
import { revokeEntries } from "../protected-environments/access.js";

/** POST /groups/:id/share (the reference of real servers, section B). A group outside the hierarchy is not found where the top group forbids it. */
export function shareGroup(context: Context): Group {
  const { store, params } = context;
  const group = findGroup(context);
  const user = requireLevel(context, group, LEVEL.owner);
  const other = groupNamed(store, String(params.requiredNumber("group_id")));
  if (other === undefined || !canSee(store, user, other) || leavesHierarchy(store, group, other)) throw notFound("Group");
  checkLimits(context);
  const shares = store.groupShares.where("group", group.id);
  // Real servers share a group with itself, which gives nobody anything.
  const isItself = other.id === group.id && context.instance.dialect === "neutral";
  if (isItself || shares.some((share) => share.shared_with_group_id === other.id))
    throw conflict("Shared group The group has already been shared with this group");
  store.groupShares.insert({
    group_id: group.id,
    shared_with_group_id: other.id,
    group_access: params.requiredNumber("group_access"),
    expires_at: dayOf(params.text("expires_at")),
    ...roleOfShare(context, group),
  });
  return group;
}

/** DELETE /groups/:id/share/:group_id. */
export function unshareGroup(context: Context): Reply {
  const { store, params } = context;
  const group = groupFor(context, LEVEL.owner);
  const other = params.requiredNumber("group_id");
  const share = store.groupShares.where("group", group.id).find((candidate) => candidate.shared_with_group_id === other);
  if (share === undefined) throw notFound("Group Link");
  store.groupShares.delete(share.id);
  revokeEntries(context, group);
  revokeBranchAccess(store, group);
  revokeApprovers(context, group);
  return noContent();
}

function leavesHierarchy(store: Store, group: Group, other: Group): boolean {
  const top = groupChain(store, group.id).at(-1);
  const isForbidden = top !== undefined && store.groups.get(top)?.attributes["prevent_sharing_groups_outside_hierarchy"] === true;
  return isForbidden && groupChain(store, other.id).at(-1) !== top;
}

/** The custom role that a share gives; the documents know none. */
export function roleOfShare(context: Context, shared: GroupOrProject): ReturnType<typeof wantedRole> {
  return context.instance.dialect === "vendor" ? wantedRole(context, shared, "group_access") : {};
}

/** The day of a date that was sent; a blank one is none. */
export function dayOf(text: string | undefined): string | null {
  return text === undefined || text === "" ? null : text.slice(0, 10);
}
