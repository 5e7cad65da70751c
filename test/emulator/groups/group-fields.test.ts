import { expect, test } from "vitest";
import { makeGroup } from "../answers.js";
import { type Platform, startPlatform } from "../platform.js";

type Body = Record<string, unknown>;

const words = (text: string): string[] => text.trim().split(/\s+/);

const TEXTS = words(`name path full_name full_path web_url visibility project_creation_level subgroup_creation_level created_at`);
const FLAGS = words("share_with_group_lock require_two_factor_authentication lfs_enabled request_access_enabled");
const NUMBERS = ["id", "two_factor_grace_period", "default_branch_protection"];
const NULLABLE = words(
  "description avatar_url auto_devops_enabled emails_disabled mentions_disabled file_template_project_id parent_id",
);
const DETAILS = words(
  `shared_with_groups prevent_sharing_groups_outside_hierarchy runners_token projects shared_projects membership_lock`,
);

async function read(platform: Platform, path: string, token = platform.token): Promise<Body> {
  return (await platform.call("GET", path, { token })).body as Body;
}

async function entries(platform: Platform, path: string): Promise<Body[]> {
  return (await platform.call("GET", path)).body as Body[];
}

test("a group has the documents' fields, in lists and by itself", async () => {
  const platform = await startPlatform();
  const listed = (await entries(platform, "/groups?search=release"))[0] ?? {};
  for (const group of [listed, await read(platform, "/groups/acme-release")]) {
    const types = (names: readonly string[]) => new Set(names.map((name) => typeof group[name]));
    expect(types(TEXTS)).toEqual(new Set(["string"]));
    expect(types(FLAGS)).toEqual(new Set(["boolean"]));
    expect(types(NUMBERS)).toEqual(new Set(["number"]));
    expect(Object.keys(group)).toEqual(expect.arrayContaining(NULLABLE));
  }
});

test("what a group leaves open is null, and set is what it was set to", async () => {
  const platform = await startPlatform();
  const open = { auto_devops_enabled: null, emails_disabled: null, mentions_disabled: null, parent_id: null, avatar_url: null };
  expect(await read(platform, "/groups/acme-labs")).toMatchObject(open);
  const json = { auto_devops_enabled: false, emails_disabled: true, mentions_disabled: true, file_template_project_id: 1 };
  expect((await platform.call("PUT", "/groups/acme-labs", { json })).body).toMatchObject(json);
});

test("group details have more than a list entry: shares, embedded projects, a runners token and two locks", async () => {
  const platform = await startPlatform();
  expect(Object.keys(await read(platform, "/groups/acme-labs"))).toEqual(expect.arrayContaining(DETAILS));
  const [listed] = await entries(platform, "/groups");
  for (const name of DETAILS) expect(listed).not.toHaveProperty(name);
});

test("the visibility of a group is private, internal or public", async () => {
  const platform = await startPlatform({ seed: "none" });
  for (const visibility of ["private", "internal", "public"])
    expect(await read(platform, `/groups/${await makeGroup(platform, visibility, { visibility })}`)).toMatchObject({
      visibility,
    });
  const refused = await platform.call("POST", "/groups", { json: { name: "x", path: "xx", visibility: "secret" } });
  expect([refused.status, refused.body]).toEqual([400, { error: "visibility does not have a valid value" }]);
});

test("statistics of a group are nine sizes", async () => {
  const [{ statistics } = {}] = await entries(await startPlatform(), "/groups?statistics=true");
  expect(Object.keys(statistics as Body).sort()).toEqual(
    words(`job_artifacts_size lfs_objects_size packages_size pipeline_artifacts_size repository_size snippets_size storage_size
      uploads_size wiki_size`),
  );
});

test("group details embed at most 100 shared projects", async () => {
  const groups = [{ full_path: "acme" }, { full_path: "guests" }];
  const projects = Array.from({ length: 103 }, (_, place) => ({
    path_with_namespace: `acme/p${place}`,
    shared_with: [{ group: "guests", access_level: 30 }],
  }));
  const platform = await startPlatform({ seed: { groups, projects } });
  expect((await read(platform, "/groups/guests"))["shared_projects"]).toHaveLength(100);
});

test("with_projects=false leaves out the projects, and with them the runners token", async () => {
  const platform = await startPlatform();
  expect(await read(platform, "/groups/acme-labs?with_projects=true")).toHaveProperty("projects");
  const short = await read(platform, "/groups/acme-labs?with_projects=false");
  for (const name of ["projects", "shared_projects", "runners_token"]) expect(short).not.toHaveProperty(name);
});

test("nobody in particular sees only the public projects that a group embeds, in the simple form", async () => {
  const platform = await startPlatform();
  const { projects } = await read(platform, "/groups/acme-labs", "");
  expect((projects as Body[]).map(({ path }) => path)).toEqual(["website"]);
  expect(projects).not.toMatchObject([{ visibility: expect.anything() }]);
});

test("offset pages of groups end for anonymous callers where keyset pages go on", async () => {
  const { call } = await startPlatform();
  expect((await call("GET", "/groups?page=500&per_page=100", { token: "" })).status).toBe(200);
  expect(await call("GET", "/groups?page=501&per_page=100", { token: "" })).toMatchObject({
    status: 405,
    body: { error: expect.stringContaining("objects of type Group") },
  });
});

const FAMILY = {
  users: [{ username: "una" }],
  groups: [
    { full_path: "top", visibility: "public" },
    { full_path: "top/beta", name: "Alpha", visibility: "public", custom_attributes: { team: "b" } },
    { full_path: "top/alpha", name: "Beta", visibility: "public", members: { una: 50 } },
    { full_path: "top/alpha/gamma", name: "Gamma", visibility: "public" },
  ],
};

/** Every common filter and order on a list below `top`, whose paths by name are `byName` and by path `byPath`. */
async function checkList(list: string, byName: readonly string[], byPath: readonly string[]): Promise<void> {
  const platform = await startPlatform({ seed: FAMILY });
  const paths = async (query: string, token = platform.token) =>
    ((await platform.call("GET", `/groups/top/${list}?${query}`, { token })).body as Body[]).map(({ path }) => path);
  const [beta = {}] = await entries(platform, "/groups?search=beta&order_by=path&sort=desc");
  expect(await paths("")).toEqual(byName);
  expect(await paths("sort=desc")).toEqual(byName.toReversed());
  expect(await paths("order_by=path")).toEqual(byPath);
  expect(await paths("order_by=id&sort=desc")).toEqual(byName.toReversed());
  const mine = byName.filter((path) => path !== "beta");
  expect(await paths(`skip_groups[]=${String(beta["id"])}`)).toEqual(mine);
  for (const query of ["", "all_available=false", "owned=true", "owned=true&all_available=true", "min_access_level=50"])
    expect([query, await paths(query, "token-of-una")]).toEqual([query, mine]);
  expect(await paths("all_available=true", "token-of-una")).toEqual(byName);
  const shown = await entries(platform, `/groups/top/${list}?statistics=true&with_custom_attributes=true`);
  expect(shown[0]).toMatchObject({ statistics: { storage_size: 0 }, custom_attributes: [{ key: "team", value: "b" }] });
  expect(await paths("per_page=1&page=2")).toEqual([byName[1]]);
}

test("the list of subgroups has the common filters and orders of groups", async () => {
  await checkList("subgroups", ["beta", "alpha"], ["alpha", "beta"]);
});

test("the list of descendant groups has the common filters and orders of groups", async () => {
  await checkList("descendant_groups", ["beta", "alpha", "gamma"], ["alpha", "beta", "gamma"]);
});
