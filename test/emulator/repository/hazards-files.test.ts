import { afterAll, beforeAll, expect, test } from "vitest";
import { type Body, type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor({ tier: "ultimate" });
});
afterAll(() => vendor.close());

interface Commit {
  readonly branch?: string;
  readonly actions: readonly Body[];
}

/** Commits actions: the status and the body. */
async function commit(id: number, { branch = "main", actions }: Commit, token?: string): Promise<[number, Body]> {
  const sent = { branch, commit_message: "A commit", actions };
  return (await vendor.status("POST", `/projects/${id}/repository/commits`, sent, token)) as [number, Body];
}

const file = async (id: number, path: string): Promise<Body> =>
  (await vendor.status("GET", `/projects/${id}/repository/files/${encodeURIComponent(path)}?ref=main`))[1] as Body;

test("the first commit of an empty repository makes its branch", async () => {
  const { id } = await vendor.project();
  expect(await commit(id, { actions: [{ action: "create", file_path: "a", content: "a" }] })).toHaveProperty("0", 201);
  expect(await vendor.list(`/projects/${id}/repository/branches`)).toMatchObject([{ name: "main", default: true }]);
});

test("one commit creates, updates, moves, deletes and changes modes, or does nothing at all", async () => {
  const { id } = await vendor.project();
  const create = (file_path: string): Body => ({ action: "create", file_path, content: file_path });
  await commit(id, { actions: ["a", "b", "c", "d"].map(create) });
  const refused = [{ action: "update", file_path: "a", content: "x" }, create("b")];
  expect(await commit(id, { actions: refused })).toHaveProperty("0", 400);
  expect((await file(id, "a"))["content"]).toBe(Buffer.from("a").toString("base64"));
  const actions = [
    { action: "update", file_path: "a", content: "x" },
    { action: "move", file_path: "e", previous_path: "b" },
    { action: "delete", file_path: "c" },
    { action: "chmod", file_path: "d", execute_filemode: true },
  ];
  expect(await commit(id, { actions })).toHaveProperty("0", 201);
  const tree = await vendor.list(`/projects/${id}/repository/tree`);
  expect(tree.map(({ path, mode }) => [path, mode])).toEqual([
    ["a", "100644"],
    ["d", "100755"],
    ["e", "100644"],
  ]);
  expect(await file(id, "d")).toMatchObject({ execute_filemode: true });
});

test("a commit in between makes a change with last_commit_id 400", async () => {
  const { id } = await vendor.project();
  const [, first] = await commit(id, { actions: [{ action: "create", file_path: "a", content: "1" }] });
  const update = (content: string): Commit => ({
    actions: [{ action: "update", file_path: "a", content, last_commit_id: first["id"] }],
  });
  expect(await commit(id, update("2"))).toHaveProperty("0", 201);
  expect(await commit(id, update("3"))).toHaveProperty("0", 400);
});

test("content is kept as bytes, without a newline more, and binary comes by base64", async () => {
  const { id } = await vendor.project();
  const bytes = Buffer.from([0, 255, 10, 13]).toString("base64");
  await commit(id, {
    actions: [
      { action: "create", file_path: "a", content: "no newline" },
      { action: "create", file_path: "b", content: bytes, encoding: "base64" },
    ],
  });
  expect((await file(id, "a"))["content"]).toBe(Buffer.from("no newline").toString("base64"));
  expect((await file(id, "b"))["content"]).toBe(bytes);
});

test("a branch that is protected against the caller takes no commit, and none goes into an archived project", async () => {
  const { id } = await vendor.project({ initialize_with_readme: true });
  const token = await vendor.member(`/projects/${id}`, 30);
  vendor.work();
  const actions = [{ action: "create", file_path: "a", content: "a" }];
  expect([400, 403]).toContain((await commit(id, { actions }, token))[0]);
  await vendor.status("POST", `/projects/${id}/archive`);
  expect([400, 403]).toContain((await commit(id, { actions }))[0]);
});

test("push rules refuse a commit by its message and by the names of its files", async () => {
  const { id } = await vendor.project({ initialize_with_readme: true });
  await vendor.made(`/projects/${id}/push_rule`, { commit_message_regex: "^Fix", file_name_regex: "\\.exe$" });
  const actions = [{ action: "create", file_path: "a", content: "a" }];
  expect(await commit(id, { actions })).toHaveProperty("0", 400);
  await vendor.status("PUT", `/projects/${id}/push_rule`, { commit_message_regex: "" });
  expect(await commit(id, { actions })).toHaveProperty("0", 201);
  const named = [{ action: "create", file_path: "a.exe", content: "a" }];
  expect(await commit(id, { actions: named })).toHaveProperty("0", 400);
});

test("each commit runs a pipeline where one is configured, unless its message skips it", async () => {
  const { id } = await vendor.project();
  const config = "job:\n  script: echo\n";
  await commit(id, { actions: [{ action: "create", file_path: ".gitlab-ci.yml", content: config }] });
  const count = async (): Promise<number> => (await vendor.list(`/projects/${id}/pipelines`)).length;
  expect(await count()).toBe(1);
  const sent = { branch: "main", content: "x", commit_message: "Add [skip ci]" };
  await vendor.status("POST", `/projects/${id}/repository/files/b`, sent);
  const skipped = (await vendor.list(`/projects/${id}/pipelines`)).filter(({ status }) => status !== "skipped");
  expect(skipped).toHaveLength(1);
});

test("a branch is made of a ref once, and neither the default one nor, by developers, a protected one is removed", async () => {
  const { id } = await vendor.project({ initialize_with_readme: true });
  const at = `/projects/${id}/repository/branches`;
  await vendor.made(at, { branch: "x", ref: "main" });
  expect((await vendor.status("POST", at, { branch: "x", ref: "main" }))[0]).toBe(400);
  expect([400, 403]).toContain((await vendor.status("DELETE", `${at}/main`))[0]);
  await vendor.made(`/projects/${id}/protected_branches`, { name: "x" });
  const token = await vendor.member(`/projects/${id}`, 30);
  expect([400, 403]).toContain((await vendor.status("DELETE", `${at}/x`, undefined, token))[0]);
  expect(await vendor.list(at)).toHaveLength(2);
});
