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

/** The service that holds requests and issues: notes, issues and comments on them are its only writes. Each function throws ApiError, and TrueupError where a reply is not the service's. */
export interface Forge {
  request(hosting: string, number: number): Promise<ForgeRequest>;
  /** Writes the one note with a marker that its own user has on a request: makes it or updates it in place. */
  note(hosting: string, number: number, note: { readonly marker: string; readonly body: string }): Promise<WrittenNote>;
  /** The issues with a label, open and closed, oldest first. They are listed, not searched for: a search is late, and limited. */
  issues(hosting: string, labelName: string): Promise<readonly ForgeIssue[]>;
  /** Makes an issue with a label, which is made where it is missing. Throws TrueupError `forge.label` where the service leaves the label out; the issue is closed then. */
  makeIssue(hosting: string, issue: NewIssue): Promise<ForgeIssue>;
  changeIssue(hosting: string, number: number, change: IssueChange): Promise<void>;
  /** Adds a comment to an issue. */
  comment(hosting: string, number: number, body: string): Promise<void>;
  close(): Promise<void>;
}

/** Where a forge is, and how to speak to it. */
export interface ForgePlace extends ServerOptions {
  readonly service: ForgeService;
  /** The address of its API; of GitLab without `/api/v4`. */
  readonly url: string;
}
