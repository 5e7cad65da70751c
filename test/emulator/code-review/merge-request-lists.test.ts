// @module-tag slow
import { expect, test } from "vitest";
import { each } from "../answers.js";
import { BACKLOG, march, refusal, startBacklog, titles } from "../backlog.js";
import type { Platform } from "../platform.js";

const all = (platform: Platform, query: string): Promise<unknown[]> =>
  titles(platform, `/merge_requests?scope=all&sort=asc&${query}`);

const exclusive = (one: string, other: string): unknown => [400, { error: `${one}, ${other} are mutually exclusive` }];

test("every list of merge requests, and each of them, needs a credential", async () => {
  const platform = await startBacklog();
  const paths = ["/merge_requests?scope=all", "/projects/open%2Fpub/merge_requests", "/groups/open/merge_requests"];
  for (const path of [...paths, "/projects/open%2Fpub/merge_requests/1"])
    expect(await refusal(platform, path, null)).toEqual([401, { message: "401 Unauthorized" }]);
});

test("the list of all merge requests has the caller's own by default, those assigned to the caller, or all", async () => {
  const platform = await startBacklog();
  expect(await titles(platform, "/merge_requests", "ann")).toEqual(["sixth", "third", "First"]);
  expect(await titles(platform, "/merge_requests?scope=assigned_to_me", "ann")).toEqual(["Draft: second"]);
  expect(await titles(platform, "/merge_requests?scope=all", "cat")).toEqual(["eighth"]);
});

test("the lists of projects and groups have everybody's merge requests unless scope says otherwise", async () => {
  const platform = await startBacklog();
  expect(await titles(platform, "/projects/team%2Fone/merge_requests", "ann")).toEqual([
    "fourth",
    "third",
    "Draft: second",
    "First",
  ]);
  expect(await titles(platform, "/projects/team%2Fone/merge_requests?scope=created_by_me", "ann")).toEqual(["third", "First"]);
  expect(await titles(platform, "/groups/team/merge_requests?scope=assigned_to_me", "ann")).toEqual(["Draft: second"]);
});

test("a group lists the merge requests of its subgroups, and of archived projects when asked", async () => {
  const platform = await startBacklog();
  expect(await titles(platform, "/groups/team/merge_requests")).toEqual(["fifth", "fourth", "third", "Draft: second", "First"]);
  expect((await titles(platform, "/groups/team/merge_requests?non_archived=false"))[0]).toBe("sixth");
  expect(await titles(platform, "/groups/team%2Fsub/merge_requests")).toEqual(["fifth"]);
  expect(await titles(platform, "/projects/team%2Fold/merge_requests")).toEqual(["sixth"]);
});

test("merge requests are seen by who sees the code: no guests of private projects, nobody where they are switched off", async () => {
  const platform = await startBacklog();
  expect(await titles(platform, "/groups/team/merge_requests", "gus")).toEqual([]);
  expect(await refusal(platform, "/projects/team%2Fone/merge_requests", "gus")).toEqual([403, { message: "403 Forbidden" }]);
  expect(await refusal(platform, "/projects/team%2Fone/merge_requests/1", "gus")).toEqual([404, { message: "404 Not found" }]);
  expect(await refusal(platform, "/projects/team%2Fmute/merge_requests")).toEqual([403, { message: "403 Forbidden" }]);
  expect(await titles(platform, "/merge_requests?scope=all&search=seventh")).toEqual([]);
  expect(await titles(platform, "/projects/open%2Fpub/merge_requests", "olly")).toEqual(["eighth"]);
});

test("merge requests of private projects and groups are 404 for who is not in them", async () => {
  const platform = await startBacklog();
  expect(await refusal(platform, "/projects/team%2Fone/merge_requests", "olly")).toEqual([
    404,
    { message: "404 Project Not Found" },
  ]);
  expect(await refusal(platform, "/groups/team/merge_requests", "olly")).toEqual([404, { message: "404 Group Not Found" }]);
  expect(await titles(platform, "/merge_requests?scope=all", "olly")).toEqual(["eighth"]);
});

test("merge requests are ordered by creation, title or update, downwards unless asked", async () => {
  const platform = await startBacklog();
  const ordered = (query: string) => titles(platform, `/projects/team%2Fone/merge_requests?${query}`);
  expect(await ordered("sort=asc")).toEqual(["First", "Draft: second", "third", "fourth"]);
  expect(await ordered("order_by=title&sort=asc")).toEqual(["Draft: second", "First", "fourth", "third"]);
  expect(await ordered("order_by=updated_at")).toEqual(["Draft: second", "fourth", "third", "First"]);
  for (const path of ["/merge_requests", "/projects/team%2Fone/merge_requests", "/groups/team/merge_requests"])
    expect(await refusal(platform, `${path}?order_by=priority`)).toEqual([
      400,
      { error: "order_by does not have a valid value" },
    ]);
});

test("merge request lists come in pages of twenty", async () => {
  const platform = await startBacklog();
  const page = await platform.call("GET", "/merge_requests?scope=all&per_page=3&page=2");
  expect(each(page, "title")).toEqual(["fourth", "third", "Draft: second"]);
  expect([page.headers.get("X-Total"), page.headers.get("X-Total-Pages")]).toEqual(["7", "3"]);
  expect((await platform.call("GET", "/merge_requests?scope=all")).headers.get("X-Per-Page")).toBe("20");
});

test("view=simple shows iid, address, title, description and state, and nothing else; real servers show a little more", async () => {
  const simple = "/projects/team%2Fone/merge_requests?view=simple&search=first";
  const platform = await startBacklog();
  const five = (url: string) => ({
    iid: 1,
    title: "First",
    description: "green Tea",
    state: "opened",
    web_url: `${url}/team/one/-/merge_requests/1`,
  });
  expect((await platform.call("GET", simple)).body).toEqual([five(platform.url)]);
  const vendor = await startBacklog({ dialect: "vendor" });
  const others = { id: 1, project_id: 1, created_at: march(1), updated_at: march(1) };
  expect((await vendor.call("GET", simple)).body).toEqual([{ ...five(vendor.url), ...others }]);
  expect(await refusal(platform, "/merge_requests?view=full")).toEqual([400, { error: "view does not have a valid value" }]);
});

test("a list leaves merge_status alone; with_merge_status_recheck works it out in the background", async () => {
  const [first, ...others] = BACKLOG.merge_requests;
  const platform = await startBacklog({}, { merge_requests: [{ ...first, merge_status: "unchecked" }, ...others] });
  const list = () => platform.call("GET", "/projects/team%2Fone/merge_requests?search=first");
  expect(each(await list(), "merge_status")).toEqual(["unchecked"]);
  expect(each(await list(), "merge_status")).toEqual(["unchecked"]);
  const asked = await platform.call("GET", "/merge_requests?scope=all&search=first&with_merge_status_recheck=true");
  expect(each(asked, "merge_status")).toEqual(["unchecked"]);
  platform.work();
  expect(each(await list(), "merge_status")).toEqual(["can_be_merged"]);
});

test("merge requests are found by state, or all of them", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "state=merged")).toEqual(["fifth"]);
  expect(await all(platform, "state=closed")).toEqual(["fourth"]);
  expect(await all(platform, "state=locked")).toEqual([]);
  expect((await all(platform, "state=opened")).length).toBe(5);
  expect((await all(platform, "state=all")).length).toBe(7);
});

test("merge requests are found by milestone and by labels, none or any", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "milestone=next")).toEqual(["third"]);
  expect(await all(platform, "milestone=Any")).toEqual(["third"]);
  expect((await all(platform, "milestone=None")).length).toBe(6);
  expect(await all(platform, "labels=bug")).toEqual(["Draft: second", "third"]);
  expect(await all(platform, "labels=bug,later")).toEqual(["third"]);
  expect((await all(platform, "labels=None")).length).toBe(5);
  expect(await all(platform, "labels=Any")).toEqual(["Draft: second", "third"]);
});

test("merge requests are found by when they were created and updated, bounds included", async () => {
  const platform = await startBacklog();
  expect(await all(platform, `created_after=${march(2)}&created_before=${march(3)}`)).toEqual(["Draft: second", "third"]);
  expect(await all(platform, `updated_after=${march(20)}`)).toEqual(["Draft: second"]);
  expect(await all(platform, `updated_before=${march(1)}`)).toEqual(["First"]);
});

test("merge requests are found by author and by who is assigned", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "author_id=3")).toEqual(["Draft: second", "fourth"]);
  expect(await all(platform, "author_username=gus")).toEqual(["fifth"]);
  expect(await all(platform, "assignee_id=2")).toEqual(["Draft: second"]);
  expect(await all(platform, "assignee_id=Any")).toEqual(["Draft: second"]);
  expect((await all(platform, "assignee_id=None")).length).toBe(6);
  expect(await refusal(platform, "/merge_requests?author_id=1&author_username=ann")).toEqual(
    exclusive("author_id", "author_username"),
  );
});

test("merge requests are found by reviewer, by id or username, none or any", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "reviewer_id=3")).toEqual(["Draft: second"]);
  expect(await all(platform, "reviewer_username=cat")).toEqual(["third"]);
  for (const name of ["reviewer_id", "reviewer_username"]) {
    // oxlint-disable-next-line no-await-in-loop -- one question after the other
    expect(await all(platform, `${name}=Any`)).toEqual(["Draft: second", "third"]);
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect((await all(platform, `${name}=None`)).length).toBe(5);
  }
});

test("reviewer_id and reviewer_username exclude each other", async () => {
  const platform = await startBacklog();
  expect(await refusal(platform, "/merge_requests?reviewer_id=1&reviewer_username=ann")).toEqual(
    exclusive("reviewer_id", "reviewer_username"),
  );
});

test("merge requests are found by who approved them: all of the users, nobody or anybody, at most five", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "approved_by_ids[]=4")).toEqual(["third", "fourth"]);
  expect(await all(platform, "approved_by_ids[]=3&approved_by_ids[]=4")).toEqual(["third"]);
  expect(await all(platform, "approved_by_ids=Any")).toEqual(["third", "fourth"]);
  expect((await all(platform, "approved_by_ids=None")).length).toBe(5);
  const five = [1, 2, 3, 4, 5].map((id) => `approved_by_ids[]=${id}`).join("&");
  expect(await all(platform, five)).toEqual([]);
  expect(await refusal(platform, `/merge_requests?${five}&approved_by_ids[]=6`)).toEqual([
    400,
    { error: "approved_by_ids has too many values (maximum is 5)" },
  ]);
});

test("merge requests are found by the users whom their approval rules name", async () => {
  const rule = { project: "team/one", name: "two", approvals_required: 1, users: ["ann", "ben"] };
  const platform = await startBacklog({}, { approval_rules: [rule] });
  expect((await all(platform, "approver_ids[]=2&approver_ids[]=3")).length).toBe(4);
  expect(await all(platform, "approver_ids[]=2&approver_ids[]=4")).toEqual([]);
  expect((await all(platform, "approver_ids=Any")).length).toBe(4);
  expect(await all(platform, "approver_ids=None")).toEqual(["fifth", "sixth", "eighth"]);
});

test("without the licence approvals filter nothing", async () => {
  const platform = await startBacklog({ tier: "free" });
  expect((await all(platform, "approved_by_ids[]=4")).length).toBe(7);
  expect((await all(platform, "approver_ids[]=4")).length).toBe(7);
});

test("merge requests are found by the caller's own reactions", async () => {
  const platform = await startBacklog();
  const mine = (emoji: string) =>
    titles(platform, `/projects/team%2Fone/merge_requests?sort=asc&my_reaction_emoji=${emoji}`, "ann");
  expect(await mine("rocket")).toEqual(["First"]);
  expect(await mine("Any")).toEqual(["First"]);
  expect(await mine("None")).toEqual(["Draft: second", "third", "fourth"]);
});

test("merge requests are found by their branches", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "source_branch=b")).toEqual(["Draft: second"]);
  expect((await all(platform, "target_branch=main")).length).toBe(7);
  expect(await all(platform, "target_branch=mai")).toEqual([]);
});

test("the search looks through title and description, or one of them", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "search=tea")).toEqual(["First"]);
  expect(await all(platform, "search=tea&in=title")).toEqual([]);
  expect(await all(platform, "search=first&in=title")).toEqual(["First"]);
});

test("wip finds drafts only, or the others only", async () => {
  const platform = await startBacklog();
  expect(await all(platform, "wip=yes")).toEqual(["Draft: second"]);
  expect((await all(platform, "wip=no")).length).toBe(6);
  expect(await refusal(platform, "/merge_requests?wip=maybe")).toEqual([400, { error: "wip does not have a valid value" }]);
});

test("not takes away what matches it: labels, milestone, people and reactions", async () => {
  const platform = await startBacklog();
  for (const path of ["/projects/team%2Fone/merge_requests?sort=asc&", "/groups/team/merge_requests?sort=asc&state=opened&"]) {
    const rest = async (query: string) =>
      (await titles(platform, `${path}${query}`, "ann")).filter((title) => title !== "fourth");
    // oxlint-disable no-await-in-loop -- one question after the other
    expect(await rest("not[labels]=later")).toEqual(["First", "Draft: second"]);
    expect(await rest("not[milestone]=next")).toEqual(["First", "Draft: second"]);
    expect(await rest("not[author_id]=2")).toEqual(["Draft: second"]);
    expect(await rest("not[author_username]=ben")).toEqual(["First", "third"]);
    expect(await rest("not[assignee_id]=2")).toEqual(["First", "third"]);
    expect(await rest("not[assignee_username][]=ann")).toEqual(["First", "third"]);
    expect(await rest("not[reviewer_id]=3")).toEqual(["First", "third"]);
    expect(await rest("not[reviewer_username]=cat")).toEqual(["First", "Draft: second"]);
    expect(await rest("not[my_reaction_emoji]=rocket")).toEqual(["Draft: second", "third"]);
    expect((await rest("not[source_branch]=a&not[search]=first")).length).toBe(3);
    // oxlint-enable no-await-in-loop
  }
});

test("the list of a project takes numbers, and neither in nor the times of deployments", async () => {
  const platform = await startBacklog();
  const found = (query: string) => titles(platform, `/projects/team%2Fone/merge_requests?sort=asc&${query}`);
  expect(await found("iids[]=1&iids[]=3")).toEqual(["First", "third"]);
  expect(await found("search=tea&in=title")).toEqual(["First"]);
  expect((await found(`deployed_after=${march(1)}&deployed_before=${march(2)}`)).length).toBe(4);
  expect((await all(platform, "iids[]=1")).length).toBe(7);
});

test("the reply tells references relative to the project or group of the request", async () => {
  const platform = await startBacklog();
  const relative = async (path: string) => each(await platform.call("GET", path), "references");
  expect(await relative("/projects/team%2Fone/merge_requests?iids[]=1")).toEqual([
    { short: "!1", relative: "!1", full: "team/one!1" },
  ]);
  expect(await relative("/groups/team/merge_requests?search=first")).toMatchObject([{ relative: "one!1" }]);
  expect(await relative("/merge_requests?scope=all&search=first")).toMatchObject([{ relative: "team/one!1" }]);
});

test("merge requests are found by where and when they were deployed, in one successful deployment", async () => {
  const platform = await startBacklog(
    {},
    {
      environments: [
        { project: "team/sub/two", name: "production" },
        { project: "team/sub/two", name: "staging" },
      ],
      deployments: [deployment("production", "success", march(10)), deployment("staging", "failed", march(12))],
    },
  );
  expect(await all(platform, "environment=production")).toEqual(["fifth"]);
  expect(await all(platform, "environment=staging")).toEqual([]);
  expect(await titles(platform, "/projects/team%2Fsub%2Ftwo/merge_requests?environment=production")).toEqual(["fifth"]);
  expect(await all(platform, `deployed_after=${march(10)}`)).toEqual(["fifth"]);
  expect(await all(platform, `deployed_after=${march(11)}`)).toEqual([]);
  expect(await all(platform, `deployed_before=${march(10)}&environment=production`)).toEqual(["fifth"]);
  expect(await all(platform, `deployed_before=${march(9)}`)).toEqual([]);
});

function deployment(environment: string, status: string, at: string): Record<string, unknown> {
  return { project: "team/sub/two", environment, ref: "main", status, user: "ann", at, merge_requests: [1] };
}
