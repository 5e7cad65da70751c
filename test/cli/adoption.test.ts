// @module-tag slow
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory, expectNoSecretIn } from "../harness/directory.js";
import { type RunningEmulator, platform } from "../harness/emulator.js";

/** A picture of one dot. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

interface Thing {
  readonly id: number;
}

async function made(server: RunningEmulator, path: string, body: object): Promise<number> {
  return ((await server.call("POST", path, body)) as Thing).id;
}

describe("trueup export", () => {
  test("leaves out all that lies below a group that is scheduled for deletion, also what is listed before that group", async () => {
    const server = await platform();
    const inner = await made(server, "/groups", { name: "Inner", path: "inner" });
    await made(server, "/projects", { name: "Web", path: "web", namespace_id: inner });
    const outer = await made(server, "/groups", { name: "Outer", path: "outer" });
    await server.call("POST", `/groups/${inner}/transfer`, { group_id: outer });
    const kept = await made(server, "/groups", { name: "Kept", path: "kept" });
    await made(server, "/projects", { name: "Web", path: "web", namespace_id: kept });
    await server.call("DELETE", `/groups/${outer}`);
    const cwd = directory();
    for (const [out, words] of [
      ["all", []],
      ["projects", ["--kind", "project"]],
      ["part", ["--under", "outer/inner", "--under", "kept"]],
    ] as const) {
      const { code, stderr } = await inProcess(["export", "--out", out, ...words], { cwd, env: server.env });
      expect(code, stderr).toBe(0);
      expect(stderr).toContain("group:outer is scheduled for deletion");
      expect(existsSync(join(cwd, out, "outer.yaml")), out).toBe(false);
      expect((await inProcess(["plan", out, "--detailed-exitcode"], { cwd, env: server.env })).code).toBe(0);
    }
  });
});

describe("drift --adopt", () => {
  const logo = Buffer.from(png, "base64");

  async function withAvatar({ url, token }: RunningEmulator, path: string): Promise<void> {
    const form = new FormData();
    form.set("avatar", new Blob([logo], { type: "image/png" }), "logo.png");
    const reply = await fetch(`${url}/api/v4${path}`, { method: "PUT", headers: { "private-token": token }, body: form });
    expect(reply.status, await reply.text()).toBe(200);
  }

  test("says that a picture was taken away", async () => {
    const server = await platform();
    const id = await made(server, "/topics", { name: "tools", title: "Tools" });
    await withAvatar(server, `/topics/${id}`);
    const cwd = directory();
    await inProcess(["export"], { cwd, env: server.env });
    const file = join(cwd, "trueup/instance.yaml");
    expect(readFileSync(file, "utf8")).toContain("avatar: assets/topics/tools.png");
    await server.call("PUT", `/topics/${id}`, { avatar: "" });
    const { code, stderr } = await inProcess(["drift", "--adopt-all", "--yes"], { cwd, env: server.env });
    expect(code, stderr).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("avatar: null");
    expect((await inProcess(["drift"], { cwd, env: server.env })).code).toBe(0);
  });

  test("of one thing that was to go downloads no picture of another", async () => {
    const server = await platform();
    const acme = await made(server, "/groups", { name: "Acme", path: "acme" });
    const inner = await made(server, "/groups", { name: "Inner", path: "inner", parent_id: acme });
    await withAvatar(server, `/groups/${inner}`);
    const cwd = directory({ "trueup/a.yaml": "groups:\n  acme: { ensure: absent }\n" });
    const { code, stderr } = await inProcess(["drift", "--adopt", "group:acme", "--yes"], { cwd, env: server.env });
    expect(code, stderr).toBe(0);
    expect(readFileSync(join(cwd, "trueup/a.yaml"), "utf8")).toBe("groups:\n  acme: { name: Acme, visibility: private }\n");
    expect(existsSync(join(cwd, "trueup/assets"))).toBe(false);
    expect((await inProcess(["drift"], { cwd, env: server.env })).code).toBe(0);
  });

  test("does not say that the files say what is live where they cannot take a difference over", async () => {
    const server = await platform({ dialect: "vendor" });
    await made(server, "/groups", { name: "Acme", path: "acme" });
    await server.call("POST", "/groups/acme/variables", { key: "KEY", value: "changed-by-hand" });
    const cwd = directory({ "trueup/a.yaml": 'groups:\n  acme: { variables: { KEY: "${env:KEY}" } }\n' });
    const env = { ...server.env, KEY: "as-the-files-say" };
    const { code, stdout, stderr } = await inProcess(["drift", "--adopt-all", "--yes"], { cwd, env });
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Nothing to write: the files cannot take over 1 difference\. \d+ requests to read\.\n$/);
    expect(stderr).toContain("variable:acme:KEY: value differs from what the files refer to");
  });

  test("of a rule that was to go declares it with its sort", async () => {
    const server = await platform();
    const acme = await made(server, "/groups", { name: "Acme", path: "acme" });
    await made(server, "/projects", { name: "Web", path: "web", namespace_id: acme });
    const report = { name: "Coverage", approvals_required: 1, rule_type: "report_approver", report_type: "code_coverage" };
    await server.call("POST", "/projects/acme%2Fweb/approval_rules", report);
    const cwd = directory({
      "trueup/a.yaml": "groups:\n  acme: {}\nprojects:\n  acme/web:\n    approval_rules:\n      Coverage: { ensure: absent }\n",
    });
    for (const words of [["drift", "--adopt-all"], ["export"]]) {
      const { code, stderr } = await inProcess([...words, "--yes"], { cwd, env: server.env });
      expect(code, stderr).toBe(0);
      expect((await inProcess(["drift"], { cwd, env: server.env })).code).toBe(0);
      const rule = "{ approvals_required: 1, rule_type: report_approver, report_type: code_coverage }";
      expect(readFileSync(join(cwd, "trueup/a.yaml"), "utf8")).toContain(`      Coverage: ${rule}\n`);
    }
  });
});

describe("an export and the adoption of drift", () => {
  test("tells in one warning that secrets have no value here", async () => {
    const server = await platform({ seed: { groups: [{ full_path: "acme" }] } });
    const variables = Object.fromEntries(["A", "B", "C"].map((name) => [name, { value: `\${env:VALUE_OF_${name}}` }]));
    const files = { "trueup.yaml": JSON.stringify({ version: 1, groups: { acme: { variables } } }) };
    const { stderr } = await inProcess(["drift", "--adopt-all"], { cwd: directory(files), env: server.env });
    expect(stderr.match(/secret\.missing/g)).toHaveLength(1);
    expect(stderr).toContain("the variable VALUE_OF_A is not set, and 2 more secrets are missing");
  });

  test("only read the platform, and write no secret and no token down", async () => {
    const secret = "hushed-key-of-an-integration";
    const server = await platform({ seed: "default", token: "glpat-token-of-this-test" });
    await server.call("PUT", "/projects/acme-labs%2Fhandbook/integrations/datadog", { api_key: secret });
    await server.call("PUT", "/projects/acme-labs%2Fwebsite", { description: `Ask with ${server.token}` });
    const cwd = directory();
    await fetch(`${server.url}/-/emulator/stats/reset`, { method: "POST" });
    const exported = await inProcess(["export"], { cwd, env: server.env, secrets: [secret] });
    expect(exported.code, exported.stderr).toBe(0);
    const adopted = await inProcess(["drift", "--adopt-all", "--yes"], { cwd, env: server.env, secrets: [secret] });
    expect(adopted.code, adopted.stderr).toBe(0);
    const stats = (await (await fetch(`${server.url}/-/emulator/stats`)).json()) as { routes: Record<string, number> };
    expect(Object.keys(stats.routes).filter((route) => !/^(GET|HEAD) /.test(route))).toEqual([]);
    expectNoSecretIn(cwd, [server.token, secret]);
  });
});
