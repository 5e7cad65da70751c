import { refuseArchived, requireLevel } from "../core/access.js";
import type { Context } from "../core/context.js";
import { findGroup, findProject } from "../core/lookup.js";
import type { Group, Project } from "../core/records.js";

/** The project of the request, for who has at least `level` in it. Throws 401, 403 or 404. */
export function projectFor(context: Context, level: number): Project {
  const project = findProject(context);
  requireLevel(context, project, level);
  return project;
}

/** As `projectFor`, for a write: an archived project is read-only. */
export function writableProject(context: Context, level: number): Project {
  const project = projectFor(context, level);
  refuseArchived(project);
  return project;
}

/** The group of the request, for who has at least `level` in it. Throws 401, 403 or 404. */
export function groupFor(context: Context, level: number): Group {
  const group = findGroup(context);
  requireLevel(context, group, level);
  return group;
}
