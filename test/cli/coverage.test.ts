// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Coverage, Plan } from "../../src/core/plan.js";
import { kinds } from "../../src/program/kinds.js";
import { inProcess } from "../harness/command-line.js";
import { directory, write } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

/** A part of what the default seed holds; the spelling of paths does not count. */
const part = `groups:
  Acme-Labs: {}
  acme-labs/platform:
    protected_environments:
      staging: { required_approval_count: 0, deploy_access_levels: [{ access_level: developer }, { user: bob }] }
projects:
  acme-labs/website:
    topics: [typescript]
    approval_settings: {}
    integrations:
      external-wiki: { external_wiki_url: "https://wiki.example.com" }
  acme-labs/platform/api:
    approval_rules:
      Security: { approvals_required: 2 }
  acme-labs/handbook: { ensure: absent }
`;

interface How {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

async function planOf(how: How, ...words: readonly string[]): Promise<Plan> {
  const { stdout, stderr } = await inProcess(["plan", "--json", ...words], how);
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Plan;
}

async function coverageOf(how: How, ...words: readonly string[]): Promise<Coverage> {
  const { coverage } = await planOf(how, "--unmanaged", ...words);
  if (coverage === undefined) throw new Error("the plan has no coverage");
  return coverage;
}

/** `live managed` by kind. */
function counts({ kinds }: Coverage): Record<string, string> {
  return Object.fromEntries(kinds.map(({ kind, live, managed }) => [kind, `${live} ${managed}`]));
}

/** For each kind, what is managed and what is not make up what is live. */
function mustAddUp({ kinds, unmanaged }: Coverage): void {
  for (const { kind, live, managed } of kinds) {
    expect(managed + unmanaged.filter((address) => address.split(":")[0] === kind).length, kind).toBe(live);
  }
}

describe("--unmanaged", () => {
  test("counts what is live by kind and lists what no file declares; a named topic and what is to be deleted are declared", async () => {
    const { env } = await platform({ seed: "default" });
    const coverage = await coverageOf({ cwd: directory({ "trueup.yaml": part }), env });
    mustAddUp(coverage);
    // What the seed has of these kinds; there may be others.
    const counted = {
      application_settings: "1 0",
      appearance: "1 0",
      topic: "2 1",
      group: "6 2",
      project: "11 3",
      protected_environment: "2 1",
      approval_settings: "1 1",
      approval_rule: "4 1",
      integration: "2 1",
    };
    expect(counts(coverage)).toMatchObject(counted);
    expect(coverage.gaps).toEqual([]);
    const told = Object.keys(counted).filter((kind) => kind !== "project");
    expect(coverage.unmanaged.filter((address) => told.includes(address.split(":")[0] ?? ""))).toEqual([
      "application_settings",
      "appearance",
      "topic:infrastructure",
      "group:acme-labs/mobile",
      "group:acme-labs/platform/tools",
      "group:acme-release",
      "group:open-source",
      "approval_rule:acme-labs/platform/api:Coverage",
      "approval_rule:acme-labs/platform/deploy:Operators",
      "approval_rule:acme-labs/website:All Members",
      "integration:acme-labs/platform/api:emails-on-push",
      "protected_environment:acme-labs:production",
    ]);
  });

  test("counts a deploy key as declared by the key itself, whatever its title in the files", async () => {
    const server = await platform({ dialect: "vendor" });
    await server.call("POST", "/groups", { name: "Acme", path: "acme" });
    const [acme] = (await server.call("GET", "/groups")) as [{ readonly id: number }];
    await server.call("POST", "/projects", { name: "Web", path: "web", namespace_id: acme.id });
    const [mine, other] = ["a", "b"].map((mark) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIH${mark.repeat(42)}`);
    await server.call("POST", "/projects/acme%2Fweb/deploy_keys", { title: "CI", key: mine });
    await server.call("POST", "/projects/acme%2Fweb/deploy_keys", { title: "Other", key: other });
    const cwd = directory({
      "trueup/a.yaml": `projects: { acme/web: { deploy_keys: { Renamed: { key: "${mine}" } } } }\n`,
    });
    const coverage = await coverageOf({ cwd, env: server.env });
    expect(counts(coverage)["deploy_key"]).toBe("2 1");
    expect(coverage.unmanaged).toContain("deploy_key:acme/web:Other");
  });

  test("changes no exit code, and in drift says what to do next", async () => {
    const { env } = await platform({ seed: "default" });
    const cwd = directory({ "trueup.yaml": "groups:\n  acme-labs: {}\n" });
    const same = await inProcess(["drift", "--unmanaged"], { cwd, env });
    expect(same.code).toBe(0);
    expect(same.stdout).toMatch(/^ {2}group +6 +1 +5 +16 %$/m);
    expect(same.stdout).toContain("\n  project:open-source/toolkit\n");
    expect(same.stdout).toMatch(/trueup export --under PATH.*delete_undeclared/);
    write(join(cwd, "trueup.yaml"), "groups:\n  acme-labs: { name: Another }\n");
    expect((await inProcess(["drift", "--unmanaged"], { cwd, env })).code).toBe(2);
    const note = await inProcess(["plan", "--unmanaged", "--format", "markdown"], { cwd, env });
    expect(note).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("| <code>group</code> | 6 | 1 | 5 | 16 % |") as string,
    });
  });

  test("counts only what a target names, and reads only where that can be", async () => {
    const { env } = await platform({ seed: "default" });
    const how = { cwd: directory({ "trueup.yaml": part }), env };
    const rules = await coverageOf(how, "--target", "approval_rule:acme-labs/platform/**", "--target", "topic:*");
    expect(counts(rules)).toEqual({ topic: "2 1", approval_rule: "3 1" });
    expect(rules.unmanaged.at(-1)).toBe("approval_rule:acme-labs/platform/deploy:Operators");
    expect(counts(await coverageOf(how, "--target", "**:staging"))).toEqual({ protected_environment: "1 1" });
    expect(counts(await coverageOf(how, "--target", "project:alice/*"))).toEqual({ project: "1 0" });
    expect(await inProcess(["plan", "--json", "--unmanaged", "--target", "project:nobody/here"], how)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("project:nobody/here matches nothing") as string,
    });
    const settings = await planOf(how, "--unmanaged", "--target", "application_settings");
    expect(settings.coverage).toMatchObject({
      kinds: [{ kind: "application_settings", live: 1, managed: 0 }],
      unmanaged: ["application_settings"],
      gaps: [],
    });
    expect(settings.stats.requests).toBeLessThanOrEqual(
      (await planOf({ ...how, cwd: directory({ "trueup.yaml": "application_settings: {}\n" }) })).stats.requests + 1,
    );
  });

  test("counts what a token that is no administrator sees, and says what it does not", async () => {
    const { url } = await platform({ seed: "default" });
    const env = { TRUEUP_URL: url, TRUEUP_TOKEN: "token-of-bob" };
    const coverage = await coverageOf({ cwd: directory({ "trueup.yaml": "groups:\n  acme-labs: {}\n" }), env });
    mustAddUp(coverage);
    expect(counts(coverage)).toMatchObject({ group: "4 1", project: "8 0" });
    expect(coverage.gaps).toEqual(
      expect.arrayContaining([
        "bob is no administrator: what bob does not see in lists is not counted",
        "Application settings: only an administrator may read it, and bob is none",
      ]),
    );
  });

  test("stays out of a plan file, which is the same as without it", async () => {
    const { env, call } = await platform({ seed: "default" });
    const cwd = directory({ "trueup.yaml": "groups:\n  acme-labs: { name: Another }\n" });
    const asked = await inProcess(["plan", "--unmanaged", "--json", "--out", "plan.json"], { cwd, env });
    const saved = JSON.parse(readFileSync(join(cwd, "plan.json"), "utf8")) as Plan;
    expect(saved).not.toHaveProperty("coverage");
    expect(saved.digest).toBe((await planOf({ cwd, env })).digest);
    write(join(cwd, "shown.json"), asked.stdout);
    for (const file of ["plan.json", "shown.json"]) {
      await call("PUT", "/groups/acme-labs", { name: "Acme Labs" });
      expect(await inProcess(["apply", "--plan", file, "--yes"], { cwd, env })).toMatchObject({ code: 0 });
    }
  });
});

test("all that examples/acme builds is under management", async () => {
  const { env } = await platform();
  const secrets = { ACME_SPAM_KEY: "spam-key-of-the-coverage-test", ACME_CHAT_WEBHOOK: "https://chat.acme.example/of-the-test" };
  expect(
    (
      await inProcess(["apply", "examples/acme", "--yes", "--ack", "weakening:application_settings"], {
        env: { ...env, ...secrets },
      })
    ).code,
  ).toBe(0);
  const { stdout } = await inProcess(["plan", "examples/acme", "--unmanaged", "--json"], { env: { ...env, ...secrets } });
  const { coverage, summary } = JSON.parse(stdout) as Plan;
  // The platform gives some things by itself, such as the protection of a first branch: nobody has declared those.
  const comesByItself = (address: string) => kinds.get(address.split(":")[0] ?? "")?.comesWithParent !== undefined;
  expect(coverage?.unmanaged.filter((address) => !comesByItself(address))).toEqual([]);
  expect(coverage?.kinds.reduce((sum, { managed }) => sum + managed, 0)).toBe(summary.unchanged);
});

test("what a policy or a preset gives to a declared project counts as declared, and what a policy reaches beside that does not", async () => {
  const { call, env } = await platform({ dialect: "vendor" });
  const { id } = (await call("POST", "/groups", { name: "Acme", path: "acme" })) as { readonly id: number };
  for (const path of ["web", "api"]) {
    await call("POST", "/projects", { name: path, path, namespace_id: id });
    for (const name of ["bug", "docs"]) await call("POST", `/projects/acme%2F${path}/labels`, { name, color: "#ff0000" });
  }
  const files = `groups: { acme: {} }
projects:
  acme/web: { extends: [documented] }
presets:
  documented: { labels: { docs: { color: "#ff0000" } } }
policies:
  triaged:
    projects: [acme/**]
    undeclared: include
    set: { labels: { bug: { color: "#ff0000" } } }
`;
  const coverage = await coverageOf({ cwd: directory({ "trueup.yaml": files }), env });
  mustAddUp(coverage);
  expect(counts(coverage)).toMatchObject({ project: "2 1", label: "4 2" });
  expect(coverage.unmanaged.filter((address) => address.includes(":acme/"))).toEqual([
    "project:acme/api",
    "label:acme/api:bug",
    "label:acme/api:docs",
  ]);
});
