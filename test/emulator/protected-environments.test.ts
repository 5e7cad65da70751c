import { expect, test } from "vitest";

import { startCompany } from "./company.js";
import type { Company } from "./company.js";

type Entry = { id: number; access_level: number | null; user_id: number | null; group_id: number | null };
type Environment = {
  name: string;
  required_approval_count: number;
  deploy_access_levels: Entry[];
  approval_rules: (Entry & { required_approvals: number })[];
};

const path = "/groups/acme/protected_environments";
const maintainers = { access_level: 40 };

async function protect(acme: Company, json: Record<string, unknown>): Promise<Environment> {
  const answer = await acme.call("POST", path, { json: { name: "production", ...json } });
  expect(answer.status).toBe(201);
  return answer.body as Environment;
}

async function change(acme: Company, json: unknown): Promise<Environment> {
  const answer = await acme.call("PUT", `${path}/production`, { json });
  expect(answer.status).toBe(200);
  return answer.body as Environment;
}

async function read(acme: Company): Promise<Environment> {
  return (await acme.call("GET", `${path}/production`)).body as Environment;
}

const who = ({ access_level, user_id, group_id }: Entry): unknown => ({ access_level, user_id, group_id });

test("an environment is protected, read, listed and unprotected", async () => {
  const acme = await startCompany();
  const { users, groups } = acme;
  const made = await protect(acme, {
    deploy_access_levels: [maintainers, { user_id: users.mike.id }, { group_id: groups.team.id }],
    required_approval_count: 2,
    approval_rules: [{ user_id: users.olivia.id, required_approvals: 3 }, { access_level: 30 }],
  });
  const id = expect.any(Number);
  const nobody = { access_level: null, user_id: null, group_id: null };
  expect(made).toEqual({
    name: "production",
    required_approval_count: 2,
    deploy_access_levels: [
      { id, ...nobody, ...maintainers, access_level_description: "Maintainers" },
      { id, ...nobody, user_id: users.mike.id, access_level_description: "mike" },
      { id, ...nobody, group_id: groups.team.id, access_level_description: "team" },
    ],
    approval_rules: [
      { id, ...nobody, user_id: users.olivia.id, access_level_description: "olivia", required_approvals: 3 },
      { id, ...nobody, access_level: 30, access_level_description: "Developers + Maintainers", required_approvals: 1 },
    ],
  });
  expect(await read(acme)).toEqual(made);
  const listed = await acme.call("GET", path);
  expect([listed.headers.get("X-Total"), listed.body]).toEqual(["1", [made]]);
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

test("a name that is no tier, a count out of bounds and nobody to deploy are refused in sentences", async () => {
  const acme = await startCompany();
  const refuse = async (json: unknown, status: number, body: unknown) => {
    const answer = await acme.call("POST", path, { json });
    expect([answer.status, answer.body]).toEqual([status, body]);
  };
  await refuse({}, 400, { error: "name is missing, deploy_access_levels is missing" });
  await refuse({ name: "moon", deploy_access_levels: [], required_approval_count: 6 }, 422, {
    message: [
      "Required approval count must be less than or equal to 5",
      "Name must be one of environment tiers: production, staging, testing, development, other.",
      "Deploy access levels is too short (minimum is 1 character)",
    ],
  });
  await refuse({ name: "staging", deploy_access_levels: [{ access_level: 20 }] }, 400, {
    error: "deploy_access_levels[0][access_level] does not have a valid value",
  });
  await protect(acme, { deploy_access_levels: [maintainers] });
  await refuse({ name: "production", deploy_access_levels: [maintainers] }, 409, {
    message: "Protected environment 'production' already exists",
  });
});

test("only maintaining members may be named; others, and entries of several or no keys, are dropped without a word", async () => {
  const acme = await startCompany();
  const { users } = acme;
  const made = await protect(acme, {
    deploy_access_levels: [
      { user_id: users.mike.id },
      { user_id: users.dora.id },
      { user_id: users.stranger.id },
      { user_id: users.mike.id, access_level: 40 },
      {},
    ],
    approval_rules: [{ user_id: users.dora.id, required_approvals: 2 }],
  });
  expect(made.deploy_access_levels.map(who)).toEqual([{ access_level: null, user_id: users.mike.id, group_id: null }]);
  expect(made.approval_rules).toEqual([]);
  const json = { name: "staging", deploy_access_levels: [{ user_id: users.dora.id }] };
  expect((await acme.call("POST", path, { json })).status).toBe(422);
  // A Maintainer of a group above maintains the group too.
  const below = await acme.call("POST", "/groups/acme%2Fteam/protected_environments", {
    json: { name: "production", deploy_access_levels: [{ user_id: users.mike.id }] },
  });
  expect(below.status).toBe(201);
});

test("subgroups may be named; on real servers also the group itself and groups that it is shared with", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const acme = await startCompany({ dialect });
    const { groups } = acme;
    const ids = [groups.team.id, groups.acme.id, groups.guests.id, groups.secret.id];
    const made = await protect(acme, { deploy_access_levels: ids.map((group_id) => ({ group_id })) });
    const kept = made.deploy_access_levels.map((entry) => entry.group_id);
    expect(kept).toEqual(dialect === "vendor" ? ids.slice(0, 3) : ids.slice(0, 1));
  }
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

test("who leaves the group, or falls below Maintainer, leaves its protected environments and those below", async () => {
  const acme = await startCompany();
  const { mike, olivia } = acme.users;
  const entries = [maintainers, { user_id: mike.id }, { user_id: olivia.id }];
  await protect(acme, { deploy_access_levels: entries, approval_rules: [{ user_id: mike.id }] });
  const below = "/groups/acme%2Fteam/protected_environments";
  await acme.call("POST", below, { json: { name: "production", deploy_access_levels: entries } });
  expect((await acme.call("DELETE", `/groups/acme/members/${mike.id}`)).status).toBe(204);
  const environment = await read(acme);
  expect(environment.deploy_access_levels.map((entry) => entry.user_id)).toEqual([null, olivia.id]);
  expect(environment.approval_rules).toEqual([]);
  const inTeam = (await acme.call("GET", `${below}/production`)).body as Environment;
  expect(inTeam.deploy_access_levels.map((entry) => entry.user_id)).toEqual([null, olivia.id]);
  await acme.call("POST", "/groups/acme/members", { json: { user_id: mike.id, access_level: 50 } });
  await acme.call("PUT", `/groups/acme/members/${olivia.id}`, { json: { access_level: 30 } });
  expect((await read(acme)).deploy_access_levels.map((entry) => entry.user_id)).toEqual([null]);
});

test("a group that is no longer shared leaves the protected environments", async () => {
  const acme = await startCompany({ dialect: "vendor" });
  await protect(acme, { deploy_access_levels: [maintainers, { group_id: acme.groups.guests.id }] });
  expect((await acme.call("DELETE", `/groups/acme/share/${acme.groups.guests.id}`)).status).toBe(204);
  expect((await read(acme)).deploy_access_levels.map((entry) => entry.group_id)).toEqual([null]);
});

test("a subgroup that moves away leaves the protected environments", async () => {
  const acme = await startCompany();
  await protect(acme, { deploy_access_levels: [maintainers, { group_id: acme.groups.team.id }] });
  expect((await acme.call("POST", "/groups/acme%2Fteam/transfer")).status).toBe(201);
  expect((await read(acme)).deploy_access_levels.map((entry) => entry.group_id)).toEqual([null]);
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
