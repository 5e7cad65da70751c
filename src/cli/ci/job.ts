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
