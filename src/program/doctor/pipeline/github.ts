import { Buffer } from "node:buffer";
import { ApiError } from "../../../core/errors.js";
import { isObject, type Json, type JsonObject } from "../../../core/json.js";
import { allSettings, type CheckedSettings, type PipelineAudit, type PipelineFlaw } from "../../../core/pipeline-audit.js";
import { textIn } from "../../ci/forge-parts.js";
import type { ForgePlace } from "../../ci/forge.js";
import { objectOf, openGithubSend, pages, placeOf, type Send } from "../../ci/github-send.js";
import type { RunContext } from "../../server/run-context.js";
import { auditOwners, ifSeen, notSeen, type SeenFile, yamlOf } from "./owned-files.js";

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
  const repository = placeOf(place.hosting);
  try {
    const shown = await objectOf(send(repo, repository));
    const branchName = textIn(shown, "default_branch");
    const isPublic = shown["private"] === false && shown["visibility"] !== "internal";
    const object = async (route: string, more: object = {}) =>
      seen(objectOf(send(`${repo}${route}`, { ...repository, ...more })));
    const file = async (path: string) => textOf(await object("/contents/{path}", { path, ref: branchName }));
    const forks = `/actions/permissions/fork-pr-${isPublic ? "contributor-approval" : "workflows-private-repos"}`;
    const deployments = places.map(async (name) => {
      const environment = await object("/environments/{environment_name}", { environment_name: name });
      return checkDeployment(name, environment, environment ? await branchesOf(send, repository, name) : undefined, branchName);
    });
    const checked = [
      checkBranchRules(
        await ifSeen(
          pages(async (page) => send(`${repo}/rules/branches/{name}`, { ...repository, name: branchName, ...page })),
          [403, 404],
        ),
        await protectionOf(send, repository, branchName),
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
  const isThere = asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  return ifSeen(isThere, [403]);
}

type Repository = ReturnType<typeof placeOf>;

/** The older protection of a branch. A 404 also means that the token may not see it, so only the service's own words tell that there is none. */
async function protectionOf(send: Send, repository: Repository, name: string): Promise<SeenObject> {
  try {
    return await objectOf(send(`${repo}/branches/{name}/protection`, { ...repository, name }));
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) throw error;
    return error.serverMessage.includes("Branch not protected") ? null : undefined;
  }
}

/** The branches that an environment names; undefined where they cannot all be seen. */
async function branchesOf(send: Send, repository: Repository, name: string): Promise<readonly JsonObject[] | undefined> {
  const route = `${repo}/environments/{environment_name}/deployment-branch-policies`;
  const reply = await ifSeen(objectOf(send(route, { ...repository, environment_name: name, per_page: 100 })), [403, 404]);
  const policies = reply?.["branch_policies"];
  return Array.isArray(policies) ? policies.filter((policy) => isObject(policy)) : undefined;
}

function textOf(file: SeenObject): SeenFile {
  if (!file) return file;
  // A file of more than a megabyte comes without its content.
  if (file["encoding"] !== "base64") return undefined;
  return Buffer.from(textIn(file, "content"), "base64").toString("utf8");
}

/** An object of the repository; null where there is none, undefined where the token may not see it. */
export type SeenObject = JsonObject | null | undefined;

const rulesPage = "Settings, Rules, Rulesets, for the default branch";
const actionsPage = "Settings, Actions, General";

/** One word that a rule of a ruleset, or the older protection of a branch, has for a review. */
interface ReviewWord {
  readonly code: string;
  readonly message: string;
  readonly rule: string;
  readonly protection: string;
  readonly isMet: (value: Json | undefined) => boolean;
  readonly option: string;
}

const isOn = (value: Json | undefined): boolean => value === true;
const reviewWords: readonly ReviewWord[] = [
  {
    code: "pipeline.approval",
    message: "A pull request can be merged without an approval.",
    rule: "required_approving_review_count",
    protection: "required_approving_review_count",
    isMet: (value) => typeof value === "number" && value > 0,
    option: "Required approvals: 1",
  },
  {
    code: "pipeline.approval-after-push",
    message: "An author can change the files after the approval, and the approval stays.",
    rule: "dismiss_stale_reviews_on_push",
    protection: "dismiss_stale_reviews",
    isMet: isOn,
    option: "Dismiss stale pull request approvals when new commits are pushed",
  },
  {
    code: "pipeline.self-approval",
    message: "Who pushed last can approve that push.",
    rule: "require_last_push_approval",
    protection: "require_last_push_approval",
    isMet: isOn,
    option: "Require approval of the most recent reviewable push",
  },
  {
    code: "pipeline.code-owner-approval",
    message: "A change to files that CODEOWNERS names is merged without their owners.",
    rule: "require_code_owner_review",
    protection: "require_code_owner_reviews",
    isMet: isOn,
    option: "Require review from Code Owners",
  },
];

/** Does the default branch take changes by approved pull requests alone? Rulesets and the older protection count together (docs.github.com, "About rulesets"). */
function checkBranchRules(rules: readonly JsonObject[] | undefined, protection: SeenObject): CheckedSettings {
  const reviews = [
    ...(rules ?? []).flatMap((rule) => (rule["type"] === "pull_request" ? [partOf(rule, "parameters")] : [])),
    ...(protection && isObject(protection["required_pull_request_reviews"])
      ? [partOf(protection, "required_pull_request_reviews")]
      : []),
  ];
  const keepsHistory =
    (rules ?? []).some((rule) => rule["type"] === "non_fast_forward") ||
    (protection && partOf(protection, "allow_force_pushes")["enabled"] === false);
  const flaws = [...(reviews.length === 0 ? [withoutRequest] : reviewFlaws(reviews)), ...(keepsHistory ? [] : [rewritten])];
  const hidden = [
    ...(rules === undefined ? ["the rulesets of the default branch"] : []),
    ...(protection === undefined ? ["the protection of the default branch"] : []),
  ];
  // What the one does not ask for, the other may: nothing is said of what cannot be seen.
  if (flaws.length > 0 && hidden.length > 0)
    return { unseen: hidden.map((what) => ({ what, reason: "needs the permission Administration (read)" })) };
  return { flaws };
}

function reviewFlaws(reviews: readonly JsonObject[]): readonly PipelineFlaw[] {
  return reviewWords
    .filter(({ rule, protection, isMet }) => !reviews.some((review) => isMet(review[rule]) || isMet(review[protection])))
    .map(({ code, message, option }) => ({ code, message, mend: { place: `${rulesPage}: ${option}` } }));
}

const withoutRequest: PipelineFlaw = {
  code: "pipeline.push",
  message:
    "Who may write to the repository can push to the default branch. So a change needs no pull request, and the workflow itself can be changed.",
  mend: { place: `${rulesPage}: Require a pull request before merging` },
};
const rewritten: PipelineFlaw = {
  code: "pipeline.force-push",
  message: "Who may push to the default branch may also rewrite it, and take back what was merged.",
  mend: { place: `${rulesPage}: Block force pushes` },
};

/** May only the default branch use the secrets of an environment? `policies` are the branches that it names, if it names some. */
function checkDeployment(
  name: string,
  environment: SeenObject,
  policies: readonly JsonObject[] | undefined,
  branchName: string,
): CheckedSettings {
  if (environment === undefined) return notSeen(`the environment ${name}`, "needs the permission Actions (read)");
  const mend = {
    place: `Settings, Environments, ${name}, Deployment branches and tags: Selected branches and tags, ${branchName} alone`,
  };
  const flaw = (what: string): CheckedSettings => ({
    flaws: [{ code: "pipeline.environment", message: `${what} So a workflow of another branch can read its secrets.`, mend }],
  });
  if (environment === null) return flaw(`There is no environment ${name}, so the first job makes one for all branches.`);
  const policy = environment["deployment_branch_policy"];
  if (!isObject(policy)) return flaw(`Every branch may deploy to the environment ${name}.`);
  if (policy["custom_branch_policies"] !== true) return flaw(`Every protected branch may deploy to the environment ${name}.`);
  if (policies === undefined) return notSeen(`the branches of the environment ${name}`, "needs the permission Actions (read)");
  const others = policies.filter((item) => item["name"] !== branchName || item["type"] === "tag");
  return others.length === 0 ? {} : flaw(`Other branches or tags than ${branchName} may deploy to the environment ${name}.`);
}

/** What may the token of a job do where a workflow does not say it? */
function checkJobToken(permissions: SeenObject): CheckedSettings {
  if (!permissions) return notSeen("the permissions of workflows", "needs the permission Administration (read)");
  const flaws: PipelineFlaw[] = [];
  if (permissions["default_workflow_permissions"] !== "read")
    flaws.push({
      code: "pipeline.job-token",
      message: "A workflow that names no permissions may write to the repository.",
      mend: { place: `${actionsPage}, Workflow permissions: Read repository contents and packages permissions` },
    });
  if (permissions["can_approve_pull_request_reviews"] !== false)
    flaws.push({
      code: "pipeline.job-approval",
      message: "A workflow can approve pull requests. So an author can approve by a workflow of a branch.",
      mend: { place: `${actionsPage}, Workflow permissions: without Allow GitHub Actions to create and approve pull requests` },
    });
  return { flaws };
}

/** Do workflows of forks wait for somebody, or get secrets? Workflows on `pull_request_target` never wait (docs.github.com, "Approving workflow runs from forks"): this is about all others. */
function checkForks(isPublic: boolean, rules: SeenObject): CheckedSettings {
  if (!rules) return notSeen("the rules for workflows of forks", "needs the permission Administration (read)");
  if (isPublic) {
    if (rules["approval_policy"] === "all_external_contributors") return {};
    const message = "Workflows of pull requests from forks run without approval, for authors who contributed before.";
    const place = `${actionsPage}, Approval for running fork pull request workflows: Require approval for all external contributors`;
    return { flaws: [{ code: "pipeline.fork-workflows", message, mend: { place } }] };
  }
  const isGiven = ["send_write_tokens_to_workflows", "send_secrets_and_variables"].some((name) => rules[name] !== false);
  if (!isGiven) return {};
  const message = "Workflows of pull requests from forks get secrets, or a token that can write.";
  const place = `${actionsPage}, Fork pull request workflows: without write tokens, without secrets`;
  return { flaws: [{ code: "pipeline.fork-workflows", message, mend: { place } }] };
}

/** Is the read token a secret of the environments alone? */
function checkSecrets(reply: SeenObject): CheckedSettings {
  const secrets = reply?.["secrets"];
  if (!Array.isArray(secrets)) return notSeen("the names of the secrets", "needs the permission Secrets (read)");
  const names = secrets.map((secret) => (isObject(secret) ? secret["name"] : undefined));
  const given = ["TRUEUP_READ_TOKEN", "TRUEUP_WRITE_TOKEN", "TRUEUP_TOKEN"].filter((name) => names.includes(name));
  if (given.length === 0) return {};
  const message = `${given.join(" and ")} is a secret of the repository. So a workflow of every branch can read it.`;
  const place = "Settings, Secrets and variables, Actions: remove it there, and set it in the environments";
  return { flaws: [{ code: "pipeline.repository-secret", message, mend: { place } }] };
}

/** Does the workflow give its jobs no permissions but those that each names, and check nothing out? */
function checkWorkflow(name: string, text: SeenFile): CheckedSettings {
  const workflow = yamlOf(text);
  if (!isObject(workflow)) return notSeen(`the workflow ${name}`, "it cannot be read on the default branch");
  const flaws: PipelineFlaw[] = [];
  const permissions = workflow["permissions"];
  if (!isObject(permissions) || Object.keys(permissions).length > 0)
    flaws.push({
      code: "pipeline.workflow-permissions",
      message: `The workflow ${name} has no "permissions: {}" at the top. So a job that names none has more than it needs.`,
      mend: { place: `${name}: permissions: {} at the top, and permissions in each job` },
    });
  if (stepsOf(workflow).some((step) => textIn(step, "uses").startsWith("actions/checkout@")))
    flaws.push({
      code: "pipeline.checkout",
      message: `The workflow ${name} checks the repository out. On pull_request_target, a program of the request can then run with its secrets.`,
      mend: { place: `${name}: without actions/checkout; trueup ci fetches the commits by itself` },
    });
  return { flaws };
}

function stepsOf(workflow: JsonObject): readonly JsonObject[] {
  return Object.values(partOf(workflow, "jobs")).flatMap((job) => {
    const steps = isObject(job) ? job["steps"] : undefined;
    return (Array.isArray(steps) ? steps : []).filter((item) => isObject(item));
  });
}

function partOf(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : {};
}
