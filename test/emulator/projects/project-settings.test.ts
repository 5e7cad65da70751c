// @module-tag slow
import { expect, test } from "vitest";
import { type Answer, type Platform, startPlatform } from "../platform.js";

const newest = { dialect: "vendor", serverVersion: "19.0.0" } as const;
const project = "/projects/acme-labs%2Fplatform%2Fapi";

const put = (platform: Platform, route: string, json: Record<string, unknown>): Promise<Answer> =>
  platform.call("PUT", `${project}/${route}`, { json });

test("an archived project takes its attributes on real servers, and nothing by the documents", async () => {
  for (const [dialect, status] of [
    ["vendor", 200],
    ["neutral", 403],
  ] as const) {
    const platform = await startPlatform({ dialect });
    await platform.call("POST", `${project}/archive`);
    const answer = await platform.call("PUT", project, { json: { description: "asleep" } });
    expect([dialect, answer.status]).toEqual([dialect, status]);
    const { body } = await platform.call("GET", project);
    expect(body).toMatchObject({ archived: true });
    expect((body as { description: unknown }).description === "asleep").toBe(status === 200);
  }
});

test("the switch of secret push protection has a route of its own, for those with the licence", async () => {
  const platform = await startPlatform(newest);
  expect((await platform.call("GET", `${project}/security_settings`)).body).toMatchObject({
    secret_push_protection_enabled: false,
  });
  expect(await put(platform, "security_settings", {})).toMatchObject({
    status: 400,
    body: {
      error:
        "secret_push_protection_enabled, pre_receive_secret_detection_enabled are missing, at least one parameter must be provided",
    },
  });
  const answer = await put(platform, "security_settings", { secret_push_protection_enabled: true });
  expect(answer).toMatchObject({ status: 200, body: { secret_push_protection_enabled: true } });
  expect(answer.body).not.toHaveProperty("pre_receive_secret_detection_enabled");
  await put(platform, "security_settings", { pre_receive_secret_detection_enabled: "false" });
  expect((await platform.call("GET", `${project}/security_settings`)).body).toMatchObject({
    secret_push_protection_enabled: false,
  });
  const premium = await startPlatform({ ...newest, tier: "premium" });
  expect((await premium.call("GET", `${project}/security_settings`)).status).toBe(404);
  const neutral = await startPlatform();
  expect((await neutral.call("GET", `${project}/security_settings`)).status).toBe(404);
});

test("a pull mirror is set at its own route; its credentials are never shown", async () => {
  const platform = await startPlatform(newest);
  const read = (): Promise<Answer> => platform.call("GET", `${project}/mirror/pull`);
  expect(await read()).toMatchObject({ status: 400, body: { message: "The project is not mirrored" } });
  expect((await put(platform, "mirror/pull", { url: "file:///etc/passwd" })).status).toBe(400);
  expect(
    (await put(platform, "mirror/pull", { only_mirror_protected_branches: true, mirror_branch_regex: "^main$" })).body,
  ).toEqual({ error: "only_mirror_protected_branches, mirror_branch_regex are mutually exclusive" });
  const sent = { enabled: true, url: "https://git.example.com/a.git", auth_user: "robot", auth_password: "hunter2-hunter2" };
  const answer = await put(platform, "mirror/pull", { ...sent, mirror_trigger_builds: true });
  expect(answer.status).toBe(200);
  const shown = {
    enabled: true,
    url: "https://*****:*****@git.example.com/a.git",
    mirror_trigger_builds: true,
    only_mirror_protected_branches: null,
    mirror_branch_regex: null,
  };
  expect(answer.body).toMatchObject(shown);
  expect((await read()).body).toMatchObject(shown);
  const whole = JSON.stringify((await platform.call("GET", project)).body);
  expect(whole).toContain('"mirror":true');
  expect(whole).not.toMatch(/hunter2|robot|mirror_credentials/);
  const old = await startPlatform({ dialect: "vendor", serverVersion: "17.4.0" });
  expect((await put(old, "mirror/pull", { enabled: true })).status).toBe(404);
});

test("job tokens of other projects are let in by a switch that is called otherwise where it is shown", async () => {
  const platform = await startPlatform(newest);
  const route = `${project}/job_token_scope`;
  expect((await platform.call("GET", route)).body).toEqual({ inbound_enabled: true, outbound_enabled: false });
  // From 18.0 on the instance insists on it unless somebody switches that off.
  expect((await platform.call("PATCH", route, { json: { enabled: false } })).status).toBe(400);
  await platform.call("PUT", "/application/settings", { json: { enforce_ci_inbound_job_token_scope_enabled: false } });
  expect(await platform.call("PATCH", route, { json: {} })).toMatchObject({ status: 400, body: { error: "enabled is missing" } });
  expect((await platform.call("PATCH", route, { json: { enabled: false } })).status).toBe(204);
  expect((await platform.call("GET", route)).body).toEqual({ inbound_enabled: false, outbound_enabled: false });
});

test("what a server says of itself, by release", async () => {
  const say = async (serverVersion: string, path: string): Promise<unknown> =>
    (await (await startPlatform({ dialect: "vendor", serverVersion, tier: "free" })).call("GET", path)).body;
  const kas = { enabled: false, externalUrl: null, version: null };
  const revision = expect.any(String) as string;
  expect(await say("15.4.0", "/version")).toEqual({ version: "15.4.0", revision });
  expect(await say("15.5.0", "/version")).toEqual({ version: "15.5.0", revision, kas });
  for (const path of ["/version", "/metadata"]) {
    expect(await say("17.5.0", path)).toEqual({ version: "17.5.0", revision, kas, enterprise: false });
    expect(await say("17.6.0", path)).toMatchObject({ kas: { externalK8sProxyUrl: null } });
  }
  const neutral = await startPlatform({ serverVersion: "17.6.0", tier: "free" });
  expect((await neutral.call("GET", "/version")).body).toEqual({ version: "17.6.0", revision });
});
