// @module-tag slow
import { expect, test } from "vitest";
import { type Company, startCompany } from "../company.js";
import { startPlatform } from "../platform.js";

type Body = Record<string, unknown>;

const webhook = "https://chat.example.com/hook";
const tracker = {
  new_issue_url: "https://issues.example.com/new",
  issues_url: "https://issues.example.com/:id",
  project_url: "https://issues.example.com",
};
/** What each kind requires, with the neutral names of document 2, and what its GET may never show. */
const REQUIRED: Record<string, { required: Body; secret?: string }> = {
  asana: { required: { api_key: "s3cret" }, secret: "api_key" },
  assembla: { required: { token: "s3cret" }, secret: "token" },
  bamboo: {
    required: { buildserver_url: "https://ci.example.com", build_key: "KEY", username: "bob", password: "s3cret" },
    secret: "password",
  },
  "custom-issue-tracker": { required: tracker },
  bugzilla: { required: tracker },
  ewm: { required: tracker },
  buildkite: { required: { token: "s3cret", project_url: "https://ci.example.com/web" }, secret: "token" },
  campfire: { required: { token: "s3cret" }, secret: "token" },
  datadog: { required: { api_key: "s3cret" }, secret: "api_key" },
  "unify-circuit": { required: { webhook: `${webhook}/s3cret` }, secret: "webhook" },
  pumble: { required: { webhook: `${webhook}/s3cret` }, secret: "webhook" },
  "webex-teams": { required: { webhook: `${webhook}/s3cret` }, secret: "webhook" },
  discord: { required: { webhook: `${webhook}/s3cret` }, secret: "webhook" },
  "drone-ci": { required: { token: "s3cret", ciserver_url: "https://ci.example.com" }, secret: "token" },
  "emails-on-push": { required: { recipients: "a@example.com b@example.com" } },
  confluence: { required: { workspace_url: "https://acme.atlassian.net/wiki" } },
  "external-wiki": { required: { external_wiki_url: "https://wiki.example.com" } },
  flowdock: { required: { token: "s3cret" }, secret: "token" },
  github: { required: { token: "s3cret", repository_url: "https://github.com/acme/web" }, secret: "token" },
};
const VENDOR_NAMES: Record<string, string> = {
  buildserver_url: "bamboo_url",
  ciserver_url: "drone_url",
  workspace_url: "confluence_url",
};
const TOGGLES = [
  "commit_events",
  "push_events",
  "issues_events",
  "confidential_issues_events",
  "merge_requests_events",
  "tag_push_events",
  "note_events",
  "confidential_note_events",
  "pipeline_events",
  "wiki_page_events",
  "job_events",
  "comment_on_event_enabled",
];

const at = (slug = "", project = "acme%2Fweb"): string => `/projects/${project}/integrations${slug === "" ? "" : `/${slug}`}`;
const put = async (company: Company, slug: string, json: Body): Promise<{ status: number; body: Body }> => {
  const { status, body } = await company.call("PUT", at(slug), { json });
  return { status, body: body as Body };
};
const properties = async (company: Company, slug: string): Promise<Body> =>
  ((await company.call("GET", at(slug))).body as { properties: Body }).properties;
const slugs = async (company: Company): Promise<unknown[]> =>
  ((await company.call("GET", at())).body as Body[]).map(({ slug }) => slug);

for (const dialect of ["neutral", "vendor"] as const) {
  test(`every kind is set, read without its secrets, and listed, under its ${dialect} names`, async () => {
    const company = await startCompany({ dialect });
    for (const [slug, { required, secret }] of Object.entries(REQUIRED)) {
      expect((await company.call("GET", at(slug))).body).toEqual({ message: "404 Integration Not Found" });
      const wire = (name: string): string => (dialect === "vendor" ? (VENDOR_NAMES[name] ?? name) : name);
      const json = Object.fromEntries(Object.entries(required).map(([name, value]) => [wire(name), value]));
      const saved = await put(company, slug, json);
      expect([slug, saved.status, saved.body["slug"], saved.body["active"]]).toEqual([slug, 200, slug, true]);
      const read = await company.call("GET", at(slug));
      expect([slug, read.status, read.body]).toEqual([slug, 200, saved.body]);
      expect(JSON.stringify(read.body)).not.toContain("s3cret");
      const { [wire(secret ?? "none")]: _, ...shown } = json;
      expect(read.body).toMatchObject({ properties: shown });
    }
    expect(await slugs(company)).toEqual(Object.keys(REQUIRED));
  });
}

test("each required parameter is required on every write", async () => {
  const company = await startCompany();
  for (const [slug, { required }] of Object.entries(REQUIRED)) {
    await put(company, slug, required);
    for (const name of Object.keys(required)) {
      const { [name]: _, ...rest } = required;
      expect([slug, await put(company, slug, rest)]).toEqual([slug, { status: 400, body: { error: `${name} is missing` } }]);
    }
  }
});

test("a list entry has the times and all the event toggles of document 2", async () => {
  const company = await startCompany();
  await put(company, "discord", { webhook });
  const [entry] = (await company.call("GET", at())).body as Body[];
  expect(Object.keys(entry ?? {})).toEqual(["id", "title", "slug", "created_at", "updated_at", "active", ...TOGGLES]);
  for (const toggle of TOGGLES) expect(entry?.[toggle]).toBeTypeOf("boolean");
});

test("the documents' list is paginated, a vendor's is not", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const company = await startCompany({ dialect });
    await put(company, "discord", { webhook });
    await put(company, "asana", { api_key: "key" });
    const list = await company.call("GET", `${at()}?per_page=1`);
    expect([dialect, (list.body as Body[]).length, list.headers.get("X-Total")]).toEqual(
      dialect === "neutral" ? [dialect, 1, "2"] : [dialect, 2, null],
    );
    expect("inherited" in ((list.body as Body[])[0] ?? {})).toBe(dialect === "vendor");
  }
});

// lib/api/integrations.rb: declared_params(include_missing: false).
test("what is not sent stays, and defaults are those of the kind", async () => {
  const company = await startCompany();
  const first = await put(company, "pumble", { webhook });
  expect(first.body).toMatchObject({ push_events: true, properties: { branches_to_be_notified: "default" } });
  await put(company, "pumble", { webhook, push_events: false, branches_to_be_notified: "protected" });
  const again = await put(company, "pumble", { webhook, notify_only_broken_pipelines: true });
  expect(again.body).toMatchObject({
    push_events: false,
    properties: { branches_to_be_notified: "protected", notify_only_broken_pipelines: true },
  });
  await put(company, "emails-on-push", { recipients: "a@example.com" });
  expect(await properties(company, "emails-on-push")).toMatchObject({ branches_to_be_notified: "all" });
  await put(company, "drone-ci", { token: "key", ciserver_url: "https://ci.example.com" });
  expect(await properties(company, "drone-ci")).toMatchObject({ enable_ssl_verification: true });
});

test("DELETE disables and keeps the settings; on a vendor's server it resets them", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const isVendor = dialect === "vendor";
    const company = await startCompany({ dialect });
    expect((await company.call("DELETE", at("external-wiki"))).status).toBe(404);
    await put(company, "external-wiki", { external_wiki_url: "https://wiki.example.com" });
    const gone = await company.call("DELETE", at("external-wiki"));
    expect(gone.status).toBe(isVendor ? 204 : 200);
    expect(await slugs(company)).toEqual([]);
    const { status, body } = await company.call("GET", at("external-wiki"));
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        active: false,
        properties: { external_wiki_url: isVendor ? null : "https://wiki.example.com" },
      }),
    ]);
    const back = await put(company, "external-wiki", { external_wiki_url: "https://wiki.example.org" });
    expect(back.body).toMatchObject({ active: true });
    expect(await slugs(company)).toEqual(["external-wiki"]);
  }
});

test("the list has the active integrations only", async () => {
  const company = await startCompany();
  await put(company, "discord", { webhook });
  await put(company, "asana", { api_key: "key" });
  await company.call("DELETE", at("discord"));
  expect(await slugs(company)).toEqual(["asana"]);
  await put(company, "discord", { webhook });
  expect(await slugs(company)).toEqual(["discord", "asana"]);
});

test("what was never saved is not there: neither read nor disabled", async () => {
  const company = await startCompany();
  for (const method of ["GET", "DELETE"]) {
    const { status, body } = await company.call(method, at("external-wiki"));
    expect([method, status, body]).toEqual([method, 404, { message: "404 Integration Not Found" }]);
  }
});

test("DELETE honours If-Unmodified-Since", async () => {
  const company = await startCompany();
  await put(company, "discord", { webhook });
  const headers = { "If-Unmodified-Since": "Mon, 01 Jan 2024 00:00:00 GMT" };
  expect((await company.call("DELETE", at("discord"), { headers })).status).toBe(412);
  expect(await slugs(company)).toEqual(["discord"]);
});

test("/services is another name of /integrations in every operation", async () => {
  const company = await startCompany();
  const path = "/projects/acme%2Fweb/services";
  expect((await company.call("PUT", `${path}/discord`, { json: { webhook } })).status).toBe(200);
  expect((await company.call("GET", `${path}/discord`)).body).toMatchObject({ slug: "discord" });
  expect((await company.call("GET", path)).body).toMatchObject([{ slug: "discord" }]);
  expect((await company.call("DELETE", `${path}/discord`)).status).toBe(200);
});

test("integrations are for maintainers and owners of the project", async () => {
  const company = await startCompany();
  await put(company, "discord", { webhook });
  const calls = [
    ["GET", at()],
    ["GET", at("discord")],
    ["PUT", at("discord")],
    ["DELETE", at("discord")],
  ] as const;
  const statuses = { "": 401, "token-of-stranger": 404, "token-of-dora": 403, "token-of-mike": 200, "token-of-olivia": 200 };
  for (const [token, status] of Object.entries(statuses)) {
    for (const [method, path] of calls) {
      const answer = await company.call(method, path, { token, ...(method === "PUT" ? { json: { webhook } } : {}) });
      expect([token, method, path, answer.status]).toEqual([token, method, path, status]);
    }
  }
});

test("an archived project's integrations can be read but not changed", async () => {
  const company = await startCompany();
  expect((await company.call("GET", at("", "acme%2Fold"))).status).toBe(200);
  expect((await company.call("PUT", at("discord", "acme%2Fold"), { json: { webhook } })).status).toBe(403);
});

test("values that a kind cannot use are refused, by real servers without a word why", async () => {
  const wrong: [string, Body, string][] = [
    ["discord", { webhook: "nowhere" }, "webhook"],
    ["asana", { api_key: " " }, "api_key"],
    ["ewm", { ...tracker, issues_url: "https://issues.example.com" }, "issues_url"],
    ["datadog", { api_key: "key", monitoring_site: "" }, "monitoring_site"],
  ];
  const company = await startCompany();
  for (const [slug, json, attribute] of wrong) {
    const { status, body } = await put(company, slug, json);
    expect([slug, status, Object.keys(body["message"] as Body)]).toEqual([slug, 400, [attribute]]);
  }
  expect((await put(company, "bugzilla", { ...tracker, issues_url: "https://issues.example.com" })).status).toBe(200);
  expect((await put(company, "confluence", { workspace_url: "http://wiki.example.com" })).status).toBe(200);
  const vendor = await startCompany({ dialect: "vendor" });
  expect(await put(vendor, "discord", { webhook: "nowhere" })).toEqual({ status: 400, body: { message: "400 Bad Request" } });
  expect((await put(vendor, "bugzilla", { ...tracker, issues_url: "https://issues.example.com" })).status).toBe(400);
  expect((await put(vendor, "confluence", { confluence_url: "https://wiki.example.com" })).status).toBe(400);
  const notified = await put(company, "pumble", { webhook, branches_to_be_notified: "some" });
  expect(notified.body).toEqual({ error: "branches_to_be_notified does not have a valid value" });
});

test("emails-on-push shows its booleans as text on a vendor's server", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const company = await startCompany({ dialect });
    await put(company, "emails-on-push", { recipients: "a@example.com", disable_diffs: true, send_from_committer_email: false });
    expect(await properties(company, "emails-on-push")).toMatchObject(
      dialect === "vendor"
        ? { disable_diffs: "true", send_from_committer_email: "false" }
        : { disable_diffs: true, send_from_committer_email: false },
    );
  }
});

test("the status-check kind is PREMIUM, flowdock left in 15.7, and a slug that does not exist is refused", async () => {
  const free = await startCompany({ tier: "free" });
  const noRoute = { status: 404, body: { error: "404 Not Found" } };
  expect(await put(free, "github", { token: "key", repository_url: "https://github.com/acme/web" })).toEqual(noRoute);
  expect((await free.call("GET", at("github"))).body).toEqual(noRoute.body);
  const newer = await startCompany({ serverVersion: "15.7.0" });
  expect(await put(newer, "flowdock", { token: "key" })).toEqual(noRoute);
  expect((await newer.call("GET", at("sundial"))).body).toEqual({ error: "slug does not have a valid value" });
});

test("before 15.0 a vendor's server hides every parameter with a secret-looking name", async () => {
  const required = { bamboo_url: "https://ci.example.com", build_key: "KEY", username: "bob", password: "pass" };
  for (const [serverVersion, isShown] of [
    ["14.9.0", false],
    ["15.0.0", true],
  ] as const) {
    const company = await startCompany({ dialect: "vendor", serverVersion });
    await put(company, "bamboo", required);
    expect("build_key" in (await properties(company, "bamboo"))).toBe(isShown);
  }
});

test("the default seed has active and disabled integrations, and a seed names only projects that it has", async () => {
  const company = await startPlatform();
  const list = await company.call("GET", at("", "acme-labs%2Fplatform%2Fapi"));
  expect(list.body).toMatchObject([{ slug: "emails-on-push", active: true }]);
  expect((await company.call("GET", at("drone-ci", "acme-labs%2Fplatform%2Fapi"))).body).toMatchObject({ active: false });
  const seed = { integrations: [{ project: "no/such", slug: "asana" }] };
  await expect(startPlatform({ seed })).rejects.toThrow("no/such");
});
