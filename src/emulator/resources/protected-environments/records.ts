import { type EntryHome, homeKeyOf } from "../../core/collection/spec.js";
import type { Store } from "../../core/store.js";
import { type Row, defineTable } from "../../core/table.js";

/** Tiers of environments, which groups protect. */
export const ENVIRONMENT_TIERS = ["production", "staging", "testing", "development", "other"] as const;

export type EnvironmentAccess = Row & {
  readonly user_id: number | null;
  readonly group_id: number | null;
  readonly access_level: number | null;
  /** 0: the group itself; 1: the groups that it inherits from, too. */
  readonly group_inheritance_type?: number;
};

/** Who must approve deployments, and how many of them. */
export type EnvironmentApproval = EnvironmentAccess & { readonly required_approvals: number };

/** Who may deploy to environments, and who must approve it. */
export type EnvironmentProtection = Row & {
  /** Of a group the tier of environments; of a project the name of one. */
  readonly name: string;
  readonly required_approval_count: number;
  readonly deploy_access_levels: readonly EnvironmentAccess[];
  readonly approval_rules: readonly EnvironmentApproval[];
  readonly updated_at: string;
};

type ProtectedEnvironment = EnvironmentProtection & { readonly group_id: number };

export const protectedEnvironmentTable = defineTable<ProtectedEnvironment, "group">("protected_environments", {
  group: (environment) => environment.group_id,
});

/** A protection that a project has; the environment need not be there. */
type ProjectProtectedEnvironment = EnvironmentProtection & { readonly home: EntryHome };

export const projectProtectedEnvironmentTable = defineTable<ProjectProtectedEnvironment, "home">(
  "project_protected_environments",
  {
    home: (row) => homeKeyOf(row.home),
  },
);

/** The protected environments of a project. */
export function protectedEnvironmentsOf(store: Store, projectId: number): ProjectProtectedEnvironment[] {
  return store.of(projectProtectedEnvironmentTable).where("home", homeKeyOf({ kind: "project", id: projectId }));
}
