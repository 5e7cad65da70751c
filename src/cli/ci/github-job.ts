import { readFileSync } from "node:fs";
import { TrueupError } from "../../core/errors.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { parsedUrl } from "../../core/url.js";
import type { JobStatement, JobVariables, ServiceJob } from "./service-job.js";

/** Events whose workflow is that of the branch itself. On pull_request_target, GITHUB_REF is a branch as well. */
const branchEvents: readonly string[] = ["push", "schedule", "workflow_dispatch"];

/**
 * What the variables of GitHub Actions and the event's file say of a pull request (docs.github.com, "Variables reference", "Events that trigger workflows" and "Webhook events and
 * payloads", `pull_request`). The file holds texts of whoever opened the request: only numbers, a commit and the name of the base are taken. Throws TrueupError `usage` for a file that is no event.
 */
export function githubJob(env: JobVariables): ServiceJob {
  const variable = (name: string, value = env[name]): JobStatement => ({ value, lacking: `${name} is not set` });
  const request = eventOf(env["GITHUB_EVENT_PATH"])?.["pull_request"];
  const eventValue = (...path: readonly string[]): JobStatement => {
    const value = within(request, path);
    const isPlain = typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value));
    return { value: isPlain ? `${value}` : undefined, lacking: `the job's event has no pull_request.${path.join(".")}` };
  };
  const [server, name, token] = [env["GITHUB_SERVER_URL"], env["GITHUB_REPOSITORY"], env["TRUEUP_NOTES_TOKEN"]];
  const page = server === undefined || name === undefined ? undefined : `${server.replace(/\/$/, "")}/${name}.git`;
  const ref = env["GITHUB_REF"];
  // The repository of a fork may be gone: what nobody can name is nobody's own.
  const [from, into] = [within(request, ["head", "repo", "id"]), within(request, ["base", "repo", "id"])];
  return {
    noun: "pull request",
    forge: variable("GITHUB_API_URL"),
    hosting: variable("GITHUB_REPOSITORY"),
    request: eventValue("number"),
    head: eventValue("head", "sha"),
    target: eventValue("base", "ref"),
    repository: variable("GITHUB_SERVER_URL", page),
    tip: page === undefined || ref === undefined ? undefined : { repository: page, ref },
    push: {
      commit: variable("GITHUB_SHA"),
      isOnBranch: branchEvents.includes(env["GITHUB_EVENT_NAME"] ?? "") && ref?.startsWith("refs/heads/") === true,
      isProtected: env["GITHUB_REF_PROTECTED"] === "true",
      // The plan runs on pull_request_target, by the workflow of the default branch.
      isExternal: ref !== undefined && env["GITHUB_WORKFLOW_REF"]?.endsWith(`@${ref}`) === true,
    },
    isFork: isObject(request) && from !== into,
    refOf: (number) => `refs/pull/${number}/head`,
    loginOf: (forge) =>
      token === undefined ? undefined : { origin: originOf(server, forge), user: "x-access-token", password: token },
  };
}

/** Where git finds the repositories of an API: github.com has the two on hosts of their own. */
function originOf(server: string | undefined, forge: string): string | undefined {
  const origin = parsedUrl(server ?? forge)?.origin;
  return origin === "https://api.github.com" ? "https://github.com" : origin;
}

function eventOf(file: string | undefined): JsonObject | undefined {
  if (file === undefined) return undefined;
  try {
    const event = JSON.parse(readFileSync(file, "utf8")) as Json;
    if (isObject(event)) return event;
  } catch (error) {
    throw noEvent(error);
  }
  throw noEvent(undefined);
}

function noEvent(cause: unknown): TrueupError {
  return new TrueupError({
    code: "usage",
    message: "the file that GITHUB_EVENT_PATH names holds no event",
    hint: "Run it in a workflow on pull_request_target, or unset the variable and give the options.",
    cause,
  });
}

function within(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    value,
  );
}
