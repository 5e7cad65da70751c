import { expect, test } from "vitest";
import { namesMentioned, takeCommands } from "../../../src/emulator/resources/discussions/text.js";
import { as, NOTEABLES, startForum } from "../forum.js";
import type { Platform } from "../platform.js";

const one = NOTEABLES.merge_request;
const vendor = { dialect: "vendor" } as const;

async function say(forum: Platform, body: string, username = "mike", place: string = one): Promise<unknown[]> {
  const { status, body: answer } = await forum.call("POST", `${place}/notes`, { json: { body }, ...as(username) });
  return [status, answer];
}

async function read(forum: Platform, place: string = one): Promise<Record<string, unknown>> {
  return (await forum.call("GET", place, as("mike"))).body as Record<string, unknown>;
}

async function todosOf(forum: Platform, username: string): Promise<unknown> {
  return (await forum.call("GET", "/todos", as(username))).body;
}

test("quick actions in a note on a merge request change it, and are no part of the note", async () => {
  const forum = await startForum(vendor);
  await forum.call("POST", "/projects/acme%2Fweb/labels", { json: { name: "so bad", color: "#ff0000" } });
  const said = 'Well.\n/title Much faster\n/LABEL ~"so bad" ~unknown\n\n/assign @dora me\n/lock\nSo be it.\r\n/approve';
  expect(await say(forum, said)).toMatchObject([201, { body: "Well.\nSo be it.", commands_changes: { title: "Much faster" } }]);
  const assignees = [{ username: "dora" }, { username: "mike" }];
  expect(await read(forum)).toMatchObject({ title: "Much faster", labels: ["so bad"], discussion_locked: true, assignees });
  expect((await forum.call("GET", `${one}/approvals`)).body).toMatchObject({ approved_by: [{ user: { username: "mike" } }] });
  await say(forum, "/draft\n/unassign\n/unlabel\n/unlock\n/assign_reviewer @rita\n/unapprove");
  const reviewers = [{ username: "rita" }];
  expect(await read(forum)).toMatchObject({ draft: true, labels: [], assignees: [], discussion_locked: false, reviewers });
  expect((await forum.call("GET", `${one}/approvals`)).body).toMatchObject({ approved_by: [] });
});

test("a note of quick actions alone is none, and says what became of each", async () => {
  const forum = await startForum(vendor);
  const done = { commands_changes: { state_event: "close" }, summary: ["Closed this merge request."] };
  expect(await say(forum, "/close")).toEqual([202, done]);
  expect(await read(forum)).toMatchObject({ state: "closed", user_notes_count: 1 });
  expect(await say(forum, "/close")).toEqual([202, { commands_changes: {}, summary: ["Could not apply close command."] }]);
  expect(await say(forum, "/reopen\n/merge")).toMatchObject([
    202,
    { summary: [expect.stringMatching(/^Reopened .* the SHA of/)] },
  ]);
  expect(await read(forum)).toMatchObject({ state: "opened" });
});

test("a note merges what its author has seen", async () => {
  const forum = await startForum(vendor);
  const file = { branch: "next", content: "one\n", commit_message: "Add a file" };
  await forum.call("POST", "/projects/acme%2Fweb/repository/files/one", { json: file, ...as("mike") });
  const { sha } = await read(forum);
  const json = { body: "/merge", merge_request_diff_head_sha: sha };
  await forum.call("POST", `${one}/notes`, { json: { ...json, merge_request_diff_head_sha: "0".repeat(40) }, ...as("mike") });
  expect(await read(forum)).toMatchObject({ state: "opened" });
  expect(await forum.call("POST", `${one}/notes`, { json, ...as("mike") })).toMatchObject({
    status: 202,
    body: { commands_changes: { merge: sha } },
  });
  expect(await read(forum)).toMatchObject({ state: "merged" });
});

test("quick actions are done with the rights of who speaks", async () => {
  const forum = await startForum(vendor);
  const failed = { commands_changes: {}, summary: ["Could not apply close command. Could not apply approve command."] };
  expect(await say(forum, "/close\n/approve", "gina")).toEqual([202, failed]);
  expect(await read(forum)).toMatchObject({ state: "opened" });
  expect(await say(forum, "/close\n/todo", "gina", NOTEABLES.issue)).toMatchObject([
    202,
    { commands_changes: { todo_event: "add" } },
  ]);
  expect(await read(forum, NOTEABLES.issue)).toMatchObject({ state: "opened" });
  expect(await todosOf(forum, "gina")).toMatchObject([{ action_name: "marked", target_type: "Issue" }]);
});

test("a changed note runs no quick action, and the platform of the documents none on merge requests", async () => {
  const forum = await startForum(vendor);
  const [, note] = await say(forum, "Well.");
  const json = { body: "/close\n@gina" };
  await forum.call("PUT", `${one}/notes/${(note as { id: number }).id}`, { json, ...as("mike") });
  expect(await read(forum)).toMatchObject({ state: "opened" });
  const documented = await startForum({ dialect: "neutral" });
  const thread = await documented.call("POST", `${one}/discussions`, { json: { body: "/close" }, ...as("mike") });
  expect(thread.body).toMatchObject({ notes: [{ body: "/close" }] });
  expect(await read(documented)).toMatchObject({ state: "opened" });
});

test("quick actions and mentions in draft notes count once these are published", async () => {
  const forum = await startForum(vendor);
  await forum.call("POST", `${one}/draft_notes`, { json: { note: "@gina\n\n/close" }, ...as("mike") });
  expect(await read(forum)).toMatchObject({ state: "opened" });
  expect(await todosOf(forum, "gina")).toEqual([]);
  await forum.call("POST", `${one}/draft_notes/bulk_publish`, as("mike"));
  expect(await read(forum)).toMatchObject({ state: "closed", user_notes_count: 2 });
  expect(await todosOf(forum, "gina")).toMatchObject([{ body: "@gina" }]);
});

test("whom a note mentions has it on the to-do list, once, and is done with it by an answer", async () => {
  const forum = await startForum(vendor);
  const [, note] = await say(forum, "Look, @gina, @mike and @nobody!");
  const todo = { action_name: "mentioned", author: { username: "mike" }, body: "Look, @gina, @mike and @nobody!" };
  const target_url = expect.stringMatching(new RegExp(`/1#note_${(note as { id: number }).id}$`));
  expect(await todosOf(forum, "gina")).toMatchObject([{ ...todo, target_url }]);
  await say(forum, "@gina again");
  expect(await todosOf(forum, "gina")).toHaveLength(1);
  expect(await todosOf(forum, "mike")).toEqual([]);
  await say(forum, "Yes", "gina");
  expect(await todosOf(forum, "gina")).toEqual([]);
  await say(forum, "@acme");
  expect(await Promise.all(["gina", "rita", "otto"].map((name) => todosOf(forum, name)))).toMatchObject([[{}], [{}], []]);
});

test("quick actions are found where real servers find them", () => {
  const names = ["close", "title"];
  const found = [
    "/close",
    "a\n/close",
    "a\n\n/close\nb",
    "/close\r\n",
    "/title a /close",
    "<details>\n\n/close",
    "> a\n\n/close",
    "`a\n/close",
  ];
  expect(found.filter((text) => takeCommands(text, names).called.length !== 1)).toEqual([]);
  const blocks = [
    "```\n/close\n```",
    "~~~\n/close",
    "    /close",
    ">>>\n/close\n>>>",
    ">>>\n/close",
    "> /close",
    "- /close",
    "<div>\n/close\n</div>",
  ];
  const lines = [
    "a /close",
    " /close",
    "\t/close",
    "\u200b/close",
    "a\u2028/close",
    "a\u0085/close",
    "a\v/close",
    "a\r/close",
    "/closed",
    "//close",
    "\\/close",
  ];
  const spans = [
    "a `b\n/close\n`",
    "a\n<b>\n/close\n</b>",
    "<!--\n/close\n-->",
    "a\n<!-- \n\n/close x -->".replace("\n\n", "\n> "),
  ];
  expect([...blocks, ...lines, ...spans].filter((text) => takeCommands(text, names).called.length > 0)).toEqual([]);
  expect(takeCommands("a\n/title  b c \n\nd", names)).toEqual({ rest: "a\nd", called: [{ name: "title", argument: "b c" }] });
});

test("mentions are read in what is shown, outside of code and links", () => {
  const mentioned = [
    "@gina",
    "(@gina)",
    "&#64;gina",
    "&commat;gina",
    "**@gina**",
    "> @gina",
    ">>>\n@gina\n>>>",
    "<b>@gina</b>",
    "</code>@gina",
    "<code>a\n\n@gina",
  ];
  expect(mentioned.filter((text) => namesMentioned(text).join() !== "gina")).toEqual([]);
  const silent = [
    "`@gina`",
    "```\n@gina\n```",
    "    @gina",
    "<code>@gina</code>",
    "<pre>\n@gina\n</pre>",
    "a@gina",
    "@\u200bgina",
    "@<b>gina</b>",
    "[@gina](b)",
    "<code>&#64;gina</code>",
  ];
  expect(silent.filter((text) => namesMentioned(text).length > 0)).toEqual([]);
});

test("a long text is searched at once, whatever is in it", () => {
  const long = ["<a>\n", "<a", "`a\n", "/close `\n", "<code>", "@a/", ">>>\n", "</b>\n"].map(
    (part) => `a\n${part.repeat(20_000)}\n/x @`,
  );
  const start = performance.now();
  for (const text of long)
    expect([takeCommands(text, ["close"]).rest.length > 0, namesMentioned(text).length < 2]).toEqual([true, true]);
  expect(performance.now() - start).toBeLessThan(20_000);
});
