// @module-tag slow
import { expect, test } from "vitest";
import { each } from "../answers.js";
import { type Platform, startPlatform } from "../platform.js";

const ALL = ["website", "handbook", "api", "deploy", "linter", "empty", "app", "prototype", "notes", "toolkit", "notes"];

/** Paths of GET /projects by id, for the administrator unless a token says otherwise. */
async function list(platform: Platform, query: string, token = platform.token): Promise<unknown[]> {
  return each(await platform.call("GET", `/projects?per_page=100&order_by=id&sort=asc&${query}`, { token }), "path");
}

async function listed(query: string, token?: string): Promise<unknown[]> {
  return list(await startPlatform(), query, token);
}

test("without filters all projects that the caller sees are listed", async () => {
  expect(await listed("")).toEqual(ALL);
  expect(await listed("", "token-of-erin")).toEqual(ALL.slice(0, 10));
  expect(await listed("", "")).toEqual(["website", "toolkit"]);
});

test("archived keeps the archived projects, or the others", async () => {
  expect(await listed("archived=true")).toEqual(["prototype"]);
  expect(await listed("archived=false")).toEqual(ALL.filter((path) => path !== "prototype"));
});

test("visibility keeps the projects with that visibility", async () => {
  expect(await listed("visibility=public")).toEqual(["website", "toolkit"]);
  expect(await listed("visibility=internal")).toEqual(["handbook", "api"]);
});

test("search looks at name, path and description, without letter case", async () => {
  expect(await listed("search=TOOL")).toEqual(["toolkit"]);
  expect(await listed("search=everything")).toEqual(["api"]);
});

test("search_namespaces makes the search look at the namespace too; it is off by default", async () => {
  expect(await listed("search=tool&search_namespaces=true")).toEqual(["linter", "empty", "toolkit"]);
  expect(await listed("search=tool&search_namespaces=false")).toEqual(["toolkit"]);
});

test("topic takes names joined by comma, and all must match", async () => {
  expect(await listed("topic=typescript")).toEqual(["website", "api", "toolkit"]);
  expect(await listed("topic=TypeScript,infrastructure")).toEqual(["api"]);
  expect(await listed("topic=nothing")).toEqual([]);
});

test("topic_id keeps the projects with that topic", async () => {
  expect(await listed("topic_id=2")).toEqual(["api", "deploy"]);
});

test("id_after and id_before are bounds that do not count themselves", async () => {
  expect(await listed("id_after=9")).toEqual(["toolkit", "notes"]);
  expect(await listed("id_before=3")).toEqual(["website", "handbook"]);
});

test("imported keeps the projects that came from elsewhere", async () => {
  const platform = await startPlatform();
  await platform.call("POST", "/projects", { json: { name: "moved-in", import_url: "https://old.example/moved-in.git" } });
  expect(await list(platform, "imported=true")).toEqual(["moved-in"]);
});

test("last_activity_after and last_activity_before bound the last activity", async () => {
  const monthAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString();
  expect(await listed(`last_activity_after=${monthAgo}`)).toEqual(ALL.filter((path) => path !== "prototype"));
  expect(await listed(`last_activity_before=${monthAgo}`)).toEqual(["prototype"]);
});

test("starred keeps what the caller has starred, and star_count counts everybody's stars", async () => {
  expect(await listed("starred=true", "token-of-alice")).toEqual(["website", "api"]);
  expect(await listed("starred=true", "token-of-bob")).toEqual(["website"]);
  const { call } = await startPlatform();
  expect((await call("GET", "/projects/acme-labs%2Fwebsite")).body).toMatchObject({ star_count: 2 });
});

test("with_programming_language keeps the projects written in it", async () => {
  expect(await listed("with_programming_language=css")).toEqual(["website"]);
  expect(await listed("with_programming_language=TypeScript")).toEqual(["website", "api"]);
  expect(await listed("with_programming_language=Cobol")).toEqual([]);
});

test("repository_checksum_failed and wiki_checksum_failed are PREMIUM and find what was damaged", async () => {
  expect(await listed("wiki_checksum_failed=true")).toEqual(["api"]);
  const projects = [{ path_with_namespace: "acme/web", measures: { failed_checksums: ["repository"] } }];
  const damaged = await startPlatform({ seed: { groups: [{ full_path: "acme" }], projects } });
  expect(await list(damaged, "repository_checksum_failed=true")).toEqual(["web"]);
  expect(await list(damaged, "wiki_checksum_failed=true")).toEqual([]);
  expect(await list(await startPlatform({ tier: "free" }), "wiki_checksum_failed=true")).toEqual(ALL);
});

test("repository_storage filters for administrators only", async () => {
  expect(await listed("repository_storage=default")).toEqual(ALL);
  expect(await listed("repository_storage=other")).toEqual([]);
  expect(await listed("repository_storage=other", "token-of-erin")).toEqual(ALL.slice(0, 10));
});

test("custom_attributes[key]=value filters, and with_custom_attributes shows them, for administrators only", async () => {
  expect(await listed("custom_attributes[cost_centre]=4711")).toEqual(["website"]);
  expect(await listed("custom_attributes[cost_centre]=1")).toEqual([]);
  expect(await listed("custom_attributes[cost_centre]=1", "token-of-erin")).toEqual(ALL.slice(0, 10));
  const { call } = await startPlatform();
  const path = "/projects?topic=typescript&order_by=id&sort=asc&with_custom_attributes=true";
  expect((await call("GET", path)).body).toMatchObject([{ custom_attributes: [{ key: "cost_centre", value: "4711" }] }, {}, {}]);
  const [seen] = (await call("GET", path, { token: "token-of-alice" })).body as object[];
  expect(seen).not.toHaveProperty("custom_attributes");
});

test("with_issues_enabled and with_merge_requests_enabled keep the projects that have the feature", async () => {
  const platform = await startPlatform();
  await platform.call("PUT", "/projects/acme-labs%2Fwebsite", { json: { issues_access_level: "disabled" } });
  expect(await list(platform, "with_issues_enabled=true")).toEqual(ALL.slice(1));
  expect(await list(platform, "with_issues_enabled=false")).toEqual(ALL);
  await platform.call("PUT", "/projects/acme-labs%2Fhandbook", { json: { merge_requests_access_level: "disabled" } });
  expect(await list(platform, "with_merge_requests_enabled=true")).toEqual(ALL.filter((path) => path !== "handbook"));
});

test("membership keeps the projects that the caller is in", async () => {
  expect(await listed("membership=true", "token-of-dave")).toEqual(["website", "deploy", "app", "prototype", "toolkit"]);
});

test("owned keeps the projects that the caller owns", async () => {
  expect(await listed("owned=true", "token-of-carol")).toEqual(["toolkit"]);
});

test("min_access_level keeps the projects where the caller has that level", async () => {
  expect(await listed("min_access_level=40", "token-of-carol")).toEqual(["linter", "empty", "toolkit"]);
});

test("sizes order the list for administrators; for others the order is the usual one", async () => {
  const { call } = await startPlatform();
  const first = async (order: string, token?: string): Promise<unknown> =>
    each(await call("GET", `/projects?order_by=${order}&sort=desc`, token === undefined ? {} : { token }), "path")[0];
  expect(await first("repository_size")).toBe("api");
  expect(await first("packages_size")).toBe("website");
  expect(await first("storage_size")).toBe("api");
  expect(await first("wiki_size")).toBe("api");
  for (const order of ["packages_size", "storage_size", "repository_size", "wiki_size"])
    expect([order, await first(order, "token-of-erin")]).toEqual([order, await first("created_at", "token-of-erin")]);
  const old = { path_with_namespace: "g/old", visibility: "public", created_at: "2020-01-01T00:00:00Z" } as const;
  const projects = [{ ...old, path_with_namespace: "g/new", created_at: "2024-01-01T00:00:00Z" }, old];
  const other = await startPlatform({ seed: { groups: [{ full_path: "g", visibility: "public" }], projects } });
  expect(each(await other.call("GET", "/projects?order_by=storage_size", { token: "" }), "path")).toEqual(["new", "old"]);
});

test("with_security_reports is ULTIMATE and keeps the projects with reports", async () => {
  const of = async (tier: "ultimate" | "premium"): Promise<unknown[]> => {
    const { call } = await startPlatform({ tier });
    return each(await call("GET", "/groups/acme-labs/projects?include_subgroups=true&with_security_reports=true"), "path");
  };
  expect(await of("ultimate")).toEqual(["api"]);
  expect((await of("premium")).length).toBeGreaterThan(1);
});

test("statistics add up the sizes of a project, and of all projects below a group for administrators", async () => {
  const { call } = await startPlatform();
  expect((await call("GET", "/projects/acme-labs%2Fplatform%2Fapi?statistics=true")).body).toMatchObject({
    statistics: { repository_size: 1_048_576, wiki_size: 4096, storage_size: 1_052_672, lfs_objects_size: 0 },
  });
  await call("POST", "/projects", { json: { name: "begun", initialize_with_readme: true } });
  expect((await call("GET", "/projects/root%2Fbegun?statistics=true")).body).toMatchObject({ statistics: { commit_count: 1 } });
  const group = (token?: string): Promise<{ body: unknown }> =>
    call("GET", "/groups?search=acme-labs&top_level_only=true&statistics=true", token === undefined ? {} : { token });
  expect((await group()).body).toMatchObject([{ statistics: { repository_size: 1_572_864, packages_size: 65_536 } }]);
  expect(((await group("token-of-alice")).body as object[])[0]).not.toHaveProperty("statistics");
});

test("a private profile shows its projects to its owner and to administrators, to nobody else", async () => {
  const { call } = await startPlatform({
    seed: {
      users: [{ username: "una", private_profile: true }, { username: "vic" }],
      projects: [{ path_with_namespace: "una/open", visibility: "public" }],
    },
  });
  const projects = async (token?: string): Promise<unknown[]> =>
    each(await call("GET", "/users/una/projects", token === undefined ? {} : { token }), "path");
  expect(await projects()).toEqual(["open"]);
  expect(await projects("token-of-una")).toEqual(["open"]);
  expect(await projects("token-of-vic")).toEqual([]);
  expect(await projects("")).toEqual([]);
});
