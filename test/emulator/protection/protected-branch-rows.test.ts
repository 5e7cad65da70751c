import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Json } from "../../../src/emulator/core/records.js";
import { startPlatform } from "../platform.js";
import { OF_GROUP, OF_PROJECT, type Rule, change, protect, startWorkshop, who, workshopSeed } from "./protected-branches.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "branches-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a data file from before entries had ids is read: its levels are there, can be changed, and keep their ids", async () => {
  const data = join(folder, "data");
  const first = await startWorkshop({ data });
  const { id: project_id } = (await first.call("GET", "/projects/team%2Fapp")).body as { id: number };
  await first.close();
  const old = {
    id: 2,
    project_id,
    name: "main",
    push_access_levels: [0],
    merge_access_levels: [30],
    unprotect_access_levels: [],
    allow_force_push: true,
    code_owner_approval_required: false,
  };
  appendFileSync(data, `${JSON.stringify([["protected_branches", 2, old]])}\n`);
  const second = await startWorkshop({ data });
  const read = (await second.call("GET", `${OF_PROJECT}/main`)).body as Rule;
  expect(read).toMatchObject({
    id: 2,
    push_access_levels: [{ id: 2, access_level: 0, access_level_description: "No one" }],
    merge_access_levels: [{ id: 2, access_level: 30 }],
    unprotect_access_levels: [],
    allow_force_push: true,
    inherited: false,
  });
  expect((await second.call("GET", OF_PROJECT)).body).toEqual([read]);
  const may = async (name: string) =>
    (await second.call("GET", "/projects/team%2Fapp/repository/branches/main", { token: `token-of-${name}` })).body;
  expect(await may("alice")).toMatchObject({ can_push: false, developers_can_merge: true });
  const { alice, bob, erin } = second.users;
  const added = await change(second, "main", { allowed_to_push: [{ user_id: alice }, { user_id: bob }, { user_id: erin }] });
  const { push_access_levels } = added.body as Rule;
  expect(who(push_access_levels)).toEqual([0, { user_id: alice }, { user_id: bob }, { user_id: erin }]);
  expect(push_access_levels[0]?.id).toBe(2);
  expect(new Set(push_access_levels.map(({ id }) => id)).size).toBe(4);
  await change(second, "main", { allowed_to_push: [{ id: 2, _destroy: true }] });
  const changed = (await second.call("GET", `${OF_PROJECT}/main`)).body as Rule;
  expect(changed.push_access_levels).toEqual(push_access_levels.slice(1));
  await second.close();
  const third = await startWorkshop({ data });
  expect((await third.call("GET", `${OF_PROJECT}/main`)).body).toEqual(changed);
});

test("a seed protects branches by name alone or with entries, in projects and in top-level groups", async () => {
  const main = {
    name: "main",
    allowed_to_push: [{ access_level: 0 }],
    allowed_to_merge: [{ user: "bob" }, { group: "partner" }, { access_level: 40 }],
    allowed_to_unprotect: [{ access_level: 60 }],
    allow_force_push: true,
    code_owner_approval_required: true,
  };
  const seed = workshopSeed(["stable", main, "stable"]);
  const [group, ...others] = seed["groups"] as readonly Record<string, Json>[];
  const rules = ["develop", { name: "hotfix/*", allowed_to_push: [{ access_level: 30 }] }];
  const groups = [{ ...group, protected_branches: rules }, ...others];
  const team = await startWorkshop({ seed: { ...seed, groups } });
  const ofGroup = (await team.call("GET", OF_GROUP)).body as Rule[];
  expect(ofGroup.map(({ name, push_access_levels }) => [name, who(push_access_levels)])).toEqual([
    ["develop", [40]],
    ["hotfix/*", [30]],
  ]);
  const ofProject = (await team.call("GET", OF_PROJECT)).body as Rule[];
  expect(ofProject.map(({ name, inherited }) => [name, inherited])).toEqual([
    ["develop", true],
    ["hotfix/*", true],
    ["stable", false],
    ["main", false],
  ]);
  const [, , stable, made] = ofProject;
  expect(
    [stable?.push_access_levels, stable?.merge_access_levels, stable?.unprotect_access_levels].map((one = []) => who(one)),
  ).toEqual([[40], [40], [40]]);
  expect(made).toMatchObject({ allow_force_push: true, code_owner_approval_required: true });
  expect(
    [made?.push_access_levels, made?.merge_access_levels, made?.unprotect_access_levels].map((one = []) => who(one)),
  ).toEqual([[0], [{ user_id: team.users.bob }, { group_id: team.groups.partner }, 40], [60]]);
  // What is protected later has ids of its own.
  const next = await protect(team, { name: "next" });
  const known = ofProject.flatMap((rule) => rule.push_access_levels.map(({ id }) => id));
  expect(known).not.toContain(next.push_access_levels[0]?.id);
});

test("a seed that protects a branch as the API would not is refused, with the branch and the reason", async () => {
  const start = (seed: Readonly<Record<string, unknown>>) => startPlatform({ seed });
  const ofProject = (rule: Json) => start(workshopSeed([rule]));
  await expect(ofProject({ name: "main", allowed_to_push: [{ user: "dave" }] })).rejects.toThrow(
    "the seed: protected branch main of team/app: Push access levels user is not a member of the project",
  );
  await expect(ofProject({ name: "main", allowed_to_push: [{ group: "nobody" }] })).rejects.toThrow(
    "the seed names a group that it does not have: nobody",
  );
  await expect(ofProject({ name: "main", allowed_to_unprotect: [{ access_level: 0 }] })).rejects.toThrow(
    /^the seed: seed\/projects/,
  );
  const group = (full_path: string, rule: Json) => ({ groups: [{ full_path: "a" }, { full_path, protected_branches: [rule] }] });
  await expect(start(group("a/b", "main"))).rejects.toThrow("main of a/b: only top-level groups have protected branches");
  await expect(start(group("b", { name: "main", allowed_to_push: [{ user: "root" }] }))).rejects.toThrow(
    /^the seed: seed\/groups/,
  );
});
