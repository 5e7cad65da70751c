// @module-tag slow
import { expect, test } from "vitest";
import type { Json } from "../../../src/core/json.js";
import { makeProject } from "../answers.js";
import { startPlatform } from "../platform.js";

/** What of these a server shows that got all of them. */
async function kept(serverVersion: string): Promise<Record<string, Json | undefined>> {
  const platform = await startPlatform({ seed: "none", dialect: "vendor", tier: "ultimate", serverVersion });
  const id = await makeProject(platform, "web");
  const group = (await platform.call("POST", "/groups", { json: { name: "Acme", path: "acme" } })).body as { id: number };
  const show = async (method: string, path: string, json: Record<string, Json>): Promise<Record<string, Json>> =>
    (await platform.call(method, path, { json })).body as Record<string, Json>;
  const project = await show("PUT", `/projects/${id}`, {
    package_registry_access_level: "private",
    web_based_commit_signing_enabled: true,
    max_pipelines_per_merge_train: 3,
    resource_group_default_process_mode: "oldest_first",
  });
  const hook = await show("POST", `/projects/${id}/hooks`, {
    url: "https://a.example/",
    milestone_events: true,
    signing_token: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
  });
  const groupHook = await show("POST", `/groups/${group.id}/hooks`, {
    url: "https://a.example/",
    subgroup_events: true,
    project_events: true,
  });
  const linear = await platform.call("PUT", `/projects/${id}/integrations/linear`, {
    json: { workspace_url: "https://linear.app/acme" },
  });
  return {
    package_registry_access_level: project["package_registry_access_level"],
    web_based_commit_signing_enabled: project["web_based_commit_signing_enabled"],
    max_pipelines_per_merge_train: project["max_pipelines_per_merge_train"],
    resource_group_default_process_mode: project["resource_group_default_process_mode"],
    milestone_events: hook["milestone_events"],
    signing_token_present: hook["signing_token_present"],
    subgroup_events: groupHook["subgroup_events"],
    project_events: groupHook["project_events"],
    linear: linear.status,
  };
}

const neither = undefined;

/** By facts/dates.csv: what a date proves, and what is only known of a later release, is unknown until then. */
test.each([
  ["17.10.0", [neither, neither, neither, neither, neither, neither, true, neither, 405]],
  ["18.0.0", [neither, neither, neither, neither, neither, neither, true, neither, 405]],
  ["18.3.0", [neither, true, neither, neither, true, neither, true, neither, 200]],
  ["18.5.0", ["private", true, neither, "oldest_first", true, neither, true, neither, 200]],
  ["18.6.0", ["private", true, neither, "oldest_first", true, neither, true, true, 200]],
  ["19.0.0", ["private", true, 3, "oldest_first", true, true, true, true, 200]],
] as const)(
  "a server of %s knows what came up to it, between releases of which there are facts too",
  async (version, expected) => {
    expect(Object.values(await kept(version))).toEqual(expected);
  },
);
