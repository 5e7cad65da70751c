import { expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";

const vendor = { dialect: "vendor", serverVersion: "19.0.0", seed: "none" } as const;

interface AuditEvent {
  readonly author_id: number;
  readonly entity_type: string;
  readonly event_name: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const eventsAt = async (platform: Platform, path: string): Promise<AuditEvent[]> =>
  (await platform.call("GET", `${path}/audit_events?per_page=100`)).body as AuditEvent[];

test("changes of settings, visibility, variables and protections are in the log of their project, with the author, and without values of variables", async () => {
  const platform = await startPlatform(vendor);
  const send = (method: string, path: string, json: unknown) => platform.call(method, path, { json });
  await send("POST", "/groups", { name: "acme", path: "acme" });
  const group = (await platform.call("GET", "/groups/acme")).body as { id: number };
  await send("POST", "/projects", { name: "web", namespace_id: group.id });
  const project = "/projects/acme%2Fweb";
  await send("PUT", project, { visibility: "private", issues_access_level: "private" });
  await send("POST", `${project}/variables`, { key: "KEY", value: "a-value-that-nobody-sees" });
  await send("PUT", `${project}/variables/KEY`, { value: "another-value" });
  await send("POST", `${project}/protected_branches`, { name: "release" });
  await platform.call("DELETE", `${project}/protected_branches/release`);
  const events = await eventsAt(platform, project);
  const names = events.map(({ event_name }) => event_name);
  for (const name of [
    "project_created",
    "ci_variable_created",
    "ci_variable_updated",
    "protected_branch_created",
    "protected_branch_removed",
  ])
    expect(names).toContain(name);
  expect(events.find(({ event_name }) => event_name === "project_issues_access_level_updated")?.details).toMatchObject({
    to: "private",
    author_name: "Administrator",
    entity_path: "acme/web",
  });
  expect(JSON.stringify(events)).not.toContain("value-that");
  expect(new Set(events.map(({ author_id }) => author_id))).toEqual(new Set([1]));
});

test("the log of a group has what happens to itself, not to its projects; the instance's has all, for administrators", async () => {
  const platform = await startPlatform({ ...vendor });
  const send = (method: string, path: string, json: unknown) => platform.call(method, path, { json });
  const group = (await send("POST", "/groups", { name: "acme", path: "acme" })).body as { id: number };
  await send("POST", "/projects", { name: "web", namespace_id: group.id });
  await send("PUT", "/application/settings", { signup_enabled: false, deletion_adjourned_period: 1 });
  const ofGroup = await eventsAt(platform, "/groups/acme");
  expect(new Set(ofGroup.map(({ entity_type }) => entity_type))).toEqual(new Set(["Group"]));
  const all = await eventsAt(platform, "");
  expect(all.map(({ event_name }) => event_name)).toContain("application_setting_updated");
  expect(all.map(({ event_name }) => event_name)).toContain("project_created");
  const narrowed = (await platform.call("GET", "/audit_events?entity_type=Gitlab::Audit::InstanceScope")).body as AuditEvent[];
  expect(new Set(narrowed.map(({ entity_type }) => entity_type))).toEqual(new Set(["Gitlab::Audit::InstanceScope"]));
  await platform.call("DELETE", "/projects/acme%2Fweb");
  const { path_with_namespace } =
    ((await platform.call("GET", "/projects?include_pending_delete=true")).body as { path_with_namespace: string }[])[0] ?? {};
  await platform.call(
    "DELETE",
    `/projects/${encodeURIComponent(path_with_namespace ?? "")}?permanently_remove=true&full_path=${path_with_namespace}`,
  );
  platform.work();
  const after = (await eventsAt(platform, "")).map(({ event_name }) => event_name);
  expect(after).toContain("project_destroyed");
  expect(after).not.toContain("member_destroyed");
});

test("what protects a project and lets others in is in its log, thing by thing", async () => {
  const platform = await startPlatform(vendor);
  const project = "/projects/root%2Fweb";
  await platform.call("POST", "/projects", { json: { name: "web" } });
  const other = (await platform.call("POST", "/projects", { json: { name: "lib" } })).body as { id: number };
  const made: readonly (readonly [path: string, json: unknown, event: string])[] = [
    ["/push_rule", { deny_delete_tag: true }, "project_push_rules_created"],
    ["/protected_tags", { name: "v*" }, "protected_tag_created"],
    ["/hooks", { url: "https://example.com/hook", token: "token-that-nobody-sees" }, "webhook_created"],
    ["/deploy_tokens", { name: "puller", scopes: ["read_repository"] }, "deploy_token_created"],
    ["/job_token_scope/allowlist", { target_project_id: other.id }, "secure_ci_job_token_project_added"],
    ["/labels", { name: "bug", color: "#ff0000" }, "label_created"],
    ["/protected_environments", { name: "live", deploy_access_levels: [{ access_level: 40 }] }, "protected_environment_created"],
    ["/approval_rules", { name: "two eyes", approvals_required: 1 }, "approval_rule_created"],
  ];
  for (const [path, json] of made) {
    // oxlint-disable-next-line no-await-in-loop -- one thing after the other
    const { status, body } = await platform.call("POST", project + path, { json });
    expect(status, `${path} ${JSON.stringify(body)}`).toBe(201);
  }
  const events = await eventsAt(platform, project);
  expect(events.map(({ event_name }) => event_name)).toEqual(expect.arrayContaining(made.map(([, , event]) => event)));
  expect(JSON.stringify(events)).not.toContain("token-that");
});

test("without a licence there is no log", async () => {
  const platform = await startPlatform({ ...vendor, tier: "free" });
  expect((await platform.call("GET", "/audit_events")).status).toBe(404);
});
