import type { JsonObject } from "../../core/records.js";
import { type Seeded, TEXT, seedList, seedObject, seedOptions, seedPart } from "../../core/seed-part.js";
import { seedEntry, seedGroup } from "../../core/seed.js";
import { applyEntries, readAccess, readApproval } from "./access.js";
import { ENVIRONMENT_TIERS, protectedEnvironmentTable } from "./records.js";

const who = { user: TEXT, group: TEXT, access_level: { type: "integer", enum: [30, 40, 60] } } as const;

const ENVIRONMENT = seedObject(["group", "name", "deploy_access_levels"], {
  group: TEXT,
  name: { type: "string", enum: ENVIRONMENT_TIERS },
  deploy_access_levels: seedList(seedOptions(who)),
  required_approval_count: { type: "integer" },
  approval_rules: seedList(seedOptions({ ...who, required_approvals: { type: "integer" } })),
});

/** Protected environments of a seed; users and groups by name. Whoever may not be named is left out, as by the API. */
export const protectedEnvironmentSeed = seedPart(
  "protected_environments",
  "Deployment tiers that groups protect, and who may deploy and must approve.",
  ENVIRONMENT,
  (world, seed) => {
    const group = seedGroup(world, seed.group);
    const entries = (sent: Seeded<typeof ENVIRONMENT>["approval_rules"]): JsonObject[] =>
      (sent ?? []).map((entry) => seedEntry(world, entry));
    world.store.of(protectedEnvironmentTable).insert({
      group_id: group.id,
      name: seed.name,
      required_approval_count: seed.required_approval_count ?? 0,
      deploy_access_levels: applyEntries(world, [], entries(seed.deploy_access_levels), readAccess(world, group)),
      approval_rules: applyEntries(world, [], entries(seed.approval_rules), readApproval(world, group)),
      updated_at: new Date().toISOString(),
    });
  },
);
