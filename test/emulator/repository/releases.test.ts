import { expect, test } from "vitest";
import { each } from "../answers.js";
import { startPlatform } from "../platform.js";
import { APP, DEV, OPEN, SEED, create, firstEvidence, refusal } from "./releases.js";

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

test("released_at is now unless it is sent, and a later one makes the release an upcoming one", async () => {
  const platform = await startPlatform({ seed: SEED });
  const now = await create(platform, { tag_name: "v1" });
  expect(now["released_at"]).toBe(now["created_at"]);
  const later = await create(platform, { tag_name: "v2", released_at: "2099-01-01T12:00:00+02:00" });
  expect(later).toMatchObject({ released_at: "2099-01-01T10:00:00.000Z", upcoming_release: true });
  const wrong = await platform.call("POST", APP, { ...DEV, json: { tag_name: "releases/v3", released_at: "soon" } });
  expect(refusal(wrong)).toEqual([400, { error: "released_at is invalid" }]);
});

test("releases go with their project, and an archived project keeps its own as they are", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v1" });
  await platform.call("POST", "/projects/top%2Fteam%2Fapp/archive");
  expect((await platform.call("PUT", `${APP}/v1`, { ...DEV, json: { name: "x" } })).status).toBe(403);
  expect((await platform.call("DELETE", "/projects/top%2Fopen")).status).toBe(202);
  platform.work();
  expect((await platform.call("GET", OPEN)).status).toBe(404);
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
