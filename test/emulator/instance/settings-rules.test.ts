import { expect, test } from "vitest";
import { type Answer, type Platform, startPlatform } from "../platform.js";

type Body = Record<string, unknown>;

const path = "/application/settings";
const words = (text: string): string[] => text.trim().split(/\s+/);

/** The settings that document 2 marks PREMIUM, and those that its last paragraph calls PREMIUM or ULTIMATE. */
const LICENSED = words(`allow_group_owners_to_manage_ldap check_namespace_plan delayed_project_deletion delayed_group_deletion
  deletion_adjourned_period searchengine_url searchengine_username searchengine_password searchengine_indexing searchengine_search
  searchengine_limit_indexing searchengine_cloud_hosted searchengine_namespace_ids searchengine_project_ids
  searchengine_indexed_field_length_limit searchengine_indexed_file_size_limit_kb searchengine_max_bulk_concurrency
  searchengine_max_bulk_size_mb searchengine_cloud_region searchengine_cloud_access_key searchengine_cloud_secret_access_key
  email_additional_text file_template_project_id geo_node_allowed_ips geo_status_timeout`);

const put = (platform: Platform, json: Body): Promise<Answer> => platform.call("PUT", path, { json });
const fresh = (tier: "free" | "premium" | "ultimate" = "ultimate"): Promise<Platform> => startPlatform({ seed: "none", tier });

async function presets(): Promise<Body> {
  return (await (await fresh()).call("GET", path)).body as Body;
}

/** A setting that is switched on only beside its companion, and whose companion may not go while it is on. */
async function checkCompanion(setting: string, companion: string, value: unknown): Promise<void> {
  const platform = await fresh();
  const refused = async (json: Body, body: unknown) => {
    const answer = await put(platform, json);
    expect([json, answer.status, answer.body]).toEqual([json, 400, body]);
  };
  await refused({ [setting]: true }, { error: `${companion} is missing` });
  expect((await put(platform, { [setting]: true, [companion]: value })).body).toMatchObject({
    [setting]: true,
    [companion]: value,
  });
  await refused({ [companion]: null }, { message: { [companion]: ["can't be blank"] } });
  expect((await put(platform, { [setting]: false })).body).toMatchObject({ [setting]: false });
}

/** Which of some values a setting takes; it keeps those that it takes. */
async function checkValues(setting: string, taken: readonly unknown[], refused: readonly unknown[]): Promise<void> {
  const platform = await fresh();
  for (const value of taken) expect((await put(platform, { [setting]: value })).body).toMatchObject({ [setting]: value });
  for (const value of refused) {
    const { status, body } = await put(platform, { [setting]: value });
    expect([value, status, JSON.stringify(body)]).toEqual([value, 400, expect.stringContaining(setting)]);
  }
}

test("the spam filter is switched on only beside its key", () =>
  checkCompanion("spamfilter_enabled", "spamfilter_api_key", "key"));

test("the asset proxy is switched on only beside its address", () =>
  checkCompanion("asset_proxy_enabled", "asset_proxy_url", "https://proxy.example.com"));

test("the list of refused domains is switched on only beside the domains", () =>
  checkCompanion("domain_denylist_enabled", "domain_denylist", ["bad.example.com", "*.worse.example.com"]));

test("terms are enforced only beside the terms", () => checkCompanion("enforce_terms", "terms", "Be kind"));

test("exactly the settings that the documents call PREMIUM or ULTIMATE need a licence", async () => {
  const [free, licensed] = [await fresh("free"), await fresh("ultimate")];
  const names = async (platform: Platform) => Object.keys((await platform.call("GET", path)).body as Body);
  const [without, all] = [await names(free), await names(licensed)];
  const beyond = ["npm_package_requests_forwarding", "pypi_package_requests_forwarding"];
  expect(all.filter((name) => !without.includes(name))).toEqual(expect.arrayContaining(LICENSED));
  const documented = all.filter((name) => !without.includes(name) && !LICENSED.includes(name));
  expect(documented.filter((name) => !/^(prevent|disable)_/.test(name)).toSorted()).toEqual(beyond);
});

test("the deletion period is 1 to 90 days, 7 unless it is set", async () => {
  expect(await presets()).toMatchObject({ deletion_adjourned_period: 7 });
  await checkValues("deletion_adjourned_period", [1, 90], [91, -1]);
});

test("jobs are archived after a day at the earliest, or never", async () => {
  const platform = await fresh();
  expect(await presets()).toMatchObject({ archive_builds_in_human_readable: null });
  for (const duration of ["1 day", "15 days", "1 month", "2 years"])
    expect((await put(platform, { archive_builds_in_human_readable: duration })).body).toMatchObject({
      archive_builds_in_human_readable: duration,
    });
  const short = await put(platform, { archive_builds_in_human_readable: "23 hours" });
  expect([short.status, short.body]).toEqual([400, { message: { archive_builds_in_seconds: ["must be at least 1 day(s)."] } }]);
});

test("branches are not, partially or fully protected in new projects; fully unless it is set", async () => {
  expect(await presets()).toMatchObject({ default_branch_protection: 2 });
  await checkValues("default_branch_protection", [0, 1, 2], [9, "full"]);
});

test("the visibility of new groups, projects and snippets is private, internal or public; private unless it is set", async () => {
  for (const name of ["default_group_visibility", "default_project_visibility", "default_snippet_visibility"]) {
    expect(await presets()).toMatchObject({ [name]: "private" });
    await checkValues(name, ["internal", "public", "private"], ["secret"]);
  }
});

test("projects are created by no one, Maintainers, or Developers and Maintainers", () =>
  checkValues("default_project_creation", [0, 1, 2], [9]));

test("a user may have 100000 projects unless it is set", async () => {
  expect(await presets()).toMatchObject({ default_projects_limit: 100_000 });
  await checkValues("default_projects_limit", [5], ["many"]);
});

test("deletion of groups is delayed unless it is set, that of projects and of inactive projects is not", async () => {
  expect(await presets()).toMatchObject({
    delayed_group_deletion: true,
    delayed_project_deletion: false,
    delete_inactive_projects: false,
  });
});

test("keys of five types are not restricted, have a least size, or are disabled by -1", async () => {
  const sizes = { dsa: 1024, ecdsa: 256, ecdsa_sk: 256, ed25519: 256, ed25519_sk: 256 };
  const shown = await presets();
  for (const [type, size] of Object.entries(sizes)) {
    const name = `${type}_key_restriction`;
    expect(shown).toMatchObject({ [name]: 0 });
    await checkValues(name, [size, -1, 0], [1]);
  }
});

test("the domains that may sign up are not restricted unless they are set", async () => {
  expect(await presets()).toMatchObject({ domain_allowlist: null });
  await checkValues("domain_allowlist", [["a.example.com"], null], []);
});

test("domains that are not proxied are written as text or as a list, by both names", async () => {
  const platform = await fresh();
  for (const name of ["asset_proxy_allowlist", "asset_proxy_whitelist"]) {
    expect((await put(platform, { [name]: "a.example.com,*.b.example.com" })).body).toMatchObject({
      [name]: ["a.example.com", "*.b.example.com"],
    });
    expect((await put(platform, { [name]: ["c.example.com"] })).body).toMatchObject({ [name]: ["c.example.com"] });
  }
});

test("the search engine takes several addresses, and lists of namespaces and projects", async () => {
  const json = {
    searchengine_url: "https://one.example.com,https://two.example.com",
    searchengine_namespace_ids: [4, 5],
    searchengine_project_ids: [6],
    searchengine_limit_indexing: true,
    searchengine_indexed_field_length_limit: 0,
  };
  expect((await put(await fresh(), json)).body).toMatchObject(json);
});

test("Git goes over ssh, over http, or over both", () =>
  checkValues("enabled_git_access_protocol", ["ssh", "http", null], ["ftp"]));

test("settings have a place to be written by query and as a form", async () => {
  const platform = await fresh();
  expect((await platform.call("PUT", `${path}?signup_enabled=false`)).body).toMatchObject({ signup_enabled: false });
  const body = new URLSearchParams("domain_denylist[]=a.example.com&domain_denylist[]=b.example.com");
  expect((await platform.call("PUT", path, { body })).body).toMatchObject({
    domain_denylist: ["a.example.com", "b.example.com"],
  });
});
