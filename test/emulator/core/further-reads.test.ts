import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountOf } from "../../../src/emulator/account.js";
import type { Json } from "../../../src/emulator/core/records.js";
import { root } from "../../e2e/scratch-copy.js";
import { type Thing, type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;
let older: Vendor;

beforeAll(async () => {
  [vendor, older] = await Promise.all([
    startVendor({ tier: "ultimate" }),
    startVendor({ serverVersion: "17.10.0", tier: "free" }),
  ]);
});
afterAll(() => Promise.all([vendor.close(), older.close()]));

test("what is absent of a release says why", async () => {
  const [facts, description] = await Promise.all(
    ["schemas/facts/19.0.json", "schemas/openapi.json"].map((name) => readFile(join(root, name), "utf8")),
  );
  const absent = accountOf(facts ?? "", JSON.parse(description ?? "") as Json).filter(({ service }) => service === "absent");
  expect(absent.filter(({ reason }) => reason === undefined || reason === "is not served yet")).toEqual([]);
});

test("an administrator makes a project in the namespace of a user, who is its creator", async () => {
  const token = vendor.stranger();
  const [, user] = (await vendor.status("GET", "/user", undefined, token)) as [number, Thing];
  const project = await vendor.made(`/projects/user/${user.id}`, { name: "theirs" });
  expect(project).toMatchObject({ creator_id: user.id, path_with_namespace: "stranger/theirs" });
  expect((await vendor.status("POST", `/projects/user/${user.id}`, { name: "mine" }, token))[0]).toBe(403);
});

test("a token tells what its user is in, from a level on", async () => {
  const [low, high] = [await vendor.group(), await vendor.group()];
  const token = await vendor.member(`/groups/${low.id}`, 10);
  const [, user] = (await vendor.status("GET", "/user", undefined, token)) as [number, Thing];
  await vendor.made(`/groups/${high.id}/members`, { user_id: user.id, access_level: 40 });
  const groups = async (query: string): Promise<unknown> => {
    const [, body] = await vendor.status("GET", `/personal_access_tokens/self/associations${query}`, undefined, token);
    return (body as { groups: Thing[] }).groups.map(({ id }) => id);
  };
  expect(await groups("")).toEqual([low.id, high.id]);
  expect(await groups("?min_access_level=40")).toEqual([high.id]);
});

test("a support pin is the user's own, made anew at each request, and revoked by administrators", async () => {
  const token = vendor.stranger();
  const pin = (method: string, path: string) => vendor.status(method, path, undefined, token);
  expect((await pin("GET", "/user/support_pin"))[0]).toBe(404);
  const [status, made] = await pin("POST", "/user/support_pin");
  expect([status, made]).toMatchObject([201, { pin: expect.stringMatching(/^\d{6}$/) }]);
  expect(await pin("GET", "/user/support_pin")).toEqual([200, made]);
  await pin("POST", "/user/support_pin");
  const [, user] = (await vendor.status("GET", "/user", undefined, token)) as [number, Thing];
  expect((await vendor.status("POST", `/users/${user.id}/support_pin/revoke`))[0]).toBe(202);
  expect((await vendor.status("POST", `/users/${user.id}/support_pin/revoke`))[0]).toBe(404);
});

test("notes of a wiki page are changed and removed by who wrote them, and by maintainers", async () => {
  const { id } = await vendor.project();
  const page = await vendor.made(`/projects/${id}/wikis`, { title: "Home", content: "text" });
  const at = `/projects/${id}/wiki_pages/${String(page["wiki_page_meta_id"])}/notes`;
  const [one, other] = [await vendor.member(`/projects/${id}`, 30), await vendor.member(`/projects/${id}`, 30)];
  const [, note] = (await vendor.status("POST", at, { body: "Good" }, one)) as [number, Thing];
  expect(note).toMatchObject({ body: "Good", noteable_type: "WikiPage::Meta", noteable_id: page["wiki_page_meta_id"] });
  expect((await vendor.status("PUT", `${at}/${note.id}`, { body: "Bad" }, other))[0]).toBe(403);
  expect((await vendor.status("DELETE", `${at}/${note.id}`, undefined, other))[0]).toBe(403);
  expect((await vendor.status("PUT", `${at}/${note.id}`, { body: "Better" }, one))[1]).toMatchObject({ body: "Better" });
  expect((await vendor.status("DELETE", `${at}/${note.id}`))[0]).toBe(204);
  expect((await vendor.status("GET", `/projects/${id}/wiki_pages/0/notes`))[0]).toBe(404);
});

test("what needs a licence is not there on Community, and the rest is, on older releases, too", async () => {
  const group = await older.group();
  const code = async (path: string): Promise<number> => (await older.status("GET", `/groups/${group.id}${path}`))[0];
  for (const path of ["/billable_members", "/epic_boards", "/ssh_certificates", "/related_epic_links"])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect([path, await code(path)]).toEqual([path, 404]);
  expect(await code("/releases")).toBe(200);
});
