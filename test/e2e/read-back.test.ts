import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import { rewrite, type Rule } from "../harness/misbehaving-server.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0.0-ee", tier: "ultimate" });
  fixture.write("files/trueup.yaml", "groups: { acme: { name: Acme } }\n");
  await fixture.run(["apply", "files", "--yes"], {});
});
afterAll(async () => fixture.close());

async function apply(text: string, ...rules: readonly Rule[]) {
  fixture.write("files/trueup.yaml", text);
  fixture.server.forget();
  fixture.server.misbehave(...rules);
  const ran = await fixture.run(["apply", "files", "--yes"], {});
  fixture.server.misbehave();
  return ran;
}
const put = { method: "PUT", path: /^\/groups\/\d+$/ };
const requests = () => fixture.server.arrived.map(({ method, path }) => `${method} ${path.replace(/^\/api\/v4|\?.*$/g, "")}`);

describe("attributes that the reply of an update does not show and the single read does", () => {
  const names = ["membership_lock", "prevent_sharing_groups_outside_hierarchy", "unique_project_download_limit"];
  const said = (lock: boolean, limit: number): string =>
    `groups: { acme: { name: Acme, membership_lock: ${lock}, prevent_sharing_groups_outside_hierarchy: ${lock}, unique_project_download_limit: ${limit} } }\n`;

  it("are held against that read after the write, and stuck", async () => {
    const replies: JsonObject[] = [];
    const told = rewrite((reply: JsonObject) => {
      replies.push(reply);
      return reply;
    });
    const ran = await apply(said(true, 7), { ...put, trouble: told });
    expect(ran, ran.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 done, 0 failed, 0 skipped, 0 not stored"),
    });
    expect(replies).toHaveLength(1);
    expect(names.filter((name) => Object.hasOwn(replies[0] ?? {}, name))).toEqual([]);
    const sent = requests();
    expect(sent.slice(sent.findIndex((one) => one.startsWith("PUT")) + 1)).toContainEqual(
      expect.stringMatching(/^GET \/groups\/(?:\d+|acme)$/),
    );
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"], {})).toMatchObject({ code: 0 });
  });

  it("and did not, where the server dropped one", async () => {
    const drops = async () => fixture.platform.call("PUT", "/groups/acme", { unique_project_download_limit: 7 });
    const ran = await apply(said(true, 9), { ...put, trouble: { meanwhile: drops, when: "after" } });
    expect(ran.code).not.toBe(0);
    expect(ran.stdout + ran.stderr).toMatch(/unique_project_download_limit/);
    expect(ran.stdout).toContain("1 not stored");
    expect(ran.stdout).not.toMatch(/did not stick.*membership_lock/);
  });
});

describe("an attribute of any JSON", () => {
  const limits = (text: string): string => `application_settings: { resource_usage_limits: ${text} }\n`;

  it("is compared as a whole, whatever the order of its keys, and healed", async () => {
    expect(await apply(limits("{ a: { b: [1, 2], add: x } }"))).toMatchObject({ code: 0 });
    const turned = rewrite((reply: JsonObject) => ({ ...reply, resource_usage_limits: { a: { add: "x", b: [1, 2] } } }));
    fixture.server.misbehave({ path: /^\/application\/settings/, trouble: turned });
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"], {})).toMatchObject({ code: 0 });
    fixture.server.misbehave();
    await fixture.platform.call("PUT", "/application/settings", { resource_usage_limits: { a: { b: [2, 1], add: "x" } } });
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"], {})).toMatchObject({ code: 2 });
    expect(await apply(limits("{ a: { b: [1, 2], add: x } }"))).toMatchObject({ code: 0 });
    expect(await fixture.platform.call("GET", "/application/settings")).toMatchObject({
      resource_usage_limits: { a: { b: [1, 2], add: "x" } },
    });
  });
});
