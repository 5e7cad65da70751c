// @module-tag slow
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0.0-ee", tier: "free", seed: "none" });
  const world = `groups: { acme: { name: Acme }, acme/ops: { name: Ops } }\nprojects: { acme/web: {}, acme/deploy: {}, acme/old: {} }\n`;
  fixture.write("start/trueup.yaml", world);
  expect(await fixture.run(["apply", "start", "--yes"])).toMatchObject({ code: 0 });
  // From 18.0 on the instance enforces the switch, unless told otherwise.
  await fixture.platform.call("PUT", "/application/settings", { enforce_ci_inbound_job_token_scope_enabled: false });
});
afterAll(async () => fixture.close());

const run = async (command: string, scope: string, ...words: string[]) => {
  fixture.write("files/trueup.yaml", `projects: { acme/web: { job_token_scope: { ${scope} } } }\n`);
  fixture.server.forget();
  return fixture.run([command, "files", ...words]);
};
const routes = () =>
  fixture.writes().map((one) => one.replaceAll(/\/\d+/g, "/N").replace("/api/v4/projects/N/job_token_scope", ""));
const idOf = async (path: string) =>
  ((await fixture.platform.call("GET", `/projects/${encodeURIComponent(path)}`)) as { id: number }).id;

describe("the job token scope of a project", () => {
  it("takes off before it lets in, and lets in before it shuts out", async () => {
    await fixture.platform.call("PATCH", `/projects/${await idOf("acme/web")}/job_token_scope`, { enabled: false });
    await fixture.platform.call("POST", `/projects/${await idOf("acme/web")}/job_token_scope/allowlist`, {
      target_project_id: await idOf("acme/old"),
    });
    const said = "enabled: true, projects: [acme/deploy], groups: [acme/ops]";
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    expect(routes()).toEqual(["DELETE /allowlist/N", "POST /allowlist", "POST /groups_allowlist", "PATCH "]);
    expect(await run("plan", said, "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("costs three reads where all of it is declared, one where the switch alone is, and none elsewhere", async () => {
    const reads = () => fixture.server.arrived.filter(({ path }) => path.includes("job_token_scope")).length;
    await run("plan", "enabled: true, projects: [acme/deploy], groups: [acme/ops]");
    expect(reads()).toBe(3);
    await run("plan", "enabled: true");
    expect(reads()).toBe(1);
    await fixture.run(["plan", "start"]);
    expect(reads()).toBe(1);
  });

  it("heals what somebody changed by hand, and spares the project itself", async () => {
    const id = await idOf("acme/web");
    await fixture.platform.call("DELETE", `/projects/${id}/job_token_scope/allowlist/${await idOf("acme/deploy")}`);
    const said = "projects: [acme/deploy]";
    expect(await run("drift", said)).toMatchObject({ code: 2, stdout: expect.stringContaining("acme/deploy") });
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    expect(routes()).toEqual(["POST /allowlist"]);
    expect(await run("apply", "projects: []", "--yes")).toMatchObject({ code: 0 });
    expect(routes()).toEqual(["DELETE /allowlist/N"]);
    expect(await run("plan", "projects: []", "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("is exported by full paths, and plans empty", async () => {
    expect(await run("apply", "projects: [acme/deploy]", "--yes")).toMatchObject({ code: 0 });
    expect(await fixture.run(["export", "--out", "out"])).toMatchObject({ code: 0 });
    const text = await readFile(`${fixture.directory}/out/acme.yaml`, "utf8");
    expect(text).toMatch(/job_token_scope:\n +projects:\n? *[-[] ?acme\/deploy[^]*groups:\n? *[-[] ?acme\/ops/);
    expect(await fixture.run(["plan", "out", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });

  it("does not contradict the attribute of the project that is the same switch", async () => {
    const said = "ci_inbound_job_token_scope_enabled: false, job_token_scope: { enabled: true }";
    fixture.write("files/trueup.yaml", `projects: { acme/web: { ${said} } }\n`);
    expect(await fixture.run(["validate", "files"])).toMatchObject({ code: 1 });
  });

  it("names projects that the same plan makes", async () => {
    fixture.write(
      "files/trueup.yaml",
      "projects: { acme/new: { job_token_scope: { projects: [acme/newer] } }, acme/newer: {} }\n",
    );
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });
});
