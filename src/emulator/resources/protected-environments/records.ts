import { type EntryHome, homeKeyOf } from "../../core/collection/spec.js";
import type { EnvironmentProtection } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";

/** Tiers of environments, which groups protect. */
export const ENVIRONMENT_TIERS = ["production", "staging", "testing", "development", "other"] as const;

/** A protection that a project has; the environment need not be there. */
type ProjectProtectedEnvironment = EnvironmentProtection & { readonly home: EntryHome };

export const projectProtectedEnvironmentTable = defineTable<ProjectProtectedEnvironment, "home">(
  "project_protected_environments",
  {
    home: (one) => homeKeyOf(one.home),
  },
);

/** The protected environments of a project. */
export function protectedEnvironmentsOf(store: Store, projectId: number): ProjectProtectedEnvironment[] {
  return store.of(projectProtectedEnvironmentTable).where("home", homeKeyOf({ kind: "project", id: projectId }));
}
