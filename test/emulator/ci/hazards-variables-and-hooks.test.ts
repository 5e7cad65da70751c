import { afterAll, beforeAll, expect, test } from "vitest";
import { type Body, type Thing, type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;
let community: Vendor;

beforeAll(async () => {
  [vendor, community] = await Promise.all([startVendor({ tier: "ultimate" }), startVendor({ tier: "free" })]);
});
afterAll(() => Promise.all([vendor.close(), community.close()]));

const code = async (method: string, path: string, json?: unknown, token?: string): Promise<number> =>
  (await vendor.status(method, path, json, token))[0];
const scope = (name: string): string => `?filter[environment_scope]=${encodeURIComponent(name)}`;

test.each(["GET", "PUT", "DELETE"])("%s of a key with several scopes asks for one of them: 409 without", async (method) => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/variables`;
  for (const environment_scope of ["*", "live"]) await vendor.made(at, { key: "KEY", value: "x", environment_scope }); // oxlint-disable-line no-await-in-loop
  const json = method === "PUT" ? { value: "y" } : undefined;
  expect(await code(method, `${at}/KEY`, json)).toBe(409);
  expect(await code(method, `${at}/KEY${scope("live")}`, json)).toBe(method === "DELETE" ? 204 : 200);
  expect(await vendor.list(at)).toContainEqual(expect.objectContaining({ environment_scope: "*", value: "x" }));
});

test.each([
  ["short", { value: "1234567" }],
  ["of two lines", { value: "12345678\n12345678" }],
  ["with a blank, raw or not", { value: "1234 5678", raw: true }],
  ["of another alphabet without raw", { value: "12345678$%" }],
])("a value that is %s cannot be masked: 400", async (_, sent) => {
  const { id } = await vendor.project();
  expect(await code("POST", `/projects/${id}/variables`, { key: "KEY", masked: true, ...sent })).toBe(400);
});

test("what is no narrow alphabet can be masked where it is raw", async () => {
  const { id } = await vendor.project();
  await vendor.made(`/projects/${id}/variables`, { key: "KEY", masked: true, raw: true, value: "12345678$%" });
});

test("a hidden variable is made so, shown without its value, neither unhidden nor unmasked, and takes a new value", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/variables`;
  const made = await vendor.made(at, { key: "KEY", value: "12345678", masked_and_hidden: true });
  expect(made).toMatchObject({ value: null, masked: true, hidden: true });
  expect(await vendor.list(at)).toMatchObject([{ value: null }]);
  expect(await code("PUT", `${at}/KEY`, { masked: false })).toBe(400);
  expect(await vendor.status("PUT", `${at}/KEY`, { value: "87654321" })).toMatchObject([200, { value: null, hidden: true }]);
  await vendor.made(at, { key: "SEEN", value: "12345678", masked: true });
  const [, after] = await vendor.status("PUT", `${at}/SEEN`, { masked_and_hidden: true });
  expect(after).toMatchObject({ hidden: false });
});

test("a value keeps the newlines at its ends, and case counts in keys and scopes", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/variables`;
  expect(await vendor.made(at, { key: "KEY", value: "\nx\n" })).toMatchObject({ value: "\nx\n" });
  await vendor.made(at, { key: "key", value: "" });
  await vendor.made(at, { key: "KEY", value: "", environment_scope: "Live" });
  await vendor.made(at, { key: "KEY", value: "", environment_scope: "live" });
  expect(await code("POST", at, { key: "KEY", value: "" })).toBe(400);
  expect(await vendor.list(at)).toHaveLength(4);
});

test.each(["a-b", "a b", "", "k".repeat(256)])("%o is no key of a variable", async (key) => {
  const { id } = await vendor.project();
  expect(await code("POST", `/projects/${id}/variables`, { key, value: "x" })).toBe(400);
});

test("variables of groups have scopes where these are licensed, and for all environments elsewhere", async () => {
  const sent = { key: "KEY", value: "x", environment_scope: "live" };
  const group = await vendor.group();
  expect(await vendor.made(`/groups/${group.id}/variables`, sent)).toMatchObject({ environment_scope: "live" });
  const free = await community.group();
  expect(await community.made(`/groups/${free.id}/variables`, sent)).toMatchObject({ environment_scope: "*" });
});

test("variables of the instance have neither scope nor hiding, and each key once: 400", async () => {
  const made = await vendor.made("/admin/ci/variables", { key: "KEY", value: "x" });
  expect(Object.keys(made)).not.toEqual(expect.arrayContaining(["environment_scope"]));
  expect(Object.keys(made)).not.toEqual(expect.arrayContaining(["hidden"]));
  expect(await code("POST", "/admin/ci/variables", { key: "KEY", value: "x" })).toBe(400);
});

test("the same url twice makes two hooks, and lists show no secrets", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/hooks`;
  const sent = { url: "http://hooks.example/", token: "hush-1", custom_headers: [{ key: "X-A", value: "hush-2" }] };
  for (let turn = 0; turn < 2; turn += 1) await vendor.made(at, sent); // oxlint-disable-line no-await-in-loop
  const hooks = await vendor.list(at);
  expect(hooks).toMatchObject([{ token_present: true, push_events: true }, { token_present: true }]);
  expect(JSON.stringify(hooks)).not.toContain("hush");
});

test("a changed url drops the token and the headers of a hook", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/hooks`;
  const hook = await vendor.made(at, { url: "http://a.example/", token: "t", custom_headers: [{ key: "X-A", value: "1" }] });
  const [, same] = await vendor.status("PUT", `${at}/${hook.id}`, { url: "http://a.example/", note_events: true });
  expect(same).toMatchObject({ token_present: true, custom_headers: [{ key: "X-A" }] });
  const [, moved] = await vendor.status("PUT", `${at}/${hook.id}`, { url: "http://b.example/" });
  expect(moved).toMatchObject({ token_present: false, custom_headers: [] });
});

test("a signing token has its form: whsec_ and 32 bytes in base64", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/hooks`;
  expect(await code("POST", at, { url: "http://a.example/", signing_token: "hush" })).toBe(422);
  const signing_token = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  expect(await vendor.made(at, { url: "http://a.example/", signing_token })).toMatchObject({ signing_token_present: true });
});

test("addresses of the server's own network are refused until a setting allows them: 422", async () => {
  const { id } = await vendor.project();
  const local = { url: "http://127.0.0.1:9/" };
  expect(await code("POST", `/projects/${id}/hooks`, local)).toBe(422);
  await vendor.status("PUT", "/application/settings", { allow_local_requests_from_web_hooks_and_services: true });
  expect(await code("POST", `/projects/${id}/hooks`, local)).toBe(201);
});

test("masked parts stand in the url by their names", async () => {
  const { id } = await vendor.project();
  const sent = { url: "http://a.example/{secret}", url_variables: [{ key: "secret", value: "hush" }] };
  expect(await vendor.made(`/projects/${id}/hooks`, sent)).toMatchObject({
    url: "http://a.example/{secret}",
    url_variables: [{ key: "secret" }],
  });
});

test("hooks of groups are licensed", async () => {
  const group = await community.group();
  const [status] = await community.status("POST", `/groups/${group.id}/hooks`, { url: "http://a.example/" });
  expect([403, 404]).toContain(status);
});

/** A project with a branch. */
const withRefs = (): Promise<Thing> => vendor.project({ initialize_with_readme: true });

test("the ref of a schedule comes back in full", async () => {
  const { id } = await withRefs();
  const at = `/projects/${id}/pipeline_schedules`;
  const made = await vendor.made(at, { description: "Nightly", ref: "main", cron: "0 1 * * *" });
  expect(made).toMatchObject({ ref: "refs/heads/main", cron_timezone: "UTC", active: true });
  expect(made["next_run_at"]).toEqual(expect.any(String));
  await vendor.made(at, { description: "Nightly", ref: "main", cron: "0 2 * * *" });
  expect(await vendor.list(at)).toHaveLength(2);
});

test("the owner alone changes a schedule: others take it over first", async () => {
  const { id } = await withRefs();
  const token = await vendor.member(`/projects/${id}`, 40);
  const schedule = await vendor.made(`/projects/${id}/pipeline_schedules`, { description: "x", ref: "main", cron: "0 1 * * *" });
  const at = `/projects/${id}/pipeline_schedules/${schedule.id}`;
  expect(await code("PUT", at, { description: "y" }, token)).toBe(403);
  expect(await code("POST", `${at}/take_ownership`, {}, token)).toBe(201);
  expect(await code("PUT", at, { description: "y" }, token)).toBe(200);
});

test("variables of a schedule are seen by its owner and by maintainers, and in lists by nobody", async () => {
  const { id } = await withRefs();
  const developer = await vendor.member(`/projects/${id}`, 30);
  const schedule = await vendor.made(`/projects/${id}/pipeline_schedules`, { description: "x", ref: "main", cron: "0 1 * * *" });
  const at = `/projects/${id}/pipeline_schedules/${schedule.id}`;
  await vendor.made(`${at}/variables`, { key: "KEY", value: "x" });
  expect((await vendor.status("GET", at))[1]).toMatchObject({ variables: [{ key: "KEY" }] });
  expect(((await vendor.status("GET", at, undefined, developer))[1] as Body)["variables"] ?? []).toEqual([]);
  const [listed = {}] = await vendor.list(`/projects/${id}/pipeline_schedules`);
  expect(listed).not.toHaveProperty("variables");
});

test("a schedule whose owner is blocked is switched off", async () => {
  const { id } = await withRefs();
  const token = await vendor.member(`/projects/${id}`, 40);
  const [, schedule] = (await vendor.status(
    "POST",
    `/projects/${id}/pipeline_schedules`,
    { description: "x", ref: "main", cron: "0 1 * * *" },
    token,
  )) as [number, Thing];
  const [, owner] = (await vendor.status("GET", "/user", undefined, token)) as [number, Thing];
  await vendor.status("POST", `/users/${owner.id}/block`);
  const [, after] = await vendor.status("GET", `/projects/${id}/pipeline_schedules/${schedule.id}`);
  expect(after).toMatchObject({ active: false });
});
