import { describe, expect, it } from "vitest";
import { describedByName } from "../../src/facts/plain-field.js";

describe("a sentence of a name", () => {
  it.each([
    ["throttle_authenticated_api_enabled", "Throttle authenticated API: on or off."],
    ["max_http_response_size_limit", "Max HTTP response size limit."],
    ["ci_partitions_in_seconds", "CI partitions, in seconds."],
    ["inactive_projects_min_size_mb", "Inactive projects min size, in MB."],
    ["git-guardian", "Git guardian."],
    ["ldap_cn", "LDAP cn."],
    ["oauth_ids", "OAuth IDs."],
    ["enabled", "Enabled."],
    ["_enabled", "Enabled."],
    ["days", "Days."],
  ])("of %s is %s", (name, sentence) => {
    expect(describedByName(name)).toBe(sentence);
  });
});
