import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { operations } from "../../../src/emulator/core/operations.js";
import { each } from "../answers.js";
import { type Platform, startPlatform } from "../platform.js";

type Body = Record<string, unknown>;

const WEBSITE = "/projects/acme-labs%2Fwebsite";

async function read(platform: Platform, path: string): Promise<Body> {
  return (await platform.call("GET", path)).body as Body;
}

async function change(platform: Platform, path: string, json: Body): Promise<Body> {
  return (await platform.call("PUT", path, { json })).body as Body;
}

/** The first entry of a list of the default seed that is as wanted. */
async function entry(platform: Platform, path: string, isDesired: (one: Body) => boolean): Promise<Body> {
  const found = ((await platform.call("GET", path)).body as Body[]).find(isDesired);
  if (found === undefined) throw new Error(`nothing of ${path} is as wanted`);
  return found;
}

test("tag_list of a project reads its topics, and writes them", async () => {
  const platform = await startPlatform();
  expect(await read(platform, WEBSITE)).toMatchObject({ topics: ["typescript"], tag_list: ["typescript"] });
  const sent = { tag_list: ["infrastructure"] };
  expect(await change(platform, WEBSITE, sent)).toMatchObject({ topics: ["infrastructure"], ...sent });
});

test("merged_by of a merge request is the merge_user", async () => {
  const platform = await startPlatform();
  const merged = await entry(platform, "/merge_requests?scope=all&state=merged", ({ merge_user }) => merge_user !== null);
  expect(merged["merged_by"]).toMatchObject({ username: expect.any(String) });
  expect(merged["merged_by"]).toEqual(merged["merge_user"]);
});

test("assignee of an issue or a merge request is the first of its assignees, or null", async () => {
  const platform = await startPlatform();
  for (const path of ["/issues?scope=all&per_page=100", "/merge_requests?scope=all&per_page=100"]) {
    const assigned = await entry(platform, path, ({ assignees }) => (assignees as unknown[]).length > 0);
    expect([path, assigned["assignee"]]).toEqual([path, (assigned["assignees"] as unknown[])[0]]);
    const free = await entry(platform, path, ({ assignees }) => (assignees as unknown[]).length === 0);
    expect([path, free["assignee"]]).toEqual([path, null]);
  }
});

test("epic_iid of an issue is the iid of its epic", async () => {
  const platform = await startPlatform();
  const planned = await entry(platform, "/issues?scope=all&per_page=100", ({ epic }) => epic !== null);
  expect(planned).toMatchObject({ epic_iid: (planned["epic"] as Body)["iid"], epic: { iid: expect.any(Number) } });
});

test("reference of an issue or a merge request is the relative one of its references", async () => {
  const platform = await startPlatform();
  for (const [path, reference] of [
    [`${WEBSITE}/issues/1`, "#1"],
    [`${WEBSITE}/merge_requests/1`, "!1"],
  ] as const)
    expect(await read(platform, path)).toMatchObject({ reference, references: { relative: reference } });
});

test("work_in_progress of a merge request says what draft says", async () => {
  const platform = await startPlatform();
  for (const draft of [true, false]) {
    const found = await entry(platform, "/merge_requests?scope=all&per_page=100", (one) => one["draft"] === draft);
    expect(found["work_in_progress"]).toBe(draft);
  }
});

test("marked_for_deletion_at of a project is the day of marked_for_deletion_on", async () => {
  const platform = await startPlatform();
  await change(platform, "/application/settings", { delayed_group_deletion: true, delayed_project_deletion: true });
  expect((await platform.call("DELETE", WEBSITE)).status).toBe(202);
  const { marked_for_deletion_on, marked_for_deletion_at } = await read(platform, "/projects/1");
  expect(marked_for_deletion_on).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(marked_for_deletion_at).toBe(marked_for_deletion_on);
});

test("projects and shared_projects of group details hold what their lists hold, unless with_projects=false", async () => {
  const platform = await startPlatform();
  const group = "/groups/acme-labs%2Fmobile";
  const details = await read(platform, group);
  const ids = (name: string) => (details[name] as Body[]).map(({ id }) => id);
  const own = await platform.call("GET", `${group}/projects?with_shared=false&order_by=id&sort=asc`);
  const shared = await platform.call("GET", `${group}/projects/shared`);
  expect([ids("projects"), ids("shared_projects")]).toEqual([each(own, "id"), each(shared, "id")]);
  expect(ids("projects").length * ids("shared_projects").length).toBeGreaterThan(0);
  const short = await read(platform, `${group}?with_projects=false`);
  for (const name of ["projects", "shared_projects"]) expect(short).not.toHaveProperty(name);
});

test("container_registry_enabled of a project is another view of container_registry_access_level", async () => {
  const platform = await startPlatform();
  expect(await read(platform, WEBSITE)).toMatchObject({ container_registry_enabled: true });
  expect(await change(platform, WEBSITE, { container_registry_enabled: false })).toMatchObject({
    container_registry_access_level: "disabled",
    container_registry_enabled: false,
  });
  expect(await change(platform, WEBSITE, { container_registry_access_level: "enabled" })).toMatchObject({
    container_registry_enabled: true,
  });
});

test("approvals_before_merge of a project is still written and read", async () => {
  const platform = await startPlatform();
  expect(await change(platform, WEBSITE, { approvals_before_merge: 2 })).toMatchObject({ approvals_before_merge: 2 });
  expect(await read(platform, `${WEBSITE}/approvals`)).toMatchObject({ approvals_before_merge: 2 });
});

test("pipeline of a package is the first of its pipelines, and build_info holds it", async () => {
  const platform = await startPlatform();
  const path = "/groups/acme-labs/packages?per_page=100";
  const made = await entry(platform, path, ({ pipelines }) => (pipelines as unknown[]).length > 0);
  const [pipeline] = made["pipelines"] as unknown[];
  expect(made).toMatchObject({ pipeline, build_info: { pipeline } });
});

test("asset_proxy_whitelist is read and written as asset_proxy_allowlist", async () => {
  const platform = await startPlatform({ seed: "none" });
  const written = await change(platform, "/application/settings", { asset_proxy_whitelist: ["a.example.com"] });
  expect(written).toMatchObject({ asset_proxy_whitelist: ["a.example.com"], asset_proxy_allowlist: ["a.example.com"] });
});

test("admin_notification_email is read and written as abuse_notification_email", async () => {
  const platform = await startPlatform({ seed: "none" });
  const written = await change(platform, "/application/settings", { admin_notification_email: "a@example.com" });
  expect(written).toMatchObject({ admin_notification_email: "a@example.com", abuse_notification_email: "a@example.com" });
});

test("allow_local_requests_from_hooks_and_services is read and written as its replacement", async () => {
  const platform = await startPlatform({ seed: "none" });
  const written = await change(platform, "/application/settings", { allow_local_requests_from_hooks_and_services: true });
  expect(written).toMatchObject({
    allow_local_requests_from_hooks_and_services: true,
    allow_local_requests_from_web_hooks_and_services: true,
  });
});

test("the label filter No+Label finds what None finds", async () => {
  const platform = await startPlatform();
  const ids = async (labels: string) => each(await platform.call("GET", `/issues?scope=all&per_page=100&labels=${labels}`), "id");
  const none = await ids("None");
  expect(none.length).toBeGreaterThan(0);
  expect(none.length).toBeLessThan((await ids("")).length);
  expect(await ids("No+Label")).toEqual(none);
});

test("None and Any in the milestone filter find what they find in milestone_id", async () => {
  const platform = await startPlatform();
  const ids = async (query: string) => each(await platform.call("GET", `/issues?scope=all&per_page=100&${query}`), "id");
  for (const word of ["None", "Any"]) {
    const found = await ids(`milestone=${word}`);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(await ids(`milestone_id=${word}`));
  }
  expect(await ids("milestone=None")).not.toEqual(await ids("milestone=Any"));
});

test("enable_ssl_verification of the pipeline trigger with a project URL has no effect: verification is always on", async () => {
  const platform = await startPlatform();
  const required = { token: "key", project_url: "https://ci.example.com/web" };
  for (const enable_ssl_verification of [false, true]) {
    const saved = await change(platform, `${WEBSITE}/integrations/buildkite`, { ...required, enable_ssl_verification });
    expect(saved).toMatchObject({ properties: { project_url: required.project_url } });
    expect(saved).not.toHaveProperty("properties.enable_ssl_verification");
  }
});

/** What the description says of a field or a parameter: schema or parameter, then the name. */
const MARKED: readonly (readonly [string, string])[] = [
  ["project", "tag_list"],
  ["project", "container_registry_enabled"],
  ["project", "marked_for_deletion_at"],
  ["project", "approvals_before_merge"],
  ["merge_request", "merged_by"],
  ["merge_request", "assignee"],
  ["merge_request", "reference"],
  ["merge_request", "work_in_progress"],
  ["merge_request", "approvals_before_merge"],
  ["issue", "assignee"],
  ["issue", "epic_iid"],
  ["issue", "reference"],
  ["group", "projects"],
  ["group", "shared_projects"],
  ["package", "pipeline"],
  ["package", "build_info"],
  ["oauth_token_info", "scopes"],
  ["oauth_token_info", "expires_in_seconds"],
  ["application_settings", "asset_proxy_whitelist"],
  ["application_settings", "admin_notification_email"],
  ["application_settings", "allow_local_requests_from_hooks_and_services"],
];

test("the API description marks every deprecated item of document 1", () => {
  const description = JSON.parse(readFileSync("schemas/openapi.json", "utf8")) as {
    components: { schemas: Record<string, Body> };
    paths: Record<string, { get: { parameters: Body[] } }>;
  };
  const marks = (schema: unknown, name: string): boolean => {
    if (typeof schema !== "object" || schema === null) return false;
    const { properties, allOf } = schema as { properties?: Record<string, Body>; allOf?: unknown[] };
    return properties?.[name]?.["deprecated"] === true || (allOf ?? []).some((part) => marks(part, name));
  };
  const unmarked = MARKED.filter(([schema, name]) => !marks(description.components.schemas[schema], name));
  expect(unmarked).toEqual([]);
  const parameters = description.paths["/groups/{id}"]?.get.parameters ?? [];
  expect(parameters.find(({ name }) => name === "with_projects")).toMatchObject({ deprecated: true });
  const trigger = operations().find(({ id }) => id === "updateIntegrationBuildkite");
  expect(trigger?.input.properties?.["enable_ssl_verification"]).toMatchObject({ deprecated: true });
});
