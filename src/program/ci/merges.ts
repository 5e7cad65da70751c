/** What an apply asks of the service that holds the requests. Its writes are a deployment, which says how far everything was made, and what became of a request in its note. */
export interface Merges {
  /** The requests that brought a commit to a branch, each with the commit that it had then. */
  requests(
    hosting: string,
    target: string,
    commit: string,
  ): Promise<readonly { readonly number: number; readonly head: string }[]>;
  /** The note with a marker that the token's own user has on a request. */
  note(hosting: string, number: number, marker: string): Promise<string | undefined>;
  /** Adds to that note what became of it, in place of what was added before. */
  addTo(hosting: string, number: number, marker: string, text: string): Promise<void>;
  /** True where somebody approved the request at this commit. */
  isApproved(hosting: string, number: number, head: string): Promise<boolean>;
  /** The commit that was applied last: of the last deployment that trueup made. */
  recorded(hosting: string, place: string): Promise<string | undefined>;
  record(hosting: string, place: string, commit: string, ref: string): Promise<void>;
  close(): Promise<void>;
}

/** The credentials for them. */
export interface MergesTokens {
  readonly notes: string;
  /** The token of a job of GitLab. */
  readonly job: string | undefined;
  /** Seals the deployments of GitHub. */
  readonly key: string;
}

/** What follows in a note was added after the merge. */
const added = "<!-- trueup:applied -->";

/** The text of a note with what became of its request, in place of what was added before. */
export function noteWith(body: string, text: string): string {
  const [before = ""] = body.split(`\n${added}`);
  return `${before.trimEnd()}\n${added}\n${text}`;
}
