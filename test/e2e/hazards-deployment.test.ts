// @module-tag slow
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";
import { rewrite } from "../harness/misbehaving-server.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0.0-ee", tier: "free", seed: "none" });
  fixture.write(
    "start/trueup.yaml",
    "groups: { acme: { name: Acme } }\nprojects: { acme/web: { initialize_with_readme: true } }\n",
  );
  expect(await fixture.run(["apply", "start", "--yes"])).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());

const at = "/projects/acme%2Fweb";
const run = async (command: string, inner: string, ...words: string[]) => {
  fixture.write("files/trueup.yaml", `projects: { acme/web: { ${inner} } }\n`);
  fixture.server.forget();
  return fixture.run([command, "files", ...words]);
};
const routes = () => fixture.writes().map((one) => one.replaceAll(/\/\d+/g, "/N").replace("/api/v4/projects/N", ""));
const live = async <T>(what: string) => (await fixture.platform.call("GET", `${at}/${what}`)) as T[];

describe("environments", () => {
  const said = "environments: { production: { external_url: https://www.example.com, tier: production } }";

  it("are made, and heal what somebody changed by hand", async () => {
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    const [one] = await live<{ id: number }>("environments");
    await fixture.platform.call("PUT", `${at}/environments/${one?.id}`, { external_url: "https://other.example.com" });
    expect(await run("drift", said)).toMatchObject({ code: 2, stdout: expect.stringContaining("external_url") });
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", said, "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("that nobody declares are no strays, and one that is absent by name is stopped first", async () => {
    await fixture.platform.call("POST", `${at}/environments`, { name: "review/1" });
    fixture.write("files/trueup.yaml", `projects: { acme/web: { ${said} } }\ndelete_undeclared: { environments: true }\n`);
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
    expect(await run("apply", 'environments: { "review/1": { ensure: absent } }', "--yes")).toMatchObject({ code: 0 });
    expect(routes()).toEqual(["POST /environments/N/stop", "DELETE /environments/N"]);
    expect(await live("environments")).toMatchObject([{ name: "production" }]);
  });
});

describe("environments in a cluster", () => {
  const said = (more: string) => `environments: { staging: { ${more} } }`;

  it("name the agent, without which a namespace says nothing", async () => {
    await fixture.platform.call("POST", `${at}/cluster_agents`, { name: "edge" });
    const whole = said("agent: edge, kubernetes_namespace: shop, flux_resource_path: a/b");
    expect(await run("plan", said("kubernetes_namespace: shop"))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("without agent"),
    });
    for (const wrong of ["agent: null, kubernetes_namespace: shop", "kubernetes_namespace: null, flux_resource_path: a/b"])
      expect(await run("validate", said(wrong))).toMatchObject({
        code: 1,
        stdout: expect.stringContaining("says nothing without"),
      });
    expect(await run("apply", whole, "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", whole, "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect(await live("environments?name=staging")).toMatchObject([
      { cluster_agent: { name: "edge" }, flux_resource_path: "a/b" },
    ]);
    expect(await run("plan", said("agent: nobody"))).toMatchObject({ code: 1, stdout: expect.stringContaining("nobody") });
    expect(await run("validate", said("force: true"))).toMatchObject({ code: 0 });
    expect(await run("plan", said("force: true"), "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("are deleted when the job that stops them has ended, which force does not start", async () => {
    let reads = 0;
    const stopping = rewrite((one: { state: string }) => (reads++ < 2 ? { ...one, state: "stopping" } : one));
    await run("plan", "");
    const [{ id } = { id: 0 }] = await live<{ id: number }>("environments?name=staging");
    fixture.write("gone/trueup.yaml", `projects: { acme/web: { ${said("ensure: absent, force: true")} } }\n`);
    expect(await fixture.run(["plan", "gone", "--out", "gone.json"])).toMatchObject({ code: 0 });
    fixture.server.forget();
    fixture.server.misbehave({ method: "GET", path: new RegExp(`/environments/${id}$`), trouble: stopping });
    expect(await fixture.run(["apply", "gone", "--plan", "gone.json", "--yes"])).toMatchObject({ code: 0 });
    fixture.server.misbehave();
    expect(routes()).toEqual(["POST /environments/N/stop", "DELETE /environments/N"]);
    const [sent] = fixture.server.arrived.filter(({ method }) => method === "POST");
    expect(JSON.parse(String(sent?.body))).toEqual({ force: true });
    expect(reads).toBeGreaterThan(2);
  });
});

describe("resource groups", () => {
  it("wait for their first job, which is neither an error nor a change", async () => {
    expect(
      await run("plan", "resource_groups: { production: { process_mode: oldest_first } }", "--detailed-exitcode"),
    ).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("when it is first used"),
    });
    expect(routes()).toEqual([]);
  });
});

describe("freeze periods", () => {
  const said = 'freeze_periods: { "0 23 * * 5": { freeze_end: "0 7 * * 1" } }';

  it("are made, healed, exported, refused as twins, and go", async () => {
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    const [one] = await live<{ id: number }>("freeze_periods");
    await fixture.platform.call("PUT", `${at}/freeze_periods/${one?.id}`, { freeze_end: "0 9 * * 1" });
    expect(await run("drift", said)).toMatchObject({ code: 2, stdout: expect.stringContaining("0 9 * * 1") });
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", said, "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect(await fixture.run(["export", "--out", "out"])).toMatchObject({ code: 0 });
    expect(await readFile(`${fixture.directory}/out/acme.yaml`, "utf8")).toContain("freeze_periods:");
    expect(await fixture.run(["plan", "out", "--detailed-exitcode"])).toMatchObject({ code: 0 });
    const twin = (await fixture.platform.call("POST", `${at}/freeze_periods`, {
      freeze_start: "0 23 * * 5",
      freeze_end: "0 8 * * 1",
    })) as { id: number };
    expect(await run("plan", said)).toMatchObject({ code: 1, stdout: expect.stringContaining("match.ambiguous") });
    await fixture.platform.call("DELETE", `${at}/freeze_periods/${twin.id}`);
    fixture.write("files/trueup.yaml", "projects: { acme/web: {} }\ndelete_undeclared: { freeze_periods: true }\n");
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect(await live("freeze_periods")).toEqual([]);
  });
});
