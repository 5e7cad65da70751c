// @module-tag slow
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0.0-ee", tier: "free", seed: "none" });
  fixture.write("start/trueup.yaml", "groups: { acme: { name: Acme } }\nprojects: { acme/web: {}, acme/api: {} }\n");
  expect(await fixture.run(["apply", "start", "--yes"])).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());

const body = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJxLh3x1xQ0yHcW0j0iPZ5l7Jm0t0o9yQ2cC8tGzQ3sN";
const at = "/projects/acme%2Fweb/deploy_keys";
const run = async (command: string, keys: string, ...words: string[]) => {
  fixture.write("files/trueup.yaml", `projects: { acme/web: { deploy_keys: { ${keys} } } }\n`);
  fixture.server.forget();
  return fixture.run([command, "files", ...words]);
};
const routes = () => fixture.writes().map((one) => one.replaceAll(/\/\d+/g, "/N").replace("/api/v4/projects/N/deploy_keys", ""));
const live = async (where = at) =>
  (await fixture.platform.call("GET", where)) as { id: number; title: string; can_push: boolean }[];

describe("deploy keys", () => {
  it("are told apart by the key: a comment does not count, and another title renames", async () => {
    expect(await run("apply", `CI: { key: "${body} ci@host" }`, "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", `CI: { key: "${body}" }`, "--detailed-exitcode")).toMatchObject({ code: 0 });
    const [first] = await live();
    expect(await run("apply", `Reader: { key: "${body}" }`, "--yes")).toMatchObject({ code: 0 });
    expect(routes()).toEqual(["PUT /N"]);
    expect(await live()).toMatchObject([{ id: first?.id, title: "Reader" }]);
  });

  it("may push by a change, and heal what somebody changed by hand", async () => {
    const [first] = await live();
    await fixture.platform.call("PUT", `${at}/${first?.id}`, { can_push: true });
    const said = `Reader: { key: "${body}", can_push: false }`;
    expect(await run("drift", said)).toMatchObject({ code: 2, stdout: expect.stringMatching(/can_push +true -> false/) });
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", said, "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("that another project has are the same one there, with one title", async () => {
    fixture.write(
      "files/trueup.yaml",
      `projects: { acme/api: { deploy_keys: { Reader: { key: "${body} ci@host", can_push: true } } } }\n`,
    );
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    const [[own], [other]] = [await live(), await live("/projects/acme%2Fapi/deploy_keys")];
    expect(other).toMatchObject({ id: own?.id, can_push: true });
    expect(own).toMatchObject({ can_push: false });
  });

  it("of several projects are read by one list where an administrator asks, and by one for each where nobody else may", async () => {
    const said = (can: boolean) => `{ deploy_keys: { Reader: { key: "${body}", can_push: ${can} } } }`;
    fixture.write("files/trueup.yaml", `projects: { acme/web: ${said(false)}, acme/api: ${said(true)} }\n`);
    const reads = () =>
      fixture.server.arrived.flatMap(({ path }) =>
        /\/deploy_keys/.test(path) ? [path.replaceAll(/^\/api\/v4|\?.*|\d+/g, "")] : [],
      );
    fixture.server.forget();
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
    expect(reads()).toEqual(["/deploy_keys"]);
    const { id } = (await fixture.platform.call("POST", "/users", {
      username: "keeper",
      name: "Keeper",
      email: "keeper@example.com",
      password: "long-enough-4711-x",
      skip_confirmation: true,
    })) as { id: number };
    await fixture.platform.call("POST", "/groups/acme/members", { user_id: id, access_level: 50 });
    const { token } = (await fixture.platform.call("POST", `/users/${id}/impersonation_tokens`, {
      name: "t",
      scopes: ["api"],
      expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    })) as { token: string };
    fixture.server.forget();
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"], { TRUEUP_TOKEN: token })).toMatchObject({ code: 0 });
    expect(reads()).toEqual(["/projects//deploy_keys", "/projects//deploy_keys"]);
  });

  it("are exported, and plan empty", async () => {
    expect(await fixture.run(["export", "--out", "out"])).toMatchObject({ code: 0 });
    expect(await readFile(`${fixture.directory}/out/acme.yaml`, "utf8")).toContain("Reader:");
    expect(await fixture.run(["plan", "out", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });

  it("go from one project where they are absent or undeclared, and stay in the other", async () => {
    expect(await run("apply", "Reader: { ensure: absent }", "--yes")).toMatchObject({ code: 0 });
    expect(await live()).toEqual([]);
    expect(await live("/projects/acme%2Fapi/deploy_keys")).toHaveLength(1);
    fixture.write("files/trueup.yaml", "projects: { acme/api: {} }\ndelete_undeclared: { deploy_keys: true }\n");
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect(await live("/projects/acme%2Fapi/deploy_keys")).toEqual([]);
  });
});
