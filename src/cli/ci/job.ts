import type { ForgeService } from "../../trueup.js";
import { usage } from "../usage.js";
import type { FetchSource, ForgeOfJob, JobStatement, JobVariables } from "./service-job.js";
import { forgeAt, jobOn, neitherSays } from "./service.js";

/** The request that a run is about, and where its commits are. */
export interface RequestJob extends ForgeOfJob, FetchSource {
  /** What the service calls it. */
  readonly noun: string;
  readonly request: number;
  /** The commit that the job runs for. */
  readonly head: string;
  readonly target: string;
  /** True where the request comes from another project. */
  readonly isFork: boolean;
}

/** What the command line says of the request, before what the service says. */
export interface JobFlags {
  readonly service?: ForgeService;
  readonly forge?: string;
  readonly hosting?: string;
  readonly request?: number;
  readonly head?: string;
  readonly into?: string;
  readonly repository?: string;
  readonly fork?: true;
}

/**
 * Reads of which request a job is: from what GitLab CI or GitHub Actions says, and from options, which come first. Throws TrueupError `usage` for what neither says, or says wrongly.
 */
export function readJob(flags: JobFlags, env: JobVariables): RequestJob {
  const { service, job } = jobOn(flags.service, env);
  const must = (given: string | undefined, statement: JobStatement, option: string): string =>
    (given ?? statement.value) || neitherSays(statement, option, `Run it in a pipeline of a ${job.noun}, or give ${option}.`);
  const request = flags.request ?? Number(must(undefined, job.request, "--request"));
  const repository = must(flags.repository, job.repository, "--repository");
  const head = must(flags.head, job.head, "--head");
  if (!/^[0-9a-f]{40,64}$/.test(head)) throw usage(`${head} is no commit`, "Give its whole hash, as git rev-parse prints it.");
  const forge = forgeAt(must(flags.forge, job.forge, "--forge"));
  return {
    service,
    noun: job.noun,
    forge,
    hosting: must(flags.hosting, job.hosting, "--hosting"),
    request,
    head,
    target: must(flags.into, job.target, "--into"),
    repository,
    ref: job.refOf(request),
    isFork: flags.fork === true || job.isFork,
    gitLogin: job.loginOf(forge),
  };
}

/** The push to a branch that a job is for, or a later run on that branch. */
export interface PushJob extends ForgeOfJob, FetchSource {
  readonly target: string;
  readonly commit: string;
  /** True where no request can change what writes the notes. */
  readonly isExternal: boolean;
}

/**
 * Reads for which push a job is (docs.gitlab.com, "Predefined CI/CD variables"; docs.github.com, "Variables reference"). Throws TrueupError `usage` for what is not said, and for a branch that is not
 * protected.
 */
export function readPushJob(env: JobVariables): PushJob {
  const { service, job } = jobOn(undefined, env);
  const must = ({ value, lacking }: JobStatement): string => {
    if (value !== undefined) return value;
    throw usage(lacking, "Run it in a pipeline for a push to a protected branch.");
  };
  const { tip, push } = job;
  const forge = forgeAt(must(job.forge));
  const commit = must(push.commit);
  if (!tip || !push.isOnBranch)
    throw usage(
      "this job is for no push to a branch",
      "Run it in a pipeline for a push to a protected branch, or on a schedule.",
    );
  const target = tip.ref.replace(/^refs\/heads\//, "");
  if (!push.isProtected)
    throw usage(`the branch ${target} is not protected`, "Protect it: whoever may push to it decides what is applied.");
  const { isExternal } = push;
  return { service, forge, hosting: must(job.hosting), target, commit, ...tip, gitLogin: job.loginOf(forge), isExternal };
}

/** Where drift is told, and where the files are. */
export interface DriftPlace extends ForgeOfJob {
  /** The branch of the job; none where the files are those of the current directory. */
  readonly source: FetchSource | undefined;
}

/** What the command line says of the place, before what the service says. */
export interface DriftPlaceFlags {
  readonly service?: ForgeService;
  readonly forge?: string;
  readonly hosting?: string;
  /** False where no issue is written: then nobody need say where. */
  readonly issue: boolean;
}

/** Reads where a job tells drift: from options, and from what GitLab CI or GitHub Actions says. Throws TrueupError `usage` for what neither says. */
export function readDriftPlace(flags: DriftPlaceFlags, env: JobVariables): DriftPlace {
  const { service, job } = jobOn(flags.service, env);
  const must = (given: string | undefined, statement: JobStatement, option: string): string =>
    given ??
    statement.value ??
    (flags.issue ? neitherSays(statement, option, `Run it in a pipeline, or give ${option}; or give --no-issue.`) : "");
  const forge = forgeAt(must(flags.forge, job.forge, "--forge"));
  const gitLogin = job.loginOf(forge);
  return {
    service,
    forge,
    hosting: must(flags.hosting, job.hosting, "--hosting"),
    source: job.tip && { ...job.tip, gitLogin },
  };
}
