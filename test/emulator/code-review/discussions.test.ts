import { expect, test } from "vitest";
import { each } from "../answers.js";
import { as, NOTEABLES, startForum } from "../forum.js";
import { type Discussion, type Note, at, begin, discussionsIn, first } from "./threads.js";

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
