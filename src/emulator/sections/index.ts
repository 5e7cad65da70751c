import type { Section, SeedPart } from "../section.js";
import { vendorSections } from "../vendor/index.gen.js";
import { appearance } from "./appearance.js";
import { applicationSettings } from "./application-settings.js";
import { approvalRules } from "./approval-rules.js";
import { approvalSettings } from "./approval-settings.js";
import { branches } from "./branches.js";
import { deployments } from "./deployments.js";
import { discussions } from "./discussions.js";
import { groups } from "./groups.js";
import { instance } from "./instance.js";
import { integrations } from "./integrations.js";
import { issueActions } from "./issue-actions.js";
import { issues } from "./issues.js";
import { jobs } from "./jobs.js";
import { members } from "./members.js";
import { mergeRequestActions } from "./merge-request-actions.js";
import { mergeRequestApprovals } from "./merge-request-approvals.js";
import { mergeRequests } from "./merge-requests.js";
import { namespaces } from "./namespaces.js";
import { oauth } from "./oauth.js";
import { packages } from "./packages.js";
import { pipelines } from "./pipelines.js";
import { planning } from "./planning.js";
import { projectSettings } from "./project-settings.js";
import { projects } from "./projects.js";
import { protectedBranches } from "./protected-branches.js";
import { protectedEnvironments } from "./protected-environments.js";
import { reactions } from "./reactions.js";
import { releases } from "./releases.js";
import { repository } from "./repository.js";
import { tags } from "./tags.js";
import { topics } from "./topics.js";
import { users } from "./users.js";

/** All sections of the platform that the API description describes. Their seeds are loaded in this order. */
export const sections: readonly Section[] = [
  instance,
  users,
  oauth,
  applicationSettings,
  topics,
  groups,
  namespaces,
  projects,
  projectSettings,
  branches,
  repository,
  tags,
  protectedBranches,
  members,
  approvalSettings,
  approvalRules,
  protectedEnvironments,
  jobs,
  pipelines,
  integrations,
  appearance,
  packages,
  planning,
  issues,
  mergeRequests,
  deployments,
  mergeRequestActions,
  mergeRequestApprovals,
  reactions,
  releases,
  discussions,
  issueActions,
];

/** All parts of a seed, in the order in which they are loaded. */
export const seedParts: readonly SeedPart[] = [...sections, ...vendorSections].flatMap((section) => section.seeds ?? []);
