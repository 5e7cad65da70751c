import { Buffer } from "node:buffer";
import { ApiError } from "../../../core/errors.js";
import { isObject, type JsonObject } from "../../../core/json.js";
import { type PipelineAudit, allSettings } from "../../../core/pipeline-audit.js";
import { textIn } from "../../ci/forge-parts.js";
import type { ForgePlace } from "../../ci/forge.js";
import { one, openGithubSend, pages, placeOf, type Send } from "../../ci/github-send.js";
import type { RunContext } from "../../server/run-context.js";
import {
  checkBranchRules,
  checkDeployment,
  checkForks,
  checkJobToken,
  checkSecrets,
  checkWorkflow,
  type SeenObject,
} from "./github-checks.js";
import { auditOwners, type SeenFile } from "./owned-files.js";

/** The places of CODEOWNERS, the first that is there counts (docs.github.com, "About code owners"). */
const ownerFiles = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"] as const;
const workflowFile = ".github/workflows/trueup.yml";
const places = ["trueup-plan", "trueup-apply", "trueup-drift"] as const;

const repo = "GET /repos/{owner}/{repo}" as const;

/** Looks at a repository of a GitHub. Sends GET alone. Throws ApiError where the token does not see the repository, and what choosing a server throws. */
export async function auditGithub(
  place: ForgePlace & { readonly hosting: string },
  token: string,
  context: RunContext,
): Promise<PipelineAudit> {
  const { send, close } = await openGithubSend(place, token, context);
  const own = placeOf(place.hosting);
  try {
    const shown = await one(send(repo, own));
    const branchName = textIn(shown, "default_branch");
    const isPublic = shown["private"] === false && shown["visibility"] !== "internal";
    const object = async (route: string, more: object = {}) => seen(one(send(`${repo}${route}`, { ...own, ...more })));
    const file = async (path: string) => textOf(await object("/contents/{path}", { path, ref: branchName }));
    const forks = `/actions/permissions/fork-pr-${isPublic ? "contributor-approval" : "workflows-private-repos"}`;
    const deployments = places.map(async (name) => {
      const found = await object("/environments/{environment_name}", { environment_name: name });
      return checkDeployment(name, found, found ? await branchesOf(send, own, name) : undefined, branchName);
    });
    const checked = [
      checkBranchRules(
        await ifSeen(pages(async (page) => send(`${repo}/rules/branches/{name}`, { ...own, name: branchName, ...page }))),
        await protectionOf(send, own, branchName),
      ),
      auditOwners(
        await Promise.all(ownerFiles.map(async (path) => ({ path, text: await file(path) }))),
        await file("trueup.yaml"),
        "github",
      ),
      ...(await Promise.all(deployments)),
      checkJobToken(await object("/actions/permissions/workflow")),
      checkForks(isPublic, await object(forks)),
      checkSecrets(await object("/actions/secrets", { per_page: 100 })),
      checkWorkflow(workflowFile, await file(workflowFile)),
    ];
    return { service: "github", hosting: textIn(shown, "full_name"), ...allSettings(checked) };
  } finally {
    await close();
  }
}

/** Null for what is not there, undefined for what the token may not see. */
async function seen(asked: Promise<JsonObject>): Promise<SeenObject> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    if (error instanceof ApiError && error.status === 403) return undefined;
    throw error;
  }
}

async function ifSeen<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

type Own = ReturnType<typeof placeOf>;

/** The older protection of a branch. A 404 also means that the token may not see it, so only the service's own words tell that there is none. */
async function protectionOf(send: Send, own: Own, name: string): Promise<SeenObject> {
  try {
    return await one(send(`${repo}/branches/{name}/protection`, { ...own, name }));
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) throw error;
    return error.serverMessage.includes("Branch not protected") ? null : undefined;
  }
}

/** The branches that an environment names; undefined where they cannot all be seen. */
async function branchesOf(send: Send, own: Own, name: string): Promise<readonly JsonObject[] | undefined> {
  const route = `${repo}/environments/{environment_name}/deployment-branch-policies`;
  const found = await ifSeen(one(send(route, { ...own, environment_name: name, per_page: 100 })));
  const policies = found?.["branch_policies"];
  return Array.isArray(policies) ? policies.filter((policy) => isObject(policy)) : undefined;
}

function textOf(found: SeenObject): SeenFile {
  if (!found) return found;
  // A file of more than a megabyte comes without its content.
  if (found["encoding"] !== "base64") return undefined;
  return Buffer.from(textIn(found, "content"), "base64").toString("utf8");
}
