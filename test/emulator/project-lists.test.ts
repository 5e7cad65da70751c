import { expect, test } from "vitest";

import { each, idOf, makeGroup, makeProject } from "./answers.js";
import { startPlatform } from "./platform.js";

const SIMPLE = [
  "avatar_url",
  "created_at",
  "default_branch",
  "description",
  "forks_count",
  "http_url_to_repo",
  "id",
  "last_activity_at",
  "name",
  "name_with_namespace",
  "namespace",
  "path",
  "path_with_namespace",
  "readme_url",
  "ssh_url_to_repo",
  "star_count",
  "tag_list",
  "topics",
  "web_url",
];

test("the projects list is filtered by every parameter of the documents", async () => {
  const platform = await startPlatform();
  const list = async (query: string, token = platform.token): Promise<unknown[]> =>
    each(await platform.call("GET", `/projects?per_page=100&order_by=id&sort=asc&${query}`, { token }), "path");
  const all = ["website", "handbook", "api", "deploy", "linter", "empty", "app", "prototype", "notes", "toolkit", "notes"];
  expect(await list("")).toEqual(all);
  expect(await list("archived=true")).toEqual(["prototype"]);
  expect(await list("archived=false")).toHaveLength(10);
  expect(await list("visibility=public")).toEqual(["website", "toolkit"]);
  expect(await list("search=TOOL")).toEqual(["toolkit"]);
  expect(await list("search=tool&search_namespaces=true")).toEqual(["linter", "empty", "toolkit"]);
  expect(await list("topic=typescript")).toEqual(["website", "api", "toolkit"]);
  expect(await list("topic=TypeScript,infrastructure")).toEqual(["api"]);
  expect(await list("topic=nothing")).toEqual([]);
  expect(await list("topic_id=2")).toEqual(["api", "deploy"]);
  expect(await list("id_after=9")).toEqual(["toolkit", "notes"]);
  expect(await list("id_before=3")).toEqual(["website", "handbook"]);
  expect(await list("imported=true")).toEqual([]);
  expect(await list("last_activity_after=2000-01-01T00:00:00Z")).toHaveLength(11);
  expect(await list("last_activity_before=2000-01-01T00:00:00Z")).toEqual([]);
  for (const query of ["starred=true", "with_programming_language=ruby", "custom_attributes[a]=b", "wiki_checksum_failed=true"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await list(query), query).toEqual([]);
  }
  expect(await list("repository_storage=default")).toHaveLength(11);
  expect(await list("repository_storage=other")).toEqual([]);
  await platform.call("PUT", "/projects/acme-labs%2Fwebsite", { json: { issues_access_level: "disabled" } });
  expect(await list("with_issues_enabled=true")).not.toContain("website");
  expect(await list("with_merge_requests_enabled=true")).toContain("website");
  expect(await list("membership=true", "token-of-dave")).toEqual(["website", "deploy", "app", "prototype", "toolkit"]);
  expect(await list("owned=true", "token-of-carol")).toEqual(["toolkit"]);
  expect(await list("min_access_level=40", "token-of-carol")).toEqual(["linter", "empty", "toolkit"]);
  expect(await list("", "token-of-erin")).toEqual(all.slice(0, 10));
  expect(await list("", "")).toEqual(["website", "toolkit"]);
});

test("projects are sorted as asked, newest first by default", async () => {
  const platform = await startPlatform();
  const list = async (query: string): Promise<unknown[]> => each(await platform.call("GET", `/projects?${query}`), "path");
  expect((await list(""))[0]).toBe("notes");
  expect((await list("order_by=name&sort=asc"))[0]).toBe("api");
  expect((await list("order_by=path"))[0]).toBe("website");
  expect((await list("order_by=id&sort=asc"))[0]).toBe("website");
  await platform.call("PUT", "/projects/3", { json: { description: "touched" } });
  expect((await list("order_by=last_activity_at"))[0]).toBe("api");
  expect((await list("order_by=updated_at"))[0]).toBe("api");
  expect((await list("order_by=storage_size")).length).toBe(11);
  expect((await platform.call("GET", "/projects?order_by=size")).status).toBe(400);
  const mine = await platform.call("GET", "/projects?order_by=similarity&search=toolk", { token: "token-of-carol" });
  expect(each(mine, "path")).toEqual(["toolkit"]);
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
  expect(await list("token-of-dave")).toMatchObject([{ statistics: { commit_count: 0, storage_size: 0 } }]);
  expect(await list("token-of-erin")).not.toMatchObject([{ statistics: expect.anything() }]);
});

test("offset pages of projects end at 50,000 records, keyset pages by id do not", async () => {
  const platform = await startPlatform();
  expect((await platform.call("GET", "/projects?page=501&per_page=100")).status).toBe(200);
  expect(await platform.call("GET", "/projects?page=502&per_page=100")).toMatchObject({
    status: 405,
    body: { error: expect.stringContaining("maximum allowed offset of 50000 for requests that return objects of type Project") },
  });
  expect((await platform.call("GET", "/groups/acme-labs/projects?page=502&per_page=100")).status).toBe(200);
  let path: string | undefined = "/projects?pagination=keyset&order_by=id&sort=asc&per_page=4&archived=false";
  const seen: unknown[] = [];
  while (path !== undefined) {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const answer = await platform.call("GET", path);
    seen.push(...each(answer, "id"));
    path = /<[^>]*\/api\/v4([^>]*)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 10, 11]);
  expect((await platform.call("GET", "/projects?pagination=keyset&order_by=name")).status).toBe(405);
  expect((await platform.call("GET", "/groups/acme-labs/projects?pagination=keyset&order_by=id")).status).toBe(405);
});

test("a group's projects come with those of subgroups and shared ones as asked", async () => {
  const platform = await startPlatform();
  const list = async (query: string, token = platform.token): Promise<unknown[]> =>
    each(await platform.call("GET", `/groups/${query}`, { token }), "path_with_namespace");
  expect(await list("acme-labs/projects?order_by=id&sort=asc")).toEqual(["acme-labs/website", "acme-labs/handbook"]);
  const deep = await list("acme-labs/projects?include_subgroups=true&order_by=id&sort=asc");
  expect(deep).toHaveLength(8);
  expect(deep).toContain("acme-labs/platform/tools/linter");
  expect(await list("acme-labs%2Fmobile/projects?order_by=name&sort=asc")).toEqual([
    "acme-labs/mobile/app",
    "acme-labs/platform/deploy",
    "acme-labs/mobile/prototype",
  ]);
  expect(await list("acme-labs%2Fmobile/projects?with_shared=false&archived=false")).toEqual(["acme-labs/mobile/app"]);
  expect(await list("acme-labs%2Fmobile/projects/shared")).toEqual(["acme-labs/platform/deploy"]);
  expect(await list("acme-labs/projects?include_subgroups=true&order_by=similarity")).toEqual(
    await list("acme-labs/projects?include_subgroups=true&order_by=name&sort=asc"),
  );
  expect(await list("acme-labs/projects?include_subgroups=true&with_security_reports=true")).toEqual([]);
  expect(await list("acme-labs/projects?include_subgroups=true", "")).toEqual(["acme-labs/website"]);
  expect((await platform.call("GET", "/groups/acme-labs/projects/shared?order_by=similarity")).status).toBe(400);
});

test("a user's projects are those of the own namespace", async () => {
  const platform = await startPlatform();
  const list = async (user: string, token = platform.token): Promise<unknown[]> =>
    each(await platform.call("GET", `/users/${user}/projects`, { token }), "path_with_namespace");
  expect(await list("alice")).toEqual(["alice/notes"]);
  expect(await list("2", "token-of-alice")).toEqual(["alice/notes"]);
  expect(await list("alice", "token-of-bob")).toEqual([]);
  expect((await platform.call("GET", "/users/nobody/projects")).status).toBe(404);
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
