import { usage } from "../usage.js";
import type { FetchSource, ForgeOfJob, JobStatement, JobVariables } from "./service-job.js";
import { forgeAt, jobOn } from "./service.js";

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
