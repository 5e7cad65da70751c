import { expect, test } from "vitest";
import { type Company, startCompany } from "../company.js";

type Body = Record<string, unknown>;

const address = "https://service.example.com/s3cret";
const CHAT = [
  "push_events",
  "issues_events",
  "confidential_issues_events",
  "merge_requests_events",
  "tag_push_events",
  "note_events",
  "confidential_note_events",
  "pipeline_events",
  "wiki_page_events",
];
const CODE = ["push_events", "merge_requests_events", "tag_push_events"];

/** A project's integrations with the API: writes answer what was written. */
async function withIntegrations() {
  const company = await startCompany();
  const put = async (slug: string, json: Body) => company.call("PUT", `/projects/acme%2Fweb/integrations/${slug}`, { json });
  const properties = async (slug: string, json: Body): Promise<Body> => {
    const { status, body } = await put(slug, json);
    expect([slug, status]).toEqual([slug, 200]);
    return (body as { properties: Body }).properties;
  };
  return { company, put, properties };
}

/** Each toggle is switched off and on by itself. */
async function checkToggles(
  { put }: { put: (slug: string, json: Body) => ReturnType<Company["call"]> },
  slug: string,
  required: Body,
  toggles: readonly string[],
) {
  for (const toggle of toggles)
    for (const value of [false, true])
      expect([slug, (await put(slug, { ...required, [toggle]: value })).body]).toMatchObject([slug, { [toggle]: value }]);
}

test("the task tracker takes an api_key and the branches that it listens to", async () => {
  const { properties } = await withIntegrations();
  expect(await properties("asana", { api_key: "key", restrict_to_branch: "main,next" })).toEqual({
    restrict_to_branch: "main,next",
  });
  expect(await properties("asana", { api_key: "key", restrict_to_branch: "" })).toEqual({ restrict_to_branch: "" });
});

test("the source-commit endpoint takes a token and a subdomain", async () => {
  const { properties } = await withIntegrations();
  expect(await properties("assembla", { token: "key", subdomain: "acme" })).toEqual({ subdomain: "acme" });
});

test("the build server takes an address, a plan key, a user and a password, and verifies certificates unless told otherwise", async () => {
  const { properties } = await withIntegrations();
  const required = { buildserver_url: address, build_key: "PLAN", username: "bob", password: "pass" };
  const { password, ...shown } = required;
  expect(password).toBe("pass");
  expect(await properties("bamboo", required)).toEqual({ ...shown, enable_ssl_verification: true });
  expect(await properties("bamboo", { ...required, enable_ssl_verification: false })).toMatchObject({
    enable_ssl_verification: false,
  });
});

test("the issue trackers take three addresses", async () => {
  const { properties } = await withIntegrations();
  const urls = { new_issue_url: `${address}/new`, issues_url: `${address}/:id`, project_url: address };
  for (const slug of ["custom-issue-tracker", "bugzilla", "ewm"]) expect(await properties(slug, urls)).toEqual(urls);
});

test("the work-item tracker's issues_url must contain :id, that of other trackers need not", async () => {
  const { put } = await withIntegrations();
  const urls = { new_issue_url: `${address}/new`, issues_url: address, project_url: address };
  const refused = await put("ewm", urls);
  expect([refused.status, refused.body]).toEqual([400, { message: { issues_url: ["must contain :id"] } }]);
  for (const slug of ["custom-issue-tracker", "bugzilla"]) expect((await put(slug, urls)).status).toBe(200);
});

test("the pipeline trigger with a project URL takes a token, an address and three toggles", async () => {
  const integrations = await withIntegrations();
  const required = { token: "key", project_url: address };
  expect(await integrations.properties("buildkite", required)).toMatchObject({ project_url: address });
  await checkToggles(integrations, "buildkite", required, CODE);
});

test("the chat room notifier takes a token, a subdomain and a room", async () => {
  const { properties } = await withIntegrations();
  expect(await properties("campfire", { token: "key", subdomain: "acme", room: "7" })).toEqual({ subdomain: "acme", room: "7" });
});

test("monitoring takes a key, an address, an environment, a service, a site, tags and a switch", async () => {
  const { properties } = await withIntegrations();
  const optional = {
    api_url: address,
    monitoring_env: "production",
    monitoring_service: "web",
    monitoring_site: "example.com",
    monitoring_tags: "team:a\nlevel:1",
    archive_trace_events: true,
  };
  expect(await properties("datadog", { api_key: "key", ...optional })).toEqual(optional);
});

test("a webhook chat notifier takes a webhook, a switch, branches and nine toggles", async () => {
  const integrations = await withIntegrations();
  const { properties } = integrations;
  const required = { webhook: address };
  for (const slug of ["unify-circuit", "pumble", "webex-teams"]) {
    const presets = await properties(slug, required);
    expect(presets).toMatchObject({ branches_to_be_notified: "default" });
    expect(presets).not.toHaveProperty("webhook");
    const sent = { notify_only_broken_pipelines: true, branches_to_be_notified: "protected" };
    expect(await properties(slug, { ...required, ...sent })).toEqual(sent);
    await checkToggles(integrations, slug, required, CHAT);
  }
});

test("branches_to_be_notified is all, default, protected or default_and_protected", async () => {
  const { put, properties } = await withIntegrations();
  for (const [slug, required] of [
    ["pumble", { webhook: address }],
    ["emails-on-push", { recipients: "a@example.com" }],
  ] as const) {
    for (const branches_to_be_notified of ["all", "default", "protected", "default_and_protected"])
      expect(await properties(slug, { ...required, branches_to_be_notified })).toMatchObject({ branches_to_be_notified });
    const refused = await put(slug, { ...required, branches_to_be_notified: "some" });
    expect([refused.status, refused.body]).toEqual([400, { error: "branches_to_be_notified does not have a valid value" }]);
  }
});

test("the minimal webhook chat notifier takes a webhook", async () => {
  const { properties } = await withIntegrations();
  expect(await properties("discord", { webhook: address })).toEqual({});
});

test("the pipeline trigger with a server URL takes a token, an address and three toggles, and verifies certificates unless told otherwise", async () => {
  const integrations = await withIntegrations();
  const required = { token: "key", ciserver_url: address };
  const { properties } = integrations;
  expect(await properties("drone-ci", required)).toEqual({ ciserver_url: address, enable_ssl_verification: true });
  expect(await properties("drone-ci", { ...required, enable_ssl_verification: false })).toMatchObject({
    enable_ssl_verification: false,
  });
  await checkToggles(integrations, "drone-ci", required, CODE);
});

test("emails on push take recipients, two switches and two toggles, and are about all branches unless told otherwise", async () => {
  const integrations = await withIntegrations();
  const required = { recipients: "a@example.com b@example.com" };
  const { properties } = integrations;
  expect(await properties("emails-on-push", required)).toMatchObject({ ...required, branches_to_be_notified: "all" });
  const sent = { disable_diffs: true, send_from_committer_email: true, branches_to_be_notified: "default" };
  expect(await properties("emails-on-push", { ...required, ...sent })).toEqual({ ...required, ...sent });
  await checkToggles(integrations, "emails-on-push", required, ["push_events", "tag_push_events"]);
});

test("the wiki workspace takes an address", async () => {
  const { properties } = await withIntegrations();
  expect(await properties("confluence", { workspace_url: address })).toEqual({ workspace_url: address });
});

test("the external wiki takes an address", async () => {
  const { properties } = await withIntegrations();
  expect(await properties("external-wiki", { external_wiki_url: address })).toEqual({ external_wiki_url: address });
});

test("the chat flow notifier takes a token, which nobody is shown", async () => {
  const { properties } = await withIntegrations();
  expect(await properties("flowdock", { token: "key" })).toEqual({});
});

test("the status check takes a token, an address and a switch", async () => {
  const { properties } = await withIntegrations();
  const shown = { repository_url: address, static_context: true };
  expect(await properties("github", { token: "key", ...shown })).toEqual(shown);
});

test("an integration reacts to the events that its toggles name; the list tells them", async () => {
  const { company, put } = await withIntegrations();
  await put("pumble", { webhook: address, ...Object.fromEntries(CHAT.map((toggle) => [toggle, false])) });
  const [entry] = (await company.call("GET", "/projects/acme%2Fweb/integrations")).body as Body[];
  for (const toggle of CHAT) expect([toggle, entry?.[toggle]]).toEqual([toggle, false]);
  expect(entry).toMatchObject({ commit_events: true, job_events: expect.any(Boolean), comment_on_event_enabled: true });
});

test("a toggle that a kind does not have is no parameter of it", async () => {
  const { put } = await withIntegrations();
  const { status, body } = await put("discord", { webhook: address, push_events: false });
  expect([status, body]).toEqual([200, expect.objectContaining({ push_events: true })]);
});
