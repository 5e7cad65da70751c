import { afterAll, beforeAll, expect, test } from "vitest";
import { type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

const IMAGE = "https://img.example/%{project_id}.svg";

test("a project shows its badges and those of its groups, with what placeholders mean there", async () => {
  const group = await vendor.group();
  const project = await vendor.project({ namespace_id: group.id });
  const ofGroup = await vendor.made(`/groups/${group.id}/badges`, {
    link_url: "https://a.example/%{project_path}",
    image_url: IMAGE,
  });
  expect(ofGroup).toMatchObject({ kind: "group", name: null, rendered_image_url: IMAGE });
  const at = `/projects/${project.id}/badges`;
  const own = await vendor.made(at, { name: "own", link_url: "https://a.example/%{nothing}", image_url: IMAGE });
  expect(own).toMatchObject({ kind: "project", rendered_image_url: `https://img.example/${project.id}.svg` });
  expect(await vendor.list(at)).toMatchObject([
    { id: own.id },
    { id: ofGroup.id, kind: "group", rendered_link_url: `https://a.example/${String(project["path_with_namespace"])}` },
  ]);
  expect(await vendor.list(`${at}?name=own`)).toHaveLength(1);
  expect((await vendor.status("GET", `${at}/${ofGroup.id}`))[0]).toBe(200);
  expect((await vendor.status("PUT", `${at}/${ofGroup.id}`, { name: "x" }))[0]).toBe(404);
  expect((await vendor.status("DELETE", `${at}/${ofGroup.id}`))[0]).toBe(404);
  expect(await vendor.status("PUT", `${at}/${own.id}`, { image_url: "http://b.example" })).toMatchObject([
    200,
    { image_url: "http://b.example", link_url: "https://a.example/%{nothing}" },
  ]);
});

test("a badge can be looked at before it is made, and needs addresses of the web", async () => {
  const { id } = await vendor.project();
  const query = new URLSearchParams({ link_url: "https://a.example", image_url: IMAGE }).toString();
  expect(await vendor.status("GET", `/projects/${id}/badges/render?${query}`)).toMatchObject([
    200,
    { rendered_image_url: `https://img.example/${id}.svg` },
  ]);
  expect(await vendor.status("POST", `/projects/${id}/badges`, { link_url: "x", image_url: IMAGE })).toMatchObject([
    400,
    { message: { link_url: [expect.any(String)] } },
  ]);
});
