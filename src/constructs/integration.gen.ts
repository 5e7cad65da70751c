// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import type { ExactlyOne } from "./exactly-one.js";
import { TrueupDataSource, TrueupResource } from "./resource.js";

/** Adds commit messages as comments to tasks. */
export interface IntegrationAsana {
  /** Token of the user in whose name comments are made. Write-only: it is in no plan and no state. Raise `api_key_version` to send it again. */
  readonly apiKey?: string;
  /** Any number; when it changes, api_key is sent again. */
  readonly apiKeyVersion?: number;
  /** Branches whose commits are looked at, comma-separated; unset is all. Can be unset: name it in `unset`. */
  readonly restrictToBranch?: string;
}

/** Sends commits to a source-commit endpoint. */
export interface IntegrationAssembla {
  /** Token for the endpoint. Write-only: it is in no plan and no state. Raise `token_version` to send it again. */
  readonly token?: string;
  /** Any number; when it changes, token is sent again. */
  readonly tokenVersion?: number;
  /** Subdomain of the endpoint. Can be unset: name it in `unset`. */
  readonly subdomain?: string;
}

/** Runs builds on a build server with plan keys. */
export interface IntegrationBamboo {
  /** Address of the build server. Allowed: at least 1 characters. */
  readonly buildserverUrl: string;
  /** The certificate of the build server is checked. Default: `true`. */
  readonly enableSslVerification?: boolean | IResolvable;
  /** Key of the build plan. Allowed: at least 1 characters. */
  readonly buildKey: string;
  /** User who may start the build. Allowed: at least 1 characters. */
  readonly username: string;
  /** Password of that user. Write-only: it is in no plan and no state. Raise `password_version` to send it again. */
  readonly password?: string;
  /** Any number; when it changes, password is sent again. */
  readonly passwordVersion?: number;
}

/** Links issues to an external issue tracker. In files it is called `custom-issue-tracker`. */
export interface IntegrationCustomIssueTracker {
  /** Address of the form for a new issue. Allowed: at least 1 characters. */
  readonly newIssueUrl: string;
  /** Address of an issue; :id stands for its number. Allowed: at least 1 characters. */
  readonly issuesUrl: string;
  /** Address of the project in the tracker. Allowed: at least 1 characters. */
  readonly projectUrl: string;
}

/** Links issues to an external issue tracker. */
export interface IntegrationBugzilla {
  /** Address of the form for a new issue. Allowed: at least 1 characters. */
  readonly newIssueUrl: string;
  /** Address of an issue; :id stands for its number. Allowed: at least 1 characters. */
  readonly issuesUrl: string;
  /** Address of the project in the tracker. Allowed: at least 1 characters. */
  readonly projectUrl: string;
}

/** Links issues to work items of an external tracker. */
export interface IntegrationEwm {
  /** Address of the form for a new issue. Allowed: at least 1 characters. */
  readonly newIssueUrl: string;
  /** Address of a work item; :id stands for its number. Allowed: an address that contains :id. */
  readonly issuesUrl: string;
  /** Address of the project in the tracker. Allowed: at least 1 characters. */
  readonly projectUrl: string;
}

/** Starts pipelines of an external CI service. */
export interface IntegrationBuildkite {
  /** Token that the service gave for the project. Write-only: it is in no plan and no state. Raise `token_version` to send it again. */
  readonly token?: string;
  /** Any number; when it changes, token is sent again. */
  readonly tokenVersion?: number;
  /** Address of the pipeline at the service. Allowed: at least 1 characters. */
  readonly projectUrl: string;
  /**
   * Has no effect: certificates are always checked. The platform never shows it: drift cannot be seen.
   *
   * @deprecated Nothing: certificates are always checked.
   */
  readonly enableSslVerification?: boolean | IResolvable;
  /** Reacts to pushes. Default: `true`. */
  readonly pushEvents?: boolean | IResolvable;
  /** Reacts to changes of merge requests. Default: `true`. */
  readonly mergeRequestsEvents?: boolean | IResolvable;
  /** Reacts to tag pushes. Default: `true`. */
  readonly tagPushEvents?: boolean | IResolvable;
}

/** Tells a chat room about pushes. */
export interface IntegrationCampfire {
  /** Token for the chat service. Write-only: it is in no plan and no state. Raise `token_version` to send it again. */
  readonly token?: string;
  /** Any number; when it changes, token is sent again. */
  readonly tokenVersion?: number;
  /** Subdomain of the chat service. Can be unset: name it in `unset`. */
  readonly subdomain?: string;
  /** Id of the room, the last part of its address. Can be unset: name it in `unset`. */
  readonly room?: string;
}

/** Sends data on pipelines to a monitoring service. */
export interface IntegrationDatadog {
  /** Key for the monitoring service. Write-only: it is in no plan and no state. Raise `api_key_version` to send it again. */
  readonly apiKey?: string;
  /** Any number; when it changes, api_key is sent again. */
  readonly apiKeyVersion?: number;
  /** Address of the service, instead of the site. Can be unset: name it in `unset`. */
  readonly apiUrl?: string;
  /** Environment that data is tagged with. Can be unset: name it in `unset`. */
  readonly monitoringEnv?: string;
  /** Service that data is tagged with. Can be unset: name it in `unset`. */
  readonly monitoringService?: string;
  /** Site of the service that data is sent to. Default: `datadoghq.com`. Can be unset: name it in `unset`. */
  readonly monitoringSite?: string;
  /** Further tags, one key:value on each line. Can be unset: name it in `unset`. */
  readonly monitoringTags?: string;
  /** Job logs are sent too. Default: `false`. Since release 15.3. */
  readonly archiveTraceEvents?: boolean | IResolvable;
}

/** Tells a chat room about events. In files it is called `unify-circuit`. */
export interface IntegrationUnifyCircuit {
  /** Address that messages are posted to; it is a secret. Write-only: it is in no plan and no state. Raise `webhook_version` to send it again. */
  readonly webhook?: string;
  /** Any number; when it changes, webhook is sent again. */
  readonly webhookVersion?: number;
  /** Only failed pipelines are told about. Default: `true`. */
  readonly notifyOnlyBrokenPipelines?: boolean | IResolvable;
  /** Branches that are told about. Allowed: `all`, `default`, `protected`, `default_and_protected`. Default: `default`. */
  readonly branchesToBeNotified?: "all" | "default" | "protected" | "default_and_protected" | IResolvable;
  /** Reacts to pushes. Default: `true`. */
  readonly pushEvents?: boolean | IResolvable;
  /** Reacts to changes of issues. Default: `true`. */
  readonly issuesEvents?: boolean | IResolvable;
  /** Reacts to changes of confidential issues. Default: `true`. */
  readonly confidentialIssuesEvents?: boolean | IResolvable;
  /** Reacts to changes of merge requests. Default: `true`. */
  readonly mergeRequestsEvents?: boolean | IResolvable;
  /** Reacts to tag pushes. Default: `true`. */
  readonly tagPushEvents?: boolean | IResolvable;
  /** Reacts to comments. Default: `true`. */
  readonly noteEvents?: boolean | IResolvable;
  /** Reacts to comments on confidential items. Default: `true`. */
  readonly confidentialNoteEvents?: boolean | IResolvable;
  /** Reacts to pipelines. Default: `true`. */
  readonly pipelineEvents?: boolean | IResolvable;
  /** Reacts to changes of wiki pages. Default: `true`. */
  readonly wikiPageEvents?: boolean | IResolvable;
}

/** Tells a chat room about events. */
export interface IntegrationPumble {
  /** Address that messages are posted to; it is a secret. Write-only: it is in no plan and no state. Raise `webhook_version` to send it again. */
  readonly webhook?: string;
  /** Any number; when it changes, webhook is sent again. */
  readonly webhookVersion?: number;
  /** Only failed pipelines are told about. Default: `true`. */
  readonly notifyOnlyBrokenPipelines?: boolean | IResolvable;
  /** Branches that are told about. Allowed: `all`, `default`, `protected`, `default_and_protected`. Default: `default`. */
  readonly branchesToBeNotified?: "all" | "default" | "protected" | "default_and_protected" | IResolvable;
  /** Reacts to pushes. Default: `true`. */
  readonly pushEvents?: boolean | IResolvable;
  /** Reacts to changes of issues. Default: `true`. */
  readonly issuesEvents?: boolean | IResolvable;
  /** Reacts to changes of confidential issues. Default: `true`. */
  readonly confidentialIssuesEvents?: boolean | IResolvable;
  /** Reacts to changes of merge requests. Default: `true`. */
  readonly mergeRequestsEvents?: boolean | IResolvable;
  /** Reacts to tag pushes. Default: `true`. */
  readonly tagPushEvents?: boolean | IResolvable;
  /** Reacts to comments. Default: `true`. */
  readonly noteEvents?: boolean | IResolvable;
  /** Reacts to comments on confidential items. Default: `true`. */
  readonly confidentialNoteEvents?: boolean | IResolvable;
  /** Reacts to pipelines. Default: `true`. */
  readonly pipelineEvents?: boolean | IResolvable;
  /** Reacts to changes of wiki pages. Default: `true`. */
  readonly wikiPageEvents?: boolean | IResolvable;
}

/** Tells a chat room about events. In files it is called `webex-teams`. */
export interface IntegrationWebexTeams {
  /** Address that messages are posted to; it is a secret. Write-only: it is in no plan and no state. Raise `webhook_version` to send it again. */
  readonly webhook?: string;
  /** Any number; when it changes, webhook is sent again. */
  readonly webhookVersion?: number;
  /** Only failed pipelines are told about. Default: `true`. */
  readonly notifyOnlyBrokenPipelines?: boolean | IResolvable;
  /** Branches that are told about. Allowed: `all`, `default`, `protected`, `default_and_protected`. Default: `default`. */
  readonly branchesToBeNotified?: "all" | "default" | "protected" | "default_and_protected" | IResolvable;
  /** Reacts to pushes. Default: `true`. */
  readonly pushEvents?: boolean | IResolvable;
  /** Reacts to changes of issues. Default: `true`. */
  readonly issuesEvents?: boolean | IResolvable;
  /** Reacts to changes of confidential issues. Default: `true`. */
  readonly confidentialIssuesEvents?: boolean | IResolvable;
  /** Reacts to changes of merge requests. Default: `true`. */
  readonly mergeRequestsEvents?: boolean | IResolvable;
  /** Reacts to tag pushes. Default: `true`. */
  readonly tagPushEvents?: boolean | IResolvable;
  /** Reacts to comments. Default: `true`. */
  readonly noteEvents?: boolean | IResolvable;
  /** Reacts to comments on confidential items. Default: `true`. */
  readonly confidentialNoteEvents?: boolean | IResolvable;
  /** Reacts to pipelines. Default: `true`. */
  readonly pipelineEvents?: boolean | IResolvable;
  /** Reacts to changes of wiki pages. Default: `true`. */
  readonly wikiPageEvents?: boolean | IResolvable;
}

/** Tells a chat room about events. */
export interface IntegrationDiscord {
  /** Address that messages are posted to; it is a secret. Write-only: it is in no plan and no state. Raise `webhook_version` to send it again. */
  readonly webhook?: string;
  /** Any number; when it changes, webhook is sent again. */
  readonly webhookVersion?: number;
}

/** Starts pipelines on an external CI server. In files it is called `drone-ci`. */
export interface IntegrationDroneCi {
  /** Token for the CI server. Write-only: it is in no plan and no state. Raise `token_version` to send it again. */
  readonly token?: string;
  /** Any number; when it changes, token is sent again. */
  readonly tokenVersion?: number;
  /** Address of the CI server. Allowed: at least 1 characters. */
  readonly ciserverUrl: string;
  /** The certificate of the build server is checked. Default: `true`. */
  readonly enableSslVerification?: boolean | IResolvable;
  /** Reacts to pushes. Default: `true`. */
  readonly pushEvents?: boolean | IResolvable;
  /** Reacts to changes of merge requests. Default: `true`. */
  readonly mergeRequestsEvents?: boolean | IResolvable;
  /** Reacts to tag pushes. Default: `true`. */
  readonly tagPushEvents?: boolean | IResolvable;
}

/** Sends an e-mail about each push. In files it is called `emails-on-push`. */
export interface IntegrationEmailsOnPush {
  /** Addresses that e-mails go to, separated by blanks. Allowed: at least 1 characters. */
  readonly recipients: string;
  /** E-mails leave out the code that changed. Default: `false`. */
  readonly disableDiffs?: boolean | IResolvable;
  /** E-mails come from the address of the committer. Default: `false`. */
  readonly sendFromCommitterEmail?: boolean | IResolvable;
  /** Reacts to pushes. Default: `true`. */
  readonly pushEvents?: boolean | IResolvable;
  /** Reacts to tag pushes. Default: `true`. */
  readonly tagPushEvents?: boolean | IResolvable;
  /** Branches that are told about. Allowed: `all`, `default`, `protected`, `default_and_protected`. Default: `all`. */
  readonly branchesToBeNotified?: "all" | "default" | "protected" | "default_and_protected" | IResolvable;
}

/** Puts a link to a workspace in the place of the wiki. */
export interface IntegrationConfluence {
  /** Address of the workspace. Allowed: at least 1 characters. */
  readonly workspaceUrl: string;
}

/** Puts a link to an external wiki in the place of the wiki. In files it is called `external-wiki`. */
export interface IntegrationExternalWiki {
  /** Address of the external wiki. Allowed: at least 1 characters. */
  readonly externalWikiUrl: string;
}

/** Sends Git activity to a chat flow. Gone since release 15.7. */
export interface IntegrationFlowdock {
  /** Token of the flow. Write-only: it is in no plan and no state. Raise `token_version` to send it again. */
  readonly token?: string;
  /** Any number; when it changes, token is sent again. */
  readonly tokenVersion?: number;
}

/** Sends the status of pipelines to commits of an external repository. Needs tier premium. */
export interface IntegrationGithub {
  /** Token for the external repository, with the scope for commit statuses. Write-only: it is in no plan and no state. Raise `token_version` to send it again. */
  readonly token?: string;
  /** Any number; when it changes, token is sent again. */
  readonly tokenVersion?: number;
  /** Address of the external repository. Allowed: at least 1 characters. */
  readonly repositoryUrl: string;
  /** The instance's name, not the branch, is added to the name of the check. Default: `true`. */
  readonly staticContext?: boolean | IResolvable;
}

/** Connects a project to an external tool. What all of them have. */
export interface IntegrationOwn extends TerraformMetaArguments {
  /** Full path of the project that it belongs to, such as `acme/platform/web`. */
  readonly project: string;
  /** Attributes that are to be unset, which leaving them out does not do: names, with dots for what stands inside of another. What `null` says in the files. */
  readonly unset?: readonly string[] | IResolvable;
}

/** Of these, each has one. */
export interface IntegrationShapes {
  /** Adds commit messages as comments to tasks. */
  readonly asana?: IntegrationAsana | IResolvable;
  /** Sends commits to a source-commit endpoint. */
  readonly assembla?: IntegrationAssembla | IResolvable;
  /** Runs builds on a build server with plan keys. */
  readonly bamboo?: IntegrationBamboo | IResolvable;
  /** Links issues to an external issue tracker. In files it is called `custom-issue-tracker`. */
  readonly customIssueTracker?: IntegrationCustomIssueTracker | IResolvable;
  /** Links issues to an external issue tracker. */
  readonly bugzilla?: IntegrationBugzilla | IResolvable;
  /** Links issues to work items of an external tracker. */
  readonly ewm?: IntegrationEwm | IResolvable;
  /** Starts pipelines of an external CI service. */
  readonly buildkite?: IntegrationBuildkite | IResolvable;
  /** Tells a chat room about pushes. */
  readonly campfire?: IntegrationCampfire | IResolvable;
  /** Sends data on pipelines to a monitoring service. */
  readonly datadog?: IntegrationDatadog | IResolvable;
  /** Tells a chat room about events. In files it is called `unify-circuit`. */
  readonly unifyCircuit?: IntegrationUnifyCircuit | IResolvable;
  /** Tells a chat room about events. */
  readonly pumble?: IntegrationPumble | IResolvable;
  /** Tells a chat room about events. In files it is called `webex-teams`. */
  readonly webexTeams?: IntegrationWebexTeams | IResolvable;
  /** Tells a chat room about events. */
  readonly discord?: IntegrationDiscord | IResolvable;
  /** Starts pipelines on an external CI server. In files it is called `drone-ci`. */
  readonly droneCi?: IntegrationDroneCi | IResolvable;
  /** Sends an e-mail about each push. In files it is called `emails-on-push`. */
  readonly emailsOnPush?: IntegrationEmailsOnPush | IResolvable;
  /** Puts a link to a workspace in the place of the wiki. */
  readonly confluence?: IntegrationConfluence | IResolvable;
  /** Puts a link to an external wiki in the place of the wiki. In files it is called `external-wiki`. */
  readonly externalWiki?: IntegrationExternalWiki | IResolvable;
  /** Sends Git activity to a chat flow. Gone since release 15.7. */
  readonly flowdock?: IntegrationFlowdock | IResolvable;
  /** Sends the status of pipelines to commits of an external repository. Needs tier premium. */
  readonly github?: IntegrationGithub | IResolvable;
}

/** Connects a project to an external tool. */
export type IntegrationProps = IntegrationOwn & ExactlyOne<IntegrationShapes>;

/** Names in Terraform. */
const namesOfIntegration = {
  project: "project",
  asana: {
    name: "asana",
    mode: "single",
    attributes: {
      apiKey: "api_key",
      apiKeyVersion: "api_key_version",
      restrictToBranch: "restrict_to_branch",
    },
  },
  assembla: {
    name: "assembla",
    mode: "single",
    attributes: {
      token: "token",
      tokenVersion: "token_version",
      subdomain: "subdomain",
    },
  },
  bamboo: {
    name: "bamboo",
    mode: "single",
    attributes: {
      buildserverUrl: "buildserver_url",
      enableSslVerification: "enable_ssl_verification",
      buildKey: "build_key",
      username: "username",
      password: "password",
      passwordVersion: "password_version",
    },
  },
  customIssueTracker: {
    name: "custom_issue_tracker",
    mode: "single",
    attributes: {
      newIssueUrl: "new_issue_url",
      issuesUrl: "issues_url",
      projectUrl: "project_url",
    },
  },
  bugzilla: {
    name: "bugzilla",
    mode: "single",
    attributes: {
      newIssueUrl: "new_issue_url",
      issuesUrl: "issues_url",
      projectUrl: "project_url",
    },
  },
  ewm: {
    name: "ewm",
    mode: "single",
    attributes: {
      newIssueUrl: "new_issue_url",
      issuesUrl: "issues_url",
      projectUrl: "project_url",
    },
  },
  buildkite: {
    name: "buildkite",
    mode: "single",
    attributes: {
      token: "token",
      tokenVersion: "token_version",
      projectUrl: "project_url",
      enableSslVerification: "enable_ssl_verification",
      pushEvents: "push_events",
      mergeRequestsEvents: "merge_requests_events",
      tagPushEvents: "tag_push_events",
    },
  },
  campfire: {
    name: "campfire",
    mode: "single",
    attributes: {
      token: "token",
      tokenVersion: "token_version",
      subdomain: "subdomain",
      room: "room",
    },
  },
  datadog: {
    name: "datadog",
    mode: "single",
    attributes: {
      apiKey: "api_key",
      apiKeyVersion: "api_key_version",
      apiUrl: "api_url",
      monitoringEnv: "monitoring_env",
      monitoringService: "monitoring_service",
      monitoringSite: "monitoring_site",
      monitoringTags: "monitoring_tags",
      archiveTraceEvents: "archive_trace_events",
    },
  },
  unifyCircuit: {
    name: "unify_circuit",
    mode: "single",
    attributes: {
      webhook: "webhook",
      webhookVersion: "webhook_version",
      notifyOnlyBrokenPipelines: "notify_only_broken_pipelines",
      branchesToBeNotified: "branches_to_be_notified",
      pushEvents: "push_events",
      issuesEvents: "issues_events",
      confidentialIssuesEvents: "confidential_issues_events",
      mergeRequestsEvents: "merge_requests_events",
      tagPushEvents: "tag_push_events",
      noteEvents: "note_events",
      confidentialNoteEvents: "confidential_note_events",
      pipelineEvents: "pipeline_events",
      wikiPageEvents: "wiki_page_events",
    },
  },
  pumble: {
    name: "pumble",
    mode: "single",
    attributes: {
      webhook: "webhook",
      webhookVersion: "webhook_version",
      notifyOnlyBrokenPipelines: "notify_only_broken_pipelines",
      branchesToBeNotified: "branches_to_be_notified",
      pushEvents: "push_events",
      issuesEvents: "issues_events",
      confidentialIssuesEvents: "confidential_issues_events",
      mergeRequestsEvents: "merge_requests_events",
      tagPushEvents: "tag_push_events",
      noteEvents: "note_events",
      confidentialNoteEvents: "confidential_note_events",
      pipelineEvents: "pipeline_events",
      wikiPageEvents: "wiki_page_events",
    },
  },
  webexTeams: {
    name: "webex_teams",
    mode: "single",
    attributes: {
      webhook: "webhook",
      webhookVersion: "webhook_version",
      notifyOnlyBrokenPipelines: "notify_only_broken_pipelines",
      branchesToBeNotified: "branches_to_be_notified",
      pushEvents: "push_events",
      issuesEvents: "issues_events",
      confidentialIssuesEvents: "confidential_issues_events",
      mergeRequestsEvents: "merge_requests_events",
      tagPushEvents: "tag_push_events",
      noteEvents: "note_events",
      confidentialNoteEvents: "confidential_note_events",
      pipelineEvents: "pipeline_events",
      wikiPageEvents: "wiki_page_events",
    },
  },
  discord: {
    name: "discord",
    mode: "single",
    attributes: {
      webhook: "webhook",
      webhookVersion: "webhook_version",
    },
  },
  droneCi: {
    name: "drone_ci",
    mode: "single",
    attributes: {
      token: "token",
      tokenVersion: "token_version",
      ciserverUrl: "ciserver_url",
      enableSslVerification: "enable_ssl_verification",
      pushEvents: "push_events",
      mergeRequestsEvents: "merge_requests_events",
      tagPushEvents: "tag_push_events",
    },
  },
  emailsOnPush: {
    name: "emails_on_push",
    mode: "single",
    attributes: {
      recipients: "recipients",
      disableDiffs: "disable_diffs",
      sendFromCommitterEmail: "send_from_committer_email",
      pushEvents: "push_events",
      tagPushEvents: "tag_push_events",
      branchesToBeNotified: "branches_to_be_notified",
    },
  },
  confluence: {
    name: "confluence",
    mode: "single",
    attributes: {
      workspaceUrl: "workspace_url",
    },
  },
  externalWiki: {
    name: "external_wiki",
    mode: "single",
    attributes: {
      externalWikiUrl: "external_wiki_url",
    },
  },
  flowdock: {
    name: "flowdock",
    mode: "single",
    attributes: {
      token: "token",
      tokenVersion: "token_version",
    },
  },
  github: {
    name: "github",
    mode: "single",
    attributes: {
      token: "token",
      tokenVersion: "token_version",
      repositoryUrl: "repository_url",
      staticContext: "static_context",
    },
  },
  unset: "unset",
} as const;

/** Connects a project to an external tool. */
export class Integration extends TrueupResource {
  static readonly tfResourceType = "trueup_integration";

  constructor(scope: Construct, id: string, properties: IntegrationProps) {
    super(scope, id, Integration.tfResourceType, namesOfIntegration, properties);
  }

  /** The address, as in the files. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the project that it belongs to, such as `acme/platform/web`. */
  get project(): string {
    return this.getStringAttribute("project");
  }

  /** Adds commit messages as comments to tasks. */
  get asana(): IResolvable {
    return this.interpolationForAttribute("asana");
  }

  /** Sends commits to a source-commit endpoint. */
  get assembla(): IResolvable {
    return this.interpolationForAttribute("assembla");
  }

  /** Runs builds on a build server with plan keys. */
  get bamboo(): IResolvable {
    return this.interpolationForAttribute("bamboo");
  }

  /** Links issues to an external issue tracker. In files it is called `custom-issue-tracker`. */
  get customIssueTracker(): IResolvable {
    return this.interpolationForAttribute("custom_issue_tracker");
  }

  /** Links issues to an external issue tracker. */
  get bugzilla(): IResolvable {
    return this.interpolationForAttribute("bugzilla");
  }

  /** Links issues to work items of an external tracker. */
  get ewm(): IResolvable {
    return this.interpolationForAttribute("ewm");
  }

  /** Starts pipelines of an external CI service. */
  get buildkite(): IResolvable {
    return this.interpolationForAttribute("buildkite");
  }

  /** Tells a chat room about pushes. */
  get campfire(): IResolvable {
    return this.interpolationForAttribute("campfire");
  }

  /** Sends data on pipelines to a monitoring service. */
  get datadog(): IResolvable {
    return this.interpolationForAttribute("datadog");
  }

  /** Tells a chat room about events. In files it is called `unify-circuit`. */
  get unifyCircuit(): IResolvable {
    return this.interpolationForAttribute("unify_circuit");
  }

  /** Tells a chat room about events. */
  get pumble(): IResolvable {
    return this.interpolationForAttribute("pumble");
  }

  /** Tells a chat room about events. In files it is called `webex-teams`. */
  get webexTeams(): IResolvable {
    return this.interpolationForAttribute("webex_teams");
  }

  /** Tells a chat room about events. */
  get discord(): IResolvable {
    return this.interpolationForAttribute("discord");
  }

  /** Starts pipelines on an external CI server. In files it is called `drone-ci`. */
  get droneCi(): IResolvable {
    return this.interpolationForAttribute("drone_ci");
  }

  /** Sends an e-mail about each push. In files it is called `emails-on-push`. */
  get emailsOnPush(): IResolvable {
    return this.interpolationForAttribute("emails_on_push");
  }

  /** Puts a link to a workspace in the place of the wiki. */
  get confluence(): IResolvable {
    return this.interpolationForAttribute("confluence");
  }

  /** Puts a link to an external wiki in the place of the wiki. In files it is called `external-wiki`. */
  get externalWiki(): IResolvable {
    return this.interpolationForAttribute("external_wiki");
  }

  /** Sends Git activity to a chat flow. Gone since release 15.7. */
  get flowdock(): IResolvable {
    return this.interpolationForAttribute("flowdock");
  }

  /** Sends the status of pipelines to commits of an external repository. Needs tier premium. */
  get github(): IResolvable {
    return this.interpolationForAttribute("github");
  }

  /** Attributes that are to be unset, which leaving them out does not do: names, with dots for what stands inside of another. What `null` says in the files. */
  get unset(): string[] {
    return this.getListAttribute("unset");
  }
}

/** Reads it. Connects a project to an external tool. */
export interface DataTrueupIntegrationProps extends TerraformMetaArguments {
  /** Full path of the project that it belongs to, such as `acme/platform/web`. */
  readonly project: string;
  /** The integration's slug. Allowed: `asana`, `assembla`, `bamboo`, `custom-issue-tracker`, `bugzilla`, `ewm`, `buildkite`, `campfire`, `datadog`, `unify-circuit`, `pumble`, `webex-teams`, `discord`, `drone-ci`, `emails-on-push`, `confluence`, `external-wiki`, `flowdock`, `github`. */
  readonly slug: string;
}

/** Names in Terraform. */
const namesOfDataTrueupIntegration = {
  project: "project",
  slug: "slug",
} as const;

/** Reads it. Connects a project to an external tool. */
export class DataTrueupIntegration extends TrueupDataSource {
  static readonly tfResourceType = "trueup_integration";

  constructor(scope: Construct, id: string, properties: DataTrueupIntegrationProps) {
    super(scope, id, DataTrueupIntegration.tfResourceType, namesOfDataTrueupIntegration, properties);
  }

  /** The address, as in the files. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the project that it belongs to, such as `acme/platform/web`. */
  get project(): string {
    return this.getStringAttribute("project");
  }

  /** The integration's slug. Allowed: `asana`, `assembla`, `bamboo`, `custom-issue-tracker`, `bugzilla`, `ewm`, `buildkite`, `campfire`, `datadog`, `unify-circuit`, `pumble`, `webex-teams`, `discord`, `drone-ci`, `emails-on-push`, `confluence`, `external-wiki`, `flowdock`, `github`. */
  get slug(): string {
    return this.getStringAttribute("slug");
  }

  /** Adds commit messages as comments to tasks. */
  get asana(): IResolvable {
    return this.interpolationForAttribute("asana");
  }

  /** Sends commits to a source-commit endpoint. */
  get assembla(): IResolvable {
    return this.interpolationForAttribute("assembla");
  }

  /** Runs builds on a build server with plan keys. */
  get bamboo(): IResolvable {
    return this.interpolationForAttribute("bamboo");
  }

  /** Links issues to an external issue tracker. In files it is called `custom-issue-tracker`. */
  get customIssueTracker(): IResolvable {
    return this.interpolationForAttribute("custom_issue_tracker");
  }

  /** Links issues to an external issue tracker. */
  get bugzilla(): IResolvable {
    return this.interpolationForAttribute("bugzilla");
  }

  /** Links issues to work items of an external tracker. */
  get ewm(): IResolvable {
    return this.interpolationForAttribute("ewm");
  }

  /** Starts pipelines of an external CI service. */
  get buildkite(): IResolvable {
    return this.interpolationForAttribute("buildkite");
  }

  /** Tells a chat room about pushes. */
  get campfire(): IResolvable {
    return this.interpolationForAttribute("campfire");
  }

  /** Sends data on pipelines to a monitoring service. */
  get datadog(): IResolvable {
    return this.interpolationForAttribute("datadog");
  }

  /** Tells a chat room about events. In files it is called `unify-circuit`. */
  get unifyCircuit(): IResolvable {
    return this.interpolationForAttribute("unify_circuit");
  }

  /** Tells a chat room about events. */
  get pumble(): IResolvable {
    return this.interpolationForAttribute("pumble");
  }

  /** Tells a chat room about events. In files it is called `webex-teams`. */
  get webexTeams(): IResolvable {
    return this.interpolationForAttribute("webex_teams");
  }

  /** Tells a chat room about events. */
  get discord(): IResolvable {
    return this.interpolationForAttribute("discord");
  }

  /** Starts pipelines on an external CI server. In files it is called `drone-ci`. */
  get droneCi(): IResolvable {
    return this.interpolationForAttribute("drone_ci");
  }

  /** Sends an e-mail about each push. In files it is called `emails-on-push`. */
  get emailsOnPush(): IResolvable {
    return this.interpolationForAttribute("emails_on_push");
  }

  /** Puts a link to a workspace in the place of the wiki. */
  get confluence(): IResolvable {
    return this.interpolationForAttribute("confluence");
  }

  /** Puts a link to an external wiki in the place of the wiki. In files it is called `external-wiki`. */
  get externalWiki(): IResolvable {
    return this.interpolationForAttribute("external_wiki");
  }

  /** Sends Git activity to a chat flow. Gone since release 15.7. */
  get flowdock(): IResolvable {
    return this.interpolationForAttribute("flowdock");
  }

  /** Sends the status of pipelines to commits of an external repository. Needs tier premium. */
  get github(): IResolvable {
    return this.interpolationForAttribute("github");
  }
}
