import type { ServerOptions } from "../server/run-context.js";

/** The services whose requests can be planned. */
export type ForgeService = "gitlab" | "github";

/** A merge request or pull request, as far as a plan of it goes by it. */
export interface ForgeRequest {
  /** The commit that it would merge now. */
  readonly head: string;
  readonly isOpen: boolean;
  /** True where it comes from another project. */
  readonly isFork: boolean;
}

/** A request that was merged, with the commit that it had then. */
export interface MergedRequest {
  readonly number: number;
  readonly head: string;
}

/** What became of a note. */
export interface WrittenNote {
  readonly end: "made" | "updated" | "unchanged";
  /** Notes with the marker that somebody else wrote. */
  readonly ignored: number;
}

/** An issue as far as drift goes by it. */
export interface ForgeIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly isOpen: boolean;
  /** True where the token's own user wrote it. */
  readonly isOwn: boolean;
  readonly url: string;
}

/** An issue to make. */
export interface NewIssue {
  readonly title: string;
  readonly body: string;
  /** By which it is found again. It has no comma, which would make two of it. */
  readonly labelName: string;
}

/** What is to become of an issue; what is left out stays. */
export interface IssueChange {
  readonly title?: string;
  readonly body?: string;
  readonly isOpen?: boolean;
}

/** What is asked and told of requests: notes on them are the only writes. */
export interface ForgeRequests {
  request(hosting: string, number: number): Promise<ForgeRequest>;
  /** Writes the one note with a marker that its own user has on a request: makes it or updates it in place. */
  note(hosting: string, number: number, note: { readonly marker: string; readonly body: string }): Promise<WrittenNote>;
  /** The text of that note. */
  readNote(hosting: string, number: number, marker: string): Promise<string | undefined>;
  /** Adds to that note what became of its request, in place of what was added before. */
  addToNote(hosting: string, number: number, marker: string, text: string): Promise<void>;
  /** True where somebody approved the request at this commit. */
  isApproved(hosting: string, number: number, head: string): Promise<boolean>;
  /** The requests that brought a commit to a branch. */
  merged(hosting: string, target: string, commit: string): Promise<readonly MergedRequest[]>;
}

/** What is asked and told of issues: they and comments on them are the only writes. */
export interface ForgeIssues {
  /** The issues with a label, open and closed, oldest first. They are listed, not searched for: a search is late, and limited. */
  issues(hosting: string, labelName: string): Promise<readonly ForgeIssue[]>;
  /** Makes an issue with a label, which is made where it is missing. Throws TrueupError `forge.label` where the service leaves the label out; the issue is closed then. */
  makeIssue(hosting: string, issue: NewIssue): Promise<ForgeIssue>;
  changeIssue(hosting: string, number: number, change: IssueChange): Promise<void>;
  /** Adds a comment to an issue. */
  comment(hosting: string, number: number, body: string): Promise<void>;
}

/** Deployments, which say how far everything was made. */
export interface ForgeDeployments {
  /** The commit that was applied last: of the last deployment that trueup made. */
  recorded(hosting: string, place: string): Promise<string | undefined>;
  record(hosting: string, place: string, commit: string, ref: string): Promise<void>;
}

/** The service that holds requests and issues. Each function throws ApiError, and TrueupError where a reply is not the service's. */
export interface Forge extends ForgeRequests, ForgeIssues, ForgeDeployments {
  close(): Promise<void>;
}

/** Where a forge is, and how to speak to it. */
export interface ForgePlace extends ServerOptions {
  readonly service: ForgeService;
  /** The address of its API; of GitLab without `/api/v4`. */
  readonly url: string;
}

/** The credentials for one. No other server gets them. */
export interface ForgeTokens {
  readonly notes: string;
  /** The token of a job of GitLab, which writes the deployment. */
  readonly job?: string | undefined;
  /** Seals the deployments of GitHub, where every workflow writes as the same user. */
  readonly key?: string | undefined;
}
