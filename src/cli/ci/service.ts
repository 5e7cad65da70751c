import type { ForgeService } from "../../trueup.js";
import { githubJob } from "./github-job.js";
import { gitlabJob } from "./gitlab-job.js";
import type { JobVariables, ServiceJob } from "./service-job.js";

/** The service that a job runs on or that an option names, and what it says of the job. Throws what reading the job throws. */
export function jobOn(
  given: ForgeService | undefined,
  env: JobVariables,
): { readonly service: ForgeService; readonly job: ServiceJob } {
  const service = given ?? (env["GITHUB_ACTIONS"] === "true" ? "github" : "gitlab");
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  return { service, job: service === "github" ? githubJob(set) : gitlabJob(set) };
}

/** The address of a forge: of GitLab that of its server, although its variable names the API. */
export function forgeAt(url: string): string {
  return url.replace(/\/api\/v4\/?$/, "");
}
