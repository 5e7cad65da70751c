import { expect, test } from "vitest";
import { type Bench, group, startBench } from "../bench.js";

async function ask(bench: Bench, query: string, as: string, more: object = {}): Promise<[number, unknown]> {
  const response = await fetch(`${bench.url}/api/graphql`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      connection: "close",
      ...(as === "" ? {} : { Authorization: `Bearer ${as}` }),
    },
    body: JSON.stringify({ query, ...more }),
  });
  return [response.status, await response.json()];
}

test("a query is answered for its caller, in the names of real servers, and who may not see sees nothing", async () => {
  const bench = await startBench();
  const me = "query { currentUser { active username } }";
  expect(await ask(bench, me, bench.token)).toEqual([200, { data: { currentUser: { active: true, username: "root" } } }]);
  expect(await ask(bench, me, "")).toEqual([200, { data: { currentUser: null } }]);
  expect(await ask(bench, me, "wrong")).toEqual([401, { errors: [{ message: "Invalid token" }] }]);
  const things = `query Things($path: ID!) { group(fullPath: $path) { id fullPath parent { id } } project(fullPath: "acme/web") { id group { path } } }`;
  expect(await ask(bench, things, "token-of-guest", { variables: { path: "acme" } })).toMatchObject([
    200,
    {
      data: {
        group: { id: expect.stringMatching(/^gid:..gitlab.Group.[0-9]+$/), fullPath: "acme", parent: null },
        project: { group: { path: "acme" } },
      },
    },
  ]);
  expect(await ask(bench, things, "token-of-stranger", { variables: { path: "acme" } })).toEqual([
    200,
    { data: { group: null, project: null } },
  ]);
});

test("custom roles are listed page by page, those of a group to its members", async () => {
  const bench = await startBench();
  for (const [path, name] of [
    ["/member_roles", "One"],
    ["/member_roles", "Two"],
    [`${group}/member_roles`, "Own"],
  ] as const)
    expect((await bench.ask("POST", path, { name, base_access_level: 20, read_code: true }))[0]).toBe(201);
  const first = `{ memberRoles(first: 1) { count nodes { name baseAccessLevel { integerValue stringValue } } pageInfo { hasNextPage endCursor } } }`;
  const [, page] = await ask(bench, first, "token-of-guest");
  const { endCursor } = (page as { data: { memberRoles: { pageInfo: { endCursor: string } } } }).data.memberRoles.pageInfo;
  expect(page).toMatchObject({
    data: {
      memberRoles: {
        count: 2,
        nodes: [{ name: "One", baseAccessLevel: { integerValue: 20, stringValue: "REPORTER" } }],
        pageInfo: { hasNextPage: true },
      },
    },
  });
  const next = `{ memberRoles(after: "${endCursor}") { edges { node { name } } } }`;
  expect(await ask(bench, next, "token-of-guest")).toEqual([
    200,
    { data: { memberRoles: { edges: [{ node: { name: "Two" } }] } } },
  ]);
  const own = `{ group(fullPath: "acme") { memberRoles { nodes { name } } } }`;
  expect(await ask(bench, own, "token-of-guest")).toEqual([
    200,
    { data: { group: { memberRoles: { nodes: [{ name: "Own" }] } } } },
  ]);
});

test("what the schema does not have, or no query is, is told with 200", async () => {
  const bench = await startBench({ tier: "premium" });
  expect(await ask(bench, "{ vulnerabilities { id } }", bench.token)).toMatchObject([
    200,
    { errors: [{ message: 'Cannot query field "vulnerabilities" on type "Query".' }] },
  ]);
  expect(await ask(bench, "{", bench.token)).toMatchObject([200, { errors: [{ locations: expect.any(Array) }] }]);
  expect(await ask(bench, "", bench.token)).toEqual([200, { errors: [{ message: "No query string was present" }] }]);
  expect(await ask(bench, "{ memberRoles { count } }", bench.token)).toEqual([200, { data: { memberRoles: { count: 0 } } }]);
});
