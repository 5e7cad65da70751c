import { LEVEL, accessLevel, canSee } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { addKnown } from "../../core/facts/shown.js";
import type { Group, Json } from "../../core/records.js";
import { uploadUrl } from "../../core/uploads.js";
import { customAttributes } from "../custom-attributes/records.js";
import { linksOf } from "../group-links/records.js";
import { registrationToken } from "../jobs/records.js";
import { fullName } from "../namespaces/records.js";
import { showsLeaving } from "../projects/move.js";
import { presentProject, presentShare } from "../projects/present.js";
import { groupStatistics } from "../projects/statistics.js";
import { detailedAttributes, shortAttributes } from "./attributes.js";

/** Group (document 3, Resources): what lists and single reads both show. */
export function presentGroup(context: Context, group: Group): Record<string, Json> {
  return withSeenTemplates(context, addKnown(context, group.attributes, ownKeys(context, group)));
}

/** Real servers tell of a project of templates only those who see it, and say nothing where there is none. */
function withSeenTemplates({ store, user, instance }: Context, reply: Record<string, Json>): Record<string, Json> {
  if (instance.dialect === "neutral") return reply;
  const { file_template_project_id: id, ...others } = reply;
  const project = typeof id === "number" ? store.projects.get(id) : undefined;
  return project !== undefined && canSee(store, user, project) ? reply : others;
}

function ownKeys(context: Context, group: Group): Record<string, Json> {
  const { instance, store } = context;
  const { id, name, path, full_path, parent_id, visibility, created_at } = group;
  return {
    id,
    web_url: `${instance.url}/groups/${full_path}`,
    name,
    path,
    visibility,
    ...shortAttributes(context, group),
    avatar_url: uploadUrl(context, group.avatar),
    full_name: fullName(store, group),
    full_path,
    created_at,
    parent_id,
    ...(showsLeaving(context) ? { marked_for_deletion_on: group.marked_for_deletion_on } : {}),
  };
}

/** Names, addresses and picture alone. */
export function presentBriefly(context: Context, group: Group): Record<string, Json> {
  const { store, instance } = context;
  const { id, name, full_path } = group;
  const web_url = `${instance.url}/groups/${full_path}`;
  return { id, web_url, name, avatar_url: uploadUrl(context, group.avatar), full_name: fullName(store, group), full_path };
}

/** With `statistics` (administrators) and custom attributes (administrators), as the list parameters ask. */
export function presentListedGroup(context: Context, group: Group): Record<string, Json> {
  const isAdmin = context.user?.is_admin === true;
  return {
    ...presentGroup(context, group),
    ...(isAdmin && context.params.flag("statistics") === true ? { statistics: groupStatistics(context.store, group) } : {}),
    ...customAttributes(context, { kind: "group", id: group.id }),
  };
}

/** Group details (document 3): shares, and at most 100 projects and shared projects (document 1, Limits). */
export function presentGroupDetails(context: Context, group: Group): Record<string, Json> {
  const { store, user } = context;
  const administers = user !== undefined && (user.is_admin || accessLevel(store, user, group) >= LEVEL.owner);
  const isSeen = (project: Parameters<typeof canSee>[2]): boolean => canSee(store, user, project);
  const ownProjects = store.projects.where("namespace", group.id).filter(isSeen);
  const shared = store.projectShares
    .where("group", group.id)
    .flatMap((share) => store.projects.get(share.project_id) ?? [])
    .filter(isSeen);
  const reply = addKnown(context, group.attributes, {
    ...ownKeys(context, group),
    ...detailedAttributes(context, group),
    shared_with_groups: store.groupShares
      .where("group", group.id)
      .map((share) => presentShare(context, share.shared_with_group_id, share)),
    ...(context.instance.dialect === "vendor" ? linksOf(store, group.id) : {}),
    ...(administers ? { runners_token: registrationToken(store, group) } : {}),
    ...customAttributes(context, { kind: "group", id: group.id }),
    projects: ownProjects.slice(0, EMBEDDED).map((project) => presentProject(context, project)),
    shared_projects: shared.slice(0, EMBEDDED).map((project) => presentProject(context, project)),
  });
  return withSeenTemplates(context, reply);
}

/** Largest number of embedded projects (document 1, Limits). */
const EMBEDDED = 100;
