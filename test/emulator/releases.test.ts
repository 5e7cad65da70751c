import { expect, test } from "vitest";

import { each, until } from "./answers.js";
import { startPlatform } from "./platform.js";
import type { Answer, Platform } from "./platform.js";

const SEED = {
  users: [{ username: "dev" }, { username: "reporter" }, { username: "guest" }],
  groups: [{ full_path: "top" }, { full_path: "top/team" }],
  projects: [
    {
      path_with_namespace: "top/team/app",
      branches: ["main"],
      members: { dev: 30, reporter: 20, guest: 10 },
    },
    { path_with_namespace: "top/open", visibility: "public", branches: ["main"] },
  ],
  tags: [
    { project: "top/team/app", name: "v1", message: "One" },
    { project: "top/team/app", name: "v2" },
    { project: "top/team/app", name: "releases/v3" },
    { project: "top/open", name: "v1" },
  ],
  milestones: [
    { project: "top/team/app", title: "Own", due_date: "2030-02-01" },
    { project: "top/team/app", title: "Sooner", due_date: "2030-01-01" },
    { project: "top/open", title: "Elsewhere" },
    { group: "top/team", title: "Of the group" },
    { group: "top", title: "Of the group above" },
  ],
  releases: [{ project: "top/open", tag: "v1", author: "root" }],
} as const;

const APP = "/projects/top%2Fteam%2Fapp/releases";
const OPEN = "/projects/top%2Fopen/releases";
const DEV = { token: "token-of-dev" };

async function create(platform: Platform, json: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answer = await platform.call("POST", APP, { ...DEV, json });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Record<string, unknown>;
}

const refusal = (answer: Answer): unknown => [answer.status, answer.body];

test("a release shows its tag, author, commit, assets and where it is found", async () => {
  const platform = await startPlatform({ seed: SEED });
  const made = await create(platform, { tag_name: "v1", name: "First", description: "**Bold**" });
  const { body } = await platform.call("GET", `${APP}/v1`, DEV);
  const { sha } = firstEvidence(made);
  const path = `${platform.url}/top/team/app/-`;
  expect(body).toEqual({
    tag_name: "v1",
    name: "First",
    description: "**Bold**",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    released_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    author: expect.objectContaining({ username: "dev", name: "dev", state: "active", avatar_url: null }),
    commit: {
      id: expect.stringMatching(/^[0-9a-f]{40}$/),
      short_id: expect.stringMatching(/^[0-9a-f]{8}$/),
      title: "Initial commit",
      message: "Initial commit",
      author_name: "Administrator",
      author_email: "root@example.com",
      created_at: expect.any(String),
      parent_ids: [],
      authored_date: expect.any(String),
      committer_name: "Administrator",
      committer_email: "root@example.com",
      committed_date: expect.any(String),
    },
    upcoming_release: false,
    milestones: [],
    commit_path: expect.stringMatching(/^\/top\/team\/app\/-\/commit\/[0-9a-f]{40}$/),
    tag_path: "/top/team/app/-/tags/v1",
    assets: {
      count: 4,
      sources: ["zip", "tar.gz", "tar.bz2", "tar"].map((format) => ({ format, url: `${path}/archive/v1/app-v1.${format}` })),
      links: [],
      evidence_file_path: `${path}/releases/v1/evidences/2.json`,
    },
    evidences: [{ sha, filepath: `${path}/releases/v1/evidences/2.json`, collected_at: expect.any(String) }],
    _links: { self: `${path}/releases/v1`, edit_url: `${path}/releases/v1/edit` },
  });
});

function firstEvidence(release: Record<string, unknown>): { sha: string } {
  const [first] = release["evidences"] as [{ sha: string }];
  return first;
}

test("the reply of a creation carries evidence_sha, on real servers not", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const platform = await startPlatform({ seed: SEED, dialect });
    const made = await create(platform, { tag_name: "v1" });
    const { sha } = firstEvidence(made);
    expect(sha).toMatch(/^[0-9a-f]{64}$/);
    expect(made["evidence_sha"]).toBe(dialect === "neutral" ? sha : undefined);
    expect((made["assets"] as Record<string, unknown>)["evidence_file_path"] === undefined).toBe(dialect === "vendor");
    expect(made["milestones"]).toEqual(dialect === "neutral" ? [] : undefined);
  }
});

test("releases come by released_at, the latest first, unless another order is asked for", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v1", released_at: "2020-01-01T00:00:00Z" });
  await create(platform, { tag_name: "v2", released_at: "2022-01-01T00:00:00Z" });
  await create(platform, { tag_name: "releases/v3", released_at: "2021-01-01T00:00:00Z" });
  const tags = async (query: string) => each(await platform.call("GET", `${APP}?${query}`, DEV), "tag_name");
  expect(await tags("")).toEqual(["v2", "releases/v3", "v1"]);
  expect(await tags("sort=asc")).toEqual(["v1", "releases/v3", "v2"]);
  expect(await tags("order_by=created_at")).toEqual(["releases/v3", "v2", "v1"]);
  expect(await tags("order_by=created_at&sort=asc")).toEqual(["v1", "v2", "releases/v3"]);
  expect(await tags("per_page=1&page=2")).toEqual(["releases/v3"]);
  expect(refusal(await platform.call("GET", `${APP}?order_by=name`, DEV))).toEqual([
    400,
    { error: "order_by does not have a valid value" },
  ]);
});

test("include_html_description adds the description as HTML", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v1", description: "**Bold** <b>" });
  const html = '<p dir="auto"><strong>Bold</strong> &lt;b&gt;</p>';
  expect(each(await platform.call("GET", `${APP}?include_html_description=true`, DEV), "description_html")).toEqual([html]);
  expect((await platform.call("GET", `${APP}/v1?include_html_description=true`, DEV)).body).toMatchObject({
    description_html: html,
  });
  expect((await platform.call("GET", `${APP}/v1`, DEV)).body).not.toHaveProperty("description_html");
});

test("a tag name with a slash is encoded, and an unknown one is 404", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "releases/v3" });
  expect((await platform.call("GET", `${APP}/releases%2Fv3`, DEV)).body).toMatchObject({
    tag_name: "releases/v3",
    assets: {
      sources: expect.arrayContaining([
        { format: "tar", url: expect.stringMatching(/\/-\/archive\/releases\/v3\/app-releases-v3\.tar$/) },
      ]),
    },
  });
  for (const method of ["GET", "PUT", "DELETE"]) {
    const json = method === "PUT" ? { json: { name: "x" } } : {};
    expect(refusal(await platform.call(method, `${APP}/v9`, { ...DEV, ...json }))).toEqual([
      404,
      { message: "404 Release Not Found" },
    ]);
  }
});

test("tag_name is required, and the name is the tag's unless it is sent", async () => {
  const platform = await startPlatform({ seed: SEED });
  expect(refusal(await platform.call("POST", APP, { ...DEV, json: { name: "x" } }))).toEqual([
    400,
    { error: "tag_name is missing" },
  ]);
  expect(await create(platform, { tag_name: "v1" })).toMatchObject({ name: "v1", description: null });
  expect(await create(platform, { tag_name: "v2", name: "Two" })).toMatchObject({ name: "Two" });
});

test("a tag has one release", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v1" });
  const again = await platform.call("POST", APP, { ...DEV, json: { tag_name: "v1" } });
  expect(refusal(again)).toEqual([409, { message: "Release already exists" }]);
});

test("ref is required when the tag is new, and may be a branch, a tag or a commit", async () => {
  const platform = await startPlatform({ seed: SEED });
  const missing = await platform.call("POST", APP, { ...DEV, json: { tag_name: "v4" } });
  expect(refusal(missing)).toEqual([422, { message: "Ref is not specified" }]);
  const { commit } = (await create(platform, { tag_name: "v4", ref: "main" })) as { commit: { id: string } };
  expect(await create(platform, { tag_name: "v5", ref: "v4" })).toMatchObject({ commit: { id: commit.id } });
  expect(await create(platform, { tag_name: "v6", ref: commit.id })).toMatchObject({ commit: { id: commit.id } });
});

test("a tag that cannot be created is 422, and leaves no release behind", async () => {
  const platform = await startPlatform({ seed: SEED });
  const refuse = async (json: Record<string, unknown>, message: string) =>
    expect(refusal(await platform.call("POST", APP, { ...DEV, json }))).toEqual([422, { message }]);
  await refuse({ tag_name: "v4", ref: "nowhere" }, "Target nowhere is invalid");
  for (const tag_name of ["a b", "a..b", "-a", "a.lock", "a//b", "a\u0007", ".a", "a~1"])
    await refuse({ tag_name, ref: "main" }, "Tag name invalid");
  expect((await platform.call("GET", APP, DEV)).body).toEqual([]);
});

test("a new tag is annotated with tag_message, and stays when the release is deleted", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v4", ref: "main", tag_message: "Four" });
  const gone = await platform.call("DELETE", `${APP}/v4`, DEV);
  expect([gone.status, gone.body]).toEqual([200, expect.objectContaining({ tag_name: "v4" })]);
  expect((await platform.call("GET", `${APP}/v4`, DEV)).status).toBe(404);
  const tag = await platform.call("GET", "/projects/top%2Fteam%2Fapp/repository/tags/v4", DEV);
  expect(tag.body).toMatchObject({ name: "v4", message: "Four", release: null });
  expect(await create(platform, { tag_name: "v4", tag_message: "ignored" })).toMatchObject({ tag_name: "v4" });
});

test("milestones are named by title, and come by due date with the numbers of their issues", async () => {
  const seed = {
    ...SEED,
    issues: [
      { project: "top/team/app", title: "a", author: "dev", milestone: "Own" },
      { project: "top/team/app", title: "b", author: "dev", milestone: "Own", state: "closed" },
    ],
  };
  const platform = await startPlatform({ seed });
  const made = await create(platform, { tag_name: "v1", milestones: ["Own", "Sooner", "Own"] });
  const [first] = made["milestones"] as [Record<string, unknown>];
  expect(Object.keys(first).toSorted()).toEqual(
    "created_at description due_date id iid issue_stats project_id start_date state title updated_at web_url".split(" "),
  );
  expect(made["milestones"]).toMatchObject([
    { title: "Sooner", due_date: "2030-01-01", issue_stats: { total: 0, closed: 0 } },
    { title: "Own", state: "active", project_id: expect.any(Number), issue_stats: { total: 2, closed: 1 } },
  ]);
});

test("a milestone that the project does not have is refused", async () => {
  const platform = await startPlatform({ seed: SEED });
  const answer = await platform.call("POST", APP, { ...DEV, json: { tag_name: "v1", milestones: ["Own", "Elsewhere", "None"] } });
  expect(refusal(answer)).toEqual([400, { message: "Milestone(s) not found: Elsewhere, None" }]);
});

test("milestones of the project's own group are licensed", async () => {
  const json = { tag_name: "v1", milestones: ["Of the group"] };
  const premium = await startPlatform({ seed: SEED, tier: "premium" });
  expect((await create(premium, json))["milestones"]).toMatchObject([{ title: "Of the group", project_id: null }]);
  const free = await startPlatform({ seed: SEED, tier: "free" });
  expect((await free.call("POST", APP, { ...DEV, json })).status).toBe(400);
});

test("milestones of groups above the project's own are refused", async () => {
  const platform = await startPlatform({ seed: SEED });
  const answer = await platform.call("POST", APP, { ...DEV, json: { tag_name: "v1", milestones: ["Of the group above"] } });
  expect(refusal(answer)).toEqual([400, { message: "Milestone(s) not found: Of the group above" }]);
});

test("an update changes what it sends, and an empty list removes all milestones", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v1", name: "One", description: "old", milestones: ["Own"] });
  const put = async (json: Record<string, unknown>) => (await platform.call("PUT", `${APP}/v1`, { ...DEV, json })).body;
  expect(await put({ description: "new" })).toMatchObject({ name: "One", description: "new", milestones: [{ title: "Own" }] });
  expect(await put({ name: "Uno", released_at: "2021-05-05T00:00:00Z" })).toMatchObject({
    name: "Uno",
    released_at: "2021-05-05T00:00:00.000Z",
  });
  expect(await put({ milestones: ["Sooner"] })).toMatchObject({ milestones: [{ title: "Sooner" }] });
  expect(await put({ milestones: ["None"] })).toEqual({ message: "Milestone(s) not found: None" });
  expect(await put({ milestones: [] })).toMatchObject({ name: "Uno", description: "new", milestones: [] });
});

test("an update that sends nothing changes nothing, on real servers it is refused", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const platform = await startPlatform({ seed: SEED, dialect });
    await create(platform, { tag_name: "v1" });
    const answer = await platform.call("PUT", `${APP}/v1`, { ...DEV, json: {} });
    expect(answer.status).toBe(dialect === "neutral" ? 200 : 400);
    if (dialect === "vendor") expect(answer.body).toEqual({ message: "params is empty" });
  }
});

test("links have a name, an address, a type, and a path of their own when they ask for one", async () => {
  const platform = await startPlatform({ seed: SEED });
  const links = [
    { name: "tool", url: "https://example.com/tool", filepath: "/bin/tool" },
    { name: "book", url: `${platform.url}/top/team/app/book`, link_type: "runbook" },
  ];
  const { assets } = (await create(platform, { tag_name: "v1", assets: { links } })) as {
    assets: { count: number; links: unknown };
  };
  expect(assets.count).toBe(6);
  expect(assets.links).toEqual([
    { id: 2, name: "book", url: links[1]?.url, direct_asset_url: links[1]?.url, external: false, link_type: "runbook" },
    {
      id: 1,
      name: "tool",
      url: links[0]?.url,
      direct_asset_url: `${platform.url}/top/team/app/-/releases/v1/downloads/bin/tool`,
      external: true,
      link_type: "other",
    },
  ]);
});

test("a link without a name or an address, or of an unknown type, is refused", async () => {
  const platform = await startPlatform({ seed: SEED });
  const refuse = async (links: unknown, error: string) => {
    const answer = await platform.call("POST", APP, { ...DEV, json: { tag_name: "v1", assets: { links } } });
    expect(refusal(answer)).toEqual([400, { error }]);
  };
  await refuse([{ url: "https://example.com" }], "assets[links][0][name] is missing");
  await refuse([{ name: "x" }], "assets[links][0][url] is missing");
  const link = { name: "x", url: "https://example.com", link_type: "film" };
  await refuse([link], "assets[links][0][link_type] does not have a valid value");
});

test("names and addresses of links are unique in the release", async () => {
  const platform = await startPlatform({ seed: SEED });
  const refuse = async (links: unknown, message: string) => {
    const answer = await platform.call("POST", APP, { ...DEV, json: { tag_name: "v1", assets: { links } } });
    expect(refusal(answer)).toEqual([400, { message }]);
  };
  const [a, b] = ["https://example.com/a", "https://example.com/b"];
  await refuse(
    [
      { name: "x", url: a },
      { name: "x", url: b },
    ],
    "Validation failed: Links have duplicate values (x)",
  );
  await refuse(
    [
      { name: "x", url: a },
      { name: "y", url: a },
    ],
    `Validation failed: Links have duplicate values (${a})`,
  );
});

test("addresses and paths of links that no release may have are refused", async () => {
  const platform = await startPlatform({ seed: SEED });
  const refuse = async (link: Record<string, unknown>, message: string) => {
    const answer = await platform.call("POST", APP, { ...DEV, json: { tag_name: "v1", assets: { links: [link] } } });
    expect(refusal(answer)).toEqual([400, { message: `Validation failed: Links ${message}` }]);
  };
  const url = "https://example.com";
  await refuse({ name: "x", url: "javascript:alert(1)" }, "url is blocked: Only allowed schemes are http, https, ftp");
  await refuse({ name: "x", url: "example" }, "url must be a valid URL");
  await refuse({ name: " ", url }, "name can't be blank");
  for (const filepath of ["bin", "/../x", "/a//b", `/${"a".repeat(128)}`])
    await refuse({ name: "x", url, filepath }, "filepath is in an invalid format");
});

test("released_at is now unless it is sent, and a later one makes the release an upcoming one", async () => {
  const platform = await startPlatform({ seed: SEED });
  const now = await create(platform, { tag_name: "v1" });
  expect(now["released_at"]).toBe(now["created_at"]);
  const later = await create(platform, { tag_name: "v2", released_at: "2099-01-01T12:00:00+02:00" });
  expect(later).toMatchObject({ released_at: "2099-01-01T10:00:00.000Z", upcoming_release: true });
  const wrong = await platform.call("POST", APP, { ...DEV, json: { tag_name: "releases/v3", released_at: "soon" } });
  expect(refusal(wrong)).toEqual([400, { error: "released_at is invalid" }]);
});

test("evidence is collected at the creation, when an upcoming release's time comes, and never of a release of the past", async () => {
  const platform = await startPlatform({ seed: SEED });
  expect((await create(platform, { tag_name: "v1" }))["evidences"]).toHaveLength(1);
  const past = await create(platform, { tag_name: "v2", released_at: "2020-01-01T00:00:00Z" });
  expect([past["evidences"], past["evidence_sha"]]).toEqual([[], null]);
  const soon = new Date(Date.now() + 60_000).toISOString();
  const upcoming = await create(platform, { tag_name: "releases/v3", released_at: soon });
  expect(upcoming["evidences"]).toEqual([]);
  const path = `${APP}/releases%2Fv3`;
  await platform.call("PUT", path, { ...DEV, json: { released_at: new Date(Date.now() + 200).toISOString() } });
  const collected = (answer: Answer): boolean => (answer.body as { evidences: unknown[] }).evidences.length === 1;
  await until(() => platform.call("GET", path, DEV), collected);
});

test("asked for, evidence is added to the release; 201 on real servers, and licensed", async () => {
  for (const [dialect, status] of [
    ["neutral", 200],
    ["vendor", 201],
  ] as const) {
    const platform = await startPlatform({ seed: SEED, dialect, tier: "premium" });
    await create(platform, { tag_name: "v1" });
    expect((await platform.call("POST", `${APP}/v1/evidence`, DEV)).status).toBe(status);
    const { evidences } = (await platform.call("GET", `${APP}/v1`, DEV)).body as { evidences: { sha: string }[] };
    expect(new Set(evidences.map(({ sha }) => sha)).size).toBe(2);
    expect((await platform.call("POST", `${APP}/v9/evidence`, DEV)).status).toBe(404);
    expect((await platform.call("POST", `${APP}/v1/evidence`, { token: "token-of-reporter" })).status).toBe(403);
  }
  const free = await startPlatform({ seed: SEED, tier: "free" });
  await create(free, { tag_name: "v1" });
  expect(refusal(await free.call("POST", `${APP}/v1/evidence`, DEV))).toEqual([404, { error: "404 Not Found" }]);
});

test("creating and changing a release takes the Developer role", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v1" });
  const statuses = async (token: string) => [
    (await platform.call("POST", APP, { token, json: { tag_name: "v2" } })).status,
    (await platform.call("PUT", `${APP}/v1`, { token, json: { name: "x" } })).status,
    (await platform.call("DELETE", `${APP}/v1`, { token })).status,
  ];
  expect(await statuses("token-of-reporter")).toEqual([403, 403, 403]);
  expect(await statuses("")).toEqual([401, 401, 401]);
  expect(await statuses("token-of-dev")).toEqual([201, 200, 200]);
});

test("guests of a private project see releases without what leads to its code", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v1", name: "Secret", assets: { links: [{ name: "x", url: "https://example.com" }] } });
  const guest = { token: "token-of-guest" };
  const [release] = (await platform.call("GET", APP, guest)).body as [Record<string, unknown>];
  expect(release).toMatchObject({ name: "Release-2", assets: { count: 1 } });
  for (const name of ["tag_name", "commit", "commit_path", "tag_path", "evidences", "_links"])
    expect(release).not.toHaveProperty(name);
  expect((await platform.call("GET", `${APP}/v1`, guest)).status).toBe(403);
  expect((await platform.call("GET", APP, { token: "token-of-reporter" })).body).toMatchObject([{ tag_name: "v1" }]);
});

test("nobody in particular reads releases of public projects, and of no others", async () => {
  const platform = await startPlatform({ seed: SEED });
  expect((await platform.call("GET", OPEN, { token: "" })).body).toMatchObject([{ tag_name: "v1" }]);
  expect((await platform.call("GET", `${OPEN}/v1`, { token: "" })).status).toBe(200);
  expect((await platform.call("GET", APP, { token: "" })).status).toBe(404);
});

test("a project whose releases are off refuses to show them", async () => {
  const platform = await startPlatform({ seed: SEED });
  await platform.call("PUT", "/projects/top%2Fopen", { json: { releases_access_level: "disabled" } });
  expect((await platform.call("GET", OPEN, { token: "" })).status).toBe(403);
  expect((await platform.call("GET", `${OPEN}/v1`)).status).toBe(403);
});

test("a job token lists, reads and changes releases, and does nothing else with them", async () => {
  const platform = await startPlatform();
  const releases = "/projects/acme-labs%2Fwebsite/releases";
  const asJob = (method: string, path: string, json?: unknown) =>
    platform.call(method, path, {
      token: "",
      headers: { "JOB-TOKEN": "job-token-of-website" },
      ...(json === undefined ? {} : { json }),
    });
  expect((await asJob("GET", releases)).status).toBe(200);
  expect((await asJob("GET", `${releases}/v1.0.0`)).status).toBe(200);
  expect((await asJob("PUT", `${releases}/v1.0.0`, { name: "By the job" })).body).toMatchObject({ name: "By the job" });
  expect((await asJob("POST", releases, { tag_name: "v2", ref: "main" })).status).toBe(401);
  expect((await asJob("POST", `${releases}/v1.0.0/evidence`)).status).toBe(401);
  expect((await asJob("DELETE", `${releases}/v1.0.0`)).status).toBe(401);
});

test("single links of a release are listed, added, changed and deleted", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v1", assets: { links: [{ name: "a", url: "https://example.com/a" }] } });
  const links = `${APP}/v1/assets/links`;
  const added = await platform.call("POST", links, {
    ...DEV,
    json: { name: "b", url: "https://example.com/b", link_type: "image" },
  });
  expect([added.status, added.body]).toEqual([201, expect.objectContaining({ id: 2, name: "b", link_type: "image" })]);
  const taken = await platform.call("PUT", `${links}/2`, { ...DEV, json: { name: "a" } });
  expect(refusal(taken)).toEqual([400, { message: { name: ["has already been taken"] } }]);
  const changed = await platform.call("PUT", `${links}/2`, { ...DEV, json: { filepath: "/b" } });
  expect(changed.body).toMatchObject({
    name: "b",
    link_type: "image",
    direct_asset_url: expect.stringMatching(/\/v1\/downloads\/b$/),
  });
  expect(each(await platform.call("GET", links, DEV), "name")).toEqual(["b", "a"]);
  expect((await platform.call("DELETE", `${links}/1`, { token: "token-of-reporter" })).status).toBe(403);
  expect((await platform.call("DELETE", `${links}/1`, DEV)).body).toMatchObject({ id: 1 });
  expect((await platform.call("GET", `${links}/1`, DEV)).status).toBe(404);
});

test("releases go with their project, and an archived project keeps its own as they are", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v1" });
  await platform.call("POST", "/projects/top%2Fteam%2Fapp/archive");
  expect((await platform.call("PUT", `${APP}/v1`, { ...DEV, json: { name: "x" } })).status).toBe(403);
  expect((await platform.call("DELETE", "/projects/top%2Fopen")).status).toBe(202);
  await until(
    () => platform.call("GET", OPEN),
    (answer) => answer.status === 404,
  );
});

test("releases come from a seed, which may name only tags and milestones that are there", async () => {
  const platform = await startPlatform();
  expect((await platform.call("GET", "/projects/acme-labs%2Fwebsite/releases", { token: "" })).body).toMatchObject([
    { tag_name: "v1.0.0", milestones: [{ title: "Launch" }], assets: { count: 6 } },
  ]);
  const broken = (release: Record<string, unknown>) =>
    startPlatform({ seed: { ...SEED, releases: [{ project: "top/open", author: "root", ...release }] } });
  await expect(broken({ tag: "v7" })).rejects.toThrow("the seed names a tag that top/open does not have: v7");
  await expect(broken({ tag: "v1", milestones: ["Own"] })).rejects.toThrow("cannot have: Own");
});
