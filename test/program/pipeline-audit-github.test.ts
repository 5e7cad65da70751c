import { describe, expect, it } from "vitest";
import type { PipelineAudit } from "../../src/core/pipeline-audit.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { githubForge } from "../harness/github-forge.js";
import { environment, reviews, rightSettings, rulesOf, shownFile } from "../harness/github-settings.js";

type Changes = Readonly<Record<string, unknown>>;

/** Looks at a right repository but for these changes; undefined takes away what the API shows at a path. */
async function audit(changes: Changes = {}, ...words: readonly string[]) {
  const forge = await githubForge();
  for (const [path, shown] of rightSettings()) forge.settings.set(path, shown);
  for (const [path, shown] of Object.entries(changes)) forge.settings.set(path, shown);
  const env = { ...forge.variables(""), TRUEUP_NOTES_TOKEN: undefined, TRUEUP_AUDIT_TOKEN: "token-of-alice" };
  const told = await inProcess(["doctor", "--pipeline", "--allow-http", "127.0.0.1", ...words], { cwd: directory(), env });
  return { forge, told };
}

const workflow = (more: string) => ({ "/contents/.github/workflows/trueup.yml": shownFile(`name: trueup\n${more}`) });
const secret = { name: "TRUEUP_READ_TOKEN", created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" };
const repository = rightSettings().get("") as object;
const rules = (changes: object) => ({ "/rules/branches/main": rulesOf({ ...reviews, ...changes }) });
const policies = (...named: readonly object[]) => ({
  "/environments/trueup-plan/deployment-branch-policies": { total_count: named.length, branch_policies: named },
});
const privately = {
  run_workflows_from_fork_pull_requests: true,
  send_write_tokens_to_workflows: false,
  send_secrets_and_variables: true,
  require_approval_for_fork_pr_workflows: true,
};
const unprotected = "/branches/main/protection";

/** Settings that are wrong in one way. Where rules alone do not suffice, the older protection must be seen as well. */
const wrongs: readonly (readonly [string, string, Changes])[] = [
  ["pipeline.approval", "no approval", { ...rules({ required_approving_review_count: 0 }), [unprotected]: {} }],
  ["pipeline.approval-after-push", "stale approvals", { ...rules({ dismiss_stale_reviews_on_push: false }), [unprotected]: {} }],
  ["pipeline.self-approval", "the last push", { ...rules({ require_last_push_approval: false }), [unprotected]: {} }],
  ["pipeline.code-owner-approval", "code owners", { ...rules({ require_code_owner_review: false }), [unprotected]: {} }],
  ["pipeline.push", "no rule for pull requests", { "/rules/branches/main": [{ type: "non_fast_forward" }], [unprotected]: {} }],
  ["pipeline.force-push", "force pushes", { "/rules/branches/main": rulesOf(reviews, "deletion"), [unprotected]: {} }],
  ["pipeline.environment", "all branches", { "/environments/trueup-plan": environment("trueup-plan", null) }],
  [
    "pipeline.environment",
    "protected branches",
    { "/environments/trueup-drift": environment("trueup-drift", { protected_branches: true, custom_branch_policies: false }) },
  ],
  ["pipeline.environment", "another branch", policies({ id: 1, name: "main" }, { id: 2, name: "release/*", type: "branch" })],
  ["pipeline.environment", "a tag", policies({ id: 1, name: "main", type: "tag" })],
  ["pipeline.environment", "none", { "/environments/trueup-plan": undefined }],
  [
    "pipeline.job-token",
    "writing jobs",
    { "/actions/permissions/workflow": { default_workflow_permissions: "write", can_approve_pull_request_reviews: false } },
  ],
  [
    "pipeline.job-approval",
    "approving jobs",
    { "/actions/permissions/workflow": { default_workflow_permissions: "read", can_approve_pull_request_reviews: true } },
  ],
  [
    "pipeline.fork-workflows",
    "public forks",
    { "/actions/permissions/fork-pr-contributor-approval": { approval_policy: "first_time_contributors" } },
  ],
  [
    "pipeline.fork-workflows",
    "private forks",
    {
      "": { ...repository, private: true, visibility: "private" },
      "/actions/permissions/fork-pr-workflows-private-repos": privately,
    },
  ],
  ["pipeline.repository-secret", "a secret", { "/actions/secrets": { total_count: 1, secrets: [secret] } }],
  ["pipeline.workflow-permissions", "no permissions", workflow("jobs: {}\n")],
  ["pipeline.workflow-permissions", "other permissions", workflow("permissions: { contents: write }\n")],
  ["pipeline.checkout", "a checkout", workflow("permissions: {}\njobs: { a: { steps: [{ uses: actions/checkout@v5 }] } }\n")],
  ["pipeline.code-owners", "no CODEOWNERS", { "/contents/.github/CODEOWNERS": undefined }],
  [
    "pipeline.code-owners",
    "a scope without owners",
    { "/contents/trueup.yaml": shownFile("version: 1\nscopes: { teams/shop/**: [acme/shop] }\n") },
  ],
];

describe("trueup doctor --pipeline on GitHub", () => {
  it("finds nothing in a right repository, and sends GET alone, with its own token", async () => {
    const { forge, told } = await audit();
    expect(told).toEqual({ code: 0, stdout: "acme/desired: nothing to change in what was seen\n", stderr: "" });
    expect(new Set(forge.arrived.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(new Set(forge.arrived.map(({ authorization }) => authorization))).toEqual(new Set(["Bearer token-of-alice"]));
  });

  it.each(wrongs)("names %s and nothing else, for %s", async (code, _name, changes) => {
    const { told } = await audit(changes, "--format", "json");
    expect(told.code, told.stdout + told.stderr).toBe(2);
    const { flaws, unseen } = JSON.parse(told.stdout) as PipelineAudit;
    expect(flaws.map((one) => one.code)).toEqual([code]);
    expect(unseen).toEqual([]);
  });

  it("takes the older protection of a branch for as good as a ruleset", async () => {
    const protection = {
      required_pull_request_reviews: {
        dismiss_stale_reviews: true,
        require_code_owner_reviews: true,
        require_last_push_approval: true,
        required_approving_review_count: 1,
      },
      allow_force_pushes: { enabled: false },
    };
    const { told } = await audit({ "/rules/branches/main": [], [unprotected]: protection });
    expect(told).toMatchObject({ code: 0 });
  });

  it("says what the token may not see, and calls no setting wrong that another may mend", async () => {
    const hidden = ["/actions/permissions/workflow", "/actions/permissions/fork-pr-contributor-approval", "/actions/secrets"];
    const changes = Object.fromEntries([...hidden, "/environments/trueup-plan", unprotected].map((path) => [path, 403]));
    const { told } = await audit({ ...changes, "/rules/branches/main": [] });
    expect(told).toMatchObject({ code: 3, stderr: "" });
    expect(told.stdout.split("\n").filter((line) => line.startsWith("not seen: "))).toEqual([
      "not seen: the protection of the default branch (needs the permission Administration (read))",
      "not seen: the environment trueup-plan (needs the permission Actions (read))",
      "not seen: the permissions of workflows (needs the permission Administration (read))",
      "not seen: the rules for workflows of forks (needs the permission Administration (read))",
      "not seen: the names of the secrets (needs the permission Secrets (read))",
    ]);
  });

  it.each([
    ["an alias that grows", `a: &a [x]\n${Array.from({ length: 200 }, (_, at) => `k${at}: [*a, *a]\n`).join("")}`],
    ["no YAML", "a: [\n"],
    ["a list", "- a\n"],
  ])("takes a workflow that is %s for one that it cannot read", async (_name, text) => {
    const { told } = await audit({ "/contents/.github/workflows/trueup.yml": shownFile(text) });
    expect(told).toMatchObject({ code: 3, stdout: expect.stringContaining("not seen: the workflow") as string });
  });

  it("ends with the service's words where the token does not see the repository", async () => {
    const { told } = await audit({ "": 404 });
    expect(told).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("404") as string });
  });
});
