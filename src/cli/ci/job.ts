import { TrueupError } from "../../core/errors.js";

/** The merge request that a run is about, and where its commits are. */
export interface RequestJob {
  /** The forge that holds the request, without `/api/v4`. */
  readonly forge: string;
  /** Number or full path of the project that the request is for. */
  readonly hosting: string;
  readonly request: number;
  /** The commit that the job runs for. */
  readonly head: string;
  readonly target: string;
  /** Where git fetches the project. */
  readonly repository: string;
  /** True where the request comes from another project. */
  readonly isFork: boolean;
  /** For git alone, and for no other host than that of the repository. */
  readonly jobToken: string | undefined;
}

/** What the command line says of the request, before what the service says. */
export interface JobFlags {
  readonly forge?: string;
  readonly hosting?: string;
  readonly request?: number;
  readonly head?: string;
  readonly into?: string;
  readonly repository?: string;
  readonly fork?: true;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads of which merge request a pipeline of GitLab CI is: from its predefined variables (docs.gitlab.com, "Predefined CI/CD variables"), and from options where it is another
 * service. Throws TrueupError `usage` for what neither says.
 */
export function readJob(flags: JobFlags, env: Variables): RequestJob {
  const said = (name: string) => (env[name] === "" ? undefined : env[name]);
  const must = (value: string | undefined, option: string, variable: string): string => {
    if (value !== undefined && value !== "") return value;
    const hint = `Run it in a pipeline of a merge request, or give ${option}.`;
    throw new TrueupError({ code: "usage", message: `${variable} is not set, and ${option} is not given`, hint });
  };
  const [source, own] = [said("CI_MERGE_REQUEST_SOURCE_PROJECT_ID"), said("CI_MERGE_REQUEST_PROJECT_ID")];
  const request = flags.request ?? Number(must(said("CI_MERGE_REQUEST_IID"), "--request", "CI_MERGE_REQUEST_IID"));
  const page = flags.repository ?? must(said("CI_MERGE_REQUEST_PROJECT_URL"), "--repository", "CI_MERGE_REQUEST_PROJECT_URL");
  // In a pipeline of the merged result the job's own commit is one that nobody pushed.
  const head = must(flags.head ?? said("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") ?? said("CI_COMMIT_SHA"), "--head", "CI_COMMIT_SHA");
  if (!/^[0-9a-f]{40,64}$/.test(head))
    throw new TrueupError({
      code: "usage",
      message: `${head} is no commit`,
      hint: "Give its whole hash, as git rev-parse prints it.",
    });
  return {
    forge: must(flags.forge ?? said("CI_API_V4_URL"), "--forge", "CI_API_V4_URL").replace(/\/api\/v4\/?$/, ""),
    hosting: must(flags.hosting ?? own ?? said("CI_PROJECT_ID"), "--hosting", "CI_MERGE_REQUEST_PROJECT_ID"),
    request,
    head,
    target: must(flags.into ?? said("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"), "--target", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"),
    repository: flags.repository === undefined ? `${page.replace(/\/$/, "")}.git` : page,
    isFork: flags.fork === true || (source !== undefined && own !== undefined && source !== own),
    jobToken: said("CI_JOB_TOKEN"),
  };
}
