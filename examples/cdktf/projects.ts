import type { Construct } from "constructs";
import {
  ApprovalRule,
  ApprovalSettings,
  Integration,
  Project,
  ProtectedBranch,
  type ApprovalRuleProps,
  type ApprovalSettingsProps,
  type ProjectProps,
  type ProtectedBranchProps,
} from "trueup/cdktn";

import type { Groups } from "./groups.js";
import type { Topics } from "./instance.js";

/** What is said of one project: where it lies, its attributes, and what hangs on it. */
interface Declared extends Omit<ProjectProps, "fullPath"> {
  readonly rules?: { readonly [name: string]: Omit<ApprovalRuleProps, "project" | "name"> };
  readonly branches?: { readonly [name: string]: Omit<ProtectedBranchProps, "project" | "group" | "name"> };
  readonly approvals?: Omit<ApprovalSettingsProps, "project" | "group">;
}

/** Nobody merges alone what they wrote. */
const nobodyAlone = {
  resetApprovalsOnPush: true,
  mergeRequestsAuthorApproval: false,
  mergeRequestsDisableCommittersApproval: true,
};

/** Merges are fast forward, and only of what works. */
const strict = { mergeMethod: "ff", onlyAllowMergeIfPipelineSucceeds: true } as const;

/** All projects. */
export function makeProjects(scope: Construct, groups: Groups, topics: Topics, secrets: { readonly chatWebhook: string }): void {
  makeCompanyProjects(scope, groups);
  makeDataProjects(scope, groups, topics);
  makePlatformProjects(scope, groups, topics);
  makeSecurityProjects(scope, groups);
  makeShopProjects(scope, groups, topics, secrets);
}

/** A project below a group, with its rules and settings. */
function makeProject(
  scope: Construct,
  below: Groups[keyof Groups],
  name: string,
  { rules, branches, approvals, ...own }: Declared,
): Project {
  const id = `${below.node.id}-${name}`;
  const project = new Project(scope, id, { fullPath: `${below.fullPath}/${name}`, ...own });
  if (approvals) new ApprovalSettings(scope, `${id}-approvals`, { project: project.fullPath, ...approvals });
  const protections = Object.entries(branches ?? {}).map(
    ([branch, declared]) =>
      new ProtectedBranch(scope, `${id}-branch-${branch.replace("/*", "")}`, { project: project.fullPath, name: branch, ...declared }),
  );
  for (const [name, declared] of Object.entries(rules ?? {})) {
    const place = { project: project.fullPath, name };
    // A rule names branches by names alone: that they are protected before, Terraform must be told.
    new ApprovalRule(scope, `${id}-rule-${name.toLowerCase()}`, { ...place, ...declared, dependsOn: protections });
  }
  return project;
}

function makeCompanyProjects(scope: Construct, { acme }: Groups): void {
  const handbook = makeProject(scope, acme, "handbook", {
    description: "How we work",
    visibility: "internal",
    initializeWithReadme: true, // only looked at when the project is made
    issuesAccessLevel: "enabled",
    buildsAccessLevel: "disabled",
    containerRegistryAccessLevel: "disabled",
    snippetsAccessLevel: "disabled",
  });
  // Each integration has attributes of its own: one of them stands here, and the compiler knows what it takes.
  new Integration(scope, "handbook-wiki", {
    project: handbook.fullPath,
    externalWiki: { externalWikiUrl: "https://wiki.acme.example" },
  });
  // Nobody works here any more, and nobody should. To write to it again: archived: false.
  makeProject(scope, acme, "legacy-intranet", { description: "The intranet of 2011", visibility: "private", archived: true });
}

function makeDataProjects(scope: Construct, { data }: Groups, topics: Topics): void {
  const common = { visibility: "private", topics: [topics.data.name] } as const;
  makeProject(scope, data, "warehouse", {
    ...common,
    description: "All tables",
    initializeWithReadme: true,
    // Anybody may approve, but somebody must.
    rules: { Anybody: { approvalsRequired: 1, ruleType: "any_approver" } },
  });
  makeProject(scope, data, "pipelines", {
    ...common,
    description: "From there to here",
    autoCancelPendingPipelines: "disabled",
    buildTimeout: 14400, // seconds
  });
  makeProject(scope, data, "notebooks", {
    ...common,
    description: "Questions and answers",
    lfsEnabled: true,
    // Leaving an attribute out leaves it alone. This unsets it: here, jobs fetch the whole history.
    unset: ["ci_default_git_depth"],
  });
}

function makePlatformProjects(scope: Construct, groups: Groups, topics: Topics): void {
  const { platform, release, security } = groups;
  const infrastructure = topics.infrastructure.name;
  makeProject(scope, platform, "gateway", {
    ...strict,
    description: "Everything comes through here",
    visibility: "internal",
    topics: [infrastructure, topics.typescript.name],
    initializeWithReadme: true,
    defaultBranch: "main",
    squashOption: "default_on",
    onlyAllowMergeIfAllDiscussionsAreResolved: true,
    removeSourceBranchAfterMerge: true,
    approvals: nobodyAlone,
    // Who may push and merge, by branch or wildcard.
    branches: {
      main: { allowedToPush: [{ accessLevel: "no_access" }], allowedToMerge: [{ accessLevel: "maintainer" }] },
      "release/*": {
        allowedToPush: [{ accessLevel: "maintainer" }],
        allowedToMerge: [{ accessLevel: "maintainer" }],
        codeOwnerApprovalRequired: true,
      },
    },
    rules: {
      Platform: { approvalsRequired: 1, groups: [platform.fullPath] },
      Security: { approvalsRequired: 1, groups: [security.fullPath], protectedBranches: ["main"] },
    },
  });
  makeProject(scope, platform, "clusters", {
    ...strict,
    description: "Where everything runs",
    visibility: "private",
    topics: [infrastructure],
    initializeWithReadme: true,
    ciForwardDeploymentEnabled: true,
    approvals: nobodyAlone,
    rules: { Release: { approvalsRequired: 2, groups: [release.fullPath], appliesToAllProtectedBranches: true } },
  });
  makeProject(scope, platform, "terraform-modules", {
    ...strict,
    description: "Building blocks",
    visibility: "internal",
    topics: [infrastructure],
  });
  makeProject(scope, platform, "observability", {
    description: "Sees it first",
    visibility: "internal",
    topics: [infrastructure, topics.data.name],
    mergeMethod: "ff",
  });
  makeProject(scope, platform, "images", {
    description: "Base images of all services",
    visibility: "internal",
    topics: [infrastructure],
    // Old images go by themselves: all but the newest ten tags and the releases, after a month.
    containerExpirationPolicy: {
      enabled: true,
      cadence: "7d",
      keepN: 10,
      olderThan: "30d",
      nameRegex: ".*",
      nameRegexKeep: "v.*",
    },
  });
  makeProject(scope, platform, "runners", {
    description: "Where the jobs run",
    visibility: "private",
    topics: [infrastructure],
    buildTimeout: 7200, // seconds
  });
  makeProject(scope, release, "train", {
    ...strict,
    description: "Leaves on Tuesdays",
    visibility: "private",
    initializeWithReadme: true,
    mergePipelinesEnabled: true,
    mergeTrainsEnabled: true,
  });
}

function makeSecurityProjects(scope: Construct, { security }: Groups): void {
  makeProject(scope, security, "policies", {
    description: "What must be so",
    visibility: "private",
    initializeWithReadme: true,
    mergeMethod: "ff",
    approvals: { resetApprovalsOnPush: true, mergeRequestsAuthorApproval: false },
    rules: { Security: { approvalsRequired: 2, groups: [security.fullPath] } },
  });
  makeProject(scope, security, "incidents", {
    description: "What went wrong, and what we learned",
    visibility: "private",
    wikiAccessLevel: "private",
    forkingAccessLevel: "disabled",
  });
}

function makeShopProjects(scope: Construct, groups: Groups, topics: Topics, secrets: { readonly chatWebhook: string }): void {
  const { release, security, shop } = groups;
  const typescript = topics.typescript.name;
  const byTheShop = { Shop: { approvalsRequired: 1, groups: [shop.fullPath] } };
  const web = makeProject(scope, shop, "web", {
    ...strict,
    description: "The storefront",
    visibility: "internal",
    topics: [typescript],
    initializeWithReadme: true,
    squashOption: "always",
    mergeCommitTemplate: "%{title}\n\nMerged as %{reference}.\n",
    // The release team may push to it, although it belongs to the shop.
    sharedWithGroups: [{ group: release.fullPath, accessLevel: "developer" }],
    approvals: { resetApprovalsOnPush: true, mergeRequestsAuthorApproval: false },
    rules: byTheShop,
  });
  new Integration(scope, "web-emails", {
    project: web.fullPath,
    emailsOnPush: {
      recipients: "shop@acme.example oncall@acme.example",
      branchesToBeNotified: "protected",
      pushEvents: true,
      tagPushEvents: true,
    },
  });
  // The address of the chat room is a secret: who has it can post there. To send it again, raise webhookVersion.
  new Integration(scope, "web-chat", {
    project: web.fullPath,
    pumble: { webhook: secrets.chatWebhook, notifyOnlyBrokenPipelines: true },
  });

  const api = makeProject(scope, shop, "api", {
    ...strict,
    description: "What the storefront asks",
    visibility: "internal",
    topics: [typescript],
    initializeWithReadme: true,
    rules: byTheShop,
  });
  new Integration(scope, "api-tracker", {
    project: api.fullPath,
    customIssueTracker: {
      projectUrl: "https://tracker.acme.example/projects/api",
      issuesUrl: "https://tracker.acme.example/issues/:id",
      newIssueUrl: "https://tracker.acme.example/projects/api/new",
    },
  });
  makeProject(scope, shop, "checkout", {
    ...strict,
    description: "Takes the money",
    visibility: "private",
    topics: [topics.payments.name, typescript],
    initializeWithReadme: true,
    onlyAllowMergeIfAllDiscussionsAreResolved: true,
    ciSeparatedCaches: true,
    approvals: { ...nobodyAlone, disableOverridingApproversPerMergeRequest: true },
    rules: {
      ...byTheShop,
      Security: { approvalsRequired: 2, groups: [security.fullPath], protectedBranches: ["main"] },
    },
  });
  makeProject(scope, shop, "mobile", {
    description: "The shop in your pocket",
    visibility: "internal",
    topics: [typescript],
    lfsEnabled: true,
    ciConfigPath: "ci/mobile.yml",
  });
  makeProject(scope, shop, "design-system", {
    description: "Buttons, and what they look like",
    visibility: "internal",
    topics: [typescript],
    pagesAccessLevel: "enabled",
    packagesEnabled: true,
  });
  makeProject(scope, shop, "search", {
    description: "Finds anvils",
    visibility: "internal",
    topics: [topics.data.name, typescript],
  });
}
