import { expect, test } from "vitest";
import { BACKLOG, startBacklog } from "../backlog.js";
import { type Platform, startPlatform } from "../platform.js";

const WEBSITE = "/projects/acme-labs%2Fwebsite/issues";

async function read(platform: Platform, path: string, token?: string): Promise<Record<string, unknown>> {
  const answer = await platform.call("GET", path, token === undefined ? {} : { token });
  expect(answer.status).toBe(200);
  return answer.body as Record<string, unknown>;
}

test("an issue tells its people, plan, times, tasks, votes and references", async () => {
  const platform = await startPlatform();
  const summary = { id: 5, name: "Dave Draper", username: "dave", state: "active", avatar_url: null };
  expect(await read(platform, `${WEBSITE}/1`)).toMatchObject({
    iid: 1,
    state: "opened",
    type: "ISSUE",
    issue_type: "issue",
    severity: "UNKNOWN",
    labels: ["bug", "design"],
    author: { username: "alice" },
    assignees: [{ ...summary, web_url: `${platform.url}/dave` }],
    upvotes: 2,
    downvotes: 0,
    web_url: `${platform.url}/acme-labs/website/-/issues/1`,
    references: { short: "#1", relative: "#1", full: "acme-labs/website#1" },
  });
});

test("an issue still has the deprecated assignee, reference and epic_iid beside assignees, references and epic", async () => {
  const platform = await startPlatform();
  const issue = await read(platform, `${WEBSITE}/1`);
  expect(issue["assignee"]).toEqual((issue["assignees"] as unknown[])[0]);
  expect(issue).toMatchObject({ reference: "#1", epic_iid: 1, epic: { iid: 1 } });
});

test("what an issue has not is null", async () => {
  const platform = await startPlatform();
  expect(await read(platform, `${WEBSITE}/6`)).toMatchObject({
    closed_at: null,
    closed_by: null,
    moved_to_id: null,
    milestone: null,
    assignee: null,
    assignees: [],
    due_date: null,
    discussion_locked: null,
    weight: null,
    epic: null,
    epic_iid: null,
    iteration: null,
    health_status: null,
    task_status: null,
    time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null },
  });
});

test("a closed issue tells who closed it and when", async () => {
  const platform = await startBacklog();
  expect(await read(platform, "/projects/open%2Fpub/issues/1")).toMatchObject({
    state: "closed",
    closed_at: "2024-03-10T12:00:00.000Z",
    closed_by: { username: "ann" },
  });
});

test("the times of an issue are shown as seconds and in working time", async () => {
  const platform = await startPlatform();
  expect((await read(platform, `${WEBSITE}/1`))["time_stats"]).toEqual({
    time_estimate: 28_800,
    total_time_spent: 12_600,
    human_time_estimate: "1d",
    human_total_time_spent: "3h 30m",
  });
});

test("tasks are the ticked and open boxes of the description, outside code", async () => {
  const description = "- [x] one\n* [ ] two\n  1. [X] three\n```\n- [ ] not this\n```\n- []no\ntext - [ ] no";
  const [first, ...others] = BACKLOG.issues;
  const platform = await startBacklog({}, { issues: [{ ...first, description }, ...others] });
  expect(await read(platform, "/projects/team%2Fone/issues/1")).toMatchObject({
    has_tasks: true,
    task_status: "2 of 3 tasks completed",
    task_completion_status: { count: 3, completed_count: 2 },
  });
  expect(await read(platform, "/projects/team%2Fone/issues/2")).toMatchObject({
    has_tasks: false,
    task_completion_status: { count: 0, completed_count: 0 },
  });
});

test("an issue links to itself, its notes, its reactions and its project", async () => {
  const platform = await startPlatform();
  const { id, _links } = await read(platform, `${WEBSITE}/1`);
  const self = `${platform.url}/api/v4/projects/1/issues/1`;
  expect(id).toBe(1);
  expect(_links).toEqual({
    self,
    notes: `${self}/notes`,
    award_emoji: `${self}/award_emoji`,
    project: `${platform.url}/api/v4/projects/1`,
    closed_as_duplicate_of: null,
  });
});

test("an issue that was closed as a duplicate links to the other, one that was moved names it", async () => {
  const closed = { project: "open/pub", title: "again", author: "cat", state: "closed" };
  const issues = [...BACKLOG.issues, { ...closed, duplicate_of: "open/pub#1" }, { ...closed, moved_to: "team/one#2" }];
  const platform = await startBacklog({}, { issues });
  const duplicate = await read(platform, "/projects/open%2Fpub/issues/3");
  expect(duplicate["_links"]).toMatchObject({ closed_as_duplicate_of: `${platform.url}/api/v4/projects/5/issues/1` });
  expect((await read(platform, "/projects/open%2Fpub/issues/4"))["moved_to_id"]).toBe(2);
});

test("an issue counts the merge requests that close it", async () => {
  const platform = await startPlatform();
  expect(await read(platform, `${WEBSITE}/3`)).toMatchObject({ merge_requests_count: 1 });
  expect(await read(platform, `${WEBSITE}/1`)).toMatchObject({ merge_requests_count: 0 });
});

test("labels are names, or with_labels_details objects with colours and descriptions", async () => {
  const platform = await startBacklog();
  const labels = async (query: string) => (await read(platform, `/projects/team%2Fone/issues/3${query}`))["labels"];
  expect(await labels("")).toEqual(["bug", "later"]);
  expect(await labels("?with_labels_details=true")).toEqual([
    { name: "bug", color: "#ff0000", description: "Broken <b>", description_html: "Broken &lt;b&gt;", text_color: "#FFFFFF" },
    { name: "later", color: "#428BCA", description: null, description_html: null, text_color: "#FFFFFF" },
  ]);
  const listed = await platform.call("GET", "/groups/team/issues?search=beta&with_labels_details=true");
  expect(listed.body).toMatchObject([{ labels: [{ name: "bug" }] }]);
});

test("a milestone of a project names its project, one of a group its group", async () => {
  const platform = await startBacklog();
  expect((await read(platform, "/projects/team%2Fone/issues/3"))["milestone"]).toMatchObject({
    title: "now",
    project_id: null,
    group_id: expect.any(Number),
    web_url: `${platform.url}/groups/team/-/milestones/1`,
  });
  expect((await read(platform, "/projects/team%2Fone/issues/4"))["milestone"]).toMatchObject({
    title: "next",
    project_id: 1,
    state: "active",
    web_url: `${platform.url}/team/one/-/milestones/1`,
  });
});

test("weight, epic and iteration need PREMIUM, health ULTIMATE", async () => {
  const licensed = ["weight", "epic", "epic_iid", "iteration"];
  const expected = { free: [], premium: licensed, ultimate: [...licensed, "health_status"] } as const;
  for (const tier of ["free", "premium", "ultimate"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one server after the other
    const platform = await startPlatform({ tier });
    // oxlint-disable-next-line no-await-in-loop -- as above
    const issue = await read(platform, `${WEBSITE}/1`);
    expect([...licensed, "health_status"].filter((name) => name in issue)).toEqual(expected[tier]);
  }
});

test("an issue tells its epic and its iteration", async () => {
  const platform = await startPlatform();
  expect(await read(platform, `${WEBSITE}/1`)).toMatchObject({
    epic: { id: 1, iid: 1, title: "A faster website", url: "/groups/acme-labs/-/epics/1" },
    iteration: { sequence: 2, title: "Sprint 2", state: 2, web_url: `${platform.url}/groups/acme-labs/-/iterations/2` },
    health_status: "at_risk",
  });
});

test("authors, assignees and who takes part get notices of an issue", async () => {
  const platform = await startBacklog();
  const isSubscribed = async (as: string) =>
    (await read(platform, "/projects/team%2Fone/issues/2", `token-of-${as}`))["subscribed"];
  expect(await isSubscribed("ben")).toBe(true);
  expect(await isSubscribed("ann")).toBe(true);
  expect(await isSubscribed("gus")).toBe(false);
  expect((await read(platform, "/projects/open%2Fpub/issues/1", ""))["subscribed"]).toBe(false);
});

test("no field of an issue is empty in all of the default seed", async () => {
  const platform = await startPlatform();
  const issues = (await platform.call("GET", "/issues?scope=all&per_page=100")).body as Record<string, unknown>[];
  const fields = Object.keys(issues[0] ?? {});
  expect(fields.filter((field) => issues.every((issue) => isEmpty(issue[field])))).toEqual(["subscribed"]);
});

const isEmpty = (value: unknown): boolean =>
  [null, "", 0, false].includes(value as null) || (Array.isArray(value) && value.length === 0);
