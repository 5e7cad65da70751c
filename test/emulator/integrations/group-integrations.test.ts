import { expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";

const address = "/integrations/external-wiki";
const wiki = (url: string) => ({ json: { external_wiki_url: url } });

interface Shown {
  readonly inherited: boolean;
  readonly active: boolean;
  readonly properties: Readonly<Record<string, unknown>>;
}

async function begin(): Promise<Platform> {
  const platform = await startPlatform({ dialect: "vendor", serverVersion: "19.0.0", seed: "none" });
  const { id } = (await platform.call("POST", "/groups", { json: { name: "acme", path: "acme" } })).body as { id: number };
  for (const name of ["web", "api"])
    // oxlint-disable-next-line no-await-in-loop -- one project after the other
    await platform.call("POST", "/projects", { json: { name, namespace_id: id } });
  return platform;
}

/** The integration of a project after the background work; undefined where it has none. */
async function shown(platform: Platform, project: string): Promise<Shown | undefined> {
  platform.work();
  const { status, body } = await platform.call("GET", `/projects/${project}${address}`);
  return status === 200 ? (body as Shown) : undefined;
}

test("projects below inherit a group's integration; their own settings win, and can be given up again", async () => {
  const platform = await begin();
  await platform.call("PUT", `/projects/acme%2Fapi${address}`, wiki("https://own.example.com"));
  expect((await platform.call("PUT", `/groups/acme${address}`, wiki("https://group.example.com"))).status).toBe(200);
  const inherited = await shown(platform, "acme%2Fweb");
  expect(inherited).toMatchObject({
    inherited: true,
    active: true,
    properties: { external_wiki_url: "https://group.example.com" },
  });
  expect(await shown(platform, "acme%2Fapi")).toMatchObject({
    inherited: false,
    properties: { external_wiki_url: "https://own.example.com" },
  });
  const given = await platform.call("PUT", `/projects/acme%2Fapi${address}`, {
    json: { external_wiki_url: "https://x.example.com", use_inherited_settings: true },
  });
  expect(given.body).toMatchObject({ inherited: true });
  expect(await shown(platform, "acme%2Fapi")).toMatchObject({
    properties: { external_wiki_url: "https://group.example.com" },
  });
  const { id } = (await platform.call("GET", "/groups/acme")).body as { id: number };
  await platform.call("POST", "/projects", { json: { name: "new", namespace_id: id } });
  expect(await shown(platform, "acme%2Fnew")).toMatchObject({ inherited: true });
});

test("without the group's integration nobody inherits it, and what is a project's own stays", async () => {
  const platform = await begin();
  await platform.call("PUT", `/projects/acme%2Fapi${address}`, wiki("https://own.example.com"));
  await platform.call("PUT", `/groups/acme${address}`, wiki("https://group.example.com"));
  expect(await shown(platform, "acme%2Fweb")).toBeDefined();
  expect((await platform.call("DELETE", `/groups/acme${address}`)).status).toBe(204);
  expect(await shown(platform, "acme%2Fweb")).toBeUndefined();
  expect(await shown(platform, "acme%2Fapi")).toMatchObject({ inherited: false, active: true });
  expect((await platform.call("GET", "/groups/acme/integrations")).body).toEqual([]);
});
