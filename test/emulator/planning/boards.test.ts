import { afterAll, beforeAll, expect, test } from "vitest";
import { type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

test("a board has lists of labels in an order, which change places", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/boards`;
  expect(await vendor.list(at)).toEqual([]);
  const board = await vendor.made(at, { name: "work" });
  expect(board).toMatchObject({ name: "work", project: { id }, group: null, lists: [], milestone: null });
  const lists = `${at}/${board.id}/lists`;
  for (const name of ["a", "b", "c"]) {
    const label = await vendor.made(`/projects/${id}/labels`, { name, color: "red" });
    expect(await vendor.made(lists, { label_id: label.id })).toMatchObject({ label: { name } });
    expect((await vendor.status("POST", lists, { label_id: label.id }))[0]).toBe(400);
  }
  expect((await vendor.status("POST", lists, {}))[0]).toBe(400);
  expect((await vendor.status("POST", lists, { label_id: 1e6 }))[0]).toBe(400);
  const [first] = await vendor.list(lists);
  expect(await vendor.status("PUT", `${lists}/${String(first?.["id"])}`, { position: 2 })).toMatchObject([200, { position: 2 }]);
  expect((await vendor.list(lists)).map(({ label, position }) => [label, position])).toMatchObject([
    [{ name: "b" }, 0],
    [{ name: "c" }, 1],
    [{ name: "a" }, 2],
  ]);
  expect((await vendor.status("DELETE", `${lists}/${String(first?.["id"])}`))[0]).toBe(204);
  expect(await vendor.status("PUT", `${at}/${board.id}`, { name: "new", labels: "b", hide_backlog_list: true })).toMatchObject([
    200,
    { name: "new", labels: [{ name: "b" }], hide_backlog_list: true },
  ]);
  expect((await vendor.status("DELETE", `${at}/${board.id}`))[0]).toBe(204);
  expect((await vendor.status("GET", lists))[0]).toBe(404);
});

test("boards of groups are read by guests and written by planners", async () => {
  const { id } = await vendor.group();
  const [guest, planner] = [await vendor.member(`/groups/${id}`, 10), await vendor.member(`/groups/${id}`, 15)];
  const at = `/groups/${id}/boards`;
  expect((await vendor.status("POST", at, { name: "x" }, planner))[0]).toBe(201);
  expect((await vendor.status("POST", at, { name: "x" }, guest))[0]).toBe(403);
  expect(await vendor.list(at, guest)).toMatchObject([{ name: "x", group: { id } }]);
});
