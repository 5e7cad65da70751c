// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "premium",
    seed: {
      users: [{ username: "alice" }, { username: "bob" }],
      groups: [
        { full_path: "acme", members: { alice: 30 } },
        { full_path: "acme/empty" },
        { full_path: "acme/team", members: { alice: 30 } },
      ],
      projects: [{ path_with_namespace: "acme/web", members: { bob: 30 }, branches: ["main", "feature"] }],
      merge_requests: [{ project: "acme/web", title: "Feature", source_branch: "feature", target_branch: "main", author: "bob" }],
    },
  });
});
afterEach(async () => fixture.close());

const rules = (body: string) => `projects: { acme/web: { approval_rules: { Security: ${body} } } }\n`;
const at = "/projects/acme%2Fweb/approval_rules";

async function run(command: string, body: string, ...words: string[]) {
  fixture.write("files/trueup.yaml", rules(body));
  fixture.server.forget();
  return fixture.run([command, "files", ...words]);
}

const state = async () =>
  (await fixture.platform.call("GET", "/projects/acme%2Fweb/merge_requests/1/approval_state")) as {
    rules: { name: string; approved: boolean; rule_type: string }[];
  };

// gitlab issue 390121: a rule whose approvers are all gone is invalid, and counts as approved. Issue 500319: any_approver comes from a write without approvers alone.
describe("an approval rule of which nobody is left", () => {
  it("is approved by itself and stays a regular one", async () => {
    expect(await run("apply", "{ approvals_required: 1, groups: [acme/team] }", "--yes")).toMatchObject({ code: 0 });
    expect(await state()).toMatchObject({ rules: [{ name: "Security", approved: false }] });
    const [alice] = (await fixture.platform.call("GET", "/users?username=alice")) as { id: number }[];
    await fixture.platform.call("DELETE", `/groups/acme%2Fteam/members/${alice?.id}`);
    expect(await state()).toMatchObject({ rules: [{ name: "Security", rule_type: "regular", approved: true }] });
  });

  it("is told by each plan that leaves it so", async () => {
    const declared = "{ approvals_required: 1 }";
    expect(await run("apply", "{ approvals_required: 1, users: [alice] }", "--yes")).toMatchObject({ code: 0 });
    expect((await run("plan", declared)).stdout).not.toContain("nobody is left");
    const [rule] = (await fixture.platform.call("GET", at)) as JsonObject[];
    await fixture.platform.call("PUT", `${at}/${rule?.["id"] as number}`, { user_ids: [] });
    const { code, stdout } = await run("plan", declared);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Warning.*nobody is left who could approve/s),
    });
    expect((await run("plan", "{ approvals_required: 0 }")).stdout).not.toContain("nobody is left");
  });

  it("is refused to any plan that makes it so", async () => {
    expect(await run("apply", "{ approvals_required: 1, users: [alice] }", "--yes")).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await run("apply", "{ approvals_required: 1, users: [] }", "--yes");
    expect({ code, said: `${stdout}${stderr}` }).toMatchObject({
      code: 1,
      said: expect.stringContaining("nobody is left who could approve"),
    });
    expect(fixture.writes()).toEqual([]);
    expect(await run("apply", "{ approvals_required: 1, users: [], groups: [acme/team] }", "--yes")).toMatchObject({ code: 0 });
  });

  it("is told where its groups have nobody, and not where somebody is in them", async () => {
    const declared = (group: string) => `{ approvals_required: 1, groups: [${group}] }`;
    expect((await run("apply", declared("acme/team"), "--yes")).code).toBe(0);
    expect((await run("plan", declared("acme/team"))).stdout).not.toContain("nobody is left");
    expect((await run("apply", declared("acme/empty"), "--yes")).code).toBe(0);
    expect((await run("plan", declared("acme/empty"))).stdout).toContain("nobody is left who could approve");
  });
});
