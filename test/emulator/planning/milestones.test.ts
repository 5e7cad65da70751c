import { afterAll, beforeAll, expect, test } from "vitest";
import { type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

test("a milestone is made, found by iid and title, closed, and taken off issues when it goes", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/milestones`;
  const made = await vendor.made(at, { title: "1.0", due_date: "2020-01-01T00:00:00Z" });
  expect(made).toMatchObject({ iid: 1, state: "active", due_date: "2020-01-01", expired: true, project_id: id });
  await vendor.made(at, { title: "2.0" });
  const issue = await vendor.made(`/projects/${id}/issues`, { title: "x", milestone_id: made.id });
  expect(await vendor.list(`${at}/${made.id}/issues`)).toMatchObject([{ id: issue.id }]);
  expect(await vendor.list(`${at}/${made.id}/merge_requests`)).toEqual([]);
  expect((await vendor.list(`${at}?iids[]=2`)).map(({ title }) => title)).toEqual(["2.0"]);
  expect((await vendor.list(`${at}?title=1.0`)).map(({ title }) => title)).toEqual(["1.0"]);
  expect(await vendor.status("PUT", `${at}/${made.id}`, { state_event: "close" })).toMatchObject([200, { state: "closed" }]);
  expect((await vendor.list(`${at}?state=active`)).length).toBe(1);
  expect((await vendor.status("DELETE", `${at}/${made.id}`))[0]).toBe(204);
  expect((await vendor.list(`/projects/${id}/issues`))[0]).toMatchObject({ milestone: null });
});

test("a title is taken by milestones of the groups above; a promoted milestone is the group's", async () => {
  const group = await vendor.group();
  const { id } = await vendor.project({ namespace_id: group.id });
  await vendor.made(`/groups/${group.id}/milestones`, { title: "Spring" });
  const [status, body] = await vendor.status("POST", `/projects/${id}/milestones`, { title: "Spring" });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("already being used")]);
  const own = await vendor.made(`/projects/${id}/milestones`, { title: "Autumn" });
  const issue = await vendor.made(`/projects/${id}/issues`, { title: "x", milestone_id: own.id });
  expect((await vendor.status("POST", `/projects/${id}/milestones/${own.id}/promote`))[0]).toBe(201);
  expect((await vendor.list(`/groups/${group.id}/milestones`)).map(({ title }) => title)).toEqual(["Spring", "Autumn"]);
  expect(await vendor.list(`/projects/${id}/milestones`)).toEqual([]);
  expect((await vendor.list(`/projects/${id}/milestones?include_ancestors=true`)).length).toBe(2);
  expect((await vendor.status("GET", `/projects/${id}/issues/${String(issue["iid"])}`))[1]).toMatchObject({
    milestone: { title: "Autumn", group_id: group.id },
  });
});

test("guests read milestones and do not write them", async () => {
  const { id } = await vendor.project();
  const guest = await vendor.member(`/projects/${id}`, 10);
  expect((await vendor.status("GET", `/projects/${id}/milestones`, undefined, guest))[0]).toBe(200);
  expect((await vendor.status("POST", `/projects/${id}/milestones`, { title: "x" }, guest))[0]).toBe(403);
  expect(await vendor.status("PUT", `/projects/${id}/milestones/99`, { title: "x" })).toEqual([
    404,
    { message: "404 Not found" },
  ]);
});
