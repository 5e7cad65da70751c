import { expect, test } from "vitest";
import { type Entry, OF_PROJECT, type Rule, change, protect, startWorkshop, who } from "./protected-branches.js";

test("entries name levels, users and groups, and say so in words; beside a user or a group stands the level of Maintainers", async () => {
  const team = await startWorkshop();
  const { alice, bob } = team.users;
  const made = await protect(team, {
    name: "release/*",
    allowed_to_push: [{ access_level: 30 }, { user_id: bob }, { group_id: team.groups.partner }],
    allowed_to_merge: [{ access_level: 0 }],
    allowed_to_unprotect: [{ user_id: alice }],
  });
  const entry = (access_level_description: string, rest: Partial<Entry>) => ({
    id: expect.any(Number) as number,
    access_level: 40,
    access_level_description,
    user_id: null,
    group_id: null,
    ...rest,
  });
  expect(made.push_access_levels).toEqual([
    { ...entry("Developers + Maintainers", { access_level: 30 }), deploy_key_id: null },
    { ...entry("Bob", { user_id: bob }), deploy_key_id: null },
    { ...entry("Partner", { group_id: team.groups.partner }), deploy_key_id: null },
  ]);
  expect(made.merge_access_levels).toEqual([entry("No one", { access_level: 0 })]);
  expect(made.unprotect_access_levels).toEqual([entry("Alice", { user_id: alice })]);
  const ids = [...made.push_access_levels, ...made.merge_access_levels, ...made.unprotect_access_levels].map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
  expect((await team.call("GET", `${OF_PROJECT}/release%2F*`)).body).toEqual(made);
});

test("a level and a list add up; an empty list and none at all are for Maintainers, and nobody is level 0", async () => {
  const team = await startWorkshop();
  const both = await protect(team, { name: "a", push_access_level: 0, allowed_to_push: [{ user_id: team.users.bob }] });
  expect(who(both.push_access_levels)).toEqual([0, { user_id: team.users.bob }]);
  const empty = await protect(team, { name: "b", allowed_to_push: [], allowed_to_merge: [{}], unprotect_access_level: 60 });
  expect(who(empty.push_access_levels)).toEqual([40]);
  expect(who(empty.merge_access_levels)).toEqual([40]);
  expect(who(empty.unprotect_access_levels)).toEqual([60]);
});

test("an update adds entries without an id, changes and removes those with one, and leaves the others and their ids", async () => {
  const team = await startWorkshop();
  const { bob, carol } = team.users;
  const made = await protect(team, {
    name: "main",
    allowed_to_push: [{ access_level: 30 }, { access_level: 40 }, { user_id: bob }],
  });
  const [developers, maintainers, named] = made.push_access_levels;
  const answer = await change(team, "main", {
    allowed_to_push: [
      { id: developers?.id, access_level: 60 },
      { id: maintainers?.id, _destroy: true },
      { id: named?.id, user_id: carol },
      { group_id: team.groups.partner },
    ],
    unprotect_access_level: 60,
    allow_force_push: true,
  });
  expect(answer.status).toBe(200);
  const changed = answer.body as Rule;
  expect(who(changed.push_access_levels)).toEqual([60, { user_id: carol }, { group_id: team.groups.partner }]);
  expect(changed.push_access_levels.map(({ id }) => id).slice(0, 2)).toEqual([developers?.id, named?.id]);
  expect(changed.merge_access_levels).toEqual(made.merge_access_levels);
  expect(who(changed.unprotect_access_levels)).toEqual([40, 60]);
  expect(changed).toMatchObject({ id: made.id, allow_force_push: true, code_owner_approval_required: false });
  const nobody = await change(team, "main", {
    allowed_to_push: changed.push_access_levels.map(({ id }) => ({ id, _destroy: true })),
  });
  expect([nobody.status, (nobody.body as Rule).push_access_levels]).toEqual([200, []]);
  expect((await change(team, "main", { allowed_to_push: [], allowed_to_merge: null })).body).toEqual(nobody.body);
  const others = await change(team, "main", { allowed_to_push: [{ _destroy: true, access_level: 30 }] });
  expect(others.body).toEqual(nobody.body);
});

test("who has no access to the project cannot be named, nor who is named already: 422 in sentences, and nothing changes", async () => {
  const team = await startWorkshop();
  const { bob, dave, erin } = team.users;
  const refused = async (json: Record<string, unknown>, sentences: string[]) => {
    const answer = await team.call("POST", OF_PROJECT, { json: { name: "new", ...json } });
    expect([answer.status, answer.body]).toEqual([422, { message: sentences }]);
  };
  await refused({ allowed_to_push: [{ user_id: dave }], allowed_to_merge: [{ user_id: 999 }] }, [
    "Push access levels user is not a member of the project",
    "Merge access levels user can't be blank",
  ]);
  await refused({ allowed_to_push: [{ group_id: team.groups.readers }], allowed_to_unprotect: [{ group_id: 999 }] }, [
    "Push access levels group does not have access to the project",
    "Unprotect access levels group can't be blank",
  ]);
  await refused({ allowed_to_merge: [{ group_id: team.groups.team }] }, [
    "Merge access levels group does not have access to the project",
  ]);
  await refused({ push_access_level: 40, allowed_to_push: [{ access_level: 40 }, { user_id: erin }, { user_id: erin }] }, [
    "Push access levels access level has already been taken",
    "Push access levels user has already been taken",
  ]);
  await refused({ name: "" }, ["Name can't be blank"]);
  await refused({ name: "n".repeat(256) }, ["Name is too long (maximum is 255 characters)"]);
  expect((await team.call("GET", OF_PROJECT)).body).toEqual([]);
  const made = await protect(team, { name: "main", allowed_to_merge: [{ user_id: bob }, { group_id: team.groups.partner }] });
  const [first] = made.merge_access_levels;
  // Even an entry that goes with the same request stands in the way of its equal.
  const again = [{ id: first?.id, _destroy: true }, { user_id: bob }, { group_id: team.groups.partner }];
  const answer = await change(team, "main", { allow_force_push: true, allowed_to_merge: again });
  expect([answer.status, answer.body]).toEqual([
    422,
    { message: ["Merge access levels user has already been taken", "Merge access levels group has already been taken"] },
  ]);
  expect((await team.call("GET", `${OF_PROJECT}/main`)).body).toEqual(made);
});

test("an entry of another list or another branch is not found, and nothing changes", async () => {
  const team = await startWorkshop();
  const made = await protect(team, { name: "main" });
  const other = await protect(team, { name: "next" });
  for (const id of [made.merge_access_levels[0]?.id, other.push_access_levels[0]?.id, 999]) {
    const answer = await change(team, "main", { allow_force_push: true, allowed_to_push: [{ id, access_level: 30 }] });
    expect([answer.status, answer.body]).toEqual([404, { message: "404 Not found" }]);
  }
  expect((await team.call("GET", `${OF_PROJECT}/main`)).body).toEqual(made);
});

test("deploy keys may be named for pushes only, from 17.5, and only those of the project", async () => {
  const team = await startWorkshop();
  const keys = [{ deploy_key_id: 1 }];
  const refused = await team.call("POST", OF_PROJECT, { json: { name: "main", allowed_to_push: keys } });
  expect([refused.status, refused.body]).toEqual([
    422,
    { message: ["Push access levels deploy key is not enabled for this project"] },
  ]);
  expect(who((await protect(team, { name: "main", allowed_to_merge: keys })).merge_access_levels)).toEqual([40]);
  const earlier = await startWorkshop({ serverVersion: "15.9.0" });
  const [entry] = (await protect(earlier, { name: "main", allowed_to_push: keys })).push_access_levels;
  expect(entry).not.toHaveProperty("deploy_key_id");
  expect(entry).toMatchObject({ access_level: 40, user_id: null });
});

test("nobody is no level of those who may unprotect, and an entry is a hash of known levels", async () => {
  const team = await startWorkshop();
  const refused = async (json: Record<string, unknown>, error: string) => {
    const answer = await team.call("POST", OF_PROJECT, { json: { name: "main", ...json } });
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  };
  await refused({ unprotect_access_level: 0 }, "unprotect_access_level does not have a valid value");
  await refused(
    { allowed_to_unprotect: [{ access_level: 0 }] },
    "allowed_to_unprotect[0][access_level] does not have a valid value",
  );
  await refused({ allowed_to_push: [{ access_level: 20 }] }, "allowed_to_push[0][access_level] does not have a valid value");
  await refused({ allowed_to_push: [""], allowed_to_merge: [""] }, "allowed_to_push is invalid, allowed_to_merge is invalid");
});

test("entries may come as a form and in a query", async () => {
  const team = await startWorkshop();
  const body = new URLSearchParams([
    ["name", "main"],
    ["allowed_to_push[][user_id]", String(team.users.bob)],
    ["allowed_to_push[][access_level]", "30"],
    ["allowed_to_merge[][access_level]", "0"],
  ]);
  const made = (await team.call("POST", OF_PROJECT, { body })).body as Rule;
  expect(made.push_access_levels).toMatchObject([{ user_id: team.users.bob, access_level: 30 }]);
  expect(who(made.merge_access_levels)).toEqual([0]);
  const query = `allowed_to_push[][id]=${String(made.push_access_levels[0]?.id)}&allowed_to_push[][_destroy]=true`;
  const changed = await team.call("PATCH", `${OF_PROJECT}/main?${query}`);
  expect([changed.status, (changed.body as Rule).push_access_levels]).toEqual([200, []]);
});

test("without a licence there are levels of pushes and merges alone, and an update does not change them", async () => {
  const team = await startWorkshop({ tier: "free" });
  const sent = { allowed_to_push: [{ access_level: 0 }], allowed_to_merge: [{ user_id: team.users.bob }] };
  const answer = await team.call("POST", OF_PROJECT, {
    json: { name: "main", push_access_level: 30, unprotect_access_level: 60, code_owner_approval_required: true, ...sent },
  });
  const level = (access_level: number, access_level_description: string) => ({
    id: expect.any(Number) as number,
    access_level,
    access_level_description,
  });
  expect([answer.status, answer.body]).toEqual([
    201,
    {
      id: expect.any(Number) as number,
      name: "main",
      push_access_levels: [{ ...level(30, "Developers + Maintainers"), deploy_key_id: null }],
      merge_access_levels: [level(40, "Maintainers")],
      allow_force_push: false,
    },
  ]);
  const changed = await change(team, "main", { ...sent, allow_force_push: true });
  expect([changed.status, changed.body]).toEqual([200, { ...(answer.body as Rule), allow_force_push: true }]);
  expect((await team.call("DELETE", `${OF_PROJECT}/main`, { token: "token-of-alice" })).status).toBe(204);
});
