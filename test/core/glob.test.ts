import { describe, expect, it } from "vitest";
import { addressGlob } from "../../src/core/glob.js";

const addresses = [
  "application_settings",
  "topic:typescript",
  "group:acme",
  "project:acme/web",
  "project:acme/platform/api",
  "approval_rule:acme/web:Security: all/most",
  "integration:acme/web:asana",
  "integration:acme/platform/api:asana",
  "integration:acme/web:bamboo",
];

describe("a glob of addresses", () => {
  it.each([
    ["**", addresses],
    ["*", ["application_settings", "topic:typescript", "group:acme"]],
    ["topic:*", ["topic:typescript"]],
    ["TOPIC:TypeScript", ["topic:typescript"]],
    ["project:**", ["project:acme/web", "project:acme/platform/api"]],
    ["project:acme/**", ["project:acme/web", "project:acme/platform/api"]],
    ["project:acme/*", ["project:acme/web"]],
    ["group:acme/**", ["group:acme"]],
    ["integration:**", ["integration:acme/web:asana", "integration:acme/platform/api:asana", "integration:acme/web:bamboo"]],
    ["integration:**:asana", ["integration:acme/web:asana", "integration:acme/platform/api:asana"]],
    ["integration:acme/web:*", ["integration:acme/web:asana", "integration:acme/web:bamboo"]],
    ["approval_rule:acme/*", []],
    ["approval_rule:acme/web:**", ["approval_rule:acme/web:Security: all/most"]],
    ["**:acme/web", ["project:acme/web"]],
    ["**/**", addresses],
    ["project:acme/**/**/api", ["project:acme/platform/api"]],
  ])("%s", (pattern, matching) => {
    expect(addresses.filter(addressGlob(pattern))).toEqual(matching);
  });
});
