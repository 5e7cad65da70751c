import { describe, expect, it } from "vitest";
import { convert, shown, specs, state } from "./states.js";

const acme = shown("gitlab_group.acme", {
  id: "7",
  name: "Acme",
  path: "acme",
  full_path: "acme",
  full_name: "Acme",
  parent_id: 0,
  description: "",
  visibility_level: "private",
  lfs_enabled: true,
  two_factor_grace_period: 48,
  ip_restriction_ranges: [],
  push_rules: [],
  runners_token: "GR1348941secret",
  shared_runners_minutes_limit: 0,
});
const web = shown("gitlab_project.web", {
  id: "11",
  name: "web",
  path: "web",
  path_with_namespace: "acme/web",
  namespace_id: 7,
  visibility_level: "internal",
  topics: ["typescript"],
  tags: ["typescript"],
  issues_enabled: true,
  issues_access_level: "private",
  merge_method: "ff",
  pipelines_enabled: false,
  container_expiration_policy: [
    {
      cadence: "7d",
      enabled: true,
      keep_n: 5,
      older_than: "",
      name_regex_delete: ".*",
      name_regex_keep: "",
      next_run_at: "2026",
    },
  ],
  only_allow_merge_if_pipeline_succeeds: true,
});

describe("a state of the provider for the platform", () => {
  it("gives groups and projects under their full paths, without what is the default", () => {
    expect(specs(convert(state([acme, web])))).toEqual({
      "group:acme": { name: "Acme", visibility: "private" },
      "project:acme/web": {
        visibility: "internal",
        topics: ["typescript"],
        issues_access_level: "private",
        builds_access_level: "disabled",
        container_expiration_policy: { cadence: "7d", enabled: true, keep_n: 5 },
        merge_method: "ff",
        only_allow_merge_if_pipeline_succeeds: true,
      },
    });
  });
});
