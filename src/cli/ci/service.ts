import { parsedUrl } from "../../core/url.js";
import type { ForgeService } from "../../trueup.js";
import { usage } from "../usage.js";
import { githubJob } from "./github-job.js";
import type { JobStatement, JobVariables, ServiceJob } from "./service-job.js";

/** The service that a job runs on or that an option names, and what it says of the job. Throws what reading the job throws. */
export function jobOn(
  given: ForgeService | undefined,
  env: JobVariables,
): { readonly service: ForgeService; readonly job: ServiceJob } {
  const service = given ?? (env["GITHUB_ACTIONS"] === "true" ? "github" : "gitlab");
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  return { service, job: service === "github" ? githubJob(set) : gitlabJob(set) };
}

/** Throws TrueupError `usage` for what neither the service nor an option says. */
export function neitherSays({ lacking }: JobStatement, option: string, hint: string): never {
  throw usage(`${lacking}, and ${option} is not given`, hint);
}

/** The address of a forge: of GitLab that of its server, although its variable names the API. */
export function forgeAt(url: string): string {
  return url.replace(/\/api\/v4\/?$/, "");
}

/** What the predefined variables of GitLab CI say of a merge request (docs.gitlab.com, "Predefined CI/CD variables"). */
function gitlabJob(env: JobVariables): ServiceJob {
  const variable = (name: string, value = env[name]): JobStatement => ({ value, lacking: `${name} is not set` });
  const [source, target] = [env["CI_MERGE_REQUEST_SOURCE_PROJECT_ID"], env["CI_MERGE_REQUEST_PROJECT_ID"]];
  const [page, token] = [env["CI_MERGE_REQUEST_PROJECT_URL"], env["CI_JOB_TOKEN"]];
  const [home, name] = [env["CI_PROJECT_URL"], env["CI_COMMIT_BRANCH"]];
  return {
    noun: "merge request",
    forge: variable("CI_API_V4_URL"),
    hosting: variable("CI_MERGE_REQUEST_PROJECT_ID", target ?? env["CI_PROJECT_ID"]),
    request: variable("CI_MERGE_REQUEST_IID"),
    // In a pipeline of the merged result the job's own commit is one that nobody pushed.
    head: variable("CI_COMMIT_SHA", env["CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"] ?? env["CI_COMMIT_SHA"]),
    target: variable("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"),
    repository: variable("CI_MERGE_REQUEST_PROJECT_URL", page === undefined ? undefined : gitOf(page)),
    tip: home === undefined || name === undefined ? undefined : { repository: gitOf(home), ref: `refs/heads/${name}` },
    push: {
      commit: variable("CI_COMMIT_SHA"),
      isOnBranch: name !== undefined,
      isProtected: env["CI_COMMIT_REF_PROTECTED"] === "true",
      // It names another project after an `@`, or is a URL.
      isExternal: /@|^https?:/.test(env["CI_CONFIG_PATH"] ?? ""),
    },
    isFork: source !== undefined && target !== undefined && source !== target,
    refOf: (request) => `refs/merge-requests/${request}/head`,
    loginOf: (forge) =>
      token === undefined ? undefined : { origin: parsedUrl(forge)?.origin, user: "gitlab-ci-token", password: token },
  };
}

/** Where git finds the project of a page. */
function gitOf(page: string): string {
  return `${page.replace(/\/$/, "")}.git`;
}
