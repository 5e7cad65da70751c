import { expect, test } from "vitest";
import { as, NOTEABLES, startForum } from "../forum.js";
import { type Discussion, type Note, at, begin, discussionsIn, first } from "./threads.js";

test("only its author and maintainers change or delete a note", async () => {
  const forum = await startForum();
  for (const place of Object.values(NOTEABLES)) {
    const thread = await begin(forum, place, { body: "Mine" });
    for (const username of ["gina", "rita"]) {
      const answer = await forum.call("PUT", at(place, thread), { json: { body: "Yours" }, ...as(username) });
      expect([answer.status, answer.body]).toEqual([403, { message: "403 Forbidden" }]);
      expect((await forum.call("DELETE", at(place, thread), as(username))).status).toBe(403);
    }
    expect((await forum.call("PUT", at(place, thread), { json: { body: "Ours" }, ...as("mike") })).status).toBe(200);
    expect((await forum.call("DELETE", at(place, thread), as("mike"))).status).toBe(204);
  }
});

test("system notes are neither changed nor deleted, not even by administrators", async () => {
  const forum = await startForum();
  const [, system] = discussionsIn(await forum.call("GET", `${NOTEABLES.issue}/discussions`));
  if (system === undefined) throw new Error("no system note");
  expect((await forum.call("PUT", at(NOTEABLES.issue, system), { json: { body: "x" } })).status).toBe(403);
  expect((await forum.call("DELETE", at(NOTEABLES.issue, system))).status).toBe(403);
});

test("a note is found only in its own discussion, and a discussion only on its own thing", async () => {
  const forum = await startForum();
  const [one, other] = [await begin(forum, NOTEABLES.issue, { body: "1" }), await begin(forum, NOTEABLES.issue, { body: "2" })];
  const crossed = await forum.call("PUT", at(NOTEABLES.issue, one, first(other)), { json: { body: "x" } });
  expect([crossed.status, crossed.body]).toEqual([404, { message: "404 Not found" }]);
  expect((await forum.call("GET", `${NOTEABLES.snippet}/discussions/${one.id}`)).status).toBe(404);
  expect((await forum.call("GET", `${NOTEABLES.issue}/discussions/${"0".repeat(40)}`)).status).toBe(404);
  const missing = await forum.call("GET", "/projects/acme%2Fweb/snippets/99/discussions");
  expect([missing.status, missing.body]).toEqual([404, { message: "404 Snippet Not Found" }]);
  const noEpic = await forum.call("GET", "/groups/acme/epics/99/discussions");
  expect([noEpic.status, noEpic.body]).toEqual([404, { message: "404 Epic Not Found" }]);
});

test("discussions are for the signed-in, and of private projects for their members", async () => {
  const forum = await startForum();
  for (const place of Object.values(NOTEABLES))
    expect((await forum.call("GET", `${place}/discussions`, { token: "" })).status).toBe(401);
  const hidden = "/projects/acme%2Fsecret/issues/1/discussions";
  expect((await forum.call("GET", hidden, as("rita"))).status).toBe(200);
  expect((await forum.call("GET", hidden, as("otto"))).status).toBe(404);
  expect((await forum.call("POST", hidden, { json: { body: "x" }, ...as("otto") })).status).toBe(404);
});

test("a locked discussion takes notes of members alone", async () => {
  const forum = await startForum();
  const locked = "/projects/acme%2Fweb/issues/2";
  const refused = await forum.call("POST", `${locked}/discussions`, { json: { body: "x" }, ...as("otto") });
  expect([refused.status, refused.body]).toEqual([403, { message: "403 Forbidden" }]);
  await begin(forum, locked, { body: "x" }, "gina");
  await begin(forum, NOTEABLES.issue, { body: "x" }, "otto");
});

test("an archived project takes no notes", async () => {
  const forum = await startForum();
  await forum.call("POST", "/projects/acme%2Fweb/archive");
  expect((await forum.call("POST", `${NOTEABLES.issue}/discussions`, { json: { body: "x" } })).status).toBe(403);
});

test("epics are discussed on ULTIMATE alone", async () => {
  for (const [tier, status] of [
    ["ultimate", 200],
    ["premium", 404],
    ["free", 404],
  ] as const) {
    const forum = await startForum({ tier });
    expect((await forum.call("GET", `${NOTEABLES.epic}/discussions`)).status).toBe(status);
    expect((await forum.call("GET", `${NOTEABLES.issue}/discussions`)).status).toBe(200);
  }
});

test("confidential epics and private snippets are for those who may see them", async () => {
  const forum = await startForum();
  const epic = "/groups/acme/epics/2/discussions";
  expect((await forum.call("GET", epic, as("rita"))).status).toBe(200);
  expect((await forum.call("GET", epic, as("gina"))).status).toBe(404);
  const snippet = "/projects/acme%2Fweb/snippets/2/discussions";
  expect((await forum.call("GET", snippet, as("gina"))).status).toBe(200);
  expect((await forum.call("GET", snippet, as("otto"))).status).toBe(404);
});

test("where a project has no snippets, there is nothing to discuss", async () => {
  const forum = await startForum();
  await forum.call("PUT", "/projects/acme%2Fweb", { json: { snippets_access_level: "private" } });
  const status = async (username: string): Promise<number> =>
    (await forum.call("GET", `${NOTEABLES.snippet}/discussions`, as(username))).status;
  expect([await status("gina"), await status("otto")]).toEqual([200, 404]);
  await forum.call("PUT", "/projects/acme%2Fweb", { json: { snippets_access_level: "disabled" } });
  expect([await status("gina"), await status("root")]).toEqual([404, 404]);
});

test("threads on merge requests are resolved and reopened, whole", async () => {
  const forum = await startForum();
  const place = NOTEABLES.merge_request;
  const thread = await begin(forum, place, { body: "Please change" });
  expect(first(thread)).toMatchObject({ resolvable: true, resolved: false, resolved_by: null, resolved_at: null });
  const path = `${place}/discussions/${thread.id}`;
  const resolved = await forum.call("PUT", path, { json: { resolved: true }, ...as("mike") });
  expect(resolved.status).toBe(200);
  expect(first(resolved.body as Discussion)).toMatchObject({
    resolved: true,
    resolved_by: { username: "mike" },
    resolved_at: expect.stringMatching(/Z$/),
  });
  const open = await forum.call("PUT", path, { json: { resolved: false }, ...as("mike") });
  expect(first(open.body as Discussion)).toMatchObject({ resolved: false, resolved_by: null, resolved_at: null });
  expect((await forum.call("PUT", path, { json: {} })).body).toEqual({ error: "resolved is missing" });
});

test("threads are resolved by developers and the merge request's author, not by others", async () => {
  const forum = await startForum();
  const place = NOTEABLES.merge_request;
  const thread = await begin(forum, place, { body: "Please change" }, "mike");
  const resolve = async (username: string): Promise<number> =>
    (await forum.call("PUT", `${place}/discussions/${thread.id}`, { json: { resolved: true }, ...as(username) })).status;
  expect(await resolve("rita")).toBe(403);
  expect(await resolve("dora")).toBe(200);
  const byAuthor = await begin(forum, place, { body: "Mine" }, "gina");
  const note = await forum.call("PUT", at(place, byAuthor), { json: { resolved: true }, ...as("gina") });
  expect([note.status, (note.body as Note)["resolved"]]).toEqual([200, true]);
});

test("a change of a merge request's note is either its text or whether it is resolved", async () => {
  const forum = await startForum();
  const place = NOTEABLES.merge_request;
  const thread = await begin(forum, place, { body: "Please change" });
  const change = async (json: unknown): Promise<unknown> => (await forum.call("PUT", at(place, thread), { json })).body;
  expect(await change({})).toEqual({ error: "body, resolved are missing, exactly one parameter must be provided" });
  expect(await change({ body: "x", resolved: true })).toEqual({ error: "body, resolved are mutually exclusive" });
  expect(await change({ resolved: true })).toMatchObject({ resolved: true });
  expect(await change({ body: "Better" })).toMatchObject({ body: "Better", resolved: true });
  const [comment] = discussionsIn(await forum.call("GET", `${place}/discussions`));
  if (comment === undefined) throw new Error("no comment");
  const single = await forum.call("PUT", at(place, comment), { json: { resolved: true } });
  expect([single.status, single.body]).toEqual([400, { message: "400 Bad request - Note is not resolvable" }]);
  expect((await forum.call("PUT", `${place}/discussions/${comment.id}`, { json: { resolved: true } })).status).toBe(403);
});

test("a reply in a resolved thread is resolved too", async () => {
  const forum = await startForum();
  const place = NOTEABLES.merge_request;
  const thread = await begin(forum, place, { body: "Please change" });
  const path = `${place}/discussions/${thread.id}`;
  await forum.call("PUT", path, { json: { resolved: true } });
  const json = { note_id: first(thread).id, body: "Thanks" };
  const reply = await forum.call("POST", `${path}/notes`, { json, ...as("dora") });
  expect(reply.body).toMatchObject({ resolved: true, resolved_by: { username: "dora" } });
});
