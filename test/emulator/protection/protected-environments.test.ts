import { expect, test } from "vitest";
import { type Company, startCompany } from "../company.js";
import { type Environment, maintainers, path, protect, read, who } from "./protected-environments.js";

const nobody = { access_level: null, user_id: null, group_id: null };

async function refuse(acme: Company, json: unknown, status: number, body: unknown): Promise<void> {
  const answer = await acme.call("POST", path, { json });
  expect([answer.status, answer.body]).toEqual([status, body]);
}

async function change(acme: Company, json: unknown): Promise<Environment> {
  const answer = await acme.call("PUT", `${path}/production`, { json });
  expect(answer.status).toBe(200);
  return answer.body as Environment;
}

test("an environment is protected, read by its tier, listed and deleted", async () => {
  const acme = await startCompany();
  const made = await protect(acme, { deploy_access_levels: [maintainers] });
  expect(await read(acme)).toEqual(made);
  const listed = await acme.call("GET", path);
  expect([listed.headers.get("X-Total"), listed.body]).toEqual(["1", [made]]);
  await acme.call("DELETE", `${path}/production`);
  expect((await acme.call("GET", path)).body).toEqual([]);
});

test("a protected environment says its name, who may deploy, and how many must approve", async () => {
  const acme = await startCompany();
  const { users, groups } = acme;
  await protect(acme, {
    deploy_access_levels: [maintainers, { user_id: users.mike.id }, { group_id: groups.team.id }],
    required_approval_count: 2,
  });
  const id = expect.any(Number);
  expect(await read(acme)).toEqual({
    name: "production",
    required_approval_count: 2,
    deploy_access_levels: [
      { id, ...nobody, ...maintainers, access_level_description: "Maintainers" },
      { id, ...nobody, user_id: users.mike.id, access_level_description: "mike" },
      { id, ...nobody, group_id: groups.team.id, access_level_description: "team" },
    ],
    approval_rules: [],
  });
});

test("approval rules name a user, a group or a level, and how many approvals they require: one, unless more are asked for", async () => {
  const acme = await startCompany();
  const { users, groups } = acme;
  await protect(acme, {
    deploy_access_levels: [maintainers],
    approval_rules: [
      { user_id: users.olivia.id, required_approvals: 3 },
      { group_id: groups.team.id, required_approvals: 2 },
      { access_level: 30 },
    ],
  });
  const id = expect.any(Number);
  expect((await read(acme)).approval_rules).toEqual([
    { id, ...nobody, user_id: users.olivia.id, access_level_description: "olivia", required_approvals: 3 },
    { id, ...nobody, group_id: groups.team.id, access_level_description: "team", required_approvals: 2 },
    { id, ...nobody, access_level: 30, access_level_description: "Developers + Maintainers", required_approvals: 1 },
  ]);
});

test("unprotecting answers 200, and 404 where nothing is protected", async () => {
  const acme = await startCompany();
  await protect(acme, { deploy_access_levels: [maintainers] });
  const gone = await acme.call("DELETE", `${path}/production`);
  expect(gone.status).toBe(200);
  const missing = await acme.call("GET", `${path}/production`);
  expect([missing.status, missing.body]).toEqual([404, { message: "404 Not found" }]);
  expect((await acme.call("DELETE", `${path}/production`)).status).toBe(404);
});

test("real servers store the Maintainer level beside a user or a group, and unprotect with 204", async () => {
  const acme = await startCompany({ dialect: "vendor" });
  const made = await protect(acme, {
    deploy_access_levels: [{ user_id: acme.users.mike.id }, { access_level: 60 }],
    approval_rules: [{ group_id: acme.groups.team.id }],
  });
  expect(made.deploy_access_levels.map(who)).toEqual([
    { access_level: 40, user_id: acme.users.mike.id, group_id: null },
    { access_level: 60, user_id: null, group_id: null },
  ]);
  expect(made.approval_rules.map(who)).toEqual([{ access_level: 40, user_id: null, group_id: acme.groups.team.id }]);
  const gone = await acme.call("DELETE", `${path}/production`);
  expect([gone.status, gone.body]).toEqual([204, ""]);
});

test("a name, and who may deploy, are required", async () => {
  const acme = await startCompany();
  await refuse(acme, {}, 400, { error: "name is missing, deploy_access_levels is missing" });
  await refuse(acme, { name: "staging" }, 400, { error: "deploy_access_levels is missing" });
  await refuse(acme, { deploy_access_levels: [maintainers] }, 400, { error: "name is missing" });
});

test("the name of a protected environment is one of the five tiers", async () => {
  const acme = await startCompany();
  for (const name of ["production", "staging", "testing", "development", "other"])
    expect(await protect(acme, { name, deploy_access_levels: [maintainers] })).toMatchObject({ name });
  await refuse(acme, { name: "moon", deploy_access_levels: [maintainers] }, 422, {
    message: ["Name must be one of environment tiers: production, staging, testing, development, other."],
  });
});

test("the access levels of a protected environment are 30, 40 and 60", async () => {
  const acme = await startCompany();
  const levels = [30, 40, 60].map((access_level) => ({ access_level }));
  const made = await protect(acme, { deploy_access_levels: levels, approval_rules: levels });
  expect(made).toMatchObject({ deploy_access_levels: levels, approval_rules: levels });
  for (const access_level of [0, 20, 50])
    await refuse(acme, { name: "staging", deploy_access_levels: [{ access_level }] }, 400, {
      error: "deploy_access_levels[0][access_level] does not have a valid value",
    });
});

test("0 to 5 approvals may be required, somebody must be left to deploy, and a tier is protected once", async () => {
  const acme = await startCompany();
  const five = { deploy_access_levels: [maintainers], required_approval_count: 5 };
  expect(await protect(acme, five)).toMatchObject({ required_approval_count: 5 });
  await refuse(acme, { name: "production", ...five }, 409, { message: "Protected environment 'production' already exists" });
  expect(await protect(acme, { ...five, name: "other", required_approval_count: 0 })).toMatchObject({
    required_approval_count: 0,
  });
  const staging = { ...five, name: "staging" };
  await refuse(acme, { ...staging, required_approval_count: 6 }, 422, {
    message: ["Required approval count must be less than or equal to 5"],
  });
  await refuse(acme, { ...staging, required_approval_count: -1 }, 422, {
    message: ["Required approval count must be greater than or equal to 0"],
  });
  await refuse(acme, { ...staging, deploy_access_levels: [] }, 422, {
    message: ["Deploy access levels is too short (minimum is 1 character)"],
  });
});

test("a refusal says at once all that is wrong", async () => {
  const acme = await startCompany();
  await refuse(acme, { name: "moon", deploy_access_levels: [], required_approval_count: 6 }, 422, {
    message: [
      "Required approval count must be less than or equal to 5",
      "Name must be one of environment tiers: production, staging, testing, development, other.",
      "Deploy access levels is too short (minimum is 1 character)",
    ],
  });
});

test("an update adds, changes and removes entries by id, and leaves the others alone", async () => {
  const acme = await startCompany();
  const { users } = acme;
  const made = await protect(acme, {
    deploy_access_levels: [maintainers, { user_id: users.mike.id }],
    required_approval_count: 1,
    approval_rules: [{ user_id: users.olivia.id }],
  });
  const [first, second] = made.deploy_access_levels.map(({ id }) => id);
  const [rule] = made.approval_rules.map(({ id }) => id);
  const changed = await change(acme, {
    deploy_access_levels: [{ id: first, _destroy: true }, { id: second, access_level: 30 }, { access_level: 60 }],
    approval_rules: [{ id: rule, required_approvals: 4 }],
  });
  const role = (access_level: number) => ({ access_level, user_id: null, group_id: null });
  expect(changed.deploy_access_levels.map(who)).toEqual([role(30), role(60)]);
  expect(changed.deploy_access_levels[0]?.id).toBe(second);
  expect(changed.approval_rules).toMatchObject([{ id: rule, user_id: users.olivia.id, required_approvals: 4 }]);
  expect(changed.required_approval_count).toBe(1);
  const whole = await change(acme, { approval_rules: [{ id: rule, user_id: users.mike.id, required_approvals: 1 }] });
  expect(whole.approval_rules).toMatchObject([{ id: rule, user_id: users.mike.id, required_approvals: 1 }]);
  expect((await change(acme, { required_approval_count: 0 })).deploy_access_levels).toEqual(changed.deploy_access_levels);
});

test("an update that is not valid changes nothing", async () => {
  const acme = await startCompany();
  const made = await protect(acme, { deploy_access_levels: [maintainers] });
  const id = made.deploy_access_levels[0]?.id;
  const put = (json: unknown) => acme.call("PUT", `${path}/production`, { json });
  const last = await put({ deploy_access_levels: [{ id, _destroy: true }], required_approval_count: 3 });
  expect([last.status, last.body]).toEqual([422, { message: ["Deploy access levels is too short (minimum is 1 character)"] }]);
  expect((await put({ deploy_access_levels: [{ id: 4242, access_level: 30 }] })).status).toBe(404);
  expect((await put({ required_approval_count: 6 })).status).toBe(422);
  const none = await put({ deploy_access_levels: [maintainers], approval_rules: [{ access_level: 30, required_approvals: 0 }] });
  expect(none.status).toBe(422);
  expect(await read(acme)).toEqual(made);
});

test("before 15.4 there is no update", async () => {
  const acme = await startCompany({ serverVersion: "15.3.0" });
  await protect(acme, { deploy_access_levels: [maintainers] });
  const answer = await acme.call("PUT", `${path}/production`, { json: { required_approval_count: 1 } });
  expect([answer.status, answer.body]).toEqual([404, { error: "404 Not Found" }]);
});

test("protected environments are for those who maintain the group, and licensed", async () => {
  const acme = await startCompany();
  const made = await protect(acme, { deploy_access_levels: [maintainers] });
  const json = { deploy_access_levels: [maintainers], name: made.name };
  const calls: [string, string][] = [
    ["GET", path],
    ["GET", `${path}/production`],
    ["POST", path],
    ["PUT", `${path}/production`],
    ["DELETE", `${path}/production`],
  ];
  for (const [method, to] of calls) {
    const status = async (token: string) =>
      (await acme.call(method, to, { token, ...(method === "GET" ? {} : { json }) })).status;
    expect([await status(""), await status("token-of-stranger"), await status("token-of-dora")]).toEqual([401, 404, 403]);
  }
  expect((await acme.call("GET", path, { token: "token-of-mike" })).status).toBe(200);
  const free = await startCompany({ tier: "free" });
  const answer = await free.call("GET", path);
  expect([answer.status, answer.body]).toEqual([404, { error: "404 Not Found" }]);
});

test("from 16.0 real servers say how entries of groups inherit", async () => {
  const acme = await startCompany({ dialect: "vendor", serverVersion: "16.0.0" });
  const made = await protect(acme, { deploy_access_levels: [maintainers] });
  expect(made.deploy_access_levels).toMatchObject([{ access_level: 40, group_inheritance_type: 0 }]);
});

test("unprotecting is refused when the environment changed after the time that the caller knows", async () => {
  const acme = await startCompany();
  await protect(acme, { deploy_access_levels: [maintainers] });
  const headers = { "If-Unmodified-Since": new Date(Date.now() - 60_000).toUTCString() };
  expect((await acme.call("DELETE", `${path}/production`, { headers })).status).toBe(412);
  expect((await read(acme)).name).toBe("production");
});

test("entries are also sent as a form", async () => {
  const acme = await startCompany();
  const body = new URLSearchParams([
    ["name", "staging"],
    ["deploy_access_levels[][user_id]", String(acme.users.mike.id)],
    ["deploy_access_levels[][user_id]", String(acme.users.olivia.id)],
    ["approval_rules[][access_level]", "40"],
    ["approval_rules[][required_approvals]", "2"],
  ]);
  const made = await acme.call("POST", path, { body });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    deploy_access_levels: [{ user_id: acme.users.mike.id }, { user_id: acme.users.olivia.id }],
    approval_rules: [{ access_level: 40, required_approvals: 2 }],
  });
});
