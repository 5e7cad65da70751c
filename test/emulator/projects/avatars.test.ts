import { expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";

const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 7]);

async function withAvatars(platform: Platform, visibility: string): Promise<readonly string[]> {
  const group = await platform.call("POST", "/groups", { json: { name: "Acme", path: "acme", visibility } });
  const { id } = group.body as { id: number };
  await platform.call("POST", "/projects", { json: { name: "web", namespace_id: id, visibility } });
  const paths = ["/groups/acme", "/projects/acme%2Fweb"];
  for (const path of paths) {
    expect((await platform.call("GET", `${path}/avatar`)).body).toEqual({ message: "404 Avatar Not Found" });
    const form = new FormData();
    form.append("avatar", new Blob([bytes], { type: "image/png" }), "logo.png");
    expect((await platform.call("PUT", path, { body: form })).status).toBe(200);
  }
  return paths;
}

test.each(["public", "private"])("real servers serve %s avatars to whoever may see the thing", async (visibility) => {
  const platform = await startPlatform({ seed: "none", dialect: "vendor", serverVersion: "16.9.0" });
  for (const path of await withAvatars(platform, visibility)) {
    const { avatar_url } = (await platform.call("GET", path)).body as { avatar_url: string };
    expect(avatar_url).toMatch(/\/uploads\/-\/system\/(group|project)\/avatar\/\d+\/logo\.png$/);
    const served = await platform.call("GET", `${path}/avatar`);
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await platform.call("GET", `${path}/avatar`, { token: "" })).status).toBe(visibility === "public" ? 200 : 404);
    const atPlace = await fetch(avatar_url, { redirect: "manual" });
    expect(atPlace.status).toBe(visibility === "public" ? 200 : 302);
    if (visibility === "public") expect(new Uint8Array(await atPlace.arrayBuffer())).toEqual(bytes);
  }
});

test("projects have the route from 16.9 on, and the documents have none", async () => {
  const older = await startPlatform({ dialect: "vendor", serverVersion: "16.8.0" });
  expect((await older.call("GET", "/projects/1/avatar")).body).toEqual({ error: "404 Not Found" });
  expect((await older.call("GET", "/groups/acme-labs/avatar")).body).toEqual({ message: "404 Avatar Not Found" });
  const neutral = await startPlatform();
  for (const path of ["/groups/acme-labs/avatar", "/projects/1/avatar"])
    expect((await neutral.call("GET", path)).body).toEqual({ error: "404 Not Found" });
});

test("without its projects a group of real servers shows all else", async () => {
  const platform = await startPlatform({ dialect: "vendor", serverVersion: "19.0.0" });
  const whole = (await platform.call("GET", "/groups/acme-labs")).body as Record<string, unknown>;
  const { projects: _own, shared_projects: _shared, ...rest } = whole;
  expect((await platform.call("GET", "/groups/acme-labs?with_projects=false")).body).toEqual(rest);
});
