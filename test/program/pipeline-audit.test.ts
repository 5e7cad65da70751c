// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PipelineAudit } from "../../src/core/pipeline-audit.js";
import { inProcess, type Ran } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

const codeOwners = "CODEOWNERS @alice\n/trueup.yaml @alice\n/trueup/teams/ @alice\n";
const projectFile = "version: 1\nscopes:\n  trueup/teams/shop/**: { may: [acme/shop], env: [] }\n";
const secret = "glpat-AAAAAAAAAAAAAAAAAAAA";
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const at = (name: string, rest = "") => `/projects/platform%2F${name}${rest}`;

/** The settings of docs/gitops.md, section 3, in the words of the API. */
const safe = {
  ci_config_path: ".gitlab-ci.yml@platform/trueup-ci",
  ci_pipeline_variables_minimum_override_role: "no_one_allowed",
  ci_forward_deployment_enabled: true,
  ci_forward_deployment_rollback_allowed: false,
  only_allow_merge_if_pipeline_succeeds: true,
};
const protection = { name: "main", push_access_level: 0, merge_access_level: 40, code_owner_approval_required: true };

let fixture: Fixture;
const call: Fixture["platform"]["call"] = async (...words) => fixture.platform.call(...words);
const tokens = { maintainer: "", developer: "" };

async function tokenOf(user: string, scopes: readonly string[], expires_at = inDays(100)): Promise<string> {
  const [{ id } = { id: 0 }] = (await call("GET", `/users?username=${user}`)) as { id: number }[];
  const made = await call("POST", `/users/${id}/personal_access_tokens`, { name: "audit", scopes, expires_at });
  return (made as { token: string }).token;
}

beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "ultimate",
    secrets: [secret],
    seed: {
      users: [{ username: "alice" }, { username: "dana" }],
      groups: [{ full_path: "platform", members: { alice: 40, dana: 30 } }],
      projects: [],
    },
  });
  tokens.maintainer = await tokenOf("alice", ["read_api"]);
  tokens.developer = await tokenOf("dana", ["read_api"]);
});
afterAll(async () => fixture.close());

async function variable(name: string, key: string, more: object = {}): Promise<void> {
  await call("POST", at(name, "/variables"), { key, value: secret, masked: true, ...more });
}

async function commit(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  const actions = Object.entries(files).map(([file_path, content]) => ({ action: "create", file_path, content }));
  await call("POST", at(name, "/repository/commits"), { branch: "main", commit_message: "Files", actions });
}

/** What a project has that is not right in one way. */
interface Wrong {
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: object;
  readonly branch?: object;
  readonly approvals?: object;
  readonly rule?: object;
  readonly variables?: Readonly<Record<string, object>>;
  readonly places?: readonly string[];
  readonly token?: object;
}

let made = 0;
const namespaces: { id: number }[] = [];

/** A project with the settings of docs/gitops.md but for what is said. */
async function repository(wrong: Wrong = {}): Promise<string> {
  const name = `desired-${(made += 1)}`;
  namespaces[0] ??= (await call("GET", "/groups/platform")) as { id: number };
  await call("POST", "/projects", { name, path: name, namespace_id: namespaces[0].id });
  await commit(name, wrong.files ?? { CODEOWNERS: codeOwners, "trueup.yaml": projectFile });
  await call("PUT", at(name), { ...safe, ...wrong.settings });
  // The server protects the default branch by itself, a little later.
  await expect.poll(async () => (await fixture.platform.ask("DELETE", at(name, "/protected_branches/main"))).status).toBe(204);
  await call("POST", at(name, "/protected_branches"), { ...protection, ...wrong.branch });
  const approvals = { reset_approvals_on_push: true, merge_requests_author_approval: false, ...wrong.approvals };
  await call("POST", at(name, "/approvals"), approvals);
  const rule = { name: "Approval", rule_type: "any_approver", approvals_required: 1, ...wrong.rule };
  await call("POST", at(name, "/approval_rules"), rule);
  const write = { protected: true, environment_scope: "trueup" };
  const variables = { TRUEUP_READ_TOKEN: {}, TRUEUP_NOTES_TOKEN: {}, TRUEUP_WRITE_TOKEN: write, ...wrong.variables };
  for (const [key, more] of Object.entries(variables)) await variable(name, key, more);
  for (const place of wrong.places ?? ["trueup"])
    await call("POST", at(name, "/protected_environments"), { name: place, deploy_access_levels: [{ access_level: 40 }] });
  const notes = { name: "notes", scopes: ["api"], access_level: 20, expires_at: inDays(60), ...wrong.token };
  await call("POST", at(name, "/access_tokens"), notes);
  return name;
}

async function audit(name: string, token = tokens.maintainer, ...more: readonly string[]) {
  const words = ["doctor", "--pipeline", "--forge", fixture.server.url, "--hosting", `platform/${name}`, ...more];
  return fixture.run(words, { TRUEUP_AUDIT_TOKEN: token, TRUEUP_TOKEN: undefined });
}

function auditOf({ stdout }: Ran): PipelineAudit {
  return JSON.parse(stdout) as PipelineAudit;
}

/** Settings that are wrong in one way: what is said of it, and the project. */
const wrongs: readonly (readonly [string, Wrong])[] = [
  ["pipeline.ci-file", { settings: { ci_config_path: null } }],
  ["pipeline.variables", { settings: { ci_pipeline_variables_minimum_override_role: "maintainer" } }],
  ["pipeline.merge-without-plan", { settings: { only_allow_merge_if_pipeline_succeeds: false } }],
  ["pipeline.merge-without-plan", { settings: { allow_merge_on_skipped_pipeline: true } }],
  ["pipeline.older-apply", { settings: { ci_forward_deployment_enabled: false } }],
  ["pipeline.repeated-apply", { settings: { ci_forward_deployment_rollback_allowed: true } }],
  ["pipeline.push", { branch: { push_access_level: 40 } }],
  ["pipeline.push", { branch: { name: "release" } }],
  ["pipeline.push", { branch: { name: "m*", push_access_level: 30 } }],
  ["pipeline.force-push", { branch: { allow_force_push: true } }],
  ["pipeline.code-owner-approval", { branch: { code_owner_approval_required: false } }],
  ["pipeline.code-owners", { files: { "trueup.yaml": projectFile } }],
  [
    "pipeline.code-owners",
    { files: { "docs/CODEOWNERS": "CODEOWNERS @alice\n/trueup.yaml @alice\n", "trueup.yaml": projectFile } },
  ],
  ["pipeline.code-owners", { files: { CODEOWNERS: "/trueup.yaml @alice\n" } }],
  ["pipeline.code-owners", { files: { ".gitlab/CODEOWNERS": "^[Maybe]\n* @alice\n" } }],
  ["pipeline.approval-after-push", { approvals: { reset_approvals_on_push: false } }],
  ["pipeline.approval", { rule: { approvals_required: 0 } }],
  ["pipeline.self-approval", { approvals: { merge_requests_author_approval: true } }],
  ["pipeline.write-token", { variables: { TRUEUP_WRITE_TOKEN: { protected: false, environment_scope: "trueup" } } }],
  ["pipeline.write-token", { variables: { TRUEUP_WRITE_TOKEN: { protected: true } } }],
  ["pipeline.masked-token", { variables: { TRUEUP_READ_TOKEN: { masked: false } } }],
  ["pipeline.plain-token", { variables: { TRUEUP_TOKEN: {} } }],
  ["pipeline.environment", { places: ["staging"] }],
  ["pipeline.token-age", { token: { expires_at: inDays(5) } }],
  ["pipeline.token-scope", { token: { access_level: 40 } }],
];

/** What only counts where the pipeline is in the repository itself. */
const trustedWrongs: readonly (readonly [string, object])[] = [
  ["pipeline.fork-pipelines", { ci_allow_fork_pipelines_to_run_in_parent_project: true }],
  ["pipeline.protected-requests", { protect_merge_request_pipelines: true }],
];
const trusted = {
  ci_config_path: null,
  ci_allow_fork_pipelines_to_run_in_parent_project: false,
  protect_merge_request_pipelines: false,
};

describe("trueup doctor --pipeline on GitLab", () => {
  it.each([
    ["in another project", {}, []],
    ["in the repository, trusted", { settings: trusted }, ["--trusted"]],
  ])(
    "finds nothing in a right repository with the pipeline %s, and sends GET alone, with its own token",
    async (_name, wrong, words) => {
      const name = await repository(wrong);
      fixture.server.forget();
      const told = await audit(name, tokens.maintainer, ...words);
      expect(told).toEqual({ code: 0, stdout: `platform/${name}: nothing to change in what was seen\n`, stderr: "" });
      expect(fixture.server.arrived.length).toBeGreaterThan(8);
      expect(fixture.writes()).toEqual([]);
    },
  );

  it.each(wrongs)("names %s and nothing else, for %j", async (code, wrong) => {
    const told = await audit(await repository(wrong), tokens.maintainer, "--format", "json");
    expect(told.code, told.stdout + told.stderr).toBe(2);
    const { flaws, unseen } = auditOf(told);
    expect(flaws.map((one) => one.code)).toEqual([code]);
    expect(unseen).toEqual([]);
  });

  it.each(trustedWrongs)("names %s and nothing else in the trusted form", async (code, settings) => {
    const name = await repository({ settings: { ...trusted, ...settings } });
    const told = await audit(name, tokens.maintainer, "--trusted", "--format", "json");
    expect(auditOf(told).flaws.map((one) => one.code)).toEqual([code]);
  });

  it("gives lines that mend what a kind has, so that nothing of it is left after apply", async () => {
    const name = await repository({
      settings: Object.fromEntries(
        Object.entries(safe).map(([key, value]) => [key, value === true || value === false ? !value : null]),
      ),
      branch: { push_access_level: 40, allow_force_push: true, code_owner_approval_required: false },
      approvals: { reset_approvals_on_push: false, merge_requests_author_approval: true },
      rule: { approvals_required: 0 },
      places: [],
    });
    await call("PUT", at(name), { ci_pipeline_variables_minimum_override_role: "maintainer" });
    const told = await audit(name, tokens.maintainer);
    const blocks = [...told.stdout.matchAll(/Declare it:\n((?: {4}.*\n)+)/g)].map(([, block = ""]) =>
      block.replaceAll(/^ {4}/gm, ""),
    );
    expect(blocks.length, told.stdout).toBe(12);
    for (const [index, block] of blocks.entries()) fixture.write(`trueup/mend-${index}.yaml`, `version: 1\n${block}`);
    const applied = await fixture.run(["apply", "--yes", "trueup"]);
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    expect(await audit(name)).toMatchObject({ code: 0 });
  });

  it("gives no lines where lines of the project would not mend it: a wildcard lets somebody push", async () => {
    const told = await audit(await repository({ branch: { name: "m*", push_access_level: 30 } }));
    expect(told.stdout).toContain("Change it: Settings, Repository, Protected branches");
    expect(told.stdout).not.toContain("Declare it:");
  });

  it("says what the token may not see, and neither takes it for right nor for wrong", async () => {
    const told = await audit(await repository(), tokens.developer);
    expect(told).toMatchObject({ code: 3, stderr: "" });
    for (const what of ["the CI variables", "the project access tokens", "the protected environments"])
      expect(told.stdout).toContain(`not seen: ${what} (needs the role Maintainer`);
    expect(told.stdout).toContain("nothing to change in what was seen");
  });

  it("proposes to protect no branch where the repository has none", async () => {
    const { id } = (await call("GET", "/groups/platform")) as { id: number };
    await call("POST", "/projects", { name: "empty", path: "empty", namespace_id: id });
    const { flaws, unseen } = auditOf(await audit("empty", tokens.maintainer, "--format", "json"));
    expect(flaws.map(({ code }) => code)).not.toContain("pipeline.push");
    expect(unseen).toContainEqual({ what: "the protection of the default branch", reason: "the repository has no branch" });
  });

  it("says on a server of the tier Free which settings that tier does not have", async () => {
    const free = await openFixture(inProcess, {
      dialect: "vendor",
      serverVersion: "19.0.0-ee",
      tier: "free",
      seed: { groups: [{ full_path: "platform" }], projects: [{ path_with_namespace: "platform/free", branches: ["main"] }] },
    });
    await free.platform.call("POST", at("free", "/protected_branches"), { name: "main", push_access_level: 0 });
    const words = ["doctor", "--pipeline", "--forge", free.server.url, "--hosting", "platform/free", "--format", "json"];
    const told = await free.run(words, { TRUEUP_AUDIT_TOKEN: free.platform.token });
    await free.close();
    expect(told.code, told.stderr).toBe(2);
    const { flaws, unseen } = auditOf(told);
    const premium = unseen.filter(({ reason }) => reason.includes("the tier Premium")).map(({ what }) => what);
    expect(premium).toEqual([
      "the approval settings",
      "the approval rules",
      "code_owner_approval_required of the default branch",
      "the protected environments",
    ]);
    expect(flaws.map(({ code }) => code)).not.toContain("pipeline.approval");
  });

  it("tells of its own token that it may write, and that it ends soon", async () => {
    const name = await repository();
    const ofCode = async (token: string) => auditOf(await audit(name, token, "--format", "json")).flaws.map((one) => one.code);
    expect(await ofCode(await tokenOf("alice", ["api"]))).toEqual(["pipeline.audit-token"]);
    expect(await ofCode(await tokenOf("alice", ["read_api"], inDays(3)))).toEqual(["pipeline.token-age"]);
  });

  it("prints texts of the server on one line, without control characters", async () => {
    const name = await repository({ token: { name: "evil\u001B[2J\n\u202Enot seen: x", expires_at: inDays(2) } });
    const { stdout } = await audit(name);
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    expect(stdout).not.toMatch(/[\u001B\u202E]/);
    expect(stdout.split("\n").filter((line) => line.startsWith("not seen"))).toEqual([]);
  });

  it.each([
    ["no token", ["--hosting", "a/b", "--forge", "https://x.example"], {}, "TRUEUP_AUDIT_TOKEN is not set"],
    ["no repository", ["--forge", "https://x.example"], { TRUEUP_AUDIT_TOKEN: secret }, "--hosting is not given"],
    ["no address", ["--hosting", "a/b"], { TRUEUP_AUDIT_TOKEN: secret }, "--forge is not given"],
  ])("refuses to begin with %s", async (_name, words, env, message) => {
    fixture.server.forget();
    const told = await fixture.run(["doctor", "--pipeline", ...words], env);
    expect(told).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(message) as string });
    expect(fixture.server.arrived).toEqual([]);
  });

  it("takes its options only with --pipeline", async () => {
    expect(await fixture.run(["doctor", "--hosting", "a/b"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--hosting needs --pipeline") as string,
    });
  });
});
