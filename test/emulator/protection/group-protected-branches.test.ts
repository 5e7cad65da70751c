import { expect, test } from "vitest";
import { each, idOf, makeProject } from "../answers.js";
import { OF_GROUP, OF_PROJECT, type Rule, change, protect, startWorkshop, who } from "./protected-branches.js";

const INNER = "/projects/team%2Finner%2Flib/protected_branches";

test("a top-level group protects a branch, reads it by its encoded name, lists, changes and unprotects it", async () => {
  const team = await startWorkshop();
  const json = { name: "release/*", push_access_level: 0, allowed_to_merge: [{ access_level: 30 }, { access_level: 40 }] };
  const made = await protect(team, json, OF_GROUP);
  expect(made).toMatchObject({ name: "release/*", allow_force_push: false, code_owner_approval_required: false });
  expect(made).not.toHaveProperty("inherited");
  expect([who(made.push_access_levels), who(made.merge_access_levels), who(made.unprotect_access_levels)]).toEqual([
    [0],
    [30, 40],
    [40],
  ]);
  await protect(team, { name: "main" }, OF_GROUP);
  expect((await team.call("GET", `${OF_GROUP}/release%2F*`)).body).toEqual(made);
  expect((await team.call("GET", `${OF_GROUP}?search=REL`)).body).toEqual([made]);
  const page = await team.call("GET", `${OF_GROUP}?per_page=1&page=2`);
  expect([each(page, "name"), page.headers.get("X-Total")]).toEqual([["main"], "2"]);
  const [developers, maintainers] = made.merge_access_levels;
  const differences = [
    { id: developers?.id, access_level: 60 },
    { id: maintainers?.id, _destroy: true },
  ];
  const changed = await change(team, "release/*", { allow_force_push: true, allowed_to_merge: differences }, OF_GROUP);
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { id: made.id, allow_force_push: true, merge_access_levels: [{ id: developers?.id, access_level: 60 }] },
  ]);
  const twice = await team.call("POST", OF_GROUP, { json });
  expect([twice.status, twice.body]).toEqual([409, { message: "Protected branch 'release/*' already exists" }]);
  const gone = await team.call("DELETE", `${OF_GROUP}/release%2F*`);
  expect([gone.status, gone.body]).toEqual([204, ""]);
  for (const method of ["GET", "PATCH", "DELETE"]) {
    const missing = await team.call(method, `${OF_GROUP}/release%2F*`);
    expect([missing.status, missing.body]).toEqual([404, { message: "404 ProtectedBranch Not Found" }]);
  }
});

test("a group's rules know levels alone: a user, a group or a deploy key is refused, and so is a name that is none", async () => {
  const team = await startWorkshop();
  const refused = async (json: Record<string, unknown>, sentences: string[]) => {
    const answer = await team.call("POST", OF_GROUP, { json: { name: "main", ...json } });
    expect([answer.status, answer.body]).toEqual([422, { message: sentences }]);
  };
  await refused({ allowed_to_push: [{ user_id: team.users.alice }] }, ["Push access levels user must be blank"]);
  await refused({ allowed_to_merge: [{ group_id: team.groups.partner }] }, ["Merge access levels group must be blank"]);
  await refused({ allowed_to_push: [{ deploy_key_id: 1 }] }, ["Push access levels deploy key is not enabled for this project"]);
  await refused({ name: "" }, ["Name can't be blank"]);
  const {
    push_access_levels: [entry],
  } = await protect(team, { name: "main" }, OF_GROUP);
  const named = { allowed_to_push: [{ id: entry?.id, user_id: team.users.alice }] };
  expect((await change(team, "main", named, OF_GROUP)).status).toBe(422);
});

test("a subgroup has none", async () => {
  const team = await startWorkshop();
  const path = "/groups/team%2Finner/protected_branches";
  await protect(team, { name: "main" }, OF_GROUP);
  expect((await team.call("GET", path)).body).toEqual([]);
  expect((await team.call("GET", `${path}/main`)).status).toBe(404);
  const refused = await team.call("POST", path, { json: { name: "main" } });
  expect([refused.status, refused.body]).toEqual([422, { message: ["cannot be associated with a subgroup"] }]);
});

test("they are for Owners of the group, licensed, and there from 17.6", async () => {
  const team = await startWorkshop();
  await protect(team, { name: "main" }, OF_GROUP);
  const statuses = (name: string) =>
    Promise.all(
      [
        ["GET", OF_GROUP],
        ["GET", `${OF_GROUP}/main`],
        ["POST", OF_GROUP],
        ["PATCH", `${OF_GROUP}/main`],
        ["DELETE", `${OF_GROUP}/main`],
      ].map(async ([method = "", path = ""]) => {
        const token = name === "" ? "" : `token-of-${name}`;
        return (await team.call(method, path, { token, ...(method === "POST" ? { json: { name: "next" } } : {}) })).status;
      }),
    );
  expect(await statuses("alice")).toEqual([403, 403, 403, 403, 403]);
  expect(await statuses("dave")).toEqual([404, 404, 404, 404, 404]);
  expect(await statuses("")).toEqual([401, 401, 401, 401, 401]);
  expect(await statuses("olga")).toEqual([200, 200, 201, 200, 204]);
  for (const options of [{ tier: "free" }, { serverVersion: "17.5.9" }] as const) {
    const other = await startWorkshop(options);
    expect((await other.call("GET", OF_GROUP)).status).toBe(404);
    expect((await other.call("POST", OF_GROUP, { json: { name: "main" } })).status).toBe(404);
  }
});

test("its projects at any depth inherit them: they are listed there, and neither read by name nor changed", async () => {
  const team = await startWorkshop();
  const ofGroup = await protect(team, { name: "main", push_access_level: 0 }, OF_GROUP);
  const own = await protect(team, { name: "next" });
  const inherited = { ...ofGroup, inherited: true };
  expect((await team.call("GET", OF_PROJECT)).body).toEqual([inherited, { ...own, inherited: false }]);
  expect((await team.call("GET", INNER)).body).toEqual([inherited]);
  for (const method of ["GET", "PATCH", "DELETE"]) {
    const missing = await team.call(method, `${OF_PROJECT}/main`);
    expect([missing.status, missing.body]).toEqual([404, { message: "404 Not found" }]);
  }
  // A project may have a rule of its own for the same name, and the looser of the two counts.
  const reading = { token: "token-of-bob" };
  const mayPush = async () =>
    ((await team.call("GET", "/projects/team%2Fapp/repository/branches/main", reading)).body as { can_push: boolean }).can_push;
  expect(await mayPush()).toBe(false);
  const looser = await protect(team, { name: "main", push_access_level: 30 });
  expect(await mayPush()).toBe(true);
  expect((await team.call("GET", `${OF_PROJECT}/main`)).body).toEqual(looser);
  expect((await team.call("DELETE", `${OF_PROJECT}/main`)).status).toBe(204);
  expect(each(await team.call("GET", OF_PROJECT), "inherited")).toEqual([true, false]);
  expect((await team.call("GET", "/projects/team%2Finner%2Flib/repository/branches/main")).body).toMatchObject({
    protected: true,
  });
});

test("who may unprotect a group's branch is not asked: its Owners may", async () => {
  const team = await startWorkshop();
  const json = { name: "main", unprotect_access_level: 60 };
  const token = "token-of-olga";
  expect((await team.call("POST", OF_GROUP, { json, token })).status).toBe(201);
  expect((await team.call("DELETE", `${OF_GROUP}/main`, { token })).status).toBe(204);
});

test("a new project whose first branch a group's rule covers gets no protection of its own", async () => {
  const team = await startWorkshop();
  await protect(team, { name: "ma*" }, OF_GROUP);
  const begin = (path: string, default_branch: string) =>
    makeProject(team, path, { namespace_id: team.groups.team, initialize_with_readme: true, default_branch });
  const [covered, other] = [await begin("covered", "main"), await begin("other", "trunk")];
  const listed = async (id: number) => each(await team.call("GET", `/projects/${id}/protected_branches`), "name");
  team.work();
  expect([await listed(covered), await listed(other)]).toEqual([["ma*"], ["ma*", "trunk"]]);
});

test("approval rules name inherited branches, and lose them when the group unprotects them", async () => {
  const team = await startWorkshop();
  const { id } = await protect(team, { name: "main" }, OF_GROUP);
  const json = { name: "Review", approvals_required: 1, user_ids: [team.users.alice], protected_branch_ids: [id, 999] };
  const rule = await team.call("POST", "/projects/team%2Fapp/approval_rules", { json });
  expect(rule.body).toMatchObject({ protected_branches: [{ id, name: "main", inherited: true }] });
  expect((await team.call("DELETE", `${OF_GROUP}/main`)).status).toBe(204);
  const read = await team.call("GET", `/projects/team%2Fapp/approval_rules/${idOf(rule)}`);
  expect(read.body).toMatchObject({ name: "Review", protected_branches: [] });
});

test("they hold while the group is at the top", async () => {
  const team = await startWorkshop();
  await protect(team, { name: "main" }, OF_GROUP);
  const { id } = (await team.call("GET", INNER.replace("/protected_branches", ""))).body as { id: number };
  const names = async () => each(await team.call("GET", `/projects/${id}/protected_branches`), "name");
  expect(await names()).toEqual(["main"]);
  expect(
    (await team.call("POST", `/groups/${team.groups.team}/transfer`, { json: { group_id: team.groups.partner } })).status,
  ).toBe(201);
  expect(await names()).toEqual([]);
  expect((await team.call("POST", `/groups/${team.groups.team}/transfer`)).status).toBe(201);
  expect(await names()).toEqual(["main"]);
});

test("real servers find a group's rule by a part of its name, and answer a deletion with what it was", async () => {
  const team = await startWorkshop({ dialect: "vendor" });
  const maintenance = await protect(team, { name: "Maintenance" }, OF_GROUP);
  expect((await team.call("GET", `${OF_GROUP}/main`)).body).toEqual(maintenance);
  const taken = await team.call("POST", OF_GROUP, { json: { name: "main" } });
  expect([taken.status, taken.body]).toEqual([409, { message: "Protected branch 'main' already exists" }]);
  // Less than three characters are looked for as a whole.
  expect((await protect(team, { name: "ma" }, OF_GROUP)).name).toBe("ma");
  expect(((await team.call("GET", `${OF_GROUP}/ma`)).body as Rule).name).toBe("ma");
  const gone = await team.call("DELETE", `${OF_GROUP}/main`);
  expect([gone.status, gone.body]).toEqual([200, maintenance]);
  expect(each(await team.call("GET", OF_GROUP), "name")).toEqual(["ma"]);
  // Rules of projects go by their whole name.
  await protect(team, { name: "maintenance" });
  expect((await protect(team, { name: "main" })).name).toBe("main");
});
