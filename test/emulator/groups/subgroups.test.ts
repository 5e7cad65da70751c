import { expect, test } from "vitest";
import { makeGroup, makeProject } from "../answers.js";
import { startPlatform } from "../platform.js";

test("a group is not closed above open projects and subgroups, and opens before them", async () => {
  const platform = await startPlatform({ seed: "none" });
  const acme = await makeGroup(platform, "acme", { visibility: "public" });
  const sub = await makeGroup(platform, "sub", { parent_id: acme, visibility: "public" });
  await makeProject(platform, "web", { namespace_id: acme, visibility: "public" });
  const close = (id: number): Promise<unknown> => platform.call("PUT", `/groups/${id}`, { json: { visibility: "private" } });
  expect(await close(acme)).toMatchObject({
    status: 400,
    body: {
      message: {
        visibility_level: [
          "private is not allowed since this group contains projects with higher visibility.",
          "private is not allowed since there are sub-groups with higher visibility.",
        ],
      },
    },
  });
  expect(await close(sub)).toMatchObject({ status: 200 });
  expect(await platform.call("PUT", "/projects/acme%2Fweb", { json: { visibility: "private" } })).toMatchObject({ status: 200 });
  expect(await close(acme)).toMatchObject({ status: 200 });
  expect(await platform.call("PUT", `/groups/${sub}`, { json: { visibility: "internal" } })).toMatchObject({
    status: 400,
    body: { message: { visibility_level: ["internal is not allowed since the parent group has a private visibility."] } },
  });
});

test("groups nest 20 deep below the first and no deeper", async () => {
  const platform = await startPlatform({ seed: "none" });
  let parent_id: number | undefined;
  for (let depth = 0; depth <= 20; depth += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each lies in the one before
    parent_id = await makeGroup(platform, `level${depth}`, parent_id === undefined ? {} : { parent_id });
  }
  expect(await platform.call("POST", "/groups", { json: { name: "deep", path: "deep", parent_id } })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("nesting") },
  });
});

test("what only top-level groups have is ignored and not shown on subgroups", async () => {
  const platform = await startPlatform({ seed: "none" });
  const acme = await makeGroup(platform, "acme");
  const sub = await makeGroup(platform, "sub", { parent_id: acme });
  const json = { prevent_sharing_groups_outside_hierarchy: true, unique_project_download_limit: 9 };
  expect((await platform.call("PUT", `/groups/${acme}`, { json })).body).toMatchObject(json);
  const answer = await platform.call("PUT", `/groups/${sub}`, { json });
  expect(answer.status).toBe(200);
  expect(answer.body).not.toHaveProperty("prevent_sharing_groups_outside_hierarchy");
});

test("unset group attributes read what holds: the instance's, or what lies above", async () => {
  const platform = await startPlatform({ seed: "none" });
  const acme = await makeGroup(platform, "acme");
  const sub = await makeGroup(platform, "sub", { parent_id: acme });
  const read = async (id: number): Promise<unknown> => (await platform.call("GET", `/groups/${id}`)).body;
  expect(await read(sub)).toMatchObject({ default_branch_protection: 2, emails_disabled: null, lfs_enabled: true });
  await platform.call("PUT", "/application/settings", { json: { default_branch_protection: 1 } });
  await platform.call("PUT", `/groups/${acme}`, { json: { lfs_enabled: false, emails_disabled: true } });
  expect(await read(sub)).toMatchObject({ default_branch_protection: 1, emails_disabled: true, lfs_enabled: true });
  await platform.call("PUT", `/groups/${sub}`, { json: { default_branch_protection: 0 } });
  expect(await read(sub)).toMatchObject({ default_branch_protection: 0 });
});

test("the sharing lock and disabled shared runners reach down", async () => {
  const platform = await startPlatform({ seed: "none" });
  const acme = await makeGroup(platform, "acme");
  const sub = await makeGroup(platform, "sub", { parent_id: acme });
  const web = await makeProject(platform, "web", { namespace_id: sub });
  const json = { share_with_group_lock: true, shared_runners_setting: "disabled_and_unoverridable" };
  await platform.call("PUT", `/groups/${acme}`, { json });
  expect((await platform.call("GET", `/groups/${sub}`)).body).toMatchObject(json);
  expect((await platform.call("GET", `/projects/${web}`)).body).toMatchObject({ shared_runners_enabled: false });
  expect(await platform.call("PUT", `/groups/${sub}`, { json: { shared_runners_setting: "enabled" } })).toMatchObject({
    status: 400,
    body: { message: { shared_runners_enabled: ["cannot be enabled because parent group has shared Runners disabled"] } },
  });
  expect(await platform.call("PUT", `/projects/${web}`, { json: { shared_runners_enabled: true } })).toMatchObject({
    status: 400,
    body: { message: { shared_runners_enabled: ["cannot be enabled because parent group does not allow it"] } },
  });
  const other = await makeGroup(platform, "other");
  expect(await platform.call("POST", `/projects/${web}/share`, { json: { group_id: other, group_access: 30 } })).toMatchObject({
    status: 400,
  });
});

test("what a group locks its subgroups show as it is there, and cannot change", async () => {
  const platform = await startPlatform({ seed: "none", tier: "premium", serverVersion: "19.0.0", dialect: "vendor" });
  const acme = await makeGroup(platform, "acme");
  const sub = await makeGroup(platform, "sub", { parent_id: acme });
  const deep = await makeGroup(platform, "deep", { parent_id: sub });
  for (const name of ["math_rendering_limits_enabled", "duo_features_enabled", "built_in_project_templates_enabled"]) {
    const say = (group: number, json: Record<string, boolean>) => platform.call("PUT", `/groups/${group}`, { json });
    expect(await say(deep, { [name]: true })).toMatchObject({ status: 200 });
    expect(await say(acme, { [name]: false, [`lock_${name}`]: true })).toMatchObject({ status: 200 });
    expect((await platform.call("GET", `/groups/${deep}`)).body).toMatchObject({ [name]: false });
    expect(await say(deep, { [name]: true })).toMatchObject({
      status: 400,
      body: { message: { [name]: ["cannot be changed because it is locked by an ancestor"] } },
    });
    expect(await say(deep, { [name]: false })).toMatchObject({ status: 200 });
    expect(await say(acme, { [`lock_${name}`]: false })).toMatchObject({ status: 200 });
    expect(await say(deep, { [name]: true })).toMatchObject({ status: 200 });
  }
});

test("two-factor authentication is refused on a subgroup when the top group forbids it", async () => {
  const groups = [{ full_path: "acme", attributes: { allow_mfa_for_subgroups: false } }, { full_path: "acme/sub" }];
  const platform = await startPlatform({ seed: { groups } });
  const json = { require_two_factor_authentication: true };
  expect(await platform.call("PUT", "/groups/acme%2Fsub", { json })).toMatchObject({
    status: 400,
    body: { message: { require_two_factor_authentication: ["is forbidden by a top-level group"] } },
  });
  expect(await platform.call("PUT", "/groups/acme", { json })).toMatchObject({ status: 200 });
});
