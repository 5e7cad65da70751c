import { LEVEL } from "../../access.js";
import type { LevelInGroup } from "../../access.js";
import type { Context } from "../../context.js";
import { forbidden, notFound } from "../../errors.js";
import { findProject } from "../../lookup.js";
import type { Project, User } from "../../records.js";
import { packageTable } from "../../records/packages.js";
import type { Package } from "../../records/packages.js";
import type { Store } from "../../store.js";
import { mayUse } from "../projects/access.js";

/** True when the caller, who sees the project, may read its packages: in a private project from Reporter on (real servers). */
export function mayReadPackages(store: Store, user: User | undefined, project: Project, inGroup?: LevelInGroup): boolean {
  const isOn = project.attributes["packages_enabled"] !== false;
  return isOn && mayUse(store, user, project, "package_registry_access_level", LEVEL.reporter, inGroup);
}

/** The project of the request. Throws 404 when it may not be seen, 403 when its packages may not. */
export function findRegistry(context: Context): Project {
  const project = findProject(context);
  if (!mayReadPackages(context.store, context.user, project)) throw forbidden();
  return project;
}

/**
 * The package of the request. Throws 404 when the project does not have it or when it waits for its destruction; on real servers also when its status
 * is any other than `default`.
 */
export function findPackage(context: Context, project: Project): Package {
  const { store, params, instance } = context;
  const found = store.of(packageTable).get(params.requiredNumber("package_id"));
  const isThere = found !== undefined && found.project_id === project.id && found.status !== "pending_destruction";
  if (!isThere || (instance.dialect === "vendor" && found.status !== "default")) throw notFound("Package");
  return found;
}
