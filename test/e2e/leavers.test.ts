// @module-tag slow
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PersonReport } from "../../src/core/person.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

const people = ["vera", "bob", "carol"];
const company = `groups:
  acme: { members: { bob: owner } }
  acme/team: {}
projects:
  acme/team/api: {}
  acme/team/web: { approval_rules: { Security: { approvals_required: 1, users: [vera, bob] } } }
`;
const leavers = `policies:
  leavers: { groups: ["acme/**"], set: { members: { vera: { ensure: absent } } } }
  leavers-of-projects: { projects: ["acme/**"], set: { members: { vera: { ensure: absent } } } }
`;

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    tier: "ultimate",
    seed: {
      users: people.map((username) => ({ username })),
      groups: [
        { full_path: "acme", members: { bob: 50 } },
        { full_path: "acme/team", members: { vera: 40, carol: 30 } },
      ],
      projects: ["api", "web"].map((name) => ({
        path_with_namespace: `acme/team/${name}`,
        members: { vera: 40, bob: 40 },
      })),
    },
  });
});
afterEach(async () => fixture.close());

async function run(words: readonly string[], ...files: readonly string[]) {
  fixture.write("files/trueup.yaml", files.join(""));
  const [command = "", ...more] = words;
  return fixture.run([command, "files", ...more]);
}

async function membersOf(place: string): Promise<readonly string[]> {
  const shown = await fixture.platform.call("GET", `/${place}/members`);
  return (shown as readonly { readonly username: string }[]).map(({ username }) => username).toSorted();
}

describe("a policy that says that a member is absent", () => {
  it("removes the member everywhere that it reaches, counted as deletes, and is kept once that is done", async () => {
    const planned = await run(["plan"], company, leavers);
    expect(planned.stdout).toMatch(/3 to delete/);
    expect(planned.stdout).toContain("- delete member:acme/team:vera  (policy leavers, files/trueup.yaml:8:61)");
    expect(await run(["apply", "--yes"], company.replace("vera, bob", "bob"), leavers)).toMatchObject({ code: 0 });
    for (const place of ["groups/acme%2Fteam", "projects/acme%2Fteam%2Fapi", "projects/acme%2Fteam%2Fweb"])
      expect(await membersOf(place)).not.toContain("vera");
    expect(await membersOf("groups/acme%2Fteam")).toContain("carol");
    expect(await run(["plan", "--detailed-exitcode"], company.replace("vera, bob", "bob"), leavers)).toMatchObject({ code: 0 });
  });

  it("is refused by name for the last user who can fulfil a rule, unless the same plan names another one", async () => {
    const alone = company.replace("vera, bob", "vera");
    expect(await run(["apply", "--yes"], alone)).toMatchObject({ code: 0 });
    const refused = await run(["plan"], alone.replace(/ \{ approval_rules.*/, " {}"), leavers);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain(
      "Refused [member.last-approver]  files/trueup.yaml:9:75\n  vera is the last user who can fulfil approval_rule:acme/team/web:Security",
    );
    expect(await run(["apply", "--yes"], alone.replace("[vera]", "[bob]"), leavers)).toMatchObject({ code: 0 });
  });

  it("is refused by name for the only user in an entry that protects, or in a list that must not be empty", async () => {
    const guarded = (lists: string) => company.replace("web: {", `web: { protected_environments: { live: { ${lists} } },`);
    const entries = "deploy_access_levels: [{ user: vera }], approval_rules: [{ user: vera }, { user: bob }]";
    expect(await run(["apply", "--yes"], guarded(entries))).toMatchObject({ code: 0 });
    // Whether the files declare the protection or not.
    for (const files of [guarded(entries), company]) {
      const { code, stdout } = await run(["plan"], files.replace("vera, bob", "bob"), leavers);
      expect(code).toBe(1);
      const place = "protected_environment:acme/team/web:live";
      const todo = "name somebody else there, or delete it, in the same plan";
      const refused = "Refused [member.last-approver] files/trueup.yaml:9:75";
      const refusals = [
        `${refused} without vera, approval_rules of ${place} would protect less: ${todo}`,
        `${refused} without vera, deploy_access_levels of ${place} would be empty: ${todo}`,
      ];
      const flat = stdout.replaceAll(/\s+/g, " ");
      for (const refusal of refusals) expect(flat).toContain(refusal);
      expect(stdout).toContain("Refused for 2 reasons");
    }
    const others = guarded("deploy_access_levels: [{ user: bob }], approval_rules: [{ user: bob }]").replace("vera, bob", "bob");
    expect(await run(["apply", "--yes"], others, leavers)).toMatchObject({ code: 0 });
  });

  it("is refused by name for an entry of the group that the member leaves", async () => {
    const lists = "deploy_access_levels: [{ user: bob }], approval_rules: [{ user: vera }]";
    const files = company.replace("team: {}", `team: { protected_environments: { production: { ${lists} } } }`);
    expect(await run(["apply", "--yes"], files)).toMatchObject({ code: 0 });
    const { code, stdout } = await run(["plan"], company.replace("vera, bob", "bob"), leavers);
    expect(code).toBe(1);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "Refused [member.last-approver] files/trueup.yaml:8:61 without vera, approval_rules of protected_environment:acme/team:production would protect less",
    );
    expect(stdout).toContain("Refused for 1 reason");
  });

  it("may empty a list that lets people in and that may be empty", async () => {
    const files = company.replace("web: {", "web: { protected_branches: { release: { allowed_to_push: [{ user: vera }] } },");
    expect(await run(["apply", "--yes"], files)).toMatchObject({ code: 0 });
    expect(await run(["plan"], company.replace("vera, bob", "bob"), leavers)).toMatchObject({ code: 0 });
  });

  it("is refused by name for a rule that the same plan creates or changes, if it names the member alone", async () => {
    const lost = "vera is the last user who can fulfil approval_rule:acme/team/web:Security";
    const alone = company.replace("vera, bob", "vera");
    const created = await run(["plan"], alone, leavers);
    expect(created).toMatchObject({ code: 1, stdout: expect.stringContaining(lost) });
    expect(created.stdout.match(/^Refused \[member/gm)).toHaveLength(1);
    expect(await run(["apply", "--yes"], company.replace("vera, bob", "bob"))).toMatchObject({ code: 0 });
    const changed = await run(["plan"], alone, leavers);
    expect(changed).toMatchObject({ code: 1, stdout: expect.stringContaining(lost) });
    const lists = [
      [
        "protected_environments: { live: { deploy_access_levels: [{ user: vera }] } }",
        "deploy_access_levels of protected_environment:acme/team/web:live",
      ],
      [
        "protected_branches: { release: { allowed_to_push: [{ user: vera }] } }",
        "allowed_to_push of protected_branch:acme/team/web:release",
      ],
    ] as const;
    for (const [body, list] of lists) {
      const planned = await run(["plan"], company.replace(/ \{ approval_rules.*/, ` { ${body} }`), leavers);
      expect(planned).toMatchObject({ code: 1, stdout: expect.stringContaining(`without vera, ${list}`) });
    }
  });

  it("is refused by name for a rule that names nobody but several who leave", async () => {
    const both = company.replace("vera, bob", "vera, carol");
    expect(await run(["apply", "--yes"], both)).toMatchObject({ code: 0 });
    expect(await run(["plan"], both, leavers)).toMatchObject({ code: 0 });
    const ofCarol = leavers.replaceAll("vera", "carol").replaceAll("leavers", "carol-leaves").replace("policies:\n", "");
    const refused = await run(["plan"], both, leavers, ofCarol);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stdout.replaceAll(/\s+/g, " ")).toContain(
      "vera and carol are the last users who can fulfil approval_rule:acme/team/web:Security: name somebody else there",
    );
  });

  it("may leave the group if the project or a group above keeps the member", async () => {
    const alone = company.replace("vera, bob", "vera");
    expect(await run(["apply", "--yes"], alone)).toMatchObject({ code: 0 });
    const [ofGroups = "", ofProjects = ""] = leavers.split("\n").slice(1);
    expect(await run(["plan"], alone, `policies:\n${ofGroups}\n`)).toMatchObject({ code: 0 });
    expect(await run(["plan"], alone, `policies:\n${ofProjects}\n`)).toMatchObject({ code: 0 });
    expect(await run(["plan"], alone, leavers)).toMatchObject({ code: 1 });
    const above = alone.replace("bob: owner", "bob: owner, vera: developer");
    expect(await run(["apply", "--yes"], above)).toMatchObject({ code: 0 });
    expect(await run(["plan"], alone, leavers.replace("acme/**", "acme/*"))).toMatchObject({ code: 0 });
    expect(await run(["plan"], alone, leavers)).toMatchObject({ code: 1 });
  });

  it("is shown with the policy's name in plans, in Markdown and by explain", async () => {
    const files = company.replace("vera, bob", "bob");
    const text = await run(["plan"], files, leavers);
    expect(text.stdout).toContain("- delete member:acme/team:vera  (policy leavers, files/trueup.yaml:8:61)");
    const markdown = await run(["plan", "--format", "markdown"], files, leavers);
    expect(markdown.stdout).toContain(
      "delete <b><code>member:acme/team:vera</code></b> · <code>(policy leavers, files/trueup.yaml:8:61)</code>",
    );
    const summary = await run(["plan", "--summary"], files, leavers);
    expect(summary.stdout).toMatch(/policy leavers-of-projects +2 members/);
    const explained = await fixture.run(["explain", "member:acme/team:vera", "--path", "files"]);
    expect(explained.stdout).toContain("member:acme/team:vera, to be absent  policy leavers, files/trueup.yaml:8:61\n");
    await run(["plan", "--out", "plan.json"], files, leavers);
    const saved = JSON.parse(readFileSync(`${fixture.directory}/plan.json`, "utf8")) as { changes: readonly object[] };
    expect(saved.changes).toContainEqual(expect.objectContaining({ address: "member:acme/team:vera", layer: "policy leavers" }));
    expect(await fixture.run(["apply", "--plan", "plan.json", "--yes"])).toMatchObject({ code: 0 });
    expect(await membersOf("groups/acme%2Fteam")).not.toContain("vera");
  });

  it("is refused by name for the last owner of a group", async () => {
    const files = leavers.replaceAll("vera", "bob");
    const refused = await run(["plan"], company.replace("{ members: { bob: owner } }", "{}"), files);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain("bob is the last owner of acme: make somebody else an owner first");
    const handed = company.replace("bob: owner", "carol: owner").replace("vera, bob", "carol");
    expect(await run(["apply", "--yes"], handed, files)).toMatchObject({ code: 0 });
    expect(await membersOf("groups/acme")).toEqual(expect.arrayContaining(["carol"]));
    expect(await membersOf("groups/acme")).not.toContain("bob");
  });

  it("spares a member whom a file declares, with a warning; an enforced one is an error of the files", async () => {
    const declared = company.replace("acme/team/api: {}", "acme/team/api: { members: { vera: maintainer } }");
    const spared = await run(["validate"], declared, leavers);
    expect(spared).toMatchObject({ code: 0 });
    expect(spared.stdout).toContain("warning: it stays, although policy leavers-of-projects says that it is absent");
    const bare = company.replace("acme/team/api: {}", "acme/team/api: { environments: { review: {} } }");
    const policy = 'policies: { p: { projects: ["acme/**"], set: { environments: { review: { ensure: absent } } } } }\n';
    const kept = await run(["plan"], bare, policy);
    expect(kept.stdout).toContain("+ create environment:acme/team/api:review");
    const enforced = await run(["validate"], declared, leavers.replaceAll("set:", "enforce: [members.vera], set:"));
    expect(enforced.code).toBe(1);
    expect(enforced.stdout).toContain("policy leavers-of-projects enforces that it is absent");
  });

  it("leaves alone what it excepts, and what its rollout does not reach yet; the report of compliance counts it", async () => {
    const spared = leavers.replace('projects: ["acme/**"]', 'projects: ["acme/**"], except: [acme/team/api]');
    const planned = await run(["plan"], company, spared);
    expect(planned.stdout).toMatch(/2 to delete/);
    expect(planned.stdout).not.toContain("member:acme/team/api:vera");
    const slow = leavers.replaceAll("set:", "rollout: 0%, set:");
    expect((await run(["plan"], company, slow)).stdout).toMatch(/0 to delete/);
    const report = await fixture.run(["report", "compliance", "files", "--json"]);
    expect(report.code).toBe(0);
    expect(JSON.parse(report.stdout)).toMatchObject({
      policies: [
        { reported: 2, violating: 1 },
        { reported: 2, violating: 2 },
      ],
    });
  });

  it("takes absence alone, of what can be deleted, in policies alone", async () => {
    const extending = company.replace("api: {}", "api: { extends: [p] }");
    const messages = async (files: string, of = company) => (await run(["validate"], of, files)).stdout;
    expect(await messages(leavers.replaceAll("ensure: absent", "ensure: absent, access_level: guest"))).toContain(
      "access_level says nothing of what is to be absent",
    );
    expect(await messages("presets: { p: { members: { vera: { ensure: absent } } } }\n", extending)).toContain(
      "ensure has no part in a preset",
    );
    expect(await messages('policies: { p: { projects: ["acme/**"], set: { ensure: absent } } }\n')).toContain(
      "ensure has no part in a policy",
    );
  });
});

describe("trueup report person", () => {
  const everything = `groups:
  acme: { members: { bob: owner } }
  acme/team: { members: { vera: maintainer, carol: developer } }
projects:
  acme/team/api:
    initialize_with_readme: true
    members: { vera: maintainer, bob: maintainer }
    protected_branches: { release: { allowed_to_push: [{ user: vera }] } }
    protected_environments: { live: { deploy_access_levels: [{ user: vera }] } }
    pipeline_schedules: { Nightly: { ref: main, cron: "0 3 * * *" } }
  acme/team/web: { approval_rules: { Security: { approvals_required: 1, users: [vera, bob] } } }
`;

  it("lists what names somebody, with the lines of files and the policies that remove the memberships", async () => {
    expect(await run(["apply", "--yes"], everything)).toMatchObject({ code: 0 });
    const json = await fixture.run(["report", "person", "vera", "files", "--json"]);
    expect(json.code).toBe(2);
    const report = JSON.parse(json.stdout) as PersonReport;
    const schema = JSON.parse(readFileSync("schemas/person.schema.json", "utf8")) as object;
    const check = new Ajv2020({ strict: true }).compile(schema);
    expect(check(report), JSON.stringify(check.errors)).toBe(true);
    expect(report.mentions).toEqual([
      { address: "member:acme/team:vera", as: "membership", role: "maintainer" },
      { address: "member:acme/team/api:vera", as: "membership", role: "maintainer" },
      { address: "member:acme/team/web:vera", as: "membership", role: "maintainer" },
      { address: "protected_branch:acme/team/api:release", as: "allowed_to_push" },
      { address: "protected_environment:acme/team/api:live", as: "deploy_access_levels" },
      { address: "approval_rule:acme/team/web:Security", as: "users" },
    ]);
    expect(report.declared.map(({ source }) => source)).toContain("files/trueup.yaml:3:27");
    const text = await fixture.run(["report", "person", "vera", "files"]);
    expect(text.stdout).toContain("member:acme/team:vera                     membership: maintainer");
    expect(text.stdout).toContain("files/trueup.yaml:8:");
    const markdown = await fixture.run(["report", "person", "vera", "files", "--format", "markdown"]);
    expect(markdown.stdout).toContain(`\`\`\`yaml\n${report.patch.trimEnd()}\n\`\`\``);
  });

  it("names the owner of a pipeline schedule, which runs with that person's rights", async () => {
    expect(await run(["apply", "--yes"], everything)).toMatchObject({ code: 0 });
    const { stdout } = await fixture.run(["report", "person", "root", "files", "--json"]);
    expect((JSON.parse(stdout) as PersonReport).mentions).toContainEqual({
      address: "pipeline_schedule:acme/team/api:Nightly",
      as: "owner",
    });
  });

  it("prints a patch after which nothing is left to report, and then exits 0", async () => {
    expect(await run(["apply", "--yes"], company.replace("vera, bob", "bob"))).toMatchObject({ code: 0 });
    const { patch } = JSON.parse((await fixture.run(["report", "person", "vera", "files", "--json"])).stdout) as PersonReport;
    expect(await run(["apply", "--yes"], company.replace("vera, bob", "bob"), patch)).toMatchObject({ code: 0 });
    const after = await fixture.run(["report", "person", "vera", "files"]);
    expect(after).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing names vera.") });
  });

  it("refuses a user whom the server does not know, and files without groups and projects", async () => {
    await run(["validate"], company);
    const unknown = await fixture.run(["report", "person", "no-such", "files"]);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('this server has no user "no-such"') });
    await run(["validate"], "topics: { a: {} }\n");
    const nowhere = await fixture.run(["report", "person", "vera", "files"]);
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining("Say where to look: --under GROUP.") });
  });
});
