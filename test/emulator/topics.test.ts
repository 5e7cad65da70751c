import { expect, test } from "vitest";

import { startPlatform } from "./platform.js";
import type { Platform } from "./platform.js";

const taken = { message: { name: ["has already been taken"] } };

async function create(platform: Platform, name: string, title = name): Promise<number> {
  const answer = await platform.call("POST", "/topics", { json: { name, title } });
  expect(answer.status).toBe(201);
  return (answer.body as { id: number }).id;
}

function avatar(name: string, bytes: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append("avatar", new Blob([bytes]), name);
  return form;
}

test("a topic is created, read, changed and deleted", async () => {
  const platform = await startPlatform({ seed: "none" });
  const made = await platform.call("POST", "/topics", { json: { name: "go", title: "Go", description: "Gophers" } });
  const topic = { id: 1, name: "go", title: "Go", description: "Gophers", total_projects_count: 0, avatar_url: null };
  expect([made.status, made.body]).toEqual([201, topic]);
  expect((await platform.call("GET", "/topics/1", { token: "" })).body).toEqual(topic);
  const changed = await platform.call("PUT", "/topics/1", { json: { title: "Golang", description: null } });
  expect([changed.status, changed.body]).toEqual([200, { ...topic, title: "Golang", description: null }]);
  const gone = await platform.call("DELETE", "/topics/1");
  expect([gone.status, gone.body]).toEqual([204, ""]);
  const missing = await platform.call("GET", "/topics/1");
  expect([missing.status, missing.body]).toEqual([404, { message: "404 Not found" }]);
  expect((await platform.call("DELETE", "/topics/1")).status).toBe(404);
});

test("the rules of names, titles and descriptions hold", async () => {
  const platform = await startPlatform({ seed: "none" });
  await create(platform, "Go");
  const refuse = async (json: unknown, body: unknown) => {
    const answer = await platform.call("POST", "/topics", { json });
    expect([answer.status, answer.body]).toEqual([400, body]);
  };
  await refuse({}, { error: "name is missing, title is missing" });
  await refuse({ name: "go", title: "x" }, taken);
  await refuse({ name: " ", title: "" }, { message: { name: ["can't be blank"], title: ["can't be blank"] } });
  await refuse({ name: "n".repeat(256), title: "x" }, { message: { name: ["is too long (maximum is 255 characters)"] } });
  await refuse({ name: "n", title: "x".repeat(256) }, { message: { title: ["is too long (maximum is 255 characters)"] } });
  await refuse(
    { name: "n", title: "x", description: "x".repeat(1025) },
    { message: { description: ["is too long (maximum is 1024 characters)"] } },
  );
  const other = await create(platform, "n".repeat(255));
  expect((await platform.call("PUT", `/topics/${other}`, { json: { name: "GO" } })).body).toEqual(taken);
  expect((await platform.call("PUT", `/topics/${other}`, { json: { name: "N".repeat(255) } })).status).toBe(200);
});

test("the search is over names, and over titles too on a vendor's server", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const platform = await startPlatform({ seed: "none", dialect });
    await create(platform, "rust", "Ferris");
    const found = async (search: string) => (await platform.call("GET", `/topics?search=${search}`)).headers.get("X-Total");
    expect(await found("RUS")).toBe("1");
    expect(await found("ferris")).toBe(dialect === "vendor" ? "1" : "0");
    expect((await platform.call("GET", "/topics?without_projects=true")).headers.get("X-Total")).toBe("1");
  }
});

test("an avatar is served back byte for byte, replaced, and removed by a blank value", async () => {
  const platform = await startPlatform({ seed: "none" });
  await create(platform, "go");
  const bytes = new Uint8Array([137, 80, 78, 71, 0, 255, 1]);
  const sent = await platform.call("PUT", "/topics/1", { body: avatar("ts-3f2a.png", bytes) });
  const { avatar_url } = sent.body as { avatar_url: string };
  expect(avatar_url).toBe(`${platform.url}/uploads/-/system/projects/topic/avatar/1/ts-3f2a.png`);
  const served = await fetch(avatar_url);
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
  const replaced = await platform.call("PUT", "/topics/1", { body: avatar("../../other.png", bytes) });
  expect((replaced.body as { avatar_url: string }).avatar_url).toMatch(/\/avatar\/1\/other\.png$/);
  expect((await fetch(avatar_url)).status).toBe(404);
  expect((await platform.call("PUT", "/topics/1", { json: { title: "kept" } })).body).toMatchObject({
    avatar_url: expect.stringContaining("other.png"),
  });
  expect((await platform.call("PUT", "/topics/1", { json: { avatar: "" } })).body).toMatchObject({ avatar_url: null });
});

test("an avatar that is no image or too big is refused and changes nothing", async () => {
  const platform = await startPlatform({ seed: "none" });
  await create(platform, "go");
  const text = await platform.call("PUT", "/topics/1", { body: avatar("a.txt", "x") });
  expect(text.status).toBe(400);
  expect(text.body).toHaveProperty("message.avatar");
  const form = avatar("a.png", new Uint8Array(201 * 1024));
  form.append("title", "changed");
  expect((await platform.call("PUT", "/topics/1", { body: form })).body).toEqual({
    message: { avatar: ["is too big (should be at most 200 KiB)"] },
  });
  expect((await platform.call("GET", "/topics/1")).body).toMatchObject({ title: "go", avatar_url: null });
});
