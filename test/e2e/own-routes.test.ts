import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "18.0.0-ee",
    tier: "ultimate",
    secrets: ["mirror-pass-4711"],
  });
  // Servers begin with it from 18.0 on, and let no project switch its list off.
  await fixture.platform.call("PUT", "/application/settings", { enforce_ci_inbound_job_token_scope_enabled: false });
});
afterAll(async () => fixture.close());

const env = { MIRROR_USER: "mirror-user", MIRROR_PASS: "mirror-pass-4711" };
const declared = (more: string) => `groups: { acme: { name: Acme } }\nprojects: { acme/web: { merge_method: ff, ${more} } }\n`;
const run = async (command: string, more: string, ...words: string[]) => {
  fixture.write("files/trueup.yaml", declared(more));
  fixture.server.forget();
  return fixture.run([command, "files", ...words], env);
};
const routes = () => fixture.writes().filter((one) => one.includes("/projects"));

describe("attributes with routes of their own", () => {
  it("are set by one call for each route, after the project was made, and read there", async () => {
    const all =
      "ci_inbound_job_token_scope_enabled: false, secret_push_protection_enabled: true, mirror_auth_user: '${env:MIRROR_USER}', mirror_auth_password: '${env:MIRROR_PASS}'";
    const ran = await run("apply", all, "--yes");
    expect(ran).toMatchObject({ code: 0, stderr: expect.not.stringContaining("did not stick") });
    expect(routes()).toEqual([
      "POST /api/v4/projects",
      expect.stringMatching(/PATCH \/api\/v4\/projects\/\d+\/job_token_scope$/),
      expect.stringMatching(/PUT \/api\/v4\/projects\/\d+\/security_settings$/),
      expect.stringMatching(/PUT \/api\/v4\/projects\/\d+\/mirror\/pull$/),
    ]);
    expect(await run("plan", all, "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("are no requests where no file speaks of them", async () => {
    expect(await run("plan", "wiki_access_level: enabled")).toMatchObject({ code: 0 });
    expect(fixture.server.arrived.filter(({ path }) => /job_token_scope|security_settings|mirror\/pull/.test(path))).toEqual([]);
  });

  it("show as drift what somebody changed by hand, and are set back alone", async () => {
    const said = "ci_inbound_job_token_scope_enabled: false, secret_push_protection_enabled: true";
    const { id } = (await fixture.platform.call("GET", "/projects/acme%2Fweb")) as { id: number };
    await fixture.platform.call("PATCH", `/projects/${id}/job_token_scope`, { enabled: true });
    expect(await run("drift", said)).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/ci_inbound_job_token_scope_enabled +true -> false/),
    });
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    expect(routes()).toEqual([expect.stringMatching(/PATCH \/api\/v4\/projects\/\d+\/job_token_scope$/)]);
    expect(await fixture.platform.call("GET", `/projects/${id}/job_token_scope`)).toMatchObject({ inbound_enabled: false });
  });

  it("are exported where they are not what everybody has", async () => {
    expect(await fixture.run(["export", "--out", "out"], {})).toMatchObject({ code: 0 });
    const text = await readFile(`${fixture.directory}/out/acme.yaml`, "utf8");
    expect(text).toContain("ci_inbound_job_token_scope_enabled: false");
    expect(text).toContain("secret_push_protection_enabled: true");
    expect(text).not.toContain("mirror_auth");
    const planned = await fixture.run(["plan", "out", "--detailed-exitcode"], {});
    expect(planned).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing to do") });
  });
});
