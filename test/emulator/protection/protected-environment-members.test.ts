import { expect, test } from "vitest";
import { startCompany } from "../company.js";
import { type Environment, maintainers, path, protect, read, who } from "./protected-environments.js";

test("only maintaining members may deploy; others, and entries of several or no keys, are dropped without a word", async () => {
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
  });
  expect(made.deploy_access_levels.map(who)).toEqual([{ access_level: null, user_id: users.mike.id, group_id: null }]);
  const json = { name: "staging", deploy_access_levels: [{ user_id: users.dora.id }] };
  expect((await acme.call("POST", path, { json })).status).toBe(422);
  // A Maintainer of a group above maintains the group too.
  const below = await acme.call("POST", "/groups/acme%2Fteam/protected_environments", {
    json: { name: "production", deploy_access_levels: [{ user_id: users.mike.id }] },
  });
  expect(below.status).toBe(201);
});

test("an approval rule that names whom it may not, several or nobody is refused and nothing is stored; real servers drop it", async () => {
  const acme = await startCompany();
  const { users, groups } = acme;
  for (const [rule, problem] of [
    [{ user_id: users.dora.id, required_approvals: 2 }, `cannot name user_id ${users.dora.id}`],
    [{ user_id: 999_999 }, "cannot name user_id 999999"],
    [{ group_id: groups.acme.id }, `cannot name group_id ${groups.acme.id}`],
    [{ user_id: users.mike.id, access_level: 40 }, `not user_id ${users.mike.id} and access_level 40`],
    [{ required_approvals: 2 }, "name exactly one of user_id, group_id and access_level each, and not none"],
  ] as const) {
    const json = { name: "staging", deploy_access_levels: [maintainers], approval_rules: [{ access_level: 40 }, rule] };
    expect(await acme.call("POST", path, { json })).toMatchObject({
      status: 422,
      body: { message: [expect.stringContaining(problem)] },
    });
  }
  expect((await acme.call("GET", path)).body).toEqual([]);
  const {
    approval_rules: [own],
  } = await protect(acme, { deploy_access_levels: [maintainers], approval_rules: [maintainers] });
  const put = (rule: object) => acme.call("PUT", `${path}/production`, { json: { approval_rules: [rule] } });
  expect((await put({ id: own?.id, user_id: users.dora.id })).status).toBe(422);
  expect((await put({ id: own?.id, required_approvals: 3 })).status).toBe(200);
  expect((await put({ id: own?.id, user_id: users.dora.id, _destroy: true })).status).toBe(200);
  const vendor = await startCompany({ dialect: "vendor" });
  const rules = [{ user_id: vendor.users.dora.id }];
  const made = await protect(vendor, { deploy_access_levels: [maintainers], approval_rules: rules });
  expect(made.approval_rules).toEqual([]);
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
