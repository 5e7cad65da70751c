import { LEVEL, canSee, findProject, groupNamed, refuseArchived, requireLevel, writableProject } from "../../core/access.js";
import { type Context, checkLimits } from "../../core/context.js";
import { type Reply, badRequest, conflict, created, noContent, notFound } from "../../core/replies.js";
import { revokeApprovers } from "../approval-rules/records.js";
import { dayOf, roleOfShare } from "../groups/shares.js";
import { revokeBranchAccess } from "../protected-branches/seed.js";

/** POST /projects/:id/share (the reference of real servers, section C). Refused with 400 where the project's group locks sharing. */
export function shareProject(context: Context): Reply {
  const { store, params } = context;
  const project = findProject(context);
  const user = requireLevel(context, project, LEVEL.maintainer);
  refuseArchived(project);
  const group = groupNamed(store, String(params.requiredNumber("group_id")));
  if (group === undefined || !canSee(store, user, group)) throw notFound("Group");
  checkLimits(context);
  const isLocked = store.groups.get(project.namespace_id)?.attributes["share_with_group_lock"] === true;
  if (isLocked) throw badRequest("The project sharing with group is disabled");
  if (
    group.id === project.namespace_id ||
    store.projectShares.where("project", project.id).some((share) => share.group_id === group.id)
  )
    throw conflict("Group already shared with this group");
  const share = store.projectShares.insert({
    project_id: project.id,
    group_id: group.id,
    group_access: params.requiredNumber("group_access"),
    expires_at: dayOf(params.text("expires_at")),
    ...roleOfShare(context, project),
  });
  return created({ ...share });
}

/** DELETE /projects/:id/share/:group_id. Entries of protections that name the group, or somebody who is a member through it, go too, and so do approvers. */
export function unshareProject(context: Context): Reply {
  const { store, params } = context;
  const project = writableProject(context, LEVEL.maintainer);
  const group = params.requiredNumber("group_id");
  const share = store.projectShares.where("project", project.id).find((candidate) => candidate.group_id === group);
  if (share === undefined) throw notFound("Group Link");
  store.projectShares.delete(share.id);
  revokeBranchAccess(store, project);
  revokeApprovers(context, project);
  return noContent();
}

/** The topics that a request names, `tag_list` being the older word; undefined when it names none of the two. */
export function namedTopics({ params }: Context): readonly string[] | undefined {
  if (params.has("topics")) return params.texts("topics") ?? [];
  return params.has("tag_list") ? (params.texts("tag_list") ?? []) : undefined;
}
