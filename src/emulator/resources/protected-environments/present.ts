import { LEVEL } from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import { isAtLeast } from "../../core/instance.js";
import type { Json } from "../../core/records.js";
import type { EnvironmentAccess, EnvironmentProtection } from "./records.js";

const ROLES: Readonly<Record<number, string>> = {
  30: "Developers + Maintainers",
  40: "Maintainers",
  60: "Administrators",
};

/** Protected environment (document 2). Entry ids and `approval_rules` are beyond it: without them an update could not name an entry. */
export function presentEnvironment(context: Context, environment: EnvironmentProtection): Record<string, Json> {
  return {
    name: environment.name,
    deploy_access_levels: environment.deploy_access_levels.map((entry) => presentEntry(context, entry)),
    required_approval_count: environment.required_approval_count,
    approval_rules: environment.approval_rules.map((rule) => ({
      ...presentEntry(context, rule),
      required_approvals: rule.required_approvals,
    })),
  };
}

function presentEntry(context: Context, entry: EnvironmentAccess): Record<string, Json> {
  const { dialect, version } = context.instance;
  const { id, user_id, group_id } = entry;
  return {
    id,
    // Real servers store the Maintainer level beside a user or a group.
    access_level: entry.access_level ?? (dialect === "vendor" ? LEVEL.maintainer : null),
    access_level_description: describeEntry(context, entry),
    user_id,
    group_id,
    ...(dialect === "vendor" && isAtLeast(version, "16.0") ? { group_inheritance_type: entry.group_inheritance_type ?? 0 } : {}),
  };
}

/** Whom an entry means, by name: of the user, of the group, or of the role. */
export function describeEntry({ store }: PlatformState, { user_id, group_id, access_level }: EnvironmentAccess): string {
  if (user_id !== null) return store.users.get(user_id)?.name ?? "";
  if (group_id !== null) return store.groups.get(group_id)?.name ?? "";
  return ROLES[access_level ?? LEVEL.maintainer] ?? "";
}
