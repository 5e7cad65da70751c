// @module-tag slow
import { expect, test } from "vitest";
import { each } from "../answers.js";
import { refusal, startBacklog, titles } from "../backlog.js";

test("the list of all issues has the caller's own by default, those assigned to the caller, or all", async () => {
  const platform = await startBacklog();
  expect(await titles(platform, "/issues", "ann")).toEqual(["epsilon", "Gamma tea", "alpha"]);
  expect(await titles(platform, "/issues?scope=created_by_me", "gus")).toEqual(["zeta"]);
  expect(await titles(platform, "/issues?scope=assigned_to_me", "ann")).toEqual(["zeta", "beta"]);
  expect(await titles(platform, "/issues?scope=all", "cat")).toEqual(["kappa", "iota"]);
  expect(await refusal(platform, "/issues?scope=mine")).toEqual([400, { error: "scope does not have a valid value" }]);
});

test("the lists of groups and projects have everybody's issues by default", async () => {
  const platform = await startBacklog();
  expect(await titles(platform, "/groups/team/issues", "ann")).toEqual([
    "zeta",
    "epsilon",
    "delta",
    "Gamma tea",
    "beta",
    "alpha",
  ]);
  expect(await titles(platform, "/groups/team/issues?scope=created_by_me", "gus")).toEqual(["zeta"]);
  expect(await titles(platform, "/projects/team%2Fone/issues", "ann")).toEqual(["delta", "Gamma tea", "beta", "alpha"]);
  expect(await titles(platform, "/projects/team%2Fone/issues?scope=assigned_to_me", "ann")).toEqual(["beta"]);
});

test("without a credential all issues of public projects are listed, and nobody's own", async () => {
  const platform = await startBacklog();
  expect(await titles(platform, "/issues?scope=all", null)).toEqual(["iota"]);
  expect(await titles(platform, "/projects/open%2Fpub/issues", null)).toEqual(["iota"]);
  expect(await titles(platform, "/groups/open/issues", null)).toEqual(["iota"]);
  expect(await refusal(platform, "/issues", null)).toEqual([401, { message: "401 Unauthorized" }]);
});

test("issues of private projects and groups are 404 for who is not in them, and in no list of theirs", async () => {
  const platform = await startBacklog();
  for (const as of ["olly", null]) {
    expect(await refusal(platform, "/projects/team%2Fone/issues", as)).toEqual([404, { message: "404 Project Not Found" }]);
    expect(await refusal(platform, "/groups/team/issues", as)).toEqual([404, { message: "404 Group Not Found" }]);
    expect((await refusal(platform, "/projects/team%2Fone/issues/1", as))[0]).toBe(404);
    expect(await titles(platform, "/issues?scope=all", as)).toEqual(["iota"]);
  }
});

test("confidential issues are seen by Reporters and up, their authors and assignees", async () => {
  const platform = await startBacklog();
  const status = async (path: string, as: string) => (await refusal(platform, path, as))[0];
  expect(await titles(platform, "/projects/team%2Fone/issues", "gus")).toEqual(["Gamma tea", "beta", "alpha"]);
  expect(await titles(platform, "/projects/team%2Fsub%2Ftwo/issues", "gus")).toEqual(["zeta", "epsilon"]);
  expect(await refusal(platform, "/projects/team%2Fone/issues/4", "gus")).toEqual([404, { message: "404 Not found" }]);
  expect(await status("/projects/team%2Fsub%2Ftwo/issues/2", "gus")).toBe(200);
  expect(await status("/projects/team%2Fone/issues/4", "ben")).toBe(200);
  expect(await status("/projects/open%2Fpub/issues/2", "olly")).toBe(404);
});

test("issues of projects where they are switched off are in no list", async () => {
  const platform = await startBacklog();
  expect(await titles(platform, "/projects/team%2Fmute/issues")).toEqual([]);
  expect((await refusal(platform, "/projects/team%2Fmute/issues/1"))[0]).toBe(404);
});

test("issues of archived projects are left out unless non_archived is false; the project itself lists them", async () => {
  const platform = await startBacklog();
  expect(await titles(platform, "/issues?scope=all&search=eta")).toEqual(["zeta", "beta"]);
  expect(await titles(platform, "/issues?scope=all&search=eta&non_archived=false")).toEqual(["eta", "zeta", "beta"]);
  expect(await titles(platform, "/groups/team/issues?search=eta")).toEqual(["zeta", "beta"]);
  expect(await titles(platform, "/groups/team/issues?search=eta&non_archived=false")).toEqual(["eta", "zeta", "beta"]);
  expect(await titles(platform, "/projects/team%2Fold/issues")).toEqual(["eta"]);
});

test("a group lists the issues of its subgroups too", async () => {
  const platform = await startBacklog();
  expect(await titles(platform, "/groups/team/issues?labels=later")).toEqual(["epsilon", "Gamma tea"]);
  expect(await titles(platform, "/groups/team%2Fsub/issues")).toEqual(["zeta", "epsilon"]);
});

test("references are relative to the project or group of the request, and full over the whole instance", async () => {
  const platform = await startBacklog();
  const relative = async (path: string) => each(await platform.call("GET", path), "references");
  const two = "team/sub/two#1";
  expect(await relative("/projects/team%2Fsub%2Ftwo/issues?search=epsilon")).toEqual([
    { short: "#1", relative: "#1", full: two },
  ]);
  expect(await relative("/groups/team%2Fsub/issues?search=epsilon")).toEqual([{ short: "#1", relative: "two#1", full: two }]);
  expect(await relative("/groups/team/issues?search=epsilon")).toEqual([{ short: "#1", relative: two, full: two }]);
  expect(await relative("/issues?scope=all&search=epsilon")).toEqual([{ short: "#1", relative: two, full: two }]);
});

test("issue lists come in pages of twenty, newest first", async () => {
  const platform = await startBacklog();
  const page = await platform.call("GET", "/issues?scope=all&per_page=2&page=2");
  expect(each(page, "title")).toEqual(["zeta", "epsilon"]);
  expect(page.headers.get("X-Total")).toBe("8");
  expect((await platform.call("GET", "/issues?scope=all")).headers.get("X-Per-Page")).toBe("20");
});

test("a project with ten thousand issues lists any page of them", async () => {
  const issues = Array.from({ length: 10_000 }, (_, place) => ({ project: "team/one", title: `issue ${place}`, author: "ann" }));
  const platform = await startBacklog({}, { issues, reactions: [] });
  const page = await platform.call("GET", "/projects/team%2Fone/issues?per_page=3&page=3000&order_by=relative_position&sort=asc");
  expect(each(page, "iid")).toEqual([8998, 8999, 9000]);
  expect(page.headers.get("X-Total")).toBe("10000");
});

test("issues are ordered by creation, update, title, due date and weight, upwards or downwards, without a value last", async () => {
  const issues = [
    { project: "team/one", title: "b", author: "ann", due_date: "+5d", weight: 1, created_at: "-3d", updated_at: "-1d" },
    { project: "team/one", title: "A", author: "ann", created_at: "-2d", updated_at: "-2d" },
    { project: "team/one", title: "c", author: "ann", due_date: "+1d", weight: 3, created_at: "-1d", updated_at: "-1d" },
  ];
  const platform = await startBacklog({}, { issues, reactions: [] });
  const ordered = (query: string) => titles(platform, `/projects/team%2Fone/issues?order_by=${query}`);
  expect(await ordered("created_at")).toEqual(["c", "A", "b"]);
  expect(await ordered("created_at&sort=asc")).toEqual(["b", "A", "c"]);
  expect((await ordered("updated_at&sort=asc"))[0]).toBe("A");
  expect(await ordered("title&sort=asc")).toEqual(["A", "b", "c"]);
  expect(await ordered("due_date")).toEqual(["b", "c", "A"]);
  expect(await ordered("due_date&sort=asc")).toEqual(["c", "b", "A"]);
  expect(await ordered("weight")).toEqual(["c", "b", "A"]);
  expect(await ordered("weight&sort=asc")).toEqual(["b", "c", "A"]);
  expect(await refusal(platform, "/issues?order_by=colour")).toEqual([400, { error: "order_by does not have a valid value" }]);
  expect(await refusal(platform, "/issues?sort=up")).toEqual([400, { error: "sort does not have a valid value" }]);
});

test("issues are ordered by their upvotes and by their place", async () => {
  const platform = await startBacklog();
  const ordered = (query: string) => titles(platform, `/projects/team%2Fone/issues?order_by=${query}`);
  expect(await ordered("popularity")).toEqual(["beta", "alpha", "delta", "Gamma tea"]);
  expect(await ordered("popularity&sort=asc")).toEqual(["Gamma tea", "delta", "alpha", "beta"]);
  expect(await ordered("relative_position&sort=asc")).toEqual(["alpha", "beta", "Gamma tea", "delta"]);
});

test("issues are ordered by the most urgent label, by the milestone's due date, and by priority, which is both", async () => {
  const platform = await startBacklog();
  const ordered = (query: string) => titles(platform, `/projects/team%2Fone/issues?sort=asc&order_by=${query}`);
  expect(await ordered("label_priority")).toEqual(["beta", "Gamma tea", "alpha", "delta"]);
  expect(await ordered("milestone_due")).toEqual(["Gamma tea", "delta", "alpha", "beta"]);
  expect(await ordered("priority")).toEqual(["Gamma tea", "delta", "beta", "alpha"]);
});

test("a group does not order its issues by title, and takes neither in nor milestone_id", async () => {
  const platform = await startBacklog();
  expect(await refusal(platform, "/groups/team/issues?order_by=title")).toEqual([
    400,
    { error: "order_by does not have a valid value" },
  ]);
  expect(await titles(platform, "/groups/team/issues?search=tea&in=title")).toEqual(["Gamma tea", "alpha"]);
  expect(await titles(platform, "/issues?scope=all&search=tea&in=title")).toEqual(["Gamma tea"]);
  expect((await titles(platform, "/groups/team/issues?milestone_id=None")).length).toBe(6);
  expect((await titles(platform, "/issues?scope=all&milestone_id=None")).length).toBe(4);
});
