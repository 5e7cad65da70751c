import type { Construct } from "constructs";
import { Group, ProtectedEnvironment, type ApplicationSettings } from "trueup/cdktn";

import { picture } from "./pictures.js";

/** The groups of Acme. */
export type Groups = Readonly<Record<"acme" | "data" | "platform" | "release" | "security" | "shop", Group>>;

/** Groups, and who may deploy what is in them. A path that is made of another group's tells Terraform which of them is made first. */
export function makeGroups(scope: Construct, settings: ApplicationSettings): Groups {
  const acme = new Group(scope, "acme", {
    fullPath: "acme",
    name: "Acme",
    description: "Everything that Acme builds",
    visibility: "internal",
    projectCreationLevel: "noone", // projects come from this program
    subgroupCreationLevel: "owner",
    requireTwoFactorAuthentication: true,
    twoFactorGracePeriod: 24, // hours
    requestAccessEnabled: false,
    preventSharingGroupsOutsideHierarchy: true,
    // No attribute of it stands above, so that it comes after the settings has to be said.
    dependsOn: [settings],
  });
  const platform = new Group(scope, "platform", {
    fullPath: `${acme.fullPath}/platform`,
    name: "Platform",
    description: "Runs what the others build on",
    visibility: "internal",
    requestAccessEnabled: false,
  });
  const groups = {
    acme,
    platform,
    data: new Group(scope, "data-group", {
      fullPath: `${acme.fullPath}/data`,
      name: "Data",
      description: "Knows how many anvils were sold",
      visibility: "private",
      lfsEnabled: true,
    }),
    release: new Group(scope, "release", {
      fullPath: `${platform.fullPath}/release`,
      name: "Release",
      description: "Brings it out",
      visibility: "private", // a child may be more closed than its parent, never more open
    }),
    security: new Group(scope, "security", {
      fullPath: `${acme.fullPath}/security`,
      name: "Security",
      description: "Says no, and how to get to yes",
      visibility: "private",
      mentionsDisabled: false,
      shareWithGroupLock: true,
    }),
    shop: new Group(scope, "shop", {
      fullPath: `${acme.fullPath}/shop`,
      name: "Shop",
      description: "Sells anvils",
      visibility: "internal",
      avatar: picture(scope, "shop.png"),
      emailsDisabled: false,
    }),
  };
  makeEnvironments(scope, groups);
  return groups;
}

function makeEnvironments(scope: Construct, { platform, release, shop }: Groups): void {
  new ProtectedEnvironment(scope, "platform-production", {
    group: platform.fullPath,
    name: "production",
    deployAccessLevels: [{ accessLevel: "maintainer" }, { group: release.fullPath }],
    requiredApprovalCount: 1,
    approvalRules: [{ group: release.fullPath, requiredApprovals: 1 }],
  });
  new ProtectedEnvironment(scope, "platform-staging", {
    group: platform.fullPath,
    name: "staging",
    deployAccessLevels: [{ accessLevel: "developer" }],
  });
  new ProtectedEnvironment(scope, "shop-production", {
    group: shop.fullPath,
    name: "production",
    deployAccessLevels: [{ accessLevel: "maintainer" }],
  });
}
