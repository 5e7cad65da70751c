import { expect, test } from "vitest";
import { each, idOf, makeGroup, makeProject } from "../answers.js";
import { startPlatform } from "../platform.js";
import { SIMPLE, listed } from "../project-lists.js";

/** Two groups, three projects of different ages, and stars of one of them. */
const AGES = {
  users: [{ username: "una" }],
  groups: [
    { full_path: "acme", visibility: "public", members: { una: 30 } },
    { full_path: "zoo", visibility: "public" },
  ],
  projects: [
    { path_with_namespace: "acme/beta", name: "Beta", created_at: "-2d", last_activity_at: "-1d", visibility: "public" },
    { path_with_namespace: "acme/alpha", name: "Zeta", created_at: "-3d", last_activity_at: "-2h", visibility: "public" },
    { path_with_namespace: "zoo/alphabet", name: "Alphabet", created_at: "-1d", last_activity_at: "-1h", visibility: "public" },
  ],
};

test("projects come with the newest first", async () => {
  const platform = await startPlatform({ seed: AGES });
  expect(await listed(platform, "/projects")).toEqual(["alphabet", "beta", "alpha"]);
  expect(await listed(platform, "/projects?sort=asc")).toEqual(["alpha", "beta", "alphabet"]);
});

test("projects are ordered by id, name, path, created_at, updated_at or last_activity_at", async () => {
  const platform = await startPlatform({ seed: AGES });
  const orders = {
    id: ["beta", "alpha", "alphabet"],
    name: ["alphabet", "beta", "alpha"],
    path: ["alpha", "alphabet", "beta"],
    created_at: ["alpha", "beta", "alphabet"],
    updated_at: ["beta", "alpha", "alphabet"],
    last_activity_at: ["beta", "alpha", "alphabet"],
  };
  for (const [order, paths] of Object.entries(orders)) {
    expect([order, await listed(platform, `/projects?order_by=${order}&sort=asc`)]).toEqual([order, paths]);
    expect([order, await listed(platform, `/projects?order_by=${order}`)]).toEqual([order, paths.toReversed()]);
  }
});

test("the order of a list is one that it has", async () => {
  const { call } = await startPlatform();
  const refused = async (path: string) => [(await call("GET", path)).body];
  const error = [{ error: "order_by does not have a valid value" }];
  expect(await refused("/projects?order_by=size")).toEqual(error);
  for (const order of ["storage_size", "repository_size"])
    expect(await refused(`/groups/acme-labs/projects?order_by=${order}`)).toEqual(error);
  for (const order of ["similarity", "storage_size"]) {
    expect(await refused(`/groups/acme-labs/projects/shared?order_by=${order}`)).toEqual(error);
    expect(await refused(`/users/alice/projects?order_by=${order}`)).toEqual(error);
  }
});

test("by similarity only projects of the caller are found, the most alike first; without a search the order is the usual one", async () => {
  const platform = await startPlatform({ seed: AGES });
  const similar = "/projects?order_by=similarity";
  expect(await listed(platform, `${similar}&search=a`, "token-of-una")).toEqual(["alpha", "beta"]);
  expect(await listed(platform, `${similar}&search=alpha&sort=asc`, "token-of-una")).toEqual(["alpha"]);
  expect(await listed(platform, "/projects?search=alpha", "token-of-una")).toEqual(["alphabet", "alpha"]);
  expect(await listed(platform, similar, "token-of-una")).toEqual(["alphabet", "beta", "alpha"]);
});

test("anonymous and simple lists carry the simple fields only", async () => {
  const platform = await startPlatform();
  for (const [query, token] of [
    ["", ""],
    ["?simple=true", platform.token],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { body } = await platform.call("GET", `/projects${query}`, { token });
    expect(Object.keys((body as object[])[0] ?? {}).sort()).toEqual(SIMPLE);
  }
});

test("statistics are for Reporters and up", async () => {
  const platform = await startPlatform();
  const list = async (token: string): Promise<unknown> =>
    (await platform.call("GET", "/projects?statistics=true&search=website", { token })).body;
  expect(await list("token-of-dave")).toMatchObject([{ statistics: { storage_size: 589_824 } }]);
  expect(await list("token-of-erin")).not.toMatchObject([{ statistics: expect.anything() }]);
});

test("offset pages of projects end at 50,000 records, with a word about what goes on", async () => {
  const platform = await startPlatform();
  for (const path of ["/projects", "/groups/acme-labs/projects", "/groups/acme-labs/projects/shared", "/users/alice/projects"]) {
    expect([path, (await platform.call("GET", `${path}?page=500&per_page=100`)).status]).toEqual([path, 200]);
    expect(await platform.call("GET", `${path}?page=501&per_page=100`)).toMatchObject({
      status: 405,
      body: {
        error: expect.stringContaining("maximum allowed offset of 50000 for requests that return objects of type Project"),
      },
    });
  }
});

test("keyset pages of projects go by id, with the filters of the list, and visit every project once", async () => {
  const platform = await startPlatform();
  let path: string | undefined = "/projects?pagination=keyset&order_by=id&sort=asc&per_page=4&archived=false";
  const seen: unknown[] = [];
  while (path !== undefined) {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const answer = await platform.call("GET", path);
    seen.push(...each(answer, "id"));
    path = /<[^>]*\/api\/v4([^>]*)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 10, 11]);
});

test("keyset pages of projects are refused in every order but id, also in the usual one, and below a group", async () => {
  const { call } = await startPlatform();
  const orders = ["name", "path", "created_at", "updated_at", "last_activity_at"].map((order) => `&order_by=${order}`);
  for (const order of ["", ...orders])
    expect([order, (await call("GET", `/projects?pagination=keyset${order}`)).status]).toEqual([order, 405]);
  expect((await call("GET", "/groups/acme-labs/projects?pagination=keyset&order_by=id")).status).toBe(405);
});

test("a user's projects are those of the own namespace", async () => {
  const platform = await startPlatform();
  expect(await listed(platform, "/users/alice/projects")).toEqual(["notes"]);
  expect(await listed(platform, "/users/alice/projects", "token-of-alice")).toEqual(["notes"]);
  expect(await listed(platform, "/users/alice/projects", "token-of-bob")).toEqual([]);
});

test("whose projects they are is said by number or by name", async () => {
  const platform = await startPlatform();
  for (const user of ["2", "alice", "ALICE"]) expect(await listed(platform, `/users/${user}/projects`)).toEqual(["notes"]);
  const missing = await platform.call("GET", "/users/nobody/projects");
  expect([missing.status, missing.body]).toEqual([404, { message: "404 User Not Found" }]);
});

test("a user's projects have the filters of projects, without topics, storage and checksums", async () => {
  const projects = [
    {
      path_with_namespace: "una/old",
      archived: true,
      visibility: "public",
      stars: ["una"],
      measures: { languages: { Go: 100 } },
    },
    { path_with_namespace: "una/new", topics: ["go"], custom_attributes: { team: "a" } },
  ];
  const platform = await startPlatform({ seed: { users: [{ username: "una" }], topics: [{ name: "go" }], projects } });
  const list = (query: string) => listed(platform, `/users/una/projects?order_by=id&sort=asc&${query}`, "token-of-una");
  const filters = {
    "archived=true": ["old"],
    "visibility=public": ["old"],
    "search=ne": ["new"],
    "starred=true": ["old"],
    "with_programming_language=go": ["old"],
    "id_after=1": ["new"],
    "id_before=2": ["old"],
    "owned=true": ["old", "new"],
    "membership=true": ["old", "new"],
    "min_access_level=50": ["old", "new"],
    "with_issues_enabled=true": ["old", "new"],
    "with_merge_requests_enabled=true": ["old", "new"],
    "topic=go": ["old", "new"],
    "repository_storage=other": ["old", "new"],
    "wiki_checksum_failed=true": ["old", "new"],
  };
  for (const [query, paths] of Object.entries(filters)) expect([query, await list(query)]).toEqual([query, paths]);
  const entry = async (query: string, token: string) =>
    ((await platform.call("GET", `/users/una/projects?${query}&search=new`, { token })).body as object[])[0];
  expect(await entry("statistics=true", "token-of-una")).toHaveProperty("statistics");
  expect(await entry("with_custom_attributes=true", platform.token)).toMatchObject({ custom_attributes: [{ key: "team" }] });
  expect(Object.keys((await entry("simple=true", "token-of-una")) ?? {}).sort()).toEqual(SIMPLE);
});

test("a page of a thousand projects and more reads each project once", async () => {
  const platform = await startPlatform({ seed: "none" });
  const top = await makeGroup(platform, "top");
  const subs = await Promise.all(
    Array.from({ length: 10 }, (_, place) => makeGroup(platform, `sub${place}`, { parent_id: top })),
  );
  for (const namespace_id of subs) {
    // oxlint-disable-next-line no-await-in-loop -- ten at a time
    await Promise.all(Array.from({ length: 25 }, (_, place) => makeProject(platform, `p${place}`, { namespace_id })));
  }
  const ids = new Set<unknown>();
  for (const page of [1, 2, 3]) {
    const path = `/groups/${top}/projects?include_subgroups=true&with_shared=false&order_by=id&sort=asc&per_page=100&page=${page}`;
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const answer = await platform.call("GET", path);
    expect(answer.headers.get("x-total")).toBe("250");
    for (const id of each(answer, "id")) ids.add(id);
  }
  expect(ids.size).toBe(250);
  expect(idOf(await platform.call("GET", "/projects/top%2Fsub9%2Fp24"))).toBe(250);
});
