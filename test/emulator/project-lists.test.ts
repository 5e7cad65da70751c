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
  expect(await list("token-of-dave")).toMatchObject([{ statistics: { storage_size: 589_824 } }]);
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
  expect(await list("acme-labs/projects?include_subgroups=true&with_security_reports=true")).toEqual(["acme-labs/platform/api"]);
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
