import { accessLevel, LEVEL } from "../../access.js";
import type { LevelInGroup } from "../../access.js";
import type { Project, User } from "../../records.js";
import type { Store } from "../../store.js";
import { featureLevel, isAvailable } from "./attributes.js";

/**
 * True when a caller, who sees the project, may use a feature of it: the feature's access level lets the caller in and, in a private project, the
 * caller has at least `level` (real servers keep code and packages of private projects from guests).
 * @param feature name of the access level, as `repository_access_level`
 */
export function mayUse(
  store: Store,
  user: User | undefined,
  project: Project,
  feature: string,
  level: number,
  inGroup?: LevelInGroup,
): boolean {
  if (user?.is_admin === true) return featureLevel(project, feature) !== "disabled";
  const own = user === undefined ? LEVEL.none : accessLevel(store, user, project, inGroup);
  return isAvailable(project, feature, own > LEVEL.none) && (project.visibility !== "private" || own >= level);
}
