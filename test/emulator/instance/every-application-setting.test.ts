// @module-tag slow
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startPlatform } from "../platform.js";
import { type Body, put, read } from "./application-settings.js";

type Fact = { name: string; vendor?: string; type: string; tier: string; unreadable?: boolean; default: unknown };

const facts = JSON.parse(readFileSync(new URL("../../kinds/facts/settings.json", import.meta.url), "utf8")) as Fact[];

/** Another value than the preset for each setting whose values are not free. */
const OTHER: Body = {
  abuse_notification_email: "abuse@example.com",
  admin_notification_email: "abuse@example.com",
  after_sign_out_path: "https://example.com/bye",
  archive_builds_in_human_readable: "3 months",
  asset_proxy_url: "https://proxy.example.com",
  auto_devops_domain: "apps.example.com",
  cluster_service_access_key_id: "AKIA000000000000",
  cluster_service_account_id: "123456789012",
  container_registry_token_expire_delay: 9,
  deactivate_dormant_users_period: 120,
  default_artifacts_expire_in: "12 days",
  default_branch_protection: 1,
  default_ci_config_path: "ci/main.yml",
  default_group_visibility: "internal",
  default_project_creation: 1,
  default_project_visibility: "public",
  default_snippet_visibility: "internal",
  deletion_adjourned_period: 30,
  diff_max_files: 1500,
  diff_max_lines: 60_000,
  diff_max_patch_bytes: 300_000,
  disabled_oauth_sign_in_sources: ["github"],
  dsa_key_restriction: 2048,
  ecdsa_key_restriction: 384,
  ecdsa_sk_key_restriction: 256,
  ed25519_key_restriction: 256,
  ed25519_sk_key_restriction: -1,
  enabled_git_access_protocol: "ssh",
  external_authorization_service_timeout: 1.5,
  external_authorization_service_url: "https://auth.example.com",
  external_pipeline_validation_service_url: "https://pipelines.example.com",
  first_day_of_week: 6,
  geo_node_allowed_ips: "10.0.0.0/8",
  home_page_url: "https://example.com",
  personal_access_token_prefix: "acme-",
  polling_interval_multiplier: 2.5,
  repository_storages_weighted: { default: 50 },
  restricted_visibility_levels: ["public"],
  searchengine_namespace_ids: [4, 5],
  searchengine_project_ids: [6],
  searchengine_url: "https://one.example.com,https://two.example.com",
};

/** What must be sent beside a setting, so that it may be switched on. */
const BESIDE: Record<string, Body> = {
  spamfilter_enabled: { spamfilter_api_key: "key" },
  asset_proxy_enabled: { asset_proxy_url: "https://proxy.example.com", asset_proxy_secret_key: "key" },
  domain_denylist_enabled: { domain_denylist: ["bad.example.com"] },
  enforce_terms: { terms: "Be kind" },
  cluster_service_integration_enabled: {
    cluster_service_account_id: "123456789012",
    cluster_service_access_key_id: "AKIA000000000000",
    cluster_service_secret_access_key: "secret",
  },
  external_authorization_service_enabled: {
    external_authorization_service_url: "https://auth.example.com",
    external_authorization_service_default_label: "internal",
  },
};

function changed(fact: Fact): unknown {
  if (fact.name in OTHER) return OTHER[fact.name];
  if (fact.type === "flag") return fact.default !== true;
  if (fact.type === "integer") return (typeof fact.default === "number" ? fact.default : 1) + 1;
  return fact.type === "set" ? ["one.example.com", "two.example.com"] : `some ${fact.name}`.slice(0, 18).replaceAll(" ", "-");
}

for (const dialect of ["neutral", "vendor"] as const) {
  const isVendor = dialect === "vendor";
  const wire = (fact: Fact): string => (isVendor ? (fact.vendor ?? fact.name) : fact.name);
  const inWords = (json: Body): Body =>
    Object.fromEntries(
      Object.entries(json).map(([name, value]) => [wire(facts.find((fact) => fact.name === name) ?? facts[0]!), value]),
    );
  const isShown = (fact: Fact): boolean => !(isVendor && (fact.unreadable === true || fact.name === "admin_notification_email"));

  test(`a new ${dialect} instance shows all settings by its names, with the values of the documents`, async () => {
    const shown = await read(await startPlatform({ dialect, seed: "none" }));
    for (const fact of facts) {
      if (isVendor && fact.name === "performance_bar_allowed_group_id") {
        // It is written by the path of the group, and shown by its number.
        expect(shown).toHaveProperty(fact.name, null);
        continue;
      }
      expect([fact.name, wire(fact) in shown]).toEqual([fact.name, isShown(fact)]);
      if (fact.vendor !== undefined) expect(Object.keys(shown)).not.toContain(isVendor ? fact.name : fact.vendor);
      if (!isShown(fact) || fact.name === "commit_email_hostname") continue;
      const preset = shown[wire(fact)];
      if (fact.name === "domain_allowlist") expect(preset).toEqual(isVendor ? [] : null);
      else if (fact.name === "searchengine_url") expect(preset).toEqual(isVendor ? [fact.default] : fact.default);
      else if (fact.name === "polling_interval_multiplier") expect(preset).toBe(isVendor ? "1.0" : 1);
      else expect([fact.name, preset]).toEqual([fact.name, fact.default]);
    }
  });

  test(`every setting is changed and read back on a ${dialect} instance`, async () => {
    const platform = await startPlatform({ dialect, seed: "none" });
    for (const fact of facts.filter(({ name }) => name !== "performance_bar_allowed_group_id")) {
      const value = changed(fact);
      if (fact.name === "delayed_project_deletion") await put(platform, { delayed_group_deletion: true });
      const answer = await put(platform, inWords({ ...BESIDE[fact.name], [fact.name]: value }));
      expect([fact.name, answer.status, answer.status === 200 || answer.body]).toEqual([fact.name, 200, true]);
      const after = (await read(platform))[wire(fact)];
      expect((answer.body as Body)[wire(fact)]).toEqual(after);
      if (!isShown(fact)) expect(after).toBeUndefined();
      else if (isVendor && fact.name === "searchengine_url") expect(after).toEqual(String(value).split(","));
      else if (isVendor && fact.name === "polling_interval_multiplier") expect(after).toBe("2.5");
      // Real servers always have their own host in it.
      else if (isVendor && /^asset_proxy_(?:white|allow)list$/.test(fact.name))
        expect(after).toEqual([...(value as string[]), "localhost"]);
      else expect([fact.name, after]).toEqual([fact.name, value]);
    }
  });
}

test("on a free instance licensed settings are dropped silently and not shown", async () => {
  const platform = await startPlatform({ tier: "free", seed: "none" });
  const shown = await read(platform);
  const licensed = facts.filter(({ tier }) => tier !== "free");
  expect(licensed.length).toBeGreaterThan(20);
  for (const { name } of licensed) expect(shown).not.toHaveProperty(name);
  const answer = await put(platform, { deletion_adjourned_period: 3, geo_status_timeout: 99, signup_enabled: false });
  expect([answer.status, answer.body]).toEqual([200, { ...shown, signup_enabled: false, updated_at: expect.any(String) }]);
});
