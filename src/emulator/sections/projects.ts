import { LEVEL, requireLevel } from "../access.js";
import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import { findGroup, findProject, userNamed } from "../lookup.js";
import type { Project } from "../records.js";
import { created, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { servedUpload } from "../uploads.js";
import { groupsBelow } from "./groups/lists.js";
import { presentProject } from "./projects/entity.js";
import { listProjects } from "./projects/lists.js";
import { transferProject } from "./projects/move.js";
import { deleteProject, removeProject, restoreProject } from "./projects/removal.js";
import { finishImport, protectBranch, startImport } from "./projects/repository.js";
import { projectSeed } from "./projects/seed.js";
import { shareProject, unshareProject } from "./projects/shares.js";
import { createProject, creationLevel, updateProject } from "./projects/writes.js";

/** Projects (document 3, Projects; what the documents leave out from the reference of real servers, section C). */
export const projects: Resource = {
  operations: {
    "GET /projects": (context) => listProjects(context, "all"),
    "GET /groups/{id}/projects": (context) => listProjects(context, projectsOfGroup(context)),
    "GET /groups/{id}/projects/shared": (context) => {
      const group = findGroup(context);
      return listProjects(context, sharedInto(context, [group.id]));
    },
    "GET /users/{user_id}/projects": (context) => listProjects(context, projectsOfUser(context)),
    "GET /projects/{id}": (context) => ok(presentProject(context, findProject(context))),
    "GET /projects/{id}/avatar": (context) => servedUpload(context, findProject(context).avatar),
    "POST /projects": (context) => created(presentProject(context, createProject(context))),
    "PUT /projects/{id}": (context) => ok(presentProject(context, updateProject(context))),
    "DELETE /projects/{id}": deleteProject,
    "POST /projects/{id}/restore": (context) => created(presentProject(context, restoreProject(context))),
    "PUT /projects/{id}/transfer": (context) => ok(presentProject(context, transferProject(context, creationLevel(context)))),
    "POST /projects/{id}/archive": (context) => created(presentProject(context, archive(context, true))),
    "POST /projects/{id}/unarchive": (context) => created(presentProject(context, archive(context, false))),
    "POST /projects/{id}/share": shareProject,
    "DELETE /projects/{id}/share/{group_id}": unshareProject,
  },
  work: { removeProject, startImport, finishImport, protectBranch },
  seeds: [projectSeed],
};

/** Projects of a group, with those of its subgroups and those shared into it as the request says. */
function projectsOfGroup(context: Context): Project[] {
  const { store, params } = context;
  const group = findGroup(context);
  const ids = [group.id, ...(params.flag("include_subgroups") === true ? groupsBelow(store, group.id).map(({ id }) => id) : [])];
  const own = ids.flatMap((id) => store.projects.where("namespace", id));
  if (params.flag("with_shared") === false) return own;
  const shared = sharedInto(context, [group.id]).filter((project) => !ids.includes(project.namespace_id));
  return [...own, ...shared];
}

function sharedInto({ store }: Context, groupIds: readonly number[]): Project[] {
  const shares = groupIds.flatMap((id) => store.projectShares.where("group", id));
  return shares.flatMap((share) => store.projects.get(share.project_id) ?? []);
}

/** Only projects in the user's own namespace; of a private profile others see none (document 3, Projects). */
function projectsOfUser({ store, params, user: caller }: Context): Project[] {
  const name = params.requiredText("user_id");
  const user = /^\d+$/.test(name) ? store.users.get(Number(name)) : userNamed(store, name);
  if (user === undefined) throw notFound("User");
  const isHidden = user.private_profile && caller?.id !== user.id && caller?.is_admin !== true;
  return isHidden ? [] : store.projects.where("namespace", user.namespace_id);
}

/** Archiving twice is the same as once (the reference of real servers, section C). */
function archive(context: Context, archived: boolean): Project {
  const project = findProject(context);
  requireLevel(context, project, LEVEL.owner);
  return project.archived === archived ? project : context.store.projects.update(project.id, { archived });
}
