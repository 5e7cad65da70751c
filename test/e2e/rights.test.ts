import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inProcess, type Ran } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

const people = ["dev", "main", "own"] as const;
const levels = { dev: 30, main: 40, own: 50 } as const;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0" });
  const { platform } = fixture;
  const { id: group } = (await platform.call("POST", "/groups", { name: "acme", path: "acme" })) as { id: number };
  await platform.call("POST", "/projects", { name: "web", path: "web", namespace_id: group });
  for (const username of people) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: the numbers of users follow
    await join(username, group);
  }
});
afterEach(async () => fixture.close());

async function join(username: keyof typeof levels, group: number): Promise<void> {
  const { platform } = fixture;
  const body = {
    username,
    name: username,
    email: `${username}@example.com`,
    password: "a-Long-pass-7731",
    skip_confirmation: true,
  };
  const { id } = (await platform.call("POST", "/users", body)) as { id: number };
  ids[username] = id;
  await platform.call("POST", `/groups/${group}/members`, { user_id: id, access_level: levels[username] });
  tokens[username] = await tokenOf(username, ["api"]);
}

async function tokenOf(username: string, scopes: readonly string[]): Promise<string> {
  const body = { name: "t", scopes, expires_at: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) };
  const made = await fixture.platform.call("POST", `/users/${ids[username]}/personal_access_tokens`, body);
  return (made as { token: string }).token;
}

async function apply(files: string, token: string | undefined): Promise<Ran> {
  fixture.write("trueup/files.yaml", files);
  fixture.server.forget();
  return fixture.run(["apply", "--yes"], token === undefined ? {} : { TRUEUP_TOKEN: token });
}

const asked = (): readonly string[] =>
  fixture.server.arrived.map(({ path }) => path).filter((path) => /members\/all|tokens\/self/.test(path));
const web = "projects: { acme/web: { description: Shop, environments: { live: {} } } }";

describe("the rights of the token", () => {
  it("are looked at before the first write: nothing is written, and kinds, places and roles are named", async () => {
    const { code, stderr } = await apply(web, tokens["dev"]);
    expect({ code, writes: fixture.writes() }).toEqual({ code: 1, writes: [] });
    expect(stderr).toMatch(/acme\/web: environment, project: writing there needs the role Maintainer, and dev has Developer/);
    expect(stderr).toContain("Nothing was changed");
  });

  it("suffice where the role is the least that the kinds ask for, with one request for the group and one for the scope", async () => {
    expect(await apply("projects: { acme/web: { environments: { live: {} } } }", tokens["dev"])).toMatchObject({ code: 0 });
    expect(asked()).toHaveLength(2);
    expect(await apply(web, tokens["main"])).toMatchObject({ code: 0 });
  });

  it("are not enough for what only an owner changes, and an owner's are", async () => {
    const files = "groups: { acme: { description: All of it } }\nprojects: { acme/web: { name: Shop } }";
    const { stderr } = await apply(files, tokens["main"]);
    expect(stderr).toMatch(/acme: group, project \(name\): writing there needs the role Owner, and main has Maintainer/);
    expect(fixture.writes()).toEqual([]);
    expect(await apply(files, tokens["own"])).toMatchObject({ code: 0 });
  });

  it("lack every write with a scope that only reads, whatever the role", async () => {
    const { code, stderr } = await apply(web, await tokenOf("own", ["read_api"]));
    expect({ code, writes: fixture.writes() }).toEqual({ code: 1, writes: [] });
    expect(stderr).toMatch(/has the scope read_api, and every write needs api/);
  });

  it("of an administrator take one request at most", async () => {
    expect(await apply(web, undefined)).toMatchObject({ code: 0 });
    expect(asked().filter((path) => path.includes("members/all"))).toEqual([]);
  });

  it("are no reason to refuse where a share with a group may give more", async () => {
    const { platform } = fixture;
    const { id } = (await platform.call("POST", "/groups", { name: "crew", path: "crew" })) as { id: number };
    await platform.call("POST", `/groups/${id}/members`, { user_id: ids["dev"], access_level: 40 });
    await platform.call("POST", "/groups/acme/share", { group_id: id, group_access: 40 });
    expect(await apply(web, tokens["dev"])).toMatchObject({ code: 0 });
  });

  it("ask nothing where nothing is to be written, nor do plans", async () => {
    await apply(web, tokens["main"]);
    await apply(web, tokens["dev"]);
    expect(asked()).toEqual([]);
    fixture.write("trueup/files.yaml", web.replace("Shop", "Store"));
    fixture.server.forget();
    expect(await fixture.run(["plan"], { TRUEUP_TOKEN: tokens["dev"] })).toMatchObject({ code: 0 });
    expect(asked()).toEqual([]);
  });
});
