import { LEVEL, accessLevel, findGroup, groupChain, groupFor, requireLevel } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { compare } from "../../core/order.js";
import type { Group, Json } from "../../core/records.js";
import { HttpError, type Reply, created, noRoute, notFound, ok } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { servedUpload } from "../../core/uploads.js";
import { seenPlace } from "../milestones/records.js";
import { mayUse } from "../projects/rules.js";
import { mayReadCode, presentRelease } from "../releases/present.js";
import { releaseTable } from "../releases/records.js";
import { listGroups } from "./lists.js";
import { moveProjectIntoGroup, transferGroup } from "./move.js";
import { presentGroup, presentGroupDetails } from "./present.js";
import { groupsBelow, projectsIn } from "./reach.js";
import { deleteGroup, removeGroup, restoreGroup } from "./removal.js";
import { groupSeed } from "./seed.js";
import { shareGroup, unshareGroup } from "./shares.js";
import { createGroup, updateGroup } from "./writes.js";

/** An experiment that is off on every server: its routes answer as if they were not there. */
const OFF: OperationDeclaration = {
  tier: "premium",
  handler: (context) => {
    findGroup(context);
    throw noRoute();
  },
};

/** Boards of epics are made by people at their screens alone, so that a group has none here. */
const EPIC_BOARD: OperationDeclaration = {
  tier: "premium",
  role: "anyone",
  handler: (context) => {
    seenPlace(context, "group");
    throw notFound();
  },
};

const isArchived = (group: Group | undefined): boolean => group?.attributes["archived"] === true;

/** Groups (document 3, Groups; what the documents leave out from the reference of real servers, section B), and what is seen of all that lies in them. */
export default {
  operations: {
    "GET /groups": (context) => listGroups(context, context.store.groups.all(), (group) => [group.name, group.path]),
    "GET /groups/{id}/subgroups": (context) => {
      const parent = findGroup(context);
      return listGroups(context, context.store.groups.where("parent", parent.id), shortTexts(context));
    },
    "GET /groups/{id}/descendant_groups": (context) => {
      const parent = findGroup(context);
      return listGroups(context, groupsBelow(context.store, parent.id), shortTexts(context));
    },
    "GET /groups/{id}": (context) => {
      const group = findGroup(context);
      const isWhole = context.params.flag("with_projects") !== false;
      if (isWhole) return ok(presentGroupDetails(context, group));
      return ok(context.instance.dialect === "vendor" ? withoutProjects(context, group) : presentGroup(context, group));
    },
    "GET /groups/{id}/avatar": (context) => servedUpload(context, findGroup(context).avatar),
    "POST /groups": (context) => created(presentGroupDetails(context, createGroup(context))),
    "PUT /groups/{id}": (context) => ok(presentGroupDetails(context, updateGroup(context))),
    "DELETE /groups/{id}": deleteGroup,
    "POST /groups/{id}/restore": (context) => created(presentGroupDetails(context, restoreGroup(context))),
    "POST /groups/{id}/transfer": (context) => created(presentGroupDetails(context, transferGroup(context))),
    "POST /groups/{id}/projects/{project_id}": (context) => created(presentGroupDetails(context, moveProjectIntoGroup(context))),
    "POST /groups/{id}/share": (context) => created(presentGroupDetails(context, shareGroup(context))),
    "DELETE /groups/{id}/share/{group_id}": unshareGroup,
    "POST /groups/{id}/archive": { since: "18.0", handler: (context) => archive(context, true) },
    "POST /groups/{id}/unarchive": { since: "18.0", handler: (context) => archive(context, false) },
    "GET /groups/{id}/releases": { role: "anyone", handler: listReleases },
    "PUT /groups/{id}/security_settings": { tier: "ultimate", handler: secure },
    "GET /groups/{id}/approval_rules": OFF,
    "POST /groups/{id}/approval_rules": OFF,
    "PUT /groups/{id}/approval_rules/{approval_rule_id}": OFF,
    "GET /groups/{id}/epic_boards": {
      tier: "premium",
      role: "anyone",
      handler: (context) => {
        seenPlace(context, "group");
        return page([], context, () => null);
      },
    },
    "GET /groups/{id}/epic_boards/{board_id}": EPIC_BOARD,
    "GET /groups/{id}/epic_boards/{board_id}/lists": EPIC_BOARD,
    "GET /groups/{id}/epic_boards/{board_id}/lists/{list_id}": EPIC_BOARD,
  },
  work: { removeGroup },
  seeds: [groupSeed],
} satisfies Resource;

/** Real servers leave out the projects and nothing else. */
function withoutProjects(context: Context, group: Group): Record<string, Json> {
  const { projects: _own, shared_projects: _shared, ...rest } = presentGroupDetails(context, group);
  return rest;
}

/** Below a group, the search matches short paths only (document 3); real servers search the name too. */
function shortTexts({ instance }: Context): (group: Group) => readonly string[] {
  return instance.dialect === "vendor" ? (group) => [group.name, group.path] : (group) => [group.path];
}

/** A group is archived with all that lies in it; its projects, which are read-only from then on, know that it was not their own doing. */
function archive(context: Context, archived: boolean): Reply {
  const { store } = context;
  const group = groupFor(context, LEVEL.owner);
  const refused = (message: string): HttpError => new HttpError(422, { message });
  const verb = archived ? "archive" : "unarchive";
  if (isArchived(group) === archived) throw refused(`Group is already ${verb}d!`);
  const [, ...above] = groupChain(store, group.id);
  if (above.some((id) => isArchived(store.groups.get(id))))
    throw refused(`Cannot ${verb} group since one of the ancestor groups is already archived!`);
  const after = store.groups.update(group.id, { attributes: { ...group.attributes, archived } });
  for (const project of projectsIn(store, group)) {
    const { archived_by, ...attributes } = project.attributes;
    if (archived && !project.archived)
      store.projects.update(project.id, { archived: true, attributes: { ...attributes, archived_by: group.id } });
    if (!archived && archived_by === group.id) store.projects.update(project.id, { archived: false, attributes });
  }
  return created(presentGroupDetails(context, after));
}

/** Releases of all projects in the group and below it whose releases the caller sees; with `simple` without their assets. */
function listReleases(context: Context): Reply {
  const { store, user, params } = context;
  const group = findGroup(context);
  const projects = projectsIn(store, group).filter(
    (project) => mayUse(store, user, project, "releases_access_level", LEVEL.guest) && mayReadCode(context, project),
  );
  const sign = params.text("sort") === "asc" ? 1 : -1;
  const releases = projects
    .flatMap((project) =>
      store
        .of(releaseTable)
        .where("project", project.id)
        .map((release) => ({ project, release })),
    )
    .toSorted(({ release: a }, { release: b }) => sign * (compare(a.released_at, b.released_at) || a.id - b.id));
  return page(releases, context, (pair) => {
    const { assets, evidences, _links, ...simple } = presentRelease(context, pair);
    return params.flag("simple") === true
      ? simple
      : { ...simple, assets: assets ?? null, evidences: evidences ?? null, _links: _links ?? null };
  });
}

/** Switches the protection of pushes for all projects of the group but those that are named. */
function secure(context: Context): Reply {
  const { store, params } = context;
  const group = findGroup(context);
  const user = requireLevel(context, group, LEVEL.guest);
  if (!user.is_admin && accessLevel(store, user, group) < LEVEL.maintainer)
    throw new HttpError(401, { message: "401 Unauthorized" });
  const secret_push_protection_enabled = params.flag("secret_push_protection_enabled") === true;
  const excluded = new Set(params.numbers("projects_to_exclude") ?? []);
  for (const { id, attributes } of projectsIn(store, group))
    if (!excluded.has(id)) store.projects.update(id, { attributes: { ...attributes, secret_push_protection_enabled } });
  return ok({ secret_push_protection_enabled, errors: [] });
}
