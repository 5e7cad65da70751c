import type { PlatformState, SeedPart } from "../../core/context.js";
import type { JsonObject } from "../../core/json.js";
import { seedEntry, seedGroup } from "../../core/seed.js";
import { applyEntries, readAccess, readApproval } from "./access.js";

type SeedEntry = { user?: string; group?: string; access_level?: number; required_approvals?: number };

type SeedEnvironment = {
  group: string;
  name: string;
  deploy_access_levels: readonly SeedEntry[];
  required_approval_count?: number;
  approval_rules?: readonly SeedEntry[];
};

const who = {
  user: { type: "string" },
  group: { type: "string" },
  access_level: { type: "integer", enum: [30, 40, 60] },
} as const;

/** Protected environments of a seed; users and groups by name. Whoever may not be named is left out, as by the API. */
export const protectedEnvironmentSeed: SeedPart = {
  key: "protected_environments",
  about: "Deployment tiers that groups protect, and who may deploy and must approve.",
  entry: {
    type: "object",
    required: ["group", "name", "deploy_access_levels"],
    additionalProperties: false,
    properties: {
      group: { type: "string" },
      name: { type: "string", enum: ["production", "staging", "testing", "development", "other"] },
      deploy_access_levels: { type: "array", items: { type: "object", additionalProperties: false, properties: who } },
      required_approval_count: { type: "integer" },
      approval_rules: {
        type: "array",
        items: { type: "object", additionalProperties: false, properties: { ...who, required_approvals: { type: "integer" } } },
      },
    },
  },
  load: (world, entries) => {
    for (const entry of entries) addEnvironment(world, entry as SeedEnvironment);
  },
};

function addEnvironment(world: PlatformState, seed: SeedEnvironment): void {
  const group = seedGroup(world, seed.group);
  const entries = (list: readonly SeedEntry[]): JsonObject[] => list.map((entry) => seedEntry(world, entry));
  world.store.protectedEnvironments.insert({
    group_id: group.id,
    name: seed.name,
    required_approval_count: seed.required_approval_count ?? 0,
    deploy_access_levels: applyEntries(world, [], entries(seed.deploy_access_levels), readAccess(world, group)),
    approval_rules: applyEntries(world, [], entries(seed.approval_rules ?? []), readApproval(world, group)),
    updated_at: new Date().toISOString(),
  });
}
