import type { ForgeService } from "../../trueup.js";

/** For git alone, and for no other server than this one. */
interface GitLogin {
  readonly origin: string | undefined;
  readonly user: string;
  readonly password: string;
}

/** Where the forge of a job is, and its project there. */
export interface ForgeOfJob {
  readonly service: ForgeService;
  /** The API of the forge; of GitLab without `/api/v4`. */
  readonly forge: string;
  /** Of GitLab the number or full path of the project, of GitHub `owner/repository`. */
  readonly hosting: string;
}

/** Where commits are fetched from. */
export interface FetchSource {
  readonly repository: string;
  readonly ref: string;
  readonly gitLogin: GitLogin | undefined;
}

/** Variables of a job; an empty one counts as none. */
export type JobVariables = Readonly<Record<string, string | undefined>>;

/** What a service says in one place, and what is wrong where it says nothing. */
export interface JobStatement {
  readonly value: string | undefined;
  readonly lacking: string;
}

/** What a service says of the request that its job is about. */
export interface ServiceJob {
  readonly noun: string;
  readonly forge: JobStatement;
  readonly hosting: JobStatement;
  readonly request: JobStatement;
  readonly head: JobStatement;
  readonly target: JobStatement;
  readonly repository: JobStatement;
  /** Where the files of a job that is about no request are: undefined outside of a pipeline. */
  readonly tip: { readonly repository: string; readonly ref: string } | undefined;
  /** What it says of a push to a branch, or of a run on one without a push. */
  readonly push: {
    readonly commit: JobStatement;
    /** False where a run is about something else, such as a request. */
    readonly isOnBranch: boolean;
    readonly isProtected: boolean;
    /** True where no request can change what writes the notes. */
    readonly isExternal: boolean;
  };
  readonly isFork: boolean;
  readonly refOf: (request: number) => string;
  /** The login of git, given the API's address. */
  readonly loginOf: (forge: string) => GitLogin | undefined;
}
