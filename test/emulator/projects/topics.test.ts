import { expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";

const taken = { message: { name: ["has already been taken"] } };

async function create(platform: Platform, name: string, title = name): Promise<number> {
  const answer = await platform.call("POST", "/topics", { json: { name, title } });
  expect(answer.status).toBe(201);
  return (answer.body as { id: number }).id;
}

function avatar(name: string, bytes: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append("avatar", new Blob([bytes]), name);
  return form;
}

test("a topic is created, read, changed and deleted", async () => {
  const platform = await startPlatform({ seed: "none" });
  const made = await platform.call("POST", "/topics", { json: { name: "go", title: "Go", description: "Gophers" } });
  const topic = { id: 1, name: "go", title: "Go", description: "Gophers", total_projects_count: 0, avatar_url: null };
  expect([made.status, made.body]).toEqual([201, topic]);
  const read = await platform.call("GET", "/topics/1");
  expect([read.status, read.body]).toEqual([200, topic]);
  const changed = await platform.call("PUT", "/topics/1", { json: { title: "Golang", description: null } });
  expect([changed.status, changed.body]).toEqual([200, { ...topic, title: "Golang", description: null }]);
  const gone = await platform.call("DELETE", "/topics/1");
  expect([gone.status, gone.body]).toEqual([204, ""]);
  const missing = await platform.call("GET", "/topics/1");
  expect([missing.status, missing.body]).toEqual([404, { message: "404 Not found" }]);
  expect((await platform.call("DELETE", "/topics/1")).status).toBe(404);
});

test("a topic without a description reads null, and each attribute is changed by itself", async () => {
  const platform = await startPlatform({ seed: "none" });
  await create(platform, "go", "Go");
  expect((await platform.call("GET", "/topics/1")).body).toMatchObject({ description: null, avatar_url: null });
  for (const json of [{ name: "golang" }, { title: "Golang" }, { description: "Gophers" }])
    expect((await platform.call("PUT", "/topics/1", { json })).body).toMatchObject(json);
  expect((await platform.call("GET", "/topics/1")).body).toMatchObject({
    name: "golang",
    title: "Golang",
    description: "Gophers",
  });
});

test("a topic needs a name and a title", async () => {
  const platform = await startPlatform({ seed: "none" });
  for (const [json, error] of [
    [{}, "name is missing, title is missing"],
    [{ name: "go" }, "title is missing"],
    [{ title: "Go" }, "name is missing"],
  ] as const) {
    const answer = await platform.call("POST", "/topics", { json });
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  }
});

test("everybody reads topics, only administrators write them", async () => {
  const platform = await startPlatform();
  for (const path of ["/topics", "/topics/1"]) expect((await platform.call("GET", path, { token: "" })).status).toBe(200);
  for (const [method, path] of [
    ["POST", "/topics?name=go&title=Go"],
    ["PUT", "/topics/1?title=Other"],
    ["DELETE", "/topics/1"],
  ] as const) {
    expect([method, (await platform.call(method, path, { token: "" })).status]).toEqual([method, 401]);
    expect([method, (await platform.call(method, path, { token: "token-of-alice" })).status]).toEqual([method, 403]);
  }
});

test("topics come in pages of 20, those with most projects first; real servers count the projects that are not private", async () => {
  const topics = Array.from({ length: 23 }, (_, place) => ({ name: `t${place}` }));
  const projects = [
    { path_with_namespace: "acme/a", topics: ["t5", "t7"] },
    { path_with_namespace: "acme/b", topics: ["t7"] },
    { path_with_namespace: "acme/c", topics: ["t3"], visibility: "public" },
  ];
  const groups = [{ full_path: "acme", visibility: "public" }];
  for (const [dialect, first] of [
    ["neutral", ["t7", "t3", "t5", "t0"]],
    ["vendor", ["t3", "t0", "t1", "t2"]],
  ] as const) {
    const platform = await startPlatform({ dialect, seed: { topics, groups, projects } });
    const page = await platform.call("GET", "/topics");
    const names = (page.body as { name: string }[]).map(({ name }) => name);
    expect([dialect, names.slice(0, 4), names.length]).toEqual([dialect, first, 20]);
    expect((await platform.call("GET", "/topics?page=2")).body).toHaveLength(3);
    expect((await platform.call("GET", "/topics?per_page=4")).body).toHaveLength(4);
  }
});

test("total_projects_count counts all projects of a topic, and projects are found by it", async () => {
  const platform = await startPlatform();
  expect((await platform.call("GET", "/topics/2")).body).toMatchObject({ name: "infrastructure", total_projects_count: 2 });
  const projects = await platform.call("GET", "/projects?topic=infrastructure&order_by=id&sort=asc");
  expect((projects.body as { path: string }[]).map(({ path }) => path)).toEqual(["api", "deploy"]);
});

test("without_projects keeps the topics that no project has", async () => {
  const platform = await startPlatform();
  await create(platform, "unused");
  const names = async (query: string) =>
    ((await platform.call("GET", `/topics?${query}`)).body as { name: string }[]).map(({ name }) => name);
  expect(await names("without_projects=true")).toEqual(["unused"]);
  expect(await names("without_projects=false")).toEqual(["typescript", "infrastructure", "unused"]);
});

test("deleting a topic takes it off its projects", async () => {
  const platform = await startPlatform();
  const topicsOfApi = async () => (await platform.call("GET", "/projects/acme-labs%2Fplatform%2Fapi")).body;
  expect(await topicsOfApi()).toMatchObject({ topics: ["typescript", "infrastructure"] });
  expect((await platform.call("DELETE", "/topics/1")).status).toBe(204);
  expect(await topicsOfApi()).toMatchObject({ topics: ["infrastructure"], tag_list: ["infrastructure"] });
  expect((await platform.call("GET", "/projects?topic=typescript")).body).toEqual([]);
});

test("a topic may be created with an avatar", async () => {
  const platform = await startPlatform({ seed: "none" });
  const form = avatar("go.png", new Uint8Array([1]));
  form.append("name", "go");
  form.append("title", "Go");
  const made = await platform.call("POST", "/topics", { body: form });
  expect([made.status, made.body]).toEqual([201, expect.objectContaining({ avatar_url: expect.stringMatching(/\/go\.png$/) })]);
});

test("the rules of names, titles and descriptions hold", async () => {
  const platform = await startPlatform({ seed: "none" });
  await create(platform, "Go");
  const refuse = async (json: unknown, body: unknown) => {
    const answer = await platform.call("POST", "/topics", { json });
    expect([answer.status, answer.body]).toEqual([400, body]);
  };
  await refuse({ name: "go", title: "x" }, taken);
  await refuse({ name: " ", title: "" }, { message: { name: ["can't be blank"], title: ["can't be blank"] } });
  await refuse({ name: "n".repeat(256), title: "x" }, { message: { name: ["is too long (maximum is 255 characters)"] } });
  await refuse({ name: "n", title: "x".repeat(256) }, { message: { title: ["is too long (maximum is 255 characters)"] } });
  await refuse(
    { name: "n", title: "x", description: "x".repeat(1025) },
    { message: { description: ["is too long (maximum is 1024 characters)"] } },
  );
  const other = await create(platform, "n".repeat(255));
  expect((await platform.call("PUT", `/topics/${other}`, { json: { name: "GO" } })).body).toEqual(taken);
  expect((await platform.call("PUT", `/topics/${other}`, { json: { name: "N".repeat(255) } })).status).toBe(200);
});

test("the search is over names, and over titles too on a vendor's server", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const platform = await startPlatform({ seed: "none", dialect });
    await create(platform, "rust", "Ferris");
    const found = async (search: string) => (await platform.call("GET", `/topics?search=${search}`)).headers.get("X-Total");
    expect(await found("RUS")).toBe("1");
    expect(await found("ferris")).toBe(dialect === "vendor" ? "1" : "0");
  }
});

test("an avatar is served back byte for byte, replaced, and removed by a blank value", async () => {
  const platform = await startPlatform({ seed: "none" });
  await create(platform, "go");
  const bytes = new Uint8Array([137, 80, 78, 71, 0, 255, 1]);
  const sent = await platform.call("PUT", "/topics/1", { body: avatar("ts-3f2a.png", bytes) });
  const { avatar_url } = sent.body as { avatar_url: string };
  expect(avatar_url).toBe(`${platform.url}/uploads/-/system/projects/topic/avatar/1/ts-3f2a.png`);
  const served = await fetch(avatar_url);
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
  const replaced = await platform.call("PUT", "/topics/1", { body: avatar("../../other.png", bytes) });
  expect((replaced.body as { avatar_url: string }).avatar_url).toMatch(/\/avatar\/1\/other\.png$/);
  expect((await fetch(avatar_url)).status).toBe(404);
  expect((await platform.call("PUT", "/topics/1", { json: { title: "kept" } })).body).toMatchObject({
    avatar_url: expect.stringContaining("other.png"),
  });
  expect((await platform.call("PUT", "/topics/1", { json: { avatar: "" } })).body).toMatchObject({ avatar_url: null });
});

test("an avatar that is no image or too big is refused and changes nothing", async () => {
  const platform = await startPlatform({ seed: "none" });
  await create(platform, "go");
  const text = await platform.call("PUT", "/topics/1", { body: avatar("a.txt", "x") });
  expect(text.status).toBe(400);
  expect(text.body).toHaveProperty("message.avatar");
  const form = avatar("a.png", new Uint8Array(201 * 1024));
  form.append("title", "changed");
  expect((await platform.call("PUT", "/topics/1", { body: form })).body).toEqual({
    message: { avatar: ["is too big (should be at most 200 KiB)"] },
  });
  expect((await platform.call("GET", "/topics/1")).body).toMatchObject({ title: "go", avatar_url: null });
});
