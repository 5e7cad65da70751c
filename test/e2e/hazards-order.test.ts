// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "ultimate",
    seed: {
      users: [{ username: "bob" }, { username: "project_1_bot_a1b2" }],
      groups: [{ full_path: "acme", members: { bob: 30 } }],
      projects: [{ path_with_namespace: "acme/web" }],
    },
  });
});
afterAll(async () => fixture.close());

const run = async (command: string, text: string, ...words: string[]) => {
  fixture.write("files/trueup.yaml", text);
  fixture.server.forget();
  return fixture.run([command, "files", ...words]);
};
const isEmpty = async (text: string) => expect(await run("plan", text, "--detailed-exitcode")).toMatchObject({ code: 0 });

describe("what one thing of a plan needs of another", () => {
  it("is a setting for the address of a hook in the own network: settings go first", async () => {
    const files =
      "application_settings: { allow_local_requests_from_web_hooks_and_services: true }\n" +
      'projects: { acme/web: { hooks: { "http://127.0.0.1:8080/ci": {} } } }\n';
    expect(await run("apply", files, "--yes")).toMatchObject({ code: 0 });
    expect(fixture.writes().map((one) => one.replaceAll(/\d+/g, "N"))).toEqual([
      "PUT /api/vN/application/settings",
      "POST /api/vN/projects/N/hooks",
    ]);
    await isEmpty(files);
  });
});

describe("the primary domain of a site", () => {
  it("is made before it is said to be that, and goes after it", async () => {
    const domain = "www.example.com: {}";
    const files = `projects: { acme/web: { pages: { primary_domain: "http://www.example.com" }, pages_domains: { ${domain} } } }\n`;
    expect(await run("apply", files, "--yes")).toMatchObject({ code: 0 });
    expect(fixture.writes().map((one) => one.split(" ")[0])).toEqual(["POST", "PATCH"]);
    await isEmpty(files);
    const none = files.replace('"http://www.example.com"', "null").replace("{}", "{ ensure: absent }");
    expect(await run("apply", none, "--yes")).toMatchObject({ code: 0 });
    expect(fixture.writes().map((one) => one.split(" ")[0])).toEqual(["PATCH", "DELETE"]);
    await isEmpty(none);
  });
});

describe("members", () => {
  it("who are blocked are members still, and bots of access tokens stay although nobody declares them", async () => {
    const users = (await fixture.platform.call("GET", "/users")) as { id: number; username: string }[];
    const idOf = (name: string) => users.find(({ username }) => username.startsWith(name))?.id;
    await fixture.platform.call("POST", "/groups/acme/members", { user_id: idOf("project_1_bot"), access_level: 40 });
    await fixture.platform.call("POST", `/users/${idOf("bob")}/block`);
    const files = "groups: { acme: { members: { bob: developer } } }\ndelete_undeclared: { members: true }\n";
    await isEmpty(files);
    expect(fixture.writes()).toEqual([]);
  });
});

describe("messages that have ended", () => {
  it("are exported with their end, and plan empty although nobody makes them again", async () => {
    await fixture.platform.call("POST", "/broadcast_messages", {
      message: "Over",
      starts_at: "2020-01-01T00:00:00Z",
      ends_at: "2020-01-02T00:00:00Z",
    });
    expect(await fixture.run(["export", "--out", "out"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "out", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });
});

describe("keys of variables", () => {
  it("are as long as they may be without the environment behind them", async () => {
    const said = (key: string) => `projects: { acme/web: { variables: { "${key}": { value: plain } } } }\n`;
    const longest = "K".repeat(255);
    expect(await run("apply", said(`${longest}@production`), "--yes")).toMatchObject({ code: 0 });
    await isEmpty(said(`${longest}@production`));
    expect(await run("validate", said(`${longest}K@production`))).toMatchObject({ code: 1 });
    expect(await run("validate", said(`K@${"p".repeat(256)}`))).toMatchObject({ code: 1 });
  });
});
