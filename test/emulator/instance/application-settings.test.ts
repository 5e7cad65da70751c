import { expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";
import { type Body, path, put, read } from "./application-settings.js";

async function refused(platform: Platform, json: Body, body: unknown): Promise<void> {
  const answer = await put(platform, json);
  expect([json, answer.status, answer.body]).toEqual([json, 400, body]);
}

test("settings are for administrators: 401 without a token, 403 for others", async () => {
  const platform = await startPlatform();
  for (const method of ["GET", "PUT"]) {
    expect((await platform.call(method, path, { token: "" })).status).toBe(401);
    expect((await platform.call(method, path, { token: "token-of-alice" })).status).toBe(403);
  }
  const { status, body } = await platform.call("GET", path);
  expect([status, Object.keys(body as Body).slice(0, 3)]).toEqual([200, ["id", "created_at", "updated_at"]]);
});

test("every setting is shown, secrets too; real servers never show two of those", async () => {
  const platform = await startPlatform({ seed: "none" });
  const secrets = {
    spamfilter_api_key: "shown-1",
    searchengine_password: "shown-2",
    asset_proxy_secret_key: "written-1",
    cluster_service_secret_access_key: "written-2",
  };
  expect((await platform.call("GET", "/application/settings")).body).toMatchObject({ asset_proxy_secret_key: null });
  expect((await put(platform, secrets)).body).toMatchObject(secrets);
  expect((await platform.call("GET", "/application/settings")).body).toMatchObject(secrets);
  const vendor = await startPlatform({ seed: "none", dialect: "vendor" });
  const { body } = await put(vendor, {
    akismet_api_key: "shown-1",
    asset_proxy_secret_key: "written-1",
    eks_secret_access_key: "written-2",
  });
  expect(body).toMatchObject({ akismet_api_key: "shown-1" });
  expect(JSON.stringify(body)).not.toContain("written-");
  expect((await put(platform, { searchengine_password: "*****" })).body).toMatchObject({ searchengine_password: "shown-2" });
});

test("a vendor's server asks for more companions, by its own names", async () => {
  const platform = await startPlatform({ seed: "none", dialect: "vendor" });
  await refused(platform, { akismet_enabled: true }, { error: "akismet_api_key is missing" });
  await refused(
    platform,
    { eks_integration_enabled: true, eks_account_id: "123456789012" },
    { error: "eks_access_key_id is missing, eks_secret_access_key is missing" },
  );
  const proxy = { asset_proxy_enabled: true, asset_proxy_url: "https://proxy.example.com" };
  await refused(platform, proxy, { message: { asset_proxy_secret_key: ["can't be blank"] } });
  await refused(
    platform,
    { signin_enabled: true, password_authentication_enabled: true },
    { error: expect.stringContaining("exclusive") },
  );
  expect((await put(platform, { signin_enabled: false })).body).toMatchObject({ password_authentication_enabled_for_web: false });
});

test("values out of bounds are refused with their attribute and change nothing", async () => {
  const platform = await startPlatform({ seed: "none" });
  const before = await read(platform);
  const bounds: [Body, Body][] = [
    [{ deletion_adjourned_period: 91 }, { deletion_adjourned_period: ["must be less than or equal to 90"] }],
    [{ diff_max_files: 10 }, { diff_max_files: ["must be greater than or equal to 1000"] }],
    [{ archive_builds_in_human_readable: "3 hours" }, { archive_builds_in_seconds: ["must be at least 1 day(s)."] }],
    [{ archive_builds_in_human_readable: "soon" }, { archive_builds_in_human_readable: ["is not a correct duration"] }],
    [{ default_artifacts_expire_in: "" }, { default_artifacts_expire_in: ["can't be blank"] }],
    [{ home_page_url: "nowhere" }, { home_page_url: ["is blocked: Only allowed schemes are http, https"] }],
    [{ abuse_notification_email: "nobody" }, { abuse_notification_email: ["is invalid"] }],
    [{ geo_node_allowed_ips: "10.0.0.0/64" }, { geo_node_allowed_ips: ["is not a valid list of IP ranges"] }],
    [{ repository_storages_weighted: { other: 1 } }, { repository_storages_weighted: ["can't include: other"] }],
    [{ signup_enabled: null }, { signup_enabled: ["is not included in the list"] }],
    [
      { deactivate_dormant_users: true, deactivate_dormant_users_period: 30 },
      { deactivate_dormant_users_period: ["must be greater than or equal to 90"] },
    ],
  ];
  for (const [json, message] of bounds) await refused(platform, { ...json, email_author_in_body: true }, { message });
  await refused(
    platform,
    { default_project_visibility: "secret" },
    { error: "default_project_visibility does not have a valid value" },
  );
  await refused(platform, { max_attachment_size: "large" }, { error: "max_attachment_size is invalid" });
  expect(await read(platform)).toEqual(before);
});

test("at least one known setting must be sent, and unknown ones beside it are ignored", async () => {
  const platform = await startPlatform({ seed: "none" });
  for (const json of [{}, { surprise: 1 }]) {
    const { status, body } = await put(platform, json);
    expect([status, body]).toEqual([
      400,
      { error: expect.stringMatching(/ are missing, at least one parameter must be provided$/) },
    ]);
  }
  const answer = await put(platform, { surprise: 1, admin_mode: true });
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ admin_mode: true })]);
  expect(answer.body).not.toHaveProperty("surprise");
});

test("settings of real servers that the documents do not have are kept and shown", async () => {
  const platform = await startPlatform({ seed: "none" });
  expect(await read(platform)).toMatchObject({ max_pages_size: 100, shared_runners_enabled: true });
  expect((await put(platform, { max_pages_size: 5 })).body).toMatchObject({ max_pages_size: 5 });
});

test("deletion_adjourned_period 0 switches both delayed deletions off and is kept as 1", async () => {
  const platform = await startPlatform({ seed: "none" });
  await put(platform, { delayed_group_deletion: true, delayed_project_deletion: true });
  expect((await put(platform, { deletion_adjourned_period: 0 })).body).toMatchObject({
    deletion_adjourned_period: 1,
    delayed_group_deletion: false,
    delayed_project_deletion: false,
  });
});

test("delayed_project_deletion is on only while delayed_group_deletion is", async () => {
  const platform = await startPlatform({ seed: "none" });
  await refused(
    platform,
    { delayed_group_deletion: false, delayed_project_deletion: true },
    { message: { delayed_project_deletion: ["can't be enabled when delayed group deletion is disabled"] } },
  );
  expect((await put(platform, { delayed_project_deletion: true })).body).toMatchObject({ delayed_project_deletion: true });
  expect((await put(platform, { delayed_group_deletion: false })).body).toMatchObject({ delayed_project_deletion: false });
  const newer = await startPlatform({ seed: "none", serverVersion: "16.0.0" });
  expect(await read(newer)).not.toHaveProperty("delayed_group_deletion");
});

test("archive_builds_in_human_readable is read back in the server's own words", async () => {
  const platform = await startPlatform({ seed: "none" });
  const words: [string | null, string | null][] = [
    ["1 month", "1 month"],
    ["30 days", "1 month"],
    ["2 years", "2 years"],
    ["1y 1mo 2d 3h", "1 year 1 month 2 days 3 hours"],
    ["3 weeks", "21 days"],
    ["", null],
    ["15 days", "15 days"],
    [null, null],
  ];
  for (const [sent, shown] of words) {
    const { body } = await put(platform, { archive_builds_in_human_readable: sent });
    expect([sent, (body as Body)["archive_builds_in_human_readable"]]).toEqual([sent, shown]);
  }
});

test("lists are taken as arrays or separated by commas", async () => {
  const platform = await startPlatform({ seed: "none" });
  expect((await put(platform, { asset_proxy_allowlist: "a.example.com, *.b.example.com" })).body).toMatchObject({
    asset_proxy_allowlist: ["a.example.com", "*.b.example.com"],
  });
  const form = new URLSearchParams("domain_allowlist[]=x.org&domain_allowlist[]=y.org&repository_storages_weighted[default]=7");
  expect((await platform.call("PUT", path, { body: form })).body).toMatchObject({
    domain_allowlist: ["x.org", "y.org"],
    repository_storages_weighted: { default: 7 },
  });
  expect((await put(platform, { domain_allowlist: null, asset_proxy_allowlist: "" })).body).toMatchObject({
    domain_allowlist: null,
    asset_proxy_allowlist: [],
  });
});

test("sign-in sources that the instance is not set up with are dropped silently", async () => {
  const platform = await startPlatform({ seed: "none" });
  const { status, body } = await put(platform, { disabled_oauth_sign_in_sources: ["github", "sundial"] });
  expect([status, (body as Body)["disabled_oauth_sign_in_sources"]]).toEqual([200, ["github"]]);
});

test("deprecated settings write their replacements, which win when both are sent", async () => {
  const platform = await startPlatform({ seed: "none" });
  const aliases: [string, string, unknown, unknown][] = [
    ["admin_notification_email", "abuse_notification_email", "old@example.com", "new@example.com"],
    ["asset_proxy_whitelist", "asset_proxy_allowlist", ["old.example.com"], ["new.example.com"]],
    ["allow_local_requests_from_hooks_and_services", "allow_local_requests_from_web_hooks_and_services", true, false],
  ];
  for (const [old, lasting, first, second] of aliases) {
    expect((await put(platform, { [old]: first })).body).toMatchObject({ [old]: first, [lasting]: first });
    expect((await put(platform, { [lasting]: second, [old]: first })).body).toMatchObject({ [old]: second, [lasting]: second });
  }
});

test("the performance bar's group is written by path and read by number; one that does not exist reads as none", async () => {
  const platform = await startPlatform();
  const made = await platform.call("POST", "/groups", { json: { name: "Pioneers", path: "pioneers" } });
  const group = made.body as { id: number };
  for (const [written, id] of [
    ["pioneers", group.id],
    ["no/such/group", null],
    ["PIONEERS", group.id],
    [null, null],
  ]) {
    expect((await put(platform, { performance_bar_allowed_group_id: written })).body).toMatchObject({
      performance_bar_allowed_group_id: id,
    });
  }
});

test("the words nil and blank stand for both Git protocols, which read back as null", async () => {
  const platform = await startPlatform({ seed: "none" });
  for (const both of ["nil", "", null]) {
    expect((await put(platform, { enabled_git_access_protocol: "ssh" })).body).toMatchObject({
      enabled_git_access_protocol: "ssh",
    });
    expect((await put(platform, { enabled_git_access_protocol: both })).body).toMatchObject({
      enabled_git_access_protocol: null,
    });
  }
});

test("from 16.4 a restricted visibility cannot be a default", async () => {
  const levels = { restricted_visibility_levels: ["internal"], default_project_visibility: "internal" };
  const older = await startPlatform({ seed: "none" });
  expect((await put(older, levels)).status).toBe(200);
  const newer = await startPlatform({ seed: "none", serverVersion: "16.4.0" });
  await refused(newer, levels, { message: { default_project_visibility: ["cannot be set to a restricted visibility level"] } });
});

test("not every kind of SSH key can be switched off", async () => {
  const platform = await startPlatform({ seed: "none" });
  const types = ["rsa", "dsa", "ecdsa", "ecdsa_sk", "ed25519", "ed25519_sk"];
  const all = Object.fromEntries(types.map((type) => [`${type}_key_restriction`, -1]));
  await refused(platform, all, { message: { allowed_key_types: ["can't be blank"] } });
  expect((await put(platform, { ...all, ed25519_key_restriction: 0 })).status).toBe(200);
});

test("a seed may begin with settings, and one that names an unknown setting is refused", async () => {
  expect(await read(await startPlatform())).toMatchObject({ signup_enabled: false, first_day_of_week: 1 });
  const platform = await startPlatform({ seed: { application_settings: [{ default_branch_name: "trunk" }] } });
  expect(await read(platform)).toMatchObject({ default_branch_name: "trunk" });
  await expect(startPlatform({ seed: { application_settings: [{ surprise: 1 }] } })).rejects.toThrow("application_settings");
});

test("with a settings cache, settings are read back at once and act late; without, they act at once", async () => {
  const visibilityAfterChange = async (settingsCache: number): Promise<unknown> => {
    const { call } = await startPlatform({ settingsCache, seed: "none" });
    expect((await call("POST", "/projects", { json: { name: "before" } })).body).toMatchObject({ visibility: "private" });
    const written = await call("PUT", "/application/settings", { json: { default_project_visibility: "internal" } });
    expect(written.body).toMatchObject({ default_project_visibility: "internal" });
    return (await call("POST", "/projects", { json: { name: "after" } })).body;
  };
  expect(await visibilityAfterChange(3600)).toMatchObject({ visibility: "private" });
  expect(await visibilityAfterChange(0)).toMatchObject({ visibility: "internal" });
});

test("what reads show is what holds now: after a write, a new name of a group that rules name, and a restored moment", async () => {
  const platform = await startPlatform({ seed: "none", dialect: "vendor", serverVersion: "19.0.0" });
  const other = await startPlatform({ seed: "none", dialect: "neutral" });
  const shown = async (from: Platform) => (await from.call("GET", path)).body as Body;
  const before = await shown(platform);
  expect(await shown(platform)).toEqual(before);
  expect(await shown(other)).not.toHaveProperty("gravatar_enabled");
  await platform.call("POST", "~/-/emulator/snapshots/before");

  expect((await put(platform, { gravatar_enabled: false })).status).toBe(200);
  expect(await shown(platform)).toMatchObject({ gravatar_enabled: false });
  const { body: group } = await platform.call("POST", "/groups", { json: { name: "Web", path: "web" } });
  const { id } = group as { id: number };
  const rules = [{ through_namespace: { id }, features: ["duo_classic"] }];
  expect((await put(platform, { duo_namespace_access_rules: rules })).status).toBe(200);
  const named = (name: string) => [{ ...rules[0], through_namespace: { id, name, full_path: "web" } }];
  expect((await shown(platform))["duo_namespace_access_rules"]).toEqual(named("Web"));
  await platform.call("PUT", `/groups/${id}`, { json: { name: "Site" } });
  expect((await shown(platform))["duo_namespace_access_rules"]).toEqual(named("Site"));

  await platform.call("POST", "~/-/emulator/snapshots/before/restore");
  expect(await shown(platform)).toEqual(before);
});
