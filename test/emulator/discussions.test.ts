import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { epicTable, noteTable, subscriptionTable } from "../../src/emulator/records/work-items.js";
import { Store } from "../../src/emulator/store.js";
import { defineTable } from "../../src/emulator/table.js";
import { each, until } from "./answers.js";
import type { Answer, Platform } from "./platform.js";
import { startPlatform } from "./platform.js";
import { NOTEABLES, startForum } from "./forum.js";

type Note = { id: number; body: string; type: string | null; system: boolean; author: { username: string } } & Record<
  string,
  unknown
>;
type Discussion = { id: string; individual_note: boolean; notes: Note[] };

const discussionsIn = (answer: Answer): Discussion[] => answer.body as Discussion[];
const as = (username: string): { token: string } => ({ token: `token-of-${username}` });

async function begin(forum: Platform, place: string, json: Record<string, unknown>, username = "dora"): Promise<Discussion> {
  const answer = await forum.call("POST", `${place}/discussions`, { json, ...as(username) });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Discussion;
}

function first(discussion: Discussion): Note {
  const [note] = discussion.notes;
  if (note === undefined) throw new Error("the discussion has no notes");
  return note;
}

/** Path of a note of a discussion. */
const at = (place: string, discussion: Discussion, note = first(discussion)): string =>
  `${place}/discussions/${discussion.id}/notes/${note.id}`;

test("a thread is begun, read, replied to, changed and deleted, alike on issues, snippets, epics and merge requests", async () => {
  const forum = await startForum();
  for (const place of Object.values(NOTEABLES)) {
    const thread = await begin(forum, place, { body: "Why?" });
    expect(thread).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{40}$/), individual_note: false });
    expect(first(thread)).toMatchObject({ type: "DiscussionNote", body: "Why?", author: { username: "dora" } });
    const json = { note_id: first(thread).id, body: "Because." };
    const reply = await forum.call("POST", `${place}/discussions/${thread.id}/notes`, { json, ...as("mike") });
    expect([reply.status, reply.body]).toEqual([201, expect.objectContaining({ type: "DiscussionNote", body: "Because." })]);
    const changed = await forum.call("PUT", at(place, thread), { json: { body: "Why not?" }, ...as("dora") });
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining({ id: first(thread).id, body: "Why not?" })]);
    const read = await forum.call("GET", `${place}/discussions/${thread.id}`, as("gina"));
    expect(read.status).toBe(200);
    expect((read.body as Discussion).notes.map((note) => note.body)).toEqual(["Why not?", "Because."]);
    const gone = await forum.call("DELETE", at(place, thread), as("dora"));
    expect([gone.status, gone.body]).toEqual([204, ""]);
    const left = (await forum.call("GET", `${place}/discussions/${thread.id}`, as("dora"))).body as Discussion;
    expect([left.individual_note, left.notes.length]).toEqual([false, 1]);
  }
});

test("deleting the last note takes the discussion away", async () => {
  const forum = await startForum();
  const place = NOTEABLES.issue;
  const thread = await begin(forum, place, { body: "Alone" });
  await forum.call("DELETE", at(place, thread), as("dora"));
  const missing = await forum.call("GET", `${place}/discussions/${thread.id}`, as("dora"));
  expect([missing.status, missing.body]).toEqual([404, { message: "404 Discussion Not Found" }]);
  expect(each(await forum.call("GET", `${place}/discussions`), "id")).not.toContain(thread.id);
});

test("a note says all that document 3 lists, with nulls for what is absent", async () => {
  const forum = await startForum();
  const note = first(await begin(forum, NOTEABLES.issue, { body: "Look" }));
  expect(note).toEqual({
    id: expect.any(Number),
    type: "DiscussionNote",
    body: "Look",
    attachment: null,
    author: expect.objectContaining({ username: "dora", state: "active", web_url: `${forum.url}/dora` }),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: note["created_at"],
    system: false,
    noteable_id: 1,
    noteable_iid: 1,
    noteable_type: "Issue",
    resolvable: false,
  });
});

test("noteable_type names the kind, in each dialect's words", async () => {
  const words = { neutral: "Merge request", vendor: "MergeRequest" };
  for (const dialect of ["neutral", "vendor"] as const) {
    const forum = await startForum({ dialect });
    const types = { ...NOTEABLES, issue: "Issue", snippet: "Snippet", epic: "Epic", merge_request: words[dialect] };
    for (const kind of ["issue", "snippet", "epic", "merge_request"] as const) {
      const note = first(await begin(forum, NOTEABLES[kind], { body: "Hi" }));
      expect(note["noteable_type"]).toBe(types[kind]);
    }
  }
});

test("noteable_iid is null for snippets and epics", async () => {
  const forum = await startForum();
  expect(first(await begin(forum, NOTEABLES.snippet, { body: "Hi" }))["noteable_iid"]).toBeNull();
  expect(first(await begin(forum, NOTEABLES.epic, { body: "Hi" }))["noteable_iid"]).toBeNull();
  expect(first(await begin(forum, NOTEABLES.merge_request, { body: "Hi" }))["noteable_iid"]).toBe(1);
});

test("discussions come in pages, in the order in which they began", async () => {
  const forum = await startForum();
  const place = NOTEABLES.snippet;
  for (const number of Array.from({ length: 21 }, (_, index) => index + 1)) {
    // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
    await begin(forum, place, { body: `Thread ${number}` });
  }
  const page = await forum.call("GET", `${place}/discussions`);
  expect(discussionsIn(page).map((one) => one.notes[0]?.body)).toEqual([
    "A comment",
    ...Array.from({ length: 19 }, (_, index) => `Thread ${index + 1}`),
  ]);
  expect([page.headers.get("x-total"), page.headers.get("x-next-page")]).toEqual(["22", "2"]);
  expect(discussionsIn(await forum.call("GET", `${place}/discussions?page=2`)).length).toBe(2);
});

test("single comments and system notes are discussions of one note", async () => {
  const forum = await startForum();
  const [comment, system] = discussionsIn(await forum.call("GET", `${NOTEABLES.issue}/discussions`));
  expect(comment).toMatchObject({ individual_note: true, notes: [{ type: null, system: false, body: "A comment" }] });
  expect(system).toMatchObject({ individual_note: true, notes: [{ type: null, system: true, body: "assigned to @dora" }] });
});

test("a reply turns a single comment into a thread", async () => {
  const forum = await startForum();
  for (const place of [NOTEABLES.issue, NOTEABLES.merge_request, NOTEABLES.epic, NOTEABLES.snippet]) {
    const [comment] = discussionsIn(await forum.call("GET", `${place}/discussions`));
    if (comment === undefined) throw new Error(`no comment on ${place}`);
    expect([comment.individual_note, first(comment).type]).toEqual([true, null]);
    const json = { note_id: first(comment).id, body: "Indeed" };
    expect((await forum.call("POST", `${place}/discussions/${comment.id}/notes`, { json })).status).toBe(201);
    const thread = (await forum.call("GET", `${place}/discussions/${comment.id}`)).body as Discussion;
    expect([thread.individual_note, ...thread.notes.map((note) => note.type)]).toEqual([
      false,
      "DiscussionNote",
      "DiscussionNote",
    ]);
  }
});

test("real servers let single comments on snippets stand alone", async () => {
  const forum = await startForum({ dialect: "vendor" });
  const place = NOTEABLES.snippet;
  const [comment] = discussionsIn(await forum.call("GET", `${place}/discussions`));
  const answer = await forum.call("POST", `${place}/discussions/${comment?.id}/notes`, { json: { body: "Indeed" } });
  expect([answer.status, answer.body]).toEqual([400, { message: "400 Bad request - Discussion can not be replied to." }]);
});

test("nobody replies to a system note", async () => {
  const forum = await startForum();
  const [, system] = discussionsIn(await forum.call("GET", `${NOTEABLES.issue}/discussions`));
  if (system === undefined) throw new Error("no system note");
  const json = { note_id: first(system).id, body: "Thanks" };
  expect((await forum.call("POST", `${NOTEABLES.issue}/discussions/${system.id}/notes`, { json })).status).toBe(400);
});

test("a reply names a note of the discussion; real servers do not ask for it", async () => {
  const neutral = await startForum();
  const thread = await begin(neutral, NOTEABLES.issue, { body: "Why?" });
  const other = await begin(neutral, NOTEABLES.issue, { body: "What?" });
  const path = `${NOTEABLES.issue}/discussions/${thread.id}/notes`;
  const missing = await neutral.call("POST", path, { json: { body: "So" } });
  expect([missing.status, missing.body]).toEqual([400, { error: "note_id is missing" }]);
  const foreign = await neutral.call("POST", path, { json: { body: "So", note_id: first(other).id } });
  expect([foreign.status, foreign.body]).toEqual([404, { message: "404 Not found" }]);
  const vendor = await startForum({ dialect: "vendor" });
  const theirs = await begin(vendor, NOTEABLES.issue, { body: "Why?" });
  const answer = await vendor.call("POST", `${NOTEABLES.issue}/discussions/${theirs.id}/notes`, { json: { body: "So" } });
  expect(answer.status).toBe(201);
});

test("a note needs a text that is neither blank nor longer than a million characters", async () => {
  const forum = await startForum();
  const path = `${NOTEABLES.issue}/discussions`;
  const refuse = async (json: unknown, body: unknown): Promise<void> => {
    const answer = await forum.call("POST", path, { json });
    expect([answer.status, answer.body]).toEqual([400, body]);
  };
  await refuse({}, { error: "body is missing" });
  await refuse({ body: " \n" }, { message: `400 Bad request - Note {:note=>["can't be blank"]}` });
  const tooLong = `400 Bad request - Note {:note=>["is too long (maximum is 1000000 characters)"]}`;
  await refuse({ body: "x".repeat(1_000_001) }, { message: tooLong });
  expect((await forum.call("POST", path, { json: { body: "x".repeat(1_000_000) } })).status).toBe(201);
  const thread = await begin(forum, NOTEABLES.issue, { body: "Why?" });
  expect((await forum.call("PUT", at(NOTEABLES.issue, thread), { json: {} })).body).toEqual({ error: "body is missing" });
  expect((await forum.call("PUT", at(NOTEABLES.issue, thread), { json: { body: "" } })).status).toBe(400);
});

test("created_at is for administrators and owners; of others it is ignored", async () => {
  const forum = await startForum();
  const json = { body: "Long ago", created_at: "2020-02-03T04:05:06Z" };
  for (const place of Object.values(NOTEABLES)) {
    for (const username of ["root", "olivia"]) {
      const note = first(await begin(forum, place, json, username));
      expect([note["created_at"], note["updated_at"]]).toEqual(["2020-02-03T04:05:06.000Z", "2020-02-03T04:05:06.000Z"]);
    }
    expect(first(await begin(forum, place, json, "mike"))["created_at"]).not.toMatch(/^2020/);
  }
  const place = `${NOTEABLES.issue}/discussions`;
  const invalid = await forum.call("POST", place, { json: { ...json, created_at: "yesterday" } });
  expect([invalid.status, invalid.body]).toEqual([400, { error: "created_at is invalid" }]);
});

test("a reply may say when it was written, as a new thread may", async () => {
  const forum = await startForum();
  const thread = await begin(forum, NOTEABLES.issue, { body: "Why?" });
  const json = { note_id: first(thread).id, body: "Long ago", created_at: "2020-02-03T04:05:06Z" };
  const path = `${NOTEABLES.issue}/discussions/${thread.id}/notes`;
  const reply = await forum.call("POST", path, { json, ...as("olivia") });
  expect((reply.body as Note)["created_at"]).toBe("2020-02-03T04:05:06.000Z");
  const other = await forum.call("POST", path, { json, ...as("dora") });
  expect((other.body as Note)["created_at"]).not.toMatch(/^2020/);
});

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

test("a note is deleted only if it is as the caller knows it", async () => {
  const forum = await startForum();
  const thread = await begin(forum, NOTEABLES.issue, { body: "x" });
  const headers = { "If-Unmodified-Since": "Wed, 01 Jan 2020 00:00:00 GMT" };
  expect((await forum.call("DELETE", at(NOTEABLES.issue, thread), { headers })).status).toBe(412);
});

test("a note brings its thing up to date and counts as one of its notes", async () => {
  const forum = await startForum();
  const before = (await forum.call("GET", NOTEABLES.issue)).body as { updated_at: string; user_notes_count: number };
  await begin(forum, NOTEABLES.issue, { body: "x" });
  const after = (await forum.call("GET", NOTEABLES.issue)).body as { updated_at: string; user_notes_count: number };
  expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
  expect(after.user_notes_count).toBe(before.user_notes_count + 1);
});

test("a thread that is said to be older comes earlier", async () => {
  const forum = await startForum();
  const old = await begin(forum, NOTEABLES.issue, { body: "Long ago", created_at: "2020-02-03T04:05:06Z" }, "olivia");
  expect(each(await forum.call("GET", `${NOTEABLES.issue}/discussions`), "id")[0]).toBe(old.id);
});

const COMPANY = [
  "/projects/acme-labs%2Fwebsite/issues/1",
  "/projects/acme-labs%2Fwebsite/snippets/1",
  "/groups/acme-labs/epics/1",
  "/projects/acme-labs%2Fwebsite/merge_requests/2",
];

test("notes and discussions keep their ids at every start", async () => {
  const [one, other] = [await startPlatform(), await startPlatform()];
  for (const place of COMPANY) {
    const [here, there] = [await one.call("GET", `${place}/discussions`), await other.call("GET", `${place}/discussions`)];
    expect(each(here, "id").length).toBeGreaterThan(0);
    expect(each(here, "id")).toEqual(each(there, "id"));
  }
});

test("no discussion speaks of labels", async () => {
  const platform = await startPlatform();
  const [website] = COMPANY;
  expect((await platform.call("GET", website ?? "")).body).toMatchObject({ labels: ["bug", "design"] });
  const discussions = discussionsIn(await platform.call("GET", `${website}/discussions`));
  expect(discussions.flatMap((one) => one.notes).filter((note) => note.system && note.body.includes("label"))).toEqual([]);
});

test("notes, to-do items, times and pictures go with their project", async () => {
  const folder = mkdtempSync(join(tmpdir(), "forum-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "data");
  const forum = await startForum({ data, tier: "free" });
  const issue = "/projects/acme%2Fweb/issues/3";
  await begin(forum, NOTEABLES.issue, { body: "x" });
  await forum.call("POST", `${issue}/todo`);
  await forum.call("POST", `${issue}/unsubscribe`, as("gina"));
  await forum.call("POST", `${issue}/add_spent_time`, { json: { duration: "1h" } });
  const form = new FormData();
  form.append("file", new Blob(["png"]), "load.png");
  await forum.call("POST", `${issue}/metric_images`, { body: form });
  await forum.call("DELETE", "/groups/acme");
  await until(
    () => forum.call("GET", "/projects/acme%2Fweb"),
    (answer) => answer.status === 404,
  );
  await forum.close();
  const text = readFileSync(data, "utf8");
  const store = Store.open(data);
  const left = [store.of(noteTable), store.of(subscriptionTable), store.of(epicTable)].map((table) => table.size);
  const others = ["todos", "time_logs", "metric_images"].map((name) => [text.includes(name), rows(store, name)]);
  await store.close();
  expect(left).toEqual([0, 0, 0]);
  expect(others).toEqual([
    [true, 0],
    [true, 0],
    [true, 0],
  ]);
});

test("a seed's discussions are refused when they name what is not there, or hold together badly", async () => {
  const notes = [{ author: "root", body: "x" }];
  const project = { path_with_namespace: "root/web", branches: ["main"] };
  const begun = (discussion: unknown): Promise<unknown> =>
    startPlatform({
      seed: {
        projects: [project],
        issues: [{ project: "root/web", title: "x", author: "root" }],
        discussions: [discussion],
      },
    });
  await expect(begun({ on: "root/web#2", notes })).rejects.toThrow("the seed names something that it does not have: root/web#2");
  await expect(begun({ on: "root/web$1", notes })).rejects.toThrow("the seed names something that it does not have: root/web$1");
  await expect(begun({ on: "nobody&1", notes })).rejects.toThrow("nobody");
  await expect(begun({ on: "root/web", notes })).rejects.toThrow(/discussions.*on.*pattern/);
  await expect(begun({ on: "root/web#1", notes: [] })).rejects.toThrow(/notes/);
  await expect(begun({ on: "root/web#1", notes: [...notes, ...notes] })).rejects.toThrow(
    "the seed has replies on root/web#1 that are in no thread",
  );
  const resolved = [{ author: "root", body: "x", resolved_by: "root" }];
  await expect(begun({ on: "root/web#1", thread: true, notes: resolved })).rejects.toThrow(
    "the seed resolves a note on root/web#1: only threads on merge requests can be resolved",
  );
  await expect(startPlatform({ seed: { metric_images: [{ on: "root/web#1", filename: "a.png" }] } })).rejects.toThrow("root/web");
});

/** How many rows a table has that the test knows by name only. */
function rows(store: Store, name: string): number {
  return store.of(defineTable(name, {})).size;
}
