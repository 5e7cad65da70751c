import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Repository, startRepository } from "../repositories.js";

type Body = Record<string, unknown>;

let code: Repository;
beforeAll(async () => {
  code = await startRepository();
});
afterAll(() => code.close());

const gitId = (text: string | Buffer): string =>
  createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0`)
    .update(text)
    .digest("hex");

const file = (path: string): string => `/files/${encodeURIComponent(path)}`;

test("the first file makes the branch, which becomes the default branch and is protected a moment later", async () => {
  expect((await code.api("GET", code.at)).body).toMatchObject({ empty_repo: true, default_branch: null });
  const made = await code.call("POST", file("README.md"), { branch: "main", content: "Hello\n", commit_message: "Begin" });
  expect(made).toMatchObject({ status: 201, body: { file_path: "README.md", branch: "main" } });
  expect((await code.api("GET", code.at)).body).toMatchObject({
    empty_repo: false,
    default_branch: "main",
    readme_url: expect.stringMatching(/\/-\/blob\/main\/README\.md$/),
  });
  expect((await code.api("GET", `${code.at}/protected_branches`)).body).toMatchObject([
    { name: "main", push_access_levels: [{ access_level: 40 }] },
  ]);
});

test("a file is read with git's id of it, its hash and the commits it is from, in body and headers", async () => {
  const { body, headers } = await code.call("GET", `${file("README.md")}?ref=main`);
  const [last] = (await code.call("GET", "/commits")).body as Body[];
  const facts = {
    file_name: "README.md",
    file_path: "README.md",
    size: 6,
    encoding: "base64",
    content_sha256: createHash("sha256").update("Hello\n").digest("hex"),
    ref: "main",
    blob_id: gitId("Hello\n"),
    commit_id: last?.["id"],
    last_commit_id: last?.["id"],
    execute_filemode: false,
  };
  expect(body).toEqual({ ...facts, content: Buffer.from("Hello\n").toString("base64") });
  expect(headers.get("x-gitlab-blob-id")).toBe(facts.blob_id);
  const head = await code.call("HEAD", `${file("README.md")}?ref=main`);
  expect([head.status, head.headers.get("x-gitlab-file-path"), head.headers.get("x-gitlab-size")]).toEqual([
    200,
    "README.md",
    "6",
  ]);
});

test("bytes come back as they went in, and raw as they are", async () => {
  const bytes = Buffer.from([0, 255, 10, 13, 128, 1]);
  const sent = { branch: "main", content: bytes.toString("base64"), encoding: "base64", commit_message: "Bytes" };
  await code.call("POST", file("data/blob.bin"), sent);
  expect((await code.call("GET", `${file("data/blob.bin")}?ref=main`)).body).toMatchObject({
    content: bytes.toString("base64"),
    blob_id: gitId(bytes),
  });
  expect((await code.call("GET", `${file("data/blob.bin")}/raw`)).body).toEqual(bytes);
});

test("an update that another commit overtook is refused by last_commit_id", async () => {
  const before = (await code.call("GET", `${file("README.md")}?ref=main`)).body as Body;
  const change = (content: string, more: Body = {}) =>
    code.call("PUT", file("README.md"), { branch: "main", content, commit_message: "Change", ...more });
  expect(await change("Hello there\n")).toMatchObject({ status: 200, body: { file_path: "README.md", branch: "main" } });
  const late = await change("Hello all\n", { last_commit_id: before["last_commit_id"] });
  expect(late).toMatchObject({
    status: 400,
    body: { message: "You are attempting to update a file that has changed since you started editing it." },
  });
  const now = (await code.call("GET", `${file("README.md")}?ref=main`)).body as Body;
  expect((await change("Hello all\n", { last_commit_id: now["last_commit_id"] })).status).toBe(200);
});

test("what cannot be done to a file is refused in the words of servers", async () => {
  const sent = { branch: "main", content: "", commit_message: "No" };
  const refusals = [
    ["POST", "README.md", sent, "A file with this name already exists"],
    ["POST", "data", sent, "A directory with this name already exists"],
    ["PUT", "gone.txt", sent, "A file with this name doesn't exist"],
    ["POST", "a.txt", { ...sent, branch: "nowhere" }, "You can only create or edit files when you are on a branch"],
  ] as const;
  for (const [method, path, json, message] of refusals)
    expect(await code.call(method, file(path), json)).toMatchObject({ status: 400, body: { message } });
  expect(await code.call("DELETE", `${file("gone.txt")}?branch=main&commit_message=x`)).toMatchObject({ status: 400 });
  expect((await code.call("GET", `${file("gone.txt")}?ref=main`)).body).toEqual({ message: "404 File Not Found" });
  expect((await code.call("GET", `${file("README.md")}?ref=nowhere`)).body).toEqual({ message: "404 Commit Not Found" });
  expect((await code.call("GET", file("README.md"))).body).toEqual({ error: "ref is missing" });
  expect((await code.call("POST", file("a.txt"), { branch: "main" })).body).toEqual({
    error: "commit_message is missing, content is missing",
  });
});

test("a file can begin a branch, become executable and go", async () => {
  const sent = { branch: "topic", start_branch: "main", content: "#!/bin/sh\n", commit_message: "Run", execute_filemode: true };
  expect((await code.call("POST", file("run.sh"), sent)).status).toBe(201);
  expect((await code.call("GET", `${file("run.sh")}?ref=topic`)).body).toMatchObject({ execute_filemode: true });
  expect((await code.call("GET", `${file("run.sh")}?ref=main`)).status).toBe(404);
  expect((await code.call("DELETE", `${file("run.sh")}?branch=topic&commit_message=Gone`)).status).toBe(204);
  expect((await code.call("GET", `${file("run.sh")}?ref=topic`)).status).toBe(404);
  const taken = await code.call("POST", file("b.txt"), { ...sent, branch: "main", start_branch: "topic" });
  expect(taken).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("A branch called 'main' already exists") },
  });
});

test("blame names the commit that each line is from", async () => {
  await code.commit("main", [{ action: "create", file_path: "song.txt", content: "one\ntwo\nthree\n" }], {
    commit_message: "First",
  });
  await code.commit("main", [{ action: "update", file_path: "song.txt", content: "one\n2\nthree\n" }], {
    commit_message: "Second",
  });
  const { body } = await code.call("GET", `${file("song.txt")}/blame?ref=main`);
  expect((body as { commit: Body; lines: string[] }[]).map(({ commit, lines }) => [commit["message"], lines])).toEqual([
    ["First", ["one"]],
    ["Second", ["2"]],
    ["First", ["three"]],
  ]);
});

test("guests read no code of a private project, reporters write none, developers push where nothing is protected", async () => {
  const sent = { branch: "main", content: "x", commit_message: "Try" };
  expect((await code.call("GET", `${file("README.md")}?ref=main`, undefined, "gus")).status).toBe(403);
  expect((await code.call("GET", `${file("README.md")}?ref=main`, undefined, "rita")).status).toBe(200);
  const refused = { status: 403, body: { message: "403 Forbidden - You are not allowed to push into this branch" } };
  expect(await code.call("POST", file("x.txt"), sent, "rita")).toMatchObject(refused);
  expect(await code.call("POST", file("x.txt"), sent, "dev")).toMatchObject(refused);
  expect((await code.call("POST", file("x.txt"), { ...sent, branch: "dev", start_branch: "main" }, "dev")).status).toBe(201);
  expect((await code.call("POST", file("x.txt"), sent, "mia")).status).toBe(201);
});

test("nobody, not even an administrator, pushes to a branch that is protected against all", async () => {
  await code.call("POST", "/branches?branch=frozen&ref=main");
  const levels = { name: "frozen", push_access_level: 0, merge_access_level: 0 };
  expect((await code.api("POST", `${code.at}/protected_branches`, levels)).status).toBe(201);
  const sent = { branch: "frozen", content: "x", commit_message: "Try" };
  const message = "403 Forbidden - You are not allowed to push into this branch";
  expect(await code.call("POST", file("y.txt"), sent)).toMatchObject({ status: 403, body: { message } });
});

test("an archived project takes no commit", async () => {
  await code.api("POST", `${code.at}/archive`);
  const sent = { branch: "main", content: "x", commit_message: "Try" };
  expect((await code.call("POST", file("z.txt"), sent)).status).toBe(403);
  await code.api("POST", `${code.at}/unarchive`);
});

test("a project shows the default branch that it was asked for while its repository is empty", async () => {
  const { body } = await code.api("POST", "/projects", { name: "wished", default_branch: "trunk" });
  expect(body).toMatchObject({ default_branch: "trunk", empty_repo: true });
  const made = await code.api("POST", `/projects/${String((body as Body)["id"])}/repository/branches?branch=topic&ref=trunk`);
  expect(made.status).toBe(201);
});
