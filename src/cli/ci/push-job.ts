import { TrueupError } from "../../core/errors.js";
import { gitlabJob } from "./gitlab-job.js";
import type { GitLogin, JobVariables } from "./service-job.js";
import { forgeAt } from "./service.js";

/** The push to a branch that a job is for, as GitLab CI tells it. */
export interface PushJob {
  readonly service: "gitlab";
  /** The forge without `/api/v4`. */
  readonly forge: string;
  /** Number of the project. */
  readonly hosting: string;
  readonly target: string;
  readonly commit: string;
  readonly repository: string;
  readonly ref: string;
  readonly gitLogin: GitLogin | undefined;
  /** True where the job is defined outside of the repository, so that no request can change it. */
  readonly isExternal: boolean;
}

/**
 * Reads for which push a job is (docs.gitlab.com, "Predefined CI/CD variables": CI_CONFIG_PATH names another project after an `@`, or is a URL). Throws TrueupError `usage` for what is not said, and for a branch that
 * is not protected.
 */
export function readPushJob(env: JobVariables): PushJob {
  const must = (name: string): string => {
    const value = env[name] ?? "";
    if (value !== "") return value;
    throw usage(`${name} is not set`, "Run it in a pipeline of GitLab CI for a push to a protected branch.");
  };
  const [forge, name] = [forgeAt(must("CI_API_V4_URL")), must("CI_COMMIT_BRANCH")];
  if (env["CI_COMMIT_REF_PROTECTED"] !== "true")
    throw usage(`the branch ${name} is not protected`, "Protect it: whoever may push to it decides what is applied.");
  return {
    service: "gitlab",
    forge,
    hosting: must("CI_PROJECT_ID"),
    target: name,
    commit: must("CI_COMMIT_SHA"),
    repository: `${must("CI_PROJECT_URL").replace(/\/$/, "")}.git`,
    ref: `refs/heads/${name}`,
    gitLogin: gitlabJob(env).loginOf(forge),
    isExternal: /@|^https?:/.test(env["CI_CONFIG_PATH"] ?? ""),
  };
}

function usage(message: string, hint: string): TrueupError {
  return new TrueupError({ code: "usage", message, hint });
}
