import { expect, test } from "vitest";
import { group, project, startBench } from "../bench.js";

test("a feature flag keeps strategies and scopes by their ids, and takes them away by _destroy", async () => {
  const { ask, list } = await startBench();
  const path = `${project}/feature_flags`;
  const strategies = [
    { name: "default", parameters: {}, scopes: [{ environment_scope: "*" }, { environment_scope: "production" }] },
    { name: "userWithId", parameters: { userIds: "one" } },
  ];
  const [status, made] = await ask("POST", path, { name: "dark_mode", version: "new_version_flag", strategies }, "developer");
  expect([status, made]).toMatchObject([201, { name: "dark_mode", active: true, version: "new_version_flag", strategies }]);
  const [first, second] = made["strategies"] as { id: number; scopes: { id: number }[] }[];
  const changes = [
    { id: first?.id, scopes: [{ id: first?.scopes[1]?.id, _destroy: true }] },
    { id: second?.id, _destroy: true },
  ];
  expect((await ask("PUT", `${path}/dark_mode`, { name: "darker", active: false, strategies: changes }))[1]).toMatchObject({
    name: "darker",
    active: false,
    strategies: [{ id: first?.id, scopes: [{ environment_scope: "*" }] }],
  });
  expect((await list(`${path}?scope=enabled`)).length).toBe(0);
  expect((await ask("POST", path, { name: "darker" }))[1]).toEqual({ message: ["Name has already been taken"] });
  expect((await ask("POST", path, { name: "Dark" }))[0]).toBe(400);
  expect((await ask("POST", path, { name: "b", strategies: [{ name: "none" }] }))[0]).toBe(400);
  expect((await ask("GET", path, undefined, "reporter"))[0]).toBe(403);
  expect((await ask("DELETE", `${path}/darker`))[0]).toBe(204);
});

test("a user list that a strategy names stays", async () => {
  const { ask } = await startBench();
  const [, made] = await ask("POST", `${project}/feature_flags_user_lists`, { name: "us", user_xids: "a, b,a" });
  expect(made).toMatchObject({ iid: 1, name: "us", user_xids: "a,b", path: "/acme/web/-/feature_flags_user_lists/1" });
  const strategies = [{ name: "gitlabUserList", parameters: {}, user_list_id: made["id"] }];
  expect((await ask("POST", `${project}/feature_flags`, { name: "f", strategies }))[1]).toMatchObject({
    strategies: [{ user_list: { name: "us" } }],
  });
  expect((await ask("DELETE", `${project}/feature_flags_user_lists/1`))[0]).toBe(409);
  expect((await ask("DELETE", `${project}/feature_flags/f`))[0]).toBe(204);
  expect((await ask("DELETE", `${project}/feature_flags_user_lists/1`))[0]).toBe(204);
});

test("a broadcast message begins now and lasts an hour", async () => {
  const { ask, list } = await startBench();
  const [status, made] = await ask("POST", "/broadcast_messages", { message: "hello" });
  expect([status, made]).toMatchObject([
    201,
    { message: "hello", active: true, broadcast_type: "banner", target_access_levels: [] },
  ]);
  expect(Date.parse(String(made["ends_at"])) - Date.parse(String(made["starts_at"]))).toBe(60 * 60 * 1000);
  const one = `/broadcast_messages/${String(made["id"])}`;
  expect((await ask("PUT", one, { color: "#444444", ends_at: "2020-01-01T00:00:00Z" }))[1]).toMatchObject({
    color: "#444444",
    active: false,
  });
  expect((await ask("POST", "/broadcast_messages", { message: "x" }, "owner"))[0]).toBe(403);
  expect((await list("/broadcast_messages", "guest")).length).toBe(1);
  expect((await ask("DELETE", one))[0]).toBe(204);
});

test("custom attributes are administrators', and a PUT makes them", async () => {
  const { ask, list } = await startBench();
  for (const at of [project, group, "/users/1"]) {
    const path = `${at}/custom_attributes`;
    expect(await ask("PUT", `${path}/color`, { value: "red" })).toEqual([200, { key: "color", value: "red" }]);
    expect((await ask("PUT", `${path}/color`, { value: "blue" }))[1]).toEqual({ key: "color", value: "blue" });
    expect(await list(path)).toEqual([{ key: "color", value: "blue" }]);
    expect((await ask("GET", path, undefined, "owner"))[0]).toBe(403);
    expect((await ask("GET", `${path}/none`))[0]).toBe(404);
  }
  expect((await list("/projects?custom_attributes[color]=blue")).length).toBe(1);
  expect((await ask("DELETE", `${project}/custom_attributes/color`))[0]).toBe(204);
});

test("notification settings are each user's own, at three places", async () => {
  const { ask } = await startBench();
  expect((await ask("GET", "/notification_settings", undefined, "guest"))[1]).toEqual({
    level: "participating",
    notification_email: "guest@example.com",
  });
  expect((await ask("PUT", `${project}/notification_settings`, { level: "custom", new_note: true }, "guest"))[1]).toMatchObject({
    level: "custom",
    events: { new_note: true, new_issue: false },
  });
  expect((await ask("GET", `${project}/notification_settings`, undefined, "owner"))[1]).toEqual({ level: "global" });
  expect((await ask("PUT", `${group}/notification_settings`, { level: "watch" }))[1]).toEqual({ level: "watch" });
  expect((await ask("PUT", "/notification_settings", { level: "loud" }))[0]).toBe(400);
});

test("a project has further names on a licensed server", async () => {
  const { ask } = await startBench();
  const [status, made] = await ask("POST", "/project_aliases", { name: "web", project_id: "acme/web" });
  expect([status, made]).toMatchObject([201, { name: "web" }]);
  expect((await ask("POST", "/project_aliases", { name: "web", project_id: "acme/web" }))[0]).toBe(400);
  expect((await ask("DELETE", "/project_aliases/web"))[0]).toBe(204);
});
