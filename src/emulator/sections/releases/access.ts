import { LEVEL } from "../../access.js";
import type { Context } from "../../context.js";
import { forbidden, notFound } from "../../errors.js";
import { findProject } from "../../lookup.js";
import type { Project } from "../../records.js";
import { releaseTable } from "../../records/releases.js";
import type { Release } from "../../records/releases.js";
import { inProject } from "../../records/repository.js";
import { mayUse } from "../projects/access.js";

/** The project of the request. Throws 404 when it may not be seen, 403 when its releases may not. */
export function findReleasing(context: Context): Project {
  const project = findProject(context);
  if (!mayUse(context.store, context.user, project, "releases_access_level", LEVEL.guest)) throw forbidden();
  return project;
}

/** True when the caller may read the code: guests of a private project see its releases, but nothing of its repository. */
export function mayReadCode({ store, user }: Context, project: Project): boolean {
  return mayUse(store, user, project, "repository_access_level", LEVEL.reporter);
}

/** Throws 403 when the caller may not read the code: a tag names the release. */
export function requireCode(context: Context, project: Project): void {
  if (!mayReadCode(context, project)) throw forbidden();
}

/** The release of the tag in the path. Throws 404. */
export function findRelease({ store, params }: Context, project: Project): Release {
  const release = store.of(releaseTable).first("tag", inProject(project.id, params.requiredText("tag_name")));
  if (release === undefined) throw notFound("Release");
  return release;
}
