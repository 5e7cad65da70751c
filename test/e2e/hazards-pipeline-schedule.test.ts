// @module-tag slow
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "free",
    seed: "none",
    secrets: ["key-4711-live", "plain-4712-live"],
  });
  fixture.write(
    "start/trueup.yaml",
    `groups: { acme: { name: Acme } }\nprojects: { acme/web: { initialize_with_readme: true } }\n`,
  );
  expect(await fixture.run(["apply", "start", "--yes"])).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());

const at = "/projects/acme%2Fweb/pipeline_schedules";
const run = async (command: string, schedules: string, ...words: string[]) => {
  fixture.write("files/trueup.yaml", `projects: { acme/web: { pipeline_schedules: { ${schedules} } } }\n`);
  fixture.server.forget();
  return fixture.run([command, "files", ...words], { KEY: "key-4711-live" });
};
const routes = () =>
  fixture.writes().map((one) => one.replaceAll(/\/\d+/g, "/N").replace("/api/v4/projects/N/pipeline_schedules", ""));
const bodies = () => fixture.server.arrived.filter(({ method }) => method !== "GET");
const first = async () => {
  const [one] = (await fixture.platform.call("GET", at)) as { id: number }[];
  return (await fixture.platform.call("GET", `${at}/${one?.id}`)) as { id: number };
};
const nightly = (more: string) => `Nightly: { ref: main, cron: "0 3 * * *", ${more} }`;

describe("pipeline schedules", () => {
  const said = nightly("variables: { SCOPE: all, KEY: '${env:KEY}' }, inputs: { depth: 3 }");

  it("are made inactive, filled, and switched on then", async () => {
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0, stderr: expect.not.stringContaining("did not stick") });
    expect(routes()).toEqual(["POST ", "POST /N/variables", "POST /N/variables", "PUT /N"]);
    expect(await first()).toMatchObject({
      active: true,
      ref: "refs/heads/main",
      inputs: [{ name: "depth", value: 3 }],
      variables: [
        { key: "SCOPE", value: "all" },
        { key: "KEY", value: "key-4711-live" },
      ],
    });
    expect(await run("plan", said, "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect(await run("plan", said.replace("main", "refs/heads/main"), "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("cost one list, and a read for each that is declared with variables", async () => {
    const reads = () => fixture.server.arrived.filter(({ path }) => path.includes("pipeline_schedules")).length;
    await run("plan", nightly("active: true"));
    expect(reads()).toBe(1);
    await run("plan", said);
    expect(reads()).toBe(2);
  });

  it("change variables and inputs one by one, and show no live value", async () => {
    const { id } = await first();
    await fixture.platform.call("PUT", `${at}/${id}/variables/SCOPE`, { value: "plain-4712-live" });
    expect(await run("drift", said)).toMatchObject({ code: 2, stdout: expect.stringContaining("variables") });
    const less = nightly("variables: { SCOPE: some, MORE: x }, inputs: { other: yes }");
    expect(await run("apply", less, "--yes")).toMatchObject({ code: 0 });
    expect(routes()).toEqual(["PUT /N", "PUT /N/variables/SCOPE", "POST /N/variables", "DELETE /N/variables/KEY"]);
    expect(await first()).toMatchObject({
      inputs: [{ name: "other", value: "yes" }],
      variables: [
        { key: "SCOPE", value: "some" },
        { key: "MORE", value: "x" },
      ],
    });
    expect(await run("plan", less, "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("are switched on after they are filled, and off before", async () => {
    expect(await run("apply", nightly("active: false, variables: {}"), "--yes")).toMatchObject({ code: 0 });
    expect(routes()).toEqual(["PUT /N", "DELETE /N/variables/SCOPE", "DELETE /N/variables/MORE"]);
    expect(await run("apply", nightly("active: true, variables: { A: b }"), "--yes")).toMatchObject({ code: 0 });
    expect(routes()).toEqual(["POST /N/variables", "PUT /N"]);
    expect(bodies().length).toBe(2);
  });

  it("are exported with references in place of values, and plan empty with these", async () => {
    expect(await fixture.run(["export", "--out", "out"])).toMatchObject({ code: 0 });
    const text = await readFile(`${fixture.directory}/out/acme.yaml`, "utf8");
    expect(text).toContain("Nightly:");
    expect(text).toContain("ref: main");
    expect(text).toContain("A: ${env:ACME_WEB_NIGHTLY_VARIABLES_A}");
    expect(await readFile(`${fixture.directory}/out/.env.example`, "utf8")).toContain("ACME_WEB_NIGHTLY_VARIABLES_A=");
    const values = { ACME_WEB_NIGHTLY_VARIABLES_A: "b" };
    expect(await fixture.run(["plan", "out", "--detailed-exitcode"], values)).toMatchObject({ code: 0 });
  });

  it("of one description are refused, by their numbers", async () => {
    const twin = (await fixture.platform.call("POST", at, { description: "Nightly", ref: "main", cron: "0 4 * * *" })) as {
      id: number;
    };
    expect(await run("plan", said)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(new RegExp(`match\\.ambiguous[^]*${twin.id}`)),
    });
    await fixture.platform.call("DELETE", `${at}/${twin.id}`);
  });

  it("are taken over from somebody else for a change only, and the plan says so", async () => {
    const bob = (await fixture.platform.call("POST", "/users", {
      username: "bob",
      name: "Bob",
      email: "bob@example.com",
      password: "long-enough-4711-x",
      skip_confirmation: true,
    })) as { id: number };
    await fixture.platform.call("POST", "/projects/acme%2Fweb/members", { user_id: bob.id, access_level: 40 });
    const { token } = (await fixture.platform.call("POST", `/users/${bob.id}/impersonation_tokens`, {
      name: "t",
      scopes: ["api"],
      expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    })) as { token: string };
    const { id } = await first();
    const taken = await fetch(`${fixture.platform.url}/api/v4${at}/${id}/take_ownership`, {
      method: "POST",
      headers: { "PRIVATE-TOKEN": token },
    });
    expect(taken.ok).toBe(true);
    expect(await run("plan", nightly("active: true"), "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect(await run("plan", nightly("active: false"))).toMatchObject({
      stdout: expect.stringMatching(/takes it over from bob/),
    });
    expect(await run("apply", nightly("active: false"), "--yes")).toMatchObject({ code: 0 });
    expect(routes()).toEqual(["POST /N/take_ownership", "PUT /N"]);
    expect(await run("plan", nightly("active: false"), "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("are deleted where they are absent, and where nobody declares them", async () => {
    await fixture.platform.call("POST", at, { description: "Stray", ref: "main", cron: "0 4 * * *" });
    fixture.write(
      "files/trueup.yaml",
      "projects: { acme/web: { pipeline_schedules: { Nightly: { ensure: absent } } } }\ndelete_undeclared: { pipeline_schedules: true }\n",
    );
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect(await fixture.platform.call("GET", at)).toEqual([]);
  });
});
