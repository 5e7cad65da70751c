import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inProcess, json } from "../../harness/command-line.js";
import { directory, expectNoSecretIn, write } from "../../harness/directory.js";
import { platform } from "../../harness/emulator.js";
import { describeTerraform, terraform } from "../../terraform/command.js";
import { standIn } from "./stand-in.js";
import { convert, specs } from "./states.js";

const secrets = ["hunter2-token-of-github", "hunter2-about-the-project", "GR1348941-hunter2-hunter2"];

const head = `
terraform {
  required_providers {
    gitlab = { source = "gitlabhq/gitlab" }
  }
}
variable "token" {
  type      = string
  sensitive = true
}
variable "about" {
  type      = string
  sensitive = true
}
`;
const company = `
data "gitlab_user" "alice" {
  username = "alice"
}
resource "gitlab_topic" "typescript" {
  name  = "typescript"
  title = "TypeScript"
}
resource "gitlab_group" "acme" {
  name             = "Acme"
  path             = "acme"
  visibility_level = "internal"
}
resource "gitlab_group" "team" {
  for_each         = toset(["ops", "web"])
  name             = "Team \${each.key}"
  path             = "team-\${each.key}"
  parent_id        = gitlab_group.acme.id
  visibility_level = "internal"
}
resource "gitlab_project" "site" {
  for_each                    = toset(["ops", "web"])
  name                        = "Site"
  path                        = "site"
  namespace_id                = gitlab_group.team[each.key].id
  visibility_level            = "internal"
  description                 = var.about
  merge_method                = "ff"
  topics                      = [gitlab_topic.typescript.name]
  initialize_with_readme      = true
  archive_on_destroy          = true
  container_expiration_policy = [{ cadence = "7d", enabled = true, keep_n = 5 }]
}
resource "gitlab_project_approval_rule" "security" {
  for_each           = gitlab_project.site
  project            = gitlab_project.site[each.key].id
  name               = "Security"
  approvals_required = 2
  group_ids          = [gitlab_group.acme.id]
}
resource "gitlab_project_level_mr_approvals" "web" {
  project                        = gitlab_project.site["web"].id
  merge_requests_author_approval = true
}
resource "gitlab_project_share_group" "ops" {
  project      = gitlab_project.site["ops"].id
  group_id     = gitlab_group.team["web"].id
  group_access = "developer"
}
resource "gitlab_project_integration_github" "web" {
  project        = gitlab_project.site["web"].id
  repository_url = "https://example.com/acme/site"
  token          = var.token
}
resource "gitlab_personal_access_token" "alice" {
  user_id = data.gitlab_user.alice.id
  name    = "for alice"
}
`;
const site = { name: "Site", visibility: "internal", merge_method: "ff", topics: ["typescript"], initialize_with_readme: true };
const policy = { cadence: "7d", enabled: true, keep_n: 5 };
const rule = { approvals_required: 2, groups: ["acme"] };

/** What the configuration says, in our words; a state leaves out what goes without saying. */
const declared = {
  "topic:typescript": { title: "TypeScript" },
  "group:acme": { name: "Acme", visibility: "internal" },
  "group:acme/team-ops": { name: "Team ops", visibility: "internal" },
  "group:acme/team-web": { name: "Team web", visibility: "internal" },
  "project:acme/team-ops/site": {
    ...site,
    description: { $secret: "${env:ACME_TEAM_OPS_SITE_DESCRIPTION}" },
    container_expiration_policy: policy,
    shared_with_groups: [{ group: "acme/team-web", access_level: "developer" }],
  },
  "project:acme/team-web/site": {
    ...site,
    description: { $secret: "${env:ACME_TEAM_WEB_SITE_DESCRIPTION}" },
    container_expiration_policy: policy,
  },
  "approval_rule:acme/team-ops/site:Security": rule,
  "approval_rule:acme/team-web/site:Security": rule,
  "approval_settings:acme/team-web/site": { merge_requests_author_approval: true },
  "integration:acme/team-web/site:github": {
    token: { $secret: "${env:ACME_TEAM_WEB_SITE_GITHUB_TOKEN}" },
    repository_url: "https://example.com/acme/site",
  },
};

async function workspace() {
  const { env, deleted } = await standIn();
  const place = directory({ "main.tf": head + company });
  const variables = { TF_VAR_token: secrets[0] ?? "", TF_VAR_about: secrets[1] ?? "" };
  const run = async (...words: string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await terraform(words, place, { ...env, ...variables });
    expect(`${exitCode} ${exitCode === 0 ? "" : stderr}`).toBe("0 ");
    return stdout;
  };
  return { place, run, deleted };
}

describeTerraform("what the real terraform prints of a configuration for the provider", () => {
  it("gives the same declarations before the first apply, after it, and from the state", async () => {
    const { run } = await workspace();
    await run("plan", "-out", "first.bin");
    const first = convert(await run("show", "-json", "first.bin"));
    expect(specs(first)).toEqual(declared);
    await run("apply", "first.bin");
    await run("plan", "-out", "second.bin");
    expect(specs(convert(await run("show", "-json", "second.bin")))).toEqual(declared);

    const ofState = convert(await run("show", "-json"));
    expect(specs(ofState)).toEqual(declared);
    for (const { remarks } of [first, ofState]) {
      expect(remarks).toContain(
        "gitlab_personal_access_token (1): trueup does not manage tokens, which are shown once and end by themselves. Left out: gitlab_personal_access_token.alice",
      );
    }
    expect(JSON.stringify([first, ofState])).not.toContain("hunter2");
  });

  it("becomes files that are sound, make a fresh platform true, and plan empty then", async () => {
    const { place, run } = await workspace();
    await run("apply", "-auto-approve");
    await run("plan", "-out", "plan.bin");
    write(join(place, "plan.json"), await run("show", "-json", "plan.bin"));
    const { env } = await platform({ tier: "premium" });
    const variables = Object.fromEntries(
      ["OPS_SITE_DESCRIPTION", "WEB_SITE_DESCRIPTION", "WEB_SITE_GITHUB_TOKEN"].map((name) => [
        `ACME_TEAM_${name}`,
        `value of ${name}`,
      ]),
    );
    const how = { cwd: place, env: { ...env, ...variables }, secrets };
    const converted = await inProcess(["convert", "--from", "gitlab-terraform", "plan.json", "--out", "files"], how);
    expect(converted).toMatchObject({ code: 0, stderr: expect.stringContaining("gitlab_personal_access_token") });
    expectNoSecretIn(join(place, "files"), secrets);
    expect(readFileSync(join(place, "files", "acme.yaml"), "utf8")).toContain("# What another Terraform provider manages");
    const example = readFileSync(join(place, "files", ".env.example"), "utf8");
    for (const name of Object.keys(variables)) expect(example).toContain(`${name}=`);
    expect(await inProcess(["validate", "files", "--strict"], how)).toMatchObject({ code: 0 });
    expect(await inProcess(["apply", "files", "--yes"], how)).toMatchObject({ code: 0 });
    const { changes, refusals } = json((await inProcess(["plan", "files", "--json"], how)).stdout) as Record<string, unknown>;
    expect({ changes, refusals }).toEqual({ changes: [], refusals: [] });
  });

  it("hands over as docs/from-gitlab-provider.md says: forgotten by Terraform, and nothing destroyed", async () => {
    const { place, run, deleted } = await workspace();
    await run("apply", "-auto-approve");
    const resources = [...company.matchAll(/^resource "(\w+)" "(\w+)"/gm)].map(([, type, name]) => `${type}.${name}`);
    const removed = resources.map((from) => `removed {\n  from = ${from}\n  lifecycle { destroy = false }\n}\n`);
    write(join(place, "main.tf"), head + removed.join(""));
    const plan = await run("plan", "-no-color");
    expect(plan).toContain("will no longer be managed by Terraform, but will not be destroyed");
    expect(plan).toContain("0 to destroy");
    await run("apply", "-auto-approve");
    expect((await run("state", "list")).trim()).toBe("");
    expect(deleted).toEqual([]);
  });
});
