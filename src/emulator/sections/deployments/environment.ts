import { LEVEL, accessLevel, groupChain, isCurrent } from "../../access.js";
import type { PlatformState } from "../../context.js";
import { exists } from "../../instance.js";
import { sourceKey } from "../../records.js";
import type { EnvironmentAccess, EnvironmentProtection, Project, User } from "../../records.js";
import { environmentKey, environmentTable } from "../../records/delivery.js";
import type { Environment } from "../../records/delivery.js";
import type { Store } from "../../store.js";
import { protectedEnvironmentsOf } from "../../vendor/configuration/protected-environment-records.js";

/** What the name of an environment says of its tier (the reference of real servers); the first that matches counts. */
const TIERS: readonly (readonly [RegExp, string])[] = [
  [/dev|review|trunk/i, "development"],
  [/test|tst|int|ac(?:ce)?pt|qa|qc|control|quality/i, "testing"],
  [/sta?g|mode?l|pre|demo|non/i, "staging"],
  [/pro?d|live/i, "production"],
];

/** The deployment tier of an environment by its name: `production`, `staging`, `testing`, `development` or `other`. */
export function tierOf(name: string): string {
  return TIERS.find(([pattern]) => pattern.test(name))?.[1] ?? "other";
}

/** The environment with a name, which is made when the project does not have it yet. */
export function environmentNamed(store: Store, projectId: number, name: string): Environment {
  const table = store.of(environmentTable);
  const known = table.first("name", environmentKey(projectId, name));
  return known ?? table.insert({ project_id: projectId, name, tier: tierOf(name), external_url: null });
}

/**
 * The protections of an environment: that of its name in the project, and those of its tier in the groups above. None without a licence (document 2:
 * PREMIUM).
 */
export function protectionsOf({ store, instance }: PlatformState, environment: Environment): EnvironmentProtection[] {
  const { project_id, tier, name } = environment;
  const project = store.projects.get(project_id);
  if (project === undefined || !exists(instance, { tier: "premium" })) return [];
  const own = protectedEnvironmentsOf(store, project_id).filter((row) => row.name === name);
  const above = groupChain(store, project.namespace_id).flatMap((id) =>
    store.protectedEnvironments.where("group", id).filter((row) => row.name === tier),
  );
  return [...own, ...above];
}

/** True when every protection of the environment lets the user deploy to it; without one, everybody who may deploy at all. */
export function mayDeploy(world: PlatformState, user: User, project: Project, environment: Environment): boolean {
  return protectionsOf(world, environment).every(({ deploy_access_levels }) =>
    deploy_access_levels.some((entry) => covers(world.store, entry, user, project)),
  );
}

/** True when an entry of a protected environment means the user: by name, as a member of the group, or by the level in the project. */
export function covers(store: Store, entry: EnvironmentAccess, user: User, project: Project): boolean {
  if (user.is_admin || entry.user_id === user.id) return true;
  if (entry.group_id !== null) {
    const member = store.members.first("membership", sourceKey({ kind: "group", id: entry.group_id }, user.id));
    return member !== undefined && isCurrent(member);
  }
  return (
    entry.access_level !== null && entry.access_level !== LEVEL.none && accessLevel(store, user, project) >= entry.access_level
  );
}
