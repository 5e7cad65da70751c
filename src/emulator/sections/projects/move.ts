import { canSee, LEVEL, refuseArchived, requireLevel } from "../../access.js";
import type { Context, PlatformState } from "../../context.js";
import { badRequest, notFound } from "../../errors.js";
import { findProject } from "../../lookup.js";
import type { Group, Project } from "../../records.js";
import { addRedirect } from "../../redirects.js";
import { sharedRunners } from "../groups/attributes.js";
import { isMoreOpen } from "../groups/rules.js";
import { inheritAnew } from "../integrations/inheritance.js";
import { isTaken, mayCreateProjects, namespaceId, namespaceNamed, namespacePath } from "../namespaces.js";
import type { Namespace } from "../namespaces.js";

/** PUT /projects/:id/transfer {namespace}: by id or path. Throws 400 with the reason when it cannot be done. */
export function transferProject(context: Context, needed: (group: Group) => number): Project {
  const { store, params } = context;
  const project = findProject(context);
  const user = requireLevel(context, project, LEVEL.owner);
  refuseArchived(project);
  const target = namespaceNamed(store, params.requiredText("namespace"));
  const isHidden = target?.kind === "group" && !canSee(store, user, target.group);
  if (target === undefined || isHidden) throw notFound("Namespace");
  if (namespaceId(target) === project.namespace_id) throw badRequest("Project is already in this namespace.");
  if (!mayCreateProjects(context, user, target, needed))
    throw badRequest("You don't have permission to transfer projects into that namespace.");
  return moveProject(context, project, target);
}

/**
 * Puts a project in a namespace, under its path or another; it becomes as private as a group that it lies in, and loses the shared runners that the group
 * does not allow. Throws 400 when the place is taken.
 */
export function moveProject(world: PlatformState, project: Project, target: Namespace, path = project.path): Project {
  const { store } = world;
  const full = `${namespacePath(target)}/${path}`;
  const siblings = store.projects.where("namespace", namespaceId(target));
  const isSameName = siblings.some((other) => other.id !== project.id && other.name.toLowerCase() === project.name.toLowerCase());
  const moves = namespaceId(target) !== project.namespace_id;
  if (isTaken(store, full, { kind: "project", id: project.id }) || (moves && isSameName))
    throw badRequest("Project with same name or path in target namespace already exists");
  addRedirect(store, project.path_with_namespace, "project", project.id);
  const isTooOpen = target.kind === "group" && isMoreOpen(project.visibility, target.group.visibility);
  const losesRunners = target.kind === "group" && sharedRunners(target.group) === "disabled_and_unoverridable";
  const moved = store.projects.update(project.id, {
    path,
    namespace_id: namespaceId(target),
    path_with_namespace: full,
    ...(moves && isTooOpen ? { visibility: target.group.visibility } : {}),
    ...(moves && losesRunners ? { attributes: { ...project.attributes, shared_runners_enabled: false } } : {}),
  });
  if (moves) inheritAnew(store, moved);
  return moved;
}
