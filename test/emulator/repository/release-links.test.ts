import { expect, test } from "vitest";
import { each } from "../answers.js";
import { startPlatform } from "../platform.js";
import { APP, DEV, SEED, create, refusal } from "./releases.js";

test("links have a name, an address, a type, and a path of their own when they ask for one", async () => {
  const platform = await startPlatform({ seed: SEED });
  const links = [
    { name: "tool", url: "https://example.com/tool", filepath: "/bin/tool" },
    { name: "book", url: `${platform.url}/top/team/app/book`, link_type: "runbook" },
  ];
  const { assets } = (await create(platform, { tag_name: "v1", assets: { links } })) as {
    assets: { count: number; links: unknown };
  };
  expect(assets.count).toBe(6);
  expect(assets.links).toEqual([
    { id: 2, name: "book", url: links[1]?.url, direct_asset_url: links[1]?.url, external: false, link_type: "runbook" },
    {
      id: 1,
      name: "tool",
      url: links[0]?.url,
      direct_asset_url: `${platform.url}/top/team/app/-/releases/v1/downloads/bin/tool`,
      external: true,
      link_type: "other",
    },
  ]);
});

test("a link without a name or an address, or of an unknown type, is refused", async () => {
  const platform = await startPlatform({ seed: SEED });
  const refuse = async (links: unknown, error: string) => {
    const answer = await platform.call("POST", APP, { ...DEV, json: { tag_name: "v1", assets: { links } } });
    expect(refusal(answer)).toEqual([400, { error }]);
  };
  await refuse([{ url: "https://example.com" }], "assets[links][0][name] is missing");
  await refuse([{ name: "x" }], "assets[links][0][url] is missing");
  const link = { name: "x", url: "https://example.com", link_type: "film" };
  await refuse([link], "assets[links][0][link_type] does not have a valid value");
});

test("names and addresses of links are unique in the release", async () => {
  const platform = await startPlatform({ seed: SEED });
  const refuse = async (links: unknown, message: string) => {
    const answer = await platform.call("POST", APP, { ...DEV, json: { tag_name: "v1", assets: { links } } });
    expect(refusal(answer)).toEqual([400, { message }]);
  };
  const [a, b] = ["https://example.com/a", "https://example.com/b"];
  await refuse(
    [
      { name: "x", url: a },
      { name: "x", url: b },
    ],
    "Validation failed: Links have duplicate values (x)",
  );
  await refuse(
    [
      { name: "x", url: a },
      { name: "y", url: a },
    ],
    `Validation failed: Links have duplicate values (${a})`,
  );
});

test("addresses and paths of links that no release may have are refused", async () => {
  const platform = await startPlatform({ seed: SEED });
  const refuse = async (link: Record<string, unknown>, message: string) => {
    const answer = await platform.call("POST", APP, { ...DEV, json: { tag_name: "v1", assets: { links: [link] } } });
    expect(refusal(answer)).toEqual([400, { message: `Validation failed: Links ${message}` }]);
  };
  const url = "https://example.com";
  await refuse({ name: "x", url: "javascript:alert(1)" }, "url is blocked: Only allowed schemes are http, https, ftp");
  await refuse({ name: "x", url: "example" }, "url must be a valid URL");
  await refuse({ name: " ", url }, "name can't be blank");
  for (const filepath of ["bin", "/../x", "/a//b", `/${"a".repeat(128)}`])
    await refuse({ name: "x", url, filepath }, "filepath is in an invalid format");
});

test("single links of a release are listed, added, changed and deleted", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v1", assets: { links: [{ name: "a", url: "https://example.com/a" }] } });
  const links = `${APP}/v1/assets/links`;
  const added = await platform.call("POST", links, {
    ...DEV,
    json: { name: "b", url: "https://example.com/b", link_type: "image" },
  });
  expect([added.status, added.body]).toEqual([201, expect.objectContaining({ id: 2, name: "b", link_type: "image" })]);
  const taken = await platform.call("PUT", `${links}/2`, { ...DEV, json: { name: "a" } });
  expect(refusal(taken)).toEqual([400, { message: { name: ["has already been taken"] } }]);
  const changed = await platform.call("PUT", `${links}/2`, { ...DEV, json: { filepath: "/b" } });
  expect(changed.body).toMatchObject({
    name: "b",
    link_type: "image",
    direct_asset_url: expect.stringMatching(/\/v1\/downloads\/b$/),
  });
  expect(each(await platform.call("GET", links, DEV), "name")).toEqual(["b", "a"]);
  expect((await platform.call("DELETE", `${links}/1`, { token: "token-of-reporter" })).status).toBe(403);
  expect((await platform.call("DELETE", `${links}/1`, DEV)).body).toMatchObject({ id: 1 });
  expect((await platform.call("GET", `${links}/1`, DEV)).status).toBe(404);
});
