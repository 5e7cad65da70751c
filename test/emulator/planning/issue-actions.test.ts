import { expect, test } from "vitest";
import { each } from "../answers.js";
import { as, outcome, startForum, texts } from "../forum.js";

const WEB = "/projects/acme%2Fweb/issues";

test("who unsubscribes from an issue gets it back with subscribed false, and 304 without a body the next time", async () => {
  const forum = await startForum();
  const gone = await forum.call("POST", `${WEB}/1/unsubscribe`, as("dora"));
  expect([gone.status, gone.body]).toEqual([200, expect.objectContaining({ iid: 1, subscribed: false })]);
  expect(outcome(await forum.call("POST", `${WEB}/1/unsubscribe`, as("dora")))).toEqual([304, ""]);
  expect(outcome(await forum.call("POST", `${WEB}/1/unsubscribe`, as("otto")))).toEqual([304, ""]);
});

test("who subscribes to an issue gets it back with subscribed true, and 304 without a body the next time", async () => {
  const forum = await startForum();
  const there = await forum.call("POST", `${WEB}/1/subscribe`, as("otto"));
  expect([there.status, there.body]).toEqual([200, expect.objectContaining({ iid: 1, subscribed: true })]);
  expect(outcome(await forum.call("POST", `${WEB}/1/subscribe`, as("otto")))).toEqual([304, ""]);
  expect(outcome(await forum.call("POST", `${WEB}/1/subscribe`, as("dora")))).toEqual([304, ""]);
});

test("real servers answer 201 to subscribe, unsubscribe and time spent", async () => {
  const forum = await startForum({ dialect: "vendor" });
  expect((await forum.call("POST", `${WEB}/1/unsubscribe`, as("dora"))).status).toBe(201);
  expect((await forum.call("POST", `${WEB}/1/subscribe`, as("dora"))).status).toBe(201);
  expect((await forum.call("POST", `${WEB}/1/add_spent_time`, { json: { duration: "1h" } })).status).toBe(201);
  expect((await forum.call("POST", `${WEB}/1/time_estimate`, { json: { duration: "1h" } })).status).toBe(200);
});

test("a to-do item on an issue is made once; while it is pending the answer is 304 without a body", async () => {
  const forum = await startForum();
  const made = await forum.call("POST", `${WEB}/1/todo`, as("gina"));
  expect(outcome(made)).toEqual([
    201,
    {
      id: 1,
      project: { id: 1, name: "web", name_with_namespace: "acme / web", path: "web", path_with_namespace: "acme/web" },
      author: expect.objectContaining({ username: "gina" }),
      action_name: "marked",
      target_type: "Issue",
      target: expect.objectContaining({ iid: 1, title: "It is slow" }),
      target_url: `${forum.url}/acme/web/-/issues/1`,
      body: "It is slow",
      state: "pending",
      created_at: expect.stringMatching(/Z$/),
    },
  ]);
  expect(outcome(await forum.call("POST", `${WEB}/1/todo`, as("gina")))).toEqual([304, ""]);
  expect((await forum.call("POST", `${WEB}/1/todo`, as("dora"))).status).toBe(201);
  expect((await forum.call("POST", `${WEB}/2/todo`, as("gina"))).status).toBe(201);
});

test("who comments on an issue is done with the to-do item", async () => {
  const forum = await startForum();
  await forum.call("POST", `${WEB}/1/todo`, as("gina"));
  await forum.call("POST", `${WEB}/1/notes`, { json: { body: "Done" }, ...as("gina") });
  expect((await forum.call("POST", `${WEB}/1/todo`, as("gina"))).status).toBe(201);
});

test("/promote at the start of a line makes an epic of the issue in the project's group and closes it", async () => {
  const forum = await startForum();
  const json = { body: "Too big for one issue.\n\n/promote" };
  const note = await forum.call("POST", `${WEB}/1/notes`, { json, ...as("rita") });
  expect(note.status).toBe(201);
  expect(note.body).toMatchObject({
    body: "Too big for one issue.",
    noteable_type: "Issue",
    commands_changes: { promote_to_epic: true },
  });
  const issue = await forum.call("GET", `${WEB}/1`);
  expect(issue.body).toMatchObject({ state: "closed", closed_by: { username: "rita" }, closed_at: expect.stringMatching(/Z$/) });
  const epic = await forum.call("GET", "/groups/acme/epics/3/discussions");
  expect(texts(epic)).toEqual(["A comment", "Too big for one issue.", "promoted from issue acme/web#1"]);
  expect(texts(await forum.call("GET", `${WEB}/1/discussions`)).at(-1)).toBe("promoted to epic &3");
});

test("/promote is read on a line of its own start only", async () => {
  const forum = await startForum();
  for (const body of ["Use /promote", " /promote", "/promoted", "a\n\t/promote", "```\n/promote\n```", "~~~~\n~~~\n/promote"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const note = await forum.call("POST", `${WEB}/1/notes`, { json: { body } });
    expect([note.status, (note.body as { body: string }).body]).toEqual([201, body]);
    expect(note.body).not.toHaveProperty("commands_changes");
  }
  const windows = await forum.call("POST", `${WEB}/1/notes`, { json: { body: "Too big\r\n/promote\r\n" } });
  expect(windows.body).toMatchObject({ body: "Too big", commands_changes: { promote_to_epic: true } });
});

test("a note on an issue without /promote is a single comment", async () => {
  const forum = await startForum({ tier: "free" });
  const note = await forum.call("POST", `${WEB}/1/notes`, { json: { body: "Hello" }, ...as("otto") });
  expect([note.status, note.body]).toEqual([201, expect.objectContaining({ body: "Hello", type: null })]);
  const discussions = (await forum.call("GET", `${WEB}/1/discussions`)).body as { individual_note: boolean }[];
  expect(discussions.at(-1)).toMatchObject({ individual_note: true, notes: [{ body: "Hello" }] });
  expect(outcome(await forum.call("POST", `${WEB}/1/notes`, { json: {} }))).toEqual([400, { error: "body is missing" }]);
});

test("without PREMIUM /promote is text like any other", async () => {
  const forum = await startForum({ tier: "free" });
  const note = await forum.call("POST", `${WEB}/1/notes`, { json: { body: "Up\n/promote" } });
  expect([note.status, note.body]).toEqual([201, expect.objectContaining({ body: "Up\n/promote" })]);
  expect((await forum.call("GET", `${WEB}/1`)).body).toMatchObject({ state: "opened" });
});

test("/promote works in threads too, and the note of the reply says so", async () => {
  const forum = await startForum();
  const thread = await forum.call("POST", `${WEB}/1/discussions`, { json: { body: "Up\n/promote" } });
  expect(thread.body).toMatchObject({ notes: [{ body: "Up", commands_changes: { promote_to_epic: true } }] });
  expect((await forum.call("GET", `${WEB}/1`)).body).toMatchObject({ state: "closed" });
});

test("a text of /promote alone is answered with a note; real servers answer 202 with what was done", async () => {
  const neutral = await startForum();
  const note = await neutral.call("POST", `${WEB}/1/notes`, { json: { body: "/promote" } });
  expect(outcome(note)).toEqual([
    201,
    expect.objectContaining({ body: "/promote", commands_changes: { promote_to_epic: true } }),
  ]);
  const vendor = await startForum({ dialect: "vendor" });
  const done = await vendor.call("POST", `${WEB}/1/notes`, { json: { body: "/promote" } });
  const summary = ["Promoted issue to an epic."];
  expect(outcome(done)).toEqual([202, { commands_changes: { promote_to_epic: true }, summary }]);
  expect((await vendor.call("GET", `${WEB}/1`)).body).toMatchObject({ state: "closed" });
});

test("what cannot become an epic says why, and nothing of the note stays", async () => {
  const forum = await startForum();
  const promote = async (path: string, username: string): Promise<unknown[]> =>
    outcome(await forum.call("POST", `${path}/notes`, { json: { body: "Up\n/promote" }, ...as(username) }));
  expect(await promote(`${WEB}/1`, "gina")).toEqual([
    403,
    { message: "403 Forbidden - Cannot promote issue due to insufficient permissions." },
  ]);
  expect(await promote(`${WEB}/3`, "mike")).toEqual([400, { message: "Promotion is not supported." }]);
  expect(await promote("/projects/dora%2Fown/issues/1", "dora")).toEqual([
    400,
    { message: "Cannot promote issue because it does not belong to a group." },
  ]);
  expect((await forum.call("GET", "/projects/dora%2Fown/issues/1/discussions")).body).toEqual([]);
  expect((await promote(`${WEB}/1`, "rita"))[0]).toBe(201);
  expect(await promote(`${WEB}/1`, "rita")).toEqual([400, { message: "Issue already promoted to epic." }]);
});

test("closed_by has the merge requests that close the issue when they are merged", async () => {
  const forum = await startForum();
  const closing = await forum.call("GET", `${WEB}/1/closed_by`, { token: "" });
  expect([closing.status, each(closing, "title")]).toEqual([200, ["Faster"]]);
  expect((await forum.call("GET", `${WEB}/2/closed_by`)).body).toEqual([]);
  expect(closing.headers.get("x-total")).toBe("1");
});

test("related_merge_requests has those that name the issue, and those that it or a comment names", async () => {
  const forum = await startForum();
  expect(each(await forum.call("GET", `${WEB}/1/related_merge_requests`, { token: "" }), "iid")).toEqual([1]);
  expect((await forum.call("GET", `${WEB}/3/related_merge_requests`)).body).toEqual([]);
  await forum.call("POST", `${WEB}/3/notes`, { json: { body: "See acme/web!1" } });
  expect(each(await forum.call("GET", `${WEB}/3/related_merge_requests`), "iid")).toEqual([1]);
});

test("participants are who wrote, were assigned, commented or were mentioned", async () => {
  const forum = await startForum();
  await forum.call("POST", `${WEB}/3/notes`, { json: { body: "What do you say, @mike?" }, ...as("otto") });
  const people = await forum.call("GET", `${WEB}/3/participants`, { token: "" });
  expect(each(people, "username")).toEqual(["gina", "otto", "mike"]);
  expect(people.headers.get("x-total")).toBe("3");
});

test("who may not see an issue takes no part in it, though mentioned", async () => {
  const forum = await startForum();
  const secret = "/projects/acme%2Fsecret/issues/1";
  await forum.call("POST", `${secret}/notes`, { json: { body: "Ask @otto and @mike" }, ...as("dora") });
  expect(each(await forum.call("GET", `${secret}/participants`), "username")).toEqual(["dora", "mike"]);
});

test("the reads of a private project's and of a confidential issue need credentials", async () => {
  const forum = await startForum();
  for (const read of ["time_stats", "related_merge_requests", "closed_by", "participants"]) {
    const status = async (path: string, token: string): Promise<number> =>
      // oxlint-disable-next-line no-await-in-loop -- few
      (await forum.call("GET", `${path}/${read}`, { token })).status;
    const hidden = "/projects/acme%2Fsecret/issues/1";
    expect([await status(hidden, ""), await status(hidden, "token-of-otto"), await status(hidden, "token-of-gina")]).toEqual([
      404, 404, 200,
    ]);
    expect([
      await status(`${WEB}/4`, ""),
      await status(`${WEB}/4`, "token-of-gina"),
      await status(`${WEB}/4`, "token-of-rita"),
    ]).toEqual([404, 404, 200]);
  }
});

test("only administrators read what the author's browser said of itself", async () => {
  const forum = await startForum();
  const detail = await forum.call("GET", `${WEB}/1/user_agent_detail`);
  expect(outcome(detail)).toEqual([
    200,
    { user_agent: expect.any(String), ip_address: expect.any(String), akismet_submitted: false },
  ]);
  expect((await forum.call("GET", `${WEB}/3/user_agent_detail`)).body).toMatchObject({ akismet_submitted: true });
  expect((await forum.call("GET", `${WEB}/1/user_agent_detail`, as("olivia"))).status).toBe(403);
  expect((await forum.call("GET", `${WEB}/1/user_agent_detail`, { token: "" })).status).toBe(401);
});

test("an issue of which nothing was noted has no browser to tell of", async () => {
  const forum = await startForum();
  expect(outcome(await forum.call("GET", `${WEB}/4/user_agent_detail`))).toEqual([
    404,
    { message: "404 UserAgentDetail Not Found" },
  ]);
});
