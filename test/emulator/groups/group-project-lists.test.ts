import { expect, test } from "vitest";
import { startPlatform } from "../platform.js";
import { SIMPLE, listed } from "../project-lists.js";

test("a group's projects by similarity come with the most alike first, whatever sort says", async () => {
  const groups = [{ full_path: "acme" }];
  const projects = ["sunlight", "the-sun", "sun"].map((path) => ({ path_with_namespace: `acme/${path}` }));
  const platform = await startPlatform({ seed: { groups, projects } });
  for (const sort of ["asc", "desc"])
    expect(await listed(platform, `/groups/acme/projects?order_by=similarity&search=sun&sort=${sort}`)).toEqual([
      "sun",
      "sunlight",
      "the-sun",
    ]);
});

const MOBILE = "/groups/acme-labs%2Fmobile/projects";

test("a group's projects come with those shared into it, unless with_shared=false", async () => {
  const platform = await startPlatform();
  expect(await listed(platform, `${MOBILE}?order_by=name&sort=asc`)).toEqual(["app", "deploy", "prototype"]);
  expect(await listed(platform, `${MOBILE}?order_by=name&sort=asc&with_shared=true`)).toEqual(["app", "deploy", "prototype"]);
  expect(await listed(platform, `${MOBILE}?order_by=name&sort=asc&with_shared=false`)).toEqual(["app", "prototype"]);
});

test("a group's projects come without those of subgroups, unless include_subgroups=true", async () => {
  const platform = await startPlatform();
  const list = (query: string) => listed(platform, `/groups/acme-labs/projects?order_by=id&sort=asc&${query}`);
  expect(await list("")).toEqual(["website", "handbook"]);
  expect(await list("include_subgroups=false")).toEqual(["website", "handbook"]);
  expect(await list("include_subgroups=true")).toEqual([
    "website",
    "handbook",
    "api",
    "deploy",
    "linter",
    "empty",
    "app",
    "prototype",
  ]);
});

test("a project shared into a group has another namespace than the group", async () => {
  const { call } = await startPlatform();
  const projects = (await call("GET", `${MOBILE}?order_by=id&sort=asc`)).body as { namespace: { full_path: string } }[];
  expect(projects.map(({ namespace }) => namespace.full_path)).toEqual([
    "acme-labs/platform",
    "acme-labs/mobile",
    "acme-labs/mobile",
  ]);
});

test("without a search, a group's projects by similarity come by name", async () => {
  const platform = await startPlatform();
  const list = (query: string) => listed(platform, `/groups/acme-labs/projects?include_subgroups=true&${query}`);
  expect(await list("order_by=similarity")).toEqual(await list("order_by=name&sort=asc"));
});

test("the projects shared into a group are listed by themselves, with the filters and orders of its projects", async () => {
  const projects = ["one", "two"].map((path) => ({
    path_with_namespace: `acme/${path}`,
    shared_with: [{ group: "guests", access_level: 30 }],
    visibility: path === "one" ? "public" : "private",
    archived: path === "two",
    created_at: path === "one" ? "-1d" : "-2d",
  }));
  const platform = await startPlatform({
    seed: {
      groups: [
        { full_path: "acme", visibility: "public" },
        { full_path: "guests", visibility: "public" },
      ],
      projects,
    },
  });
  const list = (query: string, token?: string) => listed(platform, `/groups/guests/projects/shared?${query}`, token);
  expect(await list("")).toEqual(["one", "two"]);
  expect(await list("", "")).toEqual(["one"]);
  const filters = {
    "archived=true": ["two"],
    "visibility=public": ["one"],
    "search=wo": ["two"],
    "order_by=path": ["two", "one"],
    "sort=asc": ["two", "one"],
    "starred=true": [],
  };
  for (const [query, paths] of Object.entries(filters)) expect([query, await list(query)]).toEqual([query, paths]);
  const [entry] = (await platform.call("GET", "/groups/guests/projects/shared?simple=true")).body as object[];
  expect(Object.keys(entry ?? {}).sort()).toEqual(SIMPLE);
});

test("nobody in particular sees only the public projects of a group", async () => {
  const platform = await startPlatform();
  expect(await listed(platform, "/groups/acme-labs/projects?include_subgroups=true", "")).toEqual(["website"]);
});
