import { expect, test } from "vitest";
import { type Company, startCompany } from "../company.js";

type Member = { id: number; username: string; access_level: number; expires_at: string | null };

async function list(acme: Company, path: string): Promise<[string, number][]> {
  const answer = await acme.call("GET", path);
  expect(answer.status).toBe(200);
  return (answer.body as Member[]).map((member) => [member.username, member.access_level]);
}

test("members of a group and of a project are added, read, changed and removed", async () => {
  const acme = await startCompany();
  const { stranger } = acme.users;
  for (const path of ["/groups/acme%2Fteam/members", "/projects/acme%2Fweb/members"]) {
    const made = await acme.call("POST", path, { json: { user_id: stranger.id, access_level: 20, expires_at: "2999-01-31" } });
    const member = {
      id: stranger.id,
      username: "stranger",
      name: "stranger",
      state: "active",
      avatar_url: null,
      web_url: `${acme.url}/stranger`,
      access_level: 20,
      expires_at: "2999-01-31",
      created_at: expect.any(String),
      membership_state: "active",
    };
    expect([made.status, made.body]).toEqual([201, member]);
    expect((await acme.call("GET", `${path}/${stranger.id}`)).body).toEqual(made.body);
    const changed = await acme.call("PUT", `${path}/${stranger.id}`, { json: { access_level: 30, expires_at: "" } });
    expect([changed.status, changed.body]).toEqual([200, { ...member, access_level: 30, expires_at: null }]);
    const gone = await acme.call("DELETE", `${path}/${stranger.id}`);
    expect([gone.status, gone.body]).toEqual([204, ""]);
    const missing = await acme.call("GET", `${path}/${stranger.id}`);
    expect([missing.status, missing.body]).toEqual([404, { message: "404 Not found" }]);
  }
});

test("all members are those of the thing, of groups above and of groups that it is shared with, each with the highest level", async () => {
  const acme = await startCompany();
  const { dora, mike, stranger } = acme.users;
  await acme.call("POST", "/groups/guests/members", { json: { user_id: stranger.id, access_level: 50 } });
  await acme.call("POST", "/projects/acme%2Fweb/members", { json: { user_id: dora.id, access_level: 40 } });
  expect(await list(acme, "/groups/acme/members")).toEqual([
    ["olivia", 50],
    ["mike", 40],
    ["dora", 30],
  ]);
  expect(await list(acme, "/groups/acme%2Fteam/members")).toEqual([]);
  const inherited = [
    ["olivia", 50],
    ["mike", 40],
    ["dora", 30],
    ["stranger", 30],
  ];
  expect(await list(acme, "/groups/acme%2Fteam/members/all")).toEqual(inherited);
  expect(await list(acme, "/projects/acme%2Fother/members/all")).toEqual(inherited);
  expect(await list(acme, "/projects/acme%2Fweb/members")).toEqual([["dora", 40]]);
  expect(await list(acme, "/projects/acme%2Fweb/members/all")).toContainEqual(["dora", 40]);
  expect((await acme.call("GET", `/projects/acme%2Fweb/members/${mike.id}`)).status).toBe(404);
  expect((await acme.call("GET", `/projects/acme%2Fweb/members/all/${mike.id}`)).body).toMatchObject({ access_level: 40 });
  expect((await acme.call("GET", `/groups/acme%2Fteam/members/all/${stranger.id}`)).body).toMatchObject({ access_level: 30 });
});

test("lists of members are searched, picked from and paged", async () => {
  const acme = await startCompany();
  const { dora, mike } = acme.users;
  const path = "/groups/acme/members";
  expect(await list(acme, `${path}?query=MIK`)).toEqual([["mike", 40]]);
  expect(await list(acme, `${path}?user_ids[]=${dora.id}`)).toEqual([["dora", 30]]);
  expect(await list(acme, `${path}/all?skip_users[]=${dora.id}&skip_users[]=${mike.id}`)).toEqual([["olivia", 50]]);
  const page = await acme.call("GET", `${path}/all?per_page=2&page=2`);
  expect([page.headers.get("X-Total"), (page.body as unknown[]).length]).toEqual(["3", 1]);
});

test("a member is refused twice, with an unknown user, an unknown level, a day that has passed, or less than from above", async () => {
  const acme = await startCompany();
  const { mike, stranger } = acme.users;
  const refuse = async (path: string, json: unknown, status: number, body: unknown) => {
    const answer = await acme.call("POST", path, { json });
    expect([answer.status, answer.body]).toEqual([status, body]);
  };
  const web = "/projects/acme%2Fweb/members";
  await refuse(web, {}, 400, { error: "access_level is missing, user_id is missing" });
  await refuse(web, { user_id: 4242, access_level: 30 }, 404, { message: "404 User Not Found" });
  const wrong = { error: "access_level does not have a valid value" };
  for (const access_level of [33, 15, 5]) await refuse(web, { user_id: stranger.id, access_level }, 400, wrong);
  await refuse(web, { user_id: stranger.id, access_level: 30, expires_at: "2001-01-01" }, 400, {
    message: { expires_at: ["cannot be a date in the past"] },
  });
  await refuse(web, { user_id: mike.id, access_level: 30 }, 400, {
    message: { access_level: ["should be greater than or equal to Maintainer inherited membership from group acme"] },
  });
  await refuse("/groups/acme/members", { user_id: mike.id, access_level: 40 }, 409, { message: "Member already exists" });
});

test("owners keep a group's members, Maintainers a project's; nobody gives more than the own level, and one owner stays", async () => {
  const acme = await startCompany();
  const { olivia, mike, dora, stranger } = acme.users;
  const add = async (path: string, token: string, access_level = 30) =>
    (await acme.call("POST", path, { token, json: { user_id: stranger.id, access_level } })).status;
  const [group, project] = ["/groups/acme/members", "/projects/acme%2Fweb/members"];
  expect([await add(group, ""), await add(group, "token-of-stranger"), await add(group, "token-of-mike")]).toEqual([
    401, 404, 403,
  ]);
  expect(await add(project, "token-of-dora")).toBe(403);
  expect(await add(project, "token-of-mike", 50)).toBe(403);
  expect(await add(project, "token-of-mike", 40)).toBe(201);
  const asMike = { token: "token-of-mike" };
  expect((await acme.call("DELETE", `${group}/${dora.id}`, asMike)).status).toBe(403);
  expect((await acme.call("DELETE", `${group}/${mike.id}`, asMike)).status).toBe(204);
  expect((await acme.call("DELETE", `${group}/${olivia.id}`)).status).toBe(403);
  expect((await acme.call("PUT", `${group}/${olivia.id}`, { json: { access_level: 30 } })).status).toBe(403);
  expect((await acme.call("PUT", `${group}/${dora.id}`, { json: { access_level: 50 } })).status).toBe(200);
  expect((await acme.call("DELETE", `${group}/${olivia.id}`)).status).toBe(204);
});

test("who is removed from a group is removed from what lies in it, unless that is skipped", async () => {
  const acme = await startCompany();
  const { stranger } = acme.users;
  const add = (path: string) => acme.call("POST", path, { json: { user_id: stranger.id, access_level: 30 } });
  const isMember = async (path: string) => (await acme.call("GET", `${path}/${stranger.id}`)).status === 200;
  const paths = ["/groups/acme/members", "/groups/acme%2Fteam/members", "/projects/acme%2Fweb/members"];
  for (const path of paths) await add(path);
  await acme.call("DELETE", `/groups/acme/members/${stranger.id}?skip_subresources=true`);
  expect(await Promise.all(paths.map(isMember))).toEqual([false, true, true]);
  await add("/groups/acme/members");
  await acme.call("DELETE", `/groups/acme/members/${stranger.id}`);
  expect(await Promise.all(paths.map(isMember))).toEqual([false, false, false]);
});

test("whoever is added to a private project sees it", async () => {
  const acme = await startCompany();
  const read = () => acme.call("GET", "/projects/acme%2Fweb", { token: "token-of-stranger" });
  expect((await read()).status).toBe(404);
  await acme.call("POST", "/projects/acme%2Fweb/members", { json: { user_id: acme.users.stranger.id, access_level: 10 } });
  expect((await read()).status).toBe(200);
});

test("a group that keeps its projects' members to itself lets nobody be added to a project", async () => {
  const acme = await startCompany();
  expect((await acme.call("PUT", "/groups/acme", { json: { membership_lock: true } })).status).toBe(200);
  const answer = await acme.call("POST", "/projects/acme%2Fweb/members", {
    json: { user_id: acme.users.stranger.id, access_level: 30 },
  });
  expect([answer.status, answer.body]).toEqual([405, { message: "405 Method Not Allowed" }]);
});
