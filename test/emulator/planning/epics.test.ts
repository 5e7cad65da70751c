import { afterAll, beforeAll, expect, test } from "vitest";
import { type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

test("an epic is made, changed, labelled, closed and found, and issues are put into it and taken out", async () => {
  const group = await vendor.group();
  const project = await vendor.project({ namespace_id: group.id });
  const at = `/groups/${group.id}/epics`;
  const epic = await vendor.made(at, { title: "one", start_date_is_fixed: true, start_date_fixed: "2026-01-02" });
  expect(epic).toMatchObject({ iid: 1, state: "opened", labels: [], start_date: "2026-01-02", due_date: null, parent_id: null });
  const changed = await vendor.status("PUT", `${at}/1`, { title: "two", labels: ["b", "a"], state_event: "close" });
  expect(changed).toMatchObject([200, { title: "two", labels: ["a", "b"], state: "closed" }]);
  expect((await vendor.list(`${at}?state=closed&labels=a`)).length).toBe(1);
  expect(await vendor.list(`${at}?not[labels]=a`)).toEqual([]);
  const issue = await vendor.made(`/projects/${project.id}/issues`, { title: "x" });
  const placed = await vendor.made(`${at}/1/issues/${issue.id}`, {});
  expect(placed).toMatchObject({ epic: { iid: 1 }, issue: { id: issue.id } });
  expect(await vendor.list(`${at}/1/issues`)).toMatchObject([{ id: issue.id, epic_issue_id: placed.id }]);
  expect((await vendor.status("DELETE", `${at}/1/issues/${placed.id}`))[0]).toBe(200);
  expect(await vendor.list(`${at}/1/issues`)).toEqual([]);
  expect((await vendor.status("DELETE", `${at}/1`))[0]).toBe(204);
  expect((await vendor.status("GET", `${at}/1`))[0]).toBe(404);
  expect((await vendor.made(at, { title: "three" }))["iid"]).toBe(2);
});

test("an epic is a part of another, and never of itself", async () => {
  const { id } = await vendor.group();
  const at = `/groups/${id}/epics`;
  const [parent, part] = [await vendor.made(at, { title: "parent" }), await vendor.made(at, { title: "part" })];
  expect(await vendor.made(`${at}/1/epics/${part.id}`, {})).toMatchObject({ parent_id: parent.id, parent_iid: 1 });
  expect((await vendor.status("POST", `${at}/2/epics/${parent.id}`))[0]).toBe(400);
  expect((await vendor.list(`${at}/1/epics`)).map((one) => one["id"])).toEqual([part.id]);
});

test("guests read epics that are not confidential, and write none", async () => {
  const { id } = await vendor.group();
  const at = `/groups/${id}/epics`;
  await vendor.made(at, { title: "open" });
  await vendor.made(at, { title: "hidden", confidential: true });
  const guest = await vendor.member(`/groups/${id}`, 10);
  expect((await vendor.list(at, guest)).map(({ title }) => title)).toEqual(["open"]);
  expect((await vendor.status("GET", `${at}/2`, undefined, guest))[0]).toBe(404);
  expect((await vendor.status("POST", at, { title: "x" }, guest))[0]).toBe(403);
});
