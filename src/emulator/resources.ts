import type { SeedPart } from "./context.js";
import type { Resource } from "./resource.js";
import { appearance } from "./sections/appearance.js";
import { applicationSettings } from "./sections/application-settings.js";
import { approvalRules } from "./sections/approval-rules.js";
import { approvalSettings } from "./sections/approval-settings.js";
import { branches } from "./sections/branches.js";
import { deployments } from "./sections/deployments.js";
import { discussions } from "./sections/discussions.js";
import { groups } from "./sections/groups.js";
import { instance } from "./sections/instance.js";
import { integrations } from "./sections/integrations.js";
import { issueActions } from "./sections/issue-actions.js";
import { issues } from "./sections/issues.js";
import { jobs } from "./sections/jobs.js";
import { members } from "./sections/members.js";
import { mergeRequestActions } from "./sections/merge-request-actions.js";
import { mergeRequestApprovals } from "./sections/merge-request-approvals.js";
import { mergeRequests } from "./sections/merge-requests.js";
import { namespaces } from "./sections/namespaces.js";
import { oauth } from "./sections/oauth.js";
import { packages } from "./sections/packages.js";
import { pipelines } from "./sections/pipelines.js";
import { planning } from "./sections/planning.js";
import { projectSettings } from "./sections/project-settings.js";
import { projects } from "./sections/projects.js";
import { protectedBranches } from "./sections/protected-branches.js";
import { protectedEnvironments } from "./sections/protected-environments.js";
import { reactions } from "./sections/reactions.js";
import { releases } from "./sections/releases.js";
import { repository } from "./sections/repository.js";
import { tags } from "./sections/tags.js";
import { topics } from "./sections/topics.js";
import { users } from "./sections/users.js";
import { vendorSections } from "./vendor/index.gen.js";

/** What the API description describes. Their seeds are loaded in this order. */
const sections: readonly Resource[] = [
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

/** All parts of the platform. */
export const resources: readonly Resource[] = [...sections, ...vendorSections];

/** All parts of a seed, in the order in which they are loaded. */
export const seedParts: readonly SeedPart[] = resources.flatMap(({ seeds = [] }) => seeds);
