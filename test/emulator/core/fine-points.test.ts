import { expect, test } from "vitest";
import { group, project, startBench } from "../bench.js";

test("a branch under a protected pattern is begun from a protected branch by who may only merge into it", async () => {
  const { ask } = await startBench();
  const pattern = { name: "r-*", push_access_level: 0, merge_access_level: 40 };
  expect((await ask("POST", `${project}/protected_branches`, pattern))[0]).toBe(201);
  expect((await ask("POST", `${project}/protected_branches`, { name: "main" }))[0]).toBeLessThan(500);
  const make = (branch: string, ref: string, as: string): Promise<unknown> =>
    ask("POST", `${project}/repository/branches`, { branch, ref }, as);
  expect(await make("r-1", "main", "maintainer")).toMatchObject([201, { name: "r-1", protected: true }]);
  const message = "You are not allowed to create protected branches on this project.";
  expect(await make("r-2", "main", "developer")).toEqual([400, { message }]);
  const commit = { branch: "topic", start_branch: "main", content: "x", commit_message: "Try" };
  expect((await ask("POST", `${project}/repository/files/x.txt`, commit, "developer"))[0]).toBe(201);
  expect(await make("r-3", "topic", "maintainer")).toEqual([
    400,
    { message: "You can only use an existing protected branch ref as the basis of a new protected branch." },
  ]);
});

test("approval rules come with that of any approver first and reports last", async () => {
  const { ask, list } = await startBench();
  const path = `${project}/approval_rules`;
  const report = { name: "Coverage-Check", rule_type: "report_approver", report_type: "code_coverage", approvals_required: 0 };
  for (const rule of [
    report,
    { name: "Two", rule_type: "regular", approvals_required: 2 },
    { name: "Any", rule_type: "any_approver", approvals_required: 1 },
  ])
    expect((await ask("POST", path, rule))[0]).toBe(201);
  expect((await list(path)).map(({ name }) => name)).toEqual(["Any", "Two", "Coverage-Check"]);
});

test("a group tells of its project of templates once there is one", async () => {
  const { ask } = await startBench();
  expect((await ask("GET", group))[1]).not.toHaveProperty("file_template_project_id");
  const [, { id }] = await ask("GET", project);
  expect(await ask("PUT", group, { file_template_project_id: id })).toMatchObject([200, { file_template_project_id: id }]);
  expect((await ask("GET", group, undefined, "reporter"))[1]).toMatchObject({ file_template_project_id: id });
});

test("one word switches AI features of a group and of what lies in it, which may say otherwise unless it is never", async () => {
  const { ask } = await startBench();
  const [, { id }] = await ask("GET", group);
  const [, below] = await ask("POST", "/groups", { name: "Below", path: "below", parent_id: id });
  const isOn = async (): Promise<unknown> => (await ask("GET", `/groups/${String(below["id"])}`))[1]["duo_features_enabled"];
  expect((await ask("PUT", group, { duo_availability: "default_off" }))[1]).toMatchObject({
    duo_features_enabled: false,
    lock_duo_features_enabled: false,
  });
  expect(await isOn()).toBe(false);
  expect((await ask("PUT", `/groups/${String(below["id"])}`, { duo_features_enabled: true }))[0]).toBe(200);
  expect(await isOn()).toBe(true);
  await ask("PUT", group, { duo_availability: "never_on" });
  expect(await isOn()).toBe(false);
});

test("the hosts that the proxy of assets lets through include the instance's own", async () => {
  const { ask } = await startBench();
  const change = await ask("PUT", "/application/settings", { asset_proxy_allowlist: ["example.com", "*.example.com"] });
  expect(change).toMatchObject([200, { asset_proxy_allowlist: ["example.com", "*.example.com", "localhost"] }]);
});

test("whoever owns a schedule may take it over again, and nothing changes", async () => {
  const { ask } = await startBench();
  const sent = { description: "nightly", ref: "main", cron: "0 1 * * *" };
  const [, { id }] = await ask("POST", `${project}/pipeline_schedules`, sent, "maintainer");
  const take = (as: string): Promise<[number, unknown]> =>
    ask("POST", `${project}/pipeline_schedules/${String(id)}/take_ownership`, {}, as);
  expect(await take("maintainer")).toMatchObject([200, { owner: { username: "maintainer" } }]);
  expect(await take("owner")).toMatchObject([201, { owner: { username: "owner" } }]);
});

test("a group may be shared with itself, which changes nothing for anybody", async () => {
  const { ask, list } = await startBench();
  const [, { id }] = await ask("GET", group);
  const shared = { shared_with_groups: [{ group_id: id, group_access_level: 30 }] };
  expect(await ask("POST", `${group}/share`, { group_id: id, group_access: 30 })).toMatchObject([201, shared]);
  expect((await ask("POST", `${group}/share`, { group_id: id, group_access: 30 }))[0]).toBe(409);
  const levels = (await list(`${group}/members/all`)).map(({ username, access_level }) => [username, access_level]);
  expect(levels).toContainEqual(["guest", 10]);
  expect((await ask("PUT", project, { description: "x" }, "guest"))[0]).toBe(403);
  expect((await ask("DELETE", `${group}/share/${String(id)}`))[0]).toBe(204);
});
