import { afterAll, beforeAll, expect, test } from "vitest";
import { type Body, type Thing, type Vendor, startVendor } from "../config-platform.js";
import { publicKey } from "../public-key.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor({ tier: "ultimate" });
});
afterAll(() => vendor.close());

const code = async (method: string, path: string, json?: unknown, token?: string): Promise<number> =>
  (await vendor.status(method, path, json, token))[0];
const read = async (path: string): Promise<Body> => (await vendor.status("GET", path))[1] as Body;

test("a fresh project has its group's push rule, and one that is there already does not follow", async () => {
  const group = await vendor.group();
  const before = await vendor.project({ namespace_id: group.id });
  await vendor.made(`/groups/${group.id}/push_rule`, { max_file_size: 7 });
  const after = await vendor.project({ namespace_id: group.id });
  expect((await read(`/projects/${after.id}/push_rule`))["max_file_size"]).toBe(7);
  expect([null, undefined]).toContain((await read(`/projects/${before.id}/push_rule`))?.["max_file_size"] ?? undefined);
});

test("a second push rule is refused, a change of none is 404, and a regular expression must be one", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/push_rule`;
  expect(await code("PUT", at, { max_file_size: 1 })).toBe(404);
  expect(await code("POST", at, { commit_message_regex: "(" })).toBe(400);
  expect(await code("POST", at, { max_file_size: 1 })).toBe(201);
  expect([400, 422]).toContain(await code("POST", at, { max_file_size: 2 }));
});

test("labels of a project are told from those above, case counts, and existing ones are 409", async () => {
  const group = await vendor.group();
  const { id } = await vendor.project({ namespace_id: group.id });
  await vendor.made(`/groups/${group.id}/labels`, { name: "above", color: "red" });
  const at = `/projects/${id}/labels`;
  expect(await vendor.made(at, { name: "own", color: "#abc" })).toMatchObject({ color: "#aabbcc", is_project_label: true });
  expect(await vendor.list(at)).toMatchObject([{ name: "above", color: "#FF0000", is_project_label: false }, { name: "own" }]);
  expect(await vendor.list(`${at}?include_ancestor_groups=false`)).toHaveLength(1);
  expect(await code("POST", at, { name: "own", color: "red" })).toBe(409);
  expect(await code("POST", at, { name: "above", color: "red" })).toBe(409);
  expect(await code("POST", at, { name: "Own", color: "red" })).toBe(201);
  expect(await code("POST", at, { name: "a,b", color: "red" })).toBe(400);
  expect(await vendor.made(at, { name: "devops::create", color: "red" })).toMatchObject({ name: "devops::create" });
  expect(await code("GET", `${at}/${encodeURIComponent("devops::create")}`)).toBe(200);
});

test("a label that goes is taken off every issue, and a new name keeps it there", async () => {
  const { id } = await vendor.project();
  const label = await vendor.made(`/projects/${id}/labels`, { name: "old", color: "red" });
  const issue = await vendor.made(`/projects/${id}/issues`, { title: "x", labels: "old" });
  const labels = async () => (await read(`/projects/${id}/issues/${String(issue["iid"])}`))["labels"];
  await vendor.status("PUT", `/projects/${id}/labels/${label.id}`, { new_name: "new" });
  expect(await labels()).toEqual(["new"]);
  await vendor.status("DELETE", `/projects/${id}/labels/${label.id}`);
  expect(await labels()).toEqual([]);
});

test("a deploy key that another project has is taken over with its title, which then changes for all", async () => {
  const [one, two] = [await vendor.project(), await vendor.project()];
  const { text: key } = publicKey();
  const first = await vendor.made(`/projects/${one.id}/deploy_keys`, { title: "robot", key, can_push: true });
  const second = await vendor.made(`/projects/${two.id}/deploy_keys`, { title: "other", key });
  expect(second).toMatchObject({ id: first.id, title: "robot", can_push: false });
  await vendor.status("PUT", `/projects/${two.id}/deploy_keys/${first.id}`, { title: "both", can_push: true });
  expect(await read(`/projects/${one.id}/deploy_keys/${first.id}`)).toMatchObject({ title: "both" });
  const all = await vendor.list("/deploy_keys");
  expect(all.find(({ id }) => id === first.id)?.["projects_with_write_access"]).toHaveLength(2);
  await vendor.status("DELETE", `/projects/${one.id}/deploy_keys/${first.id}`);
  expect(await code("GET", `/projects/${two.id}/deploy_keys/${first.id}`)).toBe(200);
  await vendor.status("DELETE", `/projects/${two.id}/deploy_keys/${first.id}`);
  expect((await vendor.list("/deploy_keys")).map(({ id }) => id)).not.toContain(first.id);
});

test("a key of a user is no deploy key", async () => {
  const { id } = await vendor.project();
  const { text: key } = publicKey();
  await vendor.made("/user/keys", { title: "mine", key });
  expect(await code("POST", `/projects/${id}/deploy_keys`, { title: "robot", key })).toBe(400);
});

test("an environment keeps its name, guesses its tier, and is removed once it is stopped", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/environments`;
  const live = await vendor.made(at, { name: "production" });
  expect(live).toMatchObject({ tier: "production", state: "available" });
  await vendor.status("PUT", `${at}/${live.id}`, { name: "other" });
  expect(await read(`${at}/${live.id}`)).toMatchObject({ name: "production" });
  expect(await code("DELETE", `${at}/${live.id}`)).toBe(403);
  await vendor.status("POST", `${at}/${live.id}/stop`);
  expect(await code("DELETE", `${at}/${live.id}`)).toBe(204);
});

test("a freeze period may have twins, and its timezone is checked", async () => {
  const { id } = await vendor.project();
  const sent = { freeze_start: "0 23 * * 5", freeze_end: "0 8 * * 1", cron_timezone: "UTC" };
  const at = `/projects/${id}/freeze_periods`;
  expect([await code("POST", at, sent), await code("POST", at, sent)]).toEqual([201, 201]);
  expect(await code("POST", at, { ...sent, cron_timezone: "Nowhere" })).toBe(400);
});

test("a project's badges are shown with its group's, which are not changed there", async () => {
  const group = await vendor.group();
  const { id } = await vendor.project({ namespace_id: group.id });
  const sent = { name: "b", link_url: "https://a.example/%{project_path}", image_url: "https://a.example/b.svg" };
  const above = await vendor.made(`/groups/${group.id}/badges`, sent);
  expect(await vendor.list(`/projects/${id}/badges`)).toMatchObject([{ kind: "group", link_url: sent.link_url }]);
  expect(await code("PUT", `/projects/${id}/badges/${above.id}`, { name: "c" })).toBe(404);
});

test("the allowlist of job tokens has the project itself, which stays there", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/job_token_scope`;
  expect(await vendor.list(`${at}/allowlist`)).toMatchObject([{ id }]);
  expect([400, 403, 404, 422]).toContain(await code("DELETE", `${at}/allowlist/${id}`));
  expect(await vendor.list(`${at}/allowlist`)).toMatchObject([{ id }]);
  const group = await vendor.group();
  await vendor.made(`${at}/groups_allowlist`, { target_group_id: group.id });
  const [entry = {}] = await vendor.list(`${at}/groups_allowlist`);
  expect(entry).toMatchObject({ id: group.id });
  expect(await read(at)).toMatchObject({ inbound_enabled: expect.any(Boolean), outbound_enabled: expect.any(Boolean) });
});

test("a mirror shows its url without credentials, is off at first, and keeps its url", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/remote_mirrors`;
  const mirror = await vendor.made(at, { url: "https://me:hush@a.example/x.git" });
  expect(mirror).toMatchObject({ url: "https://*****:*****@a.example/x.git", enabled: false });
  await vendor.status("PUT", `${at}/${mirror.id}`, { url: "https://b.example/y.git", enabled: true });
  expect(await read(`${at}/${mirror.id}`)).toMatchObject({ url: "https://*****:*****@a.example/x.git", enabled: true });
  const both = { only_protected_branches: true, mirror_branch_regex: "x" };
  expect(await code("PUT", `${at}/${mirror.id}`, both)).toBe(400);
});

test("resource groups are made by pipelines alone", async () => {
  const { id } = await vendor.project();
  expect(await vendor.list(`/projects/${id}/resource_groups`)).toEqual([]);
  expect([404, 405]).toContain(await code("POST", `/projects/${id}/resource_groups`, { key: "x" }));
  expect(await code("PUT", `/projects/${id}/resource_groups/x`, { process_mode: "oldest_first" })).toBe(404);
});

test("links of directories are 404 while there are none, and are made anew to be changed", async () => {
  const group = await vendor.group();
  const at = `/groups/${group.id}/ldap_group_links`;
  expect(await code("GET", at)).toBe(404);
  expect(await code("POST", at, { cn: "devs", group_access: 30, provider: "ldapmain" })).toBe(201);
  expect(await vendor.list(at)).toMatchObject([{ cn: "devs", provider: "ldapmain" }]);
  expect(await code("DELETE", `${at}?cn=devs&provider=ldapmain`)).toBe(204);
});

test("approval settings of a group tell of each flag its value and who locked it", async () => {
  const group = await vendor.group();
  const at = `/groups/${group.id}/merge_request_approval_setting`;
  expect(await vendor.status("PUT", at, { allow_author_approval: false })).toMatchObject([
    200,
    { allow_author_approval: { value: false, locked: false, inherited_from: null } },
  ]);
});

test("approval rules of groups are an experiment that is off: 404", async () => {
  const group = await vendor.group();
  expect(await code("GET", `/groups/${group.id}/approval_rules`)).toBe(404);
  expect(await code("POST", `/groups/${group.id}/approval_rules`, { name: "x", approvals_required: 1 })).toBe(404);
});

test("an integration of a group reaches its projects as inherited, until they have their own", async () => {
  const group = await vendor.group();
  const { id } = await vendor.project({ namespace_id: group.id });
  const slug = "/integrations/external-wiki";
  await vendor.status("PUT", `/groups/${group.id}${slug}`, { external_wiki_url: "https://a.example" });
  const at = `/projects/${id}${slug}`;
  vendor.work();
  expect(await read(at)).toMatchObject({ inherited: true, active: true });
  await vendor.status("PUT", at, { external_wiki_url: "https://b.example" });
  expect(await read(at)).toMatchObject({ inherited: false });
  await vendor.status("PUT", at, { external_wiki_url: "https://b.example", use_inherited_settings: true });
  expect(await read(at)).toMatchObject({ inherited: true, properties: { external_wiki_url: "https://a.example" } });
  await vendor.status("DELETE", `/groups/${group.id}${slug}`);
  vendor.work();
  expect((await vendor.status("GET", at))[1]).not.toMatchObject({ active: true });
});

test("a broadcast message starts now and ends after an hour where nothing is said", async () => {
  const made = await vendor.made("/broadcast_messages", { message: "Hello" });
  const [starts, ends] = [made["starts_at"], made["ends_at"]].map((time) => Date.parse(String(time)));
  expect(Math.abs((starts ?? 0) - Date.now())).toBeLessThan(60_000);
  expect((ends ?? 0) - (starts ?? 0)).toBe(3_600_000);
  const past = { message: "Past", starts_at: "2001-01-01T00:00:00Z", ends_at: "2001-01-02T00:00:00Z" };
  await vendor.made("/broadcast_messages", past);
  expect(await vendor.list("/broadcast_messages")).toContainEqual(expect.objectContaining({ message: "Past", active: false }));
});

test("a topic that is merged into another is gone, and its projects follow", async () => {
  const [one, two] = [
    await vendor.made("/topics", { name: "one", title: "One" }),
    await vendor.made("/topics", { name: "two", title: "Two" }),
  ];
  const project = await vendor.project({ topics: ["one"] });
  await vendor.status("POST", "/topics/merge", { source_topic_id: one.id, target_topic_id: two.id });
  expect(await code("GET", `/topics/${one.id}`)).toBe(404);
  expect(await read(`/projects/${project.id}`)).toMatchObject({ topics: ["two"] });
});

test("users and groups without access are dropped from a protected environment without a word", async () => {
  const { id } = await vendor.project();
  const stranger = (await vendor.status("GET", "/user", undefined, vendor.stranger()))[1] as Thing;
  const sent = { name: "production", deploy_access_levels: [{ access_level: 40 }, { user_id: stranger.id }] };
  const [status, made] = await vendor.status("POST", `/projects/${id}/protected_environments`, sent);
  expect([201, 422]).toContain(status);
  if (status === 201) expect((made as Body)["deploy_access_levels"]).toHaveLength(1);
});
