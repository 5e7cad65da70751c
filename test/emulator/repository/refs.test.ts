import { afterAll, beforeAll, expect, test } from "vitest";
import { type Repository, startRepository } from "../repositories.js";

type Body = Record<string, unknown>;

let code: Repository;
beforeAll(async () => {
  code = await startRepository();
});
afterAll(() => code.close());

const names = (body: unknown): unknown[] => (body as Body[]).map(({ name }) => name);

test("a branch in an empty repository brings the default branch with it", async () => {
  expect(await code.call("POST", "/branches?branch=topic&ref=main")).toMatchObject({
    status: 201,
    body: { name: "topic", merged: false, default: false, can_push: true, commit: { title: "Add README.md" } },
  });
  expect(names((await code.call("GET", "/branches")).body)).toEqual(["main", "topic"]);
});

test("branches are found by part, beginning, end and pattern of their names", async () => {
  for (const branch of ["release/1", "release/2", "old-release"]) await code.call("POST", `/branches?branch=${branch}&ref=main`);
  const found = async (query: string): Promise<unknown[]> => names((await code.call("GET", `/branches?${query}`)).body);
  expect(await found("search=release")).toEqual(["old-release", "release/1", "release/2"]);
  expect(await found("search=^release")).toEqual(["release/1", "release/2"]);
  expect(await found("search=release$")).toEqual(["old-release"]);
  expect(await found(`regex=${encodeURIComponent("/[12]$")}`)).toEqual(["release/1", "release/2"]);
  expect((await code.call("GET", `/branches?regex=${encodeURIComponent("(")}`)).status).toBe(400);
  expect((await code.call("GET", "/branches?pagination=keyset&per_page=2")).headers.get("link")).toContain("page_token=");
  expect((await code.call("HEAD", "/branches/topic")).status).toBe(204);
  expect((await code.call("HEAD", "/branches/nowhere")).status).toBe(404);
});

test("a branch is made once, from what there is, under a name that git takes", async () => {
  const refusals = [
    ["branch=topic&ref=main", "Branch already exists"],
    ["branch=b&ref=nowhere", "Failed to create branch 'b': invalid reference name 'nowhere'"],
    ["branch=a..b&ref=main", "Branch name is invalid"],
  ] as const;
  for (const [query, message] of refusals)
    expect(await code.call("POST", `/branches?${query}`)).toMatchObject({ status: 400, body: { message } });
  expect((await code.call("POST", "/branches?branch=b&ref=main", undefined, "rita")).status).toBe(403);
});

// app/services/branches/delete_service.rb asks for the right to push, and what the hook refuses is 400; doc/user/project/repository/branches/protected.md: Maintainers may delete a protected branch.
test("the default branch is never deleted, a protected one by Maintainers", async () => {
  expect((await code.call("GET", "/branches/main")).body).toMatchObject({ protected: true });
  expect((await code.call("DELETE", "/branches/main")).status).toBe(400);
  expect((await code.call("PUT", "/branches/old-release/protect", { developers_can_push: true })).body).toMatchObject({
    protected: true,
    developers_can_push: true,
    developers_can_merge: false,
  });
  expect((await code.call("DELETE", "/branches/old-release", undefined, "dev")).status).toBe(400);
  expect((await code.call("DELETE", "/branches/old-release")).status).toBe(204);
  await code.call("POST", "/branches?branch=old-release&ref=main");
  expect((await code.call("PUT", "/branches/old-release/unprotect")).body).toMatchObject({ protected: false });
  expect((await code.call("DELETE", "/branches/old-release", undefined, "dev")).status).toBe(204);
});

test("merged branches go in the background, others stay", async () => {
  await code.commit("main", [{ action: "create", file_path: "next.txt", content: "" }]);
  await code.commit("ahead", [{ action: "create", file_path: "ahead.txt", content: "" }], { start_branch: "main" });
  expect((await code.call("GET", "/branches/topic")).body).toMatchObject({ merged: true });
  expect(await code.call("DELETE", "/merged_branches")).toMatchObject({ status: 202, body: { message: "202 Accepted" } });
  expect(names((await code.call("GET", "/branches")).body)).toEqual(["ahead", "main"]);
});

test("a tag with a message is an object of its own, one without points at its commit", async () => {
  const head = ((await code.call("GET", "/branches/main")).body as { commit: { id: string } }).commit.id;
  expect(await code.call("POST", "/tags", { tag_name: "v1.9", ref: "main" })).toMatchObject({
    status: 201,
    body: { name: "v1.9", message: "", target: head, commit: { id: head }, release: null, created_at: null, protected: false },
  });
  const { body } = await code.call("POST", "/tags", { tag_name: "v1.10", ref: "ahead", message: "Ten" });
  expect(body).toMatchObject({ message: "Ten", created_at: expect.stringMatching(/^20/) });
  expect((body as Body)["target"]).not.toBe(((body as Body)["commit"] as Body)["id"]);
  expect(names((await code.call("GET", "/tags?order_by=version&sort=asc")).body)).toEqual(["v1.9", "v1.10"]);
  expect(names((await code.call("GET", "/tags?order_by=name&sort=asc")).body)).toEqual(["v1.10", "v1.9"]);
  expect(names((await code.call("GET", "/tags?search=^v1.1")).body)).toEqual(["v1.10"]);
  expect((await code.call("GET", "/commits/v1.10")).body).toMatchObject({ title: "A commit" });
});

test("a tag is made once, by who may push, and goes", async () => {
  const refusals = [
    [{ tag_name: "v1.9", ref: "main" }, "Tag v1.9 already exists"],
    [{ tag_name: "v2", ref: "nowhere" }, "Target nowhere is invalid"],
    [{ tag_name: "v 2", ref: "main" }, "Tag name invalid"],
  ] as const;
  for (const [json, message] of refusals)
    expect(await code.call("POST", "/tags", json)).toMatchObject({ status: 400, body: { message } });
  expect((await code.call("POST", "/tags", { tag_name: "v2", ref: "main" }, "rita")).status).toBe(403);
  expect((await code.call("DELETE", "/tags/v1.9", undefined, "dev")).status).toBe(204);
  expect((await code.call("GET", "/tags/v1.9")).body).toEqual({ message: "404 Tag Not Found" });
});

test("a protected tag is made and taken away by those whom its rule lets through", async () => {
  await code.api("POST", `${code.at}/protected_tags`, { name: "v*", create_access_level: 40 });
  const message = "You are not allowed to create this tag as it is protected.";
  expect(await code.call("POST", "/tags", { tag_name: "v3", ref: "main" }, "dev")).toMatchObject({
    status: 400,
    body: { message },
  });
  expect(await code.call("POST", "/tags", { tag_name: "v3", ref: "main" }, "mia")).toMatchObject({
    status: 201,
    body: { protected: true },
  });
  expect((await code.call("DELETE", "/tags/v3", undefined, "dev")).status).toBe(403);
  expect((await code.call("DELETE", "/tags/v3", undefined, "mia")).status).toBe(204);
});

test("a push rule refuses a commit in the words of servers", async () => {
  await code.api("POST", `${code.at}/push_rule`, { commit_message_regex: "^[A-Z]+-[0-9]+", author_email_regex: "@example.org$" });
  const commit = (commit_message: string, author_email: string) =>
    code.call("POST", "/commits", {
      branch: "main",
      commit_message,
      author_email,
      actions: [{ action: "create", file_path: commit_message, content: "" }],
    });
  expect(await commit("Plain", "a@example.org")).toMatchObject({
    status: 400,
    body: { message: "Commit message does not follow the pattern '^[A-Z]+-[0-9]+'" },
  });
  expect(await commit("AB-1", "a@example.com")).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("does not follow the pattern") },
  });
});
