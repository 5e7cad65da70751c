import type { Construct } from "constructs";
import { Appearance, ApplicationSettings, Topic } from "trueup/cdktn";

import { picture } from "./pictures.js";

/** The topics that projects are found by. */
export type Topics = Readonly<Record<"typescript" | "payments" | "data" | "infrastructure", Topic>>;

/** Settings of the whole instance, its looks, and topics. Of more than a hundred settings, Acme cares about the few below. */
export function makeInstance(
  scope: Construct,
  secrets: { readonly spamKey: string },
): { readonly settings: ApplicationSettings; readonly topics: Topics } {
  const settings = new ApplicationSettings(scope, "settings", {
    // Who gets in: nobody by signing up, and only with an address of the company.
    signupEnabled: false,
    domainAllowlist: ["acme.example", "shop.acme.example"],
    passwordAuthenticationEnabledForWeb: false,
    sessionExpireDelay: 720, // minutes

    // What new things are like. A group or project that does not say otherwise is seen by everybody who is signed in.
    defaultBranchName: "main",
    defaultBranchProtection: 2,
    defaultGroupVisibility: "internal",
    defaultProjectVisibility: "internal",
    restrictedVisibilityLevels: ["public"],

    // What was deleted by mistake can be had back for two weeks.
    deletionAdjournedPeriod: 14,

    // Old jobs cannot be run again. Durations are words; "365 days" would be the same and no change.
    archiveBuildsInHumanReadable: "1 year",
    defaultArtifactsExpireIn: "30 days",
    maxAttachmentSize: 50, // MB
    firstDayOfWeek: 1,

    // To send the key again after it has changed, raise spamfilterApiKeyVersion.
    spamfilterEnabled: true,
    spamfilterApiKey: secrets.spamKey,
  });

  new Appearance(scope, "appearance", {
    title: "Acme builds",
    description:
      "The home of everything that Acme builds.\n\nQuestions? Ask in **#platform**, or read the [handbook](/acme/handbook).\n",
    // Uploaded again only when their content changes.
    logo: picture(scope, "logo.png"),
    headerLogo: picture(scope, "header.png"),
    favicon: picture(scope, "favicon.png"),
    newProjectGuidelines: "Projects are made by a merge request in the desired state, not by hand.",
    messageBackgroundColor: "#182848",
    messageFontColor: "#FFFFFF",
  });

  return { settings, topics: makeTopics(scope) };
}

function makeTopics(scope: Construct): Topics {
  return {
    typescript: new Topic(scope, "typescript", {
      name: "typescript",
      title: "TypeScript",
      description: "Typed services and pages",
      avatar: picture(scope, "topics/typescript.png"),
    }),
    payments: new Topic(scope, "payments", {
      name: "payments",
      title: "Payments",
      description: "Everything that moves money; needs a second pair of eyes",
      avatar: picture(scope, "topics/payments.png"),
    }),
    data: new Topic(scope, "data", {
      name: "data",
      title: "Data",
      description: "Tables, pipelines and models",
      avatar: picture(scope, "topics/data.png"),
    }),
    infrastructure: new Topic(scope, "infrastructure", {
      name: "infrastructure",
      title: "Infrastructure",
      description: "What the others run on",
    }),
  };
}
