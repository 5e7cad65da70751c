// @module-tag slow
import { expect, test } from "vitest";
import { BACKLOG, PLANNED, day, march, refusal, startBacklog, titles } from "../backlog.js";
import type { Platform } from "../platform.js";

const all = (platform: Platform, query: string): Promise<unknown[]> => titles(platform, `/issues?scope=all&sort=asc&${query}`);

const exclusive = (one: string, other: string): unknown => [400, { error: `${one}, ${other} are mutually exclusive` }];

test("issues are found by state, or all of them", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "state=closed")).toEqual(["iota"]);
  expect((await all(platform, "state=opened")).length).toBe(7);
  expect((await all(platform, "state=all")).length).toBe(8);
  expect(await refusal(platform, "/issues?state=merged")).toEqual([400, { error: "state does not have a valid value" }]);
});

test("issues are found by who is assigned, by id, nobody or anybody", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "assignee_id=2")).toEqual(["beta", "zeta"]);
  expect(await all(platform, "assignee_id=None&search=eta")).toEqual([]);
  expect(await all(platform, "assignee_id=none&search=tea")).toEqual(["alpha", "Gamma tea"]);
  expect(await all(platform, "assignee_id=Any")).toEqual(["beta", "zeta"]);
  expect(await refusal(platform, "/issues?assignee_id=ann")).toEqual([
    400,
    { error: "assignee_id should be an integer, 'None' or 'Any', however got ann" },
  ]);
});

test("issues are found by the usernames of all who are assigned", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "assignee_username[]=ann")).toEqual(["beta", "zeta"]);
  expect(await all(platform, "assignee_username[]=ann&assignee_username[]=ben")).toEqual(["zeta"]);
  expect(await all(platform, "assignee_username=ann")).toEqual(["beta", "zeta"]);
  expect(await all(platform, "assignee_username[]=nobody")).toEqual([]);
});

test("on the free tier assignee_username takes one value only", async () => {
  const platform = await startBacklog({ tier: "free" });
  expect(await all(platform, "assignee_username[]=ann")).toEqual(["beta", "zeta"]);
  expect(await refusal(platform, "/issues?assignee_username[]=ann&assignee_username[]=ben")).toEqual([
    400,
    { error: "assignee_username allows one value, but found 2: ann, ben" },
  ]);
});

test("assignee_id and assignee_username exclude each other", async () => {
  const platform = await startBacklog();
  for (const path of ["/issues?scope=all&", "/groups/team/issues?", "/projects/team%2Fone/issues?"])
    expect(await refusal(platform, `${path}assignee_id=1&assignee_username[]=ann`)).toEqual(
      exclusive("assignee_id", "assignee_username"),
    );
});

test("an author is looked for within the scope", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "author_id=3")).toEqual(["beta", "delta"]);
  expect(await titles(platform, "/issues?author_id=3&scope=assigned_to_me", "ann")).toEqual(["beta"]);
  expect(await titles(platform, "/issues?author_id=3", "ann")).toEqual([]);
});

test("issues are found by the username of the author, in any letter case", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "author_username=BEN")).toEqual(["beta", "delta"]);
  expect(await all(platform, "author_username=nobody")).toEqual([]);
});

test("author_id and author_username exclude each other", async () => {
  const platform = await startBacklog();
  expect(await refusal(platform, "/issues?author_id=1&author_username=ann")).toEqual(exclusive("author_id", "author_username"));
});

test("issues are found by being confidential or not", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "confidential=true")).toEqual(["delta", "zeta", "kappa"]);
  expect((await all(platform, "confidential=false")).length).toBe(5);
});

test("the bounds of creation and update belong to the stretch", async () => {
  const platform = await startBacklog();
  const at = march(3);
  expect(await all(platform, `created_after=${at}&created_before=${at}`)).toEqual(["Gamma tea"]);
  expect(await all(platform, `created_before=${march(2)}`)).toEqual(["alpha", "beta"]);
  expect(await all(platform, `created_after=${march(9)}`)).toEqual(["iota", "kappa"]);
  expect(await all(platform, `updated_after=${march(20)}`)).toEqual(["alpha"]);
  expect(await all(platform, `updated_before=${march(2)}`)).toEqual(["beta"]);
  expect(await all(platform, "created_before=2024-03-02T13:00:00%2B01:00")).toEqual(["alpha", "beta"]);
  expect(await refusal(platform, "/issues?created_after=soon")).toEqual([400, { error: "created_after is invalid" }]);
});

test("issues are found by their due date: none, any, a day, a week, a month, what is late and what comes", async () => {
  const now = new Date();
  const offset = (date: Date): number =>
    Math.round((Date.parse(date.toISOString().slice(0, 10)) - Date.parse(day(0))) / 86_400_000);
  const monday = -((now.getUTCDay() + 6) % 7);
  const monthEnd = (ahead: number): number => offset(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + ahead, 0)));
  const offsets = [
    -15,
    -14,
    -1,
    0,
    1,
    monday - 1,
    monday,
    monday + 6,
    monday + 7,
    monthEnd(0),
    monthEnd(0) + 1,
    monthEnd(1),
    monthEnd(1) + 1,
  ];
  const due = [...new Set(offsets)].sort((a, b) => a - b);
  const issue = (title: string, more = {}) => ({ project: "team/one", title, author: "ann", ...more });
  const issues = [issue("none"), ...due.map((days) => issue(String(days), { due_date: day(days) }))];
  const platform = await startBacklog({}, { issues, reactions: [] });
  const found = async (word: string) =>
    (await titles(platform, `/issues?scope=all&order_by=due_date&sort=asc&due_date=${word}`)).map(Number);
  const within = (first: number, last: number) => due.filter((days) => days >= first && days <= last);
  expect(await titles(platform, "/issues?scope=all&due_date=0")).toEqual(["none"]);
  expect(await found("any")).toEqual(due);
  expect(await found("today")).toEqual([0]);
  expect(await found("tomorrow")).toEqual([1]);
  expect(await found("overdue")).toEqual(due.filter((days) => days < 0));
  expect(await found("week")).toEqual(within(monday, monday + 6));
  expect(await found("month")).toEqual(within(1 - now.getUTCDate(), monthEnd(0)));
  expect(await found("next_month_and_previous_two_weeks")).toEqual(within(-14, monthEnd(1)));
  expect(await refusal(platform, "/issues?due_date=someday")).toEqual([400, { error: "due_date does not have a valid value" }]);
});

test("issues are found by epic, none or any", async () => {
  const platform = await startBacklog({}, { issues: PLANNED, reactions: [] });
  expect(await all(platform, "epic_id=1")).toEqual(["in E"]);
  expect(await all(platform, "epic_id=None")).toEqual(["in I1", "in I2", "free"]);
  expect(await all(platform, "epic_id=Any")).toEqual(["in E"]);
});

test("issues are found by iteration, by id or title, none or any", async () => {
  const platform = await startBacklog({}, { issues: PLANNED, reactions: [] });
  expect(await all(platform, "iteration_id=2")).toEqual(["in I2"]);
  expect(await all(platform, "iteration_id=None")).toEqual(["in E", "free"]);
  expect(await all(platform, "iteration_id=Any")).toEqual(["in I1", "in I2"]);
  expect(await all(platform, "iteration_title=I1")).toEqual(["in I1"]);
});

test("iteration_id and iteration_title exclude each other", async () => {
  const platform = await startBacklog();
  expect(await refusal(platform, "/issues?iteration_id=1&iteration_title=I1")).toEqual(
    exclusive("iteration_id", "iteration_title"),
  );
});

test("issues are found by weight, none or any", async () => {
  const platform = await startBacklog({}, { issues: PLANNED, reactions: [] });
  expect(await all(platform, "weight=3")).toEqual(["in I1"]);
  expect(await all(platform, "weight=None")).toEqual(["in E", "free"]);
  expect(await all(platform, "weight=Any")).toEqual(["in I1", "in I2"]);
  expect((await refusal(platform, "/issues?weight=heavy"))[0]).toBe(400);
});

test("without the licence epics, iterations and weights filter nothing", async () => {
  const platform = await startBacklog({ tier: "free" }, { issues: PLANNED, reactions: [] });
  for (const query of ["epic_id=1", "iteration_id=2", "iteration_title=I1", "weight=3", "not[weight]=3", "not[iteration_id]=1"])
    expect((await all(platform, query)).length).toBe(4);
});

test("issues are found by their numbers in their projects", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "iids[]=1&iids[]=4")).toEqual(["alpha", "delta", "epsilon", "iota"]);
  expect(await titles(platform, "/projects/team%2Fone/issues?iids[]=2&iids[]=3&sort=asc")).toEqual(["beta", "Gamma tea"]);
});

test("the search looks for words in title and description, or in those that in names", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "search=TEA")).toEqual(["alpha", "Gamma tea"]);
  expect(await all(platform, "search=tea gamma")).toEqual(["Gamma tea"]);
  expect(await all(platform, 'search="green tea"')).toEqual(["alpha"]);
  expect(await all(platform, "search=tea&in=title")).toEqual(["Gamma tea"]);
  expect(await all(platform, "search=tea&in=description")).toEqual(["alpha"]);
  expect(await all(platform, "search=tea&in=title,description")).toEqual(["alpha", "Gamma tea"]);
  expect(await refusal(platform, "/issues?in=author")).toEqual([400, { error: "in is invalid" }]);
});

test("issues are found by their type", async () => {
  const [first, ...others] = BACKLOG.issues;
  const platform = await startBacklog({}, { issues: [{ ...first, issue_type: "incident" }, ...others] });
  expect(await all(platform, "issue_type=incident")).toEqual(["alpha"]);
  expect((await all(platform, "issue_type=issue")).length).toBe(7);
  expect(await refusal(platform, "/issues?issue_type=bug")).toEqual([400, { error: "issue_type does not have a valid value" }]);
});

test("labels must all be there, in their letter case, of any project or group", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "labels=bug")).toEqual(["beta", "Gamma tea"]);
  expect(await all(platform, "labels=Bug")).toEqual(["delta"]);
  expect(await all(platform, "labels=bug,later")).toEqual(["Gamma tea"]);
  expect(await all(platform, "labels=later")).toEqual(["Gamma tea", "epsilon"]);
  expect(await all(platform, "labels[]=bug&labels[]=later")).toEqual(["Gamma tea"]);
  expect(await all(platform, "labels=bug,unknown")).toEqual([]);
});

test("issues are found by having no label or any, also by the deprecated No+Label", async () => {
  const platform = await startBacklog();
  const without = ["alpha", "zeta", "iota", "kappa"];
  expect(await all(platform, "labels=None")).toEqual(without);
  const words = ["No+Label", "No%2BLabel", "No%20Label"];
  expect(await Promise.all(words.map((word) => all(platform, `labels=${word}`)))).toEqual([without, without, without]);
  expect(await all(platform, "labels=Any")).toEqual(["beta", "Gamma tea", "delta", "epsilon"]);
});

test("issues are found by the title of their milestone, in any project, none or any", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "milestone=next")).toEqual(["delta", "epsilon"]);
  expect(await all(platform, "milestone=None")).toEqual(["alpha", "beta", "iota", "kappa"]);
  expect(await all(platform, "milestone=Any")).toEqual(["Gamma tea", "delta", "epsilon", "zeta"]);
  expect(await all(platform, "milestone=Upcoming")).toEqual([]);
});

test("milestone_id says none, any, what comes next or what has begun", async () => {
  const issue = (title: string, milestone: string) => ({
    project: "team/one",
    title,
    author: "ann",
    milestone,
    created_at: march(11),
  });
  const platform = await startBacklog({}, { issues: [...BACKLOG.issues, issue("lambda", "after next")] });
  expect((await all(platform, "milestone_id=None")).length).toBe(4);
  expect((await all(platform, "milestone_id=Any")).length).toBe(5);
  expect(await all(platform, "milestone_id=Upcoming")).toEqual(["Gamma tea", "delta", "zeta"]);
  expect(await all(platform, "milestone_id=Started")).toEqual(["Gamma tea", "zeta"]);
  expect(await refusal(platform, "/issues?milestone_id=1")).toEqual([400, { error: "milestone_id does not have a valid value" }]);
});

test("milestone and milestone_id exclude each other", async () => {
  const platform = await startBacklog();
  expect(await refusal(platform, "/issues?milestone=now&milestone_id=Any")).toEqual(exclusive("milestone_id", "milestone"));
});

test("issues are found by the caller's own reactions", async () => {
  const platform = await startBacklog();
  const mine = (emoji: string, as: string) => titles(platform, `/issues?scope=all&sort=asc&my_reaction_emoji=${emoji}`, as);
  expect(await mine("thumbsup", "ann")).toEqual(["alpha", "beta"]);
  expect(await mine("rocket", "ann")).toEqual([]);
  expect(await mine("Any", "ben")).toEqual(["alpha", "beta", "Gamma tea"]);
  expect(await mine("None", "ben")).toEqual(["delta", "epsilon", "zeta", "iota"]);
});

test("not takes away what matches it: people, numbers, labels, milestones, iterations and weights", async () => {
  const platform = await startBacklog();
  const rest = (query: string) => titles(platform, `/projects/team%2Fone/issues?sort=asc&${query}`);
  expect(await rest("not[assignee_id]=2")).toEqual(["alpha", "Gamma tea", "delta"]);
  expect(await rest("not[assignee_username][]=ann")).toEqual(["alpha", "Gamma tea", "delta"]);
  expect(await rest("not[author_id]=3")).toEqual(["alpha", "Gamma tea"]);
  expect(await rest("not[author_username]=ann")).toEqual(["beta", "delta"]);
  expect(await rest("not[iids][]=1&not[iids][]=2")).toEqual(["Gamma tea", "delta"]);
  expect(await rest("not[labels]=later,Bug")).toEqual(["alpha", "beta"]);
  expect(await rest("not[milestone]=now")).toEqual(["alpha", "beta", "delta"]);
  expect(await rest("not[milestone_id]=Started")).toEqual(["alpha", "beta", "delta"]);
  const planned = await startBacklog({}, { issues: PLANNED, reactions: [] });
  expect(await all(planned, "not[iteration_id]=1")).toEqual(["in E", "in I2", "free"]);
  expect(await all(planned, "not[iteration_title]=I2")).toEqual(["in E", "in I1", "free"]);
  expect(await all(planned, "not[weight]=3")).toEqual(["in E", "in I2", "free"]);
});

test("not knows no further keys, and its pairs exclude each other", async () => {
  const platform = await startBacklog();
  expect((await all(platform, "not[search]=tea&not[my_reaction_emoji]=Any&not[state]=opened")).length).toBe(8);
  expect(await refusal(platform, "/issues?not[author_id]=1&not[author_username]=ann")).toEqual(
    exclusive("not[author_id]", "not[author_username]"),
  );
});

test("not of a group takes labels, milestones, people, reactions and a search, and nothing else", async () => {
  const platform = await startBacklog();
  const rest = (query: string) => titles(platform, `/groups/team/issues?sort=asc&${query}`, "ann");
  expect(await rest("not[labels]=bug,later")).toEqual(["alpha", "delta", "zeta"]);
  expect(await rest("not[milestone]=next")).toEqual(["alpha", "beta", "Gamma tea", "zeta"]);
  expect(await rest("not[author_id]=2")).toEqual(["beta", "delta", "zeta"]);
  expect(await rest("not[author_username]=ben")).toEqual(["alpha", "Gamma tea", "epsilon", "zeta"]);
  expect(await rest("not[assignee_id]=3")).toEqual(["alpha", "beta", "Gamma tea", "delta", "epsilon"]);
  expect(await rest("not[assignee_username][]=ben")).toEqual(["alpha", "beta", "Gamma tea", "delta", "epsilon"]);
  expect(await rest("not[my_reaction_emoji]=thumbsup")).toEqual(["Gamma tea", "delta", "epsilon", "zeta"]);
  expect(await rest("not[search]=tea&not[in]=title")).toEqual(["alpha", "beta", "delta", "epsilon", "zeta"]);
  expect((await rest("not[iids][]=1&not[milestone_id]=Any&not[weight]=1")).length).toBe(6);
});

test("the list of a project takes the filters of the list of all issues", async () => {
  const platform = await startBacklog();
  const found = (query: string) => titles(platform, `/projects/team%2Fone/issues?${query}`);
  expect(await found("labels=bug&milestone=now&search=gamma&in=title&state=opened&iids[]=3")).toEqual(["Gamma tea"]);
  expect(await found("milestone_id=Upcoming&confidential=true&author_username=ben")).toEqual(["delta"]);
});
