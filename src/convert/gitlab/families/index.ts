import type { Kinds } from "../../../core/kind.js";
import type { Family } from "../rules.js";
import { access } from "./access.js";
import { approvalRules, approvalRuleSets, approvalSettings, groupApprovalSettings } from "./approvals.js";
import { protectedEnvironments } from "./environments.js";
import { groups, groupTemplates } from "./groups.js";
import { appearance, applicationSettings, topics } from "./instance.js";
import { integrationFamily } from "./integrations.js";
import { plain } from "./plain.js";
import { projects, pullMirrors } from "./projects.js";
import { repository } from "./repository.js";
import { groupShares, projectShares } from "./shares.js";

/** All but the integrations, of which each has a type of its own. */
export const families: readonly Family[] = [
  applicationSettings,
  appearance,
  topics,
  groups,
  groupTemplates,
  groupShares,
  ...protectedEnvironments,
  projects,
  pullMirrors,
  projectShares,
  approvalSettings,
  groupApprovalSettings,
  approvalRules,
  approvalRuleSets,
  ...access,
  ...repository,
  ...plain,
];
const byType: ReadonlyMap<string, Family> = new Map(
  families.flatMap((family) => family.types.map((type) => [type, family] as const)),
);

/** How resources of a type are converted; undefined if they have no counterpart. */
export function familyOf(type: string, kinds: Kinds): Family | undefined {
  return byType.get(type) ?? integrationFamily(type, kinds);
}
