// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formatAddress } from "../../src/core/address.js";
import { type Bench, openBench, resource } from "./bench.js";

let bench: Bench;
let ids: Record<string, string>;
beforeEach(async () => {
  bench = await openBench({
    tier: "ultimate",
    seed: {
      users: [{ username: "alice" }],
      groups: [
        { full_path: "acme", name: "Acme", members: { alice: 50 } },
        { full_path: "2024", name: "Year" },
      ],
      projects: [
        { path_with_namespace: "acme/web", name: "Web" },
        { path_with_namespace: "2024/web", name: "Web" },
      ],
      topics: [{ name: "rust", title: "Rust" }],
    },
  });
  const { resources } = bench;
  const made = {
    group: await resources.read({ kind: "group", path: "acme" }),
    project: await resources.read({ kind: "project", path: "acme/web" }),
    topic: await resources.read({ kind: "topic", path: "rust" }),
    rule: (
      await resources.apply(
        resource({ kind: "approval_rule", path: "acme/web", key: "Security: all" }, { approvals_required: 1, users: ["alice"] }),
        true,
      )
    ).live,
  };
  await resources.apply(
    resource({ kind: "integration", path: "acme/web", key: "emails-on-push" }, { recipients: "a@example.com" }),
    true,
  );
  await resources.apply(
    resource(
      { kind: "protected_environment", path: "acme", key: "production" },
      { deploy_access_levels: [{ access_level: "maintainer" }] },
    ),
    true,
  );
  ids = Object.fromEntries(Object.entries(made).map(([name, live]) => [name, String(live?.id)]));
});
afterEach(() => bench.close());

/** Puts the ids of this platform in place of `<group>` and so on. */
const filled = (text: string): string => text.replaceAll(/<(\w+)>/g, (_, name: string) => ids[name] ?? "");

describe("a thing that an import names", () => {
  it.each([
    ["application_settings", "application_settings", "application_settings"],
    ["appearance", "appearance", "appearance"],
    ["topic", "rust", "topic:rust"],
    ["topic", "topic:rust", "topic:rust"],
    ["topic", "<topic>", "topic:rust"],
    ["group", "acme", "group:acme"],
    ["group", "ACME", "group:acme"],
    ["group", "group:acme", "group:acme"],
    ["group", "<group>", "group:acme"],
    ["group", "2024", "group:2024"],
    ["group", "group:2024", "group:2024"],
    ["project", "acme/web", "project:acme/web"],
    ["project", "project:acme/web", "project:acme/web"],
    ["project", "<project>", "project:acme/web"],
    ["project", "2024/web", "project:2024/web"],
    ["approval_settings", "acme/web", "approval_settings:acme/web"],
    ["approval_settings", "approval_settings:acme/web", "approval_settings:acme/web"],
    ["approval_settings", "<project>", "approval_settings:acme/web"],
    ["approval_rule", "acme/web:Security: all", "approval_rule:acme/web:Security: all"],
    ["approval_rule", "approval_rule:acme/web:Security: all", "approval_rule:acme/web:Security: all"],
    ["approval_rule", "<project>:<rule>", "approval_rule:acme/web:Security: all"],
    ["approval_rule", "acme/web:<rule>", "approval_rule:acme/web:Security: all"],
    ["integration", "acme/web:emails-on-push", "integration:acme/web:emails-on-push"],
    ["integration", "<project>:emails_on_push", "integration:acme/web:emails-on-push"],
    ["protected_environment", "acme:production", "protected_environment:acme:production"],
    ["protected_environment", "<group>:production", "protected_environment:acme:production"],
  ])("%s %s", async (kind, text, address) => {
    expect(formatAddress(await bench.resources.find(kind, filled(text)))).toBe(address);
  });

  it.each([
    ["project", "acme/none", '"project:acme/platform/web", "acme/platform/web" or "42"'],
    ["project", "999", '"42"'],
    ["project", "project:", '"acme/platform/web"'],
    ["group", "", '"group:acme/platform"'],
    ["approval_rule", "acme/web", '"acme/platform/web:Security" or "42:17"'],
    ["approval_rule", "acme/web:", '"42:17"'],
    ["approval_rule", "acme/none:Security", '"42:17"'],
    ["integration", "acme/web:asana", '"project:42:emails-on-push"'],
    ["application_settings", "settings", '"application_settings"'],
    ["protected_environment", "acme:__proto__", '"group:42:production"'],
  ])("is told with the forms that it may have: %s %s", async (kind, text, forms) => {
    await expect(bench.resources.find(kind, text)).rejects.toMatchObject({
      code: "import.unknown",
      message: expect.stringContaining(JSON.stringify(text)) as string,
      hint: expect.stringContaining(forms) as string,
    });
  });
});
