import { expect, test } from "vitest";
import { group, project, startBench } from "../bench.js";

test("a search finds what its scope names, and nothing that the caller does not see", async () => {
  const { ask, list } = await startBench();
  await ask("POST", `${project}/issues`, { title: "A needle", confidential: true });
  await ask("POST", `${project}/issues/1/notes`, { body: "needle in a note" });
  await ask("POST", `${project}/milestones`, { title: "Needle week" });
  const file = { branch: "main", commit_message: "Add a needle", content: "one\ntwo\nneedle\n" };
  await ask("POST", `${project}/repository/files/hay.txt`, file);
  expect((await list("/search?scope=issues&search=NEEDLE"))[0]).toMatchObject({ title: "A needle" });
  expect(await list("/search?scope=issues&search=needle", "guest")).toEqual([]);
  expect((await list(`${group}/search?scope=milestones&search=needle`)).length).toBe(1);
  expect(await list(`${project}/search?scope=blobs&search=needle`)).toMatchObject([
    { path: "hay.txt", startline: 1, ref: "main" },
  ]);
  expect(await list(`${project}/-/search?scope=commits&search=needle`)).toMatchObject([{ title: "Add a needle" }]);
  expect((await list(`${project}/search?scope=notes&search=needle`))[0]).toMatchObject({ body: "needle in a note" });
  expect((await list("/search?scope=users&search=maintain"))[0]).toMatchObject({ username: "maintainer" });
  expect((await list("/search?scope=projects&search=web", "guest"))[0]).toMatchObject({ path_with_namespace: "acme/web" });
  expect(await list("/search?scope=projects&search=web", "stranger")).toEqual([]);
  expect((await ask("GET", "/search?scope=blobs&search=needle"))[0]).toBe(400);
  expect((await ask("GET", "/search?search=needle"))[0]).toBe(400);
});

test("to-do items are listed and done", async () => {
  const { ask, list } = await startBench();
  await ask("POST", `${project}/issues`, { title: "one" });
  await ask("POST", `${project}/issues/1/todo`, {}, "guest");
  const [todo] = await list("/todos", "guest");
  expect(todo).toMatchObject({ action_name: "marked", state: "pending", target: { title: "one" } });
  expect(await list("/todos", "owner")).toEqual([]);
  expect(await ask("POST", `/todos/${String(todo?.["id"])}/mark_as_done`, {}, "guest")).toMatchObject([201, { state: "done" }]);
  expect(await list("/todos", "guest")).toEqual([]);
  expect((await ask("POST", "/todos/mark_as_done", {}, "guest"))[0]).toBe(204);
});

test("a draft note is its author's until it is published", async () => {
  const { ask, list } = await startBench();
  await ask("POST", `${project}/repository/branches?branch=side&ref=main`);
  await ask("POST", `${project}/merge_requests`, { source_branch: "side", target_branch: "main", title: "Side" });
  const at = `${project}/merge_requests/1/draft_notes`;
  const [status, made] = await ask("POST", at, { note: "hm" }, "developer");
  expect([status, made]).toMatchObject([201, { note: "hm", discussion_id: null, resolve_discussion: false }]);
  expect(await list(at, "maintainer")).toEqual([]);
  const one = `${at}/${String(made["id"])}`;
  expect((await ask("PUT", one, { note: "hm!" }, "developer"))[1]).toMatchObject({ note: "hm!" });
  expect((await ask("PUT", `${one}/publish`, {}, "developer"))[0]).toBe(204);
  expect((await list(`${project}/merge_requests/1/notes`))[0]).toMatchObject({ body: "hm!", type: "DiscussionNote" });
  expect(await list(at, "developer")).toEqual([]);
  expect((await ask("POST", `${at}/bulk_publish`, {}, "developer"))[0]).toBe(204);
});

test("there are no images in the registry", async () => {
  const { ask, list } = await startBench();
  expect(await list(`${project}/registry/repositories`)).toEqual([]);
  expect((await ask("GET", "/registry/repositories/1"))[0]).toBe(404);
  expect((await ask("GET", `${project}/registry/repositories`, undefined, "guest"))[0]).toBe(403);
});
