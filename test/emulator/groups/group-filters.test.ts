// @module-tag slow
import { expect, test } from "vitest";
import { each, idOf } from "../answers.js";
import { type Platform, startPlatform } from "../platform.js";

const ALL = ["acme-labs", "acme-release", "acme-labs/mobile", "open-source", "acme-labs/platform", "acme-labs/platform/tools"];

/** Full paths of a list of groups, for the administrator unless a token says otherwise. */
async function list(platform: Platform, path: string, token = platform.token): Promise<unknown[]> {
  return each(await platform.call("GET", path, { token }), "full_path");
}

async function listed(query: string, token?: string): Promise<unknown[]> {
  return list(await startPlatform(), `/groups?${query}`, token);
}

test("without authentication only public groups are listed", async () => {
  expect(await listed("", "")).toEqual(["acme-labs", "open-source"]);
});

test("all_available is false by default for users, who then get the groups that they are in", async () => {
  const ofCarol = ["acme-labs", "open-source", "acme-labs/platform", "acme-labs/platform/tools"];
  expect(await listed("", "token-of-carol")).toEqual(ofCarol);
  expect(await listed("all_available=true", "token-of-erin")).toContain("acme-labs/platform");
  expect(await listed("all_available=false", "token-of-erin")).not.toContain("open-source");
});

test("all_available is true by default for administrators", async () => {
  expect(await listed("")).toEqual(ALL);
  expect(await listed("all_available=false")).toEqual([]);
});

test("owned and min_access_level take precedence over all_available", async () => {
  const owned = ["acme-labs/platform", "acme-labs/platform/tools"];
  expect(await listed("owned=true", "token-of-bob")).toEqual(owned);
  expect(await listed("owned=true&all_available=true", "token-of-bob")).toEqual(owned);
  const asMaintainer = ["open-source", "acme-labs/platform/tools"];
  expect(await listed("min_access_level=40", "token-of-carol")).toEqual(asMaintainer);
  expect(await listed("min_access_level=40&all_available=true", "token-of-carol")).toEqual(asMaintainer);
});

test("skip_groups leaves the groups with these ids out", async () => {
  const platform = await startPlatform();
  const skipped = idOf(await platform.call("GET", "/groups/acme-labs"));
  expect(await list(platform, `/groups?skip_groups[]=${skipped}&top_level_only=true`)).toEqual(["acme-release", "open-source"]);
});

test("search looks at names and paths of all groups, without letter case", async () => {
  expect(await listed("search=TOOL")).toEqual(["acme-labs/platform/tools"]);
  expect(await listed("search=open source")).toEqual(["open-source"]);
});

test("top_level_only leaves subgroups out", async () => {
  expect(await listed("top_level_only=true")).toEqual(["acme-labs", "acme-release", "open-source"]);
});

test("groups are in the order of their names, ascending, unless order_by and sort say otherwise", async () => {
  expect(await listed("sort=desc")).toEqual(ALL.toReversed());
  expect(await listed("order_by=path&top_level_only=true")).toEqual(["acme-labs", "acme-release", "open-source"]);
  expect(await listed("order_by=id&sort=desc&per_page=1")).toEqual(["open-source"]);
  const { call } = await startPlatform();
  expect((await call("GET", "/groups?order_by=size")).body).toEqual({ error: "order_by does not have a valid value" });
});

test("order_by=similarity is for GET /groups when searching; without a search the order is by name", async () => {
  const groups = ["sunlight", "sun", "the-sun"].map((full_path) => ({ full_path, name: full_path }));
  const platform = await startPlatform({ seed: { groups } });
  expect(await list(platform, "/groups?search=sun&order_by=similarity")).toEqual(["sun", "sunlight", "the-sun"]);
  expect(await list(platform, "/groups?order_by=similarity")).toEqual(["sun", "sunlight", "the-sun"]);
  expect((await platform.call("GET", "/groups/sun/subgroups?order_by=similarity")).status).toBe(400);
});

test("statistics of groups are for administrators", async () => {
  const { call } = await startPlatform();
  expect((await call("GET", "/groups?statistics=true")).body).toMatchObject([
    { statistics: { storage_size: 1_642_496 } },
    {},
    {},
    {},
    {},
    {},
  ]);
  const [seen] = (await call("GET", "/groups?statistics=true", { token: "token-of-alice" })).body as object[];
  expect(seen).not.toHaveProperty("statistics");
});

test("custom attributes of groups are shown to administrators and filter for them", async () => {
  expect(await listed("custom_attributes[cost_centre]=0815")).toEqual(["acme-release"]);
  expect(await listed("custom_attributes[cost_centre]=1&all_available=true", "token-of-alice")).toContain("acme-labs");
  const { call } = await startPlatform();
  const shown = { custom_attributes: [{ key: "cost_centre", value: "0815" }] };
  expect((await call("GET", "/groups?search=release&with_custom_attributes=true")).body).toMatchObject([shown]);
  expect((await call("GET", "/groups/acme-release?with_custom_attributes=true")).body).toMatchObject(shown);
  const seen = await call("GET", "/groups/acme-release?with_custom_attributes=true", { token: "token-of-erin" });
  expect(seen.body).not.toHaveProperty("custom_attributes");
});

test("subgroups are the direct ones, descendants all of them", async () => {
  const platform = await startPlatform();
  expect(await list(platform, "/groups/acme-labs/subgroups")).toEqual(["acme-labs/mobile", "acme-labs/platform"]);
  expect(await list(platform, "/groups/acme-labs/descendant_groups")).toEqual([
    "acme-labs/mobile",
    "acme-labs/platform",
    "acme-labs/platform/tools",
  ]);
});

test("below a group the search matches short paths only, on real servers names too", async () => {
  const renamed = async (dialect: "neutral" | "vendor"): Promise<Platform> => {
    const platform = await startPlatform({ dialect });
    await platform.call("PUT", "/groups/acme-labs%2Fmobile", { json: { name: "Tooling" } });
    return platform;
  };
  const [neutral, vendor] = await Promise.all([renamed("neutral"), renamed("vendor")]);
  expect(await list(neutral, "/groups/acme-labs/descendant_groups?search=tool")).toEqual(["acme-labs/platform/tools"]);
  expect(await list(neutral, "/groups/acme-labs/subgroups?search=tooling")).toEqual([]);
  expect(await list(neutral, "/groups/acme-labs/descendant_groups?search=acme")).toEqual([]);
  expect(await list(vendor, "/groups/acme-labs/descendant_groups?search=tool")).toEqual([
    "acme-labs/mobile",
    "acme-labs/platform/tools",
  ]);
});
